//! The eight views, as a table from view to what makes its rows.
//!
//! Each takes the readings of one series, newest first, and the subject's zone.

mod buckets;
#[cfg(test)]
pub(crate) mod fixture;
mod readings;
mod stats;

use jiff::tz::TimeZone;
use mirobody_store::Observation;

use crate::{
    envelope::Provenance,
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

/// Makes the rows of one series.
type Make = fn(&Indicator, &[Observation], &TimeZone) -> Part;

/// How one view works.
pub(crate) struct Plan {
    /// Readings to ask for per series; none means all in the window.
    pub(crate) limit: Option<u32>,
    pub(crate) provenance: Provenance,
    pub(crate) make: Make,
}

/// One more than is shown, so a cut is seen.
const RAW_LIMIT: u32 = ROW_CAP as u32 + 1;

/// The dispatch table.
pub(crate) fn plan(view: View) -> Plan {
    let (limit, provenance, make): (_, _, Make) = match view {
        View::Raw => (Some(RAW_LIMIT), Provenance::Measured, readings::raw),
        View::Latest => (Some(1), Provenance::Measured, readings::latest),
        View::Minute => (None, Provenance::Computed, buckets::minute),
        View::Hour => (None, Provenance::Computed, buckets::hour),
        View::Day => (None, Provenance::Computed, buckets::day),
        View::Week => (None, Provenance::Computed, buckets::week),
        View::Month => (None, Provenance::Computed, buckets::month),
        View::Stats => (None, Provenance::Computed, stats::stats),
    };
    Plan { limit, provenance, make }
}
