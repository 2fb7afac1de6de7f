//! A text as the numbers and days in it.
//!
//! Digits inside a word (`B12`, `HbA1c`) and inside a name of the record are no numbers; nor are the numerals of a list
//! that counts from one. A comma may part thousands or decimals, so both readings are given.

use jiff::civil::Date;
use mirobody_query::is_unspaced;
use mirobody_units::Printed;
use rust_decimal::Decimal;

use super::dates;

/// A number or a day as it stands in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) written: String,
    pub(super) kind: Kind,
    /// Where it begins in the text, in bytes.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// What the digits may mean, and the unit after them.
    Number {
        values: Vec<Decimal>,
        unit: Option<String>,
    },
    /// One of these: numbers alone can be read in two orders.
    Days(Vec<Date>),
    /// A month and a day without a year.
    DayOfAnyYear(i8, i8),
    Month(i16, i8),
    /// `2026-06-16 07:30`.
    Time(String),
}

/// Words that are a unit to a table of units and none in a sentence.
const WORDS: &[&str] = &["in", "a", "at", "as", "an", "am", "on", "or", "to", "y", "h", "m", "d", "l", "u"];

/// Reads texts whose names and units are known.
pub(super) struct Scanner<'a> {
    /// Longest first.
    labels: Vec<&'a str>,
    units: Vec<&'a str>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(labels: impl IntoIterator<Item = &'a str>, units: impl IntoIterator<Item = &'a str>) -> Self {
        let sorted = |texts: &mut Vec<&'a str>| {
            texts.retain(|text| !text.is_empty());
            texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
            texts.dedup();
        };
        let (mut labels, mut units): (Vec<&str>, Vec<&str>) =
            (labels.into_iter().collect(), units.into_iter().collect());
        sorted(&mut labels);
        sorted(&mut units);
        Self { labels, units }
    }

    /// Whether a text is a unit.
    pub(super) fn is_unit(&self, text: &str) -> bool {
        self.units.contains(&text) || matches!(mirobody_units::read(text), Printed::Known(_))
    }

    pub(super) fn tokens(&self, text: &str) -> Vec<Token> {
        self.tokens_after(text, &mut 1)
    }

    /// The same of a part of a text, where the next numeral of a list would be `numeral`.
    pub(super) fn tokens_after(&self, text: &str, numeral: &mut usize) -> Vec<Token> {
        // What is read keeps its length: tokens say where they stand.
        let hidden = |text: String, label: &&str| {
            if text.contains(label) { text.replace(label, &dates::READ.repeat(label.len())) } else { text }
        };
        let text = self.labels.iter().fold(text.to_owned(), hidden);
        let (mut tokens, mut from) = (Vec::new(), 0);
        for whole in text.split_inclusive('\n') {
            let line = whole.trim_end_matches(['\n', '\r']);
            let begin = past_numeral(line, numeral);
            let found = self.line(line.get(begin..).unwrap_or_default()).into_iter();
            tokens.extend(found.map(|token| token.moved(from + begin)));
            from += whole.len();
        }
        tokens
    }

    fn line(&self, line: &str) -> Vec<Token> {
        if !line.bytes().any(|byte| byte.is_ascii_digit()) {
            return Vec::new();
        }
        let (line, mut tokens) = dates::taken_out(line);
        let line = line.as_str();
        let mut at = 0;
        while let Some(rest) = line.get(at..) {
            let Some(offset) = rest.find(|c: char| c.is_ascii_digit()) else { break };
            let start = at + offset;
            let before = line.get(..start).unwrap_or_default();
            if before.chars().next_back().is_some_and(|c| (c.is_alphabetic() && !is_unspaced(c)) || c == '_') {
                at = start + word_length(line.get(start..).unwrap_or_default());
                continue;
            }
            let token = self.token(before, line.get(start..).unwrap_or_default());
            at = token.end.max(start + 1);
            tokens.push(token);
        }
        tokens.sort_by_key(|token| token.start);
        tokens
    }

    /// The token that begins `text`, which stands after `before`.
    fn token(&self, before: &str, text: &str) -> Token {
        let start = before.len();
        if let Some((kind, length)) = day(text).or_else(|| dates::in_numbers(text)) {
            let written = text.get(..length).unwrap_or_default().to_owned();
            return Token { written, kind, start, end: start + length };
        }
        let length = number_length(text);
        let digits = text.get(..length).unwrap_or_default();
        let (sign, sign_length) = sign(before);
        let values = readings(digits).into_iter().map(|value| if sign == "-" { -value } else { value }).collect();
        let (unit, unit_length) = self.unit(text.get(length..).unwrap_or_default());
        let written = format!("{sign}{}", text.get(..length + unit_length).unwrap_or_default());
        let (start, end) = (start - sign_length, start + length + unit_length);
        Token { written, kind: Kind::Number { values, unit }, start, end }
    }

    /// The unit after a number, and how much of the text it takes.
    fn unit(&self, text: &str) -> (Option<String>, usize) {
        let trimmed = text.strip_prefix([' ', '\u{a0}', '\u{202f}']).unwrap_or(text);
        let skipped = text.len() - trimmed.len();
        let whole = |unit: &&&str| {
            let after = trimmed.get(unit.len()..).and_then(|rest| rest.chars().next());
            trimmed.starts_with(**unit) && !after.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c))
        };
        if let Some(unit) = self.units.iter().find(whole) {
            return (Some((*unit).to_owned()), skipped + unit.len());
        }
        let ends =
            |c: char| c.is_whitespace() || ",;:!?()[]（）。，；、：*\"'«»„“”’\u{1}".contains(c) || is_unspaced(c);
        let word = trimmed.split(ends).next().unwrap_or_default().trim_end_matches('.');
        let known =
            !WORDS.contains(&word) && !word.is_empty() && matches!(mirobody_units::read(word), Printed::Known(_));
        if known { (Some(word.to_owned()), skipped + word.len()) } else { (None, 0) }
    }
}

impl Token {
    /// The same, so many bytes later.
    fn moved(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by, ..self }
    }
}

/// Where a line goes on after the numeral that counts it. A list counts from one; another may begin.
fn past_numeral(line: &str, next: &mut usize) -> usize {
    let marks = line.len() - line.trim_start_matches([' ', '\t', '#', '*', '>', '_']).len();
    let trimmed = line.get(marks..).unwrap_or_default();
    let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
    let numeral = trimmed.get(..digits).and_then(|digits| digits.parse::<usize>().ok());
    let rest = trimmed.get(digits..).unwrap_or_default();
    let ends = |mark: char| rest.strip_prefix(mark).is_some_and(|rest| rest.starts_with([' ', '*', '_']));
    match numeral.filter(|numeral| [*next, 1].contains(numeral) && (ends('.') || ends(')'))) {
        Some(numeral) => {
            *next = numeral + 1;
            marks + digits
        }
        None => 0,
    }
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() || is_unspaced(c)).unwrap_or(text.len())
}

/// The sign before a number, and its length; a dash between two numbers is none.
fn sign(before: &str) -> (&'static str, usize) {
    let mut last = before.chars().rev();
    match (last.next(), last.next()) {
        (Some(_), Some(c)) if c.is_alphanumeric() || c == ')' => ("", 0),
        (Some(mark @ ('-' | '\u{2212}')), _) => ("-", mark.len_utf8()),
        (Some('+'), _) => ("+", 1),
        _ => ("", 0),
    }
}

/// Digits, with points and commas between them.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let joins = |at: usize| matches!(bytes.get(at), Some(b'.' | b',')) && digit(at + 1);
    let mut length = 0;
    while digit(length) || (length > 0 && joins(length)) {
        length += 1;
    }
    length
}

/// What digits may mean: `1,234` is a thousand or a little more than one.
fn readings(digits: &str) -> Vec<Decimal> {
    let grouped = |mark: char| {
        let mut parts = digits.split(mark);
        let first = parts.next().is_some_and(|part| (1..=3).contains(&part.len()));
        first && parts.all(|part| part.split(['.', ',']).next().is_some_and(|part| part.len() == 3))
    };
    let mut texts = vec![digits.to_owned(), digits.replace(',', ".")];
    if digits.contains(',') && grouped(',') {
        texts.push(digits.replace(',', ""));
    }
    if digits.contains('.') && digits.contains(',') {
        texts.push(digits.replace('.', "").replace(',', "."));
    }
    let mut values: Vec<Decimal> = texts.iter().filter_map(|text| text.parse().ok()).collect();
    values.dedup();
    values
}

/// `2026-06-16`, `2026-06-16 07:30`, `2026-06`, `2026年6月16日`.
pub(super) fn day(text: &str) -> Option<(Kind, usize)> {
    let year: i16 = text.get(..4)?.parse().ok()?;
    let rest = text.get(4..)?;
    if let Some(rest) = rest.strip_prefix('年') {
        return han_day(year, rest, text.len());
    }
    let month: i8 = rest.strip_prefix('-')?.get(..2)?.parse().ok()?;
    let followed = rest.get(3..)?;
    let number: Option<i8> = followed.strip_prefix('-').and_then(|rest| rest.get(..2)).and_then(|day| day.parse().ok());
    let Some(number) = number else {
        return ((1..=12).contains(&month) && !followed.starts_with(|c: char| c.is_ascii_digit()))
            .then_some((Kind::Month(year, month), 7));
    };
    let date = Date::new(year, month, number).ok()?;
    let clock = text.get(10..16).filter(|clock| is_clock(clock));
    match clock {
        Some(clock) => Some((Kind::Time(format!("{date}{clock}")), 16)),
        None => Some((Kind::Days(vec![date]), 10)),
    }
}

fn is_clock(text: &str) -> bool {
    text.bytes().zip(*b" 00:00").all(|(own, model)| if model == b'0' { own.is_ascii_digit() } else { own == model })
}

fn han_day(year: i16, rest: &str, whole: usize) -> Option<(Kind, usize)> {
    let (month, after) = rest.split_once('月')?;
    let month: i8 = month.trim().parse().ok().filter(|month| (1..=12).contains(month))?;
    let day = after.split_once('日').and_then(|(day, after)| Some((day.trim().parse::<i8>().ok()?, after)));
    match day {
        Some((day, after)) => Some((Kind::Days(vec![Date::new(year, month, day).ok()?]), whole - after.len())),
        None => Some((Kind::Month(year, month), whole - after.len())),
    }
}
