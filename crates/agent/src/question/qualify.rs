//! Words beside a name that make it another test: `urine` glucose, `餐后`血糖.
//!
//! Such a word is never dropped. Either the longer name is understood as a test of its own, or it is said not to be
//! recorded, with what is recorded under the shorter name beside it.

use mirobody_query::{Fit, Meaning};

use super::{
    lexicon::{List, lexicon},
    mention::{Book, Found, Mention, mention},
    words::Words,
};
use crate::language::Language;

/// The mention at `at`, with the words beside it that make it another test, and the words it then takes.
pub(super) fn qualified(
    words: &Words<'_>,
    named: Mention,
    at: usize,
    length: usize,
    book: &Book<'_>,
) -> (Mention, usize, usize) {
    let from = at - before(words, at);
    let to = at + length + after(words, at + length);
    if (from, to) == (at, at + length) {
        return (named, at, length);
    }
    (read(words.span(from, to - from), named, book), from, to - from)
}

fn before(words: &Words<'_>, at: usize) -> usize {
    if !words.joins(at) {
        return 0;
    }
    let open = |from: usize| (from..at).all(|i| !words.is_used(i));
    let fits = |length: &usize| {
        let from = at.checked_sub(*length).filter(|from| open(*from));
        from.is_some_and(|from| lists(words, from, List::QualifierBefore).any(|found| found == *length))
    };
    (1..=4).rev().find(fits).unwrap_or(0)
}

fn after(words: &Words<'_>, at: usize) -> usize {
    let longest = lists(words, at, List::QualifierAfter).max().unwrap_or(0);
    let open = (at..at + longest).all(|i| words.joins(i) && !words.is_used(i));
    if open { longest } else { 0 }
}

/// The lengths of the phrases of a list at `at`, of the question's language and of English.
fn lists<'a>(words: &'a Words<'_>, at: usize, list: List) -> impl Iterator<Item = usize> + 'a {
    let english = (words.language != Language::English).then(|| lexicon(Language::English));
    let own = words.lexicon().list(list).iter();
    own.chain(english.into_iter().flat_map(move |english| english.list(list)))
        .filter_map(move |phrase| words.phrase_at(at, phrase))
}

/// What the longer name means, when it means another test than the shorter.
fn read(name: &str, shorter: Mention, book: &Book<'_>) -> Mention {
    // A shorter name that only the record lets be read is so with the words beside it too.
    let found = if shorter.read_as.is_some() { Found::in_record(name, book) } else { Found::of(name, book) };
    let told_apart = match (&found.meaning, Meaning::of(&shorter.text)) {
        (Meaning::Test(long), Meaning::Test(short)) => long.loinc != short.loinc,
        (meaning, _) => matches!(meaning, Meaning::Test(_)),
    };
    match found.fit {
        Some(Fit::Exact) => Mention { read_as: found.read_as, ..mention(name, found.best, Vec::new()) },
        Some(Fit::Concept) if told_apart => mention(name, found.best, Vec::new()),
        _ => mention(name, Vec::new(), [shorter.series, shorter.related].concat()),
    }
}
