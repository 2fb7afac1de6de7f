//! When an expected result and a reading are the same, and which goes with which.

use mirobody_collect::Row;
use mirobody_units::{Printed, Ucum, read};
use mirobody_vocab::fold;

use super::cases::Expected;

/// One-to-one pairs of equal results, the most similar names first.
pub(super) fn matches<'a>(expected: &'a [Expected], rows: &'a [Row]) -> Vec<(&'a Expected, &'a Row)> {
    let mut candidates = Vec::new();
    for (e, wanted) in expected.iter().enumerate() {
        for (r, row) in rows.iter().enumerate().filter(|(_, row)| equal(wanted, row)) {
            candidates.push((similarity(&wanted.name, &row.reading.name), e, r));
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let (mut taken, mut used) = (vec![false; expected.len()], vec![false; rows.len()]);
    let mut pairs = Vec::new();
    for (_, e, r) in candidates {
        if !taken[e] && !used[r] {
            (taken[e], used[r]) = (true, true);
            pairs.push((&expected[e], &rows[r]));
        }
    }
    pairs
}

/// The share of the words of both names that they have in common.
fn similarity(a: &str, b: &str) -> f64 {
    let words = |text: &str| -> Vec<String> {
        fold(text).split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
    };
    let (a, b) = (words(a), words(b));
    let common = a.iter().filter(|w| b.contains(w)).count();
    2.0 * common as f64 / (a.len() + b.len()).max(1) as f64
}

fn equal(expected: &Expected, row: &Row) -> bool {
    match (number(&expected.value), number(&row.reading.value)) {
        (Some(a), Some(b)) => a == b && unit(&expected.unit) == unit(&row.reading.unit),
        (None, None) => same_words(&expected.value, &row.reading.value),
        _ => false,
    }
}

/// A narrative was cut at this length where the expectations were written down.
const CUT: usize = 115;

fn same_words(expected: &str, read: &str) -> bool {
    let (expected, read) = (words(expected), words(read));
    expected == read || (expected.chars().count() >= CUT && read.starts_with(&expected))
}

/// Folded, without blanks; letters beyond ASCII count as one sign, as some were lost on the way.
fn words(text: &str) -> String {
    let lossy = |c: char| if c.is_ascii() { c } else { '?' };
    fold(text).chars().filter(|c| !c.is_whitespace()).map(lossy).collect()
}

/// Comparator and digits: a decimal comma is a point, closing zeros are nothing.
fn number(text: &str) -> Option<String> {
    let text = text.trim().replace(',', ".");
    let digits = text.trim_start_matches(['<', '>', '=', ' ']);
    let comparator: String = text[..text.len() - digits.len()].chars().filter(|c| *c != ' ').collect();
    let plain =
        !digits.is_empty() && digits.matches('.').count() <= 1 && digits.starts_with(|c: char| c.is_ascii_digit());
    if !plain || !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let short = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    Some(format!("{comparator}{short}"))
}

/// The unit in UCUM when it is known, else lightly folded; an annotation alone is its word.
fn unit(text: &str) -> String {
    let code = match (Ucum::parse(text), read(text)) {
        (Ok(code), _) if !text.is_empty() => code.as_str().to_owned(),
        (_, Printed::Known(code)) => code.as_str().to_owned(),
        _ => fold(text).replace(' ', ""),
    };
    let bare = without_annotations(&code);
    if bare.is_empty() { code.replace(['{', '}'], "") } else { bare }
}

/// `/100{WBC}` and `/100{WBCs}` are one unit.
fn without_annotations(code: &str) -> String {
    let mut inside = false;
    code.chars()
        .filter(|c| {
            inside |= *c == '{';
            let keep = !inside;
            inside &= *c != '}';
            keep
        })
        .collect()
}

/// What makes two readings of versions of one report the same.
pub(super) fn row_key(row: &Row) -> String {
    let reading = &row.reading;
    format!("{}|{}|{}", fold(&reading.name), value_key(&reading.value), unit(&reading.unit))
}

/// What makes two expectations of bundles of one report the same.
pub(super) fn expected_key(expected: &Expected) -> String {
    let name = if expected.loinc.is_empty() { fold(&expected.name) } else { expected.loinc.clone() };
    format!("{name}|{}|{}", value_key(&expected.value), unit(&expected.unit))
}

fn value_key(value: &str) -> String {
    number(value).unwrap_or_else(|| words(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_units_agree_however_written() {
        assert_eq!(number("63.0"), number("63,00"));
        assert_eq!(number("<0.1"), number("< 0,10"));
        assert_ne!(number("<5"), number("5"));
        assert_eq!(number("1:80"), None);
        assert_eq!(unit("10*6/uL"), unit("milj./µL"));
        assert_eq!(unit("{titer}"), unit("titer"));
        assert!(same_words("volgt", "Volgt"));
    }
}
