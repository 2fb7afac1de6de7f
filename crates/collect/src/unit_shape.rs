//! Whether a word can be a unit. Where a column says "unit" nothing here is asked; in a free line only what has the
//! shape of a unit separates a result from any other number.

use crate::lex::Taken;

const ATOMS: &[&str] = &[
    "g", "kg", "mg", "ug", "µg", "μg", "mcg", "ng", "pg", "fg", "l", "dl", "ml", "ul", "µl", "μl", "fl", "pl", "mol",
    "mmol", "umol", "µmol", "μmol", "nmol", "pmol", "fmol", "mmole", "eq", "meq", "mval", "iu", "miu", "uiu", "µiu",
    "μiu", "kiu", "u", "mu", "ku", "uu", "µu", "μu", "ru", "au", "e", "ie", "mie", "kie", "osm", "mosm", "mosmol",
    "mmhg", "kpa", "cmh2o", "kat", "ukat", "µkat", "μkat", "nkat", "%", "‰", "bpm", "cel", "cells", "cell", "hpf",
    "lpf", "mm", "cm", "m2", "m²", "m^2", "min", "h", "hr", "s", "sec", "d", "day", "24h", "24u", "wbc", "rbc",
    "creat", "crea", "hb", "k", "t", "gpt", "mil", "milj", "10", "titer", "copies", "cfu", "kcal", "ratio", "index",
];

/// Units that stand alone and mean something to a person: not doses, distances or durations.
const ALONE: &[&str] = &[
    "%",
    "‰",
    "mmhg",
    "kpa",
    "bpm",
    "fl",
    "pg",
    "fmol",
    "°c",
    "℃",
    "°f",
    "℉",
    "c",
    "f",
    "kg",
    "lb",
    "lbs",
    "cm",
    "iu",
    "u",
    "mm",
    "次/分",
    "千克",
    "公斤",
    "kg/m2",
    "kg/m²",
    "beats/min",
    "breaths/min",
    "ppm",
    "sec",
    "s",
    "titer",
    "ratio",
    "mmhg.",
    "岁以上",
    "cmh2o",
];

/// Takes a unit off the front of `text`: the longest run of at most three words that has the shape of one.
pub(crate) fn take_unit(text: &str) -> Taken<'_> {
    let mut ends = word_ends(text);
    ends.reverse();
    ends.into_iter().find(|end| is_unit(&text[..*end])).map(|end| text.split_at(end))
}

/// The ends of the first three words.
fn word_ends(text: &str) -> Vec<usize> {
    let stop = |c: char| c.is_whitespace() || "([（,;，；".contains(c);
    let mut ends = Vec::new();
    let mut from = 0;
    while ends.len() < 3 && from < text.len() {
        let end = text[from..].find(stop).map_or(text.len(), |at| from + at);
        let word = &text[from..end];
        if !ends.is_empty() && starts_anew(&text[..from], word) {
            break;
        }
        if end > from {
            ends.push(end);
        }
        if text[end..].starts_with(|c: char| !c.is_whitespace()) {
            break;
        }
        let rest = text[end..].trim_start();
        from = text.len() - rest.len();
    }
    ends
}

/// A number or a flag behind a unit is no part of it: `mg/dL 70 - 100`, `mg/dL H`; `x 1.000/µL` is one.
fn starts_anew(before: &str, word: &str) -> bool {
    let multiplies = matches!(before.trim(), "x" | "×" | "*");
    crate::results::is_flag(word) || (word.starts_with(|c: char| c.is_ascii_digit()) && !multiplies)
}

/// Whether `text` has the shape of a unit.
pub(crate) fn is_unit(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > 24 || text.starts_with(['-', '<', '>', '(']) {
        return false;
    }
    let lower = text.to_lowercase();
    ALONE.contains(&lower.as_str()) || is_compound(&lower) || is_known(text)
}

/// The units crate knows more spellings; it is asked only about what no plain word is written like.
fn is_known(text: &str) -> bool {
    text.contains(['/', '%', '^', '*', '·']) && matches!(mirobody_units::read(text), mirobody_units::Printed::Known(_))
}

/// A dose, a distance or a duration standing alone: `500 mg` is what was taken, not what was measured.
pub(crate) fn is_dose(unit: &str) -> bool {
    const DOSES: &[&str] =
        &["mg", "µg", "μg", "ug", "mcg", "g", "ml", "l", "iu", "ie", "u", "mm", "sec", "s", "dl", "t"];
    DOSES.contains(&unit.trim().to_lowercase().as_str())
}

/// Atoms and powers of ten joined by `/`, `.`, `·`, `*`, with at least one division.
fn is_compound(lower: &str) -> bool {
    let Some((above, below)) = lower.split_once('/') else { return is_power(lower) };
    let denominators = below.split('/').all(is_product);
    denominators && (above.is_empty() || is_product(above))
}

fn is_product(part: &str) -> bool {
    let part = part.trim();
    let joined = part.split([' ', '·', '.', '*', '×', 'x', '(', ')', '{', '}']).filter(|p| !p.is_empty());
    let mut any = false;
    for atom in joined {
        any = true;
        if !is_atom(atom) {
            return false;
        }
    }
    any
}

fn is_atom(atom: &str) -> bool {
    let measured = atom.trim_start_matches(|c: char| c.is_ascii_digit());
    ATOMS.contains(&measured) || is_word_atom(atom)
}

fn is_word_atom(atom: &str) -> bool {
    is_power(atom) || CJK_ATOMS.contains(&atom) || is_plain_count(atom)
}

const CJK_ATOMS: &[&str] = &["分", "次", "个", "個", "万", "亿"];

/// `100` in `/100 WBC`, `1.73` and `1,000` cut at their marks.
fn is_plain_count(atom: &str) -> bool {
    atom.len() <= 6 && atom.bytes().all(|b| b.is_ascii_digit() || b == b',')
}

/// `10^9`, `10e6`, `10*3`, `10⁹`.
fn is_power(text: &str) -> bool {
    let Some(rest) = text.trim_start_matches(['x', '×', '*', ' ']).strip_prefix("10") else { return false };
    let rest = rest.trim_start_matches(['^', '*', 'e']);
    !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit() || "⁰¹²³⁴⁵⁶⁷⁸⁹".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_units() {
        for text in [
            "mg/dL",
            "mmol/L",
            "g/L",
            "10^9/L",
            "10E6/µL",
            "x10^9/L",
            "×10⁹/L",
            "mL/min/1.73m2",
            "/HPF",
            "U/L",
            "%",
            "mmHg",
            "mIU/mL",
            "µmol/L",
            "次/分",
            "/100 WBC",
            "mm/h",
            "kg/m2",
            "°C",
            "fL",
            "mL/min/1.73 m2",
            "x 1.000/µL",
            "x10*12/L",
            "beats/min",
            "/min",
            "K/uL",
            "10*3/uL",
            "mg/g creat",
            "mOsm/kg",
        ] {
            assert!(is_unit(text), "{text}");
        }
        for text in
            ["apples", "km", "hours", "", "steps", "and/or", "he/she", "H", "2026", "-", "12/03/2026 was", "tablets"]
        {
            assert!(!is_unit(text), "{text}");
        }
    }

    #[test]
    fn the_longest_unit_is_taken() {
        assert_eq!(take_unit("mg/dL (ref 70-110)"), Some(("mg/dL", " (ref 70-110)")));
        assert_eq!(take_unit("mL/min/1.73 m2 >60"), Some(("mL/min/1.73 m2", " >60")));
        assert_eq!(take_unit("g/dL 12-16"), Some(("g/dL", " 12-16")));
        assert_eq!(take_unit("mg/dL 70 - 100"), Some(("mg/dL", " 70 - 100")));
        assert_eq!(take_unit("x10^3/uL H"), Some(("x10^3/uL", " H")));
        assert_eq!(take_unit("x 1.000/µL"), Some(("x 1.000/µL", "")));
        assert_eq!(take_unit("miles today"), None);
    }
}
