//! Antibody, antigen, or the thing itself: three tests with one name but for a word, and never one for another.
//!
//! True here: a name that says antibody is not answered with a code that measures none, nor one that says antigen with
//! an antibody's. What is an antibody under another name (rheumatoid factor, a cold agglutinin) is one.

use mirobody_vocab::tokens;

use crate::name::{Tokens, canonical};

/// Words of components that are antibodies, or are measured by them, without being called so.
const ANTIBODIES: &[&str] = &[
    "ab",
    "igg",
    "iga",
    "igm",
    "ige",
    "igd",
    "immunoglobulin",
    "factor",
    "agglutinin",
    "agglutinins",
    "agglutination",
    "antiglobulin",
    "anticoagulant",
    "inhibitor",
    "reagin",
    "heparin",
    "screen",
    "panel",
    "crossmatch",
];

/// Whether a name and a component are of an antibody and of something else.
pub(super) fn differs(name: &Tokens, component: &str) -> bool {
    let holds = |wanted: &[&str]| tokens(component).any(|word| wanted.contains(&canonical(word)));
    let (antibody, antigen) = (name.contains("ab"), name.contains("ag"));
    antibody && !holds(ANTIBODIES) || antigen && !antibody && holds(&["ab"]) && !holds(&["ag"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_antibody_is_not_what_it_binds() {
        for (name, component, differ) in [
            ("ferritin ab", "ferritin", true),
            ("anti ferritin", "ferritin", true),
            ("ferritin", "ferritin", false),
            ("thyroid peroxidase antibodies", "thyroperoxidase ab", false),
            ("rheumatoid factor antibody", "rheumatoid factor", false),
            ("cold agglutinin antibody", "cold agglutinin", false),
            ("cardiolipin ab igg", "cardiolipin ab.igg", false),
            ("hepatitis b surface antigen", "hepatitis b virus surface ab", true),
            ("hiv antigen antibody", "hiv 1+2 ab+hiv1 p24 ag", false),
        ] {
            let name = Tokens::of(name.split(' '));
            assert_eq!(differs(&name, component), differ, "{component}");
        }
    }
}
