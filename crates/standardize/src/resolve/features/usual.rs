//! What is usual where a name, unit or value says nothing: the property, the scale, the specimen, the method, the class.

use super::Features;
use crate::resolve::{asked::Asked, candidates::Candidate, weights::Feature};

/// Marks which of the usual kinds a candidate is, on each axis about which nothing is said.
pub(super) fn judge(features: &mut Features, candidate: &Candidate, asked: &Asked) {
    let axes = &candidate.axes;
    if asked.unit_printed {
        features.mark(Feature::UnreadNumber, asked.unit.is_none() && axes.scale == "Qn");
    } else {
        if let Some(feature) = property(axes.property) {
            features.set(feature, 1.0);
        }
        if asked.value.is_none()
            && let Some(feature) = scale(axes.scale)
        {
            features.set(feature, 1.0);
        }
    }
    if asked.specimen_for(candidate.specimen).is_none()
        && let Some(feature) = system(axes.system, axes.class)
    {
        features.set(feature, 1.0);
    }
    if asked.stated.method.is_none()
        && let Some(feature) = method(axes.method)
    {
        features.set(feature, 1.0);
    }
    if let Some(feature) = class(axes.class) {
        features.set(feature, 1.0);
    }
}

fn property(property: &str) -> Option<Feature> {
    Some(match property {
        "MCnc" | "EntMCnc" => Feature::PlainMass,
        "SCnc" | "EntSCnc" => Feature::PlainMoles,
        "ACnc" => Feature::PlainArbitrary,
        "CCnc" => Feature::PlainActivity,
        "NCnc" | "Naric" => Feature::PlainCount,
        "NFr" | "MFr" | "VFr" | "CFr" | "AFr" | "SFr" => Feature::PlainFraction,
        "PrThr" => Feature::PlainPresence,
        "Titr" => Feature::PlainTitre,
        "MRto" | "SRto" | "Ratio" | "MCnt" | "SCnt" | "NRto" | "RelTime" | "RelACnc" | "RelMCnc" => Feature::PlainRatio,
        "MRat" | "SRat" => Feature::PlainRate,
        "Prid" | "Type" | "ID" | "Imp" | "Find" | "Aper" => Feature::PlainFinding,
        _ => return None,
    })
}

fn scale(scale: &str) -> Option<Feature> {
    Some(match scale {
        "Ord" => Feature::PlainOrdinal,
        "Nom" => Feature::PlainNominal,
        _ => return None,
    })
}

fn system(system: &str, class: &str) -> Option<Feature> {
    Some(match system {
        "Ser" | "Plas" | "Ser/Plas" | "Ser/Plas/Bld" => Feature::UnsaidSerum,
        "Bld" => Feature::UnsaidBlood,
        "Urine" => Feature::UnsaidUrine,
        "XXX" if class == "MICRO" => Feature::UnsaidSite,
        "XXX" => Feature::UnsaidOther,
        "Body fld" => Feature::UnsaidFluid,
        "^Patient" => Feature::UnsaidPatient,
        _ => return None,
    })
}

fn method(method: &str) -> Option<Feature> {
    Some(match method {
        "Automated" | "Automated count" => Feature::MethodAutomated,
        "Manual count" | "Manual" => Feature::MethodManual,
        "Test strip" | "Test strip.automated" => Feature::MethodStrip,
        "Calculated" => Feature::MethodCalculated,
        "IA" => Feature::MethodImmunoassay,
        "IF" => Feature::MethodFluorescence,
        "Microscopy.light" | "Microscopy.light.HPF" | "Microscopy.light.LPF" => Feature::MethodMicroscopy,
        "Probe.amp.tar" | "Probe" => Feature::MethodProbe,
        "Screen" | "Confirm" => Feature::MethodScreen,
        _ if method.contains("ulture") => Feature::MethodCulture,
        _ => return None,
    })
}

fn class(class: &str) -> Option<Feature> {
    Some(match class {
        "MICRO" => Feature::ClassMicrobiology,
        "ABXBACT" => Feature::ClassSusceptibility,
        "DRUG/TOX" => Feature::ClassDrug,
        "CHAL" => Feature::ClassChallenge,
        "SERO" => Feature::ClassSerology,
        "HEM/BC" => Feature::ClassHaematology,
        "COAG" => Feature::ClassCoagulation,
        "UA" => Feature::ClassUrinalysis,
        "CHEM" => Feature::ClassChemistry,
        _ => return None,
    })
}
