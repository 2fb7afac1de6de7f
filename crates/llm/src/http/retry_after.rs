//! `Retry-After`: seconds, or a date.

use std::time::Duration;

use jiff::{Timestamp, fmt::rfc2822};
use reqwest::header::{HeaderMap, RETRY_AFTER};

/// How long a vendor asks to wait; none when it does not say so, or nothing that can be read.
pub(super) fn of(headers: &HeaderMap) -> Option<Duration> {
    read(headers.get(RETRY_AFTER)?.to_str().ok()?.trim(), Timestamp::now())
}

fn read(text: &str, now: Timestamp) -> Option<Duration> {
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let at = rfc2822::parse(text).ok()?.timestamp();
    Some(Duration::try_from(at.duration_since(now)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_dates_are_read() {
        let now: Timestamp = "2015-10-21T07:27:30Z".parse().unwrap();
        for (text, seconds) in [
            ("7", Some(7.0)),
            ("0.5", Some(0.5)),
            ("Wed, 21 Oct 2015 07:28:00 GMT", Some(30.0)),
            ("Wed, 21 Oct 2015 07:27:00 GMT", Some(0.0)),
            ("-3", None),
            ("NaN", None),
            ("inf", None),
            ("1e300", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(read(text, now), seconds.map(Duration::from_secs_f64), "{text}");
        }
    }
}
