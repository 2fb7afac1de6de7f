//! When something was measured: the instant, the offset it was written with, and the local day.

use jiff::{
    Timestamp,
    civil::{Date, DateTime},
    tz::{Offset, TimeZone},
};

use crate::LocalDay;

/// How exactly the source said when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Precision {
    /// An instant with its own offset or `Z`.
    Instant,
    /// A clock time without a zone: the subject's zone was taken.
    Wall,
    /// A calendar day; the instant is the day's start in the subject's zone.
    Day,
    /// Nothing was said: the instant is when it was received.
    Received,
}

/// When a reading was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct When {
    /// Start, or the moment itself.
    pub start: Timestamp,
    /// End of an episode (sleep, a workout).
    pub end: Option<Timestamp>,
    /// The offset east of UTC in seconds that the source wrote, when it did.
    pub offset: Option<i32>,
    /// The day it counts for.
    pub day: LocalDay,
    /// How exactly the source said it.
    pub precision: Precision,
}

/// The text names no moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a time: use RFC 3339 such as 2026-06-16T07:30:00Z, or a date such as 2026-06-16")]
pub struct NotATime;

impl When {
    /// Reads RFC 3339 (`2026-06-16T07:30:00+02:00`), a wall-clock time or a date. `zone` is the subject's.
    ///
    /// `Z` says which instant, not where the person was, so the day is found in `zone`; a written offset other than
    /// `Z` is the person's own and wins.
    pub fn read(text: &str, zone: &TimeZone) -> Result<Self, NotATime> {
        let text = text.trim();
        if let Ok(instant) = text.parse::<Timestamp>() {
            return Ok(Self::instant(instant, written_offset(text), zone));
        }
        if let Some(date) = date_only(text) {
            return Self::on_day(date, zone);
        }
        let wall: DateTime = text.parse().map_err(|_| NotATime)?;
        Self::wall(wall, zone)
    }

    /// A wall-clock time in the subject's zone.
    pub fn wall(wall: DateTime, zone: &TimeZone) -> Result<Self, NotATime> {
        let start = zone.to_timestamp(wall).map_err(|_| NotATime)?;
        Ok(Self { start, end: None, offset: None, day: wall.date().into(), precision: Precision::Wall })
    }

    /// A calendar day in the subject's zone.
    pub fn on_day(date: Date, zone: &TimeZone) -> Result<Self, NotATime> {
        let start = zone.to_timestamp(date.at(0, 0, 0, 0)).map_err(|_| NotATime)?;
        Ok(Self { start, end: None, offset: None, day: date.into(), precision: Precision::Day })
    }

    /// The moment of receipt, for what says no time of its own.
    pub fn received(now: Timestamp, zone: &TimeZone) -> Self {
        Self { precision: Precision::Received, ..Self::instant(now, None, zone) }
    }

    fn instant(start: Timestamp, offset: Option<Offset>, zone: &TimeZone) -> Self {
        let own = offset.filter(|o| !o.is_zero()).map(TimeZone::fixed);
        let day = LocalDay::of(start, own.as_ref().unwrap_or(zone));
        Self { start, end: None, offset: offset.map(Offset::seconds), day, precision: Precision::Instant }
    }
}

fn date_only(text: &str) -> Option<Date> {
    text.parse::<LocalDay>().ok().map(LocalDay::date)
}

fn written_offset(text: &str) -> Option<Offset> {
    let pieces = jiff::fmt::temporal::DateTimeParser::new();
    pieces.parse_pieces(text).ok()?.to_numeric_offset()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, zone: &str) -> When {
        When::read(text, &TimeZone::get(zone).unwrap()).unwrap()
    }

    #[test]
    fn z_takes_the_subjects_day_and_an_offset_takes_its_own() {
        assert_eq!(read("2026-06-16T23:30:00Z", "Asia/Shanghai").day.to_string(), "2026-06-17");
        assert_eq!(read("2026-06-16T23:30:00-07:00", "Asia/Shanghai").day.to_string(), "2026-06-16");
    }

    #[test]
    fn a_date_is_the_start_of_that_day_in_the_zone() {
        let when = read("2026-03-10", "America/New_York");
        assert_eq!((when.start.to_string().as_str(), when.precision), ("2026-03-10T04:00:00Z", Precision::Day));
    }

    #[test]
    fn a_date_that_cannot_be_is_refused() {
        for text in ["2026-02-30", "2026-13-01T00:00:00Z", "yesterday", ""] {
            assert_eq!(When::read(text, &TimeZone::UTC), Err(NotATime), "{text}");
        }
    }
}
