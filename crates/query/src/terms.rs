//! What a name or a code means, as far as comparing two of them needs: analyte, challenge and specimen.

use mirobody_standardize::{Outcome, Reading, code, resolve};
use mirobody_vocab::{Loinc, Vocabulary, fold};

/// The test a name or a code stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concept {
    /// The code.
    pub loinc: Loinc,
    /// Its long common name.
    pub canonical: String,
    series: String,
    analyte: String,
    challenge: String,
    specimen: String,
}

/// How a recorded test stands to the one asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kinship {
    /// The same code or the same series.
    Same,
    /// The same analyte in the same specimen by another method or in another unit, or a closer description of it.
    Sibling,
    /// The same analyte, but another specimen or another challenge.
    Cousin,
    /// Something else.
    Other,
}

/// How common a test must be for a word alone to mean it: `height` is a body height, not a prostate's.
const COMMON: u8 = 3;

impl Concept {
    /// The test a name alone stands for, when exactly one stands: decided by hand, or a common one.
    pub fn named(name: &str) -> Option<Self> {
        let coded = code(&Reading { name: name.to_owned(), ..Reading::default() });
        if coded.decision.outcome != Outcome::Coded {
            return None;
        }
        let loinc = coded.decision.loinc?;
        let vocabulary = Vocabulary::embedded();
        let common = vocabulary.axes(vocabulary.row(loinc)?).tier >= COMMON;
        if !common && coded.decision.method != "curated" {
            return None;
        }
        Some(Self { series: coded.series, ..Self::of_code(loinc)? })
    }

    /// The test behind a code the vocabulary holds.
    pub fn of_code(loinc: Loinc) -> Option<Self> {
        let vocabulary = Vocabulary::embedded();
        let axes = vocabulary.axes(vocabulary.row(loinc)?);
        let (analyte, challenge) = axes.component.split_once('^').unwrap_or((axes.component, ""));
        Some(Self {
            loinc,
            canonical: axes.long_name.to_owned(),
            series: String::new(),
            analyte: fold(analyte),
            challenge: fold(challenge),
            specimen: specimen_group(axes.system),
        })
    }

    /// How the recorded test `other`, of series `series`, stands to this one.
    pub fn kinship(&self, other: &Self, series: &str) -> Kinship {
        if self.loinc == other.loinc || (!self.series.is_empty() && self.series == series) {
            return Kinship::Same;
        }
        if self.analyte != other.analyte {
            return Kinship::Other;
        }
        let challenge = self.challenge.is_empty() || self.challenge == other.challenge;
        if challenge && self.specimen == other.specimen { Kinship::Sibling } else { Kinship::Cousin }
    }
}

/// Whether the vocabulary knows `name` and it stands for no single test: a category, or several analytes.
pub fn names_several(name: &str) -> bool {
    let decision = resolve(&Reading { name: name.to_owned(), ..Reading::default() });
    match decision.outcome {
        Outcome::Refused => true,
        Outcome::Ambiguous => named_exactly(name),
        Outcome::Coded | Outcome::Unresolved => false,
    }
}

/// Whether the vocabulary knows `name` as it stands: a curated name, a designation or a component.
pub fn named_exactly(name: &str) -> bool {
    let vocabulary = Vocabulary::embedded();
    let folded = fold(name);
    vocabulary.curated(&folded).into_iter().next().is_some()
        || vocabulary.designation(&folded).into_iter().next().is_some()
        || vocabulary.component(&folded).into_iter().next().is_some()
}

/// Blood in any form is one specimen: serum, plasma, whole, capillary.
fn specimen_group(system: &str) -> String {
    let blood = system.split(['/', '+']).any(|part| {
        let part = part.trim();
        matches!(part, "Ser" | "Plas" | "PPP" | "RBC") || part.starts_with("Bld")
    });
    if blood { "blood".to_owned() } else { system.to_owned() }
}
