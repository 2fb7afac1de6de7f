//! A calendar day in the person's own place.

use std::{fmt, str::FromStr};

use jiff::{Timestamp, civil::Date, tz::TimeZone};

/// A calendar day, without a zone: the zone was used up in finding it. Its text is `2026-06-16`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalDay(Date);

/// The text is not `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a date of the form YYYY-MM-DD")]
pub struct NotADay;

impl LocalDay {
    /// The day that `instant` falls on in `zone`.
    pub fn of(instant: Timestamp, zone: &TimeZone) -> Self {
        Self(zone.to_datetime(instant).date())
    }

    /// The civil date.
    pub const fn date(self) -> Date {
        self.0
    }
}

impl From<Date> for LocalDay {
    fn from(date: Date) -> Self {
        Self(date)
    }
}

impl FromStr for LocalDay {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Self, NotADay> {
        let plain = text.len() == 10 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        if !plain {
            return Err(NotADay);
        }
        text.parse().map(Self).map_err(|_| NotADay)
    }
}

impl fmt::Display for LocalDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_falls_on_the_day_of_its_zone() {
        let instant: Timestamp = "2026-03-08T23:30:00Z".parse().unwrap();
        let tokyo = TimeZone::get("Asia/Tokyo").unwrap();
        assert_eq!(LocalDay::of(instant, &tokyo).to_string(), "2026-03-09");
        assert_eq!(LocalDay::of(instant, &TimeZone::UTC).to_string(), "2026-03-08");
    }

    #[test]
    fn only_a_plain_date_is_a_day() {
        assert!("2026-02-28".parse::<LocalDay>().is_ok());
        for text in ["2026-02-30", "2026-2-3", "20260203", "2026-02-03T00:00", ""] {
            assert_eq!(text.parse::<LocalDay>(), Err(NotADay), "{text}");
        }
    }
}
