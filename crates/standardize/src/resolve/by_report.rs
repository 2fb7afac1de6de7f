//! A row without a unit in a report whose other rows say mass or moles: it is read as if its unit had been printed so.

use mirobody_vocab::{Row, Vocabulary};

use super::asked::Asked;
use crate::{
    prior::Prior,
    reading::{Decision, Outcome, Reading},
};

/// How much of its certainty a code keeps that the row itself does not state.
const MOVED: f32 = 0.8;

/// What would be asked if the unit had been printed as the report prints others. None when the report says nothing
/// about this decision, agrees with it, or the row itself says more.
pub(super) fn assumed(decision: &Decision, reading: &Reading, asked: &Asked, prior: Option<Prior>) -> Option<Asked> {
    let prior = prior?;
    if asked.unit_printed || states_a_kind(decision, &reading.name) {
        return None;
    }
    let vocabulary = Vocabulary::embedded();
    let axes = vocabulary.axes(row(decision)?);
    let property = match (axes.property, prior) {
        ("MCnc", Prior::Moles) => &["SCnc"],
        ("SCnc", Prior::Mass) => &["MCnc"],
        ("MRat", Prior::Moles) => &["SRat"],
        ("SRat", Prior::Mass) => &["MRat"],
        _ => return None,
    };
    Prior::of_code(&axes)?;
    Some(Asked { properties: property, unit_printed: true, ..asked.clone() })
}

/// The decision with the report in its evidence, when the report bears on it and agrees.
pub(super) fn agreed(mut decision: Decision, asked: &Asked, prior: Option<Prior>) -> Decision {
    let vocabulary = Vocabulary::embedded();
    let own = row(&decision).and_then(|row| Prior::of_code(&vocabulary.axes(row)));
    if prior.is_some() && own == prior && !asked.unit_printed && decision.method != "alias" {
        decision.evidence.push("report");
    }
    decision
}

/// The decision under the assumption, when it is the same kind of test; else the one by the name alone.
pub(super) fn moved(by_name: Decision, mut assumed: Decision) -> Decision {
    let vocabulary = Vocabulary::embedded();
    let regional = row(&assumed).is_some_and(|row| Prior::of_code(&vocabulary.axes(row)).is_some());
    if assumed.outcome != Outcome::Coded || !regional || assumed.loinc == by_name.loinc {
        return by_name;
    }
    for evidence in &mut assumed.evidence {
        if *evidence == "unit" {
            *evidence = "report";
        }
    }
    assumed.exact_confidence = MOVED * assumed.exact_confidence.min(by_name.exact_confidence);
    assumed.confidence = assumed.confidence.min(by_name.confidence);
    assumed.rejected = by_name.loinc;
    assumed
}

fn row(decision: &Decision) -> Option<Row> {
    Vocabulary::embedded().row(decision.loinc?)
}

/// Whether the name itself says mass or moles, or the person has confirmed the code.
fn states_a_kind(decision: &Decision, name: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | ',' | ';' | ':');
    let is_unit =
        |word: &str| word.contains('/') && matches!(mirobody_units::read(word), mirobody_units::Printed::Known(_));
    matches!(decision.method, "alias" | "long-name") || name.split(ends).any(is_unit)
}
