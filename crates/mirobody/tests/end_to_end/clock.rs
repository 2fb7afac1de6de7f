//! Time that passes: what expires is hidden at once and removed by the worker. The clock is moved while both run.

use std::{
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use serde_json::json;

use crate::program::Program;

/// A worker, ended on drop.
struct Worker(Child);

impl Drop for Worker {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

fn files_on_disk(program: &Program) -> usize {
    let dirs = std::fs::read_dir(program.home().join("blobs")).unwrap();
    dirs.map(|dir| std::fs::read_dir(dir.unwrap().path()).unwrap().count()).sum()
}

#[test]
fn what_expires_is_hidden_at_once_and_removed_by_the_worker() {
    let program = Program::new();
    let (first, second) = (program.key("first"), program.key("second"));
    let hands = program.file("offset", "0s");
    let offset = format!("@{hands}");
    let server = program.serve_with(&[("MIROBODY_CLOCK_OFFSET", &offset)]);
    let record = json!({"indicator": "fasting_glucose", "value": "143.7", "unit": "mg/dL", "time": "2026-06-16"});
    for (key, retention) in [(&first, "1h"), (&first, "permanent"), (&second, "1h")] {
        let body = json!({"user": "alice", "retention": retention, "records": [record]}).to_string();
        assert_eq!(server.call("POST", "/v1/data", key, &body).status, 200);
    }
    let short = program.file("short.txt", "Hemoglobin: 13.5 g/dL");
    program.ok(&["import", &short, "--user", "kept"]);
    let body = json!({"user": "alice", "text": "Hemoglobin: 13.5 g/dL", "store": true, "retention": "1h"}).to_string();
    assert_eq!(server.call("POST", "/v1/standardize", &first, &body).status, 200);
    let upload = server.upload("/v1/files", &first, &[("user", "alice"), ("retention", "1h")], "Sodium: 140 mmol/L");
    assert!(upload.status < 300, "{}", upload.body);
    let rows = |key: &str| {
        let list = server.call("GET", "/v1/data?user=alice", key, "").json();
        list["data"].as_array().unwrap().len()
    };
    let files = || server.call("GET", "/v1/files?user=alice", &first, "").json()["data"].as_array().unwrap().len();
    assert_eq!((rows(&first), rows(&second), files()), (4, 1, 1));
    let before = files_on_disk(&program);
    std::fs::write(&hands, "59m").unwrap();
    assert_eq!((rows(&first), rows(&second), files()), (4, 1, 1));
    std::fs::write(&hands, "61m").unwrap();
    assert_eq!((rows(&first), rows(&second), files()), (1, 0, 0), "hidden before any worker has come");
    let mut command = program.command(&["worker"]);
    command.env("MIROBODY_CLOCK_OFFSET", &offset).stdout(Stdio::null()).stderr(Stdio::null());
    let _worker = Worker(command.spawn().unwrap());
    // The worker's first round is due at once; a machine that is slow is waited for.
    let end = Instant::now() + Duration::from_mins(1);
    while files_on_disk(&program) >= before && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(files_on_disk(&program), before - 1, "its bytes are gone");
    std::fs::write(&hands, "0s").unwrap();
    assert_eq!((rows(&first), rows(&second), files()), (1, 0, 0), "removed, not only hidden");
}

#[test]
fn a_moved_clock_is_refused_in_production() {
    let program = Program::new();
    for command in [&["serve", "--port", "0"][..], &["worker"], &["maintain"]] {
        let mut command = program.command(command);
        let ran = command.env("ENV", "prod").env("MIROBODY_CLOCK_OFFSET", "31d").output().unwrap();
        let error = String::from_utf8(ran.stderr).unwrap();
        assert!(
            !ran.status.success() && error.contains("MIROBODY_CLOCK_OFFSET must be unset under ENV=prod"),
            "{error}"
        );
    }
}

#[test]
fn a_log_that_goes_to_a_file_has_no_colours() {
    let program = Program::new();
    let key = program.key("first");
    let server = program.serve();
    assert_eq!(server.call("GET", "/v1/data", &key, "").status, 200);
    drop(server);
    let log = program.log();
    assert!(log.contains("/v1/data") && !log.contains('\u{1b}'), "{log:?}");
}
