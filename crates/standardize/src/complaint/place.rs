//! A part of the body and a symptom that belong together: `my left ear aches`, `pain in the knee and the hip`.
//!
//! True here: between the two stand only words that say nothing of another thing, and the tables say what the symptom
//! at that part is. A part has one symptom unless symptoms are joined.

use mirobody_vocab::{Complaints, Language, Part, PhraseMeaning, Place, Role, Symptom};

use super::{
    lexeme::{Lexeme, What},
    mention::{Mention, Said},
};

/// How many lexemes may lie between a part and its symptom.
const REACH: usize = 8;

/// The composed mentions of a sentence.
pub(super) fn mentions(lexemes: &[Lexeme], language: Language) -> Vec<Mention> {
    let mut finder = Finder { lexemes, language, taken: vec![false; lexemes.len()], found: Vec::new() };
    let symptoms: Vec<_> = lexemes.iter().enumerate().filter_map(|(at, lexeme)| Some((at, symptom(lexeme)?))).collect();
    for &(at, symptom) in &symptoms {
        finder.beside(at, symptom);
    }
    for &(at, symptom) in &symptoms {
        finder.joined(at, symptom);
    }
    for &(at, symptom) in &symptoms {
        finder.carried(at, symptom);
    }
    finder.found.into_iter().map(|composed| composed.mention).collect()
}

/// A mention with the lexeme of its symptom and its part.
struct Composed {
    mention: Mention,
    symptom: usize,
    part: Part,
}

struct Finder<'a> {
    lexemes: &'a [Lexeme],
    language: Language,
    /// Parts that already have a symptom.
    taken: Vec<bool>,
    found: Vec<Composed>,
}

/// Which way to look from a lexeme.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Finder<'_> {
    /// The symptom with the nearest part beside it and the parts that are joined to that one.
    fn beside(&mut self, at: usize, symptom: Symptom) {
        let Some((side, index)) = self.nearest(at, symptom) else { return };
        self.compose(at, symptom, self.owner(index, side, symptom), (at.min(index), at.max(index)));
        let mut last = index;
        while let Some(next) = self.next_in_list(last, side) {
            self.compose(at, symptom, next, (next, next));
            last = next;
        }
    }

    fn nearest(&self, at: usize, symptom: Symptom) -> Option<(Side, usize)> {
        let fit = |side| self.look(at, side).filter(|&index| self.place(symptom, index).is_some());
        let (left, right) = (fit(Side::Left), fit(Side::Right));
        let (Some(before), Some(after)) = (left, right) else {
            return left.map(|index| (Side::Left, index)).or(right.map(|index| (Side::Right, index)));
        };
        let free = |index: usize| !self.taken.get(index).copied().unwrap_or(true);
        let key = |index: usize| (!free(index), at.abs_diff(index));
        let second = matches!(self.language, Language::Fr | Language::Es | Language::Pt | Language::Ru);
        let right_wins = key(after) < key(before) || (second && key(after) == key(before));
        Some(if right_wins { (Side::Right, after) } else { (Side::Left, before) })
    }

    /// The first part on a side, past words that say nothing of another thing.
    fn look(&self, at: usize, side: Side) -> Option<usize> {
        let reached = self.steps(at, side).take(REACH).find(|&index| !self.is(index, is_between))?;
        self.part(reached).map(|_| reached)
    }

    fn steps(&self, at: usize, side: Side) -> Box<dyn Iterator<Item = usize>> {
        match side {
            Side::Left => Box::new((0..at).rev()),
            Side::Right => Box::new(at + 1..self.lexemes.len()),
        }
    }

    /// Of a joint or a muscle: the part it is of, if that stands beside it.
    fn owner(&self, index: usize, side: Side, symptom: Symptom) -> usize {
        if !self.is(index, is_tissue) {
            return index;
        }
        let next = self.steps(index, side).find(|&next| !self.is(next, |lexeme| lexeme.is(Role::Glue)));
        let owns = |next: &usize| {
            self.part(*next).is_some() && !self.is(*next, is_tissue) && self.place(symptom, *next).is_some()
        };
        next.filter(owns).unwrap_or(index)
    }

    /// The next free part of a list: `the knee, the hip and the back`.
    fn next_in_list(&self, last: usize, side: Side) -> Option<usize> {
        let mut joined = false;
        for index in self.steps(last, side) {
            let lexeme = self.lexemes.get(index)?;
            if self.part(index).is_some() {
                let goes_on = joined && !*self.taken.get(index)? && !self.has_own(index, side);
                return goes_on.then_some(index);
            }
            joined |= lexeme.joins() || (lexeme.what == What::Comma && side == Side::Right);
            if !(lexeme.joins() || lexeme.what == What::Comma || is_between(lexeme)) {
                return None;
            }
        }
        None
    }

    /// Whether a part further on has a symptom of its own on its far side.
    fn has_own(&self, index: usize, side: Side) -> bool {
        let reached = self.steps(index, side).take(REACH).find(|&next| !self.is(next, is_between));
        reached.is_some_and(|next| self.lexemes.get(next).and_then(symptom).is_some())
    }

    /// A symptom without a part takes that of the symptom it is joined to: `knee pain and swelling`, `swollen, painful
    /// knee`.
    fn joined(&mut self, at: usize, symptom: Symptom) {
        if self.has_part(at) {
            return;
        }
        let neighbour = |side| {
            let joins = |lexeme: &Lexeme| is_join(lexeme) || (side == Side::Right && lexeme.what == What::Comma);
            let beside = self.steps(at, side).find(|&index| !self.is(index, joins));
            beside.and_then(|index| {
                self.found.iter().find(|composed| composed.symptom == index || composed.mention.last == index)
            })
        };
        let Some(part) = neighbour(Side::Left).or_else(|| neighbour(Side::Right)).map(|composed| composed.part) else {
            return;
        };
        self.alone_with(at, symptom, part);
    }

    /// A symptom that says too little by itself is at the part that the sentence named last: `the knee gives way but
    /// does not hurt`.
    fn carried(&mut self, at: usize, symptom: Symptom) {
        let too_broad = matches!(Complaints::embedded().alone(symptom), Some(Place::Refused(_)));
        if !too_broad || self.has_part(at) {
            return;
        }
        if let Some(part) = self.steps(at, Side::Left).find_map(|index| self.part(index)) {
            self.alone_with(at, symptom, part);
        }
    }

    fn has_part(&self, at: usize) -> bool {
        self.found.iter().any(|composed| composed.symptom == at)
    }

    /// The symptom at a part that stands elsewhere.
    fn alone_with(&mut self, at: usize, symptom: Symptom, part: Part) {
        if let Some(place @ Place::Code(_)) = Complaints::embedded().at(symptom, part) {
            let mention = Mention { first: at, last: at, heard: place.into(), inside: Said::default() };
            self.found.push(Composed { mention, symptom: at, part });
        }
    }

    fn compose(&mut self, at: usize, symptom: Symptom, index: usize, (first, last): (usize, usize)) {
        let (Some(part), Some(place)) = (self.part(index), self.place(symptom, index)) else { return };
        let (first, last) = (first.min(index), last.max(index));
        let inside = Said::by(self.lexemes.get(first..=last).unwrap_or_default());
        self.taken.iter_mut().skip(first).take(last - first + 1).for_each(|taken| *taken = true);
        let mention = Mention { first, last, heard: place.into(), inside };
        self.found.push(Composed { mention, symptom: at, part });
    }

    fn place(&self, symptom: Symptom, index: usize) -> Option<Place> {
        Complaints::embedded().at(symptom, self.part(index)?)
    }

    fn part(&self, index: usize) -> Option<Part> {
        match self.lexemes.get(index)?.what {
            What::Known(PhraseMeaning::Part { part, .. }) => Some(part),
            _ => None,
        }
    }

    fn is(&self, index: usize, test: impl Fn(&Lexeme) -> bool) -> bool {
        self.lexemes.get(index).is_some_and(test)
    }
}

fn symptom(lexeme: &Lexeme) -> Option<Symptom> {
    match lexeme.what {
        What::Known(PhraseMeaning::Symptom { symptom, .. }) => Some(symptom),
        _ => None,
    }
}

fn is_tissue(lexeme: &Lexeme) -> bool {
    matches!(lexeme.what, What::Known(PhraseMeaning::Part { tissue: true, .. }))
}

/// Words that may stand between a part and its symptom.
fn is_between(lexeme: &Lexeme) -> bool {
    use Role::{Ago, Denies, Maybe, Moment, Myself, No, Not, NotAround, Number, Past, PastAfter, Since, SinceAfter};
    let said = [Denies, Maybe, No, Not, NotAround, Past, PastAfter];
    let timed = [Ago, Moment, Number, Since, SinceAfter, Role::Time, Role::Years, Role::Onset];
    let role = lexeme.role().is_some_and(|role| role == Myself || said.contains(&role) || timed.contains(&role));
    role || lexeme.what == What::Number || is_light(lexeme)
}

/// Words that may stand between symptoms of one part.
fn is_join(lexeme: &Lexeme) -> bool {
    lexeme.joins() || is_light(lexeme)
}

fn is_light(lexeme: &Lexeme) -> bool {
    use Role::{Also, Filler, Glue, Had, Have, IHave, Now, Only, Own, Severity, They};
    let light = [Also, Filler, Glue, Had, Have, IHave, Now, Only, Own, Severity, They];
    lexeme.role().is_some_and(|role| light.contains(&role))
}
