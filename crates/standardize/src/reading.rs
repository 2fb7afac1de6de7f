//! What goes in and what comes out: a reading as printed, and the same reading coded.
//!
//! The printed fields are never changed; what is computed stands beside them with the decision that made it.

use mirobody_units::Ucum;
use mirobody_vocab::Loinc;
use rust_decimal::Decimal;

use crate::{
    person::{AgeUnit, Sex},
    plausibility::Improbable,
};

/// One reading as its source printed it. Only `name` is required; absent fields are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// The test's name, as printed.
    pub name: String,
    /// The result, as printed: `5.4`, `<0.5`, `阴性`, `1:80`.
    pub value: String,
    /// The unit, as printed.
    pub unit: String,
    /// The specimen when it was printed apart from the name.
    pub specimen: String,
    /// The reference range, as printed.
    pub range: String,
    /// The flag, as printed: `H`, `↑`, `*`.
    pub flag: String,
    /// BCP 47 language of the document, when known: `en`, `zh`, `ja`, `nl`.
    pub language: String,
}

/// How a number stands to the true value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparator {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// A result by kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A number, with `<` or `>` where printed.
    Quantity {
        /// `<`, `<=`, `>` or `>=`; none for a plain number.
        comparator: Option<Comparator>,
        /// The number.
        number: Decimal,
    },
    /// Two numbers: `120--200`.
    Range {
        /// The lower bound.
        low: Decimal,
        /// The upper bound.
        high: Decimal,
    },
    /// A titre or ratio: `1:80`, with `<` or `>` where printed.
    Titre {
        /// `<`, `<=`, `>` or `>=`; none for a plain titre.
        comparator: Option<Comparator>,
        /// Before the colon.
        numerator: Decimal,
        /// After the colon.
        denominator: Decimal,
    },
    /// A step of an ordered scale: `negative` 0, `trace` 1, `+` 2, `++` 3 and so on; `positive` has no step.
    Ordinal(Ordinal),
    /// A word that names a kind: a blood group, a colour, an organism.
    Nominal(String),
    /// Any other text.
    Text(String),
    /// Nothing was measured: empty, `pending`, `not done`.
    Absent,
}

/// A step of an ordered scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ordinal {
    /// Negative, non-reactive, not detected.
    Negative,
    /// Trace, borderline, `±`.
    Trace,
    /// Positive with a number of plus signs.
    Plus(u8),
    /// Positive, reactive, detected, without a step.
    Positive,
}

/// One bound of a reference range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// The number.
    pub number: Decimal,
    /// Whether the bound itself is inside the range.
    pub inclusive: bool,
}

/// A reference range as read from its printed form. All empty when it could not be read; the text is kept either way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReferenceRange {
    /// The lower bound.
    pub low: Option<Bound>,
    /// The upper bound.
    pub high: Option<Bound>,
    /// The range's own printed unit, when it had one.
    pub unit: Option<Ucum>,
    /// What is expected instead of a number, or beside one: `Negative`, `< 1:80`.
    pub expected: Option<Expected>,
    /// The printed ranges that each hold for some people only, in their order: `M: 13-17 F: 12-15`. When the person
    /// decides among them, the bounds above are theirs.
    pub parts: Vec<RangePart>,
    /// As printed.
    pub text: String,
}

/// What a reference range expects that is not a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// From one step of an ordered scale to another, both inside.
    Steps {
        /// The lowest step.
        from: Ordinal,
        /// The highest step.
        to: Ordinal,
    },
    /// A titre on this side of another.
    Titre {
        /// The side.
        comparator: Comparator,
        /// Before the colon.
        numerator: Decimal,
        /// After the colon.
        denominator: Decimal,
    },
    /// A word: `yellow`, `normal`; folded as the tables of words are.
    Word(String),
}

/// One of several printed ranges.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RangePart {
    /// For whom it holds.
    pub who: Who,
    /// The lower bound.
    pub low: Option<Bound>,
    /// The upper bound.
    pub high: Option<Bound>,
    /// Its printed unit, when it had one, or the one printed once for all parts.
    pub unit: Option<Ucum>,
}

/// For whom a range holds. All empty: for everyone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Who {
    /// Only this sex.
    pub sex: Option<Sex>,
    /// Not younger than this.
    pub from: Option<AgeBound>,
    /// Not older than this.
    pub to: Option<AgeBound>,
    /// Only people the page names and a person's sex and age do not tell: `follicular phase`, `smokers`, `Desirable`.
    pub other: bool,
}

/// One bound of an age.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgeBound {
    /// The number, in completed units.
    pub number: u32,
    /// The unit.
    pub unit: AgeUnit,
    /// Whether somebody of exactly this age is inside.
    pub inclusive: bool,
}

/// Where the value lies against its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flag {
    /// Below the range.
    Low,
    /// Inside it.
    Normal,
    /// Above it.
    High,
    /// Outside without a direction.
    Abnormal,
}

/// Something a reader must know about a reading: it was kept, and this is doubtful.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `1,234` or `12,345`: a decimal comma or a thousands comma; the reading has no number.
    AmbiguousComma,
    /// The printed unit is not known.
    UnknownUnit,
    /// Two different units were printed.
    CompetingUnits,
    /// The value lies outside what is possible for the code.
    Implausible,
    /// The printed date cannot be; the reading has no time of its own.
    ImpossibleDate,
    /// The date could be read in two ways; the reading has no time of its own.
    AmbiguousDate,
}

/// What became of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One code stands.
    Coded,
    /// Several analytes fit; none is chosen.
    Ambiguous,
    /// The name is a category, or the unit or value contradicts it.
    Refused,
    /// Nothing known fits.
    Unresolved,
}

/// Another code the name could mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The code.
    pub loinc: Loinc,
    /// Its long common name.
    pub canonical: &'static str,
    /// Its score on the scale of the decision's confidence, 0 to 1.
    pub score: f32,
}

/// How a name became a code, or why it did not.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// What became of the name.
    pub outcome: Outcome,
    /// The code, when coded.
    pub loinc: Option<Loinc>,
    /// The code's long common name.
    pub canonical: Option<&'static str>,
    /// Which look-up found it: `alias`, `curated`, `long-name`, `designation`, `component`, … or empty.
    pub method: &'static str,
    /// What agreed: `name`, `unit`, `specimen`, `scale`, `time`; `report`, the units of the rows beside it; and whose
    /// an alias is: `person` or `laboratory`.
    pub evidence: Vec<&'static str>,
    /// P(analyte), 0 to 1.
    pub confidence: f32,
    /// P(exact code), 0 to 1.
    pub exact_confidence: f32,
    /// Why it is not coded, for people: `a category, not one test`; empty when coded.
    pub reason: String,
    /// The code the name alone gave when the unit or value moved away from it.
    pub rejected: Option<Loinc>,
    /// The next best codes, best first, at most five.
    pub alternatives: Vec<Candidate>,
}

/// A reading with everything that could be computed from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Coded {
    /// As printed.
    pub reading: Reading,
    /// How the name became a code.
    pub decision: Decision,
    /// The value by kind.
    pub value: Value,
    /// The unit in UCUM; none when nothing was printed or it is not known.
    pub unit: Option<Ucum>,
    /// The reference range.
    pub range: ReferenceRange,
    /// The flag: printed, else from the range when that can be decided.
    pub flag: Option<Flag>,
    /// The series the reading belongs to: codes that differ only by method or by mass against moles are one series;
    /// `local:<folded name>|<unit>` when uncoded.
    pub series: String,
    /// Set when no living person has such a value: kept all the same, and marked [`Mark::Implausible`].
    pub plausibility: Option<Improbable>,
    /// What a reader must know.
    pub marks: Vec<Mark>,
}
