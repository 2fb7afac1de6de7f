//! One or two bounds at the start of a text: `3.6-10.0 mmol/L`, `< 5`, `от 3 до 5`, `]3;5[`, `18歳以上`.

use mirobody_units::{Printed, Ucum};
use rust_decimal::Decimal;

use crate::{
    person::AgeUnit,
    reading::{Bound, Comparator, ReferenceRange},
    sign,
    tables::{Place, Role},
    text::{is_cjk, is_worded},
    value::{NumberStyle, Scanned, scan},
};

use super::who;

/// Bounds that were read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) low: Option<Bound>,
    pub(crate) high: Option<Bound>,
    pub(crate) unit: Option<Ucum>,
    /// Set when what stood behind the numbers can be the unit of an age.
    pub(crate) age: Option<AgeUnit>,
}

impl Bounds {
    pub(crate) fn into_range(self) -> ReferenceRange {
        ReferenceRange { low: self.low, high: self.high, unit: self.unit, ..ReferenceRange::default() }
    }
}

/// Bounds that are the whole text.
pub(crate) fn whole(text: &str, style: NumberStyle) -> Option<Bounds> {
    let (bounds, rest) = first(text, style)?;
    rest.trim_matches([' ', '.', ',', ';']).is_empty().then_some(bounds)
}

/// The bounds a text starts with, and the rest.
pub(crate) fn first(text: &str, style: NumberStyle) -> Option<(Bounds, &str)> {
    let read = if text.starts_with(['(', '[', ']']) { bracketed(text, style) } else { None };
    read.or_else(|| plain(text, style)).filter(|(bounds, _)| is_ordered(bounds))
}

fn is_ordered(bounds: &Bounds) -> bool {
    match (bounds.low, bounds.high) {
        (Some(low), Some(high)) => {
            low.number < high.number || low.number == high.number && low.inclusive && high.inclusive
        }
        (low, high) => low.is_some() || high.is_some(),
    }
}

/// `[3;5]` keeps its bounds inside, `]3;5[` does not. A unit may follow the bracket.
fn bracketed(text: &str, style: NumberStyle) -> Option<(Bounds, &str)> {
    let inner = text.get(1..)?;
    let close = inner.find([')', ']', '['])?;
    let (mut bounds, left) = plain(inner[..close].trim(), style)?;
    if !left.trim().is_empty() {
        return None;
    }
    let open = |bound: Option<Bound>, keeps| bound.map(|b| Bound { inclusive: b.inclusive && keeps, ..b });
    bounds.low = open(bounds.low, !text.starts_with(']'));
    bounds.high = open(bounds.high, !inner[close..].starts_with('['));
    let behind = &inner[close + 1..];
    if bounds.unit.is_some() {
        return Some((bounds, behind));
    }
    let (found, rest) = unit(behind);
    (bounds.unit, bounds.age) = (found.unit, found.age);
    Some((bounds, rest))
}

fn plain(text: &str, style: NumberStyle) -> Option<(Bounds, &str)> {
    let (from, text) = match sign::word(text, Place::Before) {
        Some((Role::From, rest)) => (true, rest),
        _ => (false, text),
    };
    let (low, rest) = End::read(text, style)?;
    if let Some(second) = sign::between(rest, low.number.is_sign_negative())
        && let Some((high, rest)) = End::read(second, style)
        && let Some(bounds) = between(&low, &high)
    {
        return Some((bounds, rest));
    }
    let sign = low.sign.or(from.then_some(Comparator::GreaterOrEqual))?;
    Some((one_sided(sign, low), rest))
}

/// One bound as printed: its sign, its number, its unit.
struct End {
    sign: Option<Comparator>,
    number: Decimal,
    found: Unit,
}

impl End {
    fn read(text: &str, style: NumberStyle) -> Option<(Self, &str)> {
        let (before, rest) = sign::before(text);
        let (Scanned::Number(number), rest) = scan(rest, style)? else { return None };
        // `3 a 5`: a word between two numbers is no unit, though `a` is a year elsewhere.
        let joined =
            sign::between(rest, number.is_sign_negative()).filter(|next| scan(sign::before(next).1, style).is_some());
        if joined.is_some() {
            return Some((Self { sign: before, number, found: Unit::default() }, rest));
        }
        let (mut found, mut rest) = unit(rest);
        let mut sign = before;
        if let (None, Some((after, behind))) = (before, sign::after(rest)) {
            (sign, rest) = (Some(after), behind);
            if found.is_none() {
                (found, rest) = unit(rest);
            }
        }
        Some((Self { sign, number, found }, rest))
    }
}

fn between(low: &End, high: &End) -> Option<Bounds> {
    let inside = |sign, closed, open| match sign {
        None => Some(true),
        Some(sign) if sign == closed => Some(true),
        Some(sign) if sign == open => Some(false),
        Some(_) => None,
    };
    let found = if high.found.is_none() { &low.found } else { &high.found };
    Some(Bounds {
        low: Some(Bound {
            number: low.number,
            inclusive: inside(low.sign, Comparator::GreaterOrEqual, Comparator::Greater)?,
        }),
        high: Some(Bound {
            number: high.number,
            inclusive: inside(high.sign, Comparator::LessOrEqual, Comparator::Less)?,
        }),
        unit: found.unit.clone(),
        age: found.age,
    })
}

fn one_sided(sign: Comparator, end: End) -> Bounds {
    let inclusive = matches!(sign, Comparator::LessOrEqual | Comparator::GreaterOrEqual);
    let bound = Some(Bound { number: end.number, inclusive });
    let (low, high) = match sign {
        Comparator::Less | Comparator::LessOrEqual => (None, bound),
        Comparator::Greater | Comparator::GreaterOrEqual => (bound, None),
    };
    Bounds { low, high, unit: end.found.unit, age: end.found.age }
}

/// What stood behind a number.
#[derive(Debug, Clone, Default)]
struct Unit {
    unit: Option<Ucum>,
    age: Option<AgeUnit>,
}

impl Unit {
    fn is_none(&self) -> bool {
        self.unit.is_none() && self.age.is_none()
    }
}

/// The longest unit a text starts with, and the rest. A letter for a sex is no unit.
fn unit(text: &str) -> (Unit, &str) {
    let start = text.trim_start();
    let age = who::age_unit(start);
    for end in ends(start).into_iter().rev() {
        let (printed, rest) = start.split_at(end);
        let letter = printed.trim_matches(['(', ')']);
        let capital = letter.starts_with(char::is_uppercase);
        if !is_worded(printed) || who::is_letter(letter) && (capital || !rest.trim().is_empty()) {
            continue;
        }
        if let Printed::Known(unit) = mirobody_units::read(printed) {
            let age = age.filter(|(_, after)| after.len() == rest.len()).map(|(age, _)| age);
            return (Unit { unit: Some(unit), age }, rest);
        }
    }
    match age {
        Some((age, rest)) => (Unit { unit: None, age: Some(age) }, rest),
        None => (Unit::default(), text),
    }
}

/// A unit has at most this many pieces: `10 ^9 / L`.
const MOST_PIECES: usize = 6;

/// Where a unit at the start of a text may end, in order.
fn ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        let stops = matches!(c, ' ' | ',' | ';' | ':' | '(' | ')' | '|' | '~' | '<' | '>' | '≤' | '≥');
        let script = is_cjk(c) && !is_cjk(last);
        let dash = c == '-' && text[at..].trim_start_matches(['-', ' ']).starts_with(|c: char| c.is_ascii_digit());
        if at > 0 && (stops || script || dash || matches!(last, ')' | ']')) && last != ' ' {
            ends.push(at);
        }
        if ends.len() == MOST_PIECES {
            return ends;
        }
        last = c;
    }
    if !text.is_empty() {
        ends.push(text.len());
    }
    ends
}
