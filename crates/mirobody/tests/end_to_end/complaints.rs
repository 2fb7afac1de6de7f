//! `mirobody complaints`.

use crate::program::Program;

#[test]
fn a_sentence_gives_codes_with_what_is_said_of_them() {
    let program = Program::new();
    let table = program.ok(&["complaints", "我头疼三天了，没发烧，我妈咳嗽"]);
    let words = |said: &str| {
        let line = table.lines().find(|line| line.starts_with(said)).unwrap_or_else(|| panic!("{said}: {table}"));
        line.split_whitespace().take(4).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(words("头疼"), ["头疼", "NS01", "affirmed", "三天"]);
    assert_eq!(words("发烧")[1..3], ["AS03", "negated"]);
    assert_eq!(words("咳嗽")[1..3], ["RS07", "other"]);
    assert!(!program.home().exists(), "reading a sentence needs no data directory");
}

#[test]
fn json_has_the_classifications_title_and_the_place_of_the_words() {
    let program = Program::new();
    let found = program.json(&["complaints", "Severe headache since Monday", "--lang", "en", "--json"]);
    let headache = &found[0];
    assert_eq!((found.as_array().map(Vec::len), headache["outcome"].as_str()), (Some(1), Some("coded")));
    assert_eq!((headache["icpc"].as_str(), headache["title"].as_str()), (Some("NS01"), Some("Headache")));
    assert_eq!((headache["said"].as_str(), headache["start"].as_u64()), (Some("headache"), Some(7)));
    assert_eq!((headache["severity"].as_str(), headache["duration"].as_str()), (Some("Severe"), Some("since Monday")));
}

#[test]
fn what_is_too_broad_or_no_complaint_is_exit_code_one() {
    let program = Program::new();
    let refused = program.run(&["complaints", "I feel unwell"]);
    assert_eq!(refused.code, 1);
    assert!(refused.out.contains("refuse: "), "{}", refused.out);
    let nothing = program.run(&["complaints", "The weather is nice", "--lang", "en"]);
    assert_eq!(nothing.code, 1);
    assert!(nothing.out.contains("No complaint"), "{}", nothing.out);
}

#[test]
fn a_note_is_read_from_standard_input() {
    let program = Program::new();
    let ran = program.with_input(&["complaints", "-", "--lang", "de", "--json"], "Knieschmerzen.\nKein Fieber.\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((found[0]["icpc"].as_str(), found[1]["status"].as_str()), (Some("LS14"), Some("negated")));
}

#[test]
fn a_language_without_tables_is_typed_wrong() {
    let program = Program::new();
    let ran = program.run(&["complaints", "hoofdpijn", "--lang", "nl"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("pt, ko"), "{}", ran.err);
}

#[test]
fn what_is_told_is_kept_and_answers() {
    let program = Program::new();
    let tell =
        ["tell", "headache for three days, no fever, my mother coughs", "--time", "2026-03-01", "--user", "alice"];
    let told = program.ok(&tell);
    assert!(told.contains("NS01") && told.contains("negated") && !told.contains("cough"), "{told}");
    let json = program.json(&["tell", "头疼", "--user", "alice", "--json"]);
    assert_eq!((json["kept"][0]["icpc"].as_str(), json["of_others"].as_u64()), (Some("NS01"), Some(0)));
    let answer = program.ok(&["ask", "did I have headaches in March 2026", "--user", "alice"]);
    assert!(answer.contains("2026-03-01") && answer.contains("NS01"), "{answer}");
    let nothing = program.run(&["tell", "The weather is nice", "--user", "alice"]);
    assert_eq!(nothing.code, 1);
    assert!(nothing.out.contains("nothing was kept"), "{}", nothing.out);
    assert_eq!(program.run(&["tell", "headache", "--time", "yesterday"]).code, 2);
}
