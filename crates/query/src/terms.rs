//! What a name or a code means, as far as comparing two of them needs: analyte, challenge and specimen.

use mirobody_standardize::{Coded, Decision, Outcome, Reading, code};
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

/// What a name alone stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// One test: decided by hand, or a common one.
    Test(Concept),
    /// Several tests fit, and this common one fits best.
    Likely(Concept),
    /// A category, or one of several tests.
    Several,
    /// Nothing known, or nothing common enough for a bare word to mean it.
    Unknown,
}

impl Meaning {
    /// What `name` stands for.
    pub fn of(name: &str) -> Self {
        let coded = code(&Reading { name: name.to_owned(), ..Reading::default() });
        match coded.decision.outcome {
            Outcome::Refused => Self::Several,
            Outcome::Ambiguous if named_exactly(name) => Self::likeliest(&coded.decision),
            Outcome::Ambiguous | Outcome::Unresolved => Self::Unknown,
            Outcome::Coded => Concept::trusted(&coded).map_or(Self::Unknown, Self::Test),
        }
    }

    /// The best of several candidates, when it is a common test: a bare `weight` is a body's.
    fn likeliest(decision: &Decision) -> Self {
        let best = decision.alternatives.first().map(|candidate| candidate.loinc).filter(|&loinc| is_common(loinc));
        best.and_then(Concept::of_code).map_or(Self::Several, Self::Likely)
    }

    /// The test it is, or is most likely.
    pub const fn test(&self) -> Option<&Concept> {
        match self {
            Self::Test(concept) | Self::Likely(concept) => Some(concept),
            Self::Several | Self::Unknown => None,
        }
    }
}

impl Concept {
    /// The test of a decision, when a name alone may mean it.
    fn trusted(coded: &Coded) -> Option<Self> {
        let loinc = coded.decision.loinc?;
        if !is_common(loinc) && coded.decision.method != "curated" {
            return None;
        }
        Some(Self { series: coded.series.clone(), ..Self::of_code(loinc)? })
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
            // A sum is recorded by one of its parts: 25-hydroxyvitamin D3 for D3 and D2 together.
            let part = self.specimen == other.specimen && self.analyte.split('+').any(|part| part == other.analyte);
            return if part { Kinship::Sibling } else { Kinship::Other };
        }
        let challenge = self.challenge.is_empty() || self.challenge == other.challenge;
        if challenge && self.specimen == other.specimen { Kinship::Sibling } else { Kinship::Cousin }
    }
}

fn is_common(loinc: Loinc) -> bool {
    let vocabulary = Vocabulary::embedded();
    vocabulary.row(loinc).is_some_and(|row| vocabulary.axes(row).tier >= COMMON)
}

/// Whether the vocabulary knows `name` as it stands: a curated name, a designation or a component.
pub fn named_exactly(name: &str) -> bool {
    let vocabulary = Vocabulary::embedded();
    let folded = fold(name);
    vocabulary.curated(&folded).next().is_some()
        || vocabulary.designation(&folded).next().is_some()
        || vocabulary.component(&folded).next().is_some()
}

/// Blood in any form is one specimen: serum, plasma, whole, capillary.
fn specimen_group(system: &str) -> String {
    let blood = system.split(['/', '+']).any(|part| {
        let part = part.trim();
        matches!(part, "Ser" | "Plas" | "PPP" | "RBC") || part.starts_with("Bld")
    });
    if blood { "blood".to_owned() } else { system.to_owned() }
}
