//! Scopes: how far a word that denies, doubts or dates reaches forward.
//!
//! True here: a scope ends with the thought it stands in, not with the sentence: `no fever or cough` covers both, `no
//! fever but a cough` and `no fever, cough for three days` cover the first.

use mirobody_vocab::{Language, Role};

use super::mention::Says;

/// How the next mention is joined to the last one of the scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    None,
    Word,
    Comma,
}

/// A scope that is open.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    pub(super) says: Says,
    /// Whether a mention has been covered.
    seen: bool,
    /// How many unknown words it still passes.
    slack: usize,
    join: Join,
    /// Whether it covers a list across commas.
    wide: bool,
}

/// Unknown words between a cue and what it covers: `no terribly xyzzy headache`.
const SLACK: usize = 3;
/// Unknown words between the members of a list.
const LIST_SLACK: usize = 1;

impl Scope {
    /// The scope that a word opens, if it is one of those.
    pub(super) fn opened_by(role: Role) -> Option<Self> {
        let (says, slack, wide) = match role {
            Role::No | Role::NotAround => (Says::Denied, SLACK, false),
            Role::Denies => (Says::Denied, SLACK, true),
            Role::Not => (Says::Denied, 0, false),
            Role::Maybe | Role::MaybeAround => (Says::Doubted, SLACK, false),
            Role::Past | Role::PastAround => (Says::Past, SLACK, false),
            _ => return None,
        };
        Some(Self { says, seen: false, slack, join: Join::None, wide })
    }

    /// Whether it covers a mention; when not, it is over. `bare` is a mention with nothing beside it that would make it
    /// a statement of its own; `or_ahead` says that the list ends with an `or`.
    pub(super) fn covers(&mut self, bare: bool, or_ahead: bool) -> bool {
        let covers = self.join != Join::Comma || self.wide || bare || or_ahead;
        (self.seen, self.slack, self.join) = (true, LIST_SLACK, Join::None);
        covers
    }

    /// Whether it goes on after a comma. In Chinese, which lists with another sign, a comma ends it; in the other
    /// languages without spaces it ends a denial.
    pub(super) fn after_comma(&mut self, language: Language) -> bool {
        if !self.seen {
            return self.says != Says::Denied;
        }
        self.join = Join::Comma;
        let ends = language == Language::Zh || (language.is_unspaced() && self.says == Says::Denied);
        self.wide || !ends
    }

    /// Whether it goes on after a word that stands between mentions.
    pub(super) fn after(&mut self, role: Option<Role>) -> bool {
        match role {
            Some(Role::And | Role::Or | Role::Also) => {
                self.join = if self.join == Join::Comma { Join::Comma } else { Join::Word };
                true
            }
            Some(Role::Ends) => false,
            Some(Role::Now) => self.says != Says::Past,
            Some(Role::Only) => self.says != Says::Denied,
            Some(Role::Myself | Role::Person) => !self.seen,
            Some(Role::Have | Role::Had | Role::IHave | Role::Onset | Role::Own) => {
                !self.seen || self.join == Join::None
            }
            Some(Role::Word) | None => self.unknown(),
            Some(_) => true,
        }
    }

    fn unknown(&mut self) -> bool {
        let goes_on = self.slack > 0;
        self.slack = self.slack.saturating_sub(1);
        goes_on
    }
}
