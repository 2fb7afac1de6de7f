//! One request after another to a service, with a pause between them.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// When the next request to one service may go.
#[derive(Debug)]
pub(crate) struct Polite {
    pause: Duration,
    next: Mutex<Option<Instant>>,
}

impl Polite {
    pub(crate) const fn new(pause: Duration) -> Self {
        Self { pause, next: Mutex::new(None) }
    }

    /// Waits for its turn: whoever asked first goes first.
    pub(crate) async fn turn(&self) {
        tokio::time::sleep_until(self.place(Instant::now()).into()).await;
    }

    /// When a request may go that wants to go now.
    fn place(&self, now: Instant) -> Instant {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let place = next.map_or(now, |next| next.max(now));
        *next = Some(place + self.pause);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_a_pause_apart_however_many_wait() {
        let (polite, now, second) = (Polite::new(Duration::from_secs(1)), Instant::now(), Duration::from_secs(1));
        let places: Vec<Duration> = (0..3).map(|_| polite.place(now) - now).collect();
        assert_eq!(places, [Duration::ZERO, second, second * 2]);
        assert_eq!(polite.place(now + second * 9), now + second * 9, "nobody waits for a turn that has passed");
    }
}
