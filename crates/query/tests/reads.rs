//! Reading a real store: selection, windows, views and both renderings, with another person's record beside.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

use jiff::{Timestamp, ToSpan as _, tz::TimeZone};
use mirobody_derive::{LocalDay, When};
use mirobody_query::{
    ABSENCE, Envelope, ErrorKind, HealthQuery, NameRead, ReadAs, Rows, SHAPE, Selector, Status, View, render_compact,
    render_rest, run,
};
use mirobody_standardize::{Reading, code};
use mirobody_store::{
    NewObservation, ProfileChange, Retention, Sample, SampleBatch, SampledSeries, Scope, Source, Store,
};

/// Name, value, unit, range, time.
type Row = [&'static str; 5];

const RECORD: &[Row] = &[
    ["fasting_glucose", "131.2", "mg/dL", "", "2026-05-01T07:30:00Z"],
    ["fasting_glucose", "138.4", "mg/dL", "", "2026-05-20T07:30:00Z"],
    ["fasting_glucose", "143.7", "mg/dL", "", "2026-06-16T23:30:00Z"],
    ["Hemoglobin", "13.5", "g/dL", "13.0-17.0", "2026-06-10"],
    ["LDL-C", "128", "mg/dL", "0-100", "2025-06-10"],
    ["LDL-C", "97", "mg/dL", "0-100", "2026-06-10"],
    ["CRP", "8.2", "mg/L", "0-5", "2026-04-02"],
    ["CRP", "<5", "mg/L", "0-5", "2026-06-10"],
    ["Note | odd\\name", "first\nsecond", "", "", "2026-06-10"],
];

const OTHERS: &[Row] =
    &[["fasting_glucose", "987.6", "mg/dL", "", "2026-06-29"], ["Ferritin", "876.5", "ng/mL", "", "2026-06-29"]];

struct World {
    store: Store,
    scope: Scope,
    _dir: tempfile::TempDir,
}

fn now() -> Timestamp {
    "2026-06-30T12:00:00Z".parse().unwrap()
}

fn observation(row: &Row) -> NewObservation {
    let [name, value, unit, range, time] = row.map(str::to_owned);
    NewObservation {
        when: When::read(&time, &TimeZone::get("Asia/Shanghai").unwrap()).unwrap(),
        coded: code(&Reading { name, value, unit, range, ..Reading::default() }),
        time_text: time,
        source: Source::Api,
        tag: String::new(),
        file_key: None,
        page: None,
        retention: Retention::Permanent,
    }
}

impl World {
    async fn new(rows: &[Row]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).await.unwrap();
        let account = store.local_account().await.unwrap();
        let scope = account.subject(&store, "asker").await.unwrap();
        let other = account.subject(&store, "other").await.unwrap();
        let zone = ProfileChange { zone: Some("Asia/Shanghai".to_owned()), ..ProfileChange::default() };
        store.set_profile(&scope, &zone, now()).await.unwrap();
        for (scope, rows) in [(&scope, rows), (&other, OTHERS)] {
            store.append(scope, rows.iter().map(observation).collect()).await.unwrap();
        }
        Self { store, scope, _dir: dir }
    }

    async fn ask(&self, selector: Selector, days: [&str; 2], view: View) -> Envelope {
        let [start, end] = days.map(|day| day.parse().ok());
        let envelope = run(&self.store, &self.scope, &HealthQuery { selector, start, end, view }, now()).await;
        let text = format!("{envelope:?}");
        assert!(!text.contains("987.6") && !text.contains("876.5"), "{text}");
        assert_eq!(envelope.assumptions[0], ABSENCE);
        assert_eq!(envelope.assumptions.contains(&SHAPE), matches!(envelope.data, Rows::Stats(_)));
        envelope
    }
}

fn keywords(names: &[&str]) -> Selector {
    Selector::Keywords(names.iter().map(|name| (*name).to_owned()).collect())
}

fn indicators(names: &[&str]) -> Selector {
    Selector::Indicators(names.iter().map(|name| (*name).to_owned()).collect())
}

const ALWAYS: [&str; 2] = ["", ""];

/// The names of the series in the rows of an answer, each once.
fn names(envelope: &Envelope) -> Vec<String> {
    let all: Vec<String> = match &envelope.data {
        Rows::Readings(rows) => rows.iter().map(|row| row.indicator.clone()).collect(),
        Rows::Stats(rows) => rows.iter().map(|row| row.indicator.clone()).collect(),
        Rows::Buckets(rows) => rows.iter().map(|row| row.indicator.clone()).collect(),
        Rows::Catalogue(_) => Vec::new(),
    };
    let mut names: Vec<String> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[tokio::test]
async fn a_keyword_finds_the_series_it_means() {
    let world = World::new(RECORD).await;
    for (keyword, expected) in [
        ("fasting_glucose", &["fasting_glucose"][..]),
        ("fasting glucose", &["fasting_glucose"]),
        ("空腹血糖", &["fasting_glucose"]),
        ("FBG", &["fasting_glucose"]),
        ("1558-6", &["fasting_glucose"]),
        ("glucose", &["fasting_glucose"]),
        ("LDL cholesterol", &["LDL-C"]),
        ("血红蛋白", &["Hemoglobin"]),
        ("CRPs", &["CRP"]),
        // One shared word is not a match, and another analyte is not the one asked for.
        ("blood pressure", &[]),
        ("HbA1c", &[]),
        ("blood", &[]),
        ("ferritin", &[]),
    ] {
        let envelope = world.ask(keywords(&[keyword]), ALWAYS, View::Latest).await;
        assert_eq!(names(&envelope), expected, "{keyword}");
    }
}

#[tokio::test]
async fn names_that_are_not_recorded_are_reported() {
    let world = World::new(RECORD).await;
    let some = world.ask(indicators(&["LDL-C", "Resting heart rate"]), ALWAYS, View::Latest).await;
    assert_eq!(
        (some.status, some.meta.unmatched.as_slice()),
        (Status::Partial, &["Resting heart rate".to_owned()][..])
    );
    assert_eq!(names(&some), ["LDL-C"]);
    let none = world.ask(indicators(&["Resting heart rate"]), ALWAYS, View::Latest).await;
    assert_eq!(none.error_kind, Some(ErrorKind::NoData));
    assert!(matches!(&none.data, Rows::Catalogue(rows) if rows.len() == 5));
}

#[tokio::test]
async fn what_became_of_a_name_is_said() {
    let rows = [
        ["HbA1c", "5.6", "%", "", "2026-06-10"],
        ["Ferritin", "60", "ng/mL", "", "2026-06-10"],
        ["Creatinine", "0.9", "mg/dL", "", "2026-06-10"],
        ["Knee flexion left", "130", "", "", "2026-06-10"],
        ["Knee flexion right", "128", "", "", "2026-06-10"],
    ];
    let world = World::new(&rows).await;
    let read = |asked: &str, read: ReadAs| NameRead { asked: asked.to_owned(), read };
    let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let [left, right] = ["Knee flexion left", "Knee flexion right"];
    for (keyword, rows, said, unmatched) in [
        ("creatnine", &["Creatinine"][..], vec![read("creatnine", ReadAs::Name("creatinine".into()))], &[][..]),
        ("knee flexion", &[left, right], vec![read("knee flexion", ReadAs::Ambiguous(own(&[left, right])))], &[]),
        // One that shares the words is named and not read.
        ("hemoglobin", &[], vec![read("hemoglobin", ReadAs::Related(own(&["HbA1c"])))], &["hemoglobin"]),
        ("blood pressure", &[], vec![], &["blood pressure"]),
        // A list in one keyword is taken name by name.
        ("ferritin and TSH", &["Ferritin"], vec![], &["TSH"]),
    ] {
        let envelope = world.ask(keywords(&[keyword]), ALWAYS, View::Latest).await;
        assert_eq!(names(&envelope), rows, "{keyword}");
        assert_eq!((&envelope.meta.names, &envelope.meta.unmatched), (&said, &own(unmatched)), "{keyword}");
        assert_eq!(envelope.status == Status::Partial, !unmatched.is_empty(), "{keyword}");
        for said in &envelope.meta.names {
            assert!(envelope.meta.notes.iter().any(|note| note.contains(&said.asked)), "{keyword}");
        }
    }
}

#[tokio::test]
async fn a_window_is_of_the_subjects_own_days() {
    let world = World::new(RECORD).await;
    // 23:30 UTC is the next morning in Shanghai.
    let on = |day| world.ask(keywords(&["fasting glucose"]), [day, day], View::Raw);
    assert_eq!(on("2026-06-16").await.meta.row_count, 0);
    assert_eq!(on("2026-06-17").await.meta.row_count, 1);
    let swapped = world.ask(keywords(&["fasting glucose"]), ["2026-05-31", "2026-05-01"], View::Stats).await;
    assert_eq!((swapped.meta.row_count, swapped.meta.window.as_str()), (1, "2026-05-01..2026-05-31"));
    assert!(swapped.meta.notes[0].contains("swapped"));
}

#[tokio::test]
async fn a_window_outside_the_record_says_the_real_span() {
    let world = World::new(RECORD).await;
    let envelope = world.ask(keywords(&["LDL"]), ["2020-01-01", "2020-12-31"], View::Raw).await;
    assert_eq!(envelope.meta.row_count, 0);
    let note = "LDL-C: nothing recorded in 2020-01-01..2020-12-31; its record runs from 2025-06-10 to 2026-06-10";
    assert_eq!(envelope.meta.notes, [note]);
}

#[tokio::test]
async fn raw_shows_fifty_and_says_what_is_cut() {
    let days = ["2026-01-01", "2026-01-02", "2026-01-03"];
    let rows: Vec<Row> = (0..60).map(|i| ["Potassium", "4.2", "mmol/L", "", days[i % 3]]).collect();
    let world = World::new(&rows).await;
    let envelope = world.ask(keywords(&["potassium"]), ALWAYS, View::Raw).await;
    assert_eq!((envelope.meta.row_count, envelope.meta.total, envelope.meta.truncated), (50, Some(60), true));
    assert!(render_compact(&envelope).starts_with("CUT: 50 of 60 rows shown"));
}

#[tokio::test]
async fn an_empty_record_says_so() {
    let world = World::new(&[]).await;
    for selector in [Selector::Catalogue, keywords(&["glucose"])] {
        let envelope = world.ask(selector, ALWAYS, View::Latest).await;
        assert!(render_compact(&envelope).starts_with("(no rows)"));
        assert!(envelope.meta.notes.contains(&"the record holds no readings".to_owned()));
    }
}

#[tokio::test]
async fn both_renderings_are_as_they_were_accepted() {
    let world = World::new(RECORD).await;
    let cases = [
        ("catalogue", Selector::Catalogue, ALWAYS, View::Raw),
        ("raw", keywords(&["fasting glucose", "CRP"]), ALWAYS, View::Raw),
        ("raw_odd_text", indicators(&["Note | odd\\name"]), ALWAYS, View::Raw),
        ("latest", keywords(&["LDL", "Hemoglobin", "ferritin"]), ALWAYS, View::Latest),
        ("stats", keywords(&["fasting glucose", "CRP"]), ["2026-01-01", "2026-06-30"], View::Stats),
        ("month", keywords(&["fasting glucose"]), ["2026-01-01", ""], View::Month),
    ];
    for (name, selector, days, view) in cases {
        let envelope = world.ask(selector, days, view).await;
        insta::assert_snapshot!(format!("compact_{name}"), render_compact(&envelope));
        insta::assert_snapshot!(format!("rest_{name}"), serde_json::to_string_pretty(&render_rest(&envelope)).unwrap());
    }
    insta::assert_snapshot!(
        "compact_error",
        render_compact(&Envelope::error(ErrorKind::InvalidArguments, "kind: unknown parameter"))
    );
}

fn beats(series: &str, tag: &str, beats: &[(&str, i64)]) -> SampleBatch {
    let sample = |(time, value): &(&str, i64)| {
        let start: Timestamp = time.parse().unwrap();
        let day = LocalDay::of(start, &TimeZone::get("Asia/Shanghai").unwrap());
        Sample { start, end: start, offset: Some(8 * 3600), day, value: (*value).into() }
    };
    let of = SampledSeries { series: series.to_owned(), name: "heart_rate".into(), loinc: "8867-4".parse().ok() };
    SampleBatch { of, tag: tag.into(), unit: "/min".into(), samples: beats.iter().map(sample).collect() }
}

#[tokio::test]
async fn device_samples_are_read_like_any_other_reading() {
    let world = World::new(&[["Heart rate", "71", "/min", "", "2026-06-10T00:30:00Z"]]).await;
    let series = world.store.series(&world.scope, now()).await.unwrap().remove(0).series;
    let watch = [("2026-06-10T01:00:00Z", 60), ("2026-06-10T01:00:30Z", 64), ("2026-06-11T02:00:00Z", 90)];
    world.store.append_samples(&world.scope, &beats(&series, "watch", &watch)).await.unwrap();
    let phone = beats(&series, "phone", &[("2026-06-10T01:00:10Z", 100)]);
    world.store.append_samples(&world.scope, &phone).await.unwrap();
    let heart = || Selector::Keywords(vec!["heart rate".into()]);

    let catalogue = world.ask(Selector::Catalogue, ["", ""], View::Raw).await;
    let Rows::Catalogue(rows) = &catalogue.data else { panic!("{catalogue:?}") };
    assert_eq!((rows.len(), rows[0].count, rows[0].last.to_string()), (1, 5, "2026-06-11".to_owned()));

    let raw = world.ask(heart(), ["", ""], View::Raw).await;
    let Rows::Readings(rows) = &raw.data else { panic!("{raw:?}") };
    let shown: Vec<_> = rows.iter().map(|row| format!("{} {} {}", row.day, row.value, row.source)).collect();
    assert_eq!(
        shown,
        [
            "2026-06-11 90 device, watch",
            "2026-06-10 64 device, watch",
            "2026-06-10 100 device, phone",
            "2026-06-10 60 device, watch",
            "2026-06-10 71 api",
        ]
    );
    let latest = world.ask(heart(), ["2026-06-10", "2026-06-10"], View::Latest).await;
    let Rows::Readings(rows) = &latest.data else { panic!("{latest:?}") };
    assert_eq!((rows.len(), rows[0].value.as_str()), (1, "64"));

    let minutes = world.ask(heart(), ["", ""], View::Minute).await;
    let Rows::Buckets(rows) = &minutes.data else { panic!("{minutes:?}") };
    assert_eq!(rows.iter().map(|row| row.n).collect::<Vec<_>>(), [1, 3, 1]);

    let days = world.ask(heart(), ["", ""], View::Day).await;
    let Rows::Buckets(rows) = &days.data else { panic!("{days:?}") };
    let shown: Vec<_> = rows.iter().map(|row| format!("{} {} of {}", row.period, row.avg, row.n)).collect();
    assert_eq!(shown, ["2026-06-10 62 of 2", "2026-06-11 90 of 1"]);
    assert!(render_compact(&days).contains("from the source that counts for it (device, watch)"));

    let stats = world.ask(heart(), ["", ""], View::Stats).await;
    let Rows::Stats(rows) = &stats.data else { panic!("{stats:?}") };
    let row = &rows[0];
    assert_eq!((row.avg.unwrap().to_string(), row.change.unwrap().to_string()), ("76".to_owned(), "28".to_owned()));
    assert_eq!((row.min.as_ref().unwrap().value.as_str(), row.max.as_ref().unwrap().value.as_str()), ("60", "90"));
    assert_eq!(stats.provenance[0].1.as_str(), "elected");
}

#[tokio::test]
async fn a_long_series_says_what_its_readings_say() {
    let world = World::new(&[]).await;
    let start: Timestamp = "2025-01-01T00:00:00Z".parse().unwrap();
    let value = |at: i64| 80 + at * 7919 % 61;
    let reading = |at: i64| {
        let time = (start + (at * 5).hours()).to_string();
        let coded = code(&Reading {
            name: "fasting_glucose".into(),
            value: value(at).to_string(),
            unit: "mg/dL".into(),
            range: "70-130".into(),
            ..Reading::default()
        });
        NewObservation {
            when: When::read(&time, &TimeZone::UTC).unwrap(),
            coded,
            time_text: time,
            ..observation(&RECORD[0])
        }
    };
    let rows: Vec<NewObservation> = (0..2500).map(reading).collect();
    world.store.append(&world.scope, rows).await.unwrap();
    let glucose = || Selector::Indicators(vec!["fasting_glucose".into()]);
    let stats = world.ask(glucose(), ["", ""], View::Stats).await;
    let Rows::Stats(rows) = &stats.data else { panic!("{stats:?}") };
    let row = &rows[0];
    let values: Vec<i64> = (0..2500).map(value).collect();
    let high = values.iter().filter(|value| **value > 130).count();
    assert_eq!((row.count, row.counted, row.high, row.low, row.unjudged), (2500, 2500, high, 0, 0));
    assert_eq!(row.last_high.as_ref().unwrap().number, values.iter().rev().find(|v| **v > 130).map(|v| (*v).into()));
    let (least, greatest) = (values.iter().min().unwrap(), values.iter().max().unwrap());
    assert_eq!(row.min.as_ref().unwrap().value, least.to_string());
    assert_eq!(row.max.as_ref().unwrap().value, greatest.to_string());
    let mean = values.iter().sum::<i64>() as f64 / 2500.0;
    assert!((row.avg.unwrap().to_string().parse::<f64>().unwrap() - mean).abs() < 0.051, "{row:?}");
    assert_eq!(row.change, Some((values[2499] - values[0]).into()));
    // The same two days, alone, are read from the readings.
    for view in [View::Day, View::Week, View::Month] {
        let [days, readings] = [["2025-01-01", "2026-12-31"], ["2026-05-04", "2026-05-10"]];
        let (all, some) = (world.ask(glucose(), days, view).await, world.ask(glucose(), readings, view).await);
        let (Rows::Buckets(all), Rows::Buckets(some)) = (&all.data, &some.data) else { panic!("{all:?}") };
        let whole = |row: &&mirobody_query::BucketRow| view != View::Month || row.n > 100;
        for row in some.iter().filter(whole) {
            assert!(all.contains(row), "{row:?} is not among {all:?}");
        }
    }
    let hours = world.ask(glucose(), ["", ""], View::Hour).await;
    let Rows::Buckets(rows) = &hours.data else { panic!("{hours:?}") };
    assert_eq!((rows.len(), hours.meta.truncated), (92, true));
}
