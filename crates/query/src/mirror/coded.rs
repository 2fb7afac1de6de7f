//! A stored reading as an Observation.

use std::collections::HashMap;

use jiff::{
    Timestamp,
    tz::{Offset, TimeZone},
};
use mirobody_derive::Precision;
use mirobody_standardize::{
    Bound, Candidate, Coded, Decision, Mark, Outcome, Reading, ReferenceRange,
    fhir::{self, About, Effective, Moment, Reference, Status},
    word,
};
use mirobody_store::{FileRecord, Observation, Profile};
use mirobody_units::Ucum;
use mirobody_vocab::{Loinc, Vocabulary};
use serde::Deserialize;

use super::{Resource, raw};

/// What the observations of one person share.
#[derive(Debug, Clone)]
pub struct Mirror {
    /// Where the patient is: `Patient/…` or `urn:uuid:…`.
    pub patient: String,
    /// Where they lived.
    pub profile: Profile,
    /// The names of their files, by key.
    pub files: HashMap<String, String>,
}

impl Mirror {
    /// Of a person with these files.
    pub fn new(patient: String, profile: Profile, files: &[FileRecord]) -> Self {
        let files = files.iter().map(|file| (file.key.clone(), file.name.clone())).collect();
        Self { patient, profile, files }
    }

    /// A reading as an Observation.
    pub fn observation(&self, record: &Observation) -> Option<Resource> {
        let mut observation = self.resource(record);
        if record.amended && observation.status == Status::Final {
            observation.status = Status::Amended;
        }
        raw(&observation)
    }

    /// A reading that was retracted as an Observation that says so.
    pub fn retracted(&self, record: &Observation) -> Option<Resource> {
        raw(&fhir::Observation { status: Status::EnteredInError, ..self.resource(record) })
    }

    fn resource(&self, record: &Observation) -> fhir::Observation {
        let stored = Stored::read(&record.decision);
        let about = About {
            id: Some(record.fhir_id.to_string()),
            subject: Some(Reference { reference: Some(self.patient.clone()), display: None }),
            effective: self.effective(record),
            time_text: record.time_text.clone(),
            file: record.file_key.as_ref().and_then(|key| self.files.get(key)).cloned().unwrap_or_default(),
            page: record.page,
            line: None,
            vocabulary: Some(stored.vocabulary.clone()).filter(|stamp| !stamp.is_empty()),
        };
        fhir::observation(&coded(record, stored), &about)
    }

    /// When, unless that is only when it was received.
    fn effective(&self, record: &Observation) -> Option<Effective> {
        let start = self.said(record, record.start)?;
        Some(match record.end {
            None => Effective::At(start),
            Some(end) => Effective::During { start, end: self.said(record, end) },
        })
    }

    fn said(&self, record: &Observation, at: Timestamp) -> Option<Moment> {
        match record.precision {
            Precision::Instant => Some(moment(at, record.offset)),
            Precision::Wall => {
                let local = at.to_zoned_datetime(self.profile.zone_at(at)).datetime();
                Some(Moment { date_time: local.date().to_string(), wall: Some(local.time().to_string()) })
            }
            Precision::Day => {
                let local = at.to_zoned_datetime(self.profile.zone_at(at)).date();
                Some(Moment { date_time: local.to_string(), wall: None })
            }
            Precision::Received => None,
        }
    }
}

/// A moment with the offset its source wrote, else in UTC.
pub fn moment(at: Timestamp, offset: Option<i32>) -> Moment {
    // FHIR has no offsets of seconds, nor beyond fourteen hours.
    let offset = offset.filter(|seconds| seconds % 60 == 0 && seconds.abs() <= 14 * 3600);
    let offset = offset.and_then(|seconds| Offset::from_seconds(seconds).ok());
    let date_time = match offset {
        Some(offset) => at.to_zoned_datetime(TimeZone::fixed(offset)).strftime("%Y-%m-%dT%H:%M:%S%.f%:z").to_string(),
        None => at.to_zoned_datetime(TimeZone::UTC).strftime("%Y-%m-%dT%H:%M:%S%.fZ").to_string(),
    };
    Moment { date_time, wall: None }
}

fn coded(record: &Observation, stored: Stored) -> Coded {
    let bound = |number, inclusive| Bound { number, inclusive };
    Coded {
        reading: Reading {
            name: record.name.clone(),
            value: record.value_text.clone(),
            unit: record.unit_text.clone(),
            specimen: record.specimen.clone(),
            range: record.range_text.clone(),
            flag: record.flag_text.clone(),
            language: record.language.clone(),
        },
        decision: stored.decision(record),
        value: record.value.clone(),
        unit: record.unit.as_deref().and_then(unit),
        range: ReferenceRange {
            low: record.low.map(|number| bound(number, record.low_inclusive)),
            high: record.high.map(|number| bound(number, record.high_inclusive)),
            unit: record.range_unit.as_deref().and_then(unit),
            text: record.range_text.clone(),
            ..ReferenceRange::default()
        },
        flag: record.flag,
        series: record.series.clone(),
        plausibility: None,
        marks: record.marks.iter().filter_map(|name| mark(name)).collect(),
    }
}

fn unit(code: &str) -> Option<Ucum> {
    Ucum::parse(code).ok()
}

fn mark(name: &str) -> Option<Mark> {
    use Mark::{AmbiguousComma, AmbiguousDate, CompetingUnits, Implausible, ImpossibleDate, UnknownUnit};
    let all = [AmbiguousComma, UnknownUnit, CompetingUnits, Implausible, ImpossibleDate, AmbiguousDate];
    all.into_iter().find(|mark| mark.as_str() == name)
}

/// A decision as the row has it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Stored {
    outcome: String,
    method: String,
    evidence: Vec<String>,
    confidence: f32,
    exact_confidence: f32,
    reason: String,
    rejected: Option<String>,
    alternatives: Vec<Other>,
    vocabulary: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Other {
    loinc: String,
    score: f32,
}

impl Stored {
    fn read(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }

    fn decision(self, record: &Observation) -> Decision {
        let loinc = record.loinc.as_deref().and_then(|code| code.parse().ok());
        Decision {
            outcome: outcome(&self.outcome, loinc),
            loinc,
            canonical: loinc.and_then(long_name),
            method: word(&self.method).unwrap_or_default(),
            evidence: self.evidence.iter().filter_map(|text| word(text)).collect(),
            confidence: self.confidence,
            exact_confidence: self.exact_confidence,
            reason: self.reason,
            rejected: self.rejected.and_then(|code| code.parse().ok()),
            alternatives: self.alternatives.iter().filter_map(other).collect(),
        }
    }
}

fn outcome(name: &str, loinc: Option<Loinc>) -> Outcome {
    let all = [Outcome::Coded, Outcome::Ambiguous, Outcome::Refused, Outcome::Unresolved];
    let unsaid = if loinc.is_some() { Outcome::Coded } else { Outcome::Unresolved };
    all.into_iter().find(|outcome| outcome.as_str() == name).unwrap_or(unsaid)
}

fn other(other: &Other) -> Option<Candidate> {
    let loinc = other.loinc.parse().ok()?;
    Some(Candidate { loinc, canonical: long_name(loinc).unwrap_or_default(), score: other.score })
}

fn long_name(code: Loinc) -> Option<&'static str> {
    let vocabulary = Vocabulary::embedded();
    vocabulary.row(code).map(|row| vocabulary.axes(row).long_name)
}
