//! Dates and spans as Chinese says them. The words are single characters, in simplified form.

use jiff::civil::Date;

use super::{
    days::{CalendarUnit, Days, Period},
    window::{Lead, small, year},
    words::Words,
};

const UNITS: &[(&str, CalendarUnit)] = &[
    ("小时", CalendarUnit::Hour),
    ("天", CalendarUnit::Day),
    ("日", CalendarUnit::Day),
    ("星期", CalendarUnit::Week),
    ("礼拜", CalendarUnit::Week),
    ("周", CalendarUnit::Week),
    ("月", CalendarUnit::Month),
    ("年", CalendarUnit::Year),
];

const RELATIVE: &[(&str, CalendarUnit, i64)] = &[
    ("今天", CalendarUnit::Day, 0),
    ("今日", CalendarUnit::Day, 0),
    ("昨天", CalendarUnit::Day, 1),
    ("昨日", CalendarUnit::Day, 1),
    ("前天", CalendarUnit::Day, 2),
    ("本周", CalendarUnit::Week, 0),
    ("这周", CalendarUnit::Week, 0),
    ("这个星期", CalendarUnit::Week, 0),
    ("上周", CalendarUnit::Week, 1),
    ("上星期", CalendarUnit::Week, 1),
    ("上个星期", CalendarUnit::Week, 1),
    ("本月", CalendarUnit::Month, 0),
    ("这个月", CalendarUnit::Month, 0),
    ("上个月", CalendarUnit::Month, 1),
    ("上月", CalendarUnit::Month, 1),
    ("今年", CalendarUnit::Year, 0),
    ("本年", CalendarUnit::Year, 0),
    ("去年", CalendarUnit::Year, 1),
    ("前年", CalendarUnit::Year, 2),
];

/// What stands after a date and says which side of it is meant.
const TRAILS: &[(&str, Lead)] = &[
    ("以来", Lead::Since),
    ("至今", Lead::Since),
    ("到现在", Lead::Since),
    ("起", Lead::Since),
    ("开始", Lead::Since),
    ("之后", Lead::After),
    ("以后", Lead::After),
    ("之前", Lead::Before),
    ("以前", Lead::Before),
    ("前", Lead::Before),
    ("后", Lead::After),
];

pub(super) fn lead(words: &Words<'_>, at: usize) -> Option<(Lead, usize)> {
    let length = ["自从", "自", "从"].iter().find_map(|phrase| words.phrase_at(at, phrase))?;
    Some((Lead::Since, length))
}

pub(super) fn joint(words: &Words<'_>, at: usize) -> Option<usize> {
    if words.phrase_at(at, "到现在").is_some() {
        return None;
    }
    ["到", "至"].iter().find_map(|joint| words.phrase_at(at, joint)).filter(|_| words.phrase_at(at, "至今").is_none())
}

/// `2026年5月` **以来**.
pub(super) fn trail(words: &Words<'_>, at: usize, period: Period) -> Option<(Days, usize)> {
    let (lead, length) = TRAILS.iter().find_map(|(phrase, lead)| Some((*lead, words.phrase_at(at, phrase)?)))?;
    let days = match lead {
        Lead::After => period.after()?,
        Lead::Before => period.before()?,
        _ => period.onwards(),
    };
    Some((days, length))
}

/// `最近三个月`, `过去30天`, `近半年`; or what ends in `内`: `三个月内`.
pub(super) fn rolling(words: &Words<'_>, at: usize) -> Option<(i64, CalendarUnit, usize)> {
    if let Some(lead) = ["最近", "过去", "近", "这", "前"].iter().find_map(|phrase| words.phrase_at(at, phrase))
    {
        let (count, unit, length) = span(words, at + lead)?;
        return Some((count, unit, lead + length));
    }
    let (count, unit, length) = span(words, at)?;
    let trail = ["以内", "之内", "内", "以来", "来"].iter().find_map(|phrase| words.phrase_at(at + length, phrase))?;
    Some((count, unit, length + trail))
}

/// `三个月`, `半年`.
fn span(words: &Words<'_>, at: usize) -> Option<(i64, CalendarUnit, usize)> {
    if let Some(length) = words.phrase_at(at, "半年") {
        return Some((6, CalendarUnit::Month, length));
    }
    let (count, length) = number(words, at)?;
    let measure = words.phrase_at(at + length, "个").unwrap_or(0);
    let from = at + length + measure;
    let (unit, unit_length) = UNITS.iter().find_map(|(name, unit)| Some((*unit, words.phrase_at(from, name)?)))?;
    // `5月` without a measure word is the month of May.
    let is_date = unit == CalendarUnit::Month && measure == 0 && length > 0 && words.phrase_at(from, "月").is_some();
    (!is_date).then_some((count, unit, from + unit_length - at))
}

/// `2026年5月20日`, `去年5月`, `5月`, `昨天`.
pub(super) fn period(words: &Words<'_>, at: usize, today: Date) -> Option<(Period, usize)> {
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
    RELATIVE.iter().find_map(|(phrase, unit, back)| {
        let length = words.phrase_at(at, phrase)?;
        Some((Period::calendar(*unit, *back, today)?, length))
    })
}

fn in_month(words: &Words<'_>, at: usize, from: usize, year: i16, month: i8) -> Option<(Period, usize)> {
    match day_at(words, from) {
        Some((day, more)) => Some((Period::day(Date::new(year, month, day).ok()?), from + more - at)),
        None => Some((Period::month(year, month)?, from - at)),
    }
}

fn year_at(words: &Words<'_>, at: usize, today: Date) -> Option<(i16, usize)> {
    for (phrase, back) in [("今年", 0), ("去年", 1), ("前年", 2)] {
        if let Some(length) = words.phrase_at(at, phrase) {
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
