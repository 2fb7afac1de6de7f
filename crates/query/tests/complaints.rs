//! Reported complaints beside readings: found by what people call them, in every view and both renderings, with another
//! person's record beside.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

use jiff::{Timestamp, tz::TimeZone};
use mirobody_derive::When;
use mirobody_query::{
    ABSENCE, Complaints, Envelope, ErrorKind, HealthQuery, Provenance, REPORTS, Rows, SHAPE, Selector, Status, View,
    render_compact, render_rest, run,
};
use mirobody_standardize::{Reading, code, complaint::complaints};
use mirobody_store::{ComplaintWords, NewComplaint, NewObservation, ProfileChange, Retention, Scope, Source, Store};

const TOLD: &[(&str, &str)] = &[
    ("Severe headache for two days, no fever", "2026-05-03T08:00:00+02:00"),
    ("头疼", "2026-05-04"),
    ("Knieschmerzen", "2026-05-20T09:00:00Z"),
    ("maybe a fever", "2026-05-21T23:30:00Z"),
    ("fever of 38.5", "2026-06-01"),
    ("headache again", "2026-06-14T21:00:00Z"),
    ("no headache today", "2026-06-20"),
    ("I feel unwell", "2026-06-21"),
];

const OTHERS: &[(&str, &str)] =
    &[("headache, canary-of-another", "2026-06-25"), ("canary-of-another diarrhea", "2026-06-26")];

struct World {
    store: Store,
    scope: Scope,
    _dir: tempfile::TempDir,
}

fn now() -> Timestamp {
    "2026-06-30T12:00:00Z".parse().unwrap()
}

fn zone() -> TimeZone {
    TimeZone::get("Europe/Brussels").unwrap()
}

fn told((text, time): &(&str, &str)) -> Vec<NewComplaint> {
    let own = |text: Option<&str>| text.map(str::to_owned);
    let found = complaints(text, None).into_iter().map(|found| NewComplaint {
        words: ComplaintWords {
            said: found.said.to_owned(),
            sentence: found.sentence.to_owned(),
            duration: own(found.duration),
            severity: own(found.severity),
        },
        coding: found.coding,
        status: found.status,
        when: When::read(time, &zone()).unwrap(),
        time_text: (*time).to_owned(),
        source: Source::Journal,
        tag: String::new(),
        file_key: None,
        retention: Retention::Permanent,
    });
    found.collect()
}

fn weight() -> NewObservation {
    let reading = Reading { name: "Body weight".into(), value: "70".into(), unit: "kg".into(), ..Reading::default() };
    NewObservation {
        coded: code(&reading),
        when: When::read("2026-06-01", &zone()).unwrap(),
        time_text: "2026-06-01".into(),
        source: Source::Api,
        tag: String::new(),
        file_key: None,
        page: None,
        retention: Retention::Permanent,
    }
}

impl World {
    async fn new(told_of: &[(&str, &str)], readings: Vec<NewObservation>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).await.unwrap();
        let account = store.local_account().await.unwrap();
        let scope = account.subject(&store, "asker").await.unwrap();
        let other = account.subject(&store, "other").await.unwrap();
        let zone = ProfileChange { zone: Some("Europe/Brussels".to_owned()), ..ProfileChange::default() };
        store.set_profile(&scope, &zone, now()).await.unwrap();
        for (scope, all) in [(&scope, told_of), (&other, OTHERS)] {
            let new: Vec<NewComplaint> = all.iter().flat_map(told).collect();
            store.append_complaints(scope, &new, None).await.unwrap();
        }
        store.append(&scope, readings).await.unwrap();
        Self { store, scope, _dir: dir }
    }

    async fn ask(&self, selector: Selector, days: [&str; 2], view: View) -> Envelope {
        let [start, end] = days.map(|day| day.parse().ok());
        let envelope = run(&self.store, &self.scope, &HealthQuery { selector, start, end, view }, now()).await;
        let text = format!("{envelope:?}");
        assert!(!text.contains("canary") && !text.contains("Diarrhoea"), "{text}");
        assert_eq!(envelope.assumptions[0], ABSENCE);
        envelope
    }

    async fn keyword(&self, name: &str, view: View) -> Envelope {
        self.ask(keywords(&[name]), ALWAYS, view).await
    }
}

fn keywords(names: &[&str]) -> Selector {
    Selector::Keywords(names.iter().map(|name| (*name).to_owned()).collect())
}

const ALWAYS: [&str; 2] = ["", ""];

/// `2026-05-03 negated`, and for counts `2026-05 1 0 0 0`.
fn lines(complaints: &Complaints) -> Vec<String> {
    match complaints {
        Complaints::None => Vec::new(),
        Complaints::Kinds(rows) => rows
            .iter()
            .map(|row| {
                let (counts, days) = (row.reports, (row.first, row.last));
                format!("{} {} of {}, {}..{}", row.complaint, counts.affirmed, counts.total(), days.0, days.1)
            })
            .collect(),
        Complaints::Reports(rows) => rows.iter().map(|row| format!("{} {}", row.day, row.status.as_str())).collect(),
        Complaints::Buckets(rows) => rows
            .iter()
            .map(|row| format!("{} {} of {}", row.period, row.reports.affirmed, row.reports.total()))
            .collect(),
    }
}

#[tokio::test]
async fn a_complaint_is_found_by_what_people_call_it() {
    let world = World::new(TOLD, vec![weight()]).await;
    let headache = "Headache 3 of 4, 2026-05-03..2026-06-20";
    let fever = "Fever 1 of 3, 2026-05-03..2026-06-01";
    let knee = "Knee symptom or complaint 1 of 1, 2026-05-20..2026-05-20";
    for (asked, found, read_as) in [
        ("headache", &[headache][..], None),
        ("NS01", &[headache], None),
        ("头痛", &[headache], None),
        ("頭痛", &[headache], None),
        ("Kopfschmerzen", &[headache], None),
        ("mal de tête", &[headache], None),
        ("dolor de cabeza", &[headache], None),
        ("headahce", &[headache], Some("headache")),
        ("Fieber", &[fever], None),
        ("fièvre", &[fever], None),
        ("发烧", &[fever], None),
        ("fever and headache", &[headache, fever], None),
        ("knee pain", &[knee], None),
        ("feel unwell", &["feel unwell 1 of 1, 2026-06-21..2026-06-21"], None),
        ("cough", &[], None),
        ("weight", &[], None),
    ] {
        let envelope = world.keyword(asked, View::Stats).await;
        let read = envelope.meta.names.iter().map(|name| format!("{:?}", name.read)).collect::<Vec<_>>();
        let expected: Vec<String> = found.iter().map(|line| (*line).to_owned()).collect();
        if found.is_empty() && asked != "weight" {
            assert_eq!(envelope.error_kind, Some(ErrorKind::NoData), "{asked}");
            continue;
        }
        let mut lines = lines(&envelope.complaints);
        lines.sort_by_key(|line| expected.iter().position(|own| own == line));
        assert_eq!(lines, expected, "{asked}");
        assert_eq!((envelope.status, envelope.meta.unmatched.len()), (Status::Ok, 0), "{asked}: {:?}", envelope.meta);
        assert_eq!(envelope.assumptions.contains(&REPORTS), asked != "weight");
        assert_eq!(envelope.assumptions.contains(&SHAPE), asked == "weight");
        assert_eq!(
            read.first().is_some_and(|read| read.contains(read_as.unwrap_or("-"))),
            read_as.is_some(),
            "{read:?}"
        );
    }
}

#[tokio::test]
async fn every_view_tells_what_was_reported() {
    let world = World::new(TOLD, Vec::new()).await;
    for (view, expected) in [
        (View::Raw, &["2026-06-20 negated", "2026-06-14 affirmed", "2026-05-04 affirmed", "2026-05-03 affirmed"][..]),
        (View::Latest, &["2026-06-20 negated", "2026-06-14 affirmed"]),
        (View::Stats, &["Headache 3 of 4, 2026-05-03..2026-06-20"]),
        (View::Day, &["2026-05-03 1 of 1", "2026-05-04 1 of 1", "2026-06-14 1 of 1", "2026-06-20 0 of 1"]),
        (View::Week, &["2026-04-27 1 of 1", "2026-05-04 1 of 1", "2026-06-08 1 of 1", "2026-06-15 0 of 1"]),
        (View::Month, &["2026-05 2 of 2", "2026-06 1 of 2"]),
        (View::Hour, &["2026-05-03 08:00 1 of 1", "2026-05-04 1 of 1", "2026-06-14 23:00 1 of 1", "2026-06-20 0 of 1"]),
    ] {
        let envelope = world.keyword("headache", view).await;
        assert_eq!(lines(&envelope.complaints), expected, "{view:?}");
        assert!(envelope.data.is_empty() && envelope.meta.view == Some(view));
    }
}

#[tokio::test]
async fn a_window_is_of_the_persons_own_days() {
    let world = World::new(TOLD, Vec::new()).await;
    let raw = async |days| world.ask(keywords(&["fever", "headache"]), days, View::Raw).await;
    let envelope = raw(["2026-05-22", "2026-05-22"]).await;
    assert_eq!(lines(&envelope.complaints), ["2026-05-22 uncertain"]);
    let note = "Headache: no report in 2026-05-22; reports run from 2026-05-03 to 2026-06-20";
    assert!(envelope.meta.notes.iter().any(|own| own == note), "{:?}", envelope.meta.notes);
    let nothing = raw(["2026-01-01", "2026-01-31"]).await;
    assert_eq!((nothing.complaints.len(), nothing.meta.notes.len(), nothing.status), (0, 2, Status::Ok));
    assert!(nothing.assumptions.contains(&REPORTS), "that none is reported says no more than that");
}

#[tokio::test]
async fn the_list_has_complaints_beside_readings_and_alone() {
    let world = World::new(TOLD, vec![weight()]).await;
    let list = world.ask(Selector::Catalogue, ALWAYS, View::Raw).await;
    let expected = [
        "feel unwell 1 of 1, 2026-06-21..2026-06-21",
        "Headache 3 of 4, 2026-05-03..2026-06-20",
        "Fever 1 of 3, 2026-05-03..2026-06-01",
        "Knee symptom or complaint 1 of 1, 2026-05-20..2026-05-20",
    ];
    assert_eq!(lines(&list.complaints), expected);
    assert!(matches!(&list.data, Rows::Catalogue(rows) if rows.len() == 1));
    let alone = World::new(TOLD, Vec::new()).await.ask(Selector::Catalogue, ALWAYS, View::Raw).await;
    assert_eq!((alone.complaints.len(), alone.data.len()), (4, 0));
}

#[tokio::test]
async fn what_nobody_reported_is_said() {
    let world = World::new(&[], vec![weight()]).await;
    let envelope = world.keyword("cough", View::Raw).await;
    let note = "\"cough\" is a complaint (RS07 Cough), and nobody reported it";
    assert!(envelope.meta.notes.iter().any(|own| own == note), "{:?}", envelope.meta.notes);
    assert_eq!((envelope.meta.unmatched.len(), envelope.complaints.len()), (1, 0));
}

#[tokio::test]
async fn more_reports_than_are_shown_are_announced() {
    let days: Vec<String> = (1..=28).map(|day| format!("2026-02-{day:02}")).collect();
    let reports: Vec<(&str, &str)> = days.iter().flat_map(|day| [("headache", day.as_str()); 2]).collect();
    let world = World::new(&reports, Vec::new()).await;
    let envelope = world.keyword("headache", View::Raw).await;
    assert_eq!((envelope.complaints.len(), envelope.meta.truncated), (50, true));
    assert!(render_compact(&envelope).starts_with("CUT: 50 rows shown; narrow start and end"));
    assert_eq!(envelope.provenance, [("Headache".to_owned(), Provenance::Reported)]);
    assert_eq!(
        lines(&world.keyword("headache", View::Stats).await.complaints),
        ["Headache 56 of 56, 2026-02-01..2026-02-28"]
    );
}

#[tokio::test]
async fn both_renderings_show_the_second_table() {
    let world = World::new(TOLD, vec![weight()]).await;
    for (name, names, view) in
        [("raw", &["headache", "weight"][..], View::Raw), ("stats", &["headache", "fever"], View::Stats)]
    {
        let envelope = world.ask(keywords(names), ALWAYS, view).await;
        insta::assert_snapshot!(format!("compact_{name}"), render_compact(&envelope));
        let rest = serde_json::to_string_pretty(&render_rest(&envelope)["complaints"]).unwrap();
        insta::assert_snapshot!(format!("rest_{name}"), rest);
    }
    let list = world.ask(Selector::Catalogue, ALWAYS, View::Raw).await;
    insta::assert_snapshot!("compact_list", render_compact(&list));
}
