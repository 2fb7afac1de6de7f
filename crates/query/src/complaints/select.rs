//! Which complaints a name means: by code, by title, by everyday words in any language, by words of the title, misspelt.

use std::collections::BTreeSet;

use jiff::Timestamp;
use mirobody_standardize::complaint::{Icpc, Language, complaints};
use mirobody_store::{Scope, Store, StoreError};
use mirobody_vocab::{Complaints as Vocabulary, fold};

use super::{
    ComplaintRow, Place,
    kinds::{self, Kind},
};
use crate::{
    chosen::Chosen,
    envelope::{NameRead, ReadAs},
    names::tokens,
    request::Selector,
    spelling::corrected,
};

/// A longer text is no name.
const LONGEST_NAME: usize = 100;

/// The complaints of a record, as [`run`](crate::run) lists them.
pub async fn reported(store: &Store, scope: &Scope, now: Timestamp) -> Result<Vec<ComplaintRow>, StoreError> {
    let kinds = kinds::of(Place { store, scope, now }).await?;
    Ok(kinds.into_iter().map(|kind| kind.row).collect())
}

/// The codes that everyday words stand for: in the language they are written in, else in any that knows them.
pub fn complaint_codes(words: &str) -> Vec<String> {
    if words.chars().count() > LONGEST_NAME {
        return Vec::new();
    }
    let in_language = |language| {
        let found = complaints(words, language).into_iter().filter_map(|one| one.coding.icpc());
        found.map(|icpc| icpc.to_string()).collect::<BTreeSet<_>>()
    };
    let own = in_language(None);
    if !own.is_empty() {
        return own.into_iter().collect();
    }
    let any: BTreeSet<String> = Language::ALL.into_iter().flat_map(|language| in_language(Some(language))).collect();
    any.into_iter().collect()
}

/// The complaints a selector means, and what is to be said of names in vain.
pub(crate) fn choose<'k>(all: &'k [Kind], selector: &Selector, chosen: &mut Chosen) -> (Vec<&'k Kind>, Vec<String>) {
    let mut wanted = Wanted { all, places: BTreeSet::new(), notes: Vec::new() };
    let (Selector::Keywords(names) | Selector::Indicators(names)) = selector else { return (Vec::new(), Vec::new()) };
    let exact = matches!(selector, Selector::Indicators(_));
    for name in names {
        wanted.take(if exact { by_itself(all, name) } else { by_meaning(all, name) }, name, chosen);
    }
    for name in chosen.unmatched.clone() {
        if !exact && !wanted.take(by_meaning(all, &name), &name, chosen) {
            wanted.take_alike(&name, chosen);
        }
    }
    (wanted.places.iter().filter_map(|&place| all.get(place)).collect(), wanted.notes)
}

struct Wanted<'k> {
    all: &'k [Kind],
    places: BTreeSet<usize>,
    notes: Vec<String>,
}

impl Wanted<'_> {
    /// Takes what a name means; whether that is anything.
    fn take(&mut self, found: Vec<usize>, name: &str, chosen: &mut Chosen) -> bool {
        if found.is_empty() {
            return false;
        }
        self.places.extend(found);
        chosen.settle(name);
        true
    }

    /// Takes what a name means only by words of a title, or misspelt. A complaint that nobody reported is said to be one.
    fn take_alike(&mut self, name: &str, chosen: &mut Chosen) {
        let words = tokens(name);
        if self.take(by_words(self.all, &words), name, chosen) {
            return;
        }
        let own = self.all.iter().flat_map(|kind| tokens(&kind.row.complaint)).collect::<Vec<_>>();
        if let Some(spelt) = corrected(&words, own.iter().map(String::as_str)) {
            let found = by_meaning(self.all, &spelt);
            let found = if found.is_empty() { by_words(self.all, &tokens(&spelt)) } else { found };
            if self.take(found, name, chosen) {
                chosen.names.push(NameRead { asked: name.to_owned(), read: ReadAs::Name(spelt) });
                return;
            }
        }
        self.notes.extend(never_reported(name));
    }
}

fn never_reported(name: &str) -> Option<String> {
    let code = complaint_codes(name).into_iter().next()?;
    let title = code.parse::<Icpc>().ok().and_then(|icpc| Vocabulary::embedded().title(icpc))?;
    Some(format!("\"{name}\" is a complaint ({code} {title}), and nobody reported it"))
}

/// By code, title or the words themselves.
fn by_itself(all: &[Kind], name: &str) -> Vec<usize> {
    let folded = fold(name);
    let code = name.trim().to_uppercase();
    places(all, |kind| kind.folded == folded || kind.row.code.as_ref() == Some(&code))
}

/// The same, or by what everyday words stand for. A class has its subclasses.
fn by_meaning(all: &[Kind], name: &str) -> Vec<usize> {
    let found = by_itself(all, name);
    if !found.is_empty() || all.is_empty() {
        return found;
    }
    let asked = complaint_codes(name);
    places(all, |kind| asked.iter().any(|code| kind.row.is_of(code)))
}

/// By all the words of the name being in the title.
fn by_words(all: &[Kind], words: &[String]) -> Vec<usize> {
    if words.is_empty() {
        return Vec::new();
    }
    places(all, |kind| {
        let own = tokens(&kind.row.complaint);
        words.iter().all(|word| own.contains(word))
    })
}

fn places(all: &[Kind], is_it: impl Fn(&Kind) -> bool) -> Vec<usize> {
    all.iter().enumerate().filter(|(_, kind)| is_it(kind)).map(|(place, _)| place).collect()
}
