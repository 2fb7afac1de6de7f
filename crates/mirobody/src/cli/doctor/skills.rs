//! The skills that a model may read up on, by name, and the directories that should be one and are none.

use super::{Check, State};
use crate::config::Config;

const WHAT: &str = "skills";

/// One check that lists them, and one for each that is wrong.
pub(super) fn checks(config: &Config) -> Vec<Check> {
    let (skills, bad) = config.skills();
    let names = skills.names().collect::<Vec<_>>().join(", ");
    let wrong = bad.into_iter().map(|bad| (State::Odd, format!("{} is left out: {}", bad.place, bad.reason)));
    [(State::Good, names)].into_iter().chain(wrong).map(|(state, detail)| Check { what: WHAT, state, detail }).collect()
}
