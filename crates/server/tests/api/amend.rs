//! `/v1/data/{id}/amend`, `/retract` and `/history`.

use axum::body::Body;
use serde_json::{Value, json};

use crate::support::{Reply, Server, glucose, request};

/// Ann's alice and bob's alice with a reading each. The server and the id of ann's.
async fn server() -> (Server, i64) {
    let server = Server::start().await;
    server.write(&server.ann, "alice", json!([glucose(json!("97"), "2026-06-10T07:30:00Z")])).await;
    server.write(&server.bob, "alice", json!([glucose(json!("1234.5"), "2026-06-10")])).await;
    let id = server.rows(&server.ann, "alice").await[0]["id"].as_i64().unwrap();
    (server, id)
}

async fn amend(server: &Server, id: i64, what: Value) -> Reply {
    server.post(&server.ann, &format!("/v1/data/{id}/amend"), what).await
}

async fn history(server: &Server, id: i64) -> Reply {
    server.get(&server.ann, &format!("/v1/data/{id}/history?user=alice")).await
}

#[tokio::test]
async fn an_amended_record_is_coded_anew_and_its_past_is_told() {
    let (server, id) = server().await;
    let before = server.rows(&server.ann, "alice").await[0].clone();
    assert_eq!(history(&server, id).await.json()["data"], json!([]));
    server.advance(60);
    let body = json!({"user": "alice", "value": "5.40", "unit": "mmol/L"});
    let reply = amend(&server, id, body.clone()).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    let answer = reply.json();
    let new = answer["id"].as_i64().unwrap();
    assert_eq!((&answer["amends"], &answer["subject"]), (&json!(id), &json!("alice")));
    let rows = server.rows(&server.ann, "alice").await;
    assert_eq!(rows.len(), 1);
    for (field, value) in [("id", json!(new)), ("value", json!("5.40")), ("parsed_unit", json!("mmol/L"))] {
        assert_eq!(rows[0][field], value, "{field}");
    }
    for same in ["fhir_resource_id", "indicator", "time", "source"] {
        assert_eq!(rows[0][same], before[same], "{same}");
    }
    assert_ne!(rows[0]["loinc_code"], before["loinc_code"], "molar glucose has another code");
    let past = history(&server, new).await.json()["data"].clone();
    assert_eq!((past.as_array().unwrap().len(), &past[0]["change"]), (1, &json!("amended")));
    assert_eq!((&past[0]["record"], &past[0]["changed_at"]), (&before, &json!("2026-06-16T12:01:00Z")));
    assert!(past[0]["changed_by"].is_i64());
    assert_eq!(amend(&server, id, body).await.error().0, 404, "the old id is no record's any more");
    assert_eq!(server.rows(&server.bob, "alice").await[0]["value"], "1234.5");
}

#[tokio::test]
async fn time_alone_moves_a_record_and_leaves_its_value() {
    let (server, id) = server().await;
    let reply = amend(&server, id, json!({"user": "alice", "time": "2026-06-11", "end_time": "2026-06-12"})).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    let row = server.rows(&server.ann, "alice").await[0].clone();
    assert_eq!((&row["value"], &row["parsed_value"]), (&json!("97"), &json!("97")));
    assert!(row["time"].as_str().unwrap().starts_with("2026-06-11"), "{row}");
    let id = row["id"].as_i64().unwrap();
    for (body, param) in [
        (json!({"time": "2026-06-13"}), "time"),
        (json!({"end_time": "2026-06-10"}), "end_time"),
        (json!({"time": "2999-01-01"}), "time"),
        (json!({"end_time": "soon"}), "end_time"),
        (json!({"value": ""}), "value"),
        (json!({"indicator": " "}), "indicator"),
        (json!({"unit": "x".repeat(201)}), "unit"),
        (json!({"value": "x".repeat(4001)}), "value"),
        (json!({}), "value"),
    ] {
        let mut body = body;
        body["user"] = json!("alice");
        assert_eq!(amend(&server, id, body).await.error().2.as_deref(), Some(param));
    }
    assert_eq!(server.rows(&server.ann, "alice").await, [row]);
}

#[tokio::test]
async fn a_retracted_record_is_nowhere_but_in_its_history_and_as_entered_in_error() {
    let (server, id) = server().await;
    let fhir_id = server.rows(&server.ann, "alice").await[0]["fhir_resource_id"].as_str().unwrap().to_owned();
    let amended = amend(&server, id, json!({"user": "alice", "value": "98.7153"})).await.json()["id"].as_i64().unwrap();
    let one = format!("/v1/fhir/Observation/{fhir_id}?user=alice");
    assert_eq!(server.get(&server.ann, &one).await.json()["status"], "amended");
    let path = format!("/v1/data/{amended}/retract");
    let reply = server.post(&server.ann, &path, json!({"user": "alice"})).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.json()["id"], amended);
    assert!(server.rows(&server.ann, "alice").await.is_empty());
    assert_eq!(server.get(&server.ann, &one).await.json()["status"], "entered-in-error");
    assert_eq!(server.get(&server.bob, &one).await.status, 404);
    let search = server.get(&server.ann, "/v1/fhir/Observation?user=alice").await.json();
    assert_eq!(search["total"], 0);
    let question = json!([{"role": "user", "content": "How is my fasting glucose trending?"}]);
    let chat = json!({"user": "alice", "model": "mirobody-flash", "messages": question});
    // With more digits than a random id has by chance.
    assert!(!server.post(&server.ann, "/v1/chat/completions", chat).await.text.contains("98.7153"));
    let past = history(&server, amended).await.json()["data"].clone();
    let said: Vec<_> =
        past.as_array().unwrap().iter().map(|past| (&past["change"], &past["record"]["value"])).collect();
    assert_eq!(said, [(&json!("amended"), &json!("97")), (&json!("retracted"), &json!("98.7153"))]);
    assert_eq!(server.post(&server.ann, &path, json!({"user": "alice"})).await.error().0, 404);
    let gone = server.delete(&server.ann, &format!("/v1/data?user=alice&id={amended}")).await.json();
    assert_eq!(gone["deleted"], 1);
    assert_eq!(history(&server, amended).await.error().0, 404);
    assert_eq!(server.get(&server.ann, &one).await.status, 404);
}

#[tokio::test]
async fn anothers_record_is_answered_as_one_that_never_was() {
    let (server, _) = server().await;
    let others = server.rows(&server.bob, "alice").await[0]["id"].as_i64().unwrap();
    let ask = async |id: i64, user: &str, call: &str| {
        let body = json!({"user": user, "value": "1"});
        let reply = match call {
            "history" => server.get(&server.ann, &format!("/v1/data/{id}/history?user={user}")).await,
            _ => server.post(&server.ann, &format!("/v1/data/{id}/{call}"), body).await,
        };
        (reply.status, reply.text)
    };
    for call in ["amend", "retract", "history"] {
        let unknown = ask(987_654, "alice", call).await;
        assert_eq!(unknown.0, 404, "{}", unknown.1);
        assert_eq!(ask(others, "alice", call).await, unknown, "{call}");
        assert_eq!(ask(others, "nobody", call).await, unknown, "{call}");
    }
    assert_eq!(server.rows(&server.bob, "alice").await[0]["value"], "1234.5");
    assert_eq!(server.delete(&server.ann, "/v1/subjects/nobody").await.status, 404, "no subject was made");
}

#[tokio::test]
async fn an_amendment_under_a_key_is_made_once() {
    let (server, id) = server().await;
    let send = async |value: &str| {
        let request = request(&server.ann, "POST", &format!("/v1/data/{id}/amend")).header("idempotency-key", "k1");
        let body = json!({"user": "alice", "value": value}).to_string();
        server.send(request.body(Body::from(body)).unwrap()).await
    };
    let first = send("98").await;
    assert_eq!(first.status, 200, "{}", first.text);
    assert_eq!(send("98").await.text, first.text, "answered the same");
    assert_eq!(send("99").await.error().0, 422);
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 1);
    let new = first.json()["id"].as_i64().unwrap();
    assert_eq!(history(&server, new).await.json()["data"].as_array().unwrap().len(), 1);
}
