//! Which series a selector means, and what became of each name in it.

use mirobody_store::StoreError;

use crate::{
    envelope::{NameRead, ReadAs},
    known::Known,
    near::{Fault, Near},
    request::{SERIES_CAP, Selector},
    select::{Indicator, Sought},
};

/// A longer text is no name, and is told to nobody.
const LONGEST_NAME: usize = 100;

/// The series a selector means, and what it names in vain.
#[derive(Default)]
pub(crate) struct Chosen {
    pub(crate) series: Vec<usize>,
    /// Names nothing was read for.
    pub(crate) unmatched: Vec<String>,
    /// Names that were not simply found as they stand.
    pub(crate) names: Vec<NameRead>,
    /// More series fit than one call reads.
    pub(crate) cut: Option<usize>,
    /// Of the unmatched names, those that nothing at all is known of.
    unknown: Vec<String>,
    /// What tells names by their meaning could not be asked.
    pub(crate) near_failed: bool,
}

impl Chosen {
    pub(crate) fn from(indicators: &[Indicator], selector: &Selector) -> Self {
        let mut chosen = Self::default();
        let (Selector::Keywords(names) | Selector::Indicators(names)) = selector else { return chosen };
        let known = Known::of(indicators);
        for name in names {
            match selector {
                Selector::Keywords(_) => chosen.look_for(&known, name),
                _ => chosen.take(name, known.exact(name)),
            }
        }
        chosen
    }

    /// Keeps as many series as one call reads.
    pub(crate) fn capped(mut self) -> Self {
        if self.series.len() > SERIES_CAP {
            self.cut = Some(self.series.len());
            self.series.truncate(SERIES_CAP);
        }
        self
    }

    /// Looks for the names that nothing is known of by their meaning.
    pub(crate) async fn look_near(&mut self, near: Near<'_>, indicators: &[Indicator]) -> Result<(), StoreError> {
        let mut names = std::mem::take(&mut self.unknown);
        names.retain(|name| name.chars().count() <= LONGEST_NAME);
        if names.is_empty() || indicators.is_empty() {
            return Ok(());
        }
        let found = match near.nearest(indicators, &names).await {
            Ok(found) => found,
            Err(Fault::Store(error)) => return Err(error),
            Err(Fault::Provider) => {
                self.near_failed = true;
                return Ok(());
            }
        };
        for (name, series) in names.iter().zip(found).filter(|(_, series)| !series.is_empty()) {
            let named = series.iter().filter_map(|&index| indicators.get(index)).map(|one| one.name.clone()).collect();
            self.names.push(NameRead { asked: name.clone(), read: ReadAs::Near(named) });
            self.unmatched.retain(|unmatched| unmatched != name);
            self.take(name, series);
        }
        Ok(())
    }

    /// A name that something else than a series was meant by.
    pub(crate) fn settle(&mut self, name: &str) {
        self.unmatched.retain(|unmatched| unmatched != name);
        self.unknown.retain(|unknown| unknown != name);
        self.names.retain(|read| read.asked != name || !matches!(read.read, ReadAs::Related(_)));
    }

    fn take(&mut self, name: &str, found: Vec<usize>) {
        if found.is_empty() {
            self.unmatched.push(name.to_owned());
        }
        for index in found {
            if !self.series.contains(&index) {
                self.series.push(index);
            }
        }
    }

    /// A keyword; one that does not fit as it stands and lists several names is taken name by name.
    fn look_for(&mut self, known: &Known<'_>, name: &str) {
        for (part, sought) in parts_of(known, name).unwrap_or_else(|| vec![(name, known.look_for(name))]) {
            self.take_sought(known, part, sought);
        }
    }

    fn take_sought(&mut self, known: &Known<'_>, name: &str, sought: Sought) {
        let is_found = sought.search.is_found();
        if sought.unknown {
            self.unknown.push(name.to_owned());
        }
        let hits: Vec<usize> = sought.search.hits.iter().map(|hit| hit.index).collect();
        let named = || hits.iter().map(|&index| known.series[index].indicator.name.clone()).collect();
        let mut said = |read| self.names.push(NameRead { asked: name.to_owned(), read });
        if let Some(read_as) = sought.read_as {
            said(ReadAs::Name(read_as));
        }
        if sought.ambiguous {
            said(ReadAs::Ambiguous(named()));
        }
        if !is_found && !hits.is_empty() {
            said(ReadAs::Related(named()));
        }
        self.take(name, if is_found { hits } else { Vec::new() });
    }
}

/// The names that a keyword lists, when it does and any of them is recorded.
fn parts_of<'n>(known: &Known<'_>, name: &'n str) -> Option<Vec<(&'n str, Sought)>> {
    let parts: Vec<&str> = parts(name).collect();
    if parts.len() < 2 || known.as_it_stands(name).search.is_found() {
        return None;
    }
    let sought: Vec<(&str, Sought)> = parts.into_iter().map(|part| (part, known.look_for(part))).collect();
    sought.iter().any(|(_, sought)| sought.search.is_found()).then_some(sought)
}

/// What separates the names of a list.
const MARKS: [char; 7] = [',', ';', '、', '，', '；', '&', '+'];
/// The same as words, which stand alone.
const WORDS: [&str; 8] = ["and", "und", "et", "y", "e", "or", "oder", "ou"];

/// The names a keyword lists: `LDL and ferritin` is two.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    let listed = name.split(MARKS).flat_map(|part| part.split(['和', '与', '跟']));
    listed.flat_map(|part| by_words(part.trim())).filter(|part| !part.is_empty())
}

fn by_words(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = WORDS.iter().filter_map(|word| around(rest, word)).min_by_key(|(b, _)| b.len()) {
        parts.push(before.trim());
        rest = after.trim();
    }
    parts.push(rest);
    parts
}

fn around<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let spaced = format!(" {word} ");
    text.split_once(spaced.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_cut_into_its_names() {
        for (list, expected) in [
            ("LDL and ferritin", &["LDL", "ferritin"][..]),
            ("LDL, HDL und TSH", &["LDL", "HDL", "TSH"]),
            ("血糖和血压、尿酸", &["血糖", "血压", "尿酸"]),
            ("Sandstone", &["Sandstone"]),
            (", ,", &[]),
        ] {
            assert_eq!(parts(list).collect::<Vec<_>>(), expected, "{list}");
        }
    }
}
