//! `mirobody mcp`: the protocol over standard input and output, and what clients need to connect.

use std::{fs, io::Write, process::Stdio};

use serde_json::{Value, json};

use crate::program::Program;

const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn request(id: u32, method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

fn handshake(version: &str) -> Vec<String> {
    let hello = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    vec![request(0, "initialize", hello), json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string()]
}

fn modern(id: u32, method: &str, mut params: Value) -> String {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
    });
    request(id, method, params)
}

/// Sends the lines all at once, ends the input, and reads what was answered, by id.
fn spoken(program: &Program, arguments: &[&str], lines: &[String]) -> Vec<Value> {
    let mut child = program.command(arguments);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all((lines.join("\n") + "\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].as_i64());
    answers
}

fn names(answer: &Value) -> Vec<&str> {
    answer["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

const VOCABULARY_TOOLS: [&str; 6] = [
    "resolve_indicator",
    "convert_unit",
    "normalize_unit",
    "standardize_reading",
    "standardize_complaint",
    "standardize_report",
];

#[test]
fn every_revision_lists_and_calls_with_no_record_and_no_key() {
    let program = Program::new();
    let call = json!({"name": "resolve_indicator", "arguments": {"names": ["血红蛋白"]}});
    for version in VERSIONS {
        let mut lines = handshake(version);
        lines.extend([request(1, "tools/list", json!({})), request(2, "tools/call", call.clone())]);
        let answers = spoken(&program, &["mcp"], &lines);
        assert_eq!(answers[0]["result"]["protocolVersion"], version);
        assert_eq!(names(&answers[1]), VOCABULARY_TOOLS);
        assert!(answers[2]["result"]["content"][0]["text"].as_str().unwrap().contains("718-7"), "{answers:?}");
    }
    let lines =
        [modern(1, "server/discover", json!({})), modern(2, "tools/list", json!({})), modern(3, "tools/call", call)];
    let answers = spoken(&program, &["mcp"], &lines);
    assert!(answers[0]["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")));
    assert_eq!(names(&answers[1]), VOCABULARY_TOOLS);
    assert_eq!(answers[2]["result"]["structuredContent"]["results"][0]["loinc"], "718-7");
    assert!(!program.home().exists(), "nothing is kept, so there is no data directory");
}

#[test]
fn each_tool_of_the_vocabularies_answers() {
    let program = Program::new();
    let report = program.file("report.txt", "Hemoglobin 13.5 g/dL 12.0-16.0\n");
    let calls = [
        ("standardize_reading", json!({"name": "血红蛋白", "value": 13.5, "unit": "g/dL"}), "718-7"),
        ("standardize_complaint", json!({"text": "headache"}), "icpc"),
        ("standardize_report", json!({"path": report}), "718-7"),
        ("standardize_report", json!({"text": "CRP < 0.5 mg/L"}), "1988-5"),
        ("convert_unit", json!({"value": 1, "from_unit": "g", "to_unit": "mg"}), "1000"),
        ("normalize_unit", json!({"units": ["毫摩尔每升"]}), "mmol/L"),
        ("standardize_report", json!({}), "error (invalid_arguments)"),
    ];
    let mut lines = handshake("2025-11-25");
    for (id, (name, arguments, _)) in (1..).zip(&calls) {
        lines.push(request(id, "tools/call", json!({"name": name, "arguments": arguments})));
    }
    let answers = spoken(&program, &["mcp"], &lines);
    for (answer, (name, arguments, wanted)) in answers.iter().skip(1).zip(&calls) {
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert!(text.contains(wanted), "{name} {arguments}: {text}");
        assert_eq!(answer["result"]["isError"], wanted.starts_with("error"), "{name} {arguments}");
    }
}

#[test]
fn a_bad_line_is_answered_and_the_next_one_too() {
    let program = Program::new();
    let bad =
        ["{nope", "[]", "3", r#"{"jsonrpc":"2.0","id":1}"#, r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":3}"#];
    let mut lines = handshake("2025-11-25");
    lines.extend(bad.map(str::to_owned));
    lines.extend([
        String::new(),
        request(8, "no/such", json!({})),
        request(9, "tools/call", json!({"name": "no_such_tool"})),
    ]);
    lines.push(request(10, "tools/list", json!({})));
    let answers = spoken(&program, &["mcp"], &lines);
    let codes: Vec<_> = answers.iter().filter_map(|answer| answer["error"]["code"].as_i64()).collect();
    assert_eq!(codes, [-32700, -32600, -32600, -32600, -32602, -32601, -32602], "{answers:?}");
    assert_eq!(names(answers.last().unwrap()), VOCABULARY_TOOLS);
}

#[test]
fn with_record_it_reads_that_person_and_no_other() {
    let program = Program::new();
    assert_eq!(program.run(&["mcp", "--user", "ann"]).code, 2, "whose record, when none is read");
    for (user, value) in [("alice", "143.7"), ("bob", "171.3")] {
        let file = program.file("report.txt", format!("Collected: 2026-06-16\nFasting glucose {value} mg/dL 70-99\n"));
        program.ok(&["import", &file, "--user", user]);
    }
    let call =
        json!({"name": "query_health_indicators", "arguments": {"keywords": ["fasting glucose"], "view": "raw"}});
    let lines = [modern(1, "tools/list", json!({})), modern(2, "tools/call", call)];
    let answers = spoken(&program, &["mcp", "--record", "--user", "alice"], &lines);
    assert_eq!(names(&answers[0])[0], "query_health_indicators");
    assert_eq!(names(&answers[0]).len(), 7);
    let text = answers[1].to_string();
    assert!(text.contains("143.7") && !text.contains("171.3"), "{text}");
    let nobody = spoken(&program, &["mcp", "--record", "--user", "carl"], &lines);
    assert_eq!(names(&nobody[0]), VOCABULARY_TOOLS);
    let without = spoken(&program, &["mcp"], &lines);
    assert_eq!(without[1]["error"]["code"], -32602, "there is no such tool without a record");
}

#[test]
fn a_clients_configuration_is_printed_or_written_beside_what_is_there() {
    let program = Program::new();
    for (client, section) in [("claude", "mcpServers"), ("cursor", "mcpServers"), ("vscode", "servers")] {
        let printed = program.json(&["mcp", "install", client, "--user", "alice"]);
        let entry = &printed[section]["mirobody"];
        assert_eq!(entry["args"], json!(["mcp", "--record", "--user", "alice"]), "{client}: {printed}");
        assert_eq!(entry["env"]["MIROBODY_HOME"], json!(program.home()));
    }
    let codex = program.ok(&["mcp", "install", "codex", "--url", "https://health.example.org/mcp/secret"]);
    assert_eq!(codex, "[mcp_servers.mirobody]\nurl = \"https://health.example.org/mcp/secret\"\n");
    assert_eq!(program.run(&["mcp", "install", "cursor", "--url", "ftp://x"]).code, 2);

    let file = program.file("mcp.json", r#"{"mcpServers": {"other": {"url": "http://x"}}}"#);
    program.ok(&["mcp", "install", "cursor", "--write", "--file", &file]);
    let written: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(written["mcpServers"]["other"]["url"], "http://x");
    assert!(written["mcpServers"]["mirobody"]["command"].as_str().unwrap().ends_with("mirobody"));
    assert!(fs::read_to_string(file + ".bak").unwrap().contains("other"));
    program.ok(&["mcp", "install", "cursor", "--write"]);
    assert!(program.folder().join(".cursor/mcp.json").exists(), "where the client looks for it");
    let commented = program.file("commented.json", "// mine\n{}");
    assert_eq!(program.run(&["mcp", "install", "cursor", "--write", "--file", &commented]).code, 3);
    assert_eq!(fs::read_to_string(commented).unwrap(), "// mine\n{}");
}

#[test]
fn a_personal_url_is_made_listed_and_ended() {
    let program = Program::new();
    let file = program.file("report.txt", "Collected: 2026-06-16\nFasting glucose 143.7 mg/dL 70-99\n");
    program.ok(&["import", &file, "--user", "alice"]);
    let made = program.json(&["mcp", "url", "--user", "alice", "--json"]);
    let url = made["url"].as_str().unwrap();
    let path = url.strip_prefix("http://127.0.0.1:18080").unwrap_or_else(|| panic!("{url}"));
    let server = program.serve();
    let list = request(1, "tools/list", json!({}));
    let reply = server.call("POST", path, "", &list);
    assert!(reply.status == 200 && reply.body.contains("query_health_indicators"), "{}", reply.body);
    let listed = program.json(&["mcp", "url", "--user", "alice", "--list", "--json"]);
    assert_eq!(listed[0]["id"], made["id"]);
    assert!(!listed.to_string().contains(&url[url.len() - 20..]), "no secret is listed");
    program.ok(&["mcp", "url", "--user", "alice", "--end", &made["id"].to_string()]);
    assert_eq!(server.call("POST", path, "", &list).status, 401);
    assert_eq!(program.run(&["mcp", "url", "--user", "alice", "--end", "1"]).code, 1);
    let code = program.ok(&["mcp", "code", "--user", "alice"]);
    assert_eq!(code.trim().len(), 11, "{code}");
}
