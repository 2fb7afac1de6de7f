//! `mirobody resolve`.

use crate::program::Program;

const NAMES: [(&str, &str); 11] = [
    ("Na", "2951-2"),
    ("K", "2823-3"),
    ("Cl", "2075-0"),
    ("CRP", "1988-5"),
    ("PSA", "2857-1"),
    ("NT-proBNP", "33762-6"),
    ("血红蛋白", "718-7"),
    ("ヘモグロビン", "718-7"),
    ("空腹血糖", "1558-6"),
    ("LDL-C", "13457-7"),
    ("Glucose, serum", "2345-7"),
];

#[test]
fn the_commonest_names_come_out_right_without_a_data_directory() {
    let program = Program::new();
    let mut arguments = vec!["resolve"];
    arguments.extend(NAMES.iter().map(|(name, _)| *name));
    let table = program.ok(&arguments);
    for (name, code) in NAMES {
        let line = table.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap_or_else(|| panic!("{name}"));
        assert!(line.contains(code), "{line}");
    }
    assert!(!program.home().exists(), "resolving needs no data directory");
}

#[test]
fn the_unit_chooses_the_code() {
    let program = Program::new();
    let code = |arguments: &[&str]| {
        let all: Vec<_> = ["resolve"].iter().chain(arguments).chain(&["--json"]).copied().collect();
        program.json(&all)[0]["loinc"].as_str().map(str::to_owned)
    };
    assert_eq!(code(&["Hemoglobin", "--value", "8.7", "--unit", "mmol/L"]).as_deref(), Some("59260-0"));
    assert_eq!(code(&["Hemoglobin", "--value", "14", "--unit", "g/dL"]).as_deref(), Some("718-7"));
}

#[test]
fn a_category_is_refused_and_the_exit_code_says_so() {
    let program = Program::new();
    let ran = program.run(&["resolve", "血脂"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("refused"), "{}", ran.out);
}

#[test]
fn a_file_of_names_gives_a_line_a_row() {
    let program = Program::new();
    let table =
        "name\tunit\tspecimen\tlanguage\nLDL-C\t\t\ten\nzz nothing known\t\t\ten\n\t\t\t\n血红蛋白\tg/L\t\tzh\n";
    let ran = program.with_input(&["resolve", "--tsv", "-", "--codes"], table);
    assert_eq!((ran.code, ran.out.as_str()), (0, "13457-7\n\n\n718-7\n"), "{}", ran.err);
    let missing = program.run(&["resolve", "--tsv", "nowhere.tsv", "--codes"]);
    assert_eq!(missing.code, 3);
    assert!(missing.err.contains("nowhere.tsv"), "{}", missing.err);
}

#[test]
fn an_answer_that_is_not_sure_enough_is_kept_back() {
    let program = Program::new();
    let ran = program.run(&["resolve", "Hemoglobin", "--min-confidence", "1"]);
    assert_eq!((ran.code, ran.out.contains("could be 718-7")), (1, true), "{}", ran.out);
    program.ok(&["resolve", "Hemoglobin", "--min-confidence", "0.5"]);
    for wrong in ["2", "-1", "NaN", "much"] {
        assert_eq!(program.run(&["resolve", "Hemoglobin", &format!("--min-confidence={wrong}")]).code, 2, "{wrong}");
    }
}

#[test]
fn an_answer_is_explained() {
    let program = Program::new();
    let reading = ["resolve", "Hemoglobin", "--value", "8.7", "--unit", "mmol/L", "--explain"];
    let text = program.ok(&reading);
    for part in ["59260-0", "read", "hemoglobin", "mmol/L", "candidates", "the unit does not fit", "718-7"] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    let mut as_json = reading.to_vec();
    as_json.push("--json");
    let value = program.json(&as_json);
    let explanation = &value[0]["explanation"];
    assert_eq!(explanation["read"]["unit"], "mmol/L");
    assert!(explanation["candidates"][0]["features"].as_array().is_some_and(|all| all.len() > 5), "{explanation}");
    assert_eq!((&value[0]["loinc"], value[0]["certain"].is_boolean()), (&"59260-0".into(), true));
}

#[test]
fn typing_it_wrong_is_exit_code_two() {
    let program = Program::new();
    assert_eq!(program.run(&["resolve"]).code, 2);
    assert_eq!(program.run(&["frobnicate"]).code, 2);
}
