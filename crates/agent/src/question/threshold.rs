//! A limit named in the question: `above 7 mmol/L`, `超过6.1`.

use rust_decimal::Decimal;

use super::{intent::Side, words::Words};

/// A limit to compare readings with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Threshold {
    pub(crate) side: Side,
    pub(crate) number: Decimal,
    /// As written; empty when none was.
    pub(crate) unit: String,
}

const COMPARISONS: &[(&str, Side)] = &[
    ("higher than", Side::High),
    ("greater than", Side::High),
    ("more than", Side::High),
    ("above", Side::High),
    ("over", Side::High),
    ("exceeded", Side::High),
    ("exceed", Side::High),
    ("lower than", Side::Low),
    ("less than", Side::Low),
    ("below", Side::Low),
    ("under", Side::Low),
    ("超过", Side::High),
    ("高于", Side::High),
    ("大于", Side::High),
    ("高过", Side::High),
    ("低于", Side::Low),
    ("小于", Side::Low),
    ("低过", Side::Low),
];

/// Reads the limit and marks its words.
pub(super) fn take(words: &mut Words<'_>) -> Option<Threshold> {
    COMPARISONS.iter().find_map(|(phrase, side)| {
        let (at, length) = words.find(phrase)?;
        let (number, unit, more) = quantity(words, at + length)?;
        words.mark(at, length + more);
        Some(Threshold { side: *side, number, unit })
    })
}

/// A number with its unit, glued to it or as the next word.
fn quantity(words: &Words<'_>, at: usize) -> Option<(Decimal, String, usize)> {
    let written = words.span(at, 1);
    let digits = written.len() - written.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
    let (digits, glued) = written.split_at_checked(digits)?;
    let number = digits.trim_end_matches('.').parse().ok()?;
    if !glued.is_empty() {
        return is_unit(glued).then(|| (number, glued.to_owned(), 1));
    }
    let next = words.span(at + 1, 1);
    let adjacent = words.items.get(at + 1).is_some_and(|word| !word.starts_sentence && !words.is_used(at + 1));
    if adjacent && is_unit(next) { Some((number, next.to_owned(), 2)) } else { Some((number, String::new(), 1)) }
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
        ] {
            assert_eq!(limit(text), expected, "{text}");
        }
    }
}
