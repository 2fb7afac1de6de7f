//! The official UCUM functional tests: which expressions are valid, what a unit is called, what a value is in another
//! unit, and products and quotients.

mod cases;

const TESTS: &str = include_str!("../data/UcumFunctionalTests.xml");

#[test]
fn the_library_does_what_the_standard_says() {
    let cases = cases::run(TESTS);
    for (section, count) in cases::SECTIONS.into_iter().zip([529, 9, 30, 2, 3]) {
        assert_eq!(cases.iter().filter(|case| case.section == section).count(), count, "{section}");
    }
    assert_eq!(cases::written(TESTS), cases.len() + 2, "two cases are switched off in the file itself");
    let failed: Vec<&str> = cases.iter().filter(|case| !case.passed).map(|case| case.text.as_str()).collect();
    assert!(failed.is_empty(), "{} of {}: {failed:#?}", failed.len(), cases.len());
}
