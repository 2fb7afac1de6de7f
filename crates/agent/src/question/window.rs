//! The window a question names, in any of the languages read.
//!
//! Nothing named is no window. What cannot be a date is not read as one.

use jiff::civil::Date;

use super::{
    days::{CalendarUnit, Days, Period, rolling},
    lexicon::List,
    spaced, unspaced,
    words::Words,
};
use crate::language::Language;

/// Reads the window out of the question and marks its words.
pub(crate) fn take_window(words: &mut Words<'_>, today: Date) -> Option<Days> {
    (0..words.len()).find_map(|at| {
        let (days, length) = window_at(words, at, today)?;
        words.mark(at, length);
        Some(days)
    })
}

/// Reads up to `most` times by themselves, whatever leads them in, and marks their words.
pub(super) fn take_times(words: &mut Words<'_>, today: Date, most: usize) -> Vec<Days> {
    let mut times = Vec::new();
    let mut at = 0;
    while at < words.len() && times.len() < most {
        match time_at(words, at, today) {
            Some((days, length)) => {
                words.mark(at, length);
                times.push(days);
                at += length;
            }
            None => at += 1,
        }
    }
    times
}

/// A day, month, year or run of days, however it is led in.
fn time_at(words: &Words<'_>, at: usize, today: Date) -> Option<(Days, usize)> {
    if words.is_used(at) {
        return None;
    }
    let (_, from) = led_in(words, at);
    if let Some((days, length)) = rolling_at(words, from, today) {
        return Some((days, from + length - at));
    }
    let follows = at.checked_sub(1).is_some_and(|before| words.is_used(before));
    let joined = follows || (1..=3).any(|back| ends_with(words, at, back, List::Beside));
    let (period, length) = period_at(words, from, today, from == at && !joined)?;
    Some((period.days(), from + length - at))
}

/// Whether a phrase of a list of so many words ends right before `at`.
fn ends_with(words: &Words<'_>, at: usize, length: usize, list: List) -> bool {
    at.checked_sub(length).is_some_and(|from| words.own_at(from, list) == Some(length))
}

fn window_at(words: &Words<'_>, at: usize, today: Date) -> Option<(Days, usize)> {
    if let Some((period, length)) = spaced::ago(words, at, today) {
        return Some((period.days(), length));
    }
    let (lead, from) = led_in(words, at);
    if let Some((days, length)) = rolling_at(words, from, today) {
        return (!matches!(lead, Lead::Before | Lead::Until)).then_some((days, from + length - at));
    }
    if let Some((days, length)) = spaced::since_so_long(words, from, today).filter(|_| lead == Lead::Since) {
        return Some((days, from + length - at));
    }
    if (1..=2).any(|back| ends_with(words, at, back, List::Above) || ends_with(words, at, back, List::Below)) {
        return None;
    }
    let (period, length) = period_at(words, from, today, from == at)?;
    let next = from + length;
    if let Some((days, length)) = through_at(words, lead, period, next, today) {
        return Some((days, next + length - at));
    }
    if let Some((days, length)) = unspaced::trail(words, next, period) {
        return Some((days, next + length - at));
    }
    Some((lead.days(period)?, next - at))
}

/// How a date at `at` is led in, and where it then begins.
fn led_in(words: &Words<'_>, at: usize) -> (Lead, usize) {
    let (lead, from) = spaced::lead(words, at).map_or((Lead::On, at), |(lead, length)| (lead, at + length));
    match spaced::led_from_afar(words, at).filter(|_| lead == Lead::On && from > at) {
        Some(afar) => (afar, from),
        None => (lead, from),
    }
}

/// `from A` **to B**.
fn through_at(words: &Words<'_>, lead: Lead, first: Period, at: usize, today: Date) -> Option<(Days, usize)> {
    let joint = spaced::joint(words, at, lead).or_else(|| unspaced::joint(words, at))?;
    let (last, length) = period_at(words, at + joint, today, false)?;
    let last_at = at + joint + length;
    let until = words.own_at(last_at, List::TrailUntil).unwrap_or(0);
    Some((first.through(last), joint + length + until))
}

fn rolling_at(words: &Words<'_>, at: usize, today: Date) -> Option<(Days, usize)> {
    let (count, unit, length) = spaced::rolling(words, at).or_else(|| unspaced::rolling(words, at))?;
    Some((rolling(count, unit, today)?, length))
}

fn period_at(words: &Words<'_>, at: usize, today: Date, bare: bool) -> Option<(Period, usize)> {
    unspaced::period(words, at, today)
        .or_else(|| printed(words.folded(at), bare, words.language).map(|period| (period, 1)))
        .or_else(|| spaced::period(words, at, today, bare))
}

/// The number of `last 3 readings`, `3 derniers`, `最近三次`: two or more, since the last one is the latest; marked with the word that says they are the newest.
pub(super) fn take_most(words: &mut Words<'_>) -> Option<usize> {
    let found = (0..words.len()).find_map(|at| {
        let (count, length) = spaced::newest(words, at).or_else(|| unspaced::newest(words, at))?;
        let open = (at..at + length).all(|i| !words.is_used(i));
        open.then_some((at, length, usize::try_from(count).ok().filter(|count| (2..=50).contains(count))?))
    });
    let (at, length, count) = found?;
    words.mark(at, length);
    Some(count)
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
    pub(super) fn days(self, period: Period) -> Option<Days> {
        match self {
            Self::On | Self::Between => Some(period.days()),
            Self::Since => Some(period.onwards()),
            Self::After => period.after(),
            Self::Before => period.before(),
            Self::Until => Some(period.until()),
        }
    }
}

/// `2026-05-01`, `2026/5/1`, `2026-05`; a bare `2026` only where a date is expected; `3.5.2026` and, where the order is
/// known, `3/5/2026`.
fn printed(text: &str, bare: bool, language: Language) -> Option<Period> {
    let parts: Vec<&str> = text.split(['-', '/', '.']).collect();
    if let [first, second, last] = parts.as_slice()
        && let Some(year) = year(last)
    {
        let (day, month) = day_and_month(small(first)?, small(second)?, text.contains('.'), language)?;
        return Date::new(year, month, day).ok().map(Period::day);
    }
    let year = year(parts.first()?)?;
    match parts.as_slice() {
        // German names a year without a word before it.
        [_] if !bare || (language == Language::German && (1990..=2100).contains(&year)) => Period::year(year),
        [_, month] => Period::month(year, small(month)?),
        [_, month, day] => Date::new(year, small(month)?, small(day)?).ok().map(Period::day),
        _ => None,
    }
}

/// The day and the month of two numbers. With points the day comes first everywhere; with strokes an English date can be
/// either, unless one number cannot be a month.
fn day_and_month(first: i8, second: i8, points: bool, language: Language) -> Option<(i8, i8)> {
    match (first, second) {
        _ if points || language != Language::English => Some((first, second)),
        (day, month) if day > 12 || day == month => Some((day, month)),
        (month, day) if day > 12 => Some((day, month)),
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

/// The calendar unit named at `at`, and how many words that takes.
pub(super) fn unit_at(words: &Words<'_>, at: usize) -> Option<(CalendarUnit, usize)> {
    let units = [
        (List::Hours, CalendarUnit::Hour),
        (List::Days, CalendarUnit::Day),
        (List::Weeks, CalendarUnit::Week),
        (List::MonthsOfTime, CalendarUnit::Month),
        (List::Years, CalendarUnit::Year),
    ];
    units.into_iter().find_map(|(list, unit)| Some((unit, words.own_at(at, list)?)))
}

/// The day, week, month or year a phrase at `at` names: `yesterday`, `letzten Monat`, `去年`.
pub(super) fn relative_at(words: &Words<'_>, at: usize, today: Date) -> Option<(Period, usize)> {
    let lists = [
        (List::DayBefore, CalendarUnit::Day, 2),
        (List::Today, CalendarUnit::Day, 0),
        (List::Yesterday, CalendarUnit::Day, 1),
        (List::ThisWeek, CalendarUnit::Week, 0),
        (List::LastWeek, CalendarUnit::Week, 1),
        (List::ThisMonth, CalendarUnit::Month, 0),
        (List::LastMonth, CalendarUnit::Month, 1),
        (List::YearBefore, CalendarUnit::Year, 2),
        (List::ThisYear, CalendarUnit::Year, 0),
        (List::LastYear, CalendarUnit::Year, 1),
    ];
    let found = lists.into_iter().filter_map(|(list, unit, back)| Some((words.own_at(at, list)?, unit, back)));
    // The longest; of equals the first.
    let (length, unit, back) = found.rev().max_by_key(|(length, ..)| *length)?;
    Some((Period::calendar(unit, back, today)?, length))
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

    #[test]
    fn a_date_can_be_led_in_from_afar() {
        for (text, expected) in [
            ("how is my LDL since my surgery on 2025-12-01", "2025-12-01..…"),
            ("was my LDL lower before the birth in May 2026", "…..2026-04-30"),
            ("Wie ist mein LDL seit der Operation am 1. Mai 2026", "2026-05-01..…"),
            ("mon LDL depuis mon opération le 1er mai 2026", "2026-05-01..…"),
            ("mi LDL desde la operación en mayo de 2026", "2026-05-01..…"),
            ("before that. My LDL in May 2026", "2026-05-01..2026-05-31"),
        ] {
            assert_eq!(window(text), expected, "{text}");
        }
    }

    #[test]
    fn japanese_windows() {
        for (text, expected) in [
            ("先月の血糖値", "2026-05-01..2026-05-31"),
            ("昨年の尿酸", "2025-01-01..2025-12-31"),
            ("今年の体重", "2026-01-01..2026-12-31"),
            ("過去3か月の平均", "2026-03-30..2026-06-30"),
            ("直近30日間の血圧", "2026-06-01..2026-06-30"),
            ("2026年5月20日のLDLは", "2026-05-20..2026-05-20"),
            ("5月以降の体重", "2026-05-01..…"),
            ("5月から6月までの血糖", "2026-05-01..2026-06-30"),
            ("昨日の血圧は", "2026-06-29..2026-06-29"),
            ("一昨日の血圧は", "2026-06-28..2026-06-28"),
            ("最近の血糖は", "none"),
        ] {
            assert_eq!(window(text), expected, "{text}");
        }
    }

    #[test]
    fn german_windows() {
        for (text, expected) in [
            ("Wie war mein Blutzucker letzten Monat?", "2026-05-01..2026-05-31"),
            ("Durchschnitt der letzten 3 Monate", "2026-03-30..2026-06-30"),
            ("in den letzten drei Monaten ist es", "2026-03-30..2026-06-30"),
            ("Wie war es im Mai 2026", "2026-05-01..2026-05-31"),
            ("Wie war es am 20. Mai 2026?", "2026-05-20..2026-05-20"),
            ("Wie war es am 20.05.2026?", "2026-05-20..2026-05-20"),
            ("Wie ist es seit Mai", "2026-05-01..…"),
            ("Wie war das vor Mai 2026", "…..2026-04-30"),
            ("Wie war das vor 3 Monaten", "2026-03-30..2026-03-30"),
            ("Wie ist das seit 3 Monaten", "2026-03-30..2026-06-30"),
            ("wie war es letztes Jahr", "2025-01-01..2025-12-31"),
            ("wie ist mein Puls heute", "2026-06-30..2026-06-30"),
            ("zwischen Mai und Juni war mein", "2026-05-01..2026-06-30"),
            ("vom 1. Mai bis zum 20. Mai ist", "2026-05-01..2026-05-20"),
            ("Wie ist mein letzter Wert", "none"),
        ] {
            assert_eq!(window(text), expected, "{text}");
        }
    }

    #[test]
    fn french_windows() {
        for (text, expected) in [
            ("ma glycémie ce mois-ci", "2026-06-01..2026-06-30"),
            ("ma glycémie le mois dernier", "2026-05-01..2026-05-31"),
            ("ma moyenne sur les 3 derniers mois", "2026-03-30..2026-06-30"),
            ("ma moyenne des trois derniers mois", "2026-03-30..2026-06-30"),
            ("l'année dernière, mon LDL", "2025-01-01..2025-12-31"),
            ("mon LDL en mai 2026", "2026-05-01..2026-05-31"),
            ("mon LDL le 20 mai 2026", "2026-05-20..2026-05-20"),
            ("mon LDL du 1er mai au 20 mai", "2026-05-01..2026-05-20"),
            ("mon LDL le 20/05/2026", "2026-05-20..2026-05-20"),
            ("mon LDL depuis mai", "2026-05-01..…"),
            ("mon LDL avant mai 2026", "…..2026-04-30"),
            ("mon LDL il y a 3 mois", "2026-03-30..2026-03-30"),
            ("mon LDL depuis 3 mois", "2026-03-30..2026-06-30"),
            ("mon LDL entre mai et juin", "2026-05-01..2026-06-30"),
            ("mon pouls hier", "2026-06-29..2026-06-29"),
            ("quel est mon dernier LDL", "none"),
        ] {
            assert_eq!(window(text), expected, "{text}");
        }
    }

    #[test]
    fn spanish_windows() {
        for (text, expected) in [
            ("mi glucosa el año pasado", "2025-01-01..2025-12-31"),
            ("mi glucosa este mes", "2026-06-01..2026-06-30"),
            ("mi glucosa el mes pasado", "2026-05-01..2026-05-31"),
            ("el promedio de los últimos 3 meses", "2026-03-30..2026-06-30"),
            ("mi glucosa en mayo de 2026", "2026-05-01..2026-05-31"),
            ("mi glucosa el 20 de mayo de 2026", "2026-05-20..2026-05-20"),
            ("mi glucosa el 20/05/2026", "2026-05-20..2026-05-20"),
            ("mi glucosa desde mayo", "2026-05-01..…"),
            ("mi glucosa antes de mayo de 2026", "…..2026-04-30"),
            ("mi glucosa hace 3 meses", "2026-03-30..2026-03-30"),
            ("mi glucosa desde hace 3 meses", "2026-03-30..…"),
            ("mi glucosa entre mayo y junio", "2026-05-01..2026-06-30"),
            ("mi pulso ayer", "2026-06-29..2026-06-29"),
            ("¿cuál es mi último LDL?", "none"),
        ] {
            assert_eq!(window(text), expected, "{text}");
        }
    }
}
