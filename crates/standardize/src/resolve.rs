//! A reading's name to a code, or why not.
//!
//! True here: deterministic; what the person has decided about a name comes first, and nothing else overrules a curated
//! refusal; what the unit or value contradicts is moved to a sibling or refused; an answer is given only when its
//! analyte is likely enough.

mod antibody;
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
mod misread;
mod near;
mod opened;
mod options;
mod settle;
mod sibling;
mod soft;
mod unit_in_name;
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
pub(crate) use asked::{ValueKind, value_kind};
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
    let apart = unit_in_name::apart(reading);
    // A curated name that holds a unit means it so, unless the unit says what no other field does.
    let may_be_known = !reading.unit.trim().is_empty();
    if let (Some(apart), None, false) = (&apart, options.aliases, may_be_known) {
        return resolve_with(apart, options);
    }
    let decision = by_name(reading, &folded, options);
    if decision.method == by_alias::METHOD {
        return decision;
    }
    let known = decision.method == certainty::METHOD && may_be_known;
    match apart.filter(|_| !known) {
        Some(apart) => resolve_with(&apart, options),
        None => misread(reading, &folded, options, &decision).unwrap_or(decision),
    }
}

fn by_name(reading: &Reading, folded: &str, options: &Options<'_>) -> Decision {
    let english = name::english(Vocabulary::embedded(), &reading.language, folded);
    let english = english.as_deref();
    // Most names of a report are known as they stand, and are not read any further; the others are read once.
    let known = options.aliases.is_some() || !Vocabulary::embedded().curated(folded).is_empty();
    let name = (!known).then(|| Name::read(&reading.name, folded, english));
    let stated = name.as_ref().map_or_else(|| Stated::of(&reading.name, folded, english), |name| name.stated);
    let asked = Asked::of(reading, stated, options.prior);
    let decide = |asked: &Asked| decide(reading, folded, english, name.as_ref(), asked, options);
    let decision = decide(&asked);
    match by_report::assumed(&decision, reading, &asked, options.prior) {
        Some(assumed) => by_report::moved(decision, decide(&assumed)),
        None => by_report::agreed(decision, &asked, options.prior),
    }
}

/// The code of an unknown name whose words only a scanner has spelled so, somewhat less sure than if it were printed.
fn misread(reading: &Reading, folded: &str, options: &Options<'_>, printed: &Decision) -> Option<Decision> {
    if printed.method == certainty::METHOD || printed.outcome == Outcome::Refused {
        return None;
    }
    let name = misread::repaired(Vocabulary::embedded(), folded)?;
    let mut decision = by_name(&Reading { name: name.clone(), ..reading.clone() }, &name, options);
    let better = printed.outcome != Outcome::Coded || decision.method == certainty::METHOD;
    (decision.confidence, decision.exact_confidence) =
        (decision.confidence * MISREAD, decision.exact_confidence * MISREAD);
    let sure = options.min_confidence.is_none_or(|least| decision.confidence >= least);
    (better && decision.outcome == Outcome::Coded && sure).then_some(decision)
}

/// How much of its certainty a code keeps when the name had to be repaired.
const MISREAD: f32 = 0.95;

/// Decides about a name that has been read, or that may be known as it stands.
fn decide(
    reading: &Reading,
    folded: &str,
    english: Option<&str>,
    name: Option<&Name>,
    asked: &Asked,
    options: &Options<'_>,
) -> Decision {
    let vocabulary = Vocabulary::embedded();
    let text = english.unwrap_or(folded);
    if let Some(name) = name {
        return Resolver { vocabulary, text, name, asked, options }.run();
    }
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
