//! One part of a printed unit: a power of ten, a prefix and a unit, an exponent, and what it is an amount of.

use crate::{fold, tables};

/// A part in UCUM, and whether its exponent was negative.
pub(crate) struct Part {
    pub(crate) code: String,
    pub(crate) inverted: bool,
}

/// Reads one part; `divides` when it stands below the line.
pub(crate) fn part(text: &str, divides: bool) -> Option<Part> {
    let upright = |code: String| Part { code, inverted: false };
    let text = text.trim_matches([' ', '.']);
    if is_body_surface(text) {
        return divides.then(|| upright("{1.73_m2}".into()));
    }
    if let Some(code) = simple(text) {
        return Some(upright(code));
    }
    if let Some(code) = amount(text, divides) {
        return Some(upright(code));
    }
    powered(text)
}

/// `1.73 m2` in its prints: the body surface a clearance is normalised to.
fn is_body_surface(text: &str) -> bool {
    let solid: String = text.chars().filter(|c| !matches!(c, ' ' | '.' | ',' | '^' | '*')).collect();
    matches!(solid.to_lowercase().as_str(), "173m2" | "173" | "173qm" | "173sqm" | "173м2" | "1732")
}

/// A unit, with what it is of: `mg`, `Milligramm`, `g creat`, `mg{creat}`, `mol Hb`.
fn simple(text: &str) -> Option<String> {
    if let Some(atom) = atom(text) {
        return Some(atom);
    }
    if let Some((unit, note)) = annotated(text) {
        return Some(format!("{}{{{note}}}", atom(unit)?));
    }
    let (unit, of) = of_what(text)?;
    Some(format!("{unit}{of}"))
}

/// A symbol or a word for a unit.
fn atom(text: &str) -> Option<String> {
    let solid: String = text.chars().filter(|c| *c != ' ').collect();
    let solid = solid.trim_end_matches('.');
    if let Some(unit) = tables::find(tables::EXACT, solid) {
        return Some(unit.to_owned());
    }
    let lower = solid.to_lowercase();
    if let Some(unit) = tables::find(tables::ANY, &lower).or_else(|| tables::find(tables::COUNT, &lower)) {
        return Some(unit.to_owned());
    }
    prefixed(&lower)
}

/// `milligramm` as `m` and `g`. A prefix alone is no unit.
fn prefixed(lower: &str) -> Option<String> {
    if let Some(stem) = tables::find(tables::STEM, lower) {
        return Some(stem.to_owned());
    }
    tables::PREFIX.iter().find_map(|(word, prefix)| {
        let stem = tables::find(tables::STEM, lower.strip_prefix(word)?)?;
        Some(format!("{prefix}{stem}"))
    })
}

/// `mg{creat}` as `mg` and `creat`. An annotation is kept as printed, in the letters UCUM allows.
fn annotated(text: &str) -> Option<(&str, &str)> {
    let (unit, note) = text.strip_suffix('}')?.split_once('{')?;
    let plain = !note.is_empty() && note.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'{' | b'}'));
    plain.then_some((unit, note))
}

/// `g creat`, `gCrea`, `FEU ug`: a unit before or after a word for what it is of.
fn of_what(text: &str) -> Option<(String, &'static str)> {
    let bare = text.trim_end_matches(')');
    bare.char_indices().skip(1).find_map(|(at, _)| {
        let (unit, word) = bare.split_at(at);
        let word = word.trim_start_matches([' ', '(', '_']);
        let of = tables::find(tables::OF, &word.to_lowercase())?;
        Some((atom(unit)?, of))
    })
}

/// A number or a power of ten and what it counts: `10^6 cells`, `100 WBC`, `24 h`, `Tsd`, `100ml`.
fn amount(text: &str, divides: bool) -> Option<String> {
    if let Some((power, rest)) = fold::power_of_ten(&text.replace(' ', "")) {
        return counted(&format!("10*{power}"), rest);
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return numbered(&text[..digits], text[digits..].trim(), divides);
    }
    if divides {
        return None;
    }
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    tables::find(tables::TIMES, &word.to_lowercase()).and_then(|power| counted(&format!("10*{power}"), rest))
}

/// A power of ten of things: plain cells need no name, copies do.
fn counted(power: &str, rest: &str) -> Option<String> {
    let rest = rest.trim_matches([' ', '(', ')', '{', '}']).to_lowercase();
    if rest.is_empty() {
        return Some(power.to_owned());
    }
    match tables::find(tables::COUNT, &rest).or_else(|| cells(&rest))? {
        "" | "{cells}" => Some(power.to_owned()),
        thing => Some(format!("{power}{thing}")),
    }
}

/// Cells that others are counted against. The rest of what amounts are of has no number: `10 FEU` is nothing.
fn cells(lower: &str) -> Option<&'static str> {
    tables::find(tables::OF, lower).filter(|of| matches!(*of, "{WBCs}" | "{RBCs}" | "{cells}"))
}

/// `24 h` is `(24.h)`; `100 mL` is a decilitre; `100 WBC` keeps its number. Only below the line.
fn numbered(number: &str, rest: &str, divides: bool) -> Option<String> {
    if !divides || number.len() > 5 || number.starts_with('0') {
        return None;
    }
    if let Some(things) = cells(&rest.to_lowercase()) {
        return Some(format!("{number}{things}"));
    }
    let unit = simple(rest)?;
    match (number, unit.as_str()) {
        ("1", _) => Some(unit),
        ("100", "mL") => Some("dL".into()),
        (_, "") => None,
        (_, "{cells}") => Some(format!("{number}{unit}")),
        _ if unit.ends_with('}') => {
            let (bare, note) = unit.split_once('{')?;
            Some(format!("({number}.{bare}{{{note})"))
        }
        _ => Some(format!("({number}.{unit})")),
    }
}

/// `m2`, `m^2`, `L-1`, `cm-5`: the exponent, and whether it puts the part on the other side.
fn powered(text: &str) -> Option<Part> {
    let at = text.find(|c: char| c == '-' || c == '^' || c.is_ascii_digit())?;
    let unit = atom(&text[..at]).filter(|unit| !unit.is_empty())?;
    let exponent: i8 = text[at..].trim_start_matches('^').parse().ok().filter(|n| (-6..=6).contains(n))?;
    let code = match exponent.unsigned_abs() {
        0 => return None,
        1 => unit,
        n => format!("{unit}{n}"),
    };
    Some(Part { code, inverted: exponent < 0 })
}
