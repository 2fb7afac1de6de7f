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
    let square = solid.to_lowercase();
    let square = square.strip_prefix("173").unwrap_or("no");
    matches!(square, "" | "m2" | "qm" | "sqm" | "mq" | "м2" | "квм" | "2" | "平方米" | "平方公尺" | "squaremeter")
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
    let solid = solid(text);
    if let Some(unit) = tables::find(tables::EXACT, &solid) {
        return Some(unit.to_owned());
    }
    let lower = solid.to_lowercase();
    if let Some(unit) = tables::find(tables::ANY, &lower).or_else(|| tables::find(tables::COUNT, &lower)) {
        return Some(unit.to_owned());
    }
    prefixed(&lower)
}

/// The text as the tables have it: without spaces, and without the dot of an abbreviation.
fn solid(text: &str) -> String {
    let solid: String = text.chars().filter(|c| *c != ' ').collect();
    solid.trim_matches('.').to_owned()
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

/// `g creat`, `gCrea`, `g de créatinine`, `g(TG)`: a unit before a word for what it is of.
fn of_what(text: &str) -> Option<(String, &'static str)> {
    let bare = text.trim_end_matches(')');
    bare.char_indices().skip(1).find_map(|(at, _)| {
        let (unit, word) = bare.split_at(at);
        let of = substance(word)?;
        Some((atom(unit)?, of))
    })
}

/// Small words between a unit and what it is of.
const OF_WORDS: &[&str] = &["of ", "de la ", "de ", "d'", "di ", "der ", "des ", "d. ", "d.", "von ", "van ", "av "];

/// What an amount is of: `creat`, `de créatinine`, `(Hb)`.
pub(crate) fn substance(word: &str) -> Option<&'static str> {
    let lower = word.trim_start_matches([' ', '(', '_', '.', '-']).trim_end_matches([' ', ')']).to_lowercase();
    let bare = OF_WORDS.iter().find_map(|of| lower.strip_prefix(of)).unwrap_or(&lower);
    tables::find(tables::OF, &solid(bare))
}

/// What a percent is of, as an annotation; empty for the whole. Words that say so are in the tables.
pub(crate) fn share(word: &str) -> Option<&'static str> {
    if let Some(of) = substance(word.trim_start_matches('/')) {
        return Some(of);
    }
    let lower = word.to_lowercase();
    let bare = lower.trim_matches([' ', '(', ')', '/', '_', '.']);
    let bare = OF_WORDS.iter().find_map(|of| bare.strip_prefix(of)).unwrap_or(bare);
    tables::find(tables::SHARE, &solid(bare))
}

/// A number or a power of ten and what it counts: `10^6 cells`, `100 WBC`, `24 h`, `Tsd`, `100ml`.
fn amount(text: &str, divides: bool) -> Option<String> {
    if let Some((power, rest)) = fold::power_of_ten(&text.replace(' ', "")) {
        return counted(&format!("10*{power}"), rest, divides);
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return numbered(&text[..digits], text[digits..].trim(), divides);
    }
    if divides {
        return None;
    }
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let power = times(word)?;
    match times(rest) {
        Some(more) => Some(format!("10*{}", power + more)),
        None => counted(&format!("10*{power}"), rest, divides),
    }
}

/// The power of ten of a word: `Tsd.`, `million`.
fn times(word: &str) -> Option<u8> {
    tables::find(tables::TIMES, &solid(&word.to_lowercase()))?.parse().ok()
}

/// A power of ten of things: what is counted are cells unless it says otherwise, what is counted against has a name.
fn counted(power: &str, rest: &str, divides: bool) -> Option<String> {
    let rest = solid(&rest.trim_matches([' ', '(', ')', '{', '}']).to_lowercase());
    if rest.is_empty() {
        return Some(power.to_owned());
    }
    match tables::find(tables::COUNT, &rest).or_else(|| cells(&rest))? {
        "" => Some(power.to_owned()),
        "{cells}" if !divides => Some(power.to_owned()),
        thing => Some(format!("{power}{thing}")),
    }
}

/// Cells that others are counted against. The rest of what amounts are of has no number: `10 FEU` is nothing.
fn cells(lower: &str) -> Option<&'static str> {
    substance(lower).filter(|of| matches!(*of, "{WBCs}" | "{RBCs}" | "{cells}" | "{platelets}" | "{PMN}"))
}

/// `24 h` is `(24.h)`; `100 mL` is a decilitre; `100 WBC` keeps its number; `8x10^8 RBC` is all of them. Only below
/// the line.
fn numbered(number: &str, rest: &str, divides: bool) -> Option<String> {
    if !divides || number.len() > 5 || number.starts_with('0') {
        return None;
    }
    let rest = rest.trim_start_matches(['.', ' ']);
    if let Some(many) = rest.strip_prefix(['x', 'X', '*']) {
        let (power, things) = fold::power_of_ten(many)?;
        return Some(format!("({number}.10*{power}{})", cells(&things.to_lowercase())?));
    }
    if number == "24" && rest == "u" {
        return Some("(24.h)".into()); // Dutch uur
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
