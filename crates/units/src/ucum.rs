//! A unit of measure as a type: what is a [`Ucum`] is a valid UCUM expression in canonical spelling.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use octofhir_ucum::{EvalResult, Number, UnitExpr, evaluate, generate_display_name, parse_expression};

use crate::{magnitude::order, tables};

/// The longest unit expression taken.
const LONGEST: usize = 80;

/// A valid UCUM unit expression such as `mg/dL`, `10*9/L` or `1` (dimensionless), case sensitive.
#[derive(Clone)]
pub struct Ucum(Spelling);

/// Known units point into the tables, so that reading one allocates nothing.
#[derive(Clone)]
enum Spelling {
    Known(&'static str),
    Other(Arc<str>),
}

/// Why a text is not a unit expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// There is no text.
    #[error("the unit is empty; leave it out, or write 1 for a plain number")]
    Empty,
    /// Not UCUM.
    #[error("this is not a UCUM unit expression; write for example mg/dL, mmol/L or 10*9/L")]
    NotUcum,
}

impl Ucum {
    /// The unit for a valid UCUM expression; `l` is written `L`.
    pub fn parse(code: &str) -> Result<Self, UnitError> {
        if code.is_empty() {
            return Err(UnitError::Empty);
        }
        if let Some(known) = tables::canonical(code) {
            return Ok(Self::known(known));
        }
        let expr = checked(code)?;
        Ok(Self::trusted(&canonical(expr).to_string()))
    }

    /// The unit for a spelling this crate has already checked.
    pub(crate) fn trusted(code: &str) -> Self {
        match tables::canonical(code) {
            Some(known) => Self::known(known),
            None => Self(Spelling::Other(code.into())),
        }
    }

    /// The unit for a spelling of the tables, which the tests check.
    pub(crate) const fn known(code: &'static str) -> Self {
        Self(Spelling::Known(code))
    }

    /// The UCUM spelling.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Spelling::Known(code) => code,
            Spelling::Other(code) => code,
        }
    }

    /// The unit in words, by the names of the UCUM tables: `mm` is `(millimeter)`, `1` is `(unity)`.
    pub fn display_name(&self) -> String {
        match parse_expression(self.as_str()) {
            Ok(expr) if self.as_str() != "1" => generate_display_name(&expr),
            _ => "(unity)".to_owned(),
        }
    }

    /// Whether the two are one unit to UCUM, to which an annotation means nothing: `10*9/L` and `10*3/uL`,
    /// `mg{FEU}/L` and `mg/L`. Whoever compares quantities asks [`comparable`](crate::comparable) as well.
    pub fn is_same_unit(&self, other: &Self) -> bool {
        let evaluated = |unit: &Self| parse_expression(unit.as_str()).ok().and_then(|expr| evaluate(&expr).ok());
        self == other || evaluated(self).zip(evaluated(other)).is_some_and(|(a, b)| one_unit(&a, &b))
    }
}

/// Factors are kept to 28 digits, so a third of a third may differ in the last ones.
fn one_unit(a: &EvalResult, b: &EvalResult) -> bool {
    let off = a.factor.checked_div(b.factor).and_then(|ratio| ratio.checked_sub(Number::ONE));
    let equal = off.is_some_and(|off| order(off).is_none_or(|order| order < -20));
    equal && a.is_commensurable(b) && a.special == b.special
}

/// The expression, when every symbol in it is a unit.
pub(crate) fn checked(code: &str) -> Result<UnitExpr, UnitError> {
    if code.len() > LONGEST {
        return Err(UnitError::NotUcum);
    }
    let expr = parse_expression(code).map_err(|_| UnitError::NotUcum)?;
    evaluate(&expr).map_err(|_| UnitError::NotUcum)?;
    Ok(expr)
}

/// The same expression with one spelling for the litre and the international unit.
pub(crate) fn canonical(expr: UnitExpr) -> UnitExpr {
    let boxed = |inner: Box<UnitExpr>| Box::new(canonical(*inner));
    match expr {
        UnitExpr::Symbol(symbol) => UnitExpr::Symbol(canonical_symbol(symbol)),
        UnitExpr::Power(base, power) => UnitExpr::Power(boxed(base), power),
        UnitExpr::Annotated(inner, text) => UnitExpr::Annotated(boxed(inner), text),
        UnitExpr::Product(terms) => UnitExpr::Product(terms.into_iter().map(canonical).collect()),
        UnitExpr::Quotient(over, under) => UnitExpr::Quotient(boxed(over), boxed(under)),
        UnitExpr::Reciprocal(inner) => UnitExpr::Reciprocal(boxed(inner)),
        other => other,
    }
}

fn canonical_symbol(symbol: String) -> String {
    match symbol.as_str() {
        "l" | "dl" | "cl" | "ml" | "ul" | "nl" | "pl" | "fl" | "hl" => format!("{}L", &symbol[..symbol.len() - 1]),
        _ if symbol.ends_with("[iU]") => symbol.replace("[iU]", "[IU]"),
        _ => symbol,
    }
}

impl PartialEq for Ucum {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Ucum {}

impl PartialOrd for Ucum {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ucum {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Ucum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for Ucum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Ucum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ucum({self})")
    }
}
