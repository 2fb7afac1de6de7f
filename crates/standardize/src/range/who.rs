//! The words of a range that say for whom it holds.

use crate::{
    person::{AgeUnit, Sex},
    reading::{AgeBound, Bound, Who},
    sign,
    spelling::{fold_char, key},
    tables::{PEOPLE, People, Place, Role, SEX_LETTERS, speaks, starting},
    text::after_word,
};

use super::bounds::Bounds;

/// What a label says, before single letters are understood.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) who: Who,
    /// A single letter that may stand for a sex, folded.
    pub(crate) letter: Option<String>,
    /// The word `age` stands there: a number behind it is years.
    pub(crate) age: bool,
    /// Both sexes were named: `M/F`.
    both: bool,
}

impl Label {
    /// Reads a label word by word.
    pub(crate) fn read(text: &str) -> Self {
        let mut label = Self::default();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            if c.is_alphanumeric() || matches!(c, '♂' | '♀') {
                rest = label.take(rest);
            } else {
                rest = &rest[c.len_utf8()..];
            }
        }
        label
    }

    /// Takes one word, and gives the rest.
    fn take<'a>(&mut self, text: &'a str) -> &'a str {
        let length = text.char_indices().find(|(_, c)| !c.is_alphanumeric()).map_or(text.len(), |(at, _)| at);
        let (word, rest) = text.split_at(length);
        if is_letter(word) {
            self.lettered(key(word));
            return rest;
        }
        if let Some((people, rest)) = people(text, |people| !matches!(people, People::Unit(_))) {
            self.says(people);
            return rest;
        }
        if let Some((Role::Lead, rest)) = sign::word(text, Place::Before) {
            return rest;
        }
        self.who.other = true;
        if length == 0 { text.char_indices().nth(1).map_or("", |(at, _)| &text[at..]) } else { rest }
    }

    fn says(&mut self, people: People) {
        let years = |number, inclusive| Some(AgeBound { number, unit: AgeUnit::Years, inclusive });
        match people {
            People::Sex(sex) => self.sexed(sex),
            People::Adult => self.who.from = years(18, true),
            People::Child => (self.who.from, self.who.to) = (years(1, true), years(13, false)),
            People::Newborn => self.who.to = Some(AgeBound { number: 28, unit: AgeUnit::Days, inclusive: true }),
            People::Age => self.age = true,
            People::Everyone | People::Unit(_) => {}
        }
    }

    fn sexed(&mut self, sex: Sex) {
        self.both |= self.who.sex.is_some_and(|other| other != sex);
        self.who.sex = (!self.both).then_some(sex);
    }

    fn lettered(&mut self, letter: String) {
        self.both |= self.letter.as_ref().is_some_and(|other| *other != letter);
        self.letter = (!self.both).then_some(letter);
    }

    /// Adds what a second label says: `M` and `(adults)`.
    pub(crate) fn join(&mut self, other: Self) {
        let sexes = self.who.sex.is_some() && other.who.sex.is_some_and(|sex| Some(sex) != self.who.sex);
        self.who.sex = self.who.sex.or(other.who.sex);
        self.who.from = self.who.from.or(other.who.from);
        self.who.to = self.who.to.or(other.who.to);
        self.who.other |= other.who.other || sexes;
        self.letter = self.letter.take().or(other.letter);
        self.age |= other.age;
    }

    /// Takes bounds as the ages the range holds for.
    pub(crate) fn aged(&mut self, ages: &Bounds) {
        let unit = ages.age.unwrap_or(AgeUnit::Years);
        let bound = |bound: Option<Bound>| {
            let whole = |b: &Bound| b.number.fract().is_zero();
            let bound = bound.filter(whole)?;
            Some(AgeBound { number: bound.number.try_into().ok()?, unit, inclusive: bound.inclusive })
        };
        let (from, to) = (bound(ages.low), bound(ages.high));
        if from.is_none() && ages.low.is_some() || to.is_none() && ages.high.is_some() {
            self.who.other = true;
        }
        self.who.from = from.or(self.who.from);
        self.who.to = to.or(self.who.to);
    }

    /// Whether the label says nothing.
    pub(crate) fn is_silent(&self) -> bool {
        self.who == Who::default() && self.letter.is_none() && !self.age
    }
}

/// The sex each letter of one list stands for: the one every language that prints these letters agrees on.
pub(crate) fn sex_of(letter: &str, letters: &[&str], language: &str) -> Option<Sex> {
    let fits = |spoken: bool| {
        let rows = SEX_LETTERS.iter().filter(move |row| {
            letters.iter().all(|one| *one == row.male || *one == row.female)
                && (!spoken || speaks(language, row.languages))
        });
        rows.map(|row| if letter == row.male { Sex::Male } else { Sex::Female }).collect::<Vec<_>>()
    };
    let spoken = fits(true);
    let sexes = if spoken.is_empty() { fits(false) } else { spoken };
    let first = *sexes.first()?;
    sexes.iter().all(|sex| *sex == first).then_some(first)
}

/// Whether a word is a letter that some language prints for a sex.
pub(crate) fn is_letter(word: &str) -> bool {
    let mut chars = word.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else { return false };
    let mut buffer = [0; 4];
    let folded: &str = fold_char(c).encode_utf8(&mut buffer);
    SEX_LETTERS.iter().any(|row| row.male == folded || row.female == folded)
}

/// The unit of an age a text starts with, and the rest.
pub(crate) fn age_unit(text: &str) -> Option<(AgeUnit, &str)> {
    match people(text, |people| matches!(people, People::Unit(_)))? {
        (People::Unit(unit), rest) => Some((unit, rest)),
        _ => None,
    }
}

/// The longest word of the table that a text starts with and that is wanted, and the rest.
fn people(text: &str, wanted: impl Fn(&People) -> bool) -> Option<(People, &str)> {
    let first = fold_char(text.chars().next()?);
    let words = starting(PEOPLE, first).iter();
    let fitting = words.filter_map(|(word, entries)| {
        let people = entries.iter().find(|people| wanted(people))?;
        Some((word.len(), *people, after_word(text, word)?))
    });
    fitting.max_by_key(|(length, ..)| *length).map(|(_, people, rest)| (people, rest))
}
