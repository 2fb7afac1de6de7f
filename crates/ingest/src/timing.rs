//! When a reading was taken: its own time, else its document's, else the moment of receipt with the reason beside it.

use jiff::{SignedDuration, Timestamp};
use mirobody_collect::RowTime;
use mirobody_derive::When;
use mirobody_standardize::Mark;
use mirobody_store::Profile;

/// A clock may be ahead, and a day begins earlier elsewhere; nothing was measured later than this after receipt.
const AHEAD: SignedDuration = SignedDuration::from_hours(24);
/// No one's record begins before this; a year 1 is a program's way to say nothing.
const FIRST_YEAR: i16 = 1880;

/// The time of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timed {
    /// When.
    pub when: When,
    /// As printed; empty when nothing was.
    pub text: String,
    /// Why the printed time was not taken.
    pub mark: Option<Mark>,
}

/// A row's own time, else its document's, else the moment of receipt.
pub fn of_row(row: &RowTime, document: &RowTime, profile: &Profile, now: Timestamp) -> Timed {
    let said = if *row == RowTime::Unsaid { document } else { row };
    let received = |text: &str, mark| {
        let when = When::received(now, &profile.zone_at(now));
        Timed { when, text: text.to_owned(), mark }
    };
    match said {
        RowTime::Unsaid => received("", None),
        RowTime::Impossible { text } => received(text, Some(Mark::ImpossibleDate)),
        RowTime::Ambiguous { text } => received(text, Some(Mark::AmbiguousDate)),
        RowTime::Said { iso, text } => match read(iso, profile, now) {
            Some(when) => Timed { when, text: text.clone(), mark: None },
            None => received(text, Some(Mark::ImpossibleDate)),
        },
    }
}

/// A time in ISO 8601, in the zone the subject lived in then; none when it is no time or cannot be.
pub fn read(text: &str, profile: &Profile, now: Timestamp) -> Option<When> {
    let near = When::read(text, &profile.zone_at(now)).ok()?;
    let when = When::read(text, &profile.zone_at(near.start)).ok()?;
    let latest = now.checked_add(AHEAD).unwrap_or(Timestamp::MAX);
    (when.start <= latest && when.day.date().year() >= FIRST_YEAR).then_some(when)
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;
    use mirobody_derive::Precision;
    use mirobody_store::ZoneFrom;

    use super::*;

    const NOW: &str = "2026-06-20T12:00:00Z";

    fn said(iso: &str) -> RowTime {
        RowTime::Said { iso: iso.into(), text: iso.into() }
    }

    fn timed(row: &RowTime, document: &RowTime) -> (String, Precision, Option<Mark>) {
        let profile = Profile::empty(TimeZone::get("Asia/Tokyo").unwrap());
        let timed = of_row(row, document, &profile, NOW.parse().unwrap());
        (timed.when.start.to_string(), timed.when.precision, timed.mark)
    }

    #[test]
    fn the_row_wins_over_the_document_and_the_document_over_receipt() {
        let (row, document) = (said("2026-06-16T07:30:00"), said("2026-06-15"));
        assert_eq!(timed(&row, &document), ("2026-06-15T22:30:00Z".into(), Precision::Wall, None));
        assert_eq!(timed(&RowTime::Unsaid, &document), ("2026-06-14T15:00:00Z".into(), Precision::Day, None));
        assert_eq!(timed(&RowTime::Unsaid, &RowTime::Unsaid), (NOW.into(), Precision::Received, None));
    }

    #[test]
    fn a_date_that_cannot_be_gives_the_time_of_receipt_and_a_mark() {
        let impossible = RowTime::Impossible { text: "30/02/2026".into() };
        let ambiguous = RowTime::Ambiguous { text: "03/04/2026".into() };
        let table = [
            (impossible, Mark::ImpossibleDate),
            (ambiguous, Mark::AmbiguousDate),
            (said("2026-06-22"), Mark::ImpossibleDate),
            (said("0001-01-01"), Mark::ImpossibleDate),
            (said("2026-02-30"), Mark::ImpossibleDate),
        ];
        for (time, mark) in table {
            assert_eq!(timed(&time, &said("2026-06-15")), (NOW.into(), Precision::Received, Some(mark)), "{time:?}");
            assert_eq!(timed(&RowTime::Unsaid, &time), (NOW.into(), Precision::Received, Some(mark)), "{time:?}");
        }
    }

    #[test]
    fn a_time_is_read_in_the_zone_of_its_own_day() {
        let zone = |from: &str, name: &str| ZoneFrom {
            from: from.parse().unwrap(),
            zone: TimeZone::get(name).unwrap(),
            name: name.into(),
        };
        let mut profile = Profile::empty(TimeZone::UTC);
        profile.zones = vec![zone("2020-01-01T00:00:00Z", "Asia/Tokyo"), zone("2026-01-01T00:00:00Z", "Europe/Paris")];
        let start = |text: &str| read(text, &profile, NOW.parse().unwrap()).unwrap().start.to_string();
        assert_eq!(start("2025-06-16T07:30:00"), "2025-06-15T22:30:00Z");
        assert_eq!(start("2026-06-16T07:30:00"), "2026-06-16T05:30:00Z");
        assert_eq!(start("2019-06-16"), "2019-06-16T00:00:00Z");
    }

    #[test]
    fn the_day_after_receipt_may_have_begun_elsewhere() {
        assert_eq!(timed(&said("2026-06-21"), &RowTime::Unsaid).2, None);
    }
}
