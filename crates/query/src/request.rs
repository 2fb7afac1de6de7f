//! What may be asked: a selector, a window of local days and one view.

use std::str::FromStr;

use mirobody_derive::LocalDay;

/// The most readings one indicator shows in the `raw` view.
pub const ROW_CAP: usize = 50;

/// The most series one call reads.
pub const SERIES_CAP: usize = 12;

/// Which series a query is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selector {
    /// None named: the answer is the list of what is recorded.
    Catalogue,
    /// Words to look for among the person's own names, best matches first.
    Keywords(Vec<String>),
    /// Exact series: by id, code, canonical name or printed name.
    Indicators(Vec<String>),
}

/// How the readings are put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum View {
    /// Readings, newest first.
    Raw,
    /// One point per minute.
    Minute,
    /// One point per hour.
    Hour,
    /// One point per local day.
    Day,
    /// One point per week, Monday to Sunday.
    Week,
    /// One point per calendar month.
    Month,
    /// Count, extremes, average, first, last and change over the window.
    Stats,
    /// The most recent reading.
    Latest,
}

impl View {
    /// Every view, in the order they are offered.
    pub const ALL: [Self; 8] =
        [Self::Raw, Self::Minute, Self::Hour, Self::Day, Self::Week, Self::Month, Self::Stats, Self::Latest];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Stats => "stats",
            Self::Latest => "latest",
        }
    }
}

/// The text names no view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a view: use raw, minute, hour, day, week, month, stats or latest")]
pub struct NotAView;

impl FromStr for View {
    type Err = NotAView;

    fn from_str(text: &str) -> Result<Self, NotAView> {
        Self::ALL.into_iter().find(|view| view.as_str() == text).ok_or(NotAView)
    }
}

/// One call of the readings tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HealthQuery {
    /// Which series.
    pub selector: Selector,
    /// First local day, inclusive.
    pub start: Option<LocalDay>,
    /// Last local day, inclusive.
    pub end: Option<LocalDay>,
    /// How they are put.
    pub view: View,
}

impl HealthQuery {
    /// The list of what is recorded.
    pub const fn catalogue() -> Self {
        Self { selector: Selector::Catalogue, start: None, end: None, view: View::Raw }
    }
}
