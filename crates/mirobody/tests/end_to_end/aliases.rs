//! `mirobody alias`.

use crate::program::Program;

#[test]
fn a_confirmed_name_is_coded_so_from_then_on() {
    let program = Program::new();
    program.ok(&["alias", "add", "Mystery 7", "2345-7", "--user", "alice"]);
    program.ok(&["alias", "add", "Hemoglobin", "20509-6", "--laboratory", "Synlab", "--user", "alice"]);
    let report = "Synlab Trier\nCollected: 2026-01-05\nMystery 7: 143.7 mg/dL\nHemoglobin: 13.5 g/dL\n";
    let file = program.file("a.txt", report);
    program.ok(&["import", &file, "--user", "alice"]);
    let answer = program.ok(&["ask", "What is my latest glucose?", "--user", "alice"]);
    assert!(answer.contains("143.7"), "{answer}");
    let code = |user: &str| program.run(&["resolve", "mystery 7", "--user", user, "--json"]).out;
    assert!(code("alice").contains("\"alias\"") && code("alice").contains("2345-7"), "{}", code("alice"));
    assert!(!code("bob").contains("\"alias\""), "{}", code("bob"));
}

#[test]
fn aliases_are_listed_and_forgotten() {
    let program = Program::new();
    assert!(program.run(&["alias", "list"]).err.contains("no alias"));
    program.ok(&["alias", "add", "Hb", "59260-0", "--unit", "mmol/L"]);
    program.ok(&["alias", "add", "Index", "--uncoded", "--specimen", "Urine"]);
    let table = program.ok(&["alias", "list"]);
    assert!(
        table.contains("moles") && table.contains("59260-0 Hemoglobin") && table.contains("left uncoded"),
        "{table}"
    );
    let rows = program.json(&["alias", "list", "--json"]);
    assert_eq!((&rows[0]["unit_family"], &rows[1]["specimen"]), (&"moles".into(), &"Urine".into()));
    assert_eq!(program.run(&["alias", "remove", "Hb", "--unit", "g/dL"]).code, 1);
    program.ok(&["alias", "remove", "hb"]);
    assert_eq!(program.json(&["alias", "list", "--json"]).as_array().map(Vec::len), Some(1));
}

#[test]
fn an_alias_that_cannot_be_is_typed_wrong() {
    let program = Program::new();
    let table: [&[&str]; 6] = [
        &["Hb"],
        &["Hb", "718-8"],
        &["Hb", "718-7", "--uncoded"],
        &["Hb", "718-7", "--unit", "bananas"],
        &["Hb", "718-7", "--unit", "mmol/L"],
        &["Hb", "718-7", "--specimen", "urine"],
    ];
    for wrong in table {
        let arguments: Vec<&str> = ["alias", "add"].iter().chain(wrong).copied().collect();
        assert_eq!(program.run(&arguments).code, 2, "{wrong:?}");
    }
    assert!(!program.home().exists(), "nothing is opened for what is typed wrong");
}
