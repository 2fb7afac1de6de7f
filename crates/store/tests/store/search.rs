//! Searching by what and when, and walking through all.

use mirobody_store::{Between, NewObservation, Observation, Search};

use crate::{
    harness::tests,
    support::{Bench, Engine, at, bench, glucose, now, reading, values},
};

async fn three_readings(bench: &Bench) {
    for scope in [&bench.a, &bench.b] {
        let with_file = NewObservation { file_key: Some("f/1".into()), ..glucose("3", "2026-03-01") };
        let rows = vec![glucose("1", "2026-01-01"), reading("Body weight", "2", "kg", "2026-02-01"), with_file];
        bench.store.append(scope, rows).await.unwrap();
    }
}

async fn found(bench: &Bench, search: &Search) -> Vec<Observation> {
    let found = bench.store.search(&bench.a, search, (10, 0), now()).await.unwrap();
    assert_eq!(bench.store.count(&bench.a, search, now()).await.unwrap(), found.len() as u64);
    found
}

fn between(from: &str, to: &str) -> Between {
    let instant = |text: &str| (!text.is_empty()).then(|| at(text));
    Between { from: instant(from), to: instant(to) }
}

async fn everything_that_is_said_must_hold(engine: Engine) {
    let bench = bench(engine).await;
    three_readings(&bench).await;
    let all = found(&bench, &Search::default()).await;
    assert_eq!(values(&all), ["3", "2", "1"]);
    let code = all[0].loinc.clone().unwrap();
    let table = [
        (Search { codes: Some(vec![code.clone()]), ..Search::default() }, vec!["3", "1"]),
        (Search { codes: Some(vec![]), ..Search::default() }, vec![]),
        (Search { ids: Some(vec![all[1].fhir_id, all[2].fhir_id]), ..Search::default() }, vec!["2", "1"]),
        (Search { file: Some("f/1".into()), ..Search::default() }, vec!["3"]),
        (Search { within: vec![between("2026-02-01T00:00:00Z", "")], ..Search::default() }, vec!["3", "2"]),
        (Search { within: vec![between("", "2026-02-01T00:00:00Z")], ..Search::default() }, vec!["1"]),
        (
            Search { outside: vec![between("2026-01-15T00:00:00Z", "2026-02-15T00:00:00Z")], ..Search::default() },
            vec!["3", "1"],
        ),
        (
            Search { codes: Some(vec![code]), within: vec![between("", "2026-02-01T00:00:00Z")], ..Search::default() },
            vec!["1"],
        ),
    ];
    for (search, expected) in table {
        assert_eq!(values(&found(&bench, &search).await), expected, "{search:?}");
    }
    let other = Search { ids: Some(vec![all[0].fhir_id]), ..Search::default() };
    assert!(bench.store.search(&bench.b, &other, (10, 0), now()).await.unwrap().is_empty());
}

async fn a_page_is_cut_from_the_newest(engine: Engine) {
    let bench = bench(engine).await;
    three_readings(&bench).await;
    let page =
        async |limit, offset| bench.store.search(&bench.a, &Search::default(), (limit, offset), now()).await.unwrap();
    assert_eq!(values(&page(2, 0).await), ["3", "2"]);
    assert_eq!(values(&page(2, 2).await), ["1"]);
    assert!(page(2, 3).await.is_empty() && page(2, u64::MAX).await.is_empty());
}

async fn a_walk_goes_through_each_once_as_written(engine: Engine) {
    let bench = bench(engine).await;
    three_readings(&bench).await;
    let (mut after, mut seen) = (i64::MIN, Vec::new());
    while let Some(row) = bench.store.walk(&bench.a, after, 1, now()).await.unwrap().pop() {
        after = row.id;
        seen.push(row.value_text);
    }
    assert_eq!(seen, ["1", "2", "3"]);
    assert_eq!(bench.store.codes(&bench.a, now()).await.unwrap().len(), 2);
    assert_eq!(bench.store.files_with_readings(&bench.a, now()).await.unwrap(), ["f/1"]);
}

tests! {
    both: [
        everything_that_is_said_must_hold,
        a_page_is_cut_from_the_newest,
        a_walk_goes_through_each_once_as_written,
    ],
}
