//! The complaints a sentence names: phrases by themselves, and symptoms with the parts of the body they are at.
//!
//! True here: a mention is a run of lexemes and what it is. Must not be here: what is said of it.

use mirobody_vocab::{Complaints, Icpc, Language, PhraseMeaning, Place, Role};

use super::{
    Status,
    lexeme::{Lexeme, What},
    place,
};

/// What a mention is in the classification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    Code(Icpc),
    Refused(&'static str),
}

impl From<Place> for Heard {
    fn from(place: Place) -> Self {
        match place {
            Place::Code(icpc) => Self::Code(icpc),
            Place::Refused(why) => Self::Refused(why),
        }
    }
}

/// A complaint named in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mention {
    /// Its first lexeme.
    pub(super) first: usize,
    /// Its last lexeme.
    pub(super) last: usize,
    /// What it is.
    pub(super) heard: Heard,
    /// What is said of it between its part of the body and its symptom: `my knee does not hurt`.
    pub(super) inside: Said,
}

/// What words can say of a mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    Denied,
    Doubted,
    Past,
}

/// What is said of a mention.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Said {
    says: [bool; 3],
    /// Whether it is somebody else's.
    pub(super) other: bool,
}

impl Said {
    /// What words in the midst of a mention say of it.
    pub(super) fn by(words: &[Lexeme]) -> Self {
        let mut said = Self::default();
        for role in words.iter().filter_map(Lexeme::role) {
            match role {
                Role::No | Role::Denies | Role::Not | Role::NotAround => said.add(Says::Denied),
                Role::Maybe => said.add(Says::Doubted),
                Role::Past | Role::PastAfter => said.add(Says::Past),
                _ => {}
            }
        }
        said
    }

    pub(super) fn add(&mut self, says: Says) {
        self.says[says as usize] = true;
    }

    /// The one word for it: somebody else's outweighs denied, denied doubted, doubted over.
    pub(super) fn status(self) -> Status {
        match (self.other, self.says) {
            (true, _) => Status::OtherPerson,
            (_, [true, _, _]) => Status::Negated,
            (_, [_, true, _]) => Status::Uncertain,
            (_, [_, _, true]) => Status::Past,
            _ => Status::Affirmed,
        }
    }
}

/// The mentions of a sentence in order; their runs do not overlap.
pub(super) fn mentions(lexemes: &[Lexeme], language: Language) -> Vec<Mention> {
    let mut found = place::mentions(lexemes, language);
    for (index, lexeme) in lexemes.iter().enumerate() {
        if let Some(heard) = by_itself(lexeme)
            && !found.iter().any(|mention| (mention.first..=mention.last).contains(&index))
        {
            found.push(Mention { first: index, last: index, heard, inside: Said::default() });
        }
    }
    found.retain(|mention| !is_another_thing(lexemes, mention));
    found.sort_by_key(|mention| mention.first);
    found
}

fn by_itself(lexeme: &Lexeme) -> Option<Heard> {
    match lexeme.what {
        What::Known(PhraseMeaning::Code(icpc)) => Some(Heard::Code(icpc)),
        What::Known(PhraseMeaning::Refused(why)) => Some(Heard::Refused(why)),
        What::Known(PhraseMeaning::Symptom { symptom, alone: true }) => {
            Complaints::embedded().alone(symptom).map(Heard::from)
        }
        _ => None,
    }
}

/// A vaccine, a medicine or a test that is named after a complaint is none: `flu vaccine`, `test for diabetes`.
fn is_another_thing(lexemes: &[Lexeme], mention: &Mention) -> bool {
    let after = lexemes.get(mention.last + 1).is_some_and(|next| next.is(Role::Thing));
    let mut before = lexemes.get(..mention.first).unwrap_or_default().iter().rev();
    after || before.find(|lexeme| !lexeme.is(Role::Glue)).is_some_and(|lexeme| lexeme.is(Role::ThingBefore))
}
