//! What series a record has, on the record of two tenants: what the catalogue says is what a count of the readings says.

use std::collections::BTreeMap;

use jiff::Timestamp;
use mirobody_derive::LocalDay;
use mirobody_store::{
    DayFilter, ListFilter, NewObservation, Retention, Sample, SampleBatch, SampledSeries, Scope, SeriesSummary,
};

use crate::{
    harness::tests,
    support::{Bench, Engine, at, bench, now, reading},
};

/// `glucose, Glucose: 3 of 2026-01-01..2026-02-01`.
fn shown(series: &SeriesSummary) -> String {
    format!("{}: {} of {}..{}", series.names.join(", "), series.count, series.first, series.last)
}

async fn catalogue(bench: &Bench, scope: &Scope, moment: Timestamp) -> Vec<String> {
    bench.store.series(scope, moment).await.unwrap().iter().map(shown).collect()
}

/// The same from the list of all readings.
async fn counted(bench: &Bench, scope: &Scope, moment: Timestamp) -> Vec<String> {
    let all = ListFilter { limit: 1000, ..ListFilter::default() };
    let rows = bench.store.list(scope, &all, moment).await.unwrap().rows;
    let mut by_series = BTreeMap::<String, (Vec<String>, u64, Vec<LocalDay>)>::new();
    for row in rows {
        let (names, count, days) = by_series.entry(row.series).or_default();
        *count += 1;
        days.push(row.day);
        if !names.contains(&row.name) {
            names.push(row.name);
        }
    }
    let shown = |(names, count, days): (Vec<String>, u64, Vec<LocalDay>)| {
        let (first, last) = (days.iter().min().unwrap(), days.iter().max().unwrap());
        format!("{}: {count} of {first}..{last}", names.join(", "))
    };
    by_series.into_values().map(shown).collect()
}

fn until(reading: NewObservation, instant: &str) -> NewObservation {
    NewObservation { retention: Retention::Until(at(instant)), ..reading }
}

fn of_session(reading: NewObservation) -> NewObservation {
    NewObservation { retention: Retention::Session("s".into()), ..reading }
}

fn some() -> Vec<NewObservation> {
    vec![
        reading("Glucose", "90", "mg/dL", "2026-01-03T07:00:00Z"),
        reading("glucose", "5.1", "mmol/L", "2026-01-01T07:00:00Z"),
        until(reading("Glucose", "95", "mg/dL", "2026-02-01T07:00:00Z"), "2026-06-01T00:00:00Z"),
        of_session(reading("Glucose", "91", "mg/dL", "2025-12-01T07:00:00Z")),
        reading("HBsAg", "negative", "", "2026-01-02T07:00:00Z"),
        until(reading("Ferritin", "30", "ng/mL", "2026-01-02T07:00:00Z"), "2026-05-01T00:00:00Z"),
        reading("what nobody knows", "3", "", "2026-01-02T07:00:00Z"),
    ]
}

async fn what_the_catalogue_says_is_what_the_readings_say(engine: Engine) {
    let bench = bench(engine).await;
    let (a, b) = (&bench.a, &bench.b);
    bench.store.append(b, some()).await.unwrap();
    let of_b = catalogue(&bench, b, at("2026-03-01T00:00:00Z")).await;
    for _ in 0..2 {
        bench.store.append(a, some()).await.unwrap();
        for moment in ["2026-03-01T00:00:00Z", "2026-05-01T00:00:00Z", "2026-07-01T00:00:00Z"] {
            assert_eq!(catalogue(&bench, a, at(moment)).await, counted(&bench, a, at(moment)).await, "{moment}");
        }
    }
    let early = at("2026-03-01T00:00:00Z");
    assert!(catalogue(&bench, a, early).await.contains(&"Glucose, glucose: 8 of 2025-12-01..2026-02-01".to_owned()));
    bench.store.delete_session(a, "s").await.unwrap();
    assert_eq!(catalogue(&bench, a, early).await, counted(&bench, a, early).await);
    bench.store.delete_matching(a, "hbs").await.unwrap();
    assert_eq!(catalogue(&bench, a, early).await, counted(&bench, a, early).await);
    bench.store.purge_expired(&bench.store.admin().system(), at("2026-07-01T00:00:00Z")).await.unwrap();
    assert_eq!(catalogue(&bench, a, early).await, counted(&bench, a, early).await);
    bench.store.delete_all(a).await.unwrap();
    assert_eq!(catalogue(&bench, a, early).await, [""; 0]);
    bench.store.append(b, vec![]).await.unwrap();
    assert_ne!(catalogue(&bench, b, early).await, of_b, "what expired of the other was purged too");
    assert_eq!(catalogue(&bench, b, early).await, counted(&bench, b, early).await);
}

fn beats(value: i64, time: &str) -> SampleBatch {
    let (start, day) = (at(time), time[..10].parse().unwrap());
    SampleBatch {
        of: SampledSeries { series: "loinc:8867-4".into(), name: "heart_rate".into(), loinc: "8867-4".parse().ok() },
        tag: "watch".into(),
        unit: "/min".into(),
        samples: vec![Sample { start, end: start, offset: None, day, value: value.into() }],
    }
}

async fn device_samples_are_in_the_catalogue(engine: Engine) {
    let bench = bench(engine).await;
    let pulse = reading("Heart rate", "61", "/min", "2026-01-02T07:00:00Z");
    let series = pulse.coded.series.clone();
    bench.store.append(&bench.a, vec![pulse]).await.unwrap();
    let beats = |value, time| SampleBatch {
        of: SampledSeries { series: series.clone(), ..beats(0, time).of },
        ..beats(value, time)
    };
    bench.store.append_samples(&bench.a, &beats(60, "2026-01-01T07:00:00Z")).await.unwrap();
    bench.store.append_samples(&bench.a, &beats(62, "2026-01-03T07:00:00Z")).await.unwrap();
    let all = bench.store.series(&bench.a, now()).await.unwrap();
    assert_eq!(all.iter().map(shown).collect::<Vec<_>>(), ["heart_rate, Heart rate: 3 of 2026-01-01..2026-01-03"]);
    assert_eq!((all[0].samples, all[0].canonical.as_deref()), (2, Some("Heart rate")));
    bench.store.delete_matching(&bench.a, "heart").await.unwrap();
    assert_eq!(catalogue(&bench, &bench.a, now()).await, ["heart_rate: 2 of 2026-01-01..2026-01-03"]);
    assert_eq!(catalogue(&bench, &bench.b, now()).await, [""; 0]);
}

async fn a_record_of_an_earlier_version_is_filled_in(engine: Engine) {
    let bench = bench(engine).await;
    bench.store.append(&bench.a, some()).await.unwrap();
    bench.store.append(&bench.b, some()).await.unwrap();
    let days = async |bench: &Bench, scope: &Scope| {
        let series = bench.store.series(scope, now()).await.unwrap().into_iter().map(|series| series.series).collect();
        bench.store.days(scope, &DayFilter { series, ..DayFilter::default() }, now()).await.unwrap()
    };
    let before = (catalogue(&bench, &bench.a, now()).await, days(&bench, &bench.a).await);
    assert!(!before.1.is_empty());
    for sql in ["DELETE FROM month_of_days", "DELETE FROM series_name", "INSERT INTO unfinished (task) VALUES ('days')"]
    {
        bench.execute(sql).await;
    }
    assert!(catalogue(&bench, &bench.a, now()).await.is_empty());
    let bench = Bench { store: bench.open().await.unwrap(), ..bench };
    assert_eq!((catalogue(&bench, &bench.a, now()).await, days(&bench, &bench.a).await), before);
    assert_eq!(days(&bench, &bench.b).await.len(), before.1.len());
}

async fn a_very_long_name_is_cut_in_the_catalogue_and_nowhere_else(engine: Engine) {
    let bench = bench(engine).await;
    let long = ["長い名前", &"x".repeat(9000)].concat();
    for scope in [&bench.a, &bench.b] {
        bench.store.append(scope, vec![reading(&long, "1", "", "2026-01-01T07:00:00Z")]).await.unwrap();
    }
    bench.store.append(&bench.a, vec![reading(&long, "2", "", "2026-01-02T07:00:00Z")]).await.unwrap();
    let series = bench.store.series(&bench.a, now()).await.unwrap();
    assert_eq!((series.len(), series[0].count, series[0].name.chars().count()), (1, 2, 200));
    let rows = bench.store.list(&bench.a, &ListFilter::default(), now()).await.unwrap().rows;
    assert_eq!(rows[0].name, long);
    bench.store.delete_one(&bench.a, rows[0].id).await.unwrap();
    let again = bench.store.series(&bench.a, now()).await.unwrap();
    assert_eq!((again.len(), again[0].count, &again[0].name), (1, 1, &series[0].name));
}

tests! {
    both: [
        what_the_catalogue_says_is_what_the_readings_say,
        a_very_long_name_is_cut_in_the_catalogue_and_nowhere_else,
        device_samples_are_in_the_catalogue,
        a_record_of_an_earlier_version_is_filled_in,
    ],
}
