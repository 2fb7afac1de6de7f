//! The skills that came with this program: those of `skills/` in its repository.

use std::collections::BTreeMap;

use super::{SKILL_FILE, Skill, made};

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../skills/", $name, "/SKILL.md")))),*]
    };
}

const SHIPPED: [(&str, &str); 4] =
    shipped!["clinician-visit", "intervention-comparison", "medication-review", "trend-reading"];

/// Each of them, by where it is.
pub(super) fn skills() -> Vec<(String, Result<Skill, String>)> {
    let one = |(name, text): (&str, &str)| {
        let files = BTreeMap::from([(SKILL_FILE.to_owned(), text.to_owned())]);
        (format!("shipped/{name}"), made(name, files))
    };
    SHIPPED.into_iter().map(one).collect()
}
