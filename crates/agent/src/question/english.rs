//! Dates and spans as English says them.

use jiff::civil::Date;

use super::{
    days::{CalendarUnit, Period, ago},
    window::{Lead, small, unit_named, year},
    words::Words,
};

const LEADS: &[(&str, Lead)] = &[
    ("since", Lead::Since),
    ("ever since", Lead::Since),
    ("starting", Lead::Since),
    ("after", Lead::After),
    ("before", Lead::Before),
    ("prior to", Lead::Before),
    ("until", Lead::Until),
    ("up to", Lead::Until),
    ("through", Lead::Until),
    ("between", Lead::Between),
    ("from", Lead::Since),
    ("during", Lead::On),
    ("in", Lead::On),
    ("on", Lead::On),
];

const UNITS: &[(&str, CalendarUnit)] = &[
    ("hour", CalendarUnit::Hour),
    ("hours", CalendarUnit::Hour),
    ("day", CalendarUnit::Day),
    ("days", CalendarUnit::Day),
    ("week", CalendarUnit::Week),
    ("weeks", CalendarUnit::Week),
    ("month", CalendarUnit::Month),
    ("months", CalendarUnit::Month),
    ("year", CalendarUnit::Year),
    ("years", CalendarUnit::Year),
];

const MONTHS: [(&str, &str); 12] = [
    ("january", "jan"),
    ("february", "feb"),
    ("march", "mar"),
    ("april", "apr"),
    ("may", "may"),
    ("june", "jun"),
    ("july", "jul"),
    ("august", "aug"),
    ("september", "sep"),
    ("october", "oct"),
    ("november", "nov"),
    ("december", "dec"),
];

const NUMBERS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The word or words that lead a date in.
pub(super) fn lead(words: &Words<'_>, at: usize) -> Option<(Lead, usize)> {
    let (lead, length) = LEADS.iter().find_map(|(phrase, lead)| Some((*lead, words.phrase_at(at, phrase)?)))?;
    Some((lead, length + the(words, at + length)))
}

/// What joins the two ends of a span.
pub(super) fn joint(words: &Words<'_>, at: usize, lead: Lead) -> Option<usize> {
    let joints: &[&str] = match lead {
        Lead::Between => &["and"],
        Lead::Since | Lead::On => &["to", "until", "till", "through"],
        Lead::After | Lead::Before | Lead::Until => &[],
    };
    joints.iter().find_map(|joint| words.phrase_at(at, joint)).map(|length| length + the(words, at + length))
}

/// `last 3 months`, `past year`; not `last month`, which is a calendar month.
pub(super) fn rolling(words: &Words<'_>, at: usize) -> Option<(i64, CalendarUnit, usize)> {
    let at_word = at + the(words, at);
    let word = words.folded(at_word);
    if !matches!(word, "last" | "past" | "previous") {
        return None;
    }
    let skipped = at_word - at;
    if let Some((count, length)) = number(words, at_word + 1) {
        let unit = unit_named(words.folded(at_word + 1 + length), UNITS)?;
        return Some((count, unit, skipped + length + 2));
    }
    let unit = unit_named(words.folded(at_word + 1), UNITS).filter(|_| word == "past")?;
    Some((1, unit, skipped + 2))
}

/// A day, month or year. A bare month name is only read where a date is expected: `may` is also a verb.
pub(super) fn period(words: &Words<'_>, at: usize, today: Date, bare: bool) -> Option<(Period, usize)> {
    relative(words, at, today)
        .or_else(|| units_ago(words, at, today))
        .or_else(|| month_first(words, at, today, bare))
        .or_else(|| day_first(words, at, today))
}

fn relative(words: &Words<'_>, at: usize, today: Date) -> Option<(Period, usize)> {
    let day = |back| Period::calendar(CalendarUnit::Day, back, today);
    match words.folded(at) {
        "today" | "today's" | "tonight" => Some((day(0)?, 1)),
        "yesterday" | "yesterday's" => Some((day(1)?, 1)),
        "last" | "previous" => calendar(words, at, 1, today),
        "this" if matches!(words.folded(at + 1), "morning" | "evening" | "afternoon") => Some((day(0)?, 2)),
        "this" => calendar(words, at, 0, today),
        _ => None,
    }
}

fn calendar(words: &Words<'_>, at: usize, back: i64, today: Date) -> Option<(Period, usize)> {
    let word = words.folded(at + 1);
    let unit = unit_named(word.strip_suffix("'s").unwrap_or(word), UNITS)?;
    let single = !word.ends_with('s') || word.ends_with("'s");
    Some((Period::calendar(unit, back, today).filter(|_| single)?, 2))
}

fn units_ago(words: &Words<'_>, at: usize, today: Date) -> Option<(Period, usize)> {
    let (count, length) = number(words, at).or_else(|| matches!(words.folded(at), "a" | "an").then_some((1, 1)))?;
    let unit = unit_named(words.folded(at + length), UNITS)?;
    (words.folded(at + length + 1) == "ago").then_some((ago(count, unit, today)?, length + 2))
}

/// `May`, `May 2026`, `May 20`, `May 20, 2026`.
fn month_first(words: &Words<'_>, at: usize, today: Date, bare: bool) -> Option<(Period, usize)> {
    let month = month(words.folded(at))?;
    if let Some(year) = year(words.folded(at + 1)) {
        return Some((Period::month(year, month)?, 2));
    }
    if let Some(day) = day_number(words.folded(at + 1)) {
        return match year(words.folded(at + 2)) {
            Some(year) => Some((Period::day(Date::new(year, month, day).ok()?), 3)),
            None => Some((Period::recent_day(month, day, today)?, 2)),
        };
    }
    if bare {
        return None;
    }
    Some((Period::recent_month(month, today)?, 1))
}

/// `20 May`, `20 May 2026`.
fn day_first(words: &Words<'_>, at: usize, today: Date) -> Option<(Period, usize)> {
    let day = day_number(words.folded(at))?;
    let of = usize::from(words.folded(at + 1) == "of");
    let month = month(words.folded(at + 1 + of))?;
    match year(words.folded(at + 2 + of)) {
        Some(year) => Some((Period::day(Date::new(year, month, day).ok()?), 3 + of)),
        None => Some((Period::recent_day(month, day, today)?, 2 + of)),
    }
}

fn month(word: &str) -> Option<i8> {
    let place =
        MONTHS.iter().position(|(name, short)| *name == word || *short == word || (word == "sept" && *short == "sep"));
    place.map(|place| place as i8 + 1)
}

fn day_number(word: &str) -> Option<i8> {
    let digits = word.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']);
    small(digits).filter(|day| (1..=31).contains(day))
}

/// A whole number in digits or as a word.
pub(super) fn number(words: &Words<'_>, at: usize) -> Option<(i64, usize)> {
    let word = words.folded(at);
    if let Some(spelled) = NUMBERS.iter().position(|name| *name == word) {
        return Some((spelled as i64, 1));
    }
    let digits = (1..=4).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten().map(|number| (number, 1))
}

fn the(words: &Words<'_>, at: usize) -> usize {
    usize::from(words.folded(at) == "the")
}
