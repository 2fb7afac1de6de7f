//! When two UCUM expressions say the same, and the rules by which a row is theirs to correct and not ours.

use mirobody_units::{Printed, Ucum, read};

use super::tally::Verdict;

/// Signs that UCUM has a unit of its own for.
const SIGNS: &[(&str, &str)] = &[("o/oo", "[ppth]"), ("‰", "[ppth]"), ("%", "%")];

/// Nothing but names in braces and numbers: to UCUM that is a number, whatever the names.
pub(crate) fn is_only_a_name(unit: &Ucum) -> bool {
    let (mut inside, mut named, mut letters) = (false, false, false);
    for c in unit.as_str().chars() {
        match c {
            '{' => (inside, named) = (true, true),
            '}' => inside = false,
            _ => letters |= !inside && !matches!(c, '/' | '.' | '(' | ')' | '*' | '0'..='9'),
        }
    }
    named && !letters && !unit.as_str().starts_with("/10")
}

/// Whether the two are one unit to UCUM.
pub(crate) fn agreement(ours: &Ucum, theirs: &Ucum) -> Verdict {
    if ours.is_same_unit(theirs) {
        return Verdict::Agree;
    }
    if one_arbitrary(ours, theirs) {
        return Verdict::AgreeBut(
            "the number is the same, only U, [IU] and other arbitrary units are told apart differently",
        );
    }
    Verdict::Differ
}

/// Whether the two are one unit but for which arbitrary unit they are in.
pub(crate) fn one_arbitrary(a: &Ucum, b: &Ucum) -> bool {
    arbitrary(a).zip(arbitrary(b)).is_some_and(|(a, b)| a.is_same_unit(&b))
}

/// The unit with one arbitrary unit in the place of all: `[IU]`, `U`, `{ELISA'U}`, `{RU}`.
fn arbitrary(unit: &Ucum) -> Option<Ucum> {
    let code = unit.as_str().replace("[IU]", "[arb'U]");
    let parts: Vec<String> = code.split_inclusive(['/', '.', '(']).map(enzyme).collect();
    Ucum::parse(&parts.concat()).ok()
}

/// `mU/` as `m[arb'U]/`.
fn enzyme(part: &str) -> String {
    let (unit, mark) = part.split_at(part.trim_end_matches(['/', '.', '(']).len());
    if unit.starts_with('{') && unit.ends_with("U}") {
        return format!("[arb'U]{mark}");
    }
    let (bare, note) = unit.split_at(unit.find('{').unwrap_or(unit.len()));
    match bare.strip_suffix('U').filter(|prefix| prefix.len() <= 1) {
        Some(prefix) => format!("{prefix}[arb'U]{note}{mark}"),
        None => part.to_owned(),
    }
}

/// Why their unit cannot be what was printed, when it cannot.
pub(crate) fn left_out(printed: &str, ours: &Printed, theirs: &Ucum) -> Option<&'static str> {
    let code = theirs.as_str();
    if is_cut_off(printed) {
        return Some("the print ends in a division; nothing says what followed");
    }
    if decimal_as_quotient(code) {
        return Some("UCUM has no decimal numbers; theirs spells one as a quotient");
    }
    if code.contains('/') && !printed.contains(['/', '%']) && !words_divide(printed) {
        return Some("theirs has a divisor that is not printed");
    }
    if sign(printed).is_some_and(|unit| !unit.is_same_unit(theirs)) {
        return Some("theirs is not UCUM's own unit for the sign");
    }
    if leaves_out_a_divisor(printed, ours, theirs) {
        return Some("theirs leaves out a divisor that is printed");
    }
    if other_prefix(printed, code) {
        return Some("theirs has another prefix than is printed");
    }
    let Printed::Known(ours) = ours else { return None };
    if without_power(ours).is_some_and(|bare| bare.is_same_unit(theirs)) {
        return Some("theirs leaves out a power of ten that is printed");
    }
    let flat = code.replace(['(', ')'], "");
    if flat != code && Ucum::parse(&flat).is_ok_and(|flat| flat.is_same_unit(ours)) {
        return Some("theirs divides by a quotient where two divisions are printed");
    }
    None
}

fn is_cut_off(printed: &str) -> bool {
    printed.rsplit_once('/').is_some_and(|(before, last)| {
        let number = last.bytes().all(|b| b.is_ascii_digit());
        !before.is_empty() && number
    })
}

/// `173/100` for 1.73.
fn decimal_as_quotient(code: &str) -> bool {
    code.split_once("/100").is_some_and(|(before, _)| before.ends_with(|c: char| c.is_ascii_digit()))
}

fn words_divide(printed: &str) -> bool {
    [" per ", "pro ", " in ", "bpm", "cpm", "mph"].iter().any(|word| printed.to_lowercase().contains(word))
}

fn sign(printed: &str) -> Option<Ucum> {
    let lower = printed.to_lowercase();
    SIGNS.iter().find(|(sign, _)| *sign == lower).and_then(|(_, unit)| Ucum::parse(unit).ok())
}

/// Whether theirs is what stands before a division and nothing else.
fn leaves_out_a_divisor(printed: &str, ours: &Printed, theirs: &Ucum) -> bool {
    let read_before = printed.split_once('/').map(|(before, _)| read(before));
    let printed_before = matches!(read_before, Some(Printed::Known(before)) if before.is_same_unit(theirs));
    printed_before || matches!(ours, Printed::Known(ours) if is_part(ours, theirs))
}

/// Whether what stands before the last division of ours is all of theirs.
fn is_part(ours: &Ucum, theirs: &Ucum) -> bool {
    let before = ours.as_str().rsplit_once('/').and_then(|(before, _)| Ucum::parse(before).ok());
    before.is_some_and(|before| agreement(&before, theirs) != Verdict::Differ)
}

/// `ml/…` against `L/…`, `dB` against `B`: the same symbol in another size above the line.
fn other_prefix(printed: &str, theirs: &str) -> bool {
    let first = |text: &str| text.split('/').next().unwrap_or(text).trim().to_owned();
    let (ours, theirs) = (first(printed), first(theirs));
    let prefixed = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|prefix| matches!(prefix, "m" | "u" | "n" | "p" | "k" | "d" | "c"))
    };
    let (ours, theirs) = (ours.to_lowercase(), theirs.to_lowercase());
    prefixed(&ours, &theirs) || prefixed(&theirs, &ours)
}

/// `10*8/kg` as `/kg`.
fn without_power(unit: &Ucum) -> Option<Ucum> {
    let rest = unit.as_str().strip_prefix("10*")?;
    Ucum::parse(rest.trim_start_matches(|c: char| c.is_ascii_digit())).ok()
}
