//! Writing, listing, reading and deleting observations.

use jiff::SignedDuration;
use mirobody_derive::{LocalDay, Precision};
use mirobody_standardize::{Bound, Flag, Mark, Value};
use mirobody_store::{ListFilter, NewObservation, ReadFilter, Retention, Source};

use crate::{
    harness::tests,
    support::{Engine, at, bench, glucose, now, reading, values},
};

fn part(indicator: &str) -> ListFilter {
    ListFilter { indicator: Some(indicator.into()), ..ListFilter::default() }
}

async fn an_observation_comes_back_as_it_was_written(engine: Engine) {
    let bench = bench(engine).await;
    let mut new = reading("Glucose, fasting", "<5.40", "mmol/L", "2026-06-16T23:30:00-07:00");
    new.coded.reading.range = "3.9 - 6.1".into();
    new.coded.reading.flag = "L".into();
    new.coded.range.low = Some(Bound { number: "3.90".parse().unwrap(), inclusive: true });
    new.coded.range.high = Some(Bound { number: "6.1".parse().unwrap(), inclusive: false });
    new.coded.flag = Some(Flag::Low);
    new.coded.marks = vec![Mark::Implausible, Mark::UnknownUnit];
    new.when.end = Some(at("2026-06-17T07:00:00.000001Z"));
    new.tag = "garmin".into();
    (new.file_key, new.page) = (Some("k/1".into()), Some(3));
    let ids = bench.store.append(&bench.a, vec![new.clone()]).await.unwrap();
    let page = bench.store.list(&bench.a, &ListFilter::default(), now()).await.unwrap();
    let [row] = page.rows.as_slice() else { panic!("{page:?}") };
    assert_eq!((row.id, row.source, row.tag.as_str()), (ids[0], Source::Api, "garmin"));
    assert_eq!(
        (row.name.as_str(), row.value_text.as_str(), row.unit_text.as_str()),
        ("Glucose, fasting", "<5.40", "mmol/L")
    );
    assert_eq!((&row.value, row.number.unwrap().to_string()), (&new.coded.value, "5.40".to_owned()));
    assert_eq!(row.unit.as_deref(), new.coded.unit.as_ref().map(ToString::to_string).as_deref());
    assert_eq!(row.loinc, new.coded.decision.loinc.map(|code| code.to_string()));
    assert_eq!((row.canonical.as_deref(), &row.series), (new.coded.decision.canonical, &new.coded.series));
    assert_eq!((row.low.unwrap().to_string(), row.low_inclusive), ("3.90".to_owned(), true));
    assert_eq!((row.high.unwrap().to_string(), row.high_inclusive), ("6.1".to_owned(), false));
    assert_eq!((row.range_text.as_str(), row.flag_text.as_str(), row.flag), ("3.9 - 6.1", "L", Some(Flag::Low)));
    assert_eq!((row.start, row.end, row.offset), (new.when.start, new.when.end, Some(-25_200)));
    assert_eq!((row.day.to_string().as_str(), row.precision), ("2026-06-16", Precision::Instant));
    assert_eq!(
        (row.file_key.as_deref(), row.page, row.time_text.as_str()),
        (Some("k/1"), Some(3), "2026-06-16T23:30:00-07:00")
    );
    assert_eq!(row.marks, ["implausible", "unknown-unit"]);
    let decision: serde_json::Value = serde_json::from_str(&row.decision).unwrap();
    assert_eq!(decision["vocabulary"], mirobody_vocab::Vocabulary::embedded().stamp());
    assert!(bench.store.list(&bench.b, &ListFilter::default(), now()).await.unwrap().rows.is_empty());
}

async fn rows_are_newest_first_and_pages_neither_overlap_nor_miss(engine: Engine) {
    let bench = bench(engine).await;
    let times = ["2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z", "2026-01-01T00:00:00Z"];
    for round in 0..4 {
        let rows = times.iter().map(|time| glucose(&format!("{round}"), time)).collect();
        bench.store.append(&bench.a, rows).await.unwrap();
        bench.store.append(&bench.b, vec![glucose("99", "2026-01-02T00:00:00Z")]).await.unwrap();
    }
    let all = bench.store.list(&bench.a, &ListFilter::default(), now()).await.unwrap().rows;
    let order: Vec<_> = all.iter().map(|row| (row.start, row.id)).collect();
    let mut sorted = order.clone();
    sorted.sort_unstable_by(|x, y| y.cmp(x));
    assert_eq!((order.len(), &order), (12, &sorted));
    let mut paged = Vec::new();
    for page in 0..3 {
        let filter = ListFilter { limit: 5, offset: page * 5, indicator: None };
        let got = bench.store.list(&bench.a, &filter, now()).await.unwrap();
        assert_eq!(got.has_more, page < 2);
        paged.extend(got.rows.iter().map(|row| (row.start, row.id)));
    }
    assert_eq!(paged, order);
}

async fn a_part_of_a_name_is_literal_and_blind_to_case(engine: Engine) {
    let bench = bench(engine).await;
    let names = ["Fasting_Glucose", "fastingXglucose", "100% O2", "1000 O2", "Ünïcode ÄLBUMIN", "血糖(空腹)"];
    for scope in [&bench.a, &bench.b] {
        let rows = names.iter().map(|name| reading(name, "1", "", "2026-01-01T00:00:00Z")).collect();
        bench.store.append(scope, rows).await.unwrap();
    }
    let table: [(&str, &[&str]); 7] = [
        ("fasting_glucose", &["Fasting_Glucose"]),
        ("%", &["100% O2"]),
        ("ünïcode älb", &["Ünïcode ÄLBUMIN"]),
        ("ÜNÏ", &["Ünïcode ÄLBUMIN"]),
        ("空腹", &["血糖(空腹)"]),
        ("'; DROP TABLE observation; --", &[]),
        ("o2", &["1000 O2", "100% O2"]),
    ];
    for (text, expected) in table {
        let page = bench.store.list(&bench.a, &part(text), now()).await.unwrap();
        assert_eq!(page.rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), expected, "{text}");
    }
    assert_eq!(bench.store.list(&bench.a, &part(""), now()).await.unwrap().rows.len(), 6);
    assert_eq!(bench.store.delete_matching(&bench.a, "").await.unwrap(), 0);
    assert_eq!(bench.store.delete_matching(&bench.a, "%").await.unwrap(), 1);
    assert_eq!(bench.store.delete_matching(&bench.a, "G_GLUCOSE").await.unwrap(), 1);
    assert_eq!(bench.store.list(&bench.a, &part(""), now()).await.unwrap().rows.len(), 4);
    assert_eq!(bench.store.list(&bench.b, &part(""), now()).await.unwrap().rows.len(), 6);
}

async fn many_rows_have_ids_in_order_that_no_other_row_has(engine: Engine) {
    let bench = bench(engine).await;
    let rows = |count: usize| (0..count).map(|n| glucose(&n.to_string(), "2026-01-01T00:00:00Z")).collect::<Vec<_>>();
    let a = bench.store.append(&bench.a, rows(450)).await.unwrap();
    let b = bench.store.append(&bench.b, rows(3)).await.unwrap();
    assert_eq!((a.len(), b.len()), (450, 3));
    assert!(a.is_sorted_by(|x, y| x < y) && b.iter().all(|id| !a.contains(id)));
    let got = bench.store.list(&bench.a, &ListFilter { limit: 1000, ..ListFilter::default() }, now()).await.unwrap();
    assert!(
        got.rows
            .iter()
            .rev()
            .zip(&a)
            .enumerate()
            .all(|(n, (row, id))| row.id == *id && row.value_text == n.to_string())
    );
    assert_eq!(bench.store.append(&bench.a, Vec::new()).await.unwrap(), Vec::<i64>::new());
    bench.store.delete_all(&bench.b).await.unwrap();
    let after = bench.store.append(&bench.b, rows(1)).await.unwrap();
    assert!(after[0] > b[2], "an id is never given twice");
}

async fn what_expired_is_hidden_at_once_and_removed_later(engine: Engine) {
    let bench = bench(engine).await;
    let end = now();
    let until = NewObservation { retention: Retention::Until(end), ..glucose("1", "2026-06-01T00:00:00Z") };
    for scope in [&bench.a, &bench.b] {
        let kept = glucose("2", "2026-05-01T00:00:00Z");
        bench.store.append(scope, vec![until.clone(), kept]).await.unwrap();
    }
    let before = end.checked_sub(SignedDuration::from_micros(1)).unwrap();
    for (moment, expected) in [(before, vec!["1", "2"]), (end, vec!["2"])] {
        let page = bench.store.list(&bench.a, &ListFilter::default(), moment).await.unwrap();
        assert_eq!(values(&page.rows), expected);
        let series = bench.store.series(&bench.a, moment).await.unwrap();
        assert_eq!(series[0].count, expected.len() as u64);
        let filter = ReadFilter { series: vec![series[0].series.clone()], ..ReadFilter::default() };
        assert_eq!(values(&bench.store.readings(&bench.a, &filter, moment).await.unwrap()), expected);
    }
    let system = bench.store.admin().system();
    assert_eq!(bench.store.purge_expired(&system, before).await.unwrap().records, 0);
    assert_eq!(bench.store.purge_expired(&system, end).await.unwrap().records, 2);
    assert_eq!(bench.store.list(&bench.b, &ListFilter::default(), before).await.unwrap().rows.len(), 1);
}

async fn series_and_readings_take_days_and_the_newest(engine: Engine) {
    let bench = bench(engine).await;
    let days = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"];
    let rows = |name: &str| days.iter().map(|day| reading(name, &day[9..], "mg/dL", day)).collect::<Vec<_>>();
    bench.store.append(&bench.a, rows("Glucose")).await.unwrap();
    bench.store.append(&bench.a, vec![reading("zz unknown", "7", "", "2026-01-02")]).await.unwrap();
    bench.store.append(&bench.b, rows("Glucose")).await.unwrap();
    let series = bench.store.series(&bench.a, now()).await.unwrap();
    let glucose = series.iter().find(|s| s.name == "Glucose").unwrap();
    assert_eq!((series.len(), glucose.count, glucose.unit.as_deref()), (2, 4, Some("mg/dL")));
    assert_eq!((glucose.first.to_string(), glucose.last.to_string()), ("2026-01-01".into(), "2026-01-04".into()));
    let day = |text: &str| Some(text.parse::<LocalDay>().unwrap());
    let table = [
        (None, None, None, vec!["4", "3", "2", "1"]),
        (day("2026-01-02"), day("2026-01-03"), None, vec!["3", "2"]),
        (None, None, Some(1), vec!["4"]),
        (day("2026-02-01"), None, None, vec![]),
    ];
    for (from, to, limit, expected) in table {
        let filter = ReadFilter { series: vec![glucose.series.clone()], from, to, limit, ..ReadFilter::default() };
        assert_eq!(values(&bench.store.readings(&bench.a, &filter, now()).await.unwrap()), expected);
    }
    assert!(bench.store.readings(&bench.a, &ReadFilter::default(), now()).await.unwrap().is_empty());
}

async fn a_series_is_named_by_its_latest_reading(engine: Engine) {
    let bench = bench(engine).await;
    let named = |name: &str, day: &str| {
        let mut new = reading(name, "1", "g/dL", day);
        new.coded.series = "one".into();
        new
    };
    let rows = vec![named("Hb", "2026-01-01"), named("血红蛋白", "2026-01-03"), named("Hemoglobin", "2026-01-02")];
    bench.store.append(&bench.a, rows).await.unwrap();
    bench.store.append(&bench.b, vec![named("ヘモグロビン", "2026-01-04")]).await.unwrap();
    let series = bench.store.series(&bench.a, now()).await.unwrap();
    assert_eq!((series[0].name.as_str(), series[0].count), ("血红蛋白", 3));
    assert_eq!(series[0].names, ["血红蛋白", "Hemoglobin", "Hb"]);
}

async fn writers_of_two_programs_do_not_lose_each_others_rows(engine: Engine) {
    let bench = bench(engine).await;
    let other = bench.open().await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..20 {
        let store = if n % 2 == 0 { bench.store.clone() } else { other.clone() };
        let scope = if n % 4 < 2 { bench.a.clone() } else { bench.b.clone() };
        let rows = (0..5).map(|m| glucose(&(n * 5 + m).to_string(), "2026-01-01T00:00:00Z")).collect();
        tasks.spawn(async move { store.append(&scope, rows).await.unwrap() });
    }
    let mut ids: Vec<i64> = tasks.join_all().await.concat();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 100);
    for scope in [&bench.a, &bench.b] {
        assert_eq!(other.list(scope, &ListFilter::default(), now()).await.unwrap().rows.len(), 50);
    }
}

/// Appends of one moment may share a transaction; what is wrong with one of them is its own.
async fn an_append_fails_alone(engine: Engine) {
    let bench = bench(engine).await;
    let account = bench.store.local_account().await.unwrap();
    let erased = account.subject(&bench.store, "erased").await.unwrap();
    bench.store.delete_subject(&erased).await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..60 {
        let (store, erased) = (bench.store.clone(), erased.clone());
        let scope = if n % 2 == 0 { bench.a.clone() } else { bench.b.clone() };
        tasks.spawn(async move {
            let rows = vec![glucose(&n.to_string(), "2026-01-01"), glucose(&n.to_string(), "2026-01-02")];
            match n % 5 {
                0 => {
                    let late = store.append(&erased, rows).await;
                    assert_eq!(late.unwrap_err().code(), "subject_erased");
                }
                1 => {
                    let nul = store.append(&scope, vec![rows[0].clone(), glucose("\0", "2026-01-01")]).await;
                    assert_eq!(nul.unwrap_err().code(), "invalid_value");
                }
                // Whoever stops waiting takes nothing of the others along.
                2 => drop(tokio::time::timeout(std::time::Duration::ZERO, store.append(&scope, rows)).await),
                _ => assert_eq!(store.append(&scope, rows).await.unwrap().len(), 2),
            }
        });
    }
    tasks.join_all().await;
    let filter = ListFilter { limit: 1000, ..ListFilter::default() };
    for (scope, parity) in [(&bench.a, 0), (&bench.b, 1)] {
        let rows = bench.store.list(scope, &filter, now()).await.unwrap().rows;
        let times = |n: usize| rows.iter().filter(|row| row.value_text == n.to_string()).count();
        for n in (parity..60).step_by(2) {
            match n % 5 {
                0 | 1 => assert_eq!(times(n), 0, "{n}"),
                2 => assert!([0, 2].contains(&times(n)), "{n}: all or nothing"),
                _ => assert_eq!(times(n), 2, "{n}"),
            }
        }
    }
}

async fn what_is_written_is_there_after_opening_again(engine: Engine) {
    let bench = bench(engine).await;
    for (scope, value) in [(&bench.a, "1"), (&bench.b, "2")] {
        bench.store.append(scope, vec![glucose(value, "2026-01-01T00:00:00Z")]).await.unwrap();
    }
    bench.store.close().await;
    let again = bench.open().await.unwrap();
    for (scope, value) in [(&bench.a, "1"), (&bench.b, "2")] {
        assert_eq!(values(&again.list(scope, &ListFilter::default(), now()).await.unwrap().rows), [value]);
    }
}

async fn a_value_of_every_kind_comes_back(engine: Engine) {
    let bench = bench(engine).await;
    let written =
        ["5.4", "<0.5", "120-200", "1:80", "++", "negative", "O positive", "see note below, please", "", "pending"];
    let rows: Vec<_> = written.iter().map(|value| reading("x", value, "", "2026-01-01")).collect();
    let kinds: Vec<Value> = rows.iter().map(|new| new.coded.value.clone()).collect();
    bench.store.append(&bench.a, rows).await.unwrap();
    let rows = bench.store.list(&bench.a, &ListFilter::default(), now()).await.unwrap().rows;
    let read: Vec<Value> = rows.into_iter().rev().map(|row| row.value).collect();
    assert_eq!(read, kinds);
    assert!(bench.store.series(&bench.b, now()).await.unwrap().is_empty());
}

tests! {
    both: [an_observation_comes_back_as_it_was_written, rows_are_newest_first_and_pages_neither_overlap_nor_miss, a_part_of_a_name_is_literal_and_blind_to_case, many_rows_have_ids_in_order_that_no_other_row_has, what_expired_is_hidden_at_once_and_removed_later, series_and_readings_take_days_and_the_newest, a_series_is_named_by_its_latest_reading, writers_of_two_programs_do_not_lose_each_others_rows, an_append_fails_alone,
        what_is_written_is_there_after_opening_again, a_value_of_every_kind_comes_back],
}
