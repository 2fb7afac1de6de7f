//! A limit named in the question: `above 7 mmol/L`, `超过6.1`.

use rust_decimal::Decimal;

use super::{intent::Side, lexicon::List, words::Words};
use crate::language::Language;

/// A limit to compare readings with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Threshold {
    pub(crate) side: Side,
    pub(crate) number: Decimal,
    /// As written; empty when none was.
    pub(crate) unit: String,
}

/// Reads the limit and marks its words.
pub(super) fn take(words: &mut Words<'_>) -> Option<Threshold> {
    [(List::Above, Side::High), (List::Below, Side::Low)].into_iter().find_map(|(list, side)| {
        (0..words.len()).find_map(|at| {
            let length = words.own_at(at, list)?;
            // A limit stands after the words in most languages, and before them in Japanese.
            let after = quantity(words, at + length).map(|found| (found, at, length));
            let adjacent = after.or_else(|| before(words, at, length));
            if let Some(((number, unit, more), from, length)) = adjacent {
                words.mark(from, length + more);
                return Some(Threshold { side, number, unit });
            }
            apart(words, at, length, side)
        })
    })
}

/// A limit with its unit further on: `ha superado mi glucosa 100 mg/dL`.
fn apart(words: &mut Words<'_>, at: usize, length: usize, side: Side) -> Option<Threshold> {
    let found = (at + length..words.len()).find_map(|from| Some((from, quantity(words, from)?)));
    let (from, (number, unit, more)) = found.filter(|(_, (_, unit, _))| !unit.is_empty())?;
    words.mark(at, length);
    words.mark(from, more);
    Some(Threshold { side, number, unit })
}

/// `140` `を超え`.
fn before(words: &Words<'_>, at: usize, length: usize) -> Option<((Decimal, String, usize), usize, usize)> {
    if words.language != Language::Japanese {
        return None;
    }
    (1..=2).rev().find_map(|back| {
        let from = at.checked_sub(back)?;
        let found = quantity(words, from).filter(|(.., more)| *more == back)?;
        Some((found, from, length))
    })
}

/// A number with its unit, glued to it or as the next word.
fn quantity(words: &Words<'_>, at: usize) -> Option<(Decimal, String, usize)> {
    let (written, parts) = decimal(words, at);
    let digits =
        written.len() - written.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',')).len();
    let (digits, glued) = written.split_at_checked(digits)?;
    let number = digits.trim_end_matches('.').replace(',', ".").parse().ok()?;
    if !glued.is_empty() {
        return is_unit(glued).then(|| (number, glued.to_owned(), parts));
    }
    let next = words.span(at + parts, 1);
    let adjacent = words.items.get(at + parts).is_some_and(|word| !word.starts_clause && !words.is_used(at + parts));
    if adjacent && is_unit(next) && !is_a_test(next) {
        Some((number, next.to_owned(), parts + 1))
    } else {
        Some((number, String::new(), parts))
    }
}

/// A number as written, and how many words it is: a comma inside it parts them.
fn decimal<'a>(words: &Words<'a>, at: usize) -> (&'a str, usize) {
    let whole = words.span(at, 2);
    let comma = whole.split_once(',').is_some_and(|(before, after)| {
        let digits = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        words.language != Language::English && before.bytes().all(|b| b.is_ascii_digit()) && digits(after)
    });
    if comma { (whole, 2) } else { (words.span(at, 1), 1) }
}

/// `10000 steps`: what is counted, and not a unit.
fn is_a_test(text: &str) -> bool {
    text.len() > 4 && text.bytes().all(|b| b.is_ascii_lowercase()) && mirobody_query::named_exactly(text)
}

fn is_unit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '%' | '°'))
        && matches!(mirobody_units::read(text), mirobody_units::Printed::Known(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(text: &str) -> String {
        let found = take(&mut Words::read(text));
        found.map_or("none".to_owned(), |limit| format!("{:?} {} {}", limit.side, limit.number, limit.unit))
    }

    #[test]
    fn a_limit_has_a_side_a_number_and_maybe_a_unit() {
        for (text, expected) in [
            ("was my glucose ever above 7 mmol/L?", "High 7 mmol/L"),
            ("ever over 140", "High 140 "),
            ("under 6.5% in May", "Low 6.5 %"),
            ("血糖有没有超过6.1", "High 6.1 "),
            ("低于 3.9 mmol/L", "Low 3.9 mmol/L"),
            ("more than twice", "none"),
            ("above average", "none"),
            ("above 130/80", "none"),
            ("LDLが140 mg/dLを超えたことは", "High 140 mg/dL"),
            ("war mein LDL jemals über 140", "High 140 "),
            ("mon LDL a-t-il dépassé 1,6 g/L", "High 1.6 g/L"),
            ("¿estuvo mi LDL por encima de 140 mg/dL?", "High 140 mg/dL"),
        ] {
            assert_eq!(limit(text), expected, "{text}");
        }
    }
}
