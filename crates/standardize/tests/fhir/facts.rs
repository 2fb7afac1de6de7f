//! What R4 says of the types used here, from the tables in `data/r4`.

use std::{collections::HashMap, sync::LazyLock};

/// An element of a type.
pub struct Element {
    pub required: bool,
    pub many: bool,
    pub kind: &'static str,
}

/// How strongly an element is bound to a code system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    Required,
    Extensible,
    Preferred,
}

type Elements = HashMap<&'static str, HashMap<&'static str, Element>>;

/// The elements of each type.
pub static ELEMENTS: LazyLock<Elements> = LazyLock::new(|| {
    let mut types = Elements::new();
    for [of, element, min, max, kind] in rows(include_str!("data/r4/elements.tsv")) {
        let fact = Element { required: min == "1", many: max == "*", kind };
        types.entry(of).or_default().insert(element, fact);
    }
    types
});

/// The code system that an element is bound to.
pub fn binding(of: &str, element: &str) -> Option<(Strength, &'static str)> {
    rows::<4>(include_str!("data/r4/bindings.tsv")).find(|[t, e, ..]| (*t, *e) == (of, element)).map(
        |[.., strength, system]| {
            let strength = match strength {
                "required" => Strength::Required,
                "extensible" => Strength::Extensible,
                _ => Strength::Preferred,
            };
            (strength, system)
        },
    )
}

/// The display of a code; none when the system has no such code.
pub fn display(system: &str, code: &str) -> Option<&'static str> {
    rows::<3>(include_str!("data/r4/codes.tsv"))
        .find(|[s, c, _]| (*s, *c) == (system, code))
        .map(|[.., display]| display)
}

fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        cells.try_into().unwrap_or_else(|_| panic!("{line}"))
    })
}
