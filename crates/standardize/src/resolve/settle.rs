//! A code that was found becomes the decision, unless unit, value or specimen contradict it.

use mirobody_vocab::{Axes, Loinc, Row};

use super::{
    Resolver,
    candidates::Candidate,
    sibling::{self, Conflict},
};
use crate::{
    name::Specimen,
    reading::{self, Decision, Outcome},
};

/// Why nothing is answered although something fits.
pub(super) const UNSURE: &str = "several tests fit, none well enough";

impl Resolver<'_> {
    /// A code that stands unless unit, value or specimen contradict it; then its sibling, or a refusal.
    pub(super) fn settle(
        &self,
        row: Row,
        method: &'static str,
        stated: Option<Specimen>,
        analyte: f32,
        exact: f32,
    ) -> Decision {
        let axes = self.vocabulary.axes(row);
        let Some(conflict) = sibling::conflict(&axes, self.asked, stated) else {
            return self.coded(&axes, method, analyte, exact, stated);
        };
        match sibling::find(self.vocabulary, &axes, self.asked, stated) {
            Some(other) => {
                let mut decision = self.coded(&self.vocabulary.axes(other), method, analyte, exact.min(0.8), stated);
                decision.rejected = Some(axes.loinc);
                decision
            }
            None => contradicted(&axes, conflict, analyte),
        }
    }

    /// The decision, when its analyte is as likely as was asked for.
    pub(super) fn if_sure(&self, decision: Decision) -> Decision {
        let Some((loinc, canonical)) = decision.loinc.zip(decision.canonical) else { return decision };
        if decision.confidence >= self.options.least() {
            return decision;
        }
        Decision {
            confidence: decision.confidence,
            exact_confidence: decision.exact_confidence,
            alternatives: [reading::Candidate { loinc, canonical, score: decision.confidence }]
                .into_iter()
                .chain(decision.alternatives)
                .collect(),
            ..undecided(Outcome::Ambiguous, UNSURE)
        }
    }

    /// A decision of this project or a person, which is answered unless a caller asks for more than it is sure of.
    pub(super) fn if_asked(&self, decision: Decision) -> Decision {
        if self.options.min_confidence.is_some() { self.if_sure(decision) } else { decision }
    }

    fn coded(
        &self,
        axes: &Axes<'static>,
        method: &'static str,
        analyte: f32,
        exact: f32,
        stated: Option<Specimen>,
    ) -> Decision {
        let asked = self.asked;
        let mut evidence = vec!["name"];
        if asked.properties.contains(&axes.property) {
            evidence.push("unit");
        }
        if stated.is_some() {
            evidence.push("specimen");
        }
        if asked.value.is_some() {
            evidence.push("scale");
        }
        if asked.stated.day {
            evidence.push("time");
        }
        Decision {
            outcome: Outcome::Coded,
            loinc: Some(axes.loinc),
            canonical: Some(axes.long_name),
            method,
            evidence,
            confidence: analyte,
            exact_confidence: exact,
            reason: String::new(),
            rejected: None,
            alternatives: Vec::new(),
        }
    }
}

fn contradicted(axes: &Axes<'static>, conflict: Conflict, analyte: f32) -> Decision {
    let what = conflict.field();
    let mut decision = undecided(
        Outcome::Refused,
        &format!("the {what} does not fit {} ({}), and no sibling fits", axes.loinc, axes.long_name),
    );
    decision.rejected = Some(axes.loinc);
    decision.confidence = analyte;
    decision
}

pub(super) fn two_tests(one: Loinc, other: Loinc) -> Decision {
    undecided(Outcome::Ambiguous, &format!("the name means two tests: {one} and {other}"))
}

pub(super) fn alternative(candidate: &Candidate, part: f32) -> reading::Candidate {
    reading::Candidate { loinc: candidate.axes.loinc, canonical: candidate.long_name(), score: part }
}

pub(super) fn undecided(outcome: Outcome, reason: &str) -> Decision {
    Decision {
        outcome,
        loinc: None,
        canonical: None,
        method: "",
        evidence: Vec::new(),
        confidence: 0.0,
        exact_confidence: 0.0,
        reason: reason.to_owned(),
        rejected: None,
        alternatives: Vec::new(),
    }
}
