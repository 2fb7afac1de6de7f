//! A name as asked for, decided once, and held against each series of a record.

use mirobody_standardize::{Outcome, Reading, code};
use mirobody_vocab::fold;

use crate::{
    known::Recorded,
    names::tokens,
    panels::{self, Panel},
    select::Fit,
    terms::{Concept, Kinship, Meaning},
};

/// A name as asked for.
pub(crate) struct Asked {
    pub(crate) folded: String,
    pub(crate) words: Vec<String>,
    concepts: Vec<Concept>,
    /// The name stands for several tests, so a code cannot contradict it.
    pub(crate) panel: Option<&'static Panel>,
    pub(crate) meaning: Meaning,
}

impl Asked {
    pub(crate) fn read(name: &str) -> Self {
        let words = tokens(name);
        let panel = panels::panel(&words);
        let meaning = if words.is_empty() { Meaning::Unknown } else { Meaning::of(name) };
        let concepts = match panel {
            Some(panel) => panel.codes.iter().filter_map(|code| Concept::of_code(code.parse().ok()?)).collect(),
            None => by_code(name).or_else(|| meaning.test().cloned()).into_iter().collect(),
        };
        Self { folded: fold(name), words, concepts, panel, meaning }
    }

    pub(crate) fn fit(&self, recorded: &Recorded<'_>) -> Option<Fit> {
        if self.words.is_empty() {
            return None;
        }
        if recorded.is(&self.folded, &self.words) {
            return Some(Fit::Exact);
        }
        let kinship = self.kinship(recorded);
        if matches!(kinship, Some(Kinship::Same | Kinship::Sibling)) {
            return Some(if matches!(self.meaning, Meaning::Likely(_)) { Fit::Words } else { Fit::Concept });
        }
        let by_words = self.word_fit(recorded);
        match kinship {
            Some(Kinship::Cousin) => Some(Fit::Related),
            Some(Kinship::Other) if self.panel.is_none() => by_words.map(|_| Fit::Related),
            _ if self.meaning == Meaning::Several && self.panel.is_none() && recorded.indicator.code.is_some() => {
                by_words.map(|_| Fit::Related)
            }
            _ => by_words,
        }
    }

    /// How the series' test stands to what was asked; none when either has no code.
    fn kinship(&self, recorded: &Recorded<'_>) -> Option<Kinship> {
        let test = recorded.concept.as_ref()?;
        self.concepts.iter().map(|concept| concept.kinship(test, &recorded.indicator.series)).min()
    }

    fn word_fit(&self, recorded: &Recorded<'_>) -> Option<Fit> {
        let panel = self.panel.filter(|_| recorded.indicator.code.is_none());
        let member = |name| panel.is_some_and(|panel| crate::known::Name::measures(name, panel.words));
        recorded
            .names
            .iter()
            .filter_map(|name| name.fit(&self.words).or_else(|| member(name).then_some(Fit::Words)))
            .min()
    }
}

fn by_code(name: &str) -> Option<Concept> {
    name.trim().parse().ok().and_then(Concept::of_code)
}

/// How sure of the analyte a doubtful name must be for the record to settle it.
const LEAST_SURE: f32 = 0.6;

/// What a name that no test stands for by itself could mean: the record decides whether it does.
#[derive(Debug, Default)]
pub(crate) struct Could {
    /// A test too rare for the bare name to mean it wherever it is not recorded.
    pub(crate) rare: Option<Concept>,
    /// The likeliest of several.
    pub(crate) likeliest: Option<Concept>,
    /// Under a unit it is a test: `Cr` in mg/dL is creatinine.
    pub(crate) by_unit: bool,
}

impl Could {
    /// Whether no test goes by the name.
    pub(crate) const fn is_nothing(&self) -> bool {
        self.rare.is_none() && self.likeliest.is_none() && !self.by_unit
    }

    pub(crate) fn of(name: &str) -> Self {
        let decision = code(&named(name, None)).decision;
        let concept = |loinc| Concept::of_code(loinc);
        match decision.outcome {
            Outcome::Coded => Self { rare: decision.loinc.and_then(concept), ..Self::default() },
            Outcome::Refused => Self { by_unit: true, ..Self::default() },
            Outcome::Ambiguous if decision.confidence >= LEAST_SURE => {
                let best = decision.alternatives.first().map(|candidate| candidate.loinc);
                Self { likeliest: best.and_then(concept), ..Self::default() }
            }
            Outcome::Ambiguous | Outcome::Unresolved => Self::default(),
        }
    }
}

/// The test that `name` is under a unit.
pub(crate) fn under_unit(name: &str, unit: &str) -> Option<Concept> {
    let decision = code(&named(name, Some(unit))).decision;
    decision.loinc.filter(|_| decision.outcome == Outcome::Coded).and_then(Concept::of_code)
}

fn named(name: &str, unit: Option<&str>) -> Reading {
    Reading { name: name.to_owned(), unit: unit.unwrap_or_default().to_owned(), ..Reading::default() }
}
