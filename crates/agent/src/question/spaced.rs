//! Dates and spans as languages with spaces say them. Their words are in the lexicon.

use jiff::civil::Date;

use super::{
    days::{CalendarUnit, Days, Period, ago as days_ago, rolling as rolling_days},
    lexicon::List,
    window::{Lead, relative_at, small, unit_at, year},
    words::Words,
};
use crate::language::Language;

const LEADS: &[(List, Lead)] = &[
    (List::Since, Lead::Since),
    (List::After, Lead::After),
    (List::Before, Lead::Before),
    (List::Until, Lead::Until),
    (List::Between, Lead::Between),
    (List::On, Lead::On),
];

/// The word or words that lead a date in.
pub(super) fn lead(words: &Words<'_>, at: usize) -> Option<(Lead, usize)> {
    let (lead, length) = LEADS.iter().find_map(|(list, lead)| Some((*lead, words.own_at(at, *list)?)))?;
    Some((lead, length + article(words, at + length)))
}

/// The lead of what happened on a date: **`since`** `my surgery on` …
pub(super) fn led_from_afar(words: &Words<'_>, at: usize) -> Option<Lead> {
    let near = (2..=5).take_while(|back| at.checked_sub(back - 1).is_some_and(|i| words.joins(i) && !words.is_used(i)));
    let leads = [(List::Since, Lead::Since), (List::After, Lead::After), (List::Before, Lead::Before)];
    near.filter_map(|back| at.checked_sub(back)).find_map(|from| {
        let (lead, length) = leads.iter().find_map(|(list, lead)| Some((*lead, words.own_at(from, *list)?)))?;
        (from + length < at && !words.is_used(from)).then_some(lead)
    })
}

/// What joins the two ends of a span.
pub(super) fn joint(words: &Words<'_>, at: usize, lead: Lead) -> Option<usize> {
    let length = match lead {
        Lead::Between => words.own_at(at, List::And),
        Lead::Since | Lead::On => words.own_at(at, List::To),
        Lead::After | Lead::Before | Lead::Until => None,
    }?;
    Some(length + article(words, at + length))
}

/// `last 3 months`, `past year`, `3 derniers mois`; not `last month`, which is a calendar month.
pub(super) fn rolling(words: &Words<'_>, at: usize) -> Option<(i64, CalendarUnit, usize)> {
    let skipped = article(words, at);
    let from = at + skipped;
    let whole = |(count, unit, length): (i64, CalendarUnit, usize)| (count, unit, skipped + length);
    counted_after(words, from).or_else(|| counted_before(words, from)).or_else(|| single(words, from)).map(whole)
}

/// **`last`** `3 months`.
fn counted_after(words: &Words<'_>, at: usize) -> Option<(i64, CalendarUnit, usize)> {
    let led = words.own_at(at, List::RollingBefore)?;
    let (count, counted) = number(words, at + led)?;
    let (unit, named) = unit_at(words, at + led + counted)?;
    Some((count, unit, led + counted + named))
}

/// `3` **`derniers`** `mois`.
fn counted_before(words: &Words<'_>, at: usize) -> Option<(i64, CalendarUnit, usize)> {
    let (count, counted) = number(words, at)?;
    let led = words.own_at(at + counted, List::RollingBetween)?;
    let (unit, named) = unit_at(words, at + counted + led)?;
    Some((count, unit, counted + led + named))
}

/// `last 3`, `3 derniers`, and no unit of time after it.
pub(super) fn newest(words: &Words<'_>, at: usize) -> Option<(i64, usize)> {
    let after = words.own_at(at, List::RollingBefore).and_then(|led| {
        let (count, counted) = number(words, at + led)?;
        Some((count, led + counted))
    });
    let before = || {
        let (count, counted) = number(words, at)?;
        Some((count, counted + words.own_at(at + counted, List::RollingBetween)?))
    };
    after.or_else(before).filter(|(_, length)| unit_at(words, at + length).is_none())
}

/// **`past`** `year`.
fn single(words: &Words<'_>, at: usize) -> Option<(i64, CalendarUnit, usize)> {
    let led = words.own_at(at, List::RollingOne)?;
    let (unit, named) = unit_at(words, at + led)?;
    Some((1, unit, led + named))
}

/// `3 months`, after a word that says since.
pub(super) fn since_so_long(words: &Words<'_>, at: usize, today: Date) -> Option<(Days, usize)> {
    let spaced = !matches!(words.language, Language::Chinese | Language::Japanese);
    let (count, counted) = number(words, at).filter(|_| spaced)?;
    let (unit, named) = unit_at(words, at + counted)?;
    let is_ago = words.own_at(at + counted + named, List::AgoAfter).is_some();
    (!is_ago).then_some((rolling_days(count, unit, today)?, counted + named))
}

/// A day, month or year. A bare month name is only read where a date is expected: `may` is also a verb.
pub(super) fn period(words: &Words<'_>, at: usize, today: Date, bare: bool) -> Option<(Period, usize)> {
    relative_at(words, at, today)
        .or_else(|| ago(words, at, today))
        .or_else(|| month_first(words, at, today, bare && words.language == Language::English))
        .or_else(|| day_first(words, at, today))
}

/// `3 months ago`, `vor 3 Monaten`, `il y a un an`.
pub(super) fn ago(words: &Words<'_>, at: usize, today: Date) -> Option<(Period, usize)> {
    let led = words.own_at(at, List::AgoBefore);
    let from = at + led.unwrap_or(0);
    let a = matches!(words.folded(from), "a" | "an" | "einem" | "einer" | "una" | "une").then_some((1, 1));
    let (count, counted) = number(words, from).or(a)?;
    let (unit, named) = unit_at(words, from + counted)?;
    let end = from + counted + named;
    let trailed = words.own_at(end, List::AgoAfter);
    let length = end + trailed.unwrap_or(0) - at;
    (led.is_some() || trailed.is_some()).then_some((days_ago(count, unit, today)?, length))
}

/// `May`, `May 2026`, `May 20`, `May 20, 2026`.
fn month_first(words: &Words<'_>, at: usize, today: Date, bare: bool) -> Option<(Period, usize)> {
    let month = words.lexicon().month(words.folded(at))?;
    let of = words.own_at(at + 1, List::Of).unwrap_or(0);
    if let Some(year) = year(words.folded(at + 1 + of)) {
        return Some((Period::month(year, month)?, 2 + of));
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

/// `20 May`, `20 May 2026`, `20 de mayo de 2026`.
fn day_first(words: &Words<'_>, at: usize, today: Date) -> Option<(Period, usize)> {
    let day = day_number(words.folded(at))?;
    let of = words.own_at(at + 1, List::Of).unwrap_or(0);
    let month = words.lexicon().month(words.folded(at + 1 + of))?;
    let next = at + 2 + of;
    let more = words.own_at(next, List::Of).unwrap_or(0);
    match year(words.folded(next + more)) {
        Some(year) => Some((Period::day(Date::new(year, month, day).ok()?), next + more + 1 - at)),
        None => Some((Period::recent_day(month, day, today)?, next - at)),
    }
}

/// `20`, `20th`, `1er`.
fn day_number(word: &str) -> Option<i8> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase() || c == 'º');
    let ending = word.get(digits.len()..).unwrap_or_default();
    let ordinal = matches!(ending, "" | "st" | "nd" | "rd" | "th" | "er" | "º" | "ro");
    small(digits).filter(|day| ordinal && (1..=31).contains(day))
}

/// A whole number in digits or as a word.
pub(super) fn number(words: &Words<'_>, at: usize) -> Option<(i64, usize)> {
    let word = words.folded(at);
    if let Some(spelled) = words.lexicon().list(List::Numbers).iter().position(|name| name == word) {
        return Some((spelled as i64, 1));
    }
    let digits = (1..=4).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten().map(|number| (number, 1))
}

fn article(words: &Words<'_>, at: usize) -> usize {
    words.own_at(at, List::Articles).unwrap_or(0)
}
