//! What may follow a number: a unit, a flag, a word that grades it, a range in brackets, `以下`. Anything else is prose.

use mirobody_units::Printed;

use super::{NumberStyle, words};
use crate::{
    flag,
    reading::{Comparator, Ordinal, Value},
    sign,
    text::is_worded,
};

/// What stood behind a number, as printed; absent parts are empty.
#[derive(Debug, Default)]
pub(super) struct Tail {
    pub(super) comparator: Option<Comparator>,
    pub(super) unit: String,
    pub(super) flag: String,
    pub(super) range: String,
    pub(super) grade: Option<Ordinal>,
}

/// More pieces than this behind one number are a sentence.
const MOST_PIECES: usize = 5;

/// Reads all that stands behind a number, or nothing.
pub(super) fn read(behind: &str) -> Option<Tail> {
    let mut tail = Tail::default();
    let mut rest = behind.trim();
    if is_nothing(behind) {
        return Some(tail);
    }
    for _ in 0..MOST_PIECES {
        if rest.is_empty() || tail.takes_all(rest) {
            return Some(tail);
        }
        rest = match tail.takes_first(rest).or_else(|| tail.takes_last(rest)) {
            Some(left) => left.trim(),
            None => return tail.takes_unknown(rest).then_some(tail),
        };
    }
    rest.is_empty().then_some(tail)
}

impl Tail {
    /// Takes the text if it is one thing that is known.
    fn takes_all(&mut self, text: &str) -> bool {
        if sign::after(text).is_some() {
            return false;
        }
        if self.flag.is_empty() && flag::is_mark(text) {
            text.clone_into(&mut self.flag);
            return true;
        }
        if self.grade.is_none()
            && let Some(step) = graded(text)
        {
            self.grade = Some(step);
            return true;
        }
        let unit = unbracketed(text);
        self.takes_unit(
            unit,
            is_worded(unit) && matches!(mirobody_units::read(unit), Printed::Known(_) | Printed::None),
        )
    }

    /// Takes a text that may be a unit, though nobody knows which.
    fn takes_unknown(&mut self, text: &str) -> bool {
        let unit = unbracketed(text);
        self.takes_unit(unit, looks_like_unit(unit))
    }

    fn takes_unit(&mut self, unit: &str, is_unit: bool) -> bool {
        let takes = is_unit && self.unit.is_empty();
        if takes {
            unit.clone_into(&mut self.unit);
        }
        takes
    }

    /// Takes a sign word from the front: `以下 mg/dL`.
    fn takes_first<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        if self.comparator.is_some() {
            return None;
        }
        let (comparator, rest) = sign::after(text)?;
        self.comparator = Some(comparator);
        Some(rest)
    }

    /// Takes a bracket, a flag, a graded word or a sign word from the end.
    fn takes_last<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        if let Some((before, inside)) = closing_bracket(text)
            && self.takes_bracket(inside)
        {
            return Some(before);
        }
        let (before, last) = text.rsplit_once(' ').or_else(|| glued_word(text))?;
        if self.flag.is_empty() && flag::is_mark(last) {
            last.clone_into(&mut self.flag);
        } else if self.grade.is_none()
            && let Some(step) = graded(last)
        {
            self.grade = Some(step);
        } else {
            let (comparator, "") = sign::after(last)? else { return None };
            if self.comparator.replace(comparator).is_some() {
                return None;
            }
        }
        Some(before.trim_end_matches([',', ';']))
    }

    fn takes_bracket(&mut self, inside: &str) -> bool {
        if self.grade.is_none()
            && let Some(step) = words::step(inside)
        {
            self.grade = Some(step);
            return true;
        }
        let read = super::read(inside, NumberStyle::Unknown);
        let ranged = match read.value {
            Value::Range { .. } => true,
            Value::Quantity { comparator, .. } => comparator.is_some(),
            _ => return false,
        };
        if ranged && self.range.is_empty() {
            inside.clone_into(&mut self.range);
            return true;
        }
        // The same amount in a second unit: `5.2 mmol/L (94 mg/dL)`.
        !ranged && matches!(mirobody_units::read(&read.unit), Printed::Known(_))
    }
}

/// A word of a scale. A bare sign behind a number (`60+`) may be anything.
fn graded(text: &str) -> Option<Ordinal> {
    if text.contains(char::is_alphabetic) || text.starts_with('(') { words::step(text) } else { None }
}

/// `… (inside)` or `… [inside]` at the end.
fn closing_bracket(text: &str) -> Option<(&str, &str)> {
    let (open, inner) = match text.strip_suffix(')') {
        Some(inner) => ('(', inner),
        None => ('[', text.strip_suffix(']')?),
    };
    let (before, inside) = inner.rsplit_once(open)?;
    (!inside.contains([')', ']'])).then_some((before, inside.trim()))
}

/// A Chinese, Japanese or Korean word, an arrow or an asterisk that stands against what is before it: `mg/dL以下`, `%↑`.
fn glued_word(text: &str) -> Option<(&str, &str)> {
    let own = |c: char| crate::text::is_cjk(c) || matches!(c, '↑' | '↓' | '▲' | '▼' | '*' | '!');
    let start = text.char_indices().rev().take_while(|(_, c)| own(*c)).last()?.0;
    (start > 0).then(|| text.split_at(start))
}

/// A full stop at the end of a line, or a mark that stands for no unit.
fn is_nothing(behind: &str) -> bool {
    let unit = behind.trim();
    let ruled_out = behind.starts_with(' ') && !unit.contains(char::is_numeric);
    unit == "." || ruled_out && matches!(mirobody_units::read(unit), Printed::None)
}

fn unbracketed(text: &str) -> &str {
    text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text)
}

/// Two units at once, or one word that could be a unit nobody has told us about.
fn looks_like_unit(text: &str) -> bool {
    if is_worded(text) && matches!(mirobody_units::read(text), Printed::Competing(..)) {
        return true;
    }
    let starts = text.chars().next().is_some_and(|c| c.is_alphabetic() || matches!(c, '%' | '[' | '{'));
    starts
        && !text.contains([' ', '(', ')', '↑', '↓', '*'])
        && !text.contains(char::is_numeric)
        && text.chars().count() <= 20
}
