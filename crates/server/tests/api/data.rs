//! `/v1/data`.

use serde_json::{Value, json};

use crate::support::{Server, glucose};

#[tokio::test]
async fn a_record_comes_back_as_written_with_what_was_made_of_it() {
    let server = Server::start().await;
    let mut record = glucose(json!(97), "2026-06-16T07:30:00Z");
    record["source"] = json!("garmin");
    server.write(&server.ann, "Alice ", json!([record])).await;
    let list = server.get(&server.ann, "/v1/data?user=%20aLICE").await.json();
    assert_eq!(
        (&list["object"], &list["has_more"], &list["subject"]),
        (&json!("list"), &json!(false), &json!("alice"))
    );
    let mut row = list["data"][0].clone();
    assert!(row["id"].take().is_i64());
    assert!(row["fhir_resource_id"].take().as_str().is_some_and(|id| id.len() == 36));
    let expected = json!({
        "id": null,
        "indicator": "fasting_glucose",
        "value": "97",
        "parsed_value": "97",
        "parsed_unit": "mg/dL",
        "comparator": null,
        "loinc_code": "1558-6",
        "canonical_name": "Fasting glucose [Mass/volume] in Serum or Plasma",
        "fhir_resource_id": null,
        "time": "2026-06-16T07:30:00+00:00",
        "end_time": null,
        "reference_low": null,
        "reference_high": null,
        "reference_text": null,
        "abnormal": null,
        "source": "api",
        "comment": "garmin",
        "unit": "mg/dL",
        "marks": [],
    });
    assert_eq!(row, expected);
}

#[tokio::test]
async fn verbatim_values_offsets_and_comparators_survive() {
    let server = Server::start().await;
    let records = json!([
        {"indicator": "zz_mood_of_my_goldfish", "value": 4, "unit": "points", "time": "2026-06-16T07:30:00+02:00"},
        {"indicator": "CRP", "value": "<0.50", "unit": "mg/L", "time": "2026-06-15T07:30:00Z"},
        {"indicator": "sleep_duration", "value": 7.5, "unit": "h", "time": "2026-06-14T23:10:00Z", "end_time": "2026-06-15T06:40:00Z"},
    ]);
    server.write(&server.ann, "u", records).await;
    let rows = server.rows(&server.ann, "u").await;
    let [fish, crp, sleep] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!(fish["time"], "2026-06-16T07:30:00+02:00");
    assert_eq!((&fish["loinc_code"], &fish["canonical_name"]), (&Value::Null, &Value::Null));
    assert_eq!((&crp["value"], &crp["comparator"], &crp["comment"]), (&json!("<0.50"), &json!("<"), &json!("")));
    assert_eq!(sleep["end_time"], "2026-06-15T06:40:00+00:00");
}

#[tokio::test]
async fn what_is_wrong_with_a_write_is_named_and_nothing_is_written() {
    let server = Server::start().await;
    let good = json!([glucose(json!(97), "2026-06-16T07:30:00Z")]);
    let late = json!([good[0], {"indicator": "x", "value": 1, "time": "yesterday 4711"}]);
    let table = [
        (json!({"records": good}), "invalid_retention", "retention"),
        (json!({"records": good, "retention": "none"}), "invalid_retention", "retention"),
        (json!({"records": good, "retention": 7}), "invalid_retention", "retention"),
        (json!({"records": good, "retention": null}), "invalid_retention", "retention"),
        (json!({"records": good, "retention": "session"}), "invalid_session", "session_id"),
        (json!({"records": [], "retention": "1d"}), "invalid_value", "records"),
        (json!({"records": vec![good[0].clone(); 501], "retention": "1d"}), "invalid_value", "records"),
        (json!({"records": late, "retention": "1d"}), "invalid_value", "records[1].time"),
        (json!({"records": good, "retention": "1d", "user": 7}), "invalid_value", "user"),
    ];
    for (body, code, param) in table {
        let reply = server.post(&server.ann, "/v1/data", body.clone()).await;
        assert_eq!(reply.error(), (400, Some(code.to_owned()), Some(param.to_owned())), "{body}");
        assert!(!reply.text.contains("4711"), "a message never repeats what was sent");
    }
    assert_eq!(server.rows(&server.ann, "default").await, Vec::<Value>::new());
    assert_eq!(server.delete(&server.ann, "/v1/subjects/default").await.status, 404, "a refused write mints nobody");
}

#[tokio::test]
async fn pages_are_newest_first_and_say_whether_there_is_more() {
    let server = Server::start().await;
    let records: Vec<Value> = (1..=5).map(|day| glucose(json!(day), &format!("2026-01-0{day}T00:00:00Z"))).collect();
    server.write(&server.ann, "u", json!(records)).await;
    let page = async |query: &str| {
        let list = server.get(&server.ann, &format!("/v1/data?user=u&{query}")).await.json();
        let values: Vec<String> =
            list["data"].as_array().unwrap().iter().map(|row| row["value"].as_str().unwrap().to_owned()).collect();
        (values.join(" "), list["has_more"] == true)
    };
    assert_eq!(page("limit=2").await, ("5 4".to_owned(), true));
    assert_eq!(page("limit=2&offset=2").await, ("3 2".to_owned(), true));
    assert_eq!(page("limit=2&offset=4").await, ("1".to_owned(), false));
    for bad in ["limit=0", "limit=1001", "limit=abc", "limit=-1"] {
        let reply = server.get(&server.ann, &format!("/v1/data?{bad}")).await;
        assert_eq!(reply.error(), (400, Some("invalid_value".to_owned()), Some("limit".to_owned())), "{bad}");
    }
    assert_eq!(server.get(&server.ann, "/v1/data?offset=-1").await.error().2.as_deref(), Some("offset"));
}

#[tokio::test]
async fn an_indicator_is_a_literal_part_of_the_name() {
    let server = Server::start().await;
    let steps = json!({"indicator": "steps", "value": 5, "time": "2026-06-16"});
    server.write(&server.ann, "u", json!([glucose(json!(97), "2026-06-15T00:00:00Z"), steps])).await;
    for (indicator, count) in [("glucose", 1), ("GLUC", 1), ("%25", 0), ("_", 1), ("st", 2), ("", 2)] {
        let list = server.get(&server.ann, &format!("/v1/data?user=u&indicator={indicator}")).await.json();
        assert_eq!(list["data"].as_array().unwrap().len(), count, "{indicator}");
    }
}

#[tokio::test]
async fn erasing_takes_one_row_one_indicator_or_everything() {
    let server = Server::start().await;
    let steps = |day: u32| json!({"indicator": "steps", "value": day, "time": format!("2026-01-0{day}")});
    server.write(&server.ann, "u", json!([steps(1), steps(2), glucose(json!(97), "2026-06-16T00:00:00Z")])).await;
    let newest = server.rows(&server.ann, "u").await[0]["id"].clone();
    for bad in ["id=abc", "id=", "indicator="] {
        assert_eq!(server.delete(&server.ann, &format!("/v1/data?user=u&{bad}")).await.status, 400, "{bad}");
    }
    let erased = async |query: String| server.delete(&server.ann, &format!("/v1/data?user=u{query}")).await.json();
    assert_eq!(
        erased(format!("&id={newest}&indicator=steps")).await,
        json!({"status": "ok", "deleted": 1, "subject": "u"})
    );
    assert_eq!(erased("&indicator=step".to_owned()).await["deleted"], 2);
    server.write(&server.ann, "u", json!([steps(3), steps(4)])).await;
    assert_eq!(erased(String::new()).await["deleted"], 2);
    assert_eq!(server.rows(&server.ann, "u").await, Vec::<Value>::new());
}

#[tokio::test]
async fn users_and_accounts_see_only_their_own() {
    let server = Server::start().await;
    server.write(&server.ann, "alice", json!([glucose(json!(97), "2026-06-16T00:00:00Z")])).await;
    let id = server.rows(&server.ann, "alice").await[0]["id"].clone();
    for (key, user) in [(&server.ann, "carol"), (&server.bob, "alice"), (&server.ann, ""), (&server.bob, "")] {
        assert_eq!(server.rows(key, user).await, Vec::<Value>::new(), "{user}");
        for path in [
            format!("/v1/data?user={user}&id={id}"),
            format!("/v1/data?user={user}"),
            format!("/v1/data?user={user}&indicator=glucose"),
        ] {
            assert_eq!(server.delete(key, &path).await.json()["deleted"], 0, "{path}");
        }
    }
    assert_eq!(server.rows(&server.ann, "alice").await.len(), 1);
}

#[tokio::test]
async fn an_expired_record_is_gone_from_reads() {
    let server = Server::start().await;
    let records = json!([glucose(json!(97), "2026-06-16T00:00:00Z")]);
    for retention in ["1h", "1d"] {
        let body = json!({"user": "u", "retention": retention, "records": records});
        assert_eq!(server.post(&server.ann, "/v1/data", body).await.status, 200);
    }
    assert_eq!(server.rows(&server.ann, "u").await.len(), 2);
    server.advance(3600);
    assert_eq!(server.rows(&server.ann, "u").await.len(), 1);
    server.advance(23 * 3600);
    assert_eq!(server.rows(&server.ann, "u").await.len(), 0);
}
