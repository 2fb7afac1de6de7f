//! Day summaries and device samples, on the record of two tenants.

use jiff::{SignedDuration, Timestamp};
use mirobody_derive::{LocalDay, Why};
use mirobody_store::{DayFilter, DaySummary, Retention, Sample, SampleBatch, SampledSeries, Source};

use crate::{
    harness::tests,
    support::{Bench, Engine, at, bench, now, reading},
};

fn glucose(value: &str, unit: &str, time: &str, tag: &str) -> mirobody_store::NewObservation {
    mirobody_store::NewObservation { tag: tag.into(), ..reading("Glucose", value, unit, time) }
}

async fn days(bench: &Bench, scope: &mirobody_store::Scope, moment: Timestamp) -> Vec<String> {
    let series = bench.store.series(scope, now()).await.unwrap().into_iter().map(|series| series.series);
    let mut series: Vec<String> = series.collect();
    series.push(HEART.into());
    let filter = DayFilter { series, ..DayFilter::default() };
    bench.store.days(scope, &filter, moment).await.unwrap().iter().map(shown).collect()
}

/// `2026-01-01 garmin 2 of 90..110 = 200 mg/dL, only`.
fn shown(day: &DaySummary) -> String {
    let tag = if day.tag.is_empty() { day.source.as_str() } else { &day.tag };
    let sum = day.summary;
    let why = day.elected.map_or("not elected", Why::as_str);
    let total = sum.sum.unwrap();
    format!("{} {tag} {} of {}..{} = {total} {}, {why}", day.day, sum.count, sum.min, sum.max, day.unit)
}

const HEART: &str = "loinc:8867-4";

fn beats(tag: &str, samples: &[(&str, i64)]) -> SampleBatch {
    let sample = |(time, value): &(&str, i64)| {
        let start = at(time);
        let day: LocalDay = time[..10].parse().unwrap();
        Sample { start, end: start, offset: None, day, value: (*value).into() }
    };
    SampleBatch {
        of: SampledSeries { series: HEART.into(), name: "heart_rate".into(), loinc: "8867-4".parse().ok() },
        tag: tag.into(),
        unit: "/min".into(),
        samples: samples.iter().map(sample).collect(),
    }
}

async fn a_day_is_what_its_readings_add_up_to(engine: Engine) {
    let bench = bench(engine).await;
    let (store, a, b) = (&bench.store, &bench.a, &bench.b);
    store
        .append(
            a,
            vec![
                glucose("90", "mg/dL", "2026-01-01T07:00:00Z", ""),
                glucose("<50", "mg/dL", "2026-01-01T08:00:00Z", ""),
            ],
        )
        .await
        .unwrap();
    let ids = store.append(a, vec![glucose("110", "mg/dL", "2026-01-01T09:00:00Z", "")]).await.unwrap();
    store.append(a, vec![glucose("5", "mmol/L", "2026-01-02T09:00:00Z", "")]).await.unwrap();
    store.append(b, vec![glucose("77", "mg/dL", "2026-01-01T09:00:00Z", "")]).await.unwrap();
    assert_eq!(
        days(&bench, a, now()).await,
        ["2026-01-01 api 2 of 90..110 = 200 mg/dL, only", "2026-01-02 api 1 of 5..5 = 5 mmol/L, only"]
    );
    assert_eq!(days(&bench, b, now()).await, ["2026-01-01 api 1 of 77..77 = 77 mg/dL, only"]);
    store.delete_one(a, ids[0]).await.unwrap();
    assert_eq!(days(&bench, a, now()).await[0], "2026-01-01 api 1 of 90..90 = 90 mg/dL, only");
    store.delete_matching(a, "gluc").await.unwrap();
    assert!(days(&bench, a, now()).await.is_empty());
    assert_eq!(days(&bench, b, now()).await.len(), 1);
}

async fn one_source_counts_and_the_others_are_kept_beside_it(engine: Engine) {
    let bench = bench(engine).await;
    let rows = vec![
        glucose("100", "mg/dL", "2026-01-01T07:00:00Z", "manual"),
        glucose("101", "mg/dL", "2026-01-01T08:00:00Z", "manual"),
        glucose("90", "mg/dL", "2026-01-01T06:00:00Z", "meter"),
    ];
    for row in rows {
        bench.store.append(&bench.a, vec![row]).await.unwrap();
    }
    assert_eq!(
        days(&bench, &bench.a, now()).await,
        ["2026-01-01 manual 2 of 100..101 = 201 mg/dL, not elected", "2026-01-01 meter 1 of 90..90 = 90 mg/dL, origin"]
    );
}

async fn a_day_says_nothing_of_what_has_expired(engine: Engine) {
    let bench = bench(engine).await;
    let end = now() + SignedDuration::from_hours(1);
    let short = mirobody_store::NewObservation {
        retention: Retention::Until(end),
        ..glucose("400", "mg/dL", "2026-01-01T09:00:00Z", "")
    };
    bench.store.append(&bench.a, vec![glucose("90", "mg/dL", "2026-01-01T07:00:00Z", ""), short]).await.unwrap();
    assert_eq!(days(&bench, &bench.a, now()).await, ["2026-01-01 api 2 of 90..400 = 490 mg/dL, only"]);
    let left = ["2026-01-01 api 1 of 90..90 = 90 mg/dL, only"];
    assert_eq!(days(&bench, &bench.a, end).await, left, "at the instant itself");
    let system = bench.store.admin().system();
    bench.store.purge_expired(&system, end).await.unwrap();
    assert_eq!(days(&bench, &bench.a, end).await, left, "and after the worker");
}

async fn a_session_takes_its_days_along(engine: Engine) {
    let bench = bench(engine).await;
    let bound = mirobody_store::NewObservation {
        retention: Retention::Session("s".into()),
        ..glucose("400", "mg/dL", "2026-01-01T09:00:00Z", "")
    };
    bench.store.append(&bench.a, vec![glucose("90", "mg/dL", "2026-01-01T07:00:00Z", ""), bound]).await.unwrap();
    bench.store.delete_session(&bench.b, "s").await.unwrap();
    assert_eq!(days(&bench, &bench.a, now()).await, ["2026-01-01 api 2 of 90..400 = 490 mg/dL, only"]);
    bench.store.delete_session(&bench.a, "s").await.unwrap();
    assert_eq!(days(&bench, &bench.a, now()).await, ["2026-01-01 api 1 of 90..90 = 90 mg/dL, only"]);
}

async fn a_sample_that_comes_again_replaces_the_one_before(engine: Engine) {
    let bench = bench(engine).await;
    let (store, a, b) = (&bench.store, &bench.a, &bench.b);
    let (early, late) = ("2026-01-01T07:00:00Z", "2026-01-01T07:05:00Z");
    store.append_samples(a, &beats("watch", &[(early, 60), (late, 70)])).await.unwrap();
    store.append_samples(a, &beats("watch", &[(late, 72), (early, 60)])).await.unwrap();
    store.append_samples(b, &beats("watch", &[(early, 99)])).await.unwrap();
    let read = store.samples(a, HEART, at("2026-01-01T00:00:00Z"), at("2026-01-02T00:00:00Z")).await.unwrap();
    assert_eq!(read, [beats("watch", &[(early, 60), (late, 72)])]);
    let window = store.samples(a, HEART, at(late), at("2026-01-02T00:00:00Z")).await.unwrap();
    assert_eq!(window, [beats("watch", &[(late, 72)])]);
    assert_eq!(days(&bench, a, now()).await, ["2026-01-01 watch 2 of 60..72 = 132 /min, only"]);
    assert_eq!(days(&bench, b, now()).await, ["2026-01-01 watch 1 of 99..99 = 99 /min, only"]);
}

async fn an_export_walks_the_samples_of_one_person_day_by_day(engine: Engine) {
    let bench = bench(engine).await;
    let (store, a, b) = (&bench.store, &bench.a, &bench.b);
    let (first, second) = ("2026-01-01T07:00:00Z", "2026-01-02T07:00:00Z");
    store.append_samples(a, &beats("watch", &[(second, 62), (first, 61)])).await.unwrap();
    store.append_samples(a, &beats("phone", &[(first, 60)])).await.unwrap();
    store.append_samples(b, &beats("watch", &[(first, 99)])).await.unwrap();
    let mut walked = Vec::new();
    for day in store.sampled_days(a).await.unwrap() {
        walked.extend(store.samples_of(a, &day).await.unwrap());
    }
    let by_day = [beats("phone", &[(first, 60)]), beats("watch", &[(first, 61)]), beats("watch", &[(second, 62)])];
    assert_eq!(walked, by_day);
}

async fn phone_and_watch_are_never_added(engine: Engine) {
    let bench = bench(engine).await;
    bench.store.append_samples(&bench.a, &beats("phone", &[("2026-01-01T07:00:00Z", 60)])).await.unwrap();
    let watch = beats("watch", &[("2026-01-01T07:00:00Z", 61), ("2026-01-01T08:00:00Z", 62)]);
    bench.store.append_samples(&bench.a, &watch).await.unwrap();
    assert_eq!(
        days(&bench, &bench.a, now()).await,
        ["2026-01-01 phone 1 of 60..60 = 60 /min, not elected", "2026-01-01 watch 2 of 61..62 = 123 /min, coverage"]
    );
}

async fn late_samples_are_merged_and_nothing_changes(engine: Engine) {
    let bench = bench(engine).await;
    let hours: Vec<String> = (0..23).map(|hour| format!("2026-01-01T{hour:02}:00:00Z")).collect();
    for (value, hour) in hours.iter().enumerate().rev() {
        bench.store.append_samples(&bench.a, &beats("watch", &[(hour, value as i64)])).await.unwrap();
    }
    let read = async || bench.store.samples(&bench.a, HEART, at(&hours[0]), now()).await.unwrap();
    let before = read().await;
    assert_eq!(before[0].samples.len(), 23);
    let system = bench.store.admin().system();
    assert_eq!(bench.store.merge_samples(&system).await.unwrap(), 1);
    assert_eq!(read().await, before);
    assert_eq!(bench.store.merge_samples(&system).await.unwrap(), 0);
    assert_eq!(days(&bench, &bench.a, now()).await, ["2026-01-01 watch 23 of 0..22 = 253 /min, only"]);
}

async fn an_erased_subject_leaves_no_day_and_no_sample(engine: Engine) {
    let bench = bench(engine).await;
    bench.store.append_samples(&bench.a, &beats("watch", &[("2026-01-01T07:00:00Z", 60)])).await.unwrap();
    bench.store.append_samples(&bench.b, &beats("watch", &[("2026-01-01T07:00:00Z", 61)])).await.unwrap();
    bench.store.append(&bench.a, vec![glucose("90", "mg/dL", "2026-01-01T07:00:00Z", "")]).await.unwrap();
    bench.store.delete_subject(&bench.a).await.unwrap();
    assert!(days(&bench, &bench.a, now()).await.is_empty());
    assert!(bench.store.samples(&bench.a, HEART, at("2025-01-01T00:00:00Z"), now()).await.unwrap().is_empty());
    assert_eq!(days(&bench, &bench.b, now()).await.len(), 1);
    assert_eq!(Source::Device.as_str(), "device");
}

tests! {
    both: [
        a_day_is_what_its_readings_add_up_to,
        one_source_counts_and_the_others_are_kept_beside_it,
        a_day_says_nothing_of_what_has_expired,
        a_session_takes_its_days_along,
        a_sample_that_comes_again_replaces_the_one_before,
        an_export_walks_the_samples_of_one_person_day_by_day,
        phone_and_watch_are_never_added,
        late_samples_are_merged_and_nothing_changes,
        an_erased_subject_leaves_no_day_and_no_sample,
    ],
}
