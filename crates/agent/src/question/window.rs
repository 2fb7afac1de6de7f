//! The window a question names, in any of the languages read.
//!
//! Nothing named is no window. What cannot be a date is not read as one.

use jiff::civil::Date;

use super::{
    chinese,
    days::{CalendarUnit, Days, Period, rolling},
    english,
    words::Words,
};

/// Reads the window out of the question and marks its words.
pub(crate) fn take_window(words: &mut Words<'_>, today: Date) -> Option<Days> {
    (0..words.len()).find_map(|at| {
        let (days, length) = window_at(words, at, today)?;
        words.mark(at, length);
        Some(days)
    })
}

fn window_at(words: &Words<'_>, at: usize, today: Date) -> Option<(Days, usize)> {
    let lead = english::lead(words, at).or_else(|| chinese::lead(words, at));
    let (lead, from) = lead.map_or((Lead::On, at), |(lead, length)| (lead, at + length));
    if let Some((days, length)) = rolling_at(words, from, today) {
        return (!matches!(lead, Lead::Before | Lead::Until)).then_some((days, from + length - at));
    }
    let bare = from == at;
    let (period, length) = period_at(words, from, today, bare)?;
    let next = from + length;
    if let Some((days, length)) = through_at(words, lead, period, next, today) {
        return Some((days, next + length - at));
    }
    if let Some((days, length)) = chinese::trail(words, next, period) {
        return Some((days, next + length - at));
    }
    Some((lead.days(period)?, next - at))
}

/// `from A` **to B**.
fn through_at(words: &Words<'_>, lead: Lead, first: Period, at: usize, today: Date) -> Option<(Days, usize)> {
    let joint = english::joint(words, at, lead).or_else(|| chinese::joint(words, at))?;
    let (last, length) = period_at(words, at + joint, today, false)?;
    Some((first.through(last), joint + length))
}

fn rolling_at(words: &Words<'_>, at: usize, today: Date) -> Option<(Days, usize)> {
    let (count, unit, length) = english::rolling(words, at).or_else(|| chinese::rolling(words, at))?;
    Some((rolling(count, unit, today)?, length))
}

fn period_at(words: &Words<'_>, at: usize, today: Date, bare: bool) -> Option<(Period, usize)> {
    chinese::period(words, at, today)
        .or_else(|| iso(words.folded(at), bare).map(|period| (period, 1)))
        .or_else(|| english::period(words, at, today, bare))
}

/// How a date is led in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lead {
    On,
    Since,
    After,
    Before,
    Until,
    Between,
}

impl Lead {
    fn days(self, period: Period) -> Option<Days> {
        match self {
            Self::On | Self::Between => Some(period.days()),
            Self::Since => Some(period.onwards()),
            Self::After => period.after(),
            Self::Before => period.before(),
            Self::Until => Some(period.until()),
        }
    }
}

/// `2026-05-01`, `2026/5/1`, `2026-05`; a bare `2026` only where a date is expected.
fn iso(text: &str, bare: bool) -> Option<Period> {
    let parts: Vec<&str> = text.split(['-', '/', '.']).collect();
    let year = year(parts.first()?)?;
    match parts.as_slice() {
        [_] if !bare => Period::year(year),
        [_, month] => Period::month(year, small(month)?),
        [_, month, day] => Date::new(year, small(month)?, small(day)?).ok().map(Period::day),
        _ => None,
    }
}

/// A year of four digits that a record can hold.
pub(crate) fn year(text: &str) -> Option<i16> {
    (text.len() == 4).then(|| text.parse().ok()).flatten().filter(|year| (1900..=2200).contains(year))
}

/// A number of one or two digits.
pub(crate) fn small(text: &str) -> Option<i8> {
    let digits = matches!(text.len(), 1 | 2) && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// The calendar unit a word names.
pub(crate) fn unit_named(word: &str, names: &[(&str, CalendarUnit)]) -> Option<CalendarUnit> {
    names.iter().find(|(name, _)| *name == word).map(|(_, unit)| *unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tuesday.
    const TODAY: Date = Date::constant(2026, 6, 30);

    fn window(text: &str) -> String {
        let mut words = Words::read(text);
        let shown = |day: Option<mirobody_derive::LocalDay>| day.map_or("…".to_owned(), |day| day.to_string());
        take_window(&mut words, TODAY)
            .map_or("none".to_owned(), |days| format!("{}..{}", shown(days.start), shown(days.end)))
    }

    #[test]
    fn english_windows() {
        for (text, expected) in [
            ("average glucose over the last 30 days", "2026-06-01..2026-06-30"),
            ("in the past three months", "2026-03-30..2026-06-30"),
            ("glucose past 2 years", "2024-06-30..2026-06-30"),
            ("last month", "2026-05-01..2026-05-31"),
            ("last week?", "2026-06-22..2026-06-28"),
            ("last year", "2025-01-01..2025-12-31"),
            ("past year", "2025-06-30..2026-06-30"),
            ("this year", "2026-01-01..2026-12-31"),
            ("today", "2026-06-30..2026-06-30"),
            ("yesterday", "2026-06-29..2026-06-29"),
            ("since May", "2026-05-01..…"),
            ("since 2026-05-20", "2026-05-20..…"),
            ("since 2025", "2025-01-01..…"),
            ("in 2025", "2025-01-01..2025-12-31"),
            ("in May 2025", "2025-05-01..2025-05-31"),
            ("in December", "2025-12-01..2025-12-31"),
            ("on May 20, 2026", "2026-05-20..2026-05-20"),
            ("on 20 May 2026", "2026-05-20..2026-05-20"),
            ("on June 16th", "2026-06-16..2026-06-16"),
            ("between 2026-05-01 and 2026-05-31", "2026-05-01..2026-05-31"),
            ("from May to June", "2026-05-01..2026-06-30"),
            ("before May 2026", "….. 2026-04-30"),
            ("until 2026-05-31", "…..2026-05-31"),
            ("after 2026-05-20", "2026-05-21..…"),
            ("since two weeks ago", "2026-06-16..…"),
            ("may I see my glucose", "none"),
            ("glucose above 140", "none"),
            ("was it above 2000", "none"),
            ("on 2026-02-30", "none"),
            ("my last reading", "none"),
        ] {
            assert_eq!(window(text), expected.replace(' ', ""), "{text}");
        }
    }

    #[test]
    fn chinese_windows() {
        for (text, expected) in [
            ("最近三个月的血糖平均", "2026-03-30..2026-06-30"),
            ("过去30天", "2026-06-01..2026-06-30"),
            ("近半年", "2025-12-30..2026-06-30"),
            ("最近一年", "2025-06-30..2026-06-30"),
            ("过去两周", "2026-06-17..2026-06-30"),
            ("上个月", "2026-05-01..2026-05-31"),
            ("上周", "2026-06-22..2026-06-28"),
            ("去年", "2025-01-01..2025-12-31"),
            ("今年的血糖", "2026-01-01..2026-12-31"),
            ("今天", "2026-06-30..2026-06-30"),
            ("2026年5月", "2026-05-01..2026-05-31"),
            ("2026年5月20日的血糖", "2026-05-20..2026-05-20"),
            ("去年5月", "2025-05-01..2025-05-31"),
            ("5月份", "2026-05-01..2026-05-31"),
            ("2025年", "2025-01-01..2025-12-31"),
            ("自2026年5月以来", "2026-05-01..…"),
            ("从5月到6月", "2026-05-01..2026-06-30"),
            ("2026-05-01到2026-05-31", "2026-05-01..2026-05-31"),
            ("五月之前", "…..2026-04-30"),
            ("5月20日之后", "2026-05-21..…"),
            ("半年内的血糖", "2025-12-30..2026-06-30"),
            ("三个月以来", "2026-03-30..2026-06-30"),
            ("5月以来", "2026-05-01..…"),
            ("最近一次血糖", "none"),
            ("最近的血糖", "none"),
        ] {
            assert_eq!(window(text), expected, "{text}");
        }
    }
}
