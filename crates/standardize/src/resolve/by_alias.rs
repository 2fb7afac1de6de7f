//! What the person has decided about the name, before anything else is asked.

use mirobody_vocab::Loinc;

use super::{Resolver, settle::undecided};
use crate::{
    alias::Entry,
    name::{agreement, is_specimen},
    reading::{Decision, Outcome},
};

pub(super) const METHOD: &str = "alias";

impl Resolver<'_> {
    /// The most exact alias of the name; the unit or value may still move it to a sibling or refuse it.
    pub(super) fn by_alias(&self, folded: &str) -> Option<Decision> {
        let overlay = self.options.aliases?;
        let exact =
            |alias: &&Entry| (alias.laboratory.is_some(), alias.specimen.is_some(), alias.unit_family.is_some());
        // Of equally exact ones the last is taken: it was said last.
        let alias = overlay.of_name(folded).filter(|alias| self.holds(alias)).max_by_key(exact)?;
        let mut decision = match alias.loinc {
            Some(code) => self.confirmed(code),
            None => undecided(Outcome::Refused, "left uncoded by choice"),
        };
        decision.method = METHOD;
        decision.evidence.push(if alias.laboratory.is_some() { "laboratory" } else { "person" });
        Some(decision)
    }

    fn confirmed(&self, code: Loinc) -> Decision {
        match self.vocabulary.row(code) {
            Some(row) => self.settle(row, METHOD, self.asked.specimen, 1.0, 1.0),
            None => undecided(Outcome::Refused, &format!("the confirmed code {code} is not in this vocabulary")),
        }
    }

    /// Whether an alias is about this reading. Without a specimen of its own it says nothing about another one.
    fn holds(&self, alias: &Entry) -> bool {
        let stated = self.asked.specimen_for(None);
        let specimen = match (alias.specimen, stated) {
            (None, None) => true,
            (Some(own), stated) => stated == Some(own),
            (None, Some(stated)) => {
                let row = alias.loinc.and_then(|code| self.vocabulary.row(code));
                let system = row.map_or("", |row| self.vocabulary.axes(row).system);
                !is_specimen(system) || agreement(stated, system) > 0.0
            }
        };
        specimen && alias.unit_family.is_none_or(|family| self.asked.is_of(family))
    }
}
