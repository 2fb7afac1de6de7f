//! A printed unit read as UCUM, or said to be none, unknown or two at once.

use crate::{
    compose,
    family::{Family, family},
    fold, tables, ucum,
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
    // The brackets of `[HPF]` are its own, those of `[mg/dL]` are the heading's.
    if !tables::is_atom(&solid)
        && let Some(inner) = unwrapped(folded)
    {
        return one(inner);
    }
    as_ucum(&solid)
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

/// `L/m` has the dimension of an area, and is a rate whose minute was cut off.
fn divided_length(family: Family, code: &str) -> bool {
    matches!(family, Family::Length | Family::Area | Family::Volume) && code.contains('/')
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

/// Alternatives side by side: `mg/dL, mmol/L`, `mg/dL (mmol/L)`, `U/mL|IU/mL`. The same unit twice is that unit.
fn several(folded: &str) -> Printed {
    let mut found: Option<Ucum> = None;
    let mut parts = 0;
    for part in folded.split([',', ';', '|', '(', ')']).map(str::trim).filter(|p| !nothing(p)) {
        parts += 1;
        match one(part) {
            Printed::Known(unit) => match found.take() {
                Some(before) if before != unit => return Printed::Competing(before, unit),
                _ => found = Some(unit),
            },
            Printed::Competing(a, b) => return Printed::Competing(a, b),
            _ => return Printed::Unknown,
        }
    }
    found.filter(|_| parts > 1).map_or(Printed::Unknown, Printed::Known)
}
