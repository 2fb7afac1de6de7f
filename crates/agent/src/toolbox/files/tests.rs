//! The file tools on a record of two people.

use mirobody_llm::{Part, Sight};
use mirobody_query::ErrorKind;
use mirobody_store::{FileRecord, NewFile, Retention, Scope, Store};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::{toolbox::Workplace, tools::Output};

struct Bench {
    _dir: TempDir,
    ann: Workplace,
    bob: Workplace,
}

impl Bench {
    async fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).await.unwrap();
        let account = store.local_account().await.unwrap();
        let place = |scope| Workplace {
            store: store.clone(),
            scope,
            now: "2026-06-20T12:00:00Z".parse().unwrap(),
            embedder: None,
        };
        let (ann, bob) = (account.subject(&store, "ann").await.unwrap(), account.subject(&store, "bob").await.unwrap());
        Self { ann: place(ann), bob: place(bob), _dir: dir }
    }

    async fn upload(&self, scope: &Scope, name: &str, media_type: &str, bytes: &[u8], pages: &[&str]) -> FileRecord {
        let (store, now) = (&self.ann.store, self.ann.now);
        let new = NewFile {
            name: name.to_owned(),
            media_type: media_type.to_owned(),
            bytes: bytes.to_vec(),
            retention: Retention::Permanent,
        };
        let kept = store.put_file(scope, new, now).await.unwrap();
        let pages: Vec<String> = pages.iter().map(|page| (*page).to_owned()).collect();
        store.set_file_text(scope, &kept.key, &pages, "a check-up").await.unwrap();
        kept
    }
}

fn files() -> Files {
    Files::new(Arc::new(Skills::shipped()))
}

async fn call(files: Files, place: &Workplace, name: &str, arguments: Value) -> Output {
    let tools = files.tools();
    let tool = tools.iter().find(|tool| tool.spec().name == name).unwrap();
    tool.call(place, arguments.as_object().unwrap()).await
}

async fn text(place: &Workplace, name: &str, arguments: Value) -> String {
    call(files().writable_for("s1"), place, name, arguments).await.text
}

#[test]
fn what_writes_is_offered_to_a_stored_turn_only_and_every_schema_is_closed() {
    let names = |files: Files| files.tools().iter().map(|tool| tool.spec().name).collect::<Vec<_>>();
    assert_eq!(names(files()), ["ls", "read_file", "glob", "grep"]);
    assert_eq!(names(files().writable_for("s1")), ["ls", "read_file", "glob", "grep", "write_file", "edit_file"]);
    for tool in files().writable_for("s1").tools() {
        let spec = tool.spec();
        assert_eq!(spec.parameters["additionalProperties"], false, "{}", spec.name);
        assert!(spec.description.len() < 500, "{}", spec.name);
    }
}

#[tokio::test]
async fn documents_are_listed_found_searched_and_read() {
    let bench = Bench::new().await;
    let ann = &bench.ann;
    let scan = bench
        .upload(&ann.scope, "Labor März.pdf", "application/pdf", b"%PDF", &["LDL 3.9 mmol/L\nHDL 1.2", "LDL again"])
        .await;
    let path = format!("/files/{}", scan.key);
    assert_eq!(text(ann, "ls", json!({})).await.lines().count(), 3);
    let line = format!("{path}  4 bytes  2026-06-20  \"Labor März.pdf\", application/pdf; a check-up");
    assert_eq!(text(ann, "ls", json!({"path": "files"})).await, line);
    assert_eq!(text(ann, "glob", json!({"pattern": "*märz*"})).await, line);
    assert_eq!(text(ann, "glob", json!({"pattern": "**/*.md", "path": "/files"})).await, "(nothing)");
    let hits = text(ann, "grep", json!({"pattern": "ldl", "path": "/files"})).await;
    assert_eq!(hits, format!("{path}:2: LDL 3.9 mmol/L\n{path}:5: LDL again"));
    let hits = text(ann, "grep", json!({"pattern": r"^H.L\s", "regex": true, "case_sensitive": true})).await;
    assert!(hits.contains(":3: HDL 1.2"), "{hits}");
    let whole = text(ann, "read_file", json!({"path": path})).await;
    let head = "(\"Labor März.pdf\", application/pdf, 4 bytes)\n";
    assert_eq!(whole, format!("{head}1\t[page 1]\n2\tLDL 3.9 mmol/L\n3\tHDL 1.2\n4\t[page 2]\n5\tLDL again\n"));
    let part = text(ann, "read_file", json!({"path": path, "offset": 2, "limit": 1})).await;
    assert!(part.contains("; lines 2 to 2 of 5; go on with offset 3)\n2\tLDL"), "{part}");
}

#[tokio::test]
async fn nothing_of_another_person_is_there() {
    let bench = Bench::new().await;
    let (ann, bob) = (&bench.ann, &bench.bob);
    let kept = bench.upload(&ann.scope, "secret.txt", "text/plain", b"x", &["secret finding"]).await;
    text(ann, "write_file", json!({"path": "/notes/secret.md", "content": "secret note"})).await;
    let path = format!("/files/{}", kept.key);
    for (name, arguments) in [
        ("ls", json!({"path": "/files"})),
        ("ls", json!({"path": "/notes"})),
        ("ls", json!({"path": path})),
        ("glob", json!({"pattern": "*secret*"})),
        ("grep", json!({"pattern": "secret"})),
        ("grep", json!({"pattern": "secret", "path": path})),
        ("read_file", json!({"path": path})),
        ("read_file", json!({"path": "/notes/secret.md"})),
        ("edit_file", json!({"path": "/notes/secret.md", "old_string": "secret", "new_string": "x"})),
    ] {
        let answer = text(bob, name, arguments.clone()).await;
        let repeated = answer.replace(&path, "").replace("/notes/secret.md", "");
        assert!(!repeated.contains("secret"), "{name} {arguments}: {answer}");
        let mine = text(ann, name, arguments.clone()).await;
        assert_ne!(mine, answer, "{name} {arguments} says something to whom it belongs");
    }
    text(bob, "write_file", json!({"path": "/notes/secret.md", "content": ""})).await;
    assert!(text(ann, "read_file", json!({"path": "/notes/secret.md"})).await.contains("x note"));
}

#[tokio::test]
async fn notes_are_written_changed_and_removed_and_nothing_else_is() {
    let bench = Bench::new().await;
    let ann = &bench.ann;
    let kept = bench.upload(&ann.scope, "a.txt", "text/plain", b"x", &["x"]).await;
    let write = |path: &str, content: &str| text(ann, "write_file", json!({"path": path, "content": content}));
    assert_eq!(write("notes/visit/plan.md", "a\nb\na\n").await, "/notes/visit/plan.md written");
    assert_eq!(text(ann, "ls", json!({"path": "/notes"})).await, "/notes/visit/");
    assert!(text(ann, "ls", json!({"path": "/notes/visit"})).await.starts_with("/notes/visit/plan.md  6 bytes"));
    let edit = |old: &str, new: &str, all: bool| {
        let arguments =
            json!({"path": "/notes/visit/plan.md", "old_string": old, "new_string": new, "replace_all": all});
        text(ann, "edit_file", arguments)
    };
    assert_eq!(edit("b", "c", false).await, "/notes/visit/plan.md changed, in 1 place");
    assert!(edit("a", "d", false).await.contains("2 times"));
    assert_eq!(edit("a", "d", true).await, "/notes/visit/plan.md changed, in 2 places");
    assert!(edit("z", "d", true).await.contains("is not in"));
    assert!(edit("", "d", true).await.contains("old_string: "));
    assert!(edit("\n", &"x".repeat(100_000), true).await.contains("at most 256 KB"));
    assert_eq!(text(ann, "read_file", json!({"path": "/notes/visit/plan.md"})).await, "1\td\n2\tc\n3\td\n");
    for path in [format!("/files/{}", kept.key), "/files/new.txt".into(), "/skills/trend-reading/SKILL.md".into()] {
        for (name, arguments) in [
            ("write_file", json!({"path": path, "content": "x"})),
            ("edit_file", json!({"path": path, "old_string": "a", "new_string": "b"})),
        ] {
            let output = call(files().writable_for("s1"), ann, name, arguments).await;
            assert_eq!(output.kind, Some(ErrorKind::Denied), "{name} {path}");
        }
    }
    for path in ["/", "/notes", "/notes/../files/x", "/etc/passwd", "/notes/a\0b"] {
        assert!(write(path, "x").await.contains("path: "), "{path}");
    }
    assert_eq!(write("/notes/visit/plan.md", "").await, "/notes/visit/plan.md removed");
    assert_eq!(text(ann, "ls", json!({"path": "/notes"})).await, "(nothing)");
}

#[tokio::test]
async fn a_note_goes_with_the_conversation_it_was_written_in() {
    let bench = Bench::new().await;
    text(&bench.ann, "write_file", json!({"path": "/notes/a", "content": "x"})).await;
    bench.ann.store.delete_session(&bench.ann.scope, "s1").await.unwrap();
    let output = call(files(), &bench.ann, "read_file", json!({"path": "/notes/a"})).await;
    assert_eq!(output.kind, Some(ErrorKind::NoData));
}

#[tokio::test]
async fn what_a_model_sees_is_shown_as_it_is_once_and_only_where_it_is_taken() {
    let bench = Bench::new().await;
    let ann = &bench.ann;
    let pdf = bench.upload(&ann.scope, "a.pdf", "application/pdf", b"%PDF-bytes", &["one\ntwo"]).await;
    let image = bench.upload(&ann.scope, "b.png", "image/png", b"png-bytes", &[]).await;
    let sighted = || files().shown_to(Sight { images: true, documents: true });
    let read = |files: Files, file: &FileRecord, offset: usize| {
        let arguments = json!({"path": format!("/files/{}", file.key), "offset": offset});
        let ann = ann.clone();
        async move { call(files, &ann, "read_file", arguments).await }
    };
    let shown = read(sighted(), &pdf, 1).await;
    let document = Part::Document {
        media_type: "application/pdf".into(),
        name: "a.pdf".into(),
        bytes: b"%PDF-bytes".as_slice().into(),
    };
    assert_eq!(shown.parts, [document]);
    assert!(shown.text.contains("shown as it is") && shown.text.contains("1\tone"), "the text is there too");
    assert!(read(sighted(), &pdf, 2).await.parts.is_empty());
    assert!(read(files(), &pdf, 1).await.parts.is_empty());
    let shown = read(sighted(), &image, 1).await;
    assert!(matches!(&shown.parts[..], [Part::Image { media_type, .. }] if media_type == "image/png"));
    assert!(shown.text.contains("no text was read from it"), "{}", shown.text);
}

#[tokio::test]
async fn skills_are_read_where_they_are_listed() {
    let bench = Bench::new().await;
    let skill = text(&bench.bob, "read_file", json!({"path": "/skills/medication-review/SKILL.md"})).await;
    assert!(skill.starts_with("1\t---\n2\tname: medication-review\n"), "{skill}");
    assert_eq!(text(&bench.bob, "ls", json!({"path": "/skills"})).await.lines().count(), 4);
    for path in ["/skills", "/skills/none/SKILL.md", "/", "/files", "/files/zz/none.pdf"] {
        let output = call(files(), &bench.bob, "read_file", json!({"path": path})).await;
        assert_eq!(output.kind, Some(ErrorKind::NoData), "{path}");
    }
}

#[tokio::test]
async fn what_does_not_fit_is_refused_and_what_is_too_much_is_cut() {
    let bench = Bench::new().await;
    let ann = &bench.ann;
    for (name, arguments, reason) in [
        ("ls", json!({"path": 3}), "path: not a text"),
        ("ls", json!({"dir": "/"}), "dir: unknown parameter"),
        ("read_file", json!({}), "path: required"),
        ("read_file", json!({"path": "/notes/a", "offset": 0}), "offset: at least 1"),
        ("grep", json!({"pattern": "("  , "regex": true}), "pattern: not a regular expression"),
        ("grep", json!({"pattern": "x", "regex": "yes"}), "regex: not true or false"),
        ("glob", json!({"pattern": "{a"}), "pattern: a [ or { in it is not closed"),
        ("write_file", json!({"path": "/notes/a"}), "content: required"),
    ] {
        let answer = text(ann, name, arguments.clone()).await;
        assert!(answer.contains(reason), "{name} {arguments}: {answer}");
    }
    let long = "hit\n".repeat(300);
    text(ann, "write_file", json!({"path": "/notes/long", "content": long})).await;
    let hits = text(ann, "grep", json!({"pattern": "hit", "path": "/notes"})).await;
    assert!(hits.starts_with("the first 50 of 300 lines\n") && hits.lines().count() == 51);
    assert_eq!(
        text(ann, "grep", json!({"pattern": "hit", "path": "/notes", "limit": 1_000})).await.lines().count(),
        201
    );
    assert_eq!(text(ann, "grep", json!({"pattern": "hit", "path": "/files"})).await, "(no hit)");
    assert_eq!(text(ann, "grep", json!({"pattern": "hit", "glob": "*.md", "path": "/notes"})).await, "(no hit)");
}
