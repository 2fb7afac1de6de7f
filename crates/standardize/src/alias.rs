//! What a person has decided about a name: the code it means, or that it has none.
//!
//! True here: an alias is about a name as printed, in its folded form; it may hold only for units of a family, for a
//! specimen, or for what a laboratory reports, and the most exact one wins. Must not be here: where aliases are kept.

use mirobody_vocab::{Loinc, Vocabulary, fold};

use crate::{
    family::UnitFamily,
    name::{Specimen, agreement, is_specimen, of_field},
};

/// The longest name, in characters.
const LONGEST: usize = 200;

/// When an alias holds. Empty: always.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Condition {
    /// Only with a unit of this family.
    pub unit_family: Option<UnitFamily>,
    /// Only when this specimen is stated; as printed.
    pub specimen: String,
    /// Only for what this laboratory reports; as its reports print it.
    pub laboratory: String,
}

/// One decision of a person about a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    name: String,
    condition: Condition,
    loinc: Option<Loinc>,
}

/// What makes an alias the same as another: saying it again changes what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AliasKey {
    /// The folded name.
    pub name: String,
    /// The unit family's name; empty when any.
    pub unit_family: &'static str,
    /// The folded specimen; empty when any.
    pub specimen: String,
    /// The folded laboratory; empty when any.
    pub laboratory: String,
}

/// Why there can be no such alias.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AliasError {
    /// The name is empty or too long.
    Name,
    /// The specimen is not known.
    Specimen,
    /// The laboratory's name has no letter, or is too long.
    Laboratory,
    /// The vocabulary has no such code.
    Code,
    /// The code is not measured in units of this family.
    UnitOfCode,
    /// The code is of another specimen.
    SpecimenOfCode,
}

impl AliasError {
    /// What is wanted instead, after "must".
    pub const fn must(self) -> &'static str {
        match self {
            Self::Name => "be 1 to 200 characters with a letter or digit",
            Self::Specimen => "be a specimen, such as `serum` or `urine`",
            Self::Laboratory => "be a laboratory's name of 1 to 200 characters",
            Self::Code => "be a LOINC code of this vocabulary",
            Self::UnitOfCode => "be a unit the code is measured in",
            Self::SpecimenOfCode => "be the specimen of the code",
        }
    }

    /// The field at fault.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Specimen | Self::SpecimenOfCode => "specimen",
            Self::Laboratory => "laboratory",
            Self::Code => "loinc",
            Self::UnitOfCode => "unit",
        }
    }
}

/// An alias, ready to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Folded.
    pub(crate) name: String,
    pub(crate) unit_family: Option<UnitFamily>,
    pub(crate) specimen: Option<Specimen>,
    /// Folded.
    pub(crate) laboratory: Option<String>,
    pub(crate) loinc: Option<Loinc>,
}

impl Alias {
    /// The alias of a printed name for a code, or for none: the name is then left uncoded.
    pub fn new(name: &str, condition: Condition, loinc: Option<Loinc>) -> Result<Self, AliasError> {
        let alias = Self::stored(name, condition, loinc);
        alias.check()?;
        Ok(alias)
    }

    /// An alias that was checked when it was made; the vocabulary may have lost its code since.
    pub fn stored(name: &str, condition: Condition, loinc: Option<Loinc>) -> Self {
        let trimmed = |text: &str| text.trim().to_owned();
        let Condition { unit_family, specimen, laboratory } = condition;
        let condition = Condition { unit_family, specimen: trimmed(&specimen), laboratory: trimmed(&laboratory) };
        Self { name: trimmed(name), condition, loinc }
    }

    /// The name, as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// When it holds.
    pub const fn condition(&self) -> &Condition {
        &self.condition
    }

    /// The code; none when the name is left uncoded.
    pub const fn loinc(&self) -> Option<Loinc> {
        self.loinc
    }

    /// What makes it the same as another.
    pub fn key(&self) -> AliasKey {
        AliasKey {
            name: fold(&self.name),
            unit_family: self.condition.unit_family.map_or("", UnitFamily::name),
            specimen: fold(&self.condition.specimen),
            laboratory: fold(&self.condition.laboratory),
        }
    }

    pub(crate) fn entry(&self) -> Entry {
        let key = self.key();
        Entry {
            name: key.name,
            unit_family: self.condition.unit_family,
            specimen: of_field(&key.specimen),
            laboratory: Some(key.laboratory).filter(|laboratory| !laboratory.is_empty()),
            loinc: self.loinc,
        }
    }

    fn check(&self) -> Result<(), AliasError> {
        let key = self.key();
        if !is_name(&key.name) {
            return Err(AliasError::Name);
        }
        if !key.laboratory.is_empty() && !is_name(&key.laboratory) {
            return Err(AliasError::Laboratory);
        }
        let specimen = of_field(&key.specimen);
        if specimen.is_none() && !key.specimen.is_empty() {
            return Err(AliasError::Specimen);
        }
        self.loinc.map_or(Ok(()), |code| check_code(code, self.condition.unit_family, specimen))
    }
}

fn is_name(folded: &str) -> bool {
    folded.chars().any(char::is_alphanumeric) && folded.chars().count() <= LONGEST
}

/// Whether the code can be what is meant under the condition.
fn check_code(code: Loinc, family: Option<UnitFamily>, specimen: Option<Specimen>) -> Result<(), AliasError> {
    let vocabulary = Vocabulary::embedded();
    let axes = vocabulary.axes(vocabulary.row(code).ok_or(AliasError::Code)?);
    if family.is_some_and(|family| !family.holds(axes.property)) {
        return Err(AliasError::UnitOfCode);
    }
    let other = |specimen| is_specimen(axes.system) && agreement(specimen, axes.system) == 0.0;
    if specimen.is_some_and(other) { Err(AliasError::SpecimenOfCode) } else { Ok(()) }
}
