//! What kind of quantity a unit expression measures, finer than UCUM's dimensions.
//!
//! UCUM counts a mole as a number, so that `mmol/L` and `/L` have one dimension, and it ignores annotations, so that a
//! logarithm and a count have one too. A shape keeps apart what measures different things.

use octofhir_ucum::{EvalResult, Number, UnitExpr, evaluate, parse_expression};

use crate::ucum::Ucum;

/// The dimension and magnitude of a unit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shape {
    /// Exponents of length, time, mass, plane angle, temperature, charge and luminous intensity.
    pub(crate) dim: [i8; 7],
    /// Exponent of amount of substance in moles.
    pub(crate) moles: i8,
    /// Exponent of charge equivalents.
    pub(crate) equivalents: i8,
    /// Exponent of osmoles.
    pub(crate) osmoles: i8,
    /// Exponent of enzyme units or katals; their moles per second are in the exponents above.
    pub(crate) enzyme: i8,
    /// Whether it is a quotient of two masses, two amounts or two volumes.
    pub(crate) quotient: Quotient,
    /// Units that are nothing but their name, with their exponents, sorted.
    pub(crate) named: Vec<(String, i8)>,
    /// UCUM's own reading: the factor and the special unit.
    pub(crate) value: EvalResult,
}

/// Where the exponent of mass stands.
pub(crate) const MASS: usize = 2;

/// How much of a substance is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Substance {
    Grams,
    Moles,
    Equivalents,
}

/// What a number without dimension divides by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quotient {
    None,
    Mass,
    Moles,
    Volume,
}

/// Annotations that count things and are no unit of their own.
const COUNTED: &[&str] = &[
    "#",
    "cells",
    "cell",
    "copies",
    "wbc",
    "wbcs",
    "rbc",
    "rbcs",
    "beats",
    "breaths",
    "steps",
    "count",
    "counts",
    "events",
    "platelets",
    "ratio",
    "ctcs",
    "beat",
    "spermatozoa",
];

/// Annotations that change what the annotated unit measures.
const CHANGING: &[&str] = &["FEU", "DDU"];

/// Atoms UCUM defines as a plain number although they are a view of their own.
const FIELDS: &[&str] = &["[HPF]", "[LPF]"];

impl Shape {
    /// The shape of a unit.
    pub(crate) fn of(unit: &Ucum) -> Option<Self> {
        let expr = parse_expression(unit.as_str()).ok()?;
        let mut shape = Self {
            value: evaluate(&expr).ok()?,
            dim: [0; 7],
            moles: 0,
            equivalents: 0,
            osmoles: 0,
            enzyme: 0,
            quotient: Quotient::None,
            named: Vec::new(),
        };
        shape.dim = shape.value.dim.0;
        let mut sides = Sides::default();
        shape.walk(&expr, 1, &mut sides);
        shape.named.sort();
        shape.named.retain(|(_, power)| *power != 0);
        shape.quotient = sides.quotient();
        Some(shape)
    }

    /// Whether a value in one unit can be one in the other by a factor.
    pub(crate) fn same_kind(&self, other: &Self) -> bool {
        self.dim == other.dim
            && self.moles == other.moles
            && self.same_rest(other)
            && self.value.arbitrary == other.value.arbitrary
            && quotients_meet(self.quotient, other.quotient)
    }

    /// Whether the parts agree that no bridge crosses.
    fn same_rest(&self, other: &Self) -> bool {
        self.equivalents == other.equivalents && self.osmoles == other.osmoles && self.named == other.named
    }

    /// No dimension, amount or name: a number.
    pub(crate) fn is_number(&self) -> bool {
        self.dim == [0; 7]
            && [self.moles, self.equivalents, self.osmoles] == [0; 3]
            && self.named.is_empty()
            && self.value.arbitrary.is_empty()
            && self.value.special.is_none()
    }

    /// A scale that is neither a ratio nor a temperature: `[pH]`, `B`.
    pub(crate) fn is_logarithmic(&self) -> bool {
        self.value.special.is_some_and(|term| term.unit.property != "temperature")
    }

    fn walk(&mut self, expr: &UnitExpr, power: i8, sides: &mut Sides) {
        match expr {
            UnitExpr::Symbol(symbol) => self.symbol(symbol, power, sides),
            UnitExpr::Power(inner, by) => {
                let by = i8::try_from(*by).unwrap_or(0);
                self.walk(inner, power.saturating_mul(by), sides);
            }
            UnitExpr::Annotated(inner, note) => {
                if CHANGING.contains(&note.as_str()) {
                    self.name(note, power);
                }
                self.walk(inner, power, sides);
            }
            UnitExpr::Annotation(note) => self.annotation(note, power),
            UnitExpr::Product(terms) => terms.iter().for_each(|term| self.walk(term, power, sides)),
            UnitExpr::Quotient(over, under) => {
                self.walk(over, power, sides);
                self.walk(under, -power, sides);
            }
            UnitExpr::Reciprocal(inner) => self.walk(inner, -power, sides),
            UnitExpr::Numeric(_) => {}
        }
    }

    fn symbol(&mut self, symbol: &str, power: i8, sides: &mut Sides) {
        if FIELDS.contains(&symbol) {
            return self.name(symbol, power);
        }
        let kind = Amount::of(symbol);
        match kind {
            Amount::Moles => self.moles = self.moles.saturating_add(power),
            Amount::Enzyme => {
                self.moles = self.moles.saturating_add(power);
                self.enzyme = self.enzyme.saturating_add(power);
            }
            Amount::Equivalents => self.equivalents = self.equivalents.saturating_add(power),
            Amount::Osmoles => self.osmoles = self.osmoles.saturating_add(power),
            Amount::Mass | Amount::Volume | Amount::Other => {}
        }
        sides.add(kind, power);
    }

    fn annotation(&mut self, note: &str, power: i8) {
        if !COUNTED.contains(&note.to_ascii_lowercase().as_str()) {
            self.name(note, power);
        }
    }

    fn name(&mut self, name: &str, power: i8) {
        match self.named.iter_mut().find(|(known, _)| known == name) {
            Some((_, total)) => *total = total.saturating_add(power),
            None => self.named.push((name.to_owned(), power)),
        }
    }

    /// What stands above the line, when it is one amount of a substance that a molar mass or a charge can turn into
    /// another: `mg/dL`, `mmol/L`, `meq/(24.h)`, not `mg/g{creat}`.
    pub(crate) fn substance(&self) -> Option<Substance> {
        let plain = self.quotient == Quotient::None && self.osmoles == 0 && self.enzyme == 0;
        if !plain || !self.value.arbitrary.is_empty() {
            return None;
        }
        match (self.dim[MASS], self.moles, self.equivalents) {
            (1, 0, 0) => Some(Substance::Grams),
            (0, 1, 0) => Some(Substance::Moles),
            (0, 0, 1) => Some(Substance::Equivalents),
            _ => None,
        }
    }

    /// Whether two amounts of a substance stand over the same.
    pub(crate) fn same_carrier(&self, other: &Self) -> bool {
        let carrier = |shape: &Self| {
            let mut dim = shape.dim;
            dim[MASS] = 0;
            dim
        };
        carrier(self) == carrier(other) && self.named == other.named
    }

    /// The factor to base units.
    pub(crate) fn factor(&self) -> Number {
        self.value.factor
    }
}

/// A number of no stated quotient meets any of mass or volume (`0.45 L/L` is `45 %`); a quotient of moles meets only
/// its like: a percent of HbA1c is not ten of its mmol/mol.
fn quotients_meet(a: Quotient, b: Quotient) -> bool {
    a == b || (a == Quotient::None && b != Quotient::Moles) || (b == Quotient::None && a != Quotient::Moles)
}

/// What a symbol is an amount of, where UCUM's dimension does not say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Amount {
    Moles,
    Enzyme,
    Equivalents,
    Osmoles,
    Mass,
    Volume,
    Other,
}

impl Amount {
    /// The amount behind a symbol with or without a prefix.
    fn of(symbol: &str) -> Self {
        let is = |atom: &str| symbol.strip_suffix(atom).is_some_and(|prefix| prefix.len() <= 2);
        match symbol {
            "[HPF]" | "[LPF]" => Self::Other,
            _ if is("osm") => Self::Osmoles,
            _ if is("mol") => Self::Moles,
            _ if is("kat") || is("U") => Self::Enzyme,
            _ if is("eq") => Self::Equivalents,
            _ if is("L") => Self::Volume,
            _ if symbol != "deg" && symbol.len() <= 2 && is("g") => Self::Mass,
            _ => Self::Other,
        }
    }
}

/// What stands above and below the line.
#[derive(Default)]
struct Sides {
    over: Vec<Amount>,
    under: Vec<Amount>,
}

impl Sides {
    fn add(&mut self, kind: Amount, power: i8) {
        if power > 0 { self.over.push(kind) } else { self.under.push(kind) }
    }

    fn quotient(&self) -> Quotient {
        let both = |kind| self.over.contains(&kind) && self.under.contains(&kind);
        if both(Amount::Moles) {
            Quotient::Moles
        } else if both(Amount::Mass) {
            Quotient::Mass
        } else if both(Amount::Volume) {
            Quotient::Volume
        } else {
            Quotient::None
        }
    }
}
