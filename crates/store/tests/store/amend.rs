//! Amending and retracting: what is current is all that readers see, and what was said stays until it is erased.

use mirobody_store::{
    Change, DayFilter, How, ListFilter, NewObservation, Observation, ReadFilter, Retention, Scope, Search, Store,
};

use crate::{
    harness::tests,
    support::{Bench, Engine, at, bench, glucose, now, reading, values},
};

fn by(key: i64) -> Change {
    Change { at: now(), by_key: Some(key) }
}

async fn rows(bench: &Bench, scope: &Scope) -> Vec<Observation> {
    bench.store.list(scope, &ListFilter::default(), now()).await.unwrap().rows
}

/// The mean of each day of a series that has one.
async fn sums(store: &Store, scope: &Scope, series: &str) -> Vec<(String, u64, String)> {
    let filter = DayFilter { series: vec![series.to_owned()], ..DayFilter::default() };
    let days = store.days(scope, &filter, now()).await.unwrap().into_iter();
    days.map(|day| (day.day.to_string(), day.summary.count, day.summary.sum.unwrap().to_string())).collect()
}

async fn what_is_amended_is_read_as_it_is_now_by_every_reader(engine: Engine) {
    let bench = bench(engine).await;
    for scope in [&bench.a, &bench.b] {
        bench.store.append(scope, vec![glucose("97", "2026-01-01"), glucose("98", "2026-01-02")]).await.unwrap();
    }
    let (mine, others) = (rows(&bench, &bench.a).await, rows(&bench, &bench.b).await);
    let old = mine.iter().find(|row| row.value_text == "97").unwrap();
    let id = bench.store.amend(&bench.a, old.id, glucose("79", "2026-01-02"), by(7), None).await.unwrap().unwrap();
    assert!(id > old.id);
    let now_rows = rows(&bench, &bench.a).await;
    assert_eq!(values(&now_rows), ["79", "98"]);
    let new = &now_rows[0];
    assert_eq!((new.id, new.fhir_id, new.amended, now_rows[1].amended), (id, old.fhir_id, true, false));
    let filter = ReadFilter { series: vec![new.series.clone()], ..ReadFilter::default() };
    assert_eq!(bench.store.readings(&bench.a, &filter, now()).await.unwrap(), now_rows);
    let search = Search { ids: Some(vec![old.fhir_id]), ..Search::default() };
    assert_eq!(values(&bench.store.search(&bench.a, &search, (9, 0), now()).await.unwrap()), ["79"]);
    assert_eq!(bench.store.count(&bench.a, &Search::default(), now()).await.unwrap(), 2);
    assert_eq!(bench.store.series(&bench.a, now()).await.unwrap()[0].count, 2);
    assert_eq!(sums(&bench.store, &bench.a, &new.series).await, [("2026-01-02".into(), 2, "177".into())]);
    let past = bench.store.history(&bench.a, id, now()).await.unwrap();
    assert_eq!((past.len(), past[0].how, past[0].change), (1, How::Amended, by(7)));
    assert_eq!(past[0].was, *old, "verbatim");
    assert!(bench.store.history(&bench.b, id, now()).await.unwrap().is_empty());
    assert_eq!(rows(&bench, &bench.b).await, others);
}

async fn what_is_retracted_is_read_by_nobody_and_stays_in_its_history(engine: Engine) {
    let bench = bench(engine).await;
    let ids = bench.store.append(&bench.a, vec![glucose("1", "2026-01-01"), glucose("2", "2026-01-01")]).await.unwrap();
    bench.store.append(&bench.b, vec![glucose("3", "2026-01-01")]).await.unwrap();
    let id = bench.store.amend(&bench.a, ids[0], glucose("5", "2026-01-01"), by(1), None).await.unwrap().unwrap();
    let was = bench.store.observation(&bench.a, id, now()).await.unwrap().unwrap();
    assert!(bench.store.retract(&bench.a, id, by(2)).await.unwrap());
    assert!(!bench.store.retract(&bench.a, id, by(2)).await.unwrap(), "once");
    assert_eq!(values(&rows(&bench, &bench.a).await), ["2"]);
    assert_eq!(sums(&bench.store, &bench.a, &was.series).await, [("2026-01-01".into(), 1, "2".into())]);
    let past = bench.store.history(&bench.a, id, now()).await.unwrap();
    let said: Vec<_> = past.iter().map(|past| (past.was.value_text.as_str(), past.how, past.change.by_key)).collect();
    assert_eq!(said, [("1", How::Amended, Some(1)), ("5", How::Retracted, Some(2))]);
    let retracted = bench.store.retracted(&bench.a, was.fhir_id, now()).await.unwrap().unwrap();
    assert_eq!((retracted.id, retracted.value_text.as_str()), (id, "5"));
    assert!(bench.store.retracted(&bench.b, was.fhir_id, now()).await.unwrap().is_none());
    // It is erased by its id as a current one is, with all it ever said.
    assert_eq!(bench.store.delete_one(&bench.b, id).await.unwrap(), 0);
    assert_eq!(bench.store.delete_one(&bench.a, id).await.unwrap(), 1);
    assert!(bench.store.history(&bench.a, id, now()).await.unwrap().is_empty());
    assert_eq!(values(&rows(&bench, &bench.a).await), ["2"]);
}

async fn anothers_record_is_as_one_that_never_was(engine: Engine) {
    let bench = bench(engine).await;
    let ids = bench.store.append(&bench.b, vec![glucose("1", "2026-01-01")]).await.unwrap();
    let before = rows(&bench, &bench.b).await;
    for id in [ids[0], i64::MAX, -1] {
        assert_eq!(bench.store.amend(&bench.a, id, glucose("2", "2026-01-01"), by(1), None).await.unwrap(), None);
        assert!(!bench.store.retract(&bench.a, id, by(1)).await.unwrap());
        assert!(bench.store.observation(&bench.a, id, now()).await.unwrap().is_none());
    }
    assert_eq!(rows(&bench, &bench.b).await, before);
    // What was amended has another id now.
    bench.store.amend(&bench.b, ids[0], glucose("2", "2026-01-01"), by(1), None).await.unwrap().unwrap();
    assert!(!bench.store.retract(&bench.b, ids[0], by(1)).await.unwrap());
}

async fn an_amended_record_is_kept_as_long_as_it_was_to_be(engine: Engine) {
    let bench = bench(engine).await;
    let until = at("2026-07-01T00:00:00Z");
    let short = || NewObservation { retention: Retention::Until(until), ..glucose("1", "2026-01-01") };
    let session = || NewObservation { retention: Retention::Session("s".into()), ..glucose("2", "2026-01-02") };
    for scope in [&bench.a, &bench.b] {
        let ids = bench.store.append(scope, vec![short(), session()]).await.unwrap();
        for id in ids {
            bench.store.amend(scope, id, glucose("9", "2026-01-03"), by(1), None).await.unwrap().unwrap();
        }
    }
    let found = bench.store.list(&bench.a, &ListFilter::default(), until).await.unwrap().rows;
    assert_eq!(found.len(), 1, "one has expired");
    assert_eq!(bench.store.delete_session(&bench.a, "s").await.unwrap().records, 1);
    let system = bench.store.admin().system();
    assert_eq!(bench.store.purge_expired(&system, until).await.unwrap().records, 2);
    assert!(bench.store.moved_past(&bench.a, now()).await.unwrap().is_empty(), "nothing is left of what they said");
    assert_eq!(bench.store.moved_past(&bench.b, now()).await.unwrap().len(), 1);
    assert_eq!(rows(&bench, &bench.b).await.len(), 1);
}

async fn the_past_is_erased_by_name_and_with_all(engine: Engine) {
    let bench = bench(engine).await;
    for scope in [&bench.a, &bench.b] {
        let ids =
            bench.store.append(scope, vec![glucose("1", "2026-01-01"), glucose("2", "2026-01-01")]).await.unwrap();
        let sodium = reading("Sodium", "140", "mmol/L", "2026-01-01");
        bench.store.amend(scope, ids[0], sodium, by(1), None).await.unwrap().unwrap();
        assert!(bench.store.retract(scope, ids[1], by(1)).await.unwrap());
    }
    assert_eq!(bench.store.delete_matching(&bench.a, "gluc").await.unwrap(), 1, "the one that was retracted");
    assert_eq!(values(&rows(&bench, &bench.a).await), ["140"]);
    assert!(bench.store.moved_past(&bench.a, now()).await.unwrap().is_empty(), "nor what the other was called");
    assert_eq!(bench.store.moved_past(&bench.b, now()).await.unwrap().len(), 2);
    assert_eq!(bench.store.delete_all(&bench.b).await.unwrap(), 2);
    assert!(bench.store.moved_past(&bench.b, now()).await.unwrap().is_empty());
    assert_eq!(values(&rows(&bench, &bench.a).await), ["140"]);
}

async fn the_past_is_moved_and_backed_up_without_loss(engine: Engine) {
    let bench = bench(engine).await;
    let ids = bench.store.append(&bench.a, vec![glucose("1", "2026-01-01"), glucose("2", "2026-01-01")]).await.unwrap();
    bench.store.amend(&bench.a, ids[0], glucose("3", "2026-01-02"), by(1), None).await.unwrap().unwrap();
    assert!(bench.store.retract(&bench.a, ids[1], by(1)).await.unwrap());
    let moved_rows = bench.store.moved_rows(&bench.a, i64::MIN, 100, now()).await.unwrap();
    let moved_past = bench.store.moved_past(&bench.a, now()).await.unwrap();
    let text = serde_json::to_string(&(&moved_rows, &moved_past)).unwrap();
    for _ in 0..2 {
        let (rows, past) = serde_json::from_str(&text).unwrap();
        bench.store.move_rows_in(&bench.b, rows).await.unwrap();
        bench.store.move_past_in(&bench.b, past).await.unwrap();
    }
    let found = rows(&bench, &bench.b).await;
    assert_eq!((values(&found), found[0].amended), (vec!["3"], true));
    let again = (
        bench.store.moved_rows(&bench.b, i64::MIN, 100, now()).await.unwrap(),
        bench.store.moved_past(&bench.b, now()).await.unwrap(),
    );
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
    assert_eq!(bench.store.history(&bench.b, found[0].id, now()).await.unwrap()[0].was.value_text, "1");
    let broken = text.replace("\"how\":\"amended\"", "\"how\":\"x\"");
    let (_, past): (serde_json::Value, Vec<_>) = serde_json::from_str(&broken).unwrap();
    bench.store.delete_all(&bench.b).await.unwrap();
    assert!(bench.store.move_past_in(&bench.b, past).await.is_err());
    let dir = tempfile::tempdir().unwrap();
    let made = bench.store.backup(&bench.store.admin().system(), &dir.path().join("backup"), now()).await.unwrap();
    assert_eq!(made.tables["observation_past"].rows, Some(2));
}

tests! {
    both: [
        what_is_amended_is_read_as_it_is_now_by_every_reader,
        what_is_retracted_is_read_by_nobody_and_stays_in_its_history,
        anothers_record_is_as_one_that_never_was,
        an_amended_record_is_kept_as_long_as_it_was_to_be,
        the_past_is_erased_by_name_and_with_all,
        the_past_is_moved_and_backed_up_without_loss,
    ],
}
