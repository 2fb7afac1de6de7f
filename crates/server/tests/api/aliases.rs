//! `/v1/subjects/{user}/aliases`.

use serde_json::{Value, json};

use crate::support::Server;

const PATH: &str = "/v1/subjects/alice/aliases";

async fn say(server: &Server, key: &str, body: Value) -> Value {
    let reply = server.call(key, "PUT", PATH, body).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

async fn listed(server: &Server, key: &str) -> Vec<Value> {
    server.get(key, PATH).await.json()["data"].as_array().unwrap().clone()
}

async fn code(server: &Server, key: &str, name: &str, unit: &str) -> Value {
    let record = json!({"indicator": name, "value": 9, "unit": unit, "time": "2026-06-15T07:30:00Z"});
    server.write(key, "alice", json!([record])).await;
    server.rows(key, "alice").await[0]["loinc_code"].clone()
}

#[tokio::test]
async fn a_confirmed_name_is_coded_so_from_then_on_and_for_its_subject_only() {
    let server = Server::start().await;
    assert_eq!(code(&server, &server.ann, "Mystery 7", "mg/dL").await, Value::Null);
    let said = say(&server, &server.ann, json!({"name": "Mystery 7", "loinc": "2345-7"})).await;
    let expected = json!({
        "object": "alias",
        "subject": "alice",
        "name": "Mystery 7",
        "loinc": "2345-7",
        "canonical_name": "Glucose [Mass/volume] in Serum or Plasma",
        "uncoded": false,
        "unit_family": null,
        "specimen": null,
        "laboratory": null,
        "since": "2026-06-16T12:00:00+00:00",
    });
    assert_eq!(said, expected);
    assert_eq!(code(&server, &server.ann, "mystery 7", "mg/dL").await, "2345-7");
    assert_eq!(code(&server, &server.ann, "Mystery 7", "mmol/L").await, "14749-6");
    assert_eq!(code(&server, &server.bob, "Mystery 7", "mg/dL").await, Value::Null);
    let dry = json!({"text": "Mystery 7: 97 mg/dL", "user": "Alice"});
    let shown = server.post(&server.ann, "/v1/standardize", dry).await.json();
    assert_eq!(shown["data"][0]["loinc_code"], "2345-7");
    assert!(listed(&server, &server.bob).await.is_empty());
}

#[tokio::test]
async fn conditions_are_kept_and_removed_one_by_one() {
    let server = Server::start().await;
    say(&server, &server.ann, json!({"name": "Hb", "loinc": "59260-0", "unit": "mmol/L"})).await;
    say(&server, &server.ann, json!({"name": "Hb", "uncoded": true, "laboratory": "Synlab"})).await;
    say(&server, &server.ann, json!({"name": "Sugar", "loinc": "5792-7", "specimen": "Urine", "unit": ""})).await;
    let rows = listed(&server, &server.ann).await;
    // All were said in one instant, so they stand by name and unit family; none comes first.
    let of = |row: usize, name: &str| rows[row][name].clone();
    assert_eq!(
        (of(0, "laboratory"), of(1, "unit_family"), of(2, "specimen")),
        ("Synlab".into(), "moles".into(), "Urine".into())
    );
    assert_eq!((of(0, "uncoded"), of(0, "loinc")), (true.into(), Value::Null));
    let gone = |query: &str| format!("{PATH}?{query}");
    let deleted = async |key: &str, query: &str| server.delete(key, &gone(query)).await.json()["deleted"].clone();
    assert_eq!(deleted(&server.bob, "name=Hb").await, 0);
    assert_eq!(deleted(&server.ann, "name=hb&laboratory=synlab").await, 1);
    assert_eq!(deleted(&server.ann, "name=hb&unit=mg/dL").await, 0);
    assert_eq!(deleted(&server.ann, "name=hb&unit=moles").await, 1);
    assert_eq!(listed(&server, &server.ann).await.len(), 1);
    for bad in ["", "name=", "name=%20", "name=hb&unit=bananas"] {
        assert_eq!(server.delete(&server.ann, &gone(bad)).await.error().0, 400, "{bad}");
    }
    assert_eq!(listed(&server, &server.ann).await.len(), 1);
}

#[tokio::test]
async fn an_alias_that_cannot_be_names_its_field_and_makes_no_subject() {
    let server = Server::start().await;
    let table = [
        (json!({"loinc": "718-7"}), "name"),
        (json!({"name": " ", "loinc": "718-7"}), "name"),
        (json!({"name": 7, "loinc": "718-7"}), "name"),
        (json!({"name": "Hb"}), "loinc"),
        (json!({"name": "Hb", "loinc": null}), "loinc"),
        (json!({"name": "Hb", "loinc": "718-8"}), "loinc"),
        (json!({"name": "Hb", "loinc": "99999-5"}), "loinc"),
        (json!({"name": "Hb", "loinc": "718-7", "uncoded": true}), "uncoded"),
        (json!({"name": "Hb", "loinc": "718-7", "unit": "bananas"}), "unit"),
        (json!({"name": "Hb", "loinc": "718-7", "unit": "mmol/L"}), "unit"),
        (json!({"name": "Hb", "loinc": "718-7", "specimen": "moonlight"}), "specimen"),
        (json!({"name": "Hb", "loinc": "718-7", "specimen": "urine"}), "specimen"),
        (json!({"name": "Hb", "loinc": "718-7", "laboratory": "--"}), "laboratory"),
    ];
    for (body, param) in table {
        let reply = server.call(&server.ann, "PUT", PATH, body.clone()).await;
        assert_eq!((reply.error().0, reply.error().2.as_deref()), (400, Some(param)), "{body}");
    }
    assert_eq!(server.delete(&server.ann, "/v1/subjects/alice").await.error().0, 404);
}

#[tokio::test]
async fn aliases_go_with_their_subject() {
    let server = Server::start().await;
    for key in [&server.ann, &server.bob] {
        say(&server, key, json!({"name": "Mystery 7", "loinc": "2345-7"})).await;
    }
    assert_eq!(server.delete(&server.ann, "/v1/subjects/alice").await.status, 200);
    assert!(listed(&server, &server.ann).await.is_empty());
    assert_eq!(listed(&server, &server.bob).await.len(), 1);
    assert_eq!(server.call("", "GET", PATH, Value::Null).await.status, 401);
}
