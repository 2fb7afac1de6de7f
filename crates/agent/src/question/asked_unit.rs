//! A unit the question asks to be answered in: `in mmol/L`, `in Pfund`, `换算成 mg/dL`, `mg/dLで`.

use mirobody_units::{Printed, Ucum};

use super::{lexicon::List, words::Words};

/// A unit asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AskedUnit {
    /// As the person wrote it.
    pub(crate) text: String,
    pub(crate) ucum: Ucum,
}

/// Units that people name by a word, in UCUM. A German pound is half a kilogram, and no unit of UCUM; the pound there is
/// is the international one, and the answer says which it took.
const WORDS: &[(&str, &str)] = &[
    ("pounds", "[lb_av]"),
    ("pound", "[lb_av]"),
    ("pfund", "[lb_av]"),
    ("livres", "[lb_av]"),
    ("libras", "[lb_av]"),
    ("ポンド", "[lb_av]"),
    ("磅", "[lb_av]"),
    ("lbs", "[lb_av]"),
    ("stone", "[stone_av]"),
    ("kilograms", "kg"),
    ("kilogram", "kg"),
    ("kilos", "kg"),
    ("kilogramm", "kg"),
    ("kilo", "kg"),
    ("kilogrammes", "kg"),
    ("kilogramos", "kg"),
    ("公斤", "kg"),
    ("千克", "kg"),
    ("キログラム", "kg"),
    ("grams", "g"),
    ("inches", "[in_i]"),
    ("feet", "[ft_i]"),
    ("centimeters", "cm"),
    ("celsius", "Cel"),
    ("fahrenheit", "[degF]"),
];

impl AskedUnit {
    /// The unit as an answer shows it.
    pub(crate) fn shown(&self) -> String {
        match self.ucum.as_str() {
            code if !is_symbol(&self.text) || code.contains('[') => crate::write::shown_unit(code).to_owned(),
            _ => self.text.clone(),
        }
    }
}

/// Whether a unit was written as a symbol and not as a word.
fn is_symbol(text: &str) -> bool {
    WORDS.iter().all(|(word, _)| !text.eq_ignore_ascii_case(word))
}

/// Reads the unit and marks its words.
pub(super) fn take(words: &mut Words<'_>) -> Option<AskedUnit> {
    (0..words.len()).find_map(|at| {
        let led = words.own_at(at, List::InUnit);
        let from = at + led.unwrap_or(0);
        let (unit, length) = unit_at(words, from)?;
        let trailed = words.own_at(from + length, List::InUnitAfter);
        if led.is_none() && trailed.is_none() {
            return None;
        }
        words.mark(at, from + length + trailed.unwrap_or(0) - at);
        Some(unit)
    })
}

/// A unit at `at`, and how many words that takes.
fn unit_at(words: &Words<'_>, at: usize) -> Option<(AskedUnit, usize)> {
    let named = WORDS.iter().find_map(|(word, code)| Some((*code, words.phrase_at(at, word)?)));
    if let Some((code, length)) = named {
        let ucum = Ucum::parse(code).ok()?;
        return Some((AskedUnit { text: words.span(at, length).to_owned(), ucum }, length));
    }
    let text = words.span(at, 1);
    let symbol = text.contains('/')
        || text == "%"
        || matches!(text, "kg" | "g" | "mg" | "mmol" | "mEq" | "lb" | "cm" | "mm" | "m" | "mmHg" | "kPa" | "°C" | "°F");
    match mirobody_units::read(text) {
        Printed::Known(ucum) if symbol => Some((AskedUnit { text: text.to_owned(), ucum }, 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_led_in_and_is_a_unit() {
        for (text, expected) in [
            ("my glucose in mmol/L", "mmol/L"),
            ("latest glucose in mmol/L please", "mmol/L"),
            ("what is my weight in pounds", "lb"),
            ("Wie ist mein Gewicht in Pfund?", "lb"),
            ("quel est mon poids en kg", "kg"),
            ("mi peso en libras es", "lb"),
            ("我的血糖换算成 mg/dL", "mg/dL"),
            ("体重をポンドで教えて", "lb"),
            ("血糖値をmmol/Lで", "mmol/L"),
            ("my glucose in May", "none"),
            ("was glucose above 7 mmol/L", "none"),
            ("glucose in urine", "none"),
        ] {
            let unit = take(&mut Words::read(text)).map_or("none".to_owned(), |unit| unit.shown());
            assert_eq!(unit, expected, "{text}");
        }
    }
}
