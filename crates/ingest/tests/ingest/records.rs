//! Records that a program sends.

use mirobody_ingest::{MAX_NAME, MAX_RECORDS, RecordIn};
use mirobody_store::{ProfileChange, Retention, Source};

use crate::support::{bench, now};

fn record(name: &str, value: &str, unit: &str, time: &str) -> RecordIn {
    RecordIn { name: name.into(), value: value.into(), unit: unit.into(), time: time.into(), ..RecordIn::default() }
}

fn glucose() -> RecordIn {
    record("fasting_glucose", "97", "mg/dL", "2026-06-16T07:30:00Z")
}

#[tokio::test]
async fn a_record_is_kept_as_written_and_coded_beside_it() {
    let bench = bench().await;
    let sent = vec![
        RecordIn { tag: "garmin".into(), ..glucose() },
        record("血红蛋白", "13.50", "g/dL", "2026-06-16T23:30:00-07:00"),
        record("zz_mood_of_my_goldfish", "4", "zz-goldfish", "2026-06-16T07:30:00Z"),
        record("fasting_glucose", "5.4 mmol/L", "", "2026-06-16T07:30:00Z"),
    ];
    let ids = bench.ingest.records(&bench.a, sent, Retention::Permanent, now()).await.unwrap();
    let rows = bench.rows(&bench.a, now()).await;
    assert_eq!(rows.iter().map(|row| row.id).collect::<Vec<_>>(), ids);
    let table = [
        ("fasting_glucose", "97", Some("mg/dL"), "2026-06-16"),
        ("血红蛋白", "13.50", Some("g/dL"), "2026-06-16"),
        ("zz_mood_of_my_goldfish", "4", None, "2026-06-16"),
        ("fasting_glucose", "5.4 mmol/L", Some("mmol/L"), "2026-06-16"),
    ];
    for (row, (name, value, unit, day)) in rows.iter().zip(table) {
        assert_eq!((row.name.as_str(), row.value_text.as_str(), row.unit.as_deref()), (name, value, unit));
        assert_eq!((row.day.to_string().as_str(), row.source, row.file_key.as_deref()), (day, Source::Api, None));
    }
    let codes: Vec<_> = rows[..3].iter().map(|row| row.loinc.as_deref()).collect();
    assert_eq!(codes, [Some("1558-6"), Some("718-7"), None]);
    assert_eq!(
        (rows[2].canonical.as_deref(), rows[2].marks.as_slice()),
        (None, ["unknown-unit".to_owned()].as_slice())
    );
    assert_eq!(rows.iter().map(|row| row.tag.as_str()).collect::<Vec<_>>(), ["garmin", "", "", ""]);
    assert_eq!((rows[1].offset, rows[1].number.unwrap().to_string()), (Some(-25_200), "13.50".to_owned()));
    assert!(bench.rows(&bench.b, now()).await.is_empty());
}

#[tokio::test]
async fn a_comma_that_could_mean_two_things_gives_no_number() {
    let bench = bench().await;
    let sent = ["1,234", "12,5", "<5", "1.015"].map(|value| record("x", value, "", "2026-06-16T07:30:00Z"));
    bench.ingest.records(&bench.a, sent.to_vec(), Retention::Permanent, now()).await.unwrap();
    let rows = bench.rows(&bench.a, now()).await;
    let read: Vec<_> = rows.iter().map(|row| row.number.map(|number| number.to_string())).collect();
    assert_eq!(read, [None, Some("12.5".into()), Some("5".into()), Some("1.015".into())]);
    assert_eq!(
        (rows[0].marks.as_slice(), rows[0].value_text.as_str()),
        (["ambiguous-comma".to_owned()].as_slice(), "1,234")
    );
    assert!(bench.rows(&bench.b, now()).await.is_empty());
}

#[tokio::test]
async fn a_record_that_cannot_be_names_its_field_and_nothing_is_written() {
    let bench = bench().await;
    let good = glucose;
    let end = |end: &str| RecordIn { end_time: Some(end.into()), ..good() };
    let table = [
        ("records[1].indicator", RecordIn { name: " ".into(), ..good() }),
        ("records[1].indicator", RecordIn { name: "x".repeat(MAX_NAME + 1), ..good() }),
        ("records[1].value", RecordIn { value: String::new(), ..good() }),
        ("records[1].unit", RecordIn { unit: "x".repeat(201), ..good() }),
        ("records[1].source", RecordIn { tag: "x".repeat(201), ..good() }),
        ("records[1].time", RecordIn { time: String::new(), ..good() }),
        ("records[1].time", RecordIn { time: "yesterday".into(), ..good() }),
        ("records[1].time", RecordIn { time: "2026-02-30T07:30:00Z".into(), ..good() }),
        ("records[1].time", RecordIn { time: "2026-06-21T12:00:01Z".into(), ..good() }),
        ("records[1].time", RecordIn { time: "0001-01-01T00:00:00Z".into(), ..good() }),
        ("records[1].end_time", end("2026-06-16T07:29:59Z")),
        ("records[1].end_time", end("later")),
    ];
    for (param, bad) in table {
        let sent = vec![good(), bad.clone()];
        let error = bench.ingest.records(&bench.a, sent, Retention::Permanent, now()).await.unwrap_err();
        assert_eq!((error.code(), error.param()), ("invalid_value", Some(param)), "{bad:?}");
    }
    for sent in [Vec::new(), vec![good(); MAX_RECORDS + 1]] {
        let error = bench.ingest.records(&bench.a, sent, Retention::Permanent, now()).await.unwrap_err();
        assert_eq!(error.param(), Some("records"));
    }
    assert!(bench.rows(&bench.a, now()).await.is_empty() && bench.rows(&bench.b, now()).await.is_empty());
    let ids = bench.ingest.records(&bench.b, vec![good(); MAX_RECORDS], Retention::Permanent, now()).await.unwrap();
    assert_eq!((ids.len(), bench.rows(&bench.a, now()).await.len()), (MAX_RECORDS, 0));
}

#[tokio::test]
async fn an_error_does_not_repeat_what_was_sent() {
    let bench = bench().await;
    let bad = RecordIn { time: "secret-time".into(), ..record("secret-name", "secret-value", "", "") };
    let error = bench.ingest.records(&bench.a, vec![bad], Retention::Permanent, now()).await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
    assert!(bench.rows(&bench.b, now()).await.is_empty());
}

#[tokio::test]
async fn the_day_is_the_senders_own_else_the_subjects() {
    let bench = bench().await;
    let tokyo = ProfileChange { zone: Some("Asia/Tokyo".into()), ..ProfileChange::default() };
    bench.store.set_profile(&bench.a, &tokyo, now()).await.unwrap();
    let times = ["2026-06-16T23:30:00Z", "2026-06-16T23:30:00-07:00", "2026-06-16"];
    for (scope, days) in
        [(&bench.a, ["2026-06-17", "2026-06-16", "2026-06-16"]), (&bench.b, ["2026-06-16", "2026-06-16", "2026-06-16"])]
    {
        let sent = times.map(|time| RecordIn { time: time.into(), ..glucose() }).to_vec();
        bench.ingest.records(scope, sent, Retention::Permanent, now()).await.unwrap();
        let rows = bench.rows(scope, now()).await;
        assert_eq!(rows.iter().map(|row| row.day.to_string()).collect::<Vec<_>>(), days);
    }
}

#[tokio::test]
async fn an_episode_keeps_its_end_and_a_short_record_ends_on_time() {
    let bench = bench().await;
    let sleep = RecordIn {
        end_time: Some("2026-06-17T06:40:00Z".into()),
        ..record("sleep_duration", "7.5", "h", "2026-06-16T23:10:00Z")
    };
    let later = now().checked_add(jiff::SignedDuration::from_hours(1)).unwrap();
    bench.ingest.records(&bench.a, vec![sleep], Retention::Until(later), now()).await.unwrap();
    bench.ingest.records(&bench.b, vec![glucose()], Retention::Permanent, now()).await.unwrap();
    assert_eq!(bench.rows(&bench.a, now()).await[0].end.unwrap().to_string(), "2026-06-17T06:40:00Z");
    assert!(bench.rows(&bench.a, later).await.is_empty());
    assert_eq!(bench.rows(&bench.b, later).await[0].end, None);
}
