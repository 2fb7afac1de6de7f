//! Device samples in an export: a piece for what one source said of one series on one UTC day.

use std::collections::BTreeMap;

use jiff::Timestamp;
use mirobody_store::{Sample, SampleBatch, SampledSeries, Scope, Store};
use serde::{Deserialize, Serialize};

use crate::cli::exit::Failure;

/// Samples of one series from one source in one unit.
#[derive(Debug, Serialize, Deserialize)]
pub struct SamplesItem {
    pub series: String,
    pub name: String,
    pub loinc: Option<String>,
    pub tag: String,
    pub unit: String,
    /// Start, end, seconds east of UTC as the source said them, the day it counts for, and the value.
    pub samples: Vec<(Timestamp, Timestamp, Option<i32>, String, String)>,
}

impl SamplesItem {
    /// What one source said.
    pub fn of(batch: &SampleBatch) -> Self {
        let sample = |s: &Sample| (s.start, s.end, s.offset, s.day.to_string(), s.value.to_string());
        Self {
            series: batch.of.series.clone(),
            name: batch.of.name.clone(),
            loinc: batch.of.loinc.map(|code| code.to_string()),
            tag: batch.tag.clone(),
            unit: batch.unit.clone(),
            samples: batch.samples.iter().map(sample).collect(),
        }
    }

    fn read(self) -> Option<SampleBatch> {
        let loinc = self.loinc.map(|code| code.parse()).transpose().ok()?;
        let of = SampledSeries { series: self.series, name: self.name, loinc };
        let read = |(start, end, offset, day, value): (_, _, _, String, String)| {
            Some(Sample { start, end, offset, day: day.parse().ok()?, value: value.parse().ok()? })
        };
        let samples = self.samples.into_iter().map(read).collect::<Option<_>>()?;
        Some(SampleBatch { of, tag: self.tag, unit: self.unit, samples })
    }
}

/// What each source said of each series, or that it cannot be read.
pub fn read(items: Vec<SamplesItem>) -> Result<Vec<SampleBatch>, Failure> {
    let mut batches = BTreeMap::<(String, String, String), SampleBatch>::new();
    for item in items {
        let batch = item.read().ok_or_else(|| Failure::input("the export is damaged: a sample cannot be read"))?;
        let key = (batch.of.series.clone(), batch.tag.clone(), batch.unit.clone());
        if let Some(known) = batches.get_mut(&key) {
            known.samples.extend(batch.samples);
        } else {
            batches.insert(key, batch);
        }
    }
    Ok(batches.into_values().collect())
}

/// Puts samples into a person's record; how many there were. One that is there already is written again as it was.
pub async fn put(store: &Store, scope: &Scope, batches: &[SampleBatch]) -> Result<u64, Failure> {
    for batch in batches {
        store.append_samples(scope, batch).await?;
    }
    Ok(batches.iter().map(|batch| batch.samples.len() as u64).sum())
}
