//! Whatever comes in, nothing panics, and nothing is returned that was not printed.

use mirobody_collect::{parse, parse_text};
use proptest::prelude::*;

/// Pieces a report is made of, so that the generator reaches the readers and not only their first check.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("Glucose".to_owned()),
        Just("血红蛋白".to_owned()),
        Just("Test".to_owned()),
        Just("Result".to_owned()),
        Just("date".to_owned()),
        Just("mg/dL".to_owned()),
        Just("|".to_owned()),
        Just(",".to_owned()),
        Just("  ".to_owned()),
        Just("\n".to_owned()),
        Just("120/80".to_owned()),
        Just("(3.5-5.1)".to_owned()),
        Just("↑".to_owned()),
        Just("2026-02-30".to_owned()),
        Just("> OR =".to_owned()),
        Just("：".to_owned()),
        "[0-9<>.,:/^-]{1,8}",
        "\\PC{0,6}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..2000), name in "[a-z]{0,4}\\.(csv|pdf|xlsx|txt)") {
        let _ = parse(&bytes, Some(&name));
    }

    #[test]
    fn any_text_is_survived(text in "\\PC{0,400}") {
        let _ = parse_text(&text);
    }

    #[test]
    fn values_and_units_are_printed_in_the_text(pieces in proptest::collection::vec(piece(), 0..60)) {
        let text = pieces.concat();
        let squeezed: String = text.replace("**", "").split_whitespace().collect();
        for row in parse_text(&text).rows {
            for field in [&row.reading.value, &row.reading.unit] {
                let wanted: String = field.split_whitespace().collect();
                prop_assert!(squeezed.contains(&wanted), "{field:?} in {text:?}");
            }
        }
    }

    #[test]
    fn a_damaged_pdf_is_survived(at in 0_usize..40_000, with in any::<u8>()) {
        let mut bytes = include_bytes!("fixtures/hl7be/specimens.pdf").to_vec();
        let at = at % bytes.len();
        bytes[at] = with;
        let _ = parse(&bytes, None);
    }
}
