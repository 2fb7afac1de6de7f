//! The readings as CSV: what was printed and what was made of it, a reading a line, in the order they were written;
//! then the samples of devices.

use std::io::Write;

use mirobody_standardize::{Comparator, Flag};
use mirobody_store::{Observation, Sample, SampleBatch, Scope, Source, Store};

use super::ROWS;
use crate::cli::{exit::Failure, record::now};

const HEADER: [&str; 19] = [
    "indicator",
    "value",
    "unit",
    "specimen",
    "loinc",
    "canonical_name",
    "number",
    "comparator",
    "ucum",
    "low",
    "high",
    "reference",
    "flag",
    "start",
    "end",
    "day",
    "source",
    "tag",
    "file",
];

/// Writes them.
pub async fn write(store: &Store, scope: &Scope, out: &mut dyn Write) -> Result<(), Failure> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(HEADER).map_err(Failure::machine)?;
    let mut after = i64::MIN;
    loop {
        let page = store.walk(scope, after, ROWS, now()).await?;
        let Some(last) = page.last() else { break };
        after = last.id;
        for record in &page {
            writer.write_record(row(record)).map_err(Failure::machine)?;
        }
    }
    for day in store.sampled_days(scope).await? {
        for batch in store.samples_of(scope, &day).await? {
            for sample in &batch.samples {
                writer.write_record(sample_row(&batch, sample)).map_err(Failure::machine)?;
            }
        }
    }
    Ok(writer.flush()?)
}

/// What a device measured: nothing was printed but a number and its unit.
fn sample_row(batch: &SampleBatch, sample: &Sample) -> [String; 19] {
    let none = String::new;
    let value = sample.value.to_string();
    [
        batch.of.name.clone(),
        value.clone(),
        batch.unit.clone(),
        none(),
        batch.of.loinc.map(|code| code.to_string()).unwrap_or_default(),
        none(),
        value,
        none(),
        batch.unit.clone(),
        none(),
        none(),
        none(),
        none(),
        sample.start.to_string(),
        if sample.end == sample.start { none() } else { sample.end.to_string() },
        sample.day.to_string(),
        Source::Device.as_str().to_owned(),
        batch.tag.clone(),
        none(),
    ]
}

fn row(record: &Observation) -> [String; 19] {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let number = |number: Option<_>| number.map(|number: rust_decimal::Decimal| number.to_string()).unwrap_or_default();
    [
        record.name.clone(),
        record.value_text.clone(),
        record.unit_text.clone(),
        record.specimen.clone(),
        text(&record.loinc),
        text(&record.canonical),
        number(record.number),
        record.value.comparator().map(Comparator::as_str).unwrap_or_default().to_owned(),
        text(&record.unit),
        number(record.low),
        number(record.high),
        record.range_text.clone(),
        record.flag.map(Flag::as_str).unwrap_or_default().to_owned(),
        record.start.to_string(),
        record.end.map(|end| end.to_string()).unwrap_or_default(),
        record.day.to_string(),
        record.source.as_str().to_owned(),
        record.tag.clone(),
        text(&record.file_key),
    ]
}
