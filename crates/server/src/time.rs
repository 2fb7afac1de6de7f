//! Instants on the wire: RFC 3339 with a numeric offset, never `Z`.

use jiff::{
    Timestamp,
    tz::{Offset, TimeZone},
};

/// The instant in the offset its source wrote, else in UTC: `2026-06-16T07:30:00+00:00`.
pub fn stamp(at: Timestamp, offset: Option<i32>) -> String {
    let offset = offset.and_then(|seconds| Offset::from_seconds(seconds).ok()).unwrap_or(Offset::UTC);
    at.to_zoned_datetime(TimeZone::fixed(offset)).strftime("%Y-%m-%dT%H:%M:%S%.f%:z").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_of_the_source_is_kept() {
        let at = |text: &str| text.parse().unwrap();
        assert_eq!(stamp(at("2026-06-16T07:30:00Z"), None), "2026-06-16T07:30:00+00:00");
        assert_eq!(stamp(at("2026-06-16T07:30:00Z"), Some(0)), "2026-06-16T07:30:00+00:00");
        assert_eq!(stamp(at("2026-06-16T07:30:00.250Z"), Some(7200)), "2026-06-16T09:30:00.25+02:00");
        assert_eq!(stamp(at("2026-06-16T07:30:00Z"), Some(-12_600)), "2026-06-16T04:00:00-03:30");
    }
}
