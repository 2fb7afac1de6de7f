//! Ratios as names put them in words, in the form LOINC has: `a and b ratio` as `a/b`.
//!
//! True here: a ratio of one analyte in two specimens has the analyte on both sides: `amylase.periton fld/amylase.serum`.

use super::{specimen, stripped::Stripped, tokens};

/// The forms of a name that states the ratio of two things; none when it states none.
pub(super) fn ratios(body: &str) -> Vec<String> {
    let Some((left, rest)) = body.split_once(" and ") else { return Vec::new() };
    let Some((right, _)) = rest.split_once(" ratio") else { return Vec::new() };
    let (left, right) = (left.trim(), right.trim());
    if is_specimen(left) {
        return Stripped::of(right).bare.map(|analyte| in_two_specimens(left, &analyte)).unwrap_or_default();
    }
    vec![format!("{left}/{right}")]
}

fn is_specimen(text: &str) -> bool {
    tokens::split(text).all(|word| specimen::of_word(word).is_some())
}

/// LOINC writes the second specimen in several ways.
fn in_two_specimens(first: &str, analyte: &str) -> Vec<String> {
    let Some(first) = specimen::of_field(first) else { return Vec::new() };
    let fluids = specimen::in_components(first);
    let pairs = fluids.iter().flat_map(|fluid| ["serum", "serpl", "plas"].map(|blood| (fluid, blood)));
    pairs.map(|(fluid, blood)| format!("{analyte}.{fluid}/{analyte}.{blood}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_in_words_is_a_ratio() {
        assert_eq!(
            ratios("glutarylcarnitine and butyrylcarnitine ratio serum"),
            ["glutarylcarnitine/butyrylcarnitine"]
        );
        let found = ratios("pericardial fluid and serum/plasma cholesterol ratio");
        assert!(found.contains(&"cholesterol.pericard fld/cholesterol.serum".to_owned()), "{found:?}");
        assert!(ratios("iron and ferritin serum").is_empty() && ratios("ldl/hdl ratio").is_empty());
    }
}
