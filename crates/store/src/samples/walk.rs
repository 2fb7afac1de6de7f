//! All samples of a person, a day of a series at a time: for exports.

use jiff::civil::Date;

use super::{SampleBatch, blocks, known};
use crate::{Scope, Store, StoreError, db::query::query, store::stored};

const DAYS: &str = "SELECT DISTINCT series, day FROM sample_block WHERE subject = $1 ORDER BY series, day";

/// The samples of one series on one UTC day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampledDay {
    series: String,
    day: Date,
}

impl Store {
    /// Which days have samples, series by series, oldest first.
    pub async fn sampled_days(&self, scope: &Scope) -> Result<Vec<SampledDay>, StoreError> {
        let rows: Vec<(String, String)> = query(DAYS).bind(scope.subject()).all(&mut self.read().await?).await?;
        let read = |(series, day): (String, String)| Ok(SampledDay { series, day: stored(&day, "day")? });
        rows.into_iter().map(read).collect()
    }

    /// What each source said that day, in each unit, by time.
    pub async fn samples_of(&self, scope: &Scope, day: &SampledDay) -> Result<Vec<SampleBatch>, StoreError> {
        let mut read = self.read().await?;
        let Some(of) = known(&mut read, scope.subject(), &day.series).await? else { return Ok(Vec::new()) };
        let said = blocks(&mut read, scope.subject(), &day.series, day.day, day.day).await?;
        let batch = |((tag, unit), samples)| SampleBatch { of: of.clone(), tag, unit, samples };
        Ok(said.into_iter().map(batch).collect())
    }
}
