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
fn the_doctor_names_models_and_the_settings_of_their_keys() {
    let program = Program::new();
    let blocks = "PROVIDERS_DEEP:\n  near:\n    llm_type: openai\n    base_url: http://127.0.0.1:9/v1\n    model: m\n  far:\n    \
        llm_type: anthropic\n    api_key: SOME_KEY\n    model: c\n";
    program.file("config.yaml", blocks);
    let checks = program.ok(&["doctor"]);
    assert!(checks.contains("near (openai, m)") && checks.contains("SOME_KEY is not set"), "{checks}");
    let probed = program.run(&["doctor", "--probe"]);
    assert_eq!(probed.code, 1, "nobody answers there: {}", probed.out);
    assert!(probed.out.contains("near (openai, m): the connection"), "{}", probed.out);
}

#[test]
fn the_doctor_names_the_sources_of_evidence_and_the_skills() {
    let program = Program::new();
    let checks = program.ok(&["doctor"]);
    assert!(checks.contains("EVIDENCE_ENABLED=true") && checks.contains("clinician-visit"), "{checks}");
    program.file("index/a.ndjson", r#"{"ref": "pmid:7", "title": "Hypertension"}"#);
    program.file("own/broken/SKILL.md", "nothing");
    let index = "EVIDENCE_ENABLED: true\nEVIDENCE_EUROPE_PMC_URL: ''\nEVIDENCE_TRIALS_URL: ''\n\
        EVIDENCE_PUBMED_URL: http://127.0.0.1:9\nEVIDENCE_INDEX: index\nSKILL_DIRS: own\n";
    program.file("config.yaml", index);
    let checks = program.ok(&["doctor"]);
    for part in ["PubMed; not asked without --probe", "offline index of 1 records", "broken is left out"] {
        assert!(checks.contains(part), "{part}: {checks}");
    }
    let probed = program.run(&["doctor", "--probe"]);
    assert_eq!(probed.code, 1, "nobody answers there: {}", probed.out);
    assert!(probed.out.contains("PubMed: could not be reached"), "{}", probed.out);
    assert!(probed.out.contains("offline index: answered"), "{}", probed.out);
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
