//! Requests per minute of each key, counted in this process.
//!
//! A key's minute starts with its first request. The limit is a floor: a key may always send its number in one minute,
//! and two bursts around the turn of a minute may be closer together than that.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use jiff::Timestamp;

use crate::ApiError;

const MINUTE: i64 = 60;

/// The running minute of each key.
#[derive(Debug)]
pub struct RateLimits<K> {
    minutes: Mutex<HashMap<K, Minute>>,
}

#[derive(Debug, Clone, Copy)]
struct Minute {
    start: i64,
    used: u32,
}

impl<K> Default for RateLimits<K> {
    fn default() -> Self {
        Self { minutes: Mutex::default() }
    }
}

impl<K: Eq + Hash> RateLimits<K> {
    /// Counts one request of `key` against its `rpm`.
    pub fn count(&self, key: K, rpm: u32, now: Timestamp) -> Result<(), ApiError> {
        let now = now.as_second();
        let mut minutes = self.minutes.lock().unwrap_or_else(PoisonError::into_inner);
        let minute = minutes.entry(key).or_insert(Minute { start: now, used: 0 });
        // A clock that was set back starts the minute again too.
        if !(minute.start..minute.start + MINUTE).contains(&now) {
            *minute = Minute { start: now, used: 0 };
        }
        if minute.used >= rpm {
            let retry_after = (minute.start + MINUTE - now).unsigned_abs();
            return Err(ApiError::RateLimited { rpm, retry_after });
        }
        minute.used += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    #[test]
    fn a_key_has_its_number_in_a_minute_and_then_waits_for_the_next() {
        let limits = RateLimits::default();
        assert_eq!(limits.count("a", 2, at(0)), Ok(()));
        assert_eq!(limits.count("a", 2, at(10)), Ok(()));
        assert_eq!(limits.count("a", 2, at(48)), Err(ApiError::RateLimited { rpm: 2, retry_after: 12 }));
        assert_eq!(limits.count("a", 2, at(60)), Ok(()));
    }

    #[test]
    fn keys_do_not_share_their_minutes() {
        let limits = RateLimits::default();
        assert_eq!(limits.count("a", 1, at(0)), Ok(()));
        assert!(limits.count("a", 1, at(1)).is_err());
        assert_eq!(limits.count("b", 1, at(1)), Ok(()));
    }

    #[test]
    fn a_clock_set_back_locks_nobody_out() {
        let limits = RateLimits::default();
        assert_eq!(limits.count("a", 1, at(1000)), Ok(()));
        assert_eq!(limits.count("a", 1, at(0)), Ok(()));
    }
}
