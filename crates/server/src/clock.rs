//! The one clock: the handlers, the worker and the command line ask it. Everything below gets its time as an argument.
//!
//! It is the machine's own, moved for tests of the program by an offset, which may lie in a file that a test writes while
//! the program runs. Whether it may be moved is the caller's decision.

use std::{fs, path::PathBuf, str::FromStr, sync::Arc};

use jiff::{SignedDuration, Span, SpanRelativeTo, Timestamp};

/// Says what time it is.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    /// The machine's own clock.
    pub fn system() -> Self {
        Self::from_fn(Timestamp::now)
    }

    /// Another source of time: a test's, or a shifted one.
    pub fn from_fn(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The machine's own, moved.
    pub fn moved(by: Offset) -> Self {
        Self::from_fn(move || {
            let now = Timestamp::now();
            now.checked_add(by.now()).unwrap_or(now)
        })
    }

    /// Now.
    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}

/// How far a clock is moved: `31d`, `-2h`, or `@` and a file with one of these, read each time the clock is asked. A file
/// that is not there, or holds anything else, moves nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offset {
    /// Always so far.
    Fixed(SignedDuration),
    /// As far as the file says.
    File(PathBuf),
}

impl Offset {
    fn now(&self) -> SignedDuration {
        match self {
            Self::Fixed(by) => *by,
            Self::File(path) => fs::read_to_string(path).ok().and_then(|text| duration(&text)).unwrap_or_default(),
        }
    }
}

impl FromStr for Offset {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.trim().strip_prefix('@') {
            Some("") => Err(()),
            Some(path) => Ok(Self::File(path.into())),
            None => duration(text).map(Self::Fixed).ok_or(()),
        }
    }
}

/// A day has 24 hours.
fn duration(text: &str) -> Option<SignedDuration> {
    let span: Span = text.trim().parse().ok()?;
    span.to_duration(SpanRelativeTo::days_are_24_hours()).ok()
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_moved_by_an_offset_or_by_what_a_file_says() {
        assert_eq!("31d".parse(), Ok(Offset::Fixed(SignedDuration::from_hours(31 * 24))));
        assert_eq!("-2h".parse(), Ok(Offset::Fixed(SignedDuration::from_hours(-2))));
        for bad in ["", "soon", "5", "@", "1 month"] {
            assert!(bad.parse::<Offset>().is_err(), "{bad}");
        }
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("offset");
        let offset: Offset = format!("@{}", path.display()).parse().unwrap();
        assert_eq!(offset.now(), SignedDuration::ZERO);
        fs::write(&path, "2h\n").unwrap();
        assert_eq!(offset.now(), SignedDuration::from_hours(2));
        let (before, moved) = (Timestamp::now(), Clock::moved(offset).now());
        assert!(moved >= before + SignedDuration::from_hours(2));
    }
}
