//! `/v1/fhir`.

use serde_json::{Value, json};

use crate::{
    support::{Reply, Server, glucose, request},
    validator::assert_valid,
};

const REPORT: &[u8] = b"Annual checkup 2026-06-15\nFasting glucose: 97 mg/dL (ref 70-110)\nHemoglobin: 13.5 g/dL\n";

/// Ann's alice with a report and two readings of her own; bob's alice with one.
async fn server() -> Server {
    let server = Server::start().await;
    let own = json!([
        glucose(json!("7.40"), "2026-06-10T07:30:00+02:00"),
        {"indicator": "Body weight", "value": "70.0", "unit": "kg", "time": "2026-05-01"},
    ]);
    server.write(&server.ann, "alice", own).await;
    server.write(&server.bob, "alice", json!([glucose(json!("1234.5"), "2026-06-10")])).await;
    let kept = server.form(&server.ann, "/v1/files", &[("user", "alice")], Some(("checkup.txt", REPORT))).await;
    assert_eq!(kept.status, 200);
    server
}

async fn get(server: &Server, path: &str) -> Reply {
    let mark = if path.contains('?') { '&' } else { '?' };
    let reply = server.get(&server.ann, &format!("/v1/fhir/{path}{mark}user=alice")).await;
    assert_eq!(reply.headers["content-type"], "application/fhir+json", "{}", reply.text);
    assert!(!reply.text.contains("1234.5"), "{path}");
    reply
}

async fn patient(server: &Server) -> String {
    get(server, "Patient").await.json()["entry"][0]["resource"]["id"].as_str().unwrap().to_owned()
}

/// The values a search finds, in order.
async fn values(server: &Server, query: &str) -> Vec<String> {
    let reply = get(server, &format!("Observation?{query}")).await;
    assert_eq!(reply.status, 200, "{query}: {}", reply.text);
    let json = reply.json();
    let found = json["entry"].as_array().cloned().unwrap_or_default();
    found.iter().map(|entry| entry["resource"]["valueQuantity"]["value"].to_string()).collect()
}

#[tokio::test]
async fn an_observation_is_the_row_of_the_record_to_the_digit() {
    let server = server().await;
    let row = &server.rows(&server.ann, "alice").await.into_iter().find(|row| row["value"] == "7.40").unwrap();
    let id = row["fhir_resource_id"].as_str().unwrap();
    let reply = get(&server, &format!("Observation/{id}")).await;
    assert!(reply.text.contains("\"value\":7.40"), "{}", reply.text);
    let observation = reply.json();
    assert_eq!((&observation["id"], &observation["status"]), (&json!(id), &json!("final")));
    assert_eq!(observation["code"]["coding"][0]["code"], row["loinc_code"]);
    assert_eq!(observation["code"]["text"], "fasting_glucose");
    assert_eq!(observation["effectiveDateTime"], "2026-06-10T07:30:00+02:00");
    assert_eq!(observation["subject"]["reference"], format!("Patient/{}", patient(&server).await));
    let extensions = observation["extension"].as_array().unwrap();
    let decision = extensions.iter().find(|one| one["url"].as_str().unwrap().ends_with("coding-decision")).unwrap();
    assert!(decision["extension"].as_array().unwrap().iter().any(|part| part["url"] == "method"));
}

#[tokio::test]
async fn a_search_finds_what_is_asked_and_nothing_of_another() {
    let server = server().await;
    let table: [(&str, &[&str]); 16] = [
        ("", &["97", "13.5", "7.4", "70.0"]),
        ("code=1558-6", &["97", "7.4"]),
        ("code=http%3A%2F%2Floinc.org%7C1558-6,29463-7", &["97", "7.4", "70.0"]),
        ("code=http%3A%2F%2Fsnomed.info%2Fsct%7C1558-6", &[]),
        ("category=vital-signs", &["70.0"]),
        ("category=laboratory&code=1558-6", &["97", "7.4"]),
        ("date=2026-05-01", &["70.0"]),
        ("date=ge2026-06-10&date=lt2026-06-15", &["7.4"]),
        ("date=2026-06", &["97", "13.5", "7.4"]),
        ("date=ne2026-06", &["70.0"]),
        ("date=gt2026-06-15", &[]),
        ("_count=1", &["97"]),
        ("_count=2&_offset=2", &["7.4", "70.0"]),
        ("_id=nonsense", &[]),
        ("patient=Patient/someone", &[]),
        ("code=1558-6&_count=1000", &["97", "7.4"]),
    ];
    for (query, found) in table {
        let mut have = values(&server, query).await;
        let mut want: Vec<String> = found.iter().map(|value| (*value).to_owned()).collect();
        if query.is_empty() || query == "date=2026-06" {
            have.sort();
            want.sort();
        }
        if query == "_count=1" {
            assert_eq!(have.len(), 1);
            continue;
        }
        assert_eq!(have, want, "{query}");
    }
    let own = format!("patient=Patient/{}", patient(&server).await);
    assert_eq!(values(&server, &own).await.len(), 4);
}

#[tokio::test]
async fn pages_lead_from_one_to_the_next() {
    let server = server().await;
    let mut path = "Observation?_count=3".to_owned();
    let mut seen = Vec::new();
    loop {
        let page = get(&server, &path).await.json();
        assert_eq!(page["total"], 4);
        seen.extend(page["entry"].as_array().unwrap().iter().map(|entry| entry["resource"]["id"].clone()));
        let links = page["link"].as_array().unwrap();
        let Some(next) = links.iter().find(|link| link["relation"] == "next") else { break };
        let url = next["url"].as_str().unwrap();
        assert!(url.starts_with("http://localhost/v1/fhir/Observation?") && url.contains("user=alice"), "{url}");
        path = url.rsplit_once("/fhir/").unwrap().1.replace("&user=alice", "").replace("user=alice&", "");
    }
    seen.dedup();
    assert_eq!(seen.len(), 4);
}

#[tokio::test]
async fn a_file_is_a_document_and_with_readings_a_report() {
    let server = server().await;
    server.form(&server.ann, "/v1/files", &[("user", "alice")], Some(("note.txt", b"nothing measured"))).await;
    let documents = get(&server, "DocumentReference").await.json();
    assert_eq!(documents["total"], 2);
    let reports = get(&server, "DiagnosticReport").await.json();
    assert_eq!(reports["total"], 1);
    let report = &reports["entry"][0]["resource"];
    assert_eq!((report["result"].as_array().unwrap().len(), &report["code"]["text"]), (2, &json!("checkup.txt")));
    assert_eq!(report["effectiveDateTime"], "2026-06-15");
    let id = report["id"].as_str().unwrap();
    assert!(id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'.'), "{id}");
    for kind in ["DocumentReference", "DiagnosticReport"] {
        let one = get(&server, &format!("{kind}/{id}")).await.json();
        assert_eq!((&one["resourceType"], &one["id"]), (&json!(kind), &json!(id)));
    }
    let attachment = &documents["entry"][0]["resource"]["content"][0]["attachment"];
    let text = server.get(&server.ann, &format!("{}?user=alice", attachment["url"].as_str().unwrap())).await;
    assert_eq!(text.json()["filename"], attachment["title"]);
}

#[tokio::test]
async fn everything_is_one_bundle_or_a_resource_a_line() {
    let server = server().await;
    let path = format!("Patient/{}/$everything", patient(&server).await);
    let bundle = get(&server, &path).await.json();
    let kinds = |resources: Vec<Value>| {
        let mut kinds: Vec<_> = resources.iter().map(|one| one["resourceType"].as_str().unwrap().to_owned()).collect();
        kinds.sort();
        kinds
    };
    let entries = bundle["entry"].as_array().unwrap().iter().map(|entry| entry["resource"].clone()).collect();
    let whole = kinds(entries);
    assert_eq!(whole.len(), 7);
    let address = format!("/v1/fhir/{path}?user=alice");
    let lines = server.get(&server.ann, &format!("{address}&_outputFormat=application/fhir%2Bndjson")).await;
    assert_eq!(lines.headers["content-type"], "application/fhir+ndjson");
    assert_eq!(kinds(lines.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()), whole);
    let accepted = request(&server.ann, "GET", &address).header("accept", "application/fhir+ndjson");
    assert_eq!(server.send(accepted.body(axum::body::Body::empty()).unwrap()).await.text, lines.text);
}

#[tokio::test]
async fn a_summary_has_every_required_section_and_says_which_are_empty() {
    let server = server().await;
    let bundle = get(&server, &format!("Patient/{}/$summary", patient(&server).await)).await.json();
    assert_eq!((&bundle["resourceType"], &bundle["type"]), (&json!("Bundle"), &json!("document")));
    let entries = bundle["entry"].as_array().unwrap();
    let composition = &entries[0]["resource"];
    assert_eq!(composition["type"]["coding"][0]["code"], "60591-5");
    let urls: Vec<&str> = entries.iter().map(|entry| entry["fullUrl"].as_str().unwrap()).collect();
    let mut unique = urls.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), urls.len());
    for reference in [&composition["subject"], &composition["author"][0]] {
        assert!(urls.contains(&reference["reference"].as_str().unwrap()));
    }
    let mut codes = Vec::new();
    for section in composition["section"].as_array().unwrap() {
        codes.push(section["code"]["coding"][0]["code"].as_str().unwrap());
        let entries = section["entry"].as_array();
        assert_eq!(entries.is_none(), section["emptyReason"].is_object(), "{section}");
        assert!(section["text"]["div"].as_str().unwrap().starts_with("<div xmlns="));
        for entry in entries.into_iter().flatten() {
            assert!(urls.contains(&entry["reference"].as_str().unwrap()), "{entry}");
        }
    }
    assert_eq!(codes, ["10160-0", "48765-2", "11450-4", "30954-2", "8716-3"]);
    // Of each series the newest: the older glucose is not in it.
    assert!(!bundle.to_string().contains("7.4"));
}

#[tokio::test]
async fn errors_are_operation_outcomes_those_of_the_key_too() {
    let server = server().await;
    let table = [
        ("Observation/0196c1a0-0000-7000-8000-000000000000", 404, "not-found"),
        ("Observation/x", 404, "not-found"),
        ("Observation/", 404, "not-found"),
        ("Medication", 404, "not-found"),
        ("Patient/x", 404, "not-found"),
        ("Patient/x/$summary", 404, "not-found"),
        ("DocumentReference/a.b", 404, "not-found"),
        ("Observation?date=never", 400, "value"),
        ("Observation?_count=0", 400, "value"),
        ("Observation?value-quantity=7", 400, "not-supported"),
        ("Observation?_lastUpdated=ge2026", 400, "not-supported"),
        ("Observation?_format=xml", 400, "value"),
    ];
    for (path, status, code) in table {
        let reply = get(&server, path).await;
        assert_eq!((reply.status, &reply.json()["issue"][0]["code"]), (status, &json!(code)), "{path}: {}", reply.text);
        assert_eq!(reply.json()["resourceType"], "OperationOutcome");
    }
    let refused = server.get("mb_live_wrong", "/v1/fhir/Patient").await;
    assert_eq!((refused.status, &refused.json()["issue"][0]["code"]), (401, &json!("login")));
    let wrong = server.post(&server.ann, "/v1/fhir/Patient", Value::Null).await;
    assert_eq!((wrong.status, &wrong.json()["resourceType"]), (405, &json!("OperationOutcome")));
}

#[tokio::test]
async fn the_capability_statement_names_what_there_is() {
    let server = server().await;
    let statement = get(&server, "metadata").await;
    assert_eq!(statement.status, 200, "`user` is not looked at here");
    let statement = statement.json();
    assert_eq!((&statement["fhirVersion"], &statement["kind"]), (&json!("4.0.1"), &json!("instance")));
    for resource in statement["rest"][0]["resource"].as_array().unwrap() {
        let path = resource["type"].as_str().unwrap();
        for parameter in resource["searchParam"].as_array().unwrap() {
            let (name, value) = (parameter["name"].as_str().unwrap(), sample(parameter["type"].as_str().unwrap()));
            assert_eq!(get(&server, &format!("{path}?{name}={value}")).await.status, 200, "{path} {name}");
        }
    }
}

fn sample(kind: &str) -> &'static str {
    match kind {
        "number" => "1",
        "date" => "2026",
        _ => "x",
    }
}

#[tokio::test]
async fn every_answer_is_valid_r4() {
    let server = server().await;
    let odd = json!([
        {"indicator": "<b>odd & \u{1} name</b>", "value": "positive", "time": "2026-06-01T10:00:00+05:30"},
        {"indicator": "Urine protein", "value": "<0.5", "time": "2026-06-01", "end_time": "2026-06-02"},
        {"indicator": "sleep_duration", "value": 7.5, "unit": "h", "time": "2026-06-01T22:00:00", "end_time": "2026-06-02T06:00:00"},
        {"indicator": "far away", "value": 1, "time": "2026-06-01T10:00:00+25:59"},
    ]);
    server.write(&server.ann, "alice", odd).await;
    server.form(&server.ann, "/v1/files", &[("user", "alice")], Some((" ", b"no reading"))).await;
    let id = patient(&server).await;
    let mut paths = vec![
        "metadata".to_owned(),
        "Patient".to_owned(),
        format!("Patient/{id}"),
        format!("Patient/{id}/$everything"),
        format!("Patient/{id}/$summary"),
        "Observation?date=never".to_owned(),
    ];
    for kind in ["Observation", "DocumentReference", "DiagnosticReport"] {
        let list = get(&server, kind).await;
        let entries = list.json()["entry"].as_array().unwrap().clone();
        paths.extend(entries.iter().map(|one| format!("{kind}/{}", one["resource"]["id"].as_str().unwrap())));
        paths.push(format!("{kind}?_count=1"));
    }
    assert!(paths.len() > 16);
    for path in paths {
        let reply = get(&server, &path).await;
        assert_valid(&reply.text);
    }
}
