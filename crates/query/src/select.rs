//! Which series a name means, among those the person has.
//!
//! One shared word is not a match: a keyword fits when the whole of it does. A word match whose code says it is
//! another test (`Hemoglobin A1c` for `hemoglobin`) is only ever related. [`search`] takes a name as it stands;
//! [`look_for`] also takes one that is misspelt, or that only the record tells the meaning of, and says how it was read.

use std::{cmp::Reverse, collections::BTreeSet};

use mirobody_derive::LocalDay;
use mirobody_vocab::fold;

use crate::{
    asked::{Asked, Could, under_unit},
    known::Known,
    names::tokens,
    spelling::corrected,
    terms::{Concept, Kinship, Meaning},
};

/// A series in the record, by the names it goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indicator {
    /// Series id.
    pub series: String,
    /// The printed name, latest spelling.
    pub name: String,
    /// Every spelling.
    pub names: Vec<String>,
    /// LOINC code.
    pub code: Option<String>,
    /// The code's long common name.
    pub canonical: Option<String>,
    /// The unit of the newest reading.
    pub unit: Option<String>,
    /// Readings.
    pub count: u64,
    /// How many of them are samples of devices.
    pub samples: u64,
    /// First day.
    pub first: LocalDay,
    /// Last day.
    pub last: LocalDay,
}

/// How well a series fits a name, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fit {
    /// It is the name: printed, canonical, code or series id.
    Exact,
    /// It is the same test under another name.
    Concept,
    /// Its name has every word asked for.
    Words,
    /// Its name has a word that begins with the one asked for, or holds it in a script without spaces.
    Part,
    /// It shares words or the analyte, and its code says it is another test.
    Related,
}

/// A series that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// Its place in the list searched.
    pub index: usize,
    /// How well.
    pub fit: Fit,
}

/// What a name leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The series that fit, best first. Related ones are given only when nothing fits better.
    pub hits: Vec<Hit>,
    /// What the name stands for by itself.
    pub meaning: Meaning,
}

/// What a name leads to in this record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sought {
    /// The series, and what the name stands for by itself.
    pub search: Search,
    /// What the name was read as, when it does not stand for that by itself: `hemoglobin` for `heamoglobin`.
    pub read_as: Option<String>,
    /// The series that fit are of several tests, and the name does not tell which of them is meant.
    pub ambiguous: bool,
    /// Nothing at all is known of the name: nothing in the record is like it, and no test goes by it.
    pub unknown: bool,
}

impl Search {
    /// Whether a series fits, not only one related.
    pub fn is_found(&self) -> bool {
        self.hits.first().is_some_and(|best| best.fit != Fit::Related)
    }
}

/// The series that fit `name` as it stands, best first.
pub fn find(indicators: &[Indicator], name: &str) -> Vec<Hit> {
    search(indicators, name).hits
}

/// The series that fit `name` as it stands, and what it means.
pub fn search(indicators: &[Indicator], name: &str) -> Search {
    Known::of(indicators).as_it_stands(name).search
}

/// The series that `name` most likely means in this record: as it stands, else as the record's units, words and tests
/// let it be read.
pub fn look_for(indicators: &[Indicator], name: &str) -> Sought {
    Known::of(indicators).look_for(name)
}

impl Known<'_> {
    /// The series that is exactly `name`: series id, code, canonical or printed name.
    pub(crate) fn exact(&self, name: &str) -> Vec<usize> {
        let (folded, words) = (fold(name), tokens(name));
        let is_it = |index: &usize| {
            let recorded = &self.series[*index];
            recorded.indicator.series == name || recorded.is(&folded, &words)
        };
        (0..self.series.len()).filter(is_it).collect()
    }

    /// The series that `name` fits as it stands.
    pub fn as_it_stands(&self, name: &str) -> Sought {
        self.search(&Asked::read(name))
    }

    fn search(&self, asked: &Asked) -> Sought {
        let fits = self.series.iter().enumerate();
        let hits = fits.filter_map(|(index, recorded)| asked.fit(recorded).map(|fit| Hit { index, fit })).collect();
        self.found(hits, asked.meaning.clone(), asked.panel.is_some())
    }

    /// As it stands, else by the units of the record, else as the record spells it, else the likeliest of several.
    pub fn look_for(&self, name: &str) -> Sought {
        let asked = Asked::read(name);
        let plain = self.search(&asked);
        if plain.search.is_found() || asked.words.is_empty() {
            return plain;
        }
        let could = Could::of(name);
        let unknown = could.is_nothing() && plain.search.hits.is_empty() && asked.meaning == Meaning::Unknown;
        let settled = could.rare.and_then(|test| self.of_test(&test, Fit::Concept, &asked.meaning));
        let settled = settled.or_else(|| could.by_unit.then(|| self.by_unit(name, &asked.meaning)).flatten());
        let settled = settled.or_else(|| self.spelt(&asked));
        settled
            .or_else(|| could.likeliest.and_then(|test| self.of_test(&test, Fit::Words, &asked.meaning)))
            .unwrap_or(Sought { unknown, ..plain })
    }

    /// The series of a test the name does not stand for by itself.
    fn of_test(&self, test: &Concept, fit: Fit, meaning: &Meaning) -> Option<Sought> {
        let hits = self.kin(test).map(|index| Hit { index, fit }).collect();
        let found = self.found(hits, meaning.clone(), false);
        found.search.is_found().then(|| Sought { read_as: Some(test.canonical.clone()), ..found })
    }

    fn kin<'k>(&'k self, test: &'k Concept) -> impl Iterator<Item = usize> + 'k {
        let close = |kinship| matches!(kinship, Kinship::Same | Kinship::Sibling);
        self.series.iter().enumerate().filter_map(move |(index, recorded)| {
            let kinship = test.kinship(recorded.concept.as_ref()?, &recorded.indicator.series);
            close(kinship).then_some(index)
        })
    }

    /// The series whose own unit makes the name mean their test.
    fn by_unit(&self, name: &str, meaning: &Meaning) -> Option<Sought> {
        let units: BTreeSet<&str> = self.series.iter().filter_map(|one| one.indicator.unit.as_deref()).collect();
        let tests = units.into_iter().filter_map(|unit| Some((unit, under_unit(name, unit)?)));
        let mut hits = Vec::<Hit>::new();
        let mut read_as = None;
        for (unit, test) in tests {
            let measured = |index: &usize| self.series[*index].indicator.unit.as_deref() == Some(unit);
            for index in self.kin(&test).filter(measured) {
                read_as.get_or_insert_with(|| test.canonical.clone());
                hits.push(Hit { index, fit: Fit::Words });
            }
        }
        let found = self.found(hits, meaning.clone(), false);
        found.search.is_found().then_some(Sought { read_as, ..found })
    }

    /// The same with its misspelt words put right.
    fn spelt(&self, asked: &Asked) -> Option<Sought> {
        let spelt = corrected(&asked.words, self.words())?;
        let found = self.search(&Asked::read(&spelt));
        found.search.is_found().then_some(Sought { read_as: Some(spelt), ..found })
    }

    fn found(&self, mut hits: Vec<Hit>, meaning: Meaning, is_panel: bool) -> Sought {
        hits.sort_by_key(|hit| (hit.fit, Reverse(self.series[hit.index].indicator.count), hit.index));
        if hits.first().is_some_and(|best| best.fit != Fit::Related) {
            hits.retain(|hit| hit.fit != Fit::Related);
        }
        let ambiguous = !is_panel && self.are_several(&hits);
        Sought { search: Search { hits, meaning }, read_as: None, ambiguous, unknown: false }
    }

    /// Whether the best hits are of several tests.
    fn are_several(&self, hits: &[Hit]) -> bool {
        let Some(best) = hits.first().map(|hit| hit.fit) else { return false };
        if matches!(best, Fit::Concept | Fit::Related) {
            return false;
        }
        let equal: Vec<usize> = hits.iter().filter(|hit| hit.fit == best).map(|hit| hit.index).collect();
        let (first, others) = equal.split_at(1.min(equal.len()));
        first.iter().any(|&first| others.iter().any(|&other| self.is_another(first, other)))
    }

    fn is_another(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.series[one], &self.series[other]);
        match (&one.concept, &other.concept) {
            (Some(a), Some(b)) => a.kinship(b, &other.indicator.series) == Kinship::Other,
            _ => true,
        }
    }
}
