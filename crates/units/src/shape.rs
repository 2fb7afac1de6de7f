//! What kind of quantity a unit expression measures, finer than UCUM's dimensions.
//!
//! UCUM counts a mole as a number, so that `mmol/L` and `/L` have one dimension, and it ignores annotations, so that a
//! logarithm and a count have one too. A shape keeps apart what measures different things.

use octofhir_ucum::{EvalResult, Number, UnitExpr, evaluate, parse_expression};

use crate::{
    amount::{Amount, Quotient, Sides, quotients_meet},
    notes::Notes,
    ucum::Ucum,
};

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
    /// The amounts on both sides of the line.
    pub(crate) sides: Sides,
    /// What the annotations say they are of.
    pub(crate) notes: Notes,
    /// UCUM's own reading: the factor and the special unit.
    pub(crate) value: EvalResult,
}

/// Where the exponent of mass stands.
pub(crate) const MASS: usize = 2;

/// Entities in a mole, which is UCUM's factor of `mol`.
pub(crate) const AVOGADRO: &str = "6.02214076e23";

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
            sides: Sides::default(),
            notes: Notes::default(),
        };
        shape.dim = shape.value.dim.0;
        shape.walk(&expr, 1);
        shape.named.sort();
        shape.named.retain(|(_, power)| *power != 0);
        shape.quotient = shape.sides.quotient();
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
        self.equivalents == other.equivalents
            && self.osmoles == other.osmoles
            && self.named == other.named
            && self.notes.agree(&other.notes)
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

    fn walk(&mut self, expr: &UnitExpr, power: i8) {
        match expr {
            UnitExpr::Symbol(symbol) => self.symbol(symbol, power),
            UnitExpr::Power(inner, by) => {
                let by = i8::try_from(*by).unwrap_or(0);
                self.walk(inner, power.saturating_mul(by));
            }
            UnitExpr::Annotated(inner, note) => {
                if CHANGING.contains(&note.as_str()) {
                    self.name(note, 1); // `ug/mL{FEU}` is `ug{FEU}/mL`
                } else {
                    self.notes.add(note, power);
                }
                self.walk(inner, power);
            }
            UnitExpr::Annotation(note) => self.annotation(note, power),
            UnitExpr::Product(terms) => terms.iter().for_each(|term| self.walk(term, power)),
            UnitExpr::Quotient(over, under) => {
                self.walk(over, power);
                self.walk(under, -power);
            }
            UnitExpr::Reciprocal(inner) => self.walk(inner, -power),
            UnitExpr::Numeric(_) => {}
        }
    }

    fn symbol(&mut self, symbol: &str, power: i8) {
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
        self.sides.add(kind, power);
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

    /// The factor to base units.
    pub(crate) fn factor(&self) -> Number {
        self.value.factor
    }
}
