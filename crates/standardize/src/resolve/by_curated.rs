//! The names this project has decided about: exact, by a form that loses nothing, or refused.

use mirobody_vocab::{Loinc, Row};

use super::{
    Resolver,
    candidates::head,
    certainty::METHOD,
    curated::{self, Verdict},
    settle::{two_tests, undecided},
    sibling,
};
use crate::{
    name::{self, Kind, Part, Specimen, Tokens, Variant},
    reading::{Decision, Outcome},
};

/// Until it is told how sure it is; see `certainty`.
const CURATED: f32 = 1.0;

impl Resolver<'_> {
    pub(super) fn by_whole_name(&self, folded: &str) -> Option<Decision> {
        match self.verdict(folded, self.asked.specimen) {
            Verdict::Unknown | Verdict::Elsewhere(_) => None,
            Verdict::Refused(why) => Some(undecided(Outcome::Refused, why)),
            Verdict::Several(one, other) => Some(two_tests(one, other)),
            Verdict::Code(code) => self.vocabulary.row(code).map(|row| self.decided(row, self.asked.specimen)),
        }
    }

    /// The curated names: exact, by a form that loses nothing, or refused.
    pub(super) fn by_curated_name(&self) -> Option<Decision> {
        for variant in &self.name.variants {
            match self.curated(variant) {
                Verdict::Unknown | Verdict::Elsewhere(_) => {}
                _ if !self.keeps_all(variant) => {}
                Verdict::Refused(_) if self.may_name_a_test(variant) => {}
                Verdict::Refused(why) => return Some(undecided(Outcome::Refused, why)),
                Verdict::Several(one, other) => return Some(two_tests(one, other)),
                Verdict::Code(code) if variant.part == Part::Stem && self.names_another_inside(code) => {}
                Verdict::Code(code) => {
                    let inside = self.inside();
                    // `cancer antigen (ca) 15-3`: a form that holds what the brackets say has been decided with them.
                    let apart =
                        inside.as_ref().filter(|(form, _)| !holds(&variant.text, form)).map(|(_, other)| *other);
                    return match apart {
                        Some(other) if !is_of(self.head_of(code), self.head_of(other)) => Some(two_tests(code, other)),
                        _ => self.vocabulary.row(code).map(|row| {
                            let stated = self.stated_beside(variant);
                            self.decided(self.as_asked(row, &variant.text, stated), stated)
                        }),
                    };
                }
            }
        }
        None
    }

    fn decided(&self, row: Row, stated: Option<Specimen>) -> Decision {
        self.as_sure_as_it_is(self.settle(row, METHOD, stated, CURATED, CURATED))
    }

    /// A code, or its sibling that is a number where the name asks for one beside the form the code was decided for.
    fn as_asked(&self, row: Row, form: &str, stated: Option<Specimen>) -> Row {
        let axes = self.vocabulary.axes(row);
        let quantity = self.asked.stated.kind == Some(Kind::Quantity) && !self.asked.unit_printed;
        if !quantity || axes.scale != "Ord" || form.contains("quant") {
            return row;
        }
        sibling::number(self.vocabulary, &axes, self.asked, stated).unwrap_or(row)
    }

    /// The forms inside brackets, but for those that only repeat the first letters of what stands outside.
    fn inside_forms(&self) -> impl Iterator<Item = &Variant> {
        let stem = self.name.variants.iter().find(|variant| variant.part == Part::Stem);
        let initials: String =
            stem.map_or("", |stem| &stem.text).split([' ', '-']).filter_map(|word| word.chars().next()).collect();
        let inside = self.name.variants.iter().filter(|variant| variant.part == Part::Inside);
        inside.filter(move |variant| variant.text.len() < 2 || !initials.contains(&variant.text))
    }

    /// A curated name inside brackets, and its code.
    fn inside(&self) -> Option<(&str, Loinc)> {
        self.inside_forms().find_map(|variant| match self.curated(variant) {
            Verdict::Code(code) => Some((variant.text.as_str(), code)),
            _ => None,
        })
    }

    /// Whether the brackets hold the analyte of other codes: `vitamin a (retinyl palmitate)` is not retinol.
    fn names_another_inside(&self, code: Loinc) -> bool {
        let own = self.head_of(code);
        self.inside_forms().any(|variant| {
            let mut heads = self.vocabulary.analyte(&variant.text).map(|row| head(self.vocabulary.axes(row).component));
            heads.next().is_some_and(|other| !is_of(own, other) && !is_of(other, own))
        })
    }

    /// Whether the name as it stands is a code's own: a long name, or a designation with a specimen other than blood.
    fn names_a_code(&self) -> bool {
        let Some(whole) = self.name.variants.first() else { return false };
        let elsewhere = self.asked.stated.specimen.is_some_and(|specimen| !specimen.is_usual());
        self.vocabulary.long_name(&whole.text).is_some()
            || elsewhere && !self.vocabulary.designation(&whole.text).is_empty()
    }

    /// Whether a refusal of a form leaves the name itself open: another spelling of it is refused, or what is left of
    /// it without its specimen.
    fn may_name_a_test(&self, variant: &Variant) -> bool {
        variant.cost > 0 && (variant.part == Part::Piece || self.names_a_code() || self.is_test_elsewhere(variant))
    }

    /// Whether a refused word is one test in the stated specimen: `protein` is a category, protein in urine is not.
    fn is_test_elsewhere(&self, variant: &Variant) -> bool {
        let Some(stated) = self.asked.specimen_for(variant.specimen).filter(|specimen| !specimen.is_usual()) else {
            return false;
        };
        self.vocabulary.component(&variant.text).any(|row| {
            let axes = self.vocabulary.axes(row);
            axes.scale != "-" && name::agreement(stated, axes.system) > 0.9
        })
    }

    /// Whether a form is the whole name but for words of other axes and brackets.
    fn keeps_all(&self, variant: &Variant) -> bool {
        match variant.part {
            _ if variant.loses => false,
            Part::Whole | Part::Stem => true,
            Part::Inside | Part::Antibody => false,
            Part::Piece => {
                let own = Tokens::of(variant.text.split(' '));
                self.name.tokens.iter().all(|word| own.contains(word))
            }
        }
    }

    /// The specimen stated beside a form: a name as it stands says its own, so that `blood sugar` is no whole blood.
    fn stated_beside(&self, variant: &Variant) -> Option<Specimen> {
        let whole = self.name.variants.first().is_some_and(|first| first.text == variant.text);
        if whole { self.asked.specimen } else { self.asked.specimen_for(variant.specimen) }
    }

    pub(super) fn curated(&self, variant: &Variant) -> Verdict {
        self.verdict(&variant.text, self.stated_beside(variant))
    }

    fn verdict(&self, folded: &str, stated: Option<Specimen>) -> Verdict {
        if !self.options.curated {
            return Verdict::Unknown;
        }
        curated::decide(self.vocabulary, folded, self.asked, stated)
    }

    fn head_of(&self, code: Loinc) -> &'static str {
        self.vocabulary.row(code).map_or("", |row| head(self.vocabulary.axes(row).component))
    }
}

/// Whether an analyte is another one, or a part or form of it: `valproate.free` of `valproate`.
fn is_of(own: &str, other: &str) -> bool {
    own.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Whether a form has all the words of another.
fn holds(form: &str, other: &str) -> bool {
    let words = Tokens::of(form.split(' '));
    form != other && name::parts(other).all(|word| words.contains(word))
}
