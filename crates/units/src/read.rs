//! A printed unit read as UCUM, or said to be none, unknown or two at once.

use crate::{
    compose, convert,
    family::{Family, family},
    fold, part,
    property::properties,
    tables, ucum,
    ucum::Ucum,
};

/// The longest print taken for a unit; anything longer is a sentence.
const LONGEST: usize = 80;

/// What a printed unit is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Printed {
    /// Nothing is printed.
    None,
    /// One unit.
    Known(Ucum),
    /// A text that is not known to be a unit.
    Unknown,
    /// Two different units are printed, or one spelling that is used for both; neither may be assumed.
    Competing(Ucum, Ucum),
}

/// Reads a printed unit. `mg/dl`, `MG/DL` and `毫克/分升` are all `mg/dL`.
pub fn read(printed: &str) -> Printed {
    if let Some(unit) = tables::find(tables::SPELLINGS, printed) {
        return listed(unit);
    }
    let folded = fold::fold(printed);
    if nothing(&folded) {
        return Printed::None;
    }
    if folded.len() > LONGEST {
        return Printed::Unknown;
    }
    match one(&folded) {
        Printed::Unknown => several(&folded),
        read => read,
    }
}

/// Reads a printed unit beside a value whose LOINC property is known: a spelling that is printed for two units is the one
/// that has the property. `G/L` is `10*9/L` for `NCnc` and `g/L` for `MCnc`; two units side by side still compete.
pub fn read_for(printed: &str, property: &str) -> Printed {
    let spelled = tables::find(tables::SPELLINGS, printed)
        .or_else(|| tables::find(tables::SPELLINGS, &fold::squeeze(&fold::fold(printed))));
    let has = |unit: &Ucum| properties(unit).contains(&property);
    match spelled.map(listed) {
        Some(Printed::Competing(one, other)) if has(&one) != has(&other) => {
            Printed::Known(if has(&one) { one } else { other })
        }
        Some(read) => read,
        None => read(printed),
    }
}

/// Marks that stand for "no unit".
fn nothing(folded: &str) -> bool {
    folded.chars().all(|c| matches!(c, ' ' | '-' | '.' | '_' | '*' | '/' | '{' | '}'))
        || matches!(
            folded.to_ascii_lowercase().as_str(),
            "n/a" | "na" | "none" | "null" | "nil" | "无" | "無" | "[]" | "()"
        )
}

/// One unit under its listed, composed or UCUM spelling.
fn one(folded: &str) -> Printed {
    let solid = fold::squeeze(folded);
    if let Some(unit) = tables::find(tables::SPELLINGS, &solid) {
        return listed(unit);
    }
    if let Some(code) = compose::compose(folded) {
        return composed(&code);
    }
    if let Some(unit) = share(folded) {
        return Printed::Known(unit);
    }
    if let Some(bare) = at_body_temperature(folded) {
        return one(bare);
    }
    if let Some(code) = tables::canonical(&solid) {
        return Printed::Known(Ucum::known(code));
    }
    // The brackets of `[HPF]` are its own, those of `[mg/dL]` are the heading's.
    if !tables::is_atom(&solid)
        && let Some(inner) = unwrapped(folded)
    {
        return one(inner);
    }
    as_ucum(&solid)
}

/// A percent of something: `% of total`, `%d.Leukozyten`, `%Hb`, `FiO2 %`.
fn share(folded: &str) -> Option<Ucum> {
    let of = folded.strip_prefix('%').or_else(|| folded.strip_suffix('%'))?;
    let note = part::share(of)?;
    Some(Ucum::trusted(&format!("%{note}")))
}

/// An enzyme's unit with the temperature it was measured at: `U/L (37 °C)`.
fn at_body_temperature(folded: &str) -> Option<&str> {
    let bare = folded.trim_end_matches([')', 'C', 'c', '°', 'o', ' ', '.']);
    let unit = bare.strip_suffix("37").filter(|_| bare.len() < folded.len())?;
    let unit = unit.trim_end_matches([' ', '(', ',', ';', '@']);
    let unit = unit.strip_suffix(" at").or_else(|| unit.strip_suffix("(at")).unwrap_or(unit);
    (unit.len() > 1).then(|| unit.trim_end())
}

/// `[mg/dL]` and `(mg/dL)` are `mg/dL`.
fn unwrapped(folded: &str) -> Option<&str> {
    let inside = |open, close| folded.strip_prefix(open).and_then(|t: &str| t.strip_suffix(close));
    inside('(', ')').or_else(|| inside('[', ']')).filter(|t| !t.contains(['(', '[', ')', ']']))
}

fn listed(unit: &'static str) -> Printed {
    match unit.split_once(" | ") {
        Some((one, other)) => Printed::Competing(Ucum::known(one), Ucum::known(other)),
        None => Printed::Known(Ucum::known(unit)),
    }
}

/// Parts that are each a unit need not be one together: `m/uL` as metres is nothing that is measured, and `%/Cel` divides
/// by a scale.
fn composed(code: &str) -> Printed {
    let unit = Ucum::trusted(code);
    let measured = tables::canonical(code).is_some()
        || family(&unit).is_some_and(|family| !divided_length(family, code)) && ucum::checked(code).is_ok();
    if measured { Printed::Known(unit) } else { Printed::Unknown }
}

/// `m/uL` and `L/m` have the dimension of an area, and are a count and a rate of which a letter was cut off. A volume
/// per beat is one.
fn divided_length(family: Family, code: &str) -> bool {
    matches!(family, Family::Length | Family::Area | Family::Volume)
        && code.split('/').skip(1).any(|under| !under.starts_with('{'))
}

/// The text is UCUM already, made of units people are measured in. `K/uL` is UCUM too, for kelvin per microlitre:
/// symbols outside the tables are not taken from print.
fn as_ucum(solid: &str) -> Printed {
    let Ok(expr) = ucum::checked(solid).map(ucum::canonical) else { return Printed::Unknown };
    let code = expr.to_string();
    if let Some(unit) = tables::find(tables::SPELLINGS, &code) {
        return listed(unit);
    }
    let unit = Ucum::trusted(&code);
    if clinical(&expr) && family(&unit).is_some() { Printed::Known(unit) } else { Printed::Unknown }
}

fn clinical(expr: &octofhir_ucum::UnitExpr) -> bool {
    use octofhir_ucum::UnitExpr;
    match expr {
        UnitExpr::Symbol(symbol) => symbol == "10*" || tables::is_atom(symbol) || symbol.contains('['),
        UnitExpr::Numeric(_) | UnitExpr::Annotation(_) => true,
        UnitExpr::Product(terms) => terms.iter().all(clinical),
        // A bare number below the line is a cut-off `1.73 m2`; above it, a power of ten that lost its superscript.
        UnitExpr::Quotient(_, bare) | UnitExpr::Quotient(bare, _) | UnitExpr::Reciprocal(bare)
            if matches!(**bare, UnitExpr::Numeric(_)) =>
        {
            false
        }
        UnitExpr::Power(inner, _) | UnitExpr::Annotated(inner, _) | UnitExpr::Reciprocal(inner) => clinical(inner),
        UnitExpr::Quotient(over, under) => clinical(over) && clinical(under),
    }
}

/// Words between two alternatives.
const OR: &[&str] = &[" or ", " and ", " oder ", " und ", " ou ", " et ", " o ", " eller ", " или ", " lub ", " veya "];

/// Alternatives side by side: `mg/dL, mmol/L`, `mg/dL (mmol/L)`, `U/mL|IU/mL`, `mg/dL or mmol/L`. The same unit twice is
/// that unit.
fn several(folded: &str) -> Printed {
    let folded = &OR.iter().fold(folded.to_owned(), |text, word| text.replace(word, ";"));
    let mut found: Option<Ucum> = None;
    let mut parts = 0;
    for part in folded.split([',', ';', '|', '(', ')']).map(str::trim).filter(|p| !nothing(p)) {
        parts += 1;
        match one(part) {
            Printed::Known(unit) => match found.take() {
                // Two spellings of one size, as 10^9/L (10^3/uL): the first is as good as the second.
                Some(before) if before.is_same_unit(&unit) && convert::comparable(&before, &unit, None) => {
                    found = Some(before);
                }
                Some(before) => return Printed::Competing(before, unit),
                None => found = Some(unit),
            },
            Printed::Competing(a, b) => return Printed::Competing(a, b),
            _ => return Printed::Unknown,
        }
    }
    found.filter(|_| parts > 1).map_or(Printed::Unknown, Printed::Known)
}
