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

    /// Waits for its turn: whoever asked first goes first. None when that is further away than `most`: a turn that
    /// nobody will take is not given, or those who come later would wait for it.
    pub(crate) async fn turn(&self, most: Duration) -> Option<()> {
        tokio::time::sleep_until(self.place(Instant::now(), most)?.into()).await;
        Some(())
    }

    /// When a request may go that wants to go now.
    fn place(&self, now: Instant, most: Duration) -> Option<Instant> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let place = next.map_or(now, |next| next.max(now));
        (place <= now + most).then(|| {
            *next = Some(place + self.pause);
            place
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_a_pause_apart_however_many_wait() {
        let (polite, now, second) = (Polite::new(Duration::from_secs(1)), Instant::now(), Duration::from_secs(1));
        let place = |now, most| polite.place(now, most);
        let places: Vec<Option<Duration>> = (0..5).map(|_| place(now, second * 2).map(|at| at - now)).collect();
        assert_eq!(places, [Some(Duration::ZERO), Some(second), Some(second * 2), None, None]);
        assert_eq!(place(now + second, second * 2), Some(now + second * 3), "a turn that was refused was not given");
        assert_eq!(place(now + second * 9, second), Some(now + second * 9), "nobody waits for a turn that has passed");
    }
}
