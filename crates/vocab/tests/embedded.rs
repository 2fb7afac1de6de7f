//! The vocabulary in this program: facts that must hold of it whatever its layout.

use std::io::Read;

use mirobody_vocab::{DocumentKind, Loinc, Rows, Vocabulary, Word, fold, indexed, tokens};
use proptest::prelude::*;

fn vocabulary() -> &'static Vocabulary {
    Vocabulary::embedded()
}

fn leads_to(mut rows: Rows, code: &str) -> bool {
    rows.any(|row| vocabulary().axes(row).loinc.to_string() == code)
}

#[test]
fn the_stamp_names_the_release_and_the_inputs() {
    let (release, digest) = vocabulary().stamp().split_once('+').unwrap();
    assert_eq!(release, "loinc-2.83");
    assert!(digest.len() == 12 && digest.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)), "{digest}");
}

#[test]
fn every_code_round_trips() {
    assert_eq!(vocabulary().rows().len(), 63_416);
    for row in vocabulary().rows() {
        let axes = vocabulary().axes(row);
        assert_eq!(vocabulary().row(axes.loinc), Some(row));
        assert_eq!(vocabulary().long_name(&fold(axes.long_name)), Some(row), "{}", axes.loinc);
        assert!(vocabulary().component(axes.component).any(|same| same == row), "{}", axes.loinc);
        assert_eq!(fold(axes.component), axes.component);
        assert!(!axes.property.is_empty() && !axes.system.is_empty() && !axes.scale.is_empty() && axes.tier <= 4);
    }
}

#[test]
fn hemoglobin_says_what_loinc_says() {
    let row = vocabulary().row("718-7".parse().unwrap()).unwrap();
    let axes = vocabulary().axes(row);
    let said = [axes.component, axes.property, axes.time, axes.system, axes.scale, axes.method, axes.class, axes.units];
    assert_eq!(said, ["hemoglobin", "MCnc", "Pt", "Bld", "Qn", "", "HEM/BC", "g/dL"]);
    assert_eq!((axes.long_name, axes.tier), ("Hemoglobin [Mass/volume] in Blood", 4));
}

#[test]
fn every_designation_leads_to_the_codes_of_the_table() {
    let packed = include_bytes!("../data/loinc/loinc_designations.tsv.zst");
    let mut text = String::new();
    ruzstd::decoding::StreamingDecoder::new(&packed[..]).unwrap().read_to_string(&mut text).unwrap();
    let mut lines = 0;
    for (name, codes) in text.lines().skip(1).map(|line| line.split_once('\t').unwrap()) {
        let rows: Vec<_> = vocabulary().designation(&fold(name)).collect();
        assert!(rows.is_sorted() && rows.len() >= codes.split(' ').count(), "{name}");
        for code in codes.split(' ') {
            let row = vocabulary().row(code.parse().unwrap()).unwrap();
            assert!(rows.binary_search(&row).is_ok(), "{name} -> {code}");
        }
        lines += 1;
    }
    assert_eq!(lines, 692_577);
}

#[test]
fn names_of_many_languages_lead_to_their_codes() {
    for (name, code) in [
        ("Hämoglobin", "718-7"),
        ("血红蛋白", "718-7"),
        ("血紅蛋白", "718-7"),
        ("Hemoglobin [Mass/volume] in Blood", "718-7"),
        ("glucosa", "2345-7"),
        ("калий", "2823-3"),
        ("크레아티닌", "2160-0"),
    ] {
        assert!(leads_to(vocabulary().designation(&fold(name)), code), "{name} -> {code}");
    }
    for (component, code) in [("glucose", "2345-7"), ("platelets", "777-3"), ("ph", "2756-5"), ("igg", "2465-3")] {
        assert!(leads_to(vocabulary().component(component), code), "{component} -> {code}");
    }
    assert!(leads_to(vocabulary().analyte("glucose"), "1558-6"));
    assert!(!leads_to(vocabulary().component("glucose"), "1558-6"));
}

fn word(token: &str) -> Option<Word> {
    vocabulary().indexed_word(token)
}

#[test]
fn a_document_holds_the_words_it_is_found_by() {
    for token in ["haemoglobin", "血红", "igg", "platelets", "гемоглобин"] {
        let documents = vocabulary().word_postings(word(token).unwrap());
        assert!(documents.len() > 0, "{token}");
        for document in documents {
            assert!(vocabulary().document_words(document).any(|held| Some(held) == word(token)), "{token}");
            assert!(!vocabulary().document_rows(document).is_empty(), "{token}");
            let Some(text) = vocabulary().document_text(document) else { continue };
            assert!(tokens(&text).any(|held| indexed(held) == indexed(token)), "{token}: {text}");
            let by_text = match vocabulary().document_kind(document) {
                DocumentKind::Component => vocabulary().component(&text),
                DocumentKind::LongName | DocumentKind::Designation => continue,
            };
            assert!(by_text.eq(vocabulary().document_rows(document)), "{text}");
        }
    }
}

#[test]
fn a_document_is_as_long_as_its_words_are_rare() {
    for document in vocabulary().word_postings(word("ferritin").unwrap()) {
        let words = vocabulary().document_words(document);
        let length = words.map(|word| vocabulary().word_weight(word).powi(2)).sum::<f32>().sqrt();
        assert!((length - vocabulary().document_norm(document)).abs() < 0.13);
    }
}

#[test]
fn every_code_has_its_documents() {
    for row in vocabulary().rows().step_by(97) {
        let axes = vocabulary().axes(row);
        assert_eq!(vocabulary().document_text(vocabulary().component_document(row)).unwrap(), axes.component);
        assert_eq!(vocabulary().document_text(vocabulary().long_name_document(row)).unwrap(), fold(axes.long_name));
        let words = vocabulary().document_words(vocabulary().component_document(row)).count();
        assert!(usize::from(axes.analyte_words) <= words, "{}", axes.component);
    }
}

#[test]
fn spellings_of_one_word_are_one_word() {
    assert_eq!(word("antibodies"), word("ab"));
    assert_eq!(word("platelet"), word("thrombocytes"));
}

#[test]
fn a_misspelt_token_has_its_neighbours() {
    let similar = |token, spelling: &str| {
        vocabulary().similar_words(token).into_iter().map(Some).any(|found| found == word(spelling))
    };
    assert!(similar("hemoglobn", "hemoglobin"));
    assert!(similar("creatinina", "creatinine"));
    assert!(!similar("hemoglobin", "hemoglobin"));
}

#[test]
fn unknown_things_lead_nowhere() {
    assert_eq!(vocabulary().row(Loinc::from_number(9_999_999)), None);
    for text in ["", "no such thing", "^", "\u{10ffff}", "HEMOGLOBIN"] {
        assert!(vocabulary().designation(text).is_empty(), "{text:?}");
        assert!(vocabulary().component(text).is_empty(), "{text:?}");
        assert!(vocabulary().analyte(text).is_empty(), "{text:?}");
        assert_eq!(vocabulary().long_name(text), None);
        assert!(vocabulary().curated(text).is_empty());
    }
}

proptest! {
    #[test]
    fn any_text_can_be_asked(text in "\\PC{0,60}") {
        let folded = fold(&text);
        for rows in [vocabulary().designation(&folded), vocabulary().component(&folded), vocabulary().analyte(&folded)] {
            prop_assert!(rows.clone().collect::<Vec<_>>().is_sorted());
        }
        let _ = (vocabulary().long_name(&folded), vocabulary().curated(&folded).count());
        for document in tokens(&folded).filter_map(|token| vocabulary().indexed_word(token)).flat_map(|word| vocabulary().word_postings(word).take(9)) {
            prop_assert!(document.index() < vocabulary().document_count());
        }
    }
}
