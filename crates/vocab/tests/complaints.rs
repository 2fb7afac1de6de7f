//! The complaints in this program: facts that must hold of them whatever their layout.

use std::fs;

use mirobody_vocab::{Complaints, Icpc, Language, PhraseMeaning, units};
use proptest::prelude::*;

fn data(path: &str) -> String {
    fs::read_to_string(format!("{}/data/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap_or_default()
}

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect())
}

#[test]
fn every_title_is_the_classifications_own() {
    let published = data("icpc3/icpc3.tsv");
    let mut codes = 0;
    assert!(!published.is_empty());
    for row in rows(&published).filter(|row| !row[3].starts_with("extension")) {
        let icpc: Icpc = row[2].parse().unwrap();
        assert_eq!(Complaints::embedded().title(icpc), Some(row[4]), "{icpc}");
        assert_eq!(icpc.is_symptom(), row[0] == "S");
        codes += 1;
    }
    assert_eq!(Complaints::embedded().codes().count(), codes);
}

#[test]
fn every_phrase_of_a_table_is_heard_as_the_table_says() {
    for language in Language::ALL {
        let table = data(&format!("complaints/{language}.tsv"));
        let mut count = 0;
        for row in rows(&table) {
            let units = units(row[0], language);
            let found = Complaints::embedded().phrases(language, &units);
            let meaning = found.into_iter().find(|(length, _)| *length == units.len()).map(|(_, meaning)| meaning);
            match meaning {
                Some(PhraseMeaning::Code(icpc)) => assert_eq!(icpc.to_string(), row[1], "{language}: {}", row[0]),
                Some(PhraseMeaning::Refused(why)) => assert_eq!(("", why), (row[1], row[2]), "{language}: {}", row[0]),
                other => panic!("{language}: {}: {other:?}", row[0]),
            }
            count += 1;
        }
        assert!(count > 300, "{language}: {count}");
    }
}

#[test]
fn a_refusal_says_so() {
    for language in Language::ALL {
        for row in rows(&data(&format!("complaints/{language}.tsv"))).filter(|row| row[1].is_empty()) {
            assert!(row[2].starts_with("refuse: "), "{language}: {}", row[0]);
        }
    }
}

proptest! {
    #[test]
    fn any_text_can_be_asked(text in "\\PC{0,60}", language in prop::sample::select(&Language::ALL[..])) {
        let units = units(&text, language);
        for at in 0..units.len() {
            for (length, _) in Complaints::embedded().phrases(language, &units[at..]) {
                prop_assert!(length > 0 && at + length <= units.len());
            }
        }
    }
}
