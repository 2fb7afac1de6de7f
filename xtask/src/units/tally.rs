//! The count of one set: what agrees, what differs, and what a rule leaves out or takes with a remark.

use std::collections::BTreeMap;

/// What became of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Agree,
    /// The same, and a rule says what is special about it.
    AgreeBut(&'static str),
    Differ,
    /// Outside the percentage, by a rule.
    Excluded(&'static str),
}

pub(crate) struct Tally {
    pub(crate) name: String,
    rows: Vec<(Verdict, String)>,
}

impl Tally {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), rows: Vec::new() }
    }

    pub(crate) fn add(&mut self, verdict: Verdict, describe: impl FnOnce() -> String) {
        self.rows.push((verdict, describe()));
    }

    fn count(&self, is: impl Fn(Verdict) -> bool) -> usize {
        self.rows.iter().filter(|(verdict, _)| is(*verdict)).count()
    }

    /// Rows that agree, differ and are left out.
    pub(crate) fn figures(&self) -> [usize; 3] {
        [
            self.count(|v| matches!(v, Verdict::Agree | Verdict::AgreeBut(_))),
            self.count(|v| v == Verdict::Differ),
            self.count(|v| matches!(v, Verdict::Excluded(_))),
        ]
    }

    pub(crate) fn line(&self) -> String {
        let [agree, differ, excluded] = self.figures();
        let share = match agree + differ {
            0 => "-".to_owned(),
            counted => format!("{:.1}", 100.0 * agree as f64 / counted as f64),
        };
        format!("{:<28} {:>5} {agree:>6} {differ:>7} {excluded:>9} {share:>8}", self.name, self.rows.len())
    }

    /// Each rule that took rows, and how many.
    pub(crate) fn reasons(&self) -> BTreeMap<String, usize> {
        let mut out = BTreeMap::new();
        for (verdict, _) in &self.rows {
            let why = match verdict {
                Verdict::AgreeBut(why) => format!("agree: {why}"),
                Verdict::Excluded(why) => format!("excluded: {why}"),
                Verdict::Agree | Verdict::Differ => continue,
            };
            *out.entry(why).or_insert(0) += 1;
        }
        out
    }

    /// The rows themselves, with what became of them.
    pub(crate) fn rows(&self, differ: bool, excluded: bool) -> impl Iterator<Item = String> {
        self.rows.iter().filter_map(move |(verdict, row)| match verdict {
            Verdict::Differ if differ => Some(format!("DIFFERS\t{row}")),
            Verdict::AgreeBut(why) if excluded => Some(format!("agree: {why}\t{row}")),
            Verdict::Excluded(why) if excluded => Some(format!("excluded: {why}\t{row}")),
            _ => None,
        })
    }
}
