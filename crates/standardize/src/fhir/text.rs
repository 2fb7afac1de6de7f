//! Printed text as a FHIR string: never empty, no control characters, otherwise untouched.

/// The text, unless there is nothing in it.
pub(super) fn string(printed: &str) -> Option<String> {
    if printed.trim().is_empty() {
        return None;
    }
    Some(printed.chars().map(|c| if is_allowed(c) { c } else { char::REPLACEMENT_CHARACTER }).collect())
}

fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r') || c >= ' '
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_printed_is_kept_and_what_fhir_cannot_hold_is_shown() {
        assert_eq!(string(" < 0,5\u{3000}").as_deref(), Some(" < 0,5\u{3000}"));
        assert_eq!(string("a\u{0}b").as_deref(), Some("a\u{fffd}b"));
        assert_eq!((string(""), string(" \u{a0}")), (None, None));
    }
}
