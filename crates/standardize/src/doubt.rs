//! Whether a decision's code is certain, and what is undecided between it and its alternatives when it is not.

use mirobody_vocab::{Axes, Loinc, Vocabulary};

use crate::reading::{Candidate, Decision};

/// From this P(exact code) on a code is said without a doubt.
pub(crate) const CERTAIN: f32 = 0.7;
/// An alternative this much less likely than the best one of its analyte raises no doubt of its own.
const NEAR: f32 = 0.25;

/// A part of a code's meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// Where it is measured.
    Specimen,
    /// The kind of quantity: mass, moles, activity.
    Property,
    /// After a challenge, or at the peak or trough.
    Challenge,
    /// At a moment or over a time.
    Time,
    /// A number, a step or a name.
    Scale,
    /// How it is measured.
    Method,
}

impl Axis {
    const ALL: [Self; 6] = [Self::Specimen, Self::Property, Self::Challenge, Self::Time, Self::Scale, Self::Method];

    /// What the codes have in the axis.
    fn of<'a>(self, axes: &Axes<'a>) -> &'a str {
        match self {
            Self::Specimen => axes.system,
            Self::Property => axes.property,
            Self::Challenge => axes.component.split_once('^').map_or("", |(_, challenge)| challenge),
            Self::Time => axes.time,
            Self::Scale => axes.scale,
            Self::Method => axes.method,
        }
    }
}

impl Decision {
    /// Whether the code itself, not only its analyte, is as good as sure. An answer without a code is not.
    pub fn is_certain(&self) -> bool {
        self.loinc.is_some() && self.exact_confidence >= CERTAIN
    }

    /// The axes in which the code and the likeliest other codes of its analyte differ, the likeliest first. Empty when
    /// the code is certain, or there is none.
    pub fn undecided(&self) -> Vec<Axis> {
        let Some(own) = self.loinc.and_then(axes).filter(|_| !self.is_certain()) else { return Vec::new() };
        let mut found = Vec::new();
        for other in self.rivals() {
            let Some(other) = axes(other.loinc) else { continue };
            let differs = Axis::ALL.into_iter().filter(|axis| axis.of(&own) != axis.of(&other));
            for axis in differs {
                if !found.contains(&axis) {
                    found.push(axis);
                }
            }
        }
        found
    }

    /// The alternatives of the same analyte that the code is in doubt against, the likeliest first.
    pub fn rivals(&self) -> impl Iterator<Item = &Candidate> {
        let own = self.loinc.and_then(axes).filter(|_| !self.is_certain()).map(|axes| analyte(axes.component));
        let same = self
            .alternatives
            .iter()
            .filter(move |other| own.is_some() && axes(other.loinc).map(|axes| analyte(axes.component)) == own);
        let most = same.clone().map(|other| other.score).fold(0.0, f32::max);
        same.filter(move |other| other.score >= NEAR * most)
    }
}

fn axes(code: Loinc) -> Option<Axes<'static>> {
    let vocabulary = Vocabulary::embedded();
    vocabulary.row(code).map(|row| vocabulary.axes(row))
}

fn analyte(component: &str) -> &str {
    component.split_once('^').map_or(component, |(analyte, _)| analyte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Outcome;

    fn decision(code: &str, exact_confidence: f32, others: &[(&str, f32)]) -> Decision {
        let loinc = |code: &str| code.parse::<Loinc>().unwrap();
        let candidate = |&(code, score): &(&str, f32)| Candidate { loinc: loinc(code), canonical: "", score };
        Decision {
            outcome: Outcome::Coded,
            loinc: Some(loinc(code)),
            canonical: Some(""),
            method: "",
            evidence: Vec::new(),
            confidence: 0.95,
            exact_confidence,
            reason: String::new(),
            rejected: None,
            alternatives: others.iter().map(candidate).collect(),
        }
    }

    #[test]
    fn the_axes_that_differ_are_named_the_likeliest_first() {
        // Glucose in serum; in urine, in moles, fasting.
        let undecided = |others: &[(&str, f32)]| decision("2345-7", 0.4, others).undecided();
        assert_eq!(undecided(&[("2350-7", 0.3)]), [Axis::Specimen]);
        assert_eq!(undecided(&[("14749-6", 0.3)]), [Axis::Property]);
        assert_eq!(undecided(&[("1558-6", 0.3)]), [Axis::Challenge]);
        assert_eq!(undecided(&[("14749-6", 0.3), ("2350-7", 0.2)]), [Axis::Property, Axis::Specimen]);
        // Too unlikely, or another analyte.
        assert_eq!(undecided(&[("14749-6", 0.3), ("2350-7", 0.01)]), [Axis::Property]);
        assert!(undecided(&[("718-7", 0.3)]).is_empty());
    }

    #[test]
    fn a_certain_code_and_no_code_have_nothing_undecided() {
        let sure = decision("2345-7", 0.9, &[("14749-6", 0.3)]);
        assert!(sure.is_certain() && sure.undecided().is_empty() && sure.rivals().next().is_none());
        let none =
            Decision { loinc: None, outcome: Outcome::Ambiguous, ..decision("2345-7", 0.4, &[("14749-6", 0.3)]) };
        assert!(!none.is_certain() && none.undecided().is_empty() && none.rivals().next().is_none());
    }
}
