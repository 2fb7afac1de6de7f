//! How often and how soon a request is made again.

use std::time::Duration;

use crate::Fault;

/// When something is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// How often, beside the first time.
    pub retries: u32,
    /// About how long is waited the first time; twice as long each time after.
    pub first_wait: Duration,
    /// The longest wait that a vendor may ask for; a longer one is its caller's to wait.
    pub longest_wait: Duration,
    /// No try begins later than this after the first.
    pub within: Duration,
}

impl Default for Policy {
    fn default() -> Self {
        let millis = Duration::from_millis;
        Self { retries: 2, first_wait: millis(120), longest_wait: millis(1500), within: Duration::from_secs(20) }
    }
}

/// What is done about a fault.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// The same provider is asked again after this wait.
    Again(Duration),
    /// The next is asked.
    Next,
    /// Nobody is: the fault is the request's.
    GiveUp,
}

impl Policy {
    /// After so many tries of one provider and so much time. Who kept silent once is not asked again: the person has
    /// waited long enough.
    pub(super) fn after(&self, fault: &Fault, tries: u32, elapsed: Duration) -> Then {
        let wait = match fault {
            Fault::Rejected { status: 404, .. } => return Then::Next,
            Fault::Rejected { .. } => return Then::GiveUp,
            Fault::Limited { retry_after: Some(wait) } if *wait <= self.longest_wait => {
                *wait + jittered(self.first_wait)
            }
            Fault::Limited { retry_after: None } | Fault::Failed { .. } | Fault::Transport | Fault::Malformed => {
                jittered(self.first_wait * 2_u32.saturating_pow(tries.saturating_sub(1)))
            }
            _ => return Then::Next,
        };
        if tries <= self.retries && elapsed + wait <= self.within { Then::Again(wait) } else { Then::Next }
    }
}

/// Between three quarters of a wait and one and a quarter, so that those who failed together do not come back together.
fn jittered(wait: Duration) -> Duration {
    let part = getrandom::u32().map_or(0.5, |random| f64::from(random) / f64::from(u32::MAX));
    wait.mul_f64(0.75 + part / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(1);

    #[test]
    fn what_may_pass_is_tried_again_twice_and_soon() {
        let policy = Policy::default();
        for fault in [
            Fault::Failed { status: 500 },
            Fault::Transport,
            Fault::Malformed,
            Fault::Limited { retry_after: None },
            Fault::Limited { retry_after: Some(Duration::from_secs(1)) },
        ] {
            for tries in [1, 2] {
                let Then::Again(wait) = policy.after(&fault, tries, SOON) else { panic!("{fault}") };
                assert!(wait >= policy.first_wait / 2 && wait < Duration::from_secs(2), "{fault} {wait:?}");
            }
            assert_eq!(policy.after(&fault, 3, SOON), Then::Next, "{fault}");
            assert_eq!(policy.after(&fault, 1, policy.within), Then::Next, "{fault}");
        }
    }

    #[test]
    fn what_will_not_pass_is_not() {
        let policy = Policy::default();
        for (fault, then) in [
            (Fault::Rejected { status: 400, message: String::new() }, Then::GiveUp),
            (Fault::Rejected { status: 404, message: String::new() }, Then::Next),
            (Fault::Denied { status: 401 }, Then::Next),
            (Fault::TimedOut, Then::Next),
            (Fault::Limited { retry_after: Some(Duration::from_secs(7)) }, Then::Next),
            (Fault::NotConfigured(String::new()), Then::Next),
        ] {
            assert_eq!(policy.after(&fault, 1, SOON), then, "{fault}");
        }
    }
}
