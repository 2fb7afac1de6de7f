//! Dates and spans as Chinese and Japanese say them. A word is one character; the phrases are in the lexicon.

use jiff::civil::Date;

use super::{
    days::{CalendarUnit, Days, Period},
    lexicon::List,
    window::{Lead, relative_at, small, unit_at, year},
    words::Words,
};
use crate::language::Language;

/// What stands after a date and says which side of it is meant.
const TRAILS: &[(List, Lead)] = &[
    (List::TrailSince, Lead::Since),
    (List::TrailAfter, Lead::After),
    (List::TrailBefore, Lead::Before),
    (List::TrailUntil, Lead::Until),
];

fn is_unspaced(words: &Words<'_>) -> bool {
    matches!(words.language, Language::Chinese | Language::Japanese)
}

pub(super) fn joint(words: &Words<'_>, at: usize) -> Option<usize> {
    let length = words.own_at(at, List::And).filter(|_| is_unspaced(words))?;
    // What means `from then on` is no joint: `到现在`, `至今`.
    let onwards = words.own_at(at, List::TrailSince).is_some_and(|trail| trail > length);
    (!onwards).then_some(length)
}

/// `2026年5月` **以来**.
pub(super) fn trail(words: &Words<'_>, at: usize, period: Period) -> Option<(Days, usize)> {
    let found = TRAILS.iter().filter_map(|(list, lead)| Some((*lead, words.own_at(at, *list)?)));
    let (lead, length) = found.max_by_key(|(_, length)| *length)?;
    Some((lead.days(period)?, length))
}

/// `最近三个月`, `过去30天`, `近半年`, `過去3か月`; or what ends in `内`: `三个月内`.
pub(super) fn rolling(words: &Words<'_>, at: usize) -> Option<(i64, CalendarUnit, usize)> {
    if !is_unspaced(words) {
        return None;
    }
    if let Some(lead) = words.own_at(at, List::RollingBefore) {
        let (count, unit, length) = span(words, at + lead)?;
        return Some((count, unit, lead + length));
    }
    let (count, unit, length) = span(words, at)?;
    let trail = words.own_at(at + length, List::RollingAfter)?;
    Some((count, unit, length + trail))
}

/// `最近三次`, `最近5条`, `直近3回`.
pub(super) fn newest(words: &Words<'_>, at: usize) -> Option<(i64, usize)> {
    let led = words.own_at(at, List::RollingBefore).filter(|_| is_unspaced(words))?;
    let (count, counted) = number(words, at + led)?;
    let measured = matches!(words.folded(at + led + counted), "次" | "条" | "个" | "回" | "件");
    (measured && unit_at(words, at + led + counted + 1).is_none()).then_some((count, led + counted + 1))
}

/// `三个月`, `半年`, `3か月`.
fn span(words: &Words<'_>, at: usize) -> Option<(i64, CalendarUnit, usize)> {
    if let Some(length) = words.own_at(at, List::HalfYear) {
        return Some((6, CalendarUnit::Month, length));
    }
    let (count, length) = number(words, at)?;
    let measure = words.own_at(at + length, List::Measure).unwrap_or(0);
    let from = at + length + measure;
    let (unit, unit_length) = unit_at(words, from)?;
    // `5月` without a measure word is the month of May.
    let is_date = unit == CalendarUnit::Month && measure == 0 && words.phrase_at(from, "月").is_some();
    (!is_date).then_some((count, unit, from + unit_length - at))
}

/// `2026年5月20日`, `去年5月`, `5月`, `昨天`.
pub(super) fn period(words: &Words<'_>, at: usize, today: Date) -> Option<(Period, usize)> {
    if !is_unspaced(words) && words.items.get(at).is_none_or(|word| !is_year_of_han(words, at) && !word.han) {
        return None;
    }
    if let Some((year, length)) = year_at(words, at, today) {
        return match month_at(words, at + length) {
            Some((month, more)) => in_month(words, at, at + length + more, year, month),
            None => Some((Period::year(year)?, length)),
        };
    }
    if let Some((month, length)) = month_at(words, at) {
        return match day_at(words, at + length) {
            Some((day, more)) => Some((Period::recent_day(month, day, today)?, length + more)),
            None => Some((Period::recent_month(month, today)?, length)),
        };
    }
    relative_at(words, at, today).filter(|_| is_unspaced(words))
}

fn is_year_of_han(words: &Words<'_>, at: usize) -> bool {
    matches!(words.folded(at + 1), "年" | "月")
}

fn in_month(words: &Words<'_>, at: usize, from: usize, year: i16, month: i8) -> Option<(Period, usize)> {
    match day_at(words, from) {
        Some((day, more)) => Some((Period::day(Date::new(year, month, day).ok()?), from + more - at)),
        None => Some((Period::month(year, month)?, from - at)),
    }
}

fn year_at(words: &Words<'_>, at: usize, today: Date) -> Option<(i16, usize)> {
    for (list, back) in [(List::YearBefore, 2), (List::ThisYear, 0), (List::LastYear, 1)] {
        if let Some(length) = words.own_at(at, list).filter(|_| is_unspaced(words)) {
            return Some((today.year() - back, length));
        }
    }
    let year = year(words.folded(at))?;
    (words.folded(at + 1) == "年").then_some((year, 2))
}

fn month_at(words: &Words<'_>, at: usize) -> Option<(i8, usize)> {
    let (month, length) = number(words, at)?;
    let month = i8::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
    (words.folded(at + length) == "月").then(|| {
        let part = usize::from(words.folded(at + length + 1) == "份");
        (month, length + 1 + part)
    })
}

fn day_at(words: &Words<'_>, at: usize) -> Option<(i8, usize)> {
    let (day, length) = number(words, at)?;
    let day = i8::try_from(day).ok().filter(|day| (1..=31).contains(day))?;
    matches!(words.folded(at + length), "日" | "号").then_some((day, length + 1))
}

/// A number in digits or in characters up to ninety-nine.
fn number(words: &Words<'_>, at: usize) -> Option<(i64, usize)> {
    let word = words.folded(at);
    if small(word).is_some() || (word.len() == 3 && word.bytes().all(|b| b.is_ascii_digit())) {
        return word.parse().ok().map(|number| (number, 1));
    }
    let (tens, mut length) = match digit(word) {
        Some(digit) if words.folded(at + 1) == "十" => (digit * 10, 2),
        None if word == "十" => (10, 1),
        Some(digit) => return Some((digit, 1)),
        None => return None,
    };
    let ones = digit(words.folded(at + length));
    length += usize::from(ones.is_some());
    Some((tens + ones.unwrap_or(0), length))
}

fn digit(word: &str) -> Option<i64> {
    let digits = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let place = digits.iter().position(|digit| *digit == word).or_else(|| (word == "两").then_some(1))?;
    Some(place as i64 + 1)
}
