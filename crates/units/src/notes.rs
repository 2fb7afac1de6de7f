//! What a unit's annotations say an amount is of: `g{creat}` is a gram of creatinine.
//!
//! To UCUM an annotation means nothing; to a reader milligrams per gram of creatinine and per gram of protein are two
//! quantities. A unit without an annotation may be either.

/// What stands above and below the line in braces behind a unit, in one spelling.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Notes {
    over: Vec<String>,
    under: Vec<String>,
}

/// One spelling for the words that annotations are written with.
const SAME: &[(&str, &str)] = &[
    ("crea", "creatinine"),
    ("creat", "creatinine"),
    ("hb", "hemoglobin"),
    ("hgb", "hemoglobin"),
    ("prot", "protein"),
    ("rbc", "rbcs"),
    ("wbc", "wbcs"),
    ("cell", "cells"),
];

impl Notes {
    pub(crate) fn add(&mut self, note: &str, power: i8) {
        let lower = note.to_ascii_lowercase();
        let known = SAME.iter().find(|(from, _)| *from == lower).map(|(_, to)| (*to).to_owned());
        let side = if power > 0 { &mut self.over } else { &mut self.under };
        side.push(known.unwrap_or(lower));
    }

    /// Whether both can be of one thing: nothing is said, or the same.
    pub(crate) fn agree(&self, other: &Self) -> bool {
        let one = |a: &Vec<String>, b: &Vec<String>| a.is_empty() || b.is_empty() || a == b;
        one(&self.over, &other.over) && one(&self.under, &other.under)
    }

    /// The one thing that is named below the line.
    pub(crate) fn below(&self) -> Option<&str> {
        match self.under.as_slice() {
            [note] => Some(note),
            _ => None,
        }
    }
}
