//! Answers that were read, kept for a while: so many, and the oldest goes first.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How many are kept.
const MOST: usize = 256;
/// How long.
const LIVES: Duration = Duration::from_hours(24);
/// The most bytes of all of them.
const LARGEST: usize = 32 * 1024 * 1024;

/// Bodies by the address they were read from.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    by_key: HashMap<String, (Instant, Arc<str>)>,
    order: VecDeque<String>,
    bytes: usize,
}

impl Cache {
    /// What was read from an address, unless that is long ago.
    pub(crate) fn get(&self, key: &str, now: Instant) -> Option<Arc<str>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (read, body) = kept.by_key.get(key)?;
        (now.saturating_duration_since(*read) < LIVES).then(|| Arc::clone(body))
    }

    /// Keeps what was read.
    pub(crate) fn put(&self, key: &str, body: &Arc<str>, now: Instant) {
        if body.len() > LARGEST / 4 {
            return;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.remove(key);
        while kept.order.len() >= MOST || kept.bytes + body.len() > LARGEST {
            let Some(oldest) = kept.order.front().cloned() else { break };
            kept.remove(&oldest);
        }
        kept.bytes += body.len();
        kept.order.push_back(key.to_owned());
        kept.by_key.insert(key.to_owned(), (now, Arc::clone(body)));
    }
}

impl Kept {
    fn remove(&mut self, key: &str) {
        if let Some((_, body)) = self.by_key.remove(key) {
            self.bytes -= body.len();
            self.order.retain(|other| other != key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_bounded_and_grows_old() {
        let (cache, now) = (Cache::default(), Instant::now());
        let body: Arc<str> = "x".into();
        for n in 0..=MOST {
            cache.put(&n.to_string(), &body, now);
        }
        assert!(cache.get("0", now).is_none() && cache.get("1", now).is_some());
        cache.put("huge", &"x".repeat(LARGEST).into(), now);
        assert!(cache.get("huge", now).is_none());
        let large: Arc<str> = "x".repeat(LARGEST / 5).into();
        for n in 0..7 {
            cache.put(&format!("large {n}"), &large, now);
        }
        assert!(cache.get("large 0", now).is_none() && cache.get("large 6", now).is_some());
        assert!(cache.kept.lock().unwrap().bytes <= LARGEST);
        assert!(cache.get("large 6", now + LIVES).is_none());
    }
}
