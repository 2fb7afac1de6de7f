//! What a sentence says of each of its mentions: denied, doubted, over, somebody else's.
//!
//! True here: what nothing is said of is affirmed. Words reach forward as [`scope`](super::scope) says, and backward to the mention right before them
//! and to the list it ends.

use mirobody_vocab::{Language, Role};

use super::{
    Status,
    lexeme::{Lexeme, What},
    mention::{Mention, Said, Says},
    scope::Scope,
};

/// The status of each mention. `spoken_of` says whether the sentence before ended with somebody else.
pub(super) fn statuses(
    lexemes: &[Lexeme],
    mentions: &[Mention],
    language: Language,
    spoken_of: &mut bool,
) -> Vec<Status> {
    let first_is_they = lexemes.iter().find(|lexeme| !lexeme.is(Role::Glue)).is_some_and(|first| first.is(Role::They));
    let said = mentions.iter().map(|mention| mention.inside).collect();
    let mut reader =
        Reader { lexemes, mentions, language, said, scopes: Vec::new(), other: *spoken_of && first_is_they };
    reader.read();
    *spoken_of = reader.other;
    reader.said.into_iter().map(Said::status).collect()
}

struct Reader<'a> {
    lexemes: &'a [Lexeme],
    mentions: &'a [Mention],
    language: Language,
    said: Vec<Said>,
    scopes: Vec<Scope>,
    /// Whether somebody else is spoken of.
    other: bool,
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut at = 0;
        while at < self.lexemes.len() {
            if let Some(index) = self.mentions.iter().position(|mention| mention.first == at) {
                self.mention(index);
                at = self.mentions.get(index).map_or(at, |mention| mention.last) + 1;
            } else {
                self.lexeme(at);
                at += 1;
            }
        }
    }

    fn mention(&mut self, index: usize) {
        let Some(mention) = self.mentions.get(index) else { return };
        let (bare, or_ahead) = (self.is_bare(mention), self.or_ahead(mention.last));
        let Some(said) = self.said.get_mut(index) else { return };
        said.other |= self.other;
        self.scopes.retain_mut(|scope| {
            let covers = scope.covers(bare, or_ahead);
            if covers {
                said.add(scope.says);
            }
            covers
        });
    }

    fn lexeme(&mut self, at: usize) {
        let Some(lexeme) = self.lexemes.get(at) else { return };
        match lexeme.what {
            What::Comma => {
                let language = self.language;
                self.scopes.retain_mut(|scope| scope.after_comma(language));
            }
            What::Question => self.question(at),
            What::Unknown => self.pass(None),
            What::Number => {}
            What::Known(_) => match lexeme.role() {
                Some(role) => self.role(at, role),
                // A part of the body without a symptom.
                None => self.pass(Some(Role::Glue)),
            },
        }
    }

    fn role(&mut self, at: usize, role: Role) {
        self.pass(Some(role));
        match role {
            Role::Person => self.person(at),
            Role::Family => self.family(at),
            Role::Told => self.other_only_spoke(at),
            Role::They => self.other |= self.comes_after(at, Role::Told),
            Role::Myself | Role::Own | Role::IHave => self.other = false,
            _ => self.says(at, role),
        }
    }

    /// What a word says of the mentions before it; of those after it when there is none, if it can.
    fn says(&mut self, at: usize, role: Role) {
        let (says, ahead) = match role {
            Role::NotAfter => (Says::Denied, None),
            Role::MaybeAfter => (Says::Doubted, None),
            Role::PastAfter => (Says::Past, None),
            Role::NotAround => (Says::Denied, Some(role)),
            Role::MaybeAround => (Says::Doubted, Some(role)),
            Role::PastAround => (Says::Past, Some(role)),
            Role::Ago if self.is_years_ago(at) => (Says::Past, Some(Role::PastAround)),
            Role::Not if self.ends_after(at) => (Says::Denied, Some(role)),
            Role::Denies if self.mentions.iter().all(|mention| mention.first < at) => (Says::Denied, None),
            _ => return self.open(role),
        };
        if !self.back(at, says)
            && let Some(role) = ahead
        {
            self.open(role);
        }
    }

    fn open(&mut self, role: Role) {
        self.scopes.extend(Scope::opened_by(role));
    }

    fn pass(&mut self, role: Option<Role>) {
        self.scopes.retain_mut(|scope| scope.after(role));
    }

    /// `family history`: of what stands before it, else of what comes after.
    fn family(&mut self, at: usize) {
        match self.before(at, is_weightless).and_then(|index| self.said.get_mut(index)) {
            Some(said) => said.other = true,
            None => self.other = true,
        }
    }

    /// Somebody else: not when only met (`from my daughter`), and only of what stands before when nothing is said of
    /// them after (`diabetes in my father`).
    fn person(&mut self, at: usize) {
        let mut before = self.lexemes.get(..at).unwrap_or_default().iter().rev();
        let given = |lexeme: &Lexeme| lexeme.is(Role::By) || lexeme.is(Role::Told);
        if before.find(|lexeme| !is_weightless(lexeme) && !lexeme.is(Role::Own)).is_some_and(given) {
            return;
        }
        let near = |lexeme: &Lexeme| is_weightless(lexeme) || lexeme.is(Role::Own);
        let owner = self.ends_after(at).then(|| self.before(at, near)).flatten();
        match owner.and_then(|index| self.said.get_mut(index)) {
            Some(said) => said.other = true,
            None => self.other = true,
        }
    }

    fn comes_after(&self, at: usize, role: Role) -> bool {
        self.lexemes.get(..at).unwrap_or_default().iter().any(|lexeme| lexeme.is(role))
    }

    /// Somebody only said it or passed it on: what follows is the person's own (`my husband says I snore`), and where the
    /// verb comes last, what stands before it too (`夫にいびきがうるさいと言われた`).
    fn other_only_spoke(&mut self, at: usize) {
        let last = self.lexemes.get(at + 1..).unwrap_or_default().iter().all(is_stop);
        if std::mem::take(&mut self.other) && (last || self.language.is_unspaced()) {
            self.said.iter_mut().for_each(|said| said.other = false);
        }
    }

    /// Whether the thought ends after a lexeme.
    fn ends_after(&self, at: usize) -> bool {
        self.lexemes
            .get(at + 1)
            .is_none_or(|next| next.what == What::Comma || next.joins() || next.is(Role::Ends) || is_stop(next))
    }

    /// A question mark right before a mention doubts it; at the end of a question for yes or no, the mention before it.
    fn question(&mut self, at: usize) {
        if at + 1 < self.lexemes.len() {
            self.open(Role::Maybe);
            return;
        }
        if self.lexemes.iter().any(|lexeme| lexeme.is(Role::Asks)) {
            return;
        }
        let Some(index) = self.before(at, is_weightless) else { return };
        let first = self.mentions.get(index).map_or(0, |mention| mention.first);
        let own = first.checked_sub(1).and_then(|before| self.lexemes.get(before)).is_some_and(|l| l.is(Role::Own));
        if let Some(said) = self.said.get_mut(index).filter(|_| !own) {
            said.add(Says::Doubted);
        }
    }

    /// Says something of the mention before a lexeme and of the list that it ends; whether there was one.
    fn back(&mut self, at: usize, says: Says) -> bool {
        let mut next = self.before(at, is_light);
        let found = next.is_some();
        while let Some(index) = next {
            if let Some(said) = self.said.get_mut(index) {
                said.add(says);
            }
            next = self.mentions.get(index).and_then(|mention| self.listed_before(mention.first));
        }
        found
    }

    /// The mention that ends right before a lexeme, but for lexemes that pass.
    fn before(&self, at: usize, passes: fn(&Lexeme) -> bool) -> Option<usize> {
        for index in (0..at).rev() {
            if let Some(found) = self.mentions.iter().position(|mention| mention.last == index) {
                return Some(found);
            }
            if !self.lexemes.get(index).is_some_and(passes) {
                return None;
            }
        }
        None
    }

    /// The mention before this one in a list: joined by a word, or by a comma after a noun.
    fn listed_before(&self, first: usize) -> Option<usize> {
        let mut joined = false;
        for index in (0..first).rev() {
            if let Some(found) = self.mentions.iter().position(|mention| mention.last == index) {
                return joined.then_some(found);
            }
            let lexeme = self.lexemes.get(index)?;
            // `頭痛、発熱なし` is a list; `頭が痛い、熱はない` is not: a comma joins what is named by a noun.
            let noun = index.checked_sub(1).and_then(|before| self.lexemes.get(before)).is_some_and(|l| l.noun);
            let comma = lexeme.what == What::Comma && self.language.is_unspaced() && noun;
            joined |= lexeme.joins() || lexeme.is(Role::Also) || comma;
            if !(comma || lexeme.joins() || is_weightless(lexeme)) {
                return None;
            }
        }
        None
    }

    /// Whether nothing stands beside a mention that would make it a statement of its own.
    fn is_bare(&self, mention: &Mention) -> bool {
        let next = self.lexemes.get(mention.last + 1);
        let before = mention.first.checked_sub(1).and_then(|before| self.lexemes.get(before));
        let ends = |l: &Lexeme| matches!(l.what, What::Comma | What::Question) || l.joins() || l.is(Role::Ends);
        let starts = |l: &Lexeme| l.what == What::Comma || l.joins() || l.is(Role::Glue);
        next.is_none_or(|next| ends(next) || is_stop(next)) && before.is_none_or(starts)
    }

    /// Whether the list after a lexeme ends with an `or`.
    fn or_ahead(&self, last: usize) -> bool {
        let rest = self.lexemes.get(last + 1..).unwrap_or_default().iter();
        let mut stays = rest.take_while(|l| {
            !matches!(l.role(), Some(Role::Ends | Role::Have | Role::IHave | Role::Myself | Role::Person | Role::Own))
        });
        stays.any(|lexeme| lexeme.is(Role::Or))
    }

    /// `three years ago`, not `since three years ago` or `began three years ago`. In languages that say `ago` first, only
    /// German and French mean it without a past tense: `tengo tos hace tres años` goes on.
    fn is_years_ago(&self, at: usize) -> bool {
        let role = |index: usize| self.lexemes.get(index).and_then(Lexeme::role);
        let years = at.checked_sub(1).is_some_and(|before| role(before) == Some(Role::Years));
        let goes_on = matches!(role(at + 1), Some(Role::SinceAfter | Role::Onset));
        let since = (at.saturating_sub(5)..at).any(|index| matches!(role(index), Some(Role::Since | Role::Onset)));
        let first = (at + 2..at + 4).any(|index| role(index) == Some(Role::Years));
        let over = matches!(self.language, Language::De | Language::Fr)
            || self.lexemes.iter().any(|lexeme| lexeme.is(Role::Had));
        !since && ((years && !goes_on) || (first && over))
    }
}

/// The sign that ends the sentence.
fn is_stop(lexeme: &Lexeme) -> bool {
    lexeme.is(Role::Glue) && lexeme.end == lexeme.start + 1
}

fn is_weightless(lexeme: &Lexeme) -> bool {
    matches!(lexeme.role(), Some(Role::Glue | Role::Filler | Role::Also | Role::They | Role::Now | Role::Only))
}

/// What may stand between a mention and the word after it that speaks of it.
fn is_light(lexeme: &Lexeme) -> bool {
    use Role::{Had, Have, IHave, Moment, Myself, Own, Past, PastAfter, Severity, Time, Years};
    let between = [Have, Had, IHave, Myself, Severity, Own, Moment, Time, Years, Past, PastAfter];
    is_weightless(lexeme) || lexeme.role().is_some_and(|role| between.contains(&role)) || lexeme.is_number()
}
