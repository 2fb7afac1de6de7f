//! The compiled tables of `data/` and how they are searched: sorted, by bisection, without allocation.

use crate::molar::Substance;

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// The value under `key` in a sorted table.
pub(crate) fn find<V: Copy>(table: &'static [(&'static str, V)], key: &str) -> Option<V> {
    table.binary_search_by(|(entry, _)| (*entry).cmp(key)).ok().map(|at| table[at].1)
}

/// The static spelling of a unit the tables name.
pub(crate) fn canonical(code: &str) -> Option<&'static str> {
    CANONICAL.binary_search(&code).ok().map(|at| CANONICAL[at])
}

/// A row of the table of substances.
pub(crate) fn substance(index: u16) -> Option<&'static Substance> {
    SUBSTANCES.get(usize::from(index))
}

/// Whether a symbol is a unit that measurements of people are printed in.
pub(crate) fn is_atom(symbol: &str) -> bool {
    ATOMS.binary_search(&symbol).is_ok()
}

#[cfg(test)]
#[path = "tables_tests.rs"]
mod tests;
