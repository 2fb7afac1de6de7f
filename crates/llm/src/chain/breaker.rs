//! A provider that keeps failing is left alone for a while, so that nobody waits for it.
//!
//! Only failures in a row count, by whole requests and not by tries: one that is answered, refused or told to wait
//! ends the row, for the provider is there.

use std::time::Duration;

use tokio::time::Instant;

use crate::Fault;

/// So many failures in a row, and it rests.
const TOO_MANY: u32 = 12;
/// Silence costs a person most, so it counts for several.
const SILENCE: u32 = 4;
const FIRST_REST: Duration = Duration::from_secs(5);
const LONGEST_REST: Duration = Duration::from_mins(1);

/// How a provider fared of late.
#[derive(Debug, Default)]
pub(super) struct Breaker {
    failures: u32,
    rest: Option<Rest>,
}

#[derive(Debug)]
struct Rest {
    until: Instant,
    lasts: Duration,
    /// Somebody was let through to see whether it is well again.
    is_tried: bool,
}

/// What a request says of its provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is there.
    Well,
    /// It failed, so badly.
    Ill(u32),
}

impl Verdict {
    pub fn of(outcome: Result<(), &Fault>) -> Self {
        match outcome {
            Err(Fault::TimedOut) => Self::Ill(SILENCE),
            Err(Fault::Failed { .. } | Fault::Transport | Fault::Malformed) => Self::Ill(1),
            _ => Self::Well,
        }
    }
}

impl Breaker {
    /// Whether somebody may ask now. After a rest one may, and the others when that went well.
    pub fn admits(&mut self, now: Instant) -> bool {
        let Some(rest) = &mut self.rest else { return true };
        let may = now >= rest.until && !rest.is_tried;
        rest.is_tried |= may;
        may
    }

    /// What came of it.
    pub fn note(&mut self, verdict: Verdict, now: Instant) {
        let Verdict::Ill(weight) = verdict else {
            *self = Self::default();
            return;
        };
        self.failures = self.failures.saturating_add(weight);
        // It was asked before the rest began: that says nothing of how it is afterwards.
        if self.rest.as_ref().is_some_and(|rest| now < rest.until) {
            return;
        }
        let was = self.rest.take();
        if self.failures >= TOO_MANY {
            let lasts = was.map_or(FIRST_REST, |rest| (rest.lasts * 2).min(LONGEST_REST));
            self.rest = Some(Rest { until: now + lasts, lasts, is_tried: false });
        }
    }

    /// Nobody waited for the outcome.
    pub fn forget(&mut self) {
        if let Some(rest) = &mut self.rest {
            rest.is_tried = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failing(times: u32, now: Instant) -> Breaker {
        let mut breaker = Breaker::default();
        (0..times).for_each(|_| breaker.note(Verdict::Ill(1), now));
        breaker
    }

    #[test]
    fn failures_among_answers_do_not_stop_anybody() {
        let now = Instant::now();
        let mut breaker = Breaker::default();
        for _ in 0..100 {
            for _ in 0..TOO_MANY - 1 {
                breaker.note(Verdict::of(Err(&Fault::Failed { status: 500 })), now);
            }
            breaker.note(Verdict::of(Ok(())), now);
            assert!(breaker.admits(now));
        }
        for fault in [Fault::Limited { retry_after: None }, Fault::Rejected { status: 400, message: String::new() }] {
            assert_eq!(Verdict::of(Err(&fault)), Verdict::Well);
        }
    }

    #[test]
    fn failures_in_a_row_do_and_silence_sooner() {
        let now = Instant::now();
        assert!(failing(TOO_MANY - 1, now).admits(now));
        assert!(!failing(TOO_MANY, now).admits(now));
        let mut silent = Breaker::default();
        (0..3).for_each(|_| silent.note(Verdict::of(Err(&Fault::TimedOut)), now));
        assert!(!silent.admits(now));
    }

    #[test]
    fn after_a_rest_one_is_let_through_and_all_when_that_went_well() {
        let now = Instant::now();
        let mut breaker = failing(TOO_MANY, now);
        let later = now + FIRST_REST;
        assert!(breaker.admits(later));
        assert!(!breaker.admits(later), "the others wait for the first");
        breaker.forget();
        assert!(breaker.admits(later), "the first went away");
        breaker.note(Verdict::Ill(1), later);
        assert!(!breaker.admits(later + FIRST_REST), "it rests longer now");
        assert!(breaker.admits(later + FIRST_REST * 2));
        breaker.note(Verdict::Well, later);
        assert!(breaker.admits(later) && breaker.admits(later));
    }
}
