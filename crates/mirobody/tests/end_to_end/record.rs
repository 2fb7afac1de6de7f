//! Documents into the record, questions out of it.

use crate::program::Program;

#[test]
fn the_synthetic_person_loads_once_and_answers_with_a_sourced_number() {
    let program = Program::new();
    program.ok(&["demo"]);
    let again = program.run(&["demo"]);
    assert!(again.err.contains("0 new readings"), "{}", again.err);
    let answer = program.ok(&["ask", "What is my latest LDL?", "--user", "demo"]);
    assert!(answer.contains("104") && answer.contains("mg/dL") && answer.contains("2026-05-19"), "{answer}");
    let trend = program.ok(&["ask", "How is my LDL trending?", "--user", "demo"]);
    assert!(trend.contains("138 mg/dL on 2023-05-11") && trend.contains("2023-05  138"), "{trend}");
    assert!(trend.contains('●') && !trend.contains("vis-chart"), "a chart for a terminal: {trend}");
    let chinese = program.ok(&["ask", "我的空腹血糖最近一次是多少？", "--user", "demo"]);
    assert!(chinese.contains("97"), "{chinese}");
}

#[test]
fn what_was_never_recorded_is_said_to_be_so() {
    let program = Program::new();
    program.ok(&["demo"]);
    let answer = program.ok(&["ask", "What is my latest NT-proBNP?", "--user", "demo"]);
    assert!(answer.to_lowercase().contains("never been recorded") || answer.contains("has been recorded"), "{answer}");
    assert!(!answer.chars().any(|c| c.is_ascii_digit()), "nothing to count: {answer}");
}

#[test]
fn one_person_never_sees_another() {
    let program = Program::new();
    let file = program.file("a.txt", "Collected: 2026-01-05\nFasting glucose: 143.7 mg/dL\n");
    program.ok(&["import", &file, "--user", "alice"]);
    assert!(program.ok(&["ask", "latest fasting glucose", "--user", " Alice "]).contains("143.7"));
    assert!(!program.ok(&["ask", "latest fasting glucose", "--user", "bob"]).contains("143.7"));
}

#[test]
fn an_upload_that_cannot_be_read_keeps_its_original() {
    let program = Program::new();
    let original = b"%PDF-1.4\n garbage that is kept \x00\x01";
    let file = program.file("scan.pdf", original);
    let done = program.json(&["import", &file, "--json"]);
    assert_eq!((done[0]["kept"].as_bool(), done[0]["readings"].as_u64()), (Some(true), Some(0)));
    assert!(!done[0]["issues"].as_array().unwrap().is_empty());
    let kept = walk(&program.home()).into_iter().any(|path| std::fs::read(path).unwrap() == original);
    assert!(kept, "the original is not in the data directory");
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn the_same_file_again_adds_no_reading() {
    let program = Program::new();
    let file = program.file("a.txt", "Collected: 2026-01-05\nHemoglobin: 13.5 g/dL\n");
    assert_eq!(program.json(&["import", &file, "--json"])[0]["readings"], 1);
    let again = program.json(&["import", &file, "--json"]);
    assert_eq!((again[0]["readings"].as_u64(), again[0]["duplicate"].as_bool()), (Some(0), Some(true)));
}

#[test]
fn a_profile_is_kept_and_a_wrong_one_refused() {
    let program = Program::new();
    program.ok(&["profile", "--zone", "Asia/Shanghai", "--sex", "female", "--birth-date", "1984-05-02"]);
    let profile = program.json(&["profile", "--json"]);
    assert_eq!(
        (profile["zones"][0]["zone"].as_str(), profile["sex"].as_str()),
        (Some("Asia/Shanghai"), Some("female"))
    );
    for wrong in [["--zone", "Mars/Olympus"], ["--sex", "perhaps"], ["--birth-date", "2026-02-30"]] {
        assert_ne!(program.run(&["profile", wrong[0], wrong[1]]).code, 0, "{wrong:?}");
    }
}

/// Everything an export can hold, in the record of alice.
fn full_record(program: &Program) {
    let first =
        program.file("a.txt", "Collected: 2026-01-05\nFasting glucose: 143.70 mg/dL (ref 70-110)\nCRP < 0.5 mg/L\n");
    let scan = program.file("scan.pdf", "%PDF-1.4\n garbage that is kept");
    program.run(&["import", &first, &scan, "--user", "alice"]);
    program.ok(&[
        "profile",
        "--user",
        "alice",
        "--zone",
        "Asia/Tokyo",
        "--sex",
        "female",
        "--birth-date",
        "1984-05-02",
    ]);
    program.ok(&["profile", "--user", "alice", "--zone", "Europe/Brussels", "--since", "2026-02-01"]);
    program.ok(&["alias", "add", "Mystery 7", "2345-7", "--unit", "mg/dL", "--user", "alice"]);
    let second = program.file("b.csv", "name,value,unit,date\nMystery 7,97,mg/dL,2026-03-01\n尿蛋白,+,,2026-03-01\n");
    program.run(&["import", &second, "--user", "alice"]);
    program.ok(&["tell", "headache for three days, no fever", "--time", "2026-03-02", "--user", "alice"]);
    let watch = program.file("watch.ndjson", WATCH);
    program.ok(&["import", &watch, "--user", "alice"]);
}

/// What a device measured, as an export says it.
const WATCH: &str = r#"{"kind":"mirobody-export","version":1}
{"kind":"samples","series":"8867-4","name":"heart_rate","loinc":"8867-4","tag":"garmin","unit":"/min","samples":[["2026-03-01T06:00:00Z","2026-03-01T06:00:00Z",3600,"2026-03-01","61"],["2026-03-01T06:00:05Z","2026-03-01T06:00:05Z",null,"2026-03-01","62.5"]]}
{"kind":"samples","series":"8867-4","name":"heart_rate","loinc":"8867-4","tag":"polar","unit":"/min","samples":[["2026-03-01T23:30:00Z","2026-03-01T23:31:00Z",3600,"2026-03-02","58"]]}
"#;

#[test]
fn an_export_put_into_a_new_record_gives_the_same_export() {
    let (from, to) = (Program::new(), Program::new());
    full_record(&from);
    for format in ["json", "ndjson"] {
        let export = from.ok(&["export", "--user", "alice", "--format", format]);
        assert!(export.contains("143.70") && export.contains("Mystery 7") && export.contains("1984-05-02"));
        assert!(export.contains("\"garmin\"") && export.contains("62.5"), "{export}");
        assert!(export.contains("headache for three days") && export.contains("\"icpc\""), "{export}");
        let file = to.file(&format!("alice.{format}"), &export);
        let user = format!("alice-{format}");
        to.ok(&["import", &file, "--user", &user]);
        assert_eq!(to.ok(&["export", "--user", &user, "--format", format]), export);
        // Again: nothing is added twice.
        let again = to.ok(&["import", &file, "--user", &user]);
        assert!(again.contains("0 readings and 0 files added"), "{again}");
        assert_eq!(to.ok(&["export", "--user", &user, "--format", format]), export);
        let answer = to.ok(&["ask", "latest fasting glucose", "--user", &user]);
        assert!(answer.contains("143.7"), "{answer}");
        let answer = to.ok(&["ask", "latest heart rate", "--user", &user]);
        assert!(answer.contains("58 /min") && answer.contains("polar"), "{answer}");
    }
}

#[test]
fn a_person_of_another_account_is_reached_by_its_name() {
    let program = Program::new();
    program.ok(&["keys", "create", "--account", "clinic"]);
    let report = program.file("a.txt", "Collected: 2026-01-05\nFasting glucose: 143.70 mg/dL\n");
    program.ok(&["import", &report, "--user", "alice", "--account", "clinic"]);
    let theirs = program.ok(&["export", "--user", "alice", "--account", "clinic", "--format", "csv"]);
    assert!(theirs.contains("143.70"), "{theirs}");
    assert_eq!(program.run(&["export", "--user", "alice"]).code, 2, "the local account has another alice, or none");
    let unknown = program.run(&["export", "--user", "alice", "--account", "nobody"]);
    assert_eq!(unknown.code, 2, "{}", unknown.out);
}

#[test]
fn an_export_for_other_programs_has_the_readings() {
    let program = Program::new();
    full_record(&program);
    let csv = program.ok(&["export", "--user", "alice", "--format", "csv"]);
    assert!(csv.starts_with("indicator,value,unit,") && csv.contains("Fasting glucose,143.70,mg/dL"), "{csv}");
    assert!(csv.contains("heart_rate,62.5,/min") && csv.contains(",2026-03-02,device,polar,"), "{csv}");
    let fhir = program.ok(&["export", "--user", "alice", "--format", "fhir"]);
    assert!(fhir.contains("\"resourceType\":\"Patient\"") && fhir.contains("\"value\":143.70"), "{fhir}");
    let out = program.folder().join("alice.json").display().to_string();
    program.ok(&["export", "--user", "alice", "--output", &out]);
    assert_ne!(program.run(&["export", "--user", "alice", "--output", &out]).code, 0, "a file is not overwritten");
    assert_eq!(program.run(&["export", "--user", "nobody"]).code, 2);
}

#[test]
fn a_damaged_export_adds_nothing() {
    let (from, to) = (Program::new(), Program::new());
    full_record(&from);
    let export = from.ok(&["export", "--user", "alice"]);
    let cut = to.file("cut.json", &export[..export.len() / 2]);
    let bent = to.file("bent.json", export.replace("\"precision\":\"day\"", "\"precision\":\"never\""));
    let late = to.file("late.json", export.replace("\"62.5\"", "\"six\""));
    for file in [cut, bent, late] {
        let done = to.run(&["import", &file, "--user", "alice"]);
        assert_ne!(done.code, 0, "{}", done.out);
    }
    let after = to.ok(&["export", "--user", "alice"]);
    assert!(!after.contains("\"kind\":\"reading\"") && !after.contains("\"kind\":\"file\""), "{after}");
}
