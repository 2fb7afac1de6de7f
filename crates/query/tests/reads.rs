//! Reading a real store: selection, windows, views and both renderings, with another person's record beside.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

use jiff::{Timestamp, tz::TimeZone};
use mirobody_derive::When;
use mirobody_query::{
    ABSENCE, Envelope, ErrorKind, HealthQuery, Rows, Selector, Status, View, render_compact, render_rest, run,
};
use mirobody_standardize::{Reading, code};
use mirobody_store::{NewObservation, ProfileChange, Retention, Scope, Source, Store};

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
        assert_eq!(envelope.assumptions, [ABSENCE]);
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
