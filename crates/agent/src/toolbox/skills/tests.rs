//! Skills as they are shipped, and as an operator writes them.

use std::fs;

use super::*;

fn write(dir: &Path, path: &str, text: &str) {
    let path = dir.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\nlicense: MIT\n---\n# {name}\n")
}

#[test]
fn those_that_are_shipped_are_whole_and_listed_with_where_they_are_read() {
    let (skills, bad) = Skills::load(&[SkillSource::Shipped]);
    assert_eq!(bad, []);
    let names: Vec<&str> = skills.names().collect();
    assert_eq!(names, ["clinician-visit", "intervention-comparison", "medication-review", "trend-reading"]);
    let listing = skills.listing();
    assert_eq!(listing.lines().count(), names.len());
    assert!(listing.starts_with("- clinician-visit (/skills/clinician-visit/SKILL.md): "), "{listing}");
    for name in names {
        let text = skills.file(&format!("{name}/SKILL.md")).unwrap();
        assert!(text.len() < 8_000, "{name} is read whole, so it is short");
        for tool in ["query_health_indicators", "get_genetic_data"] {
            assert!(!text.contains(tool), "{name} names the tool {tool}, which a turn does not have");
        }
    }
    assert_eq!(skills.file("trend-reading/../medication-review/SKILL.md"), None);
}

#[test]
fn a_skill_of_ones_own_replaces_one_that_was_shipped_and_brings_its_files() {
    let dir = tempfile::tempdir().unwrap();
    write(
        dir.path(),
        "trend-reading/SKILL.md",
        &skill("trend-reading", "ours:\n  of two\n  lines").replace("ours:", ">\n  ours"),
    );
    write(dir.path(), "trend-reading/tables/ranges.md", "a table");
    write(dir.path(), "no skill/README.md", "nothing");
    let own = SkillSource::read(dir.path().to_str().unwrap());
    let (skills, bad) = Skills::load(&[own, SkillSource::read("shipped")]);
    assert_eq!((bad, skills.names().count()), (vec![], 4));
    assert!(skills.listing().contains("- trend-reading (/skills/trend-reading/SKILL.md): ours of two lines\n"));
    assert_eq!(skills.file("trend-reading/tables/ranges.md"), Some("a table"));
    assert_eq!(skills.files().count(), 5);
}

#[test]
fn a_bad_skill_is_left_out_and_told() {
    let dir = tempfile::tempdir().unwrap();
    let long = "x".repeat(1_025);
    for (name, text) in [
        ("none", "# no frontmatter"),
        ("open", "---\nname: open\ndescription: never ends\n"),
        ("yaml", "---\nname: [\n---\n"),
        ("nameless", "---\ndescription: x\n---\n"),
        ("other", &skill("another", "x")),
        ("Upper", &skill("Upper", "x")),
        ("wordless", "---\nname: wordless\ndescription: ' '\n---\n"),
        ("wordy", &skill("wordy", &long)),
        ("good", &skill("good", "fine")),
    ] {
        write(dir.path(), &format!("{name}/SKILL.md"), text);
    }
    write(dir.path(), "large/SKILL.md", &skill("large", "x"));
    write(dir.path(), "large/table.csv", &"x".repeat(128 * 1024 + 1));
    write(dir.path(), "bytes/SKILL.md", &skill("bytes", "x"));
    fs::write(dir.path().join("bytes/picture.png"), [0xff, 0xd8]).unwrap();
    let (skills, bad) = Skills::load(&[SkillSource::Folder(dir.path().to_owned())]);
    assert_eq!(skills.names().collect::<Vec<_>>(), ["good"]);
    let told: Vec<String> =
        bad.iter().map(|bad| format!("{}: {}", bad.place.rsplit('/').next().unwrap(), bad.reason)).collect();
    assert_eq!(
        told,
        [
            "Upper: SKILL.md: name must be 1 to 64 of a-z, 0-9 and - (not at an end)",
            "bytes: picture.png: is not text in UTF-8",
            "large: table.csv: larger than 128 KB",
            "nameless: SKILL.md: the frontmatter must be YAML with a name and a description",
            "none: SKILL.md: must begin with YAML between two lines of ---",
            "open: SKILL.md: must begin with YAML between two lines of ---",
            "other: SKILL.md: name must be that of its directory, other",
            "wordless: SKILL.md: description must be 1 to 1,024 characters",
            "wordy: SKILL.md: description must be 1 to 1,024 characters",
            "yaml: SKILL.md: the frontmatter must be YAML with a name and a description",
        ]
    );
    let (none, bad) = Skills::load(&[SkillSource::Folder(dir.path().join("not there"))]);
    assert_eq!((none.listing(), bad.len()), (String::new(), 1));
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed() {
    let (dir, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(outside.path(), "secret.txt", "secret");
    write(dir.path(), "linked/SKILL.md", &skill("linked", "x"));
    std::os::unix::fs::symlink(outside.path().join("secret.txt"), dir.path().join("linked/notes.txt")).unwrap();
    std::os::unix::fs::symlink(outside.path(), dir.path().join("linked/more")).unwrap();
    std::os::unix::fs::symlink(dir.path().join("linked"), dir.path().join("again")).unwrap();
    let (skills, bad) = Skills::load(&[SkillSource::Folder(dir.path().to_owned())]);
    assert_eq!((skills.files().count(), bad), (1, vec![]));
}
