//! Days as sentences write them: `10 June 2026`, `June 10`, `am 10. Juni`, `10.06.2026`.

use jiff::civil::Date;

use super::scan::{Kind, Token};
use crate::question::{month_named, split};

/// What stands in place of each byte of something that was read.
pub(super) const READ: &str = "\u{1}";

/// A line, of the same length, without the days that are written with the name of a month, and those days.
pub(super) fn taken_out(line: &str) -> (String, Vec<Token>) {
    let words: Vec<(usize, usize, String)> =
        split(line).into_iter().map(|word| (word.start, word.end, word.folded)).collect();
    let folded = |at: usize| words.get(at).map_or("", |(.., folded)| folded.as_str());
    let (mut rest, mut tokens, mut from) = (String::new(), Vec::new(), 0);
    for at in 0..words.len() {
        let Some(month) = month_named(folded(at)) else { continue };
        let Some((kind, first, last)) = around(at, month, &folded) else { continue };
        let (Some((start, ..)), Some((_, end, _))) = (words.get(first), words.get(last)) else { continue };
        if *start < from {
            continue;
        }
        rest.push_str(line.get(from..*start).unwrap_or_default());
        rest.push_str(&READ.repeat(end - start));
        let written = line.get(*start..*end).unwrap_or_default().to_owned();
        tokens.push(Token { written, kind, start: *start, end: *end });
        from = *end;
    }
    rest.push_str(line.get(from..).unwrap_or_default());
    (rest, tokens)
}

/// The day or month around the name of a month, and the first and last word it takes. The name alone is a word like any
/// other.
fn around<'a>(at: usize, month: i8, folded: &impl Fn(usize) -> &'a str) -> Option<(Kind, usize, usize)> {
    let joins = |word: &str| matches!(word, "de" | "del" | "of");
    let before = at.checked_sub(1).map(|one| if joins(folded(one)) { one.saturating_sub(1) } else { one });
    let year_after = |at: usize| {
        let at = if joins(folded(at)) { at + 1 } else { at };
        year(folded(at)).map(|year| (year, at))
    };
    if let Some((day, first)) = before.and_then(|first| Some((day(folded(first))?, first))) {
        let (year, last) = year_after(at + 1).map_or((None, at), |(year, last)| (Some(year), last));
        return Some((of_month(year, month, day)?, first, last));
    }
    if let Some(day) = day(folded(at + 1)) {
        let (year, last) = year_after(at + 2).map_or((None, at + 1), |(year, last)| (Some(year), last));
        return Some((of_month(year, month, day)?, at, last));
    }
    year_after(at + 1).map(|(year, last)| (Kind::Month(year, month), at, last))
}

fn of_month(year: Option<i16>, month: i8, day: i8) -> Option<Kind> {
    match year {
        Some(year) => Some(Kind::Days(vec![Date::new(year, month, day).ok()?])),
        None => Some(Kind::DayOfAnyYear(month, day)),
    }
}

fn day(word: &str) -> Option<i8> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase() || c == 'º');
    let ordinal = matches!(word.get(digits.len()..)?, "" | "st" | "nd" | "rd" | "th" | "er" | "º");
    digits.parse().ok().filter(|day| ordinal && digits.len() <= 2 && (1..=31).contains(day))
}

fn year(word: &str) -> Option<i16> {
    word.parse().ok().filter(|year| word.len() == 4 && (1900..=2200).contains(year))
}

/// `10.06.2026`, `6/10/2026`: every day that the numbers can mean, and how much of the text they take.
pub(super) fn in_numbers(text: &str) -> Option<(Kind, usize)> {
    let length = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '/')).unwrap_or(text.len());
    let written = text.get(..length)?.trim_end_matches(['.', '/']);
    let parts: Vec<&str> = written.split(['.', '/']).collect();
    let [first, second, last] = parts.as_slice() else { return None };
    let (first, second): (i8, i8) = (first.parse().ok()?, second.parse().ok()?);
    let year = year(last)?;
    let mut days: Vec<Date> = Date::new(year, second, first).into_iter().collect();
    if written.contains('/') {
        days.extend(Date::new(year, first, second));
    }
    (!days.is_empty()).then_some((Kind::Days(days), written.len()))
}
