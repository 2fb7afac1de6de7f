//! Where a value lies against its range: as printed, else only when the range decides it.

use mirobody_units::Ucum;
use rust_decimal::Decimal;

use crate::{
    reading::{Bound, Comparator, Flag, ReferenceRange, Value},
    text::plain,
};

const LOW: &[&str] = &[
    "l",
    "ll",
    "l*",
    "*l",
    "low",
    "↓",
    "↓↓",
    "⇩",
    "▼",
    "偏低",
    "低",
    "降低",
    "过低",
    "laag",
    "bas",
    "niedrig",
    "bajo",
    "basso",
    "baixo",
    "--",
    "critical low",
    "very low",
    "<",
];
const HIGH: &[&str] = &[
    "h",
    "hh",
    "h*",
    "*h",
    "high",
    "↑",
    "↑↑",
    "⇧",
    "▲",
    "偏高",
    "高",
    "升高",
    "过高",
    "hoog",
    "haut",
    "élevé",
    "hoch",
    "erhöht",
    "alto",
    "elevado",
    "elevato",
    "++",
    "critical high",
    "very high",
    ">",
];
const ABNORMAL: &[&str] =
    &["*", "**", "!", "a", "aa", "abn", "abnormal", "异常", "異常", "afwijkend", "anormal", "auffällig", "anormale"];
const NORMAL: &[&str] = &["n", "normal", "正常", "normaal", "within range", "ok", "基準内", "normale"];

/// The flag a printed mark stands for.
pub fn read(printed: &str) -> Option<Flag> {
    let text = plain(printed);
    let inner =
        text.strip_prefix(['(', '[']).and_then(|t| t.strip_suffix([')', ']'])).unwrap_or(&text).trim().to_lowercase();
    let within = |table: &[&str]| table.contains(&inner.as_str());
    if within(LOW) {
        Some(Flag::Low)
    } else if within(HIGH) {
        Some(Flag::High)
    } else if within(ABNORMAL) {
        Some(Flag::Abnormal)
    } else if within(NORMAL) {
        Some(Flag::Normal)
    } else {
        None
    }
}

/// Marks that stand after a number and can be no unit. `L` is a litre, so it is not one of them.
pub(crate) fn is_mark(text: &str) -> bool {
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text);
    matches!(
        inner,
        "H" | "HH" | "LL" | "L*" | "H*" | "*" | "**" | "!" | "↑" | "↓" | "↑↑" | "↓↓" | "▲" | "▼" | "偏高" | "偏低"
    ) || matches!(text, "(L)" | "(H)" | "high" | "low" | "High" | "Low" | "HIGH" | "LOW")
}

/// The flag the range gives, when every reading of the value gives the same one.
pub fn against(value: &Value, unit: Option<&Ucum>, range: &ReferenceRange) -> Option<Flag> {
    if range.unit.is_some() && range.unit.as_ref() != unit {
        return None;
    }
    if range.low.is_none() && range.high.is_none() {
        return None;
    }
    match value {
        Value::Quantity { comparator: None, number } => Some(place(*number, range)),
        Value::Quantity { comparator: Some(comparator), number } => beyond(*comparator, *number, range),
        Value::Range { low, high } => Some(place(*low, range)).filter(|flag| *flag == place(*high, range)),
        _ => None,
    }
}

fn place(number: Decimal, range: &ReferenceRange) -> Flag {
    if range.low.is_some_and(|low| below(number, low)) {
        Flag::Low
    } else if range.high.is_some_and(|high| above(number, high)) {
        Flag::High
    } else {
        Flag::Normal
    }
}

fn below(number: Decimal, low: Bound) -> bool {
    number < low.number || number == low.number && !low.inclusive
}

fn above(number: Decimal, high: Bound) -> bool {
    number > high.number || number == high.number && !high.inclusive
}

/// A value known only to lie on one side of a number.
fn beyond(comparator: Comparator, number: Decimal, range: &ReferenceRange) -> Option<Flag> {
    match comparator {
        Comparator::Less | Comparator::LessOrEqual => {
            let strict = comparator == Comparator::Less;
            let all_below = range.low.is_some_and(|low| below(number, low) || strict && number == low.number);
            // Nothing measured is below zero where the range itself starts there.
            let open_below = range.low.is_none_or(|low| low.number.is_zero() && low.inclusive);
            let none_above = range.high.is_none_or(|high| !above(number, high) || strict && number == high.number);
            decide(all_below, Flag::Low, open_below && none_above)
        }
        Comparator::Greater | Comparator::GreaterOrEqual => {
            let strict = comparator == Comparator::Greater;
            let all_above = range.high.is_some_and(|high| above(number, high) || strict && number == high.number);
            let none_below = range.low.is_none_or(|low| !below(number, low) || strict && number == low.number);
            decide(all_above, Flag::High, range.high.is_none() && none_below)
        }
    }
}

fn decide(outside: bool, flag: Flag, inside: bool) -> Option<Flag> {
    if outside {
        Some(flag)
    } else if inside {
        Some(Flag::Normal)
    } else {
        None
    }
}
