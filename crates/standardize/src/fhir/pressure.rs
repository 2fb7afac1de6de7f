//! Two readings that were measured as one: a blood pressure, in R4 one observation with two components.

use mirobody_vocab::Loinc;

use super::{
    About, category,
    element::{CodeableConcept, Meta},
    finding, interpretation, provenance, reference_range,
    resource::{Component, Finding, Observation, Status, Value},
    vital,
};
use crate::Coded;

/// LOINC, before the check digits: the panel and its two parts.
const PANEL: u32 = 85354;
const SYSTOLIC: u32 = 8480;
const DIASTOLIC: u32 = 8462;

/// A systolic and a diastolic reading as one observation; none when they are not that, in this order.
pub fn blood_pressure(systolic: &Coded, diastolic: &Coded, about: &About) -> Option<Observation> {
    let is = |coded: &Coded, number| coded.decision.loinc.is_some_and(|code| code.number() == number);
    if !is(systolic, SYSTOLIC) || !is(diastolic, DIASTOLIC) {
        return None;
    }
    let panel = Loinc::from_number(PANEL);
    let mut observation = Observation {
        id: about.id.clone(),
        meta: None,
        extension: provenance::found_at(about).into_iter().collect(),
        status: Status::Final,
        category: category::of(panel).into_iter().collect(),
        code: CodeableConcept { coding: vec![provenance::loinc(panel)], ..CodeableConcept::default() },
        subject: about.subject.clone(),
        effective: about.effective.clone(),
        finding: Finding::InComponents,
        interpretation: Vec::new(),
        specimen: None,
        reference_range: Vec::new(),
        component: [systolic, diastolic].map(|coded| component(coded, about)).into(),
    };
    if vital::is_placed(&observation) && observation.component.iter().all(is_in_millimetres) {
        observation.meta = Some(Meta { profile: vec![vital::BLOOD_PRESSURE.to_owned()] });
    }
    Some(observation)
}

fn component(coded: &Coded, about: &About) -> Component {
    Component {
        extension: provenance::of(coded, about),
        code: super::code(coded),
        finding: finding::of(coded),
        interpretation: interpretation::of(coded),
        reference_range: reference_range::of(coded).into_iter().collect(),
    }
}

fn is_in_millimetres(component: &Component) -> bool {
    match &component.finding {
        Finding::Value(Value::Quantity(quantity)) => vital::in_units(quantity, &["mm[Hg]"]).is_some(),
        Finding::Absent(_) => true,
        _ => false,
    }
}
