//! R4's vital sign profiles: which codes they are for, and when an observation keeps to one.
//!
//! A profile is claimed only by an observation that keeps to it. A height in metres is a reading like any other, but
//! the profile wants centimetres or inches, and what was printed is not rewritten to please it.

use mirobody_vocab::Loinc;

use super::{
    effective::Effective,
    element::{Meta, Quantity},
    resource::{Finding, Observation, Value},
};

/// A profile.
struct Profile {
    url: &'static str,
    /// LOINC, before the check digit.
    number: u32,
    /// The UCUM codes it takes.
    units: &'static [&'static str],
}

const fn profile(url: &'static str, number: u32, units: &'static [&'static str]) -> Profile {
    Profile { url, number, units }
}

const PROFILES: [Profile; 8] = [
    profile("http://hl7.org/fhir/StructureDefinition/resprate", 9279, &["/min"]),
    profile("http://hl7.org/fhir/StructureDefinition/heartrate", 8867, &["/min"]),
    profile("http://hl7.org/fhir/StructureDefinition/oxygensat", 2708, &["%"]),
    profile("http://hl7.org/fhir/StructureDefinition/bodytemp", 8310, &["Cel", "[degF]"]),
    profile("http://hl7.org/fhir/StructureDefinition/bodyheight", 8302, &["cm", "[in_i]"]),
    profile("http://hl7.org/fhir/StructureDefinition/headcircum", 9843, &["cm", "[in_i]"]),
    profile("http://hl7.org/fhir/StructureDefinition/bodyweight", 29463, &["g", "kg", "[lb_av]"]),
    profile("http://hl7.org/fhir/StructureDefinition/bmi", 39156, &["kg/m2"]),
];

/// The profile of a blood pressure.
pub(super) const BLOOD_PRESSURE: &str = "http://hl7.org/fhir/StructureDefinition/bp";

/// Whether a code is a vital sign although LOINC files it elsewhere: oxygen saturation is chemistry there.
pub(super) fn is_sign(loinc: Loinc) -> bool {
    const PULSE_OXIMETRY: u32 = 59408;
    loinc.number() == PULSE_OXIMETRY || PROFILES.iter().any(|profile| profile.number == loinc.number())
}

/// Claims the profile for a code when the observation keeps to it.
///
/// The profiles name units without UCUM's annotations, which mean nothing to UCUM: `{beats}/min` becomes their `/min`.
/// The printed spelling stands in the unit's own field.
pub(super) fn claim(observation: &mut Observation, loinc: Loinc) {
    let Some(profile) = PROFILES.iter().find(|profile| profile.number == loinc.number()) else { return };
    let placed = is_placed(observation);
    let kept = match &mut observation.finding {
        Finding::Value(Value::Quantity(quantity)) => in_units(quantity, profile.units).map(|unit| {
            if placed {
                quantity.code = Some(unit.to_owned());
            }
        }),
        Finding::Absent(_) => Some(()),
        _ => None,
    };
    if placed && kept.is_some() {
        observation.meta = Some(Meta { profile: vec![profile.url.to_owned()] });
    }
}

/// The unit of these that an amount is in.
pub(super) fn in_units<'a>(quantity: &Quantity, units: &[&'a str]) -> Option<&'a str> {
    let code = without_annotations(quantity.code.as_deref()?);
    units.iter().copied().find(|unit| *unit == code)
}

fn without_annotations(code: &str) -> String {
    let outside = |piece: &str| piece.rsplit_once('}').map_or(piece, |(_, rest)| rest).to_owned();
    code.split('{').enumerate().map(|(at, piece)| if at == 0 { piece.to_owned() } else { outside(piece) }).collect()
}

/// Whose and when: every vital sign profile wants both, the time at least to the day.
pub(super) fn is_placed(observation: &Observation) -> bool {
    let day = match &observation.effective {
        Some(Effective::At(moment)) => moment.has_day(),
        Some(Effective::During { .. }) => true,
        None => false,
    };
    day && observation.subject.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_annotation_means_nothing() {
        for (code, plain) in [("{beats}/min", "/min"), ("%{vol}", "%"), ("kg", "kg"), ("{a}{b}", "")] {
            assert_eq!(without_annotations(code), plain);
        }
    }
}
