//! A reading's name to a code, or why not.
//!
//! True here: deterministic; what the person has decided about a name comes first, and nothing else overrules a curated
//! refusal; what the unit or value contradicts is moved to a sibling or refused; an answer is given only when its
//! analyte is likely enough.

mod asked;
mod by_alias;
mod by_curated;
mod by_long_name;
mod by_rank;
mod by_report;
mod candidates;
mod certainty;
mod curated;
mod decide;
mod explain;
mod features;
mod inspect;
mod near;
mod options;
mod places;
mod settle;
mod sibling;
mod soft;
mod weights;
mod wording;

pub use certainty::{CURATED_SIGNALS, curated_signals};
pub use explain::{Explained, explain};
pub use inspect::{Inspected, Judged, ReadName, Weighed, inspect};
pub use options::Options;
pub use weights::{Confidence, Feature, Model, SIGNALS};

use mirobody_vocab::{Vocabulary, fold};

use crate::{
    name::{self, Name, Stated},
    reading::{Decision, Outcome, Reading},
};
use asked::Asked;
use settle::undecided;

/// Finds the code of a reading from its name, unit, specimen, value and language.
pub fn resolve(reading: &Reading) -> Decision {
    resolve_with(reading, &Options::default())
}

/// The same, as these options ask.
pub fn resolve_with(reading: &Reading, options: &Options<'_>) -> Decision {
    let folded = fold(&reading.name);
    if !folded.chars().any(char::is_alphanumeric) {
        return undecided(Outcome::Unresolved, "no name is printed");
    }
    if folded.chars().count() > LONGEST {
        return undecided(Outcome::Unresolved, "the name is too long to be a test's name");
    }
    if let Some(decision) = by_long_name::by_long_name(reading, &folded, options) {
        return decision;
    }
    let english = name::english(Vocabulary::embedded(), &reading.language, &folded);
    let asked = Asked::of(reading, Stated::of(&reading.name, &folded, english.as_deref()), options.prior);
    let decide = |asked: &Asked| decide(reading, &folded, english.as_deref(), asked, options);
    let decision = decide(&asked);
    match by_report::assumed(&decision, reading, &asked, options.prior) {
        Some(assumed) => by_report::moved(decision, decide(&assumed)),
        None => by_report::agreed(decision, &asked, options.prior),
    }
}

fn decide(reading: &Reading, folded: &str, english: Option<&str>, asked: &Asked, options: &Options<'_>) -> Decision {
    let vocabulary = Vocabulary::embedded();
    // Most names of a report are curated as they stand, and need no other form.
    let text = english.unwrap_or(folded);
    let whole = Resolver { vocabulary, text, name: &Name::default(), asked, options };
    if let Some(decision) = whole.by_alias(folded).or_else(|| whole.by_whole_name(folded)) {
        return whole.if_asked(decision);
    }
    let name = Name::read(&reading.name, folded, english);
    let asked = Asked { stated: name.stated, ..asked.clone() };
    Resolver { vocabulary, text, name: &name, asked: &asked, options }.run()
}

/// Longer names are prose, not tests.
const LONGEST: usize = 300;

struct Resolver<'a> {
    vocabulary: &'static Vocabulary,
    /// The folded name, in English as far as it could be put so.
    text: &'a str,
    name: &'a Name,
    asked: &'a Asked,
    options: &'a Options<'a>,
}

impl Resolver<'_> {
    fn run(&self) -> Decision {
        if let Some(decision) = self.by_curated_name() {
            return self.if_asked(decision);
        }
        let (pool, features) = self.judged();
        self.by_rank(&pool.found, &features)
    }
}
