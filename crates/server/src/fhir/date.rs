//! The `date` of a search: a prefix and a year, month, day or moment.

use jiff::{SignedDuration, Timestamp, ToSpan as _, civil, fmt::temporal::DateTimeParser, tz::TimeZone};
use mirobody_store::{Between, Search};

use crate::ApiError;

/// Narrows a search by one `date`. What has no offset is in the person's own zone.
pub fn narrow(search: &mut Search, text: &str, zone: &TimeZone, now: Timestamp) -> Result<(), ApiError> {
    let (prefix, rest) = prefixed(text);
    let (from, to) = span(rest, zone).ok_or_else(wrong)?;
    let between = |from, to| Between { from, to };
    match prefix {
        "eq" => search.within.push(between(Some(from), Some(to))),
        "ne" => search.outside.push(between(Some(from), Some(to))),
        "gt" | "sa" => search.within.push(between(Some(to), None)),
        "ge" => search.within.push(between(Some(from), None)),
        "lt" | "eb" => search.within.push(between(None, Some(from))),
        "le" => search.within.push(between(None, Some(to))),
        _ => {
            let slack = slack(from, now);
            let (from, to) = (from.checked_sub(slack).unwrap_or(from), to.checked_add(slack).unwrap_or(to));
            search.within.push(between(Some(from), Some(to)));
        }
    }
    Ok(())
}

fn prefixed(text: &str) -> (&str, &str) {
    let known = ["eq", "ne", "gt", "ge", "lt", "le", "sa", "eb", "ap"];
    known.into_iter().find_map(|prefix| text.strip_prefix(prefix).map(|rest| (prefix, rest))).unwrap_or(("eq", text))
}

/// About: a tenth of how long ago it is, as FHIR advises.
fn slack(from: Timestamp, now: Timestamp) -> SignedDuration {
    SignedDuration::from_secs((now.as_second() - from.as_second()).abs() / 10)
}

/// The first instant of it, and the first after it.
fn span(text: &str, zone: &TimeZone) -> Option<(Timestamp, Timestamp)> {
    // A plus in a query is a space unless it was escaped.
    let text = text.replace(' ', "+");
    if let Some(day) = day(&text) {
        let (first, next) = day?;
        let start = |day: civil::Date| zone.to_timestamp(day.at(0, 0, 0, 0)).ok();
        return Some((start(first)?, start(next)?));
    }
    let pieces = DateTimeParser::new().parse_pieces(&text).ok()?;
    let local = pieces.date().to_datetime(pieces.time()?);
    let at = match pieces.to_numeric_offset() {
        Some(offset) => offset.to_timestamp(local).ok()?,
        None => zone.to_timestamp(local).ok()?,
    };
    let unit = if text.contains('.') { SignedDuration::from_millis(1) } else { length(&text) };
    Some((at, at.checked_add(unit).ok()?))
}

/// `…T07:30` means the minute, `…T07:30:00` the second.
fn length(text: &str) -> SignedDuration {
    let time = text.split_once('T').map_or("", |(_, time)| time);
    let clock = time.split(['+', '-', 'Z']).next().unwrap_or_default();
    if clock.matches(':').count() < 2 { SignedDuration::from_mins(1) } else { SignedDuration::from_secs(1) }
}

/// A year, a month or a day, and the day after it; outer none: it is none of them.
#[expect(clippy::option_option, reason = "not a date, and a date that cannot be, are two things")]
fn day(text: &str) -> Option<Option<(civil::Date, civil::Date)>> {
    let whole = match text.len() {
        4 => format!("{text}-01-01"),
        7 => format!("{text}-01"),
        10 => text.to_owned(),
        _ => return None,
    };
    if !text.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
        return None;
    }
    let step = match text.len() {
        4 => 1.year(),
        7 => 1.month(),
        _ => 1.day(),
    };
    Some(whole.parse::<civil::Date>().ok().and_then(|first| Some((first, first.checked_add(step).ok()?))))
}

fn wrong() -> ApiError {
    ApiError::invalid("date", "be a FHIR date, such as `2026`, `ge2026-06`, `lt2026-06-16` or `2026-06-16T07:30:00Z`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrowed(text: &str) -> Option<(Vec<Between>, Vec<Between>)> {
        let mut search = Search::default();
        let zone = TimeZone::get("Asia/Tokyo").unwrap();
        narrow(&mut search, text, &zone, "2026-06-20T12:00:00Z".parse().unwrap()).ok()?;
        Some((search.within, search.outside))
    }

    fn between(from: &str, to: &str) -> Between {
        let at = |text: &str| (!text.is_empty()).then(|| text.parse().unwrap());
        Between { from: at(from), to: at(to) }
    }

    #[test]
    fn each_prefix_and_precision_has_its_span() {
        let table = [
            ("2026-06-16", between("2026-06-15T15:00:00Z", "2026-06-16T15:00:00Z")),
            ("eq2026-06", between("2026-05-31T15:00:00Z", "2026-06-30T15:00:00Z")),
            ("2026", between("2025-12-31T15:00:00Z", "2026-12-31T15:00:00Z")),
            ("gt2026-06-16", between("2026-06-16T15:00:00Z", "")),
            ("sa2026-06-16", between("2026-06-16T15:00:00Z", "")),
            ("ge2026-06-16", between("2026-06-15T15:00:00Z", "")),
            ("lt2026-06-16", between("", "2026-06-15T15:00:00Z")),
            ("eb2026-06-16", between("", "2026-06-15T15:00:00Z")),
            ("le2026-06-16", between("", "2026-06-16T15:00:00Z")),
            ("2026-06-16T07:30Z", between("2026-06-16T07:30:00Z", "2026-06-16T07:31:00Z")),
            ("2026-06-16T07:30:00 02:00", between("2026-06-16T05:30:00Z", "2026-06-16T05:30:01Z")),
            ("2026-06-16T07:30:00", between("2026-06-15T22:30:00Z", "2026-06-15T22:30:01Z")),
            ("2026-06-16T07:30:00.250Z", between("2026-06-16T07:30:00.250Z", "2026-06-16T07:30:00.251Z")),
        ];
        for (text, expected) in table {
            assert_eq!(narrowed(text), Some((vec![expected], vec![])), "{text}");
        }
        let outside = between("2026-06-15T15:00:00Z", "2026-06-16T15:00:00Z");
        assert_eq!(narrowed("ne2026-06-16"), Some((vec![], vec![outside])));
        assert_eq!(
            narrowed("ap2026-06-10T12:00:00Z").unwrap().0[0].from,
            Some("2026-06-09T12:00:00Z".parse().unwrap())
        );
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for bad in ["", "x", "gt", "2026-13", "2026-02-30", "20260616", "2026-06-16T", "9999-12-31T23:59:59Z", "zz2026"]
        {
            assert_eq!(narrowed(bad), None, "{bad}");
        }
    }
}
