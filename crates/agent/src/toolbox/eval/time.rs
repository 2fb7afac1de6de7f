//! How long a script may work. While it waits for a tool it does not work.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

/// How long one may.
const WORKS: Duration = Duration::from_secs(2);
/// What a script is told that took longer.
pub(super) const OVER: &str = "code: it was ended after two seconds; let it do less";

/// The time of one script.
#[derive(Debug)]
pub(super) struct Time {
    end: Cell<Instant>,
}

impl Time {
    pub(super) fn begin() -> Self {
        Self { end: Cell::new(Instant::now() + WORKS) }
    }

    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.end.get()
    }

    /// Ends it now.
    pub(super) fn stop(&self) {
        self.end.set(Instant::now());
    }

    /// Waits for something that is not the script's own work.
    pub(super) fn apart<T>(&self, waits: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let gave = waits();
        self.end.set(self.end.get() + began.elapsed());
        gave
    }
}
