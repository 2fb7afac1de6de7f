//! Requests per minute of each key, counted in this process and shared with the other servers of the record every so
//! often.
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
    /// Of them, those that the other servers have not been told of.
    unsent: u32,
}

impl<K> Default for RateLimits<K> {
    fn default() -> Self {
        Self { minutes: Mutex::default() }
    }
}

impl<K: Clone + Eq + Hash> RateLimits<K> {
    /// Counts one request of `key` against its `rpm`.
    pub fn count(&self, key: K, rpm: u32, now: Timestamp) -> Result<(), ApiError> {
        let now = now.as_second();
        let mut minutes = self.minutes.lock().unwrap_or_else(PoisonError::into_inner);
        let minute = minutes.entry(key).or_insert(Minute { start: now, used: 0, unsent: 0 });
        // A clock that was set back starts the minute again too.
        if !(minute.start..minute.start + MINUTE).contains(&now) {
            *minute = Minute { start: now, used: 0, unsent: 0 };
        }
        if minute.used >= rpm {
            let retry_after = (minute.start + MINUTE - now).unsigned_abs();
            return Err(ApiError::RateLimited { rpm, retry_after });
        }
        minute.used += 1;
        minute.unsent += 1;
        Ok(())
    }

    /// What was counted since this was last asked.
    pub fn unsent(&self) -> Vec<(K, u64)> {
        let mut minutes = self.minutes.lock().unwrap_or_else(PoisonError::into_inner);
        let some = minutes.iter_mut().filter(|(_, minute)| minute.unsent > 0);
        some.map(|(key, minute)| (key.clone(), u64::from(std::mem::take(&mut minute.unsent)))).collect()
    }

    /// Takes over how a key's minute stands over all servers, with what was counted here meanwhile.
    pub fn stands(&self, key: K, start: i64, used: u64) {
        let mut minutes = self.minutes.lock().unwrap_or_else(PoisonError::into_inner);
        let unsent = minutes.get(&key).map_or(0, |minute| minute.unsent);
        let used = u32::try_from(used).unwrap_or(u32::MAX).saturating_add(unsent);
        minutes.insert(key, Minute { start, used, unsent });
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
    fn what_other_servers_counted_is_counted_here() {
        let limits = RateLimits::default();
        for second in [0, 1] {
            assert_eq!(limits.count("a", 5, at(second)), Ok(()));
        }
        assert_eq!(limits.unsent(), [("a", 2)]);
        assert!(limits.unsent().is_empty(), "told once");
        assert_eq!(limits.count("a", 5, at(2)), Ok(()));
        limits.stands("a", at(0).as_second(), 4);
        assert!(limits.count("a", 5, at(3)).is_err(), "four over all servers, and one here since");
        assert_eq!(limits.unsent(), [("a", 1)]);
        assert_eq!(limits.count("a", 5, at(60)), Ok(()));
    }

    #[test]
    fn a_clock_set_back_locks_nobody_out() {
        let limits = RateLimits::default();
        assert_eq!(limits.count("a", 1, at(1000)), Ok(()));
        assert_eq!(limits.count("a", 1, at(0)), Ok(()));
    }
}
