//! A person's aliases as one table, and those of them that hold where a reading comes from.
//!
//! True here: an alias for a laboratory holds only where that laboratory is named; what is more exact wins; the alias
//! said last replaces one that says the same thing in other words.

use mirobody_vocab::fold;

use crate::{
    alias::{Alias, Entry},
    text::is_cjk,
};

/// All aliases of a person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aliases {
    /// By name; of the same name in the order they were said.
    entries: Vec<Entry>,
}

impl Aliases {
    /// The table of these aliases, in the order they were said.
    pub fn new<'a>(aliases: impl IntoIterator<Item = &'a Alias>) -> Self {
        let mut entries: Vec<Entry> = aliases.into_iter().map(Alias::entry).collect();
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Self { entries }
    }

    /// Those that hold for readings from a source that these texts describe: a document's pages, or a sender's tag.
    pub fn at<'a>(&'a self, texts: impl IntoIterator<Item = &'a str>) -> Overlay<'a> {
        let mut asked: Vec<&str> = self.entries.iter().filter_map(|entry| entry.laboratory.as_deref()).collect();
        asked.sort_unstable();
        asked.dedup();
        if asked.is_empty() {
            return Overlay { table: self, laboratories: asked };
        }
        let texts: Vec<String> = texts.into_iter().map(fold).collect();
        asked.retain(|laboratory| texts.iter().any(|text| names(text, laboratory)));
        Overlay { table: self, laboratories: asked }
    }
}

/// The aliases that hold for readings of one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlay<'a> {
    table: &'a Aliases,
    /// The laboratories the source is of.
    laboratories: Vec<&'a str>,
}

impl Overlay<'_> {
    /// The aliases of a folded name, whatever their unit and specimen.
    pub(crate) fn of_name(&self, folded: &str) -> impl Iterator<Item = &Entry> {
        let entries = &self.table.entries;
        let start = entries.partition_point(|entry| entry.name.as_str() < folded);
        let named = entries.iter().skip(start).take_while(move |entry| entry.name == folded);
        named.filter(move |entry| entry.laboratory.as_deref().is_none_or(|own| self.laboratories.contains(&own)))
    }
}

/// Whether a text holds a laboratory's name as words of its own; scripts without spaces have no such words.
fn names(text: &str, laboratory: &str) -> bool {
    let joins = |a: Option<char>, b: Option<char>| {
        a.zip(b).is_some_and(|(a, b)| [a, b].into_iter().all(|c| c.is_alphanumeric() && !is_cjk(c)))
    };
    text.match_indices(laboratory).any(|(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        !joins(before.chars().next_back(), found.chars().next())
            && !joins(found.chars().next_back(), after.chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_laboratory_is_named_by_whole_words() {
        let table = [
            ("synlab mvz trier", "synlab", true),
            ("laboratory: synlab", "synlab", true),
            ("synlabs", "synlab", false),
            ("biosynlab", "synlab", false),
            ("北京协和医院检验科", "协和医院", true),
            ("", "synlab", false),
        ];
        for (text, laboratory, named) in table {
            assert_eq!(names(text, laboratory), named, "{text} {laboratory}");
        }
    }
}
