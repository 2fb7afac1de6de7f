//! The eight views, as a table from view to what makes its rows.
//!
//! Each takes the readings of one series, newest first, and the subject's zone; those of whole days can also be made of
//! the days alone.

mod buckets;
mod day_buckets;
mod day_stats;
#[cfg(test)]
pub(crate) mod fixture;
mod readings;
mod stats;

pub(crate) use buckets::{POINT_CAP, WEEKS, buckets_of, monday, month_of};
pub(crate) use readings::flagged_mark;

use jiff::tz::TimeZone;
use mirobody_store::Observation;

use crate::{
    envelope::Provenance,
    found::DaysFound,
    request::{ROW_CAP, View},
    rows::Rows,
    select::Indicator,
};

/// What a view makes of one series.
pub(crate) struct Part {
    pub(crate) rows: Rows,
    pub(crate) notes: Vec<String>,
    /// Rows were cut.
    pub(crate) cut: bool,
    /// Readings were left out of the numbers.
    pub(crate) partial: bool,
}

/// Makes the rows of one series from its readings.
type Make = fn(&Indicator, &[Observation], &TimeZone) -> Part;
/// Makes the rows of one series from its days.
type MakeOfDays = fn(&Indicator, &DaysFound) -> Part;

/// How one view works.
pub(crate) struct Plan {
    pub(crate) provenance: Provenance,
    pub(crate) make: Make,
    /// None for views of readings or of parts of a day.
    pub(crate) of_days: Option<MakeOfDays>,
}

/// One more than is shown, so a cut is seen.
pub(crate) const RAW_LIMIT: u32 = ROW_CAP as u32 + 1;

/// The dispatch table.
pub(crate) fn plan(view: View) -> Plan {
    let (provenance, make, of_days): (_, Make, Option<MakeOfDays>) = match view {
        View::Raw => (Provenance::Measured, readings::raw, None),
        View::Latest => (Provenance::Measured, readings::latest, None),
        View::Minute => (Provenance::Computed, buckets::minute, None),
        View::Hour => (Provenance::Computed, buckets::hour, None),
        View::Day => (Provenance::Computed, buckets::day, Some(day_buckets::day)),
        View::Week => (Provenance::Computed, buckets::week, Some(day_buckets::week)),
        View::Month => (Provenance::Computed, buckets::month, Some(day_buckets::month)),
        View::Stats => (Provenance::Computed, stats::stats, Some(day_stats::stats)),
    };
    Plan { provenance, make, of_days }
}
