//! Complaints told in everyday words: coded, dated, kept for their own tenant; what is somebody else's is not kept.

use jiff::Timestamp;
use mirobody_derive::Precision;
use mirobody_ingest::{IngestError, Told};
use mirobody_standardize::complaint::{Language, Status};
use mirobody_store::{Attempt, ComplaintFilter, ProfileChange, Retention, Scope, Source, StoredComplaint, sha256};

use crate::support::{Bench, bench, now};

impl Bench {
    async fn told(&self, scope: &Scope, now: Timestamp) -> Vec<StoredComplaint> {
        self.store.complaints(scope, &ComplaintFilter::default(), now).await.unwrap()
    }
}

fn told(text: &str) -> Told {
    Told::new(text, Source::Consolidation)
}

#[tokio::test]
async fn a_text_becomes_the_persons_own_complaints() {
    let bench = bench().await;
    let zone = ProfileChange { zone: Some("Asia/Tokyo".into()), ..ProfileChange::default() };
    bench.store.set_profile(&bench.a, &zone, now()).await.unwrap();
    let late: Timestamp = "2026-06-20T20:00:00Z".parse().unwrap();
    let text = "Bad headache for three days, no fever, my mother coughs. I feel unwell.";
    let heard = bench.ingest.complaints(&bench.a, told(text), late).await.unwrap();
    let shown: Vec<_> =
        heard.kept.iter().map(|one| (one.icpc.as_deref(), one.status, one.words.said.as_str())).collect();
    let expected = [
        (Some("NS01"), Status::Affirmed, "headache"),
        (Some("AS03"), Status::Negated, "fever"),
        (None, Status::Affirmed, "feel unwell"),
    ];
    assert_eq!((shown.as_slice(), heard.of_others), (&expected[..], 1));
    let headache = &heard.kept[0];
    assert_eq!(headache.words.duration.as_deref(), Some("for three days"));
    assert_eq!(headache.words.sentence, "Bad headache for three days, no fever, my mother coughs.");
    // The day is that of where the person lives.
    assert_eq!((headache.day.to_string(), headache.precision), ("2026-06-21".into(), Precision::Received));
    assert_eq!((headache.start, headache.source), (late, Source::Consolidation));
    assert_eq!(bench.told(&bench.a, late).await.len(), 3);
    assert!(bench.told(&bench.b, late).await.is_empty());
    assert!(bench.rows(&bench.a, late).await.is_empty(), "a complaint is no reading");
}

#[tokio::test]
async fn a_time_a_language_and_a_session_are_kept() {
    let bench = bench().await;
    let said = Told {
        language: Some(Language::De),
        time: Some("2026-06-01T08:00:00+02:00".into()),
        tag: "diary".into(),
        retention: Retention::Session("s".into()),
        ..Told::new("Knieschmerzen", Source::Api)
    };
    let heard = bench.ingest.complaints(&bench.a, said, now()).await.unwrap();
    let knee = &heard.kept[0];
    assert_eq!((knee.icpc.as_deref(), knee.day.to_string()), (Some("LS14"), "2026-06-01".into()));
    assert_eq!(
        (knee.time_text.as_str(), knee.tag.as_str(), knee.offset),
        ("2026-06-01T08:00:00+02:00", "diary", Some(7200))
    );
    assert_eq!(bench.store.delete_session(&bench.a, "s").await.unwrap().records, 1);
}

#[tokio::test]
async fn what_names_no_complaint_keeps_nothing_and_makes_nobody() {
    let bench = bench().await;
    let account = bench.store.local_account().await.unwrap();
    for text in ["The weather is nice", "my mother coughs"] {
        let heard = bench.ingest.complaints_of(&account, "nobody", told(text), None, now()).await.unwrap();
        assert!(heard.kept.is_empty(), "{text}");
    }
    assert!(account.find_subject(&bench.store, "nobody").await.unwrap().is_none());
}

#[tokio::test]
async fn under_a_key_it_is_kept_once_and_answered_the_same() {
    let bench = bench().await;
    let account = bench.store.local_account().await.unwrap();
    let attempt = Attempt { key: sha256(b"k"), request: sha256(b"r") };
    let keep =
        async || bench.ingest.complaints_of(&account, "alice", told("headache"), Some(&attempt), now()).await.unwrap();
    let first = keep().await;
    assert_eq!((first.kept.len(), keep().await), (1, first));
    let scope = account.find_subject(&bench.store, "alice").await.unwrap().unwrap();
    assert_eq!(bench.told(&scope, now()).await.len(), 1);
}

#[tokio::test]
async fn what_cannot_be_kept_is_refused_by_its_name() {
    let bench = bench().await;
    let long = "a".repeat(4001);
    let many = "headache, ".repeat(201);
    for (said, param) in [
        (told(" "), "text"),
        (told(&long), "text"),
        (told("head\0ache"), "text"),
        (told(&many), "text"),
        (Told { time: Some("yesterday".into()), ..told("headache") }, "time"),
        (Told { time: Some("2999-01-01".into()), ..told("headache") }, "time"),
        (Told { tag: "t".repeat(201), ..told("headache") }, "source"),
    ] {
        let refused = bench.ingest.complaints(&bench.a, said, now()).await;
        let Err(error @ IngestError::Invalid { .. }) = refused else { panic!("{refused:?}") };
        assert_eq!(error.param(), Some(param));
    }
    assert!(bench.told(&bench.a, now()).await.is_empty());
}
