//! A made-up release of a few rows, under the official headers, from end to end.

use std::{fs, path::Path};

use super::*;

const TABLE: &str = r#""LOINC_NUM","COMPONENT","PROPERTY","TIME_ASPCT","SYSTEM","SCALE_TYP","METHOD_TYP","CLASS","VersionLastChanged","CHNG_TYPE","DefinitionDescription","STATUS","CONSUMER_NAME","CLASSTYPE","FORMULA","EXMPL_ANSWERS","SURVEY_QUEST_TEXT","SURVEY_QUEST_SRC","UNITSREQUIRED","RELATEDNAMES2","SHORTNAME","ORDER_OBS","HL7_FIELD_SUBFIELD_ID","EXTERNAL_COPYRIGHT_NOTICE","EXAMPLE_UNITS","LONG_COMMON_NAME","EXAMPLE_UCUM_UNITS","STATUS_REASON","STATUS_TEXT","CHANGE_REASON_PUBLIC","COMMON_TEST_RANK","COMMON_ORDER_RANK","HL7_ATTACHMENT_STRUCTURE","EXTERNAL_COPYRIGHT_LINK","PanelType","AskAtOrderEntry","AssociatedObservations","VersionFirstReleased","ValidHL7AttachmentRequest","DisplayName"
"#;

/// Code, component, scale, class, status, class type, related names, rights, long name, rank.
type Made = [&'static str; 10];

const ROWS: &[Made] = &[
    ["10-9", "Madeupase^2H post XYZ", "Qn", "CHEM", "ACTIVE", "1", "MDP; madeUPase ;x", "", "Madeupase, long", "57"],
    ["2-6", "Madeupase", "Qn", "CHEM", "ACTIVE", "1", "MDP", "", "Madeupase 2", "0"],
    ["3-4", "Old", "Qn", "CHEM", "DEPRECATED", "1", "Gone", "", "Old one", "1"],
    ["4-2", "Survey", "Qn", "SURVEY.MISC", "ACTIVE", "4", "Gone", "", "A survey", "1"],
    ["5-9", "Owned", "Qn", "CHEM", "ACTIVE", "1", "Gone", "(c) someone", "Owned one", "1"],
    ["6-7", "Document", "Doc", "DOC.ADMIN", "ACTIVE", "2", "Gone", "", "A document", "1"],
    ["7-5", "Narrative", "Nar", "CHEM", "ACTIVE", "1", "Gone", "", "A narrative", "1"],
    ["8-3", "Set", "-", "PANEL.CHEM", "ACTIVE", "1", "Panel of it", "", "Set panel", "4999"],
    ["9-1", "No panel", "-", "CHEM", "ACTIVE", "1", "Gone", "", "No panel", "1"],
    ["11-7", "History", "Nom", "H&P.HX", "ACTIVE", "2", "Gone", "", "A history", "1"],
    ["12-5", "Surgery", "Qn", "H&P.SURG PROC", "ACTIVE", "2", "Cut", "", "A surgery", "20000"],
];

const VARIANT: &str = "\"LOINC_NUM\",\"COMPONENT\",\"PROPERTY\",\"TIME_ASPCT\",\"SYSTEM\",\"SCALE_TYP\",\"METHOD_TYP\",\"CLASS\",\"SHORTNAME\",\"LONG_COMMON_NAME\",\"RELATEDNAMES2\",\"LinguisticVariantDisplayName\"\n\
    \"10-9\",\"Ausgedachtase\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"AUS; Größe\",\"Ausgedacht\"\n\
    \"3-4\",\"Veraltet\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n";

fn table_line(made: &Made) -> String {
    let [code, component, scale, class, status, class_type, related, rights, long_name, rank] = made;
    let columns = TABLE.trim_end().replace('"', "");
    let cells = columns.split(',').map(|column| match column {
        "LOINC_NUM" => code,
        "COMPONENT" => component,
        "PROPERTY" => "CCnc",
        "TIME_ASPCT" => "Pt",
        "SYSTEM" => "Ser/Plas",
        "SCALE_TYP" => scale,
        "CLASS" => class,
        "STATUS" => status,
        "CLASSTYPE" => class_type,
        "RELATEDNAMES2" => related,
        "EXTERNAL_COPYRIGHT_NOTICE" => rights,
        "LONG_COMMON_NAME" => long_name,
        "EXAMPLE_UCUM_UNITS" => "U/L",
        "COMMON_TEST_RANK" => rank,
        _ => "",
    });
    cells.map(|cell| format!("\"{cell}\"")).collect::<Vec<_>>().join(",") + "\r\n"
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn rebuild(rows: &[String]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let release = folder.path().join("Loinc_9.99");
    write(&release.join("LoincTable/Loinc.csv"), &(TABLE.to_owned() + &rows.concat()));
    let variants = release.join("AccessoryFiles/LinguisticVariants");
    write(&variants.join("LinguisticVariants.csv"), "\"ID\",\"ISO_LANGUAGE\"\n\"15\",\"de\"\n");
    write(&variants.join("deDE15LinguisticVariant.csv"), VARIANT);
    let out = folder.path().join("out");
    write(&out.join("NOTICE"), "Top\nSource: LOINC release 2.83 (tables).\n");
    run(&VocabArgs { loinc: release, release: "9.99".into(), out }).unwrap();
    folder
}

fn unpacked(folder: &tempfile::TempDir, file: &str) -> String {
    let packed = fs::read(folder.path().join("out").join(file)).unwrap();
    String::from_utf8(zstd::decode_all(&packed[..]).unwrap()).unwrap()
}

fn made_up() -> tempfile::TempDir {
    rebuild(&ROWS.iter().map(table_line).collect::<Vec<_>>())
}

#[test]
fn codes_that_can_hold_a_reading_are_kept_unchanged() {
    let folder = made_up();
    let codes = unpacked(&folder, "loinc_codes.tsv.zst");
    let expected = [
        "10-9\tmadeupase^2h post xyz\tCCnc\tPt\tSer/Plas\tQn\t\tCHEM\tMadeupase, long\t4\t0.020\tU/L\tACTIVE",
        "12-5\tsurgery\tCCnc\tPt\tSer/Plas\tQn\t\tH&P.SURG PROC\tA surgery\t1\t0.005\tU/L\tACTIVE",
        "2-6\tmadeupase\tCCnc\tPt\tSer/Plas\tQn\t\tCHEM\tMadeupase 2\t0\t0.000\tU/L\tACTIVE",
        "8-3\tset\tCCnc\tPt\tSer/Plas\t-\t\tPANEL.CHEM\tSet panel\t2\t0.010\tU/L\tACTIVE",
    ];
    assert_eq!(codes.lines().skip(1).collect::<Vec<_>>(), expected);
    assert_eq!(unpacked(&folder, "loinc_skip.txt.zst"), "11-7\n4-2\n5-9\n6-7\n7-5\n9-1\n");
}

#[test]
fn names_of_all_columns_and_languages_lead_to_their_codes() {
    let names = unpacked(&made_up(), "loinc_designations.tsv.zst");
    let expected = [
        "a surgery\t12-5",
        "aus\t10-9",
        "ausgedacht\t10-9",
        "ausgedachtase\t10-9",
        "cut\t12-5",
        "grösse\t10-9",
        "madeupase\t10-9 2-6",
        "madeupase 2\t2-6",
        "madeupase, long\t10-9",
        "madeupase^2h post xyz\t10-9",
        "mdp\t10-9 2-6",
        "panel of it\t8-3",
        "set\t8-3",
        "set panel\t8-3",
        "surgery\t12-5",
    ];
    assert_eq!(names.lines().skip(1).collect::<Vec<_>>(), expected);
}

#[test]
fn a_name_of_too_many_codes_is_left_out() {
    let rows: Vec<String> = (1..=501_u32)
        .map(|number| {
            let code = mirobody_vocab::Loinc::from_number(number).to_string().leak();
            let rare = if number == 1 { "of many; of one" } else { "of many" };
            table_line(&[code, "Same", "Qn", "CHEM", "ACTIVE", "1", rare, "", "", "0"])
        })
        .collect();
    let names = unpacked(&rebuild(&rows), "loinc_designations.tsv.zst");
    assert!(names.contains("of one\t1-8\n") && !names.contains("of many"), "{names}");
}

#[test]
fn the_release_is_written_where_it_is_read() {
    let folder = made_up();
    let read = |file: &str| fs::read_to_string(folder.path().join("out").join(file)).unwrap();
    assert_eq!(read("VERSION"), "9.99\n");
    assert_eq!(read("NOTICE"), "Top\nSource: LOINC release 9.99 (tables).\n");
}

#[test]
fn a_file_without_its_columns_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("LoincTable/Loinc.csv"), "\"LOINC_NUM\",\"COMPONENT\"\n\"2-6\",\"x\"\n");
    let args = VocabArgs { loinc: folder.path().into(), release: "9.99".into(), out: folder.path().into() };
    assert!(run(&args).unwrap_err().to_string().contains("no column CLASS"));
}
