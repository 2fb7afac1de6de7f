//! The compiler of complaints, on small tables: what it accepts, refuses and promises.

use proptest::prelude::*;

use crate::{
    Complaints, Icpc, Language, PhraseMeaning, Place, Role,
    compile::{
        NameFile,
        complaints::{ComplaintInputs, compile},
    },
    complaint_layout, units,
};

const ICPC: &str = "\
component\tchapter\tcode\tkind\tpreferred\tdescription\tinclusions\texclusions\tdepth
S\tA\tAS03\tsymptom\tFever\t\tpyrexia\tchills\t0
S\tC\tCSV.1\textensionCode\tMODERATELY disagree\t\t\t\t1
S\tL\tLS14\tsymptom\tKnee symptom or complaint\t\t\t\t0
S\tR\tRS07\tsymptom\tCough\t\t\t\t0
";
const PLACES: &str = "symptom\tpart\ticpc3\twhy\npain\tknee\tLS14\t\npain\t-\t\trefuse: where\nburn\t*\tRS07\t\n";
const PHRASES: &str = "phrase\ticpc3\twhy\n";
const WORDS: &str = "role\tof\twords\n";

fn file(name: &str, text: String) -> NameFile {
    NameFile { name: name.to_owned(), text }
}

fn compile_with(language: &str, phrases: &str, words: &str) -> Result<Vec<u8>, String> {
    let phrases = [file(&format!("{language}.tsv"), PHRASES.to_owned() + phrases)];
    let words = [file(&format!("words/{language}.tsv"), WORDS.to_owned() + words)];
    let places = file("places.tsv", PLACES.to_owned());
    let inputs = ComplaintInputs { stamp: "icpc-3+0", icpc: ICPC, phrases: &phrases, words: &words, places: &places };
    compile(&inputs).map_err(|problem| problem.to_string())
}

fn tables(language: &str, phrases: &str, words: &str) -> Complaints {
    let bytes = compile_with(language, phrases, words).unwrap().leak();
    Complaints::new(complaint_layout::split(bytes).unwrap())
}

/// The longest phrase at the start of a text: how many units, and its code or role.
fn heard(tables: &Complaints, language: Language, text: &str) -> Option<(usize, String)> {
    let (length, meaning) = tables.phrases(language, &units(text, language)).pop()?;
    let shown = match meaning {
        PhraseMeaning::Code(icpc) => icpc.to_string(),
        other => format!("{other:?}"),
    };
    Some((length, shown))
}

fn code(text: &str) -> Icpc {
    text.parse().unwrap()
}

#[test]
fn titles_are_copied_and_scale_values_left_out() {
    let tables = tables("en", "", "");
    assert_eq!(tables.title(code("LS14")), Some("Knee symptom or complaint"));
    assert_eq!(tables.title(code("LS15")), None);
    assert_eq!(tables.codes().collect::<Vec<_>>(), [code("AS03"), code("LS14"), code("RS07")]);
    assert_eq!(tables.stamp(), "icpc-3+0");
}

#[test]
fn inflected_forms_lead_to_one_phrase() {
    let english = tables("en", "dry cough\tRS07\t\n", "glue\t\tmy | the\n");
    for text in ["Dry coughs", "DRY-COUGH", "dry coughing"] {
        assert_eq!(heard(&english, Language::En, text), Some((2, "RS07".into())), "{text}");
    }
    assert_eq!(heard(&english, Language::En, "dry my the cough"), Some((4, "RS07".into())));
    assert_eq!(heard(&english, Language::En, "dry bad cough"), None);
    assert_eq!(heard(&english, Language::De, "dry cough"), None);
    let japanese = tables("ja", "熱が高い\tAS03\t\n", "");
    for text in ["熱が高い", "熱も高く", "熱高かった"] {
        assert!(heard(&japanese, Language::Ja, text).is_some_and(|(_, shown)| shown == "AS03"), "{text}");
    }
    let korean = tables("ko", "열이 높\tAS03\t\n", "");
    for text in ["열이 높아요", "열은 높고", "열높"] {
        assert!(heard(&korean, Language::Ko, text).is_some_and(|(_, shown)| shown == "AS03"), "{text}");
    }
}

#[test]
fn a_row_outweighs_the_form_of_another() {
    let tables = tables("ja", "熱る\tRS07\t\n熱り\tAS03\t\n", "");
    assert_eq!(heard(&tables, Language::Ja, "熱り"), Some((2, "AS03".into())));
}

#[test]
fn a_symptom_at_a_part_is_a_code() {
    let tables =
        tables("en", "", "part\tknee\tknee\ntissue\tknee\tjoint\nsymptom\tpain\tpain\nsymptom-of\tburn\tburn\n");
    let meaning = |text| tables.phrases(Language::En, &units(text, Language::En)).pop().map(|(_, meaning)| meaning);
    let Some(PhraseMeaning::Part { part, tissue: false }) = meaning("knees") else { panic!() };
    let Some(PhraseMeaning::Symptom { symptom: pain, alone: true }) = meaning("pain") else { panic!() };
    let Some(PhraseMeaning::Symptom { symptom: burn, alone: false }) = meaning("burns") else { panic!() };
    assert!(matches!(meaning("joint"), Some(PhraseMeaning::Part { tissue: true, .. })));
    assert_eq!(tables.at(pain, part), Some(Place::Code(code("LS14"))));
    assert_eq!(tables.at(burn, part), Some(Place::Code(code("RS07"))));
    assert_eq!((tables.alone(pain), tables.alone(burn)), (Some(Place::Refused("refuse: where")), None));
}

#[test]
fn a_word_has_its_role() {
    let tables = tables("de", "", "ends\t\timmer | weil\n");
    assert_eq!(tables.word(Language::De, "immer"), None);
    assert_eq!(
        tables.word(Language::De, &crate::word_key("immer", Language::De)),
        Some(PhraseMeaning::Role(Role::Ends))
    );
}

#[test]
fn a_wrong_row_is_refused_by_file_and_line() {
    for (phrases, words, wrong) in [
        ("fever\tAS3\t\n", "", "en.tsv:2: \"AS3\" is not an ICPC-3 code"),
        ("fever\tAS04\t\n", "", "en.tsv:2: AS04 is not among the codes of ICPC-3"),
        ("fever\tCSV.1\t\n", "", "en.tsv:2: \"CSV.1\" is not an ICPC-3 code"),
        ("fever\tAS03\n", "", "en.tsv:2: 3 columns were expected, 2 found"),
        ("# so\n'\tAS03\t\n", "", "en.tsv:3: a phrase is empty"),
        ("ill\t\t\n", "", "en.tsv:2: a row without a code is a refusal and must say why"),
        (
            "cough\tRS07\t\nCoughs\tAS03\t\n",
            "",
            "en.tsv:3: \"Coughs\" contradicts en.tsv:2: both are compared as \"cough\"",
        ),
        (
            "cough\tRS07\t\n",
            "glue\t\tcoughing\n",
            "words/en.tsv:2: \"coughing\" contradicts en.tsv:2: both are compared as \"cough\"",
        ),
        ("", "part\ttail\ttail\n", "words/en.tsv:2: no place has the part \"tail\""),
        ("", "symptom\titch\titch\n", "words/en.tsv:2: no place has the symptom \"itch\""),
        ("", "Glue\t\tthe\n", "words/en.tsv:2: there is no role \"Glue\""),
        ("", "glue\tknee\tthe\n", "words/en.tsv:2: only a part, a tissue or a symptom is of something"),
    ] {
        assert_eq!(compile_with("en", phrases, words), Err(wrong.to_owned()));
    }
    assert!(compile_with("nl", "", "").unwrap_err().contains("not named after one of the languages"));
}

#[test]
fn a_wrong_table_is_refused() {
    let wrong = |icpc: &str, places: &str| {
        let places = file("places.tsv", places.to_owned());
        let inputs = ComplaintInputs { stamp: "", icpc, phrases: &[], words: &[], places: &places };
        compile(&inputs).unwrap_err().to_string()
    };
    assert!(wrong("", PLACES).starts_with("icpc3.tsv:1: "));
    assert!(wrong(&ICPC.replace("RS07", "AS03"), PLACES).contains("twice"));
    assert!(wrong(&ICPC.replace("RS07", "R7"), PLACES).starts_with("icpc3.tsv:5: "));
    assert!(wrong(ICPC, "x").starts_with("places.tsv:1: "));
    assert!(wrong(ICPC, &(PLACES.to_owned() + "pain\tknee\tRS07\t\n")).starts_with("places.tsv:5: "));
    assert!(wrong(ICPC, &PLACES.replace("refuse: where", "")).starts_with("places.tsv:3: "));
}

proptest! {
    #[test]
    fn damaged_bytes_are_read_without_harm(at in 0..4000_usize, byte in any::<u8>()) {
        let mut bytes = compile_with("en", "fever\tAS03\t\n", "part\tknee\tknee\nsymptom\tpain\tpain\n").unwrap();
        // The map checks itself only on request, so its own bytes, which come last, are left alone.
        let at = at % (bytes.len() * 3 / 4);
        bytes[at] = byte;
        let Some(sections) = complaint_layout::split(bytes.leak()) else { return Ok(()) };
        let mut tables = Complaints::new(sections);
        tables.forget_lexicon();
        prop_assert!(tables.codes().count() <= 3);
        let _ = (tables.title(code("AS03")), tables.stamp(), tables.word(Language::En, "fever"));
    }
}
