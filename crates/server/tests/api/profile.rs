//! `/v1/subjects/{user}/profile`.

use serde_json::{Value, json};

use crate::support::Server;

const PATH: &str = "/v1/subjects/alice/profile";

async fn put(server: &Server, key: &str, body: Value) -> (u16, Value) {
    let reply = server.call(key, "PUT", PATH, body).await;
    (reply.status, reply.json())
}

#[tokio::test]
async fn what_a_person_says_of_themselves_is_theirs_alone() {
    let server = Server::start().await;
    let unsaid = json!({
        "object": "profile", "zone": "UTC", "zones": [], "sex": null, "birth_date": null, "units": null,
        "language": null, "subject": "alice",
    });
    assert_eq!(server.get(&server.ann, PATH).await.json(), unsaid);
    let body =
        json!({"zone": "Asia/Tokyo", "sex": "female", "birth_date": "1984-05-02", "units": "si", "language": "ja"});
    let said = json!({
        "object": "profile", "zone": "Asia/Tokyo", "zones": [{"zone": "Asia/Tokyo", "since": null}], "sex": "female",
        "birth_date": "1984-05-02", "units": "si", "language": "ja", "subject": "alice",
    });
    assert_eq!(put(&server, &server.ann, body).await, (200, said.clone()));
    assert_eq!(server.get(&server.ann, PATH).await.json(), said);
    assert_eq!(server.get(&server.bob, PATH).await.json(), unsaid, "another account's alice");
    let (_, cleared) = put(&server, &server.ann, json!({"sex": ""})).await;
    assert_eq!((&cleared["sex"], &cleared["birth_date"]), (&Value::Null, &json!("1984-05-02")));
}

#[tokio::test]
async fn moving_house_has_a_day() {
    let server = Server::start().await;
    put(&server, &server.ann, json!({"zone": "Asia/Tokyo"})).await;
    let (status, moved) = put(&server, &server.ann, json!({"zone": "Europe/Paris", "zone_from": "2026-06-01"})).await;
    assert_eq!(status, 200, "{moved}");
    assert_eq!(moved["zone"], "Europe/Paris");
    assert_eq!(moved["zones"][1], json!({"zone": "Europe/Paris", "since": "2026-05-31T22:00:00+00:00"}));
}

#[tokio::test]
async fn a_field_that_cannot_be_is_named_and_nothing_is_changed() {
    let server = Server::start().await;
    for (body, param) in [
        (json!({"sex": "yes", "units": "si"}), "sex"),
        (json!({"zone": "Mars/Olympus", "units": "si"}), "zone"),
        (json!({"birth_date": "2026-02-30", "units": "si"}), "birth_date"),
        (json!({"units": 7}), "units"),
        (json!({"zone_from": "2026-01-01", "units": "si"}), "zone"),
        (json!({"zone": "UTC", "zone_from": "soon", "units": "si"}), "zone_from"),
        (json!({"language": "a\u{0}b", "units": "si"}), "language"),
    ] {
        let (status, error) = put(&server, &server.ann, body).await;
        assert_eq!((status, &error["error"]["param"]), (400, &json!(param)), "{error}");
    }
    assert_eq!(server.get(&server.ann, PATH).await.json()["units"], Value::Null);
}
