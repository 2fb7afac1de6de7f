//! A name that is a code's own long common name: it says every axis itself, so nothing is left to be weighed.

use mirobody_vocab::Vocabulary;

use super::{Options, Resolver, asked::Asked};
use crate::{
    name::{Name, Stated},
    reading::{Decision, Reading},
};

/// How sure such a name is.
const SURE: f32 = 0.99;
/// Shorter ones are words that mean other things too.
const SHORTEST: usize = 5;

/// The code with this long common name, unless a person or this project has decided about the name.
pub(super) fn by_long_name(reading: &Reading, folded: &str, options: &Options<'_>) -> Option<Decision> {
    let vocabulary = Vocabulary::embedded();
    if folded.len() < SHORTEST || options.aliases.is_some_and(|aliases| aliases.of_name(folded).next().is_some()) {
        return None;
    }
    let row = vocabulary.long_name(folded)?;
    if !vocabulary.curated(folded).is_empty() {
        return None;
    }
    // What the name states matters only to a unit or a value.
    let alone = reading.unit.is_empty() && reading.value.is_empty();
    let stated = if alone { Stated::default() } else { Stated::of(&reading.name, folded, None) };
    let asked = &Asked::of(reading, stated, options.prior);
    let resolver = Resolver { vocabulary, text: folded, name: &Name::default(), asked, options };
    Some(resolver.if_sure(resolver.settle(row, "long-name", asked.specimen, SURE, SURE)))
}
