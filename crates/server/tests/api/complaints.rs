//! `/v1/complaints`: told in everyday words, kept, listed and erased; each person's own.

use axum::body::Body;
use serde_json::{Value, json};

use crate::support::{Server, request};

const PATH: &str = "/v1/complaints?user=alice";

fn told(text: &str) -> Value {
    json!({"user": "Alice", "retention": "permanent", "text": text})
}

async fn tell(server: &Server, key: &str, body: Value) -> Value {
    let reply = server.post(key, "/v1/complaints", body).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

async fn listed(server: &Server, key: &str, query: &str) -> Vec<String> {
    let rows = server.get(key, &format!("{PATH}{query}")).await.json();
    let rows = rows["data"].as_array().unwrap();
    let line = |row: &Value| format!("{} {}", row["icpc_code"].as_str().unwrap_or("-"), row["said"].as_str().unwrap());
    rows.iter().map(line).collect()
}

#[tokio::test]
async fn what_is_told_is_kept_as_the_complaints_it_names() {
    let server = Server::start().await;
    let mut body = told("Severe headache for three days, no fever, my mother coughs");
    body["time"] = json!("2026-06-15T08:00:00+02:00");
    body["source"] = json!("diary");
    let mut reply = tell(&server, &server.ann, body).await;
    assert!(reply["data"][0]["id"].is_i64());
    reply["data"][0]["id"] = json!(1);
    let expected = json!({
        "id": 1,
        "said": "headache",
        "sentence": "Severe headache for three days, no fever, my mother coughs",
        "duration": "for three days",
        "severity": "Severe",
        "icpc_code": "NS01",
        "title": "Headache",
        "reason": null,
        "status": "affirmed",
        "time": "2026-06-15T08:00:00+02:00",
        "day": "2026-06-15",
        "source": "api",
        "comment": "diary",
        "file_key": null,
    });
    assert_eq!(reply["data"][0], expected);
    assert_eq!((&reply["data"][1]["icpc_code"], &reply["data"][1]["status"]), (&json!("AS03"), &json!("negated")));
    assert_eq!((&reply["stored"], &reply["of_others"], &reply["subject"]), (&json!(2), &json!(1), &json!("alice")));
    let nothing = tell(&server, &server.ann, told("The weather is nice")).await;
    assert_eq!((&nothing["status"], &nothing["stored"]), (&json!("ok"), &json!(0)));
    // A complaint is no record, and no other account has it.
    assert!(server.rows(&server.ann, "alice").await.is_empty());
    assert!(listed(&server, &server.bob, "").await.is_empty());
}

#[tokio::test]
async fn they_are_listed_newest_first_a_page_at_a_time() {
    let server = Server::start().await;
    for (text, day) in
        [("headache", "2026-06-01"), ("头疼", "2026-06-03"), ("cough", "2026-06-02"), ("unwell", "2026-06-04")]
    {
        let mut body = told(text);
        body["time"] = json!(day);
        tell(&server, &server.ann, body).await;
    }
    let all = ["- unwell", "NS01 头疼", "RS07 cough", "NS01 headache"];
    assert_eq!(listed(&server, &server.ann, "").await, all);
    assert_eq!(listed(&server, &server.ann, "&limit=2&offset=1").await, all[1..3]);
    assert_eq!(listed(&server, &server.ann, "&code=ns01").await, [all[1], all[3]]);
    for (query, more) in [("&limit=4", false), ("&limit=3", true)] {
        assert_eq!(server.get(&server.ann, &format!("{PATH}{query}")).await.json()["has_more"], more);
    }
    assert_eq!(server.get(&server.ann, "/v1/complaints?user=nobody").await.json()["data"], json!([]));
}

#[tokio::test]
async fn they_are_erased_one_by_one_by_code_and_all() {
    let server = Server::start().await;
    for key in [&server.ann, &server.bob] {
        tell(&server, key, told("headache, cough and fever")).await;
        tell(&server, key, told("头疼")).await;
    }
    let rows = server.get(&server.ann, PATH).await.json();
    let cough = rows["data"].as_array().unwrap().iter().find(|row| row["said"] == "cough").unwrap()["id"].clone();
    for (query, deleted, left) in
        [(format!("&id={cough}"), 1, 3), ("&code=NS01".to_owned(), 2, 1), (String::new(), 1, 0), (String::new(), 0, 0)]
    {
        let reply = server.delete(&server.ann, &format!("{PATH}{query}")).await.json();
        assert_eq!(
            (&reply["deleted"], listed(&server, &server.ann, "").await.len()),
            (&json!(deleted), left),
            "{query}"
        );
    }
    for bad in ["&code=", "&code=headache", "&id=x"] {
        assert_eq!(server.delete(&server.bob, &format!("{PATH}{bad}")).await.status, 400, "{bad}");
    }
    assert_eq!(listed(&server, &server.bob, "").await.len(), 4);
}

#[tokio::test]
async fn they_end_with_their_session_and_their_person() {
    let server = Server::start().await;
    let body = json!({"user": "alice", "retention": "session", "session_id": "s", "text": "headache"});
    tell(&server, &server.ann, body).await;
    tell(&server, &server.ann, json!({"user": "alice", "retention": "1h", "text": "cough"})).await;
    tell(&server, &server.ann, told("fever")).await;
    assert_eq!(server.delete(&server.ann, "/v1/sessions/s?user=alice").await.json()["deleted"], 1);
    server.advance(3601);
    assert_eq!(listed(&server, &server.ann, "").await, ["AS03 fever"]);
    let erased = server.delete(&server.ann, "/v1/subjects/alice").await.json();
    assert_eq!(erased["deleted"]["records"], 2, "what has expired and is not removed yet too");
    assert!(listed(&server, &server.ann, "").await.is_empty());
}

#[tokio::test]
async fn told_again_under_the_same_key_they_are_kept_once() {
    let server = Server::start().await;
    let once = async |text: &str| {
        let request = request(&server.ann, "POST", "/v1/complaints").header("idempotency-key", "k1");
        server.send(request.body(Body::from(told(text).to_string())).unwrap()).await
    };
    let (first, again) = (once("headache").await, once("headache").await);
    assert_eq!((first.status, first.json()), (200, again.json()));
    assert_eq!(listed(&server, &server.ann, "").await.len(), 1);
    assert_eq!(once("cough").await.error().1.as_deref(), Some("idempotency_key_reused"));
}
