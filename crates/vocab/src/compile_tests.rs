//! The compiler of vocabularies, on a small one: what it accepts, refuses and promises.

use proptest::prelude::*;

use crate::{
    Meaning, Vocabulary,
    compile::{Compiled, Inputs, NameFile, compile, stamp},
    layout,
};

const CODES: &str = "\
LOINC_NUM\tCOMPONENT_FOLDED\tPROPERTY\tTIME_ASPCT\tSYSTEM\tSCALE_TYP\tMETHOD_TYP\tCLASS\tLONG_COMMON_NAME\tRANK_TIER\tRANK_BONUS\tEXAMPLE_UCUM_UNITS\tSTATUS
718-7\themoglobin\tMCnc\tPt\tBld\tQn\t\tHEM/BC\tHemoglobin [Mass/volume] in Blood\t4\t0.020\tg/dL\tACTIVE
1558-6\tglucose^post cfst\tMCnc\tPt\tSer/Plas\tQn\t\tCHEM\tFasting glucose [Mass/volume] in Serum or Plasma\t3\t0.015\tmg/dL\tACTIVE
2345-7\tglucose\tMCnc\tPt\tSer/Plas\tQn\t\tCHEM\tGlucose [Mass/volume] in Serum or Plasma\t4\t0.020\tmg/dL\tACTIVE
";
const DESIGNATIONS: &str = "designation\tcodes\nglucosa\t2345-7 1558-6\nhämoglobin\t718-7\nkısa\t718-7\nkisa\t2345-7\n";
const NAMES_HEADER: &str = "name\tlang\tloinc\tunit_family\tspecimen\twhy\n";

fn compile_with(names: &[&str]) -> Result<Compiled, String> {
    let file =
        |(index, rows): (usize, &&str)| NameFile { name: format!("{index}.tsv"), text: NAMES_HEADER.to_owned() + rows };
    compile_files(&names.iter().enumerate().map(file).collect::<Vec<_>>(), &[])
}

fn compile_files(names: &[NameFile], words: &[NameFile]) -> Result<Compiled, String> {
    let inputs = Inputs { stamp: "loinc-0+0", codes: CODES, designations: DESIGNATIONS, names, words };
    compile(&inputs).map_err(|problem| problem.to_string())
}

fn compile_words(finnish: &str, endings: &str) -> Result<Compiled, String> {
    let words = NameFile { name: "fi.tsv".to_owned(), text: "words\tmeans\twhy\n".to_owned() + finnish };
    let endings = "lang\tending\tbecomes\tshortest\twhy\n".to_owned() + endings;
    compile_files(&[], &[NameFile { name: "endings.tsv".to_owned(), text: endings }, words])
}

fn vocabulary(names: &[&str]) -> Vocabulary {
    read(compile_with(names).unwrap())
}

fn read(compiled: Compiled) -> Vocabulary {
    Vocabulary::new(&layout::split(compiled.bundle.leak()).unwrap(), compiled.text.leak())
}

fn codes_of(vocabulary: &Vocabulary, rows: crate::Rows) -> Vec<String> {
    rows.map(|row| vocabulary.axes(row).loinc.to_string()).collect()
}

#[test]
fn the_same_inputs_give_the_same_bytes() {
    let names = ["Hb\ten\t718-7\tmass\t\t\n"];
    assert_eq!(compile_with(&names), compile_with(&names));
    assert_eq!(stamp("2.83", [&b"a"[..]]), stamp("2.83", [&b"a"[..]]));
    assert_ne!(stamp("2.83", [&b"ab"[..], b"c"]), stamp("2.83", [&b"a"[..], b"bc"]));
}

#[test]
fn names_that_fold_alike_share_their_rows() {
    let vocabulary = vocabulary(&[]);
    assert_eq!(codes_of(&vocabulary, vocabulary.designation("kisa")), ["2345-7", "718-7"]);
    assert_eq!(codes_of(&vocabulary, vocabulary.designation("glucosa")), ["2345-7", "1558-6"]);
    assert_eq!(codes_of(&vocabulary, vocabulary.designation("hämoglobin")), ["718-7"]);
    assert!(vocabulary.designation("kısa").is_empty(), "a name is folded before it is looked up");
}

#[test]
fn an_analyte_spans_its_challenges() {
    let vocabulary = vocabulary(&[]);
    assert_eq!(codes_of(&vocabulary, vocabulary.component("glucose")), ["2345-7"]);
    assert_eq!(codes_of(&vocabulary, vocabulary.component("glucose^post cfst")), ["1558-6"]);
    assert_eq!(codes_of(&vocabulary, vocabulary.analyte("glucose")), ["2345-7", "1558-6"]);
    assert!(vocabulary.analyte("gluco").is_empty());
}

#[test]
fn curated_names_are_found_by_their_folded_form() {
    let vocabulary = vocabulary(&[
        "# a comment\n\nＨＢ\ten\t718-7\tmass\t\tcommon\nLiver\ten\t\t\t\trefuse: an organ\n",
        "hb\tde\t718-7\t\tBld\t\nHb\ten\t718-7\tmass\t\tsaid twice\n",
    ]);
    let found: Vec<_> = vocabulary.curated("hb").map(|c| (c.language, c.unit_family, c.specimen, c.why)).collect();
    assert_eq!(found, [("de", None, Some("Bld"), ""), ("en", Some("mass"), None, "common")]);
    let refused: Vec<_> = vocabulary.curated("liver").map(|c| (c.loinc, c.why)).collect();
    assert_eq!(refused, [(None, "refuse: an organ")]);
    assert!(vocabulary.curated("").is_empty() && vocabulary.curated("zz").is_empty());
}

#[test]
fn an_accented_name_is_found_without_its_accents() {
    let vocabulary = vocabulary(&[
        "Hämoglobin\tde\t718-7\t\t\t\nHemoglobina całkowita\tpl\t718-7\tmass\t\t\nガラス\tja\t2345-7\t\t\t\n",
        "glúcose\tpt\t2345-7\t\t\t\nglucose\ten\t1558-6\t\t\t\nazúcar\tes\t2345-7\t\t\t\nazucâr\tes\t718-7\t\t\t\n",
    ]);
    let languages = |name: &str| vocabulary.curated(name).map(|c| c.language).collect::<Vec<_>>();
    assert_eq!(languages("haemoglobin"), ["de"], "German writes the umlaut out");
    assert_eq!(languages("hamoglobin"), [""; 0]);
    assert_eq!(languages("hemoglobina calkowita"), ["pl"]);
    assert_eq!(languages("カラス"), [""; 0], "a voicing mark is no accent");
    assert_eq!(languages("glucose"), ["en"], "a curated name stands");
    assert_eq!(languages("azucar"), [""; 0], "two tests have this plain spelling");
}

#[test]
fn a_wrong_row_of_names_is_refused_by_file_and_line() {
    for (rows, wrong) in [
        ("hb\ten\t718-8\t\t\t\n", "0.tsv:2: \"718-8\" is not a LOINC code"),
        ("hb\ten\t2-6\t\t\t\n", "0.tsv:2: 2-6 is not among the codes of the vocabulary"),
        ("\nhb\ten\t718-7\t\t\n", "0.tsv:3: 6 columns were expected, 5 found"),
        (" \ten\t718-7\t\t\t\n", "0.tsv:2: the name is empty"),
        ("hb\ten\t\t\t\t\n", "0.tsv:2: a row without a code is a refusal and must say why"),
        (
            "Hb\ten\t718-7\t\t\t\nGlc\ten\t2345-7\t\t\t\nhb \ten\t2345-7\t\t\t\n",
            "0.tsv:4: contradicts 0.tsv:2, which gives the same name another code",
        ),
        (
            "Hb\ten\t718-7\t\t\t\nHB\ten\t\t\t\trefuse: two\n",
            "0.tsv:3: contradicts 0.tsv:2, which gives the same name another code",
        ),
    ] {
        assert_eq!(compile_with(&[rows]), Err(wrong.to_owned()));
    }
}

#[test]
fn a_wrong_table_is_refused() {
    let wrong = |codes: &str, designations: &str| {
        let inputs = Inputs { stamp: "", codes, designations, names: &[], words: &[] };
        compile(&inputs).unwrap_err().to_string()
    };
    assert!(wrong("", DESIGNATIONS).starts_with("loinc_codes.tsv:1: "));
    assert!(wrong(&CODES.replace("718-7", "718-8"), DESIGNATIONS).starts_with("loinc_codes.tsv:2: "));
    assert!(wrong(&CODES.replace("718-7", "2345-7"), DESIGNATIONS).contains("twice"));
    assert!(wrong(CODES, &DESIGNATIONS.replace("718-7", "2-6")).starts_with("loinc_designations.tsv:3: "));
    assert!(wrong(CODES, "x").starts_with("loinc_designations.tsv:1: "));
}

#[test]
fn words_stand_for_english_ones() {
    let bundle = compile_words(
        "# a comment\nVeri\tblood\t\nkoko veri\twhole blood\tphrase\nja\t-\t\n~vasta\tab\t\n",
        "fi\tssa\t\t3\tin\nfi\tn\t\t3\tof\net\ts\t\t3\tin\n",
    );
    let vocabulary = read(bundle.unwrap());
    let word = |text: &str| vocabulary.word("fi", text);
    assert_eq!(word("veri"), Some(Meaning::English("blood")));
    assert_eq!(word("koko veri"), Some(Meaning::English("whole blood")));
    assert_eq!((word("koko"), word("ja")), (Some(Meaning::Part), Some(Meaning::English(""))));
    assert_eq!((word("~vasta"), word("vasta")), (Some(Meaning::English("ab")), None));
    assert_eq!(vocabulary.word("et", "veri"), None);
    let cut: Vec<_> = vocabulary.endings("fi").map(|ending| ending.cut("seerumissa")).collect();
    assert_eq!(cut, [Some("seerumi".to_owned()), None]);
    assert_eq!(vocabulary.endings("fi").filter_map(|ending| ending.cut("ssa")).count(), 0);
    assert_eq!(vocabulary.endings("sv").count(), 0);
    assert_eq!(vocabulary.word_languages().collect::<Vec<_>>(), ["fi"]);
}

#[test]
fn a_wrong_table_of_words_is_refused_by_file_and_line() {
    for (words, endings, wrong) in [
        ("veri\tblood\n", "", "fi.tsv:2: 3 columns were expected, 2 found"),
        ("veri\t\t\n", "", "fi.tsv:2: a word and its meaning are needed; `-` is no meaning"),
        ("veri\tblood\t\nVERI\tserum\t\n", "", "fi.tsv:3: \"veri\" stands here with two meanings"),
        ("", "fi\ts\t\tmany\t\n", "endings.tsv:2: the least length is no number"),
        ("", "fi\t\t\t3\t\n", "endings.tsv:2: a language and an ending are needed"),
    ] {
        assert_eq!(compile_words(words, endings), Err(wrong.to_owned()));
    }
}

proptest! {
    #[test]
    fn a_damaged_bundle_is_read_without_harm(at in 0..4000_usize, byte in any::<u8>(), asked in "glucos[ae]|hb|\\PC{0,9}") {
        let Compiled { mut bundle, text } = compile_with(&["hb\ten\t718-7\t\t\t\n"]).unwrap();
        let at = at % bundle.len();
        bundle[at] = byte;
        // The maps check themselves only on request, so their own bytes are left alone.
        let Some(sections) = layout::split(bundle.leak()) else { return Ok(()) };
        let mut vocabulary = Vocabulary::new(&sections, text.leak());
        vocabulary.forget_maps();
        for row in vocabulary.rows().chain(vocabulary.component(&asked)).chain(vocabulary.analyte(&asked)).take(50) {
            let axes = vocabulary.axes(row);
            let _ = (vocabulary.row(axes.loinc), vocabulary.long_name(axes.long_name));
        }
        let _ = (vocabulary.endings(&asked).count(), vocabulary.word_languages().count());
        prop_assert!(vocabulary.curated(&asked).count() <= 1);
    }
}
