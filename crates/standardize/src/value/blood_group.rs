//! Blood groups as printed: `A`, `0 Rh neg`, `AB(IV) Rh+`, `B型 RhD陽性`.
//!
//! True here: only recognised, never rewritten; `0` is a number unless a Rhesus factor or a `(I)` stands with it.

use crate::{reading::Ordinal, spelling::key};

/// Whether a whole text is a blood group, a Rhesus factor, or both.
pub(super) fn is_one(text: &str) -> bool {
    let key = key(text);
    if key.chars().count() > 30 {
        return false;
    }
    let rest = without_label(&key);
    let (group, rest) = abo(rest);
    let rest = rest.trim_start_matches(',').trim();
    match group {
        Some("0") if !key.contains("rh") && !key.contains("(i)") => false,
        Some(_) => rest.is_empty() || is_rhesus(rest),
        None => rest.starts_with("rh") && is_rhesus(rest),
    }
}

fn without_label(key: &str) -> &str {
    const LABELS: &[&str] = &["grup ", "gruppe ", "group ", "grupo ", "groupe ", "gruppo ", "grupa "];
    LABELS.iter().find_map(|label| key.strip_prefix(label)).unwrap_or(key)
}

/// The group a text starts with, and the rest.
fn abo(text: &str) -> (Option<&str>, &str) {
    let Some(group) = ["ab", "a", "b", "o", "0"].iter().find(|group| text.starts_with(**group)) else {
        return (None, text);
    };
    let rest = text[group.len()..].trim_start();
    let rest =
        ["(i)", "(ii)", "(iii)", "(iv)", "型", "형"].iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or(rest);
    (Some(group), rest.trim_start())
}

/// `Rh+`, `RhD positive`, `Rh(D) neg`, `+`, `d dodatni`.
fn is_rhesus(text: &str) -> bool {
    let mut factor = ["rh(d)", "rhesus factor", "rhesus", "rh-faktor", "rh d", "rhd", "rh", "d"].iter();
    let rest = factor.find_map(|name| text.strip_prefix(name)).unwrap_or(text).trim_start();
    let rest = rest.trim_start_matches([':', '-']).trim_start();
    matches!(super::words::step(rest), Some(Ordinal::Negative | Ordinal::Positive | Ordinal::Plus(1)))
        || text.ends_with('-') && rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_recognised_in_their_printed_forms() {
        for text in [
            "A",
            "AB",
            "O+",
            "A-",
            "A Rh positive",
            "A Rh+",
            "0 Rh neg.",
            "0 (I) Rh-",
            "A(II) Rh(+)",
            "AB RhD negativ",
            "B型 RhD陽性",
            "A型RH阳性",
            "A 형 Rh+",
            "Rh positive",
            "Rh(D) neg",
            "RhD阴性",
            "Grup A Rh pozitif",
            "A Rh D dodatni",
            "O Rh D ujemny",
        ] {
            assert!(is_one(text), "{text}");
        }
        for text in [
            "0",
            "0 negative",
            "0 (neg)",
            "",
            "Rh",
            "A1c",
            "absent",
            "abnormal",
            "B12",
            "bright",
            "Rhabdomyolysis",
            "above",
            "O2",
        ] {
            assert!(!is_one(text), "{text}");
        }
    }
}
