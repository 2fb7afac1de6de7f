//! `mirobody doctor`, `about`, and a machine that is in the way.

use crate::program::Program;

#[test]
fn the_doctor_finds_a_good_machine_and_names_a_misspelt_key() {
    let program = Program::new();
    program.file("config.yaml", "HTTP_PROT: 1\n");
    let checks = program.ok(&["doctor"]);
    assert!(checks.contains("HTTP_PROT") && checks.contains("loinc-2.83+"), "{checks}");
}

#[test]
fn every_vocabulary_travels_with_its_notice() {
    let program = Program::new();
    let notices = program.ok(&["about", "--notices"]);
    for part in ["Apache License", "LOINC", "Regenstrief", "ICPC-3", "WONCA", "UCUM", "CPIC", "dbSNP"] {
        assert!(notices.contains(part), "{part}");
    }
}

#[test]
fn a_data_directory_that_cannot_be_is_said() {
    let program = Program::new();
    program.file("home", "a file where the data directory should be");
    let ran = program.run(&["ask", "latest LDL"]);
    assert_eq!(ran.code, 4, "{}", ran.out);
    assert!(ran.err.starts_with("error: "), "{}", ran.err);
}

#[test]
fn help_has_examples() {
    let program = Program::new();
    for command in ["resolve", "parse", "import", "ask", "serve", "mcp", "profile", "demo"] {
        assert!(program.ok(&[command, "--help"]).contains("Example"), "{command}");
    }
}
