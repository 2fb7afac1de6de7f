//! A result cell taken apart: flag, value, unit and range as they were printed inside it.

use crate::{lex, results, unit_shape};

/// The parts of a result cell, verbatim; absent parts are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    /// The value.
    pub value: String,
    /// The unit printed in the same cell.
    pub unit: String,
    /// The range printed in the same cell.
    pub range: String,
    /// The flag printed in the same cell.
    pub flag: String,
    /// Whether the value is a number, a step or a titre rather than any text.
    pub exact: bool,
}

/// Reads a result cell. `unit_elsewhere`: the row has a unit of its own, so a trailing `L` is a flag, not litres.
pub(crate) fn read(cell: &str, unit_elsewhere: bool) -> Parts {
    let text = cell.trim();
    if results::is_ordinal(text) {
        return Parts { value: text.to_owned(), exact: true, ..Parts::default() };
    }
    let (front, text) = leading_flags(text);
    let mut parts = number_first(text, unit_elsewhere).unwrap_or_else(|| word(text));
    if !front.is_empty() {
        parts.flag = front;
    }
    parts
}

/// Every flag in front, joined: `- - 115` is flagged `--`.
fn leading_flags(text: &str) -> (String, &str) {
    let (mut flags, mut text) = (String::new(), text);
    for _ in 0..3 {
        let Some((flag, rest)) = results::leading_flag(text) else { break };
        flags.push_str(flag);
        text = rest;
    }
    (flags, text)
}

/// A word result, with a flag behind it when there is one.
fn word(text: &str) -> Parts {
    let (value, flag) = results::trailing_flag(text).unwrap_or((text, ""));
    Parts { value: value.to_owned(), flag: flag.to_owned(), exact: results::is_ordinal(value), ..Parts::default() }
}

/// A number (or pair, or interval), then whatever is known to follow one; `None` when anything else follows.
fn number_first(text: &str, unit_elsewhere: bool) -> Option<Parts> {
    let (value, rest) = interval(text).or_else(|| pair(text)).or_else(|| lex::number(text))?;
    let goes_on = rest.strip_prefix(['-', '/', ':']).is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()));
    if goes_on {
        return None;
    }
    let mut parts = Parts { value: value.trim().to_owned(), exact: true, ..Parts::default() };
    tail(rest, unit_elsewhere, &mut parts).then_some(parts)
}

/// `0-2`, `120--200` as a result.
fn interval(text: &str) -> lex::Taken<'_> {
    lex::range(text).filter(|(found, _)| found.starts_with(|c: char| c.is_ascii_digit()))
}

/// `123/78`.
pub(crate) fn pair(text: &str) -> lex::Taken<'_> {
    let (_, rest) = lex::digits(text)?;
    let second = rest.trim_start().strip_prefix('/')?.trim_start();
    let (number, after) = lex::digits(second)?;
    let dated = after.starts_with('/') || number.contains(['.', ',']);
    (!dated).then(|| text.split_at(text.len() - after.len()))
}

/// Whether all of what follows a value is flags, a unit and a range, which are put into `parts`.
pub(crate) fn tail(rest: &str, unit_elsewhere: bool, parts: &mut Parts) -> bool {
    let mut rest = rest.trim().trim_start_matches('&');
    for _ in 0..6 {
        rest = rest.trim_start().trim_start_matches(['&', ';', '|']).trim_start();
        if rest.is_empty() {
            return true;
        }
        let Some(after) = tail_piece(rest, unit_elsewhere, parts) else { return false };
        rest = after;
    }
    rest.trim().is_empty()
}

fn tail_piece<'a>(rest: &'a str, unit_elsewhere: bool, parts: &mut Parts) -> Option<&'a str> {
    if parts.range.is_empty()
        && let Some((range, after)) = lex::range(lex::strip_label(rest))
    {
        range.clone_into(&mut parts.range);
        return Some(after);
    }
    let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
    let litres = word == "L" && !unit_elsewhere && parts.unit.is_empty();
    if parts.flag.is_empty() && !litres && results::is_flag(word) {
        word.clone_into(&mut parts.flag);
        return Some(&rest[word.len()..]);
    }
    if let Some(arrows) = arrow_run(rest).filter(|_| parts.flag.is_empty()) {
        arrows.clone_into(&mut parts.flag);
        return Some(&rest[arrows.len()..]);
    }
    if parts.unit.is_empty() {
        let (unit, after) = if litres { rest.split_at(1) } else { unit_shape::take_unit(rest)? };
        unit.clone_into(&mut parts.unit);
        return Some(after);
    }
    None
}

fn arrow_run(rest: &str) -> Option<&str> {
    let after = rest.trim_start_matches(['↑', '↓', '▲', '▼', '*']);
    (after.len() < rest.len()).then(|| &rest[..rest.len() - after.len()])
}

/// A reference cell: the range with the unit or flag printed behind it: `<7.00&ng/mL`, `65-99 mg/dL`, `65-99 H`.
pub(crate) fn reference(cell: &str) -> Parts {
    let text = cell.trim();
    if let Some((range, rest)) = lex::range(text) {
        let mut parts = Parts { range: range.trim().to_owned(), ..Parts::default() };
        let rest = rest.trim().trim_start_matches('&').trim();
        if unit_shape::is_unit(rest) {
            rest.clone_into(&mut parts.unit);
            return parts;
        }
        if rest.is_empty() || tail(rest, true, &mut parts) {
            return parts;
        }
    }
    Parts { range: text.to_owned(), ..Parts::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(cell: &str) -> (String, String, String, String) {
        let p = read(cell, false);
        (p.value, p.unit, p.range, p.flag)
    }

    #[test]
    fn cells_come_apart() {
        let cases = [
            ("13.5", ("13.5", "", "", "")),
            ("72.0kg", ("72.0", "kg", "", "")),
            ("6.49↑", ("6.49", "", "", "↑")),
            ("512 H", ("512", "", "", "H")),
            ("1.5 L", ("1.5", "L", "", "")),
            ("- - 115", ("115", "", "", "--")),
            ("++ 8,50", ("8,50", "", "", "++")),
            ("< 0,10", ("< 0,10", "", "", "")),
            ("2.873 (0.270 - 4.200)&mIU/L", ("2.873", "mIU/L", "(0.270 - 4.200)", "")),
            ("+ Positief", ("Positief", "", "", "+")),
            ("123/78", ("123/78", "", "", "")),
            ("0-2 /HPF", ("0-2", "/HPF", "", "")),
            ("阴性", ("阴性", "", "", "")),
            ("1:80", ("1:80", "", "", "")),
            ("++", ("++", "", "", "")),
            ("2 weeks after", ("2 weeks after", "", "", "")),
        ];
        for (cell, (value, unit, range, flag)) in cases {
            assert_eq!(parts(cell), (value.into(), unit.into(), range.into(), flag.into()), "{cell}");
        }
    }

    #[test]
    fn a_reference_may_carry_the_unit() {
        let reference = |cell: &str| {
            let parts = reference(cell);
            (parts.range, parts.unit)
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(reference("65-99 H"), pair("65-99", ""));
        assert_eq!(reference("<7.00&ng/mL"), pair("<7.00", "ng/mL"));
        assert_eq!(reference("65-99 mg/dL"), pair("65-99", "mg/dL"));
        assert_eq!(reference("> OR = 60 mL/min/1.73m2"), pair("> OR = 60", "mL/min/1.73m2"));
        assert_eq!(reference("Negatief"), pair("Negatief", ""));
    }
}
