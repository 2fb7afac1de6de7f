//! What devices say of a series, from its days: the catalogue's line of their samples.

use std::collections::BTreeMap;

use mirobody_derive::Summary;

use super::{MONTHS, MonthRow, month::Month};
use crate::{
    Source, StoreError, codec,
    db::{Write, build::Builder},
};

/// What the devices of a subject say of a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfDevices {
    /// Samples.
    pub count: u64,
    /// The first day, `YYYY-MM-DD`.
    pub first: String,
    /// The last day.
    pub last: String,
    /// The start of the newest sample.
    pub newest_us: i64,
}

impl OfDevices {
    fn of(day: String, summary: &Summary) -> Self {
        let newest_us = codec::micros(summary.last.at);
        Self { count: summary.count, first: day.clone(), last: day, newest_us }
    }

    fn with(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            first: self.first.min(other.first),
            last: self.last.max(other.last),
            newest_us: self.newest_us.max(other.newest_us),
        }
    }
}

/// The devices' part of some series; a series that has none is left out.
pub async fn of_devices(
    write: &mut Write,
    subject: i64,
    series: &[&str],
) -> Result<BTreeMap<String, OfDevices>, StoreError> {
    let mut select = Builder::new(write.dialect(), MONTHS);
    select.bind(subject).push(" AND series IN (").list(series.iter().copied()).push(")");
    let months: Vec<MonthRow> = select.query().all(&mut *write).await?;
    let mut found = BTreeMap::<String, OfDevices>::new();
    for (series, name, bytes) in months {
        let month = Month::read(&name, &bytes)?;
        for said in month.said.iter().filter(|said| month.lines[said.line].source == Source::Device.as_str()) {
            let one = OfDevices::of(said.day.to_string(), &said.sum.summary);
            let both = match found.remove(&series) {
                Some(known) => known.with(one),
                None => one,
            };
            found.insert(series.clone(), both);
        }
    }
    Ok(found)
}
