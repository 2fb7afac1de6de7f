//! What a worker makes good: uploads whose taker died before they were read.

use jiff::SignedDuration;
use mirobody_ingest::Round;
use mirobody_store::{NewFile, Retention, Scope};

use crate::support::{Bench, bench, now};

const REPORT: &[u8] = b"Annual checkup 2026-06-16\nFasting glucose: 97 mg/dL (ref 70-110)\nHemoglobin: 13.5 g/dL\n";

/// Kept, and then whoever kept it died.
async fn keep_only(bench: &Bench, scope: &Scope, bytes: &[u8], retention: Retention) -> String {
    let new = NewFile { name: "a.txt".into(), media_type: "text/plain".into(), bytes: bytes.to_vec(), retention };
    bench.store.put_file(scope, new, now()).await.unwrap().key
}

async fn round(bench: &Bench, later: SignedDuration) -> Round {
    let round = bench.ingest.work_round(&bench.store.admin().system(), now() + later).await.unwrap();
    Round { expired: 0, merged: 0, ..round }
}

#[tokio::test]
async fn a_file_that_nobody_came_to_read_is_read_once() {
    let bench = bench().await;
    let later = SignedDuration::from_mins(6);
    let key = keep_only(&bench, &bench.a, REPORT, Retention::Session("s".into())).await;
    assert_eq!(round(&bench, SignedDuration::ZERO).await, Round::default(), "its taker may still be at it");
    assert!(bench.rows(&bench.a, now()).await.is_empty());
    assert_eq!(round(&bench, later).await, Round { done: 1, ..Round::default() });
    let rows = bench.rows(&bench.a, now()).await;
    assert_eq!((rows.len(), rows[0].file_key.as_deref()), (2, Some(key.as_str())));
    assert_eq!(round(&bench, later).await, Round::default());
    assert!(bench.rows(&bench.b, now()).await.is_empty());
    bench.store.delete_session(&bench.a, "s").await.unwrap();
    assert!(bench.rows(&bench.a, now()).await.is_empty(), "its readings are kept as long as the file");
}

#[tokio::test]
async fn an_upload_that_was_read_leaves_nothing_to_do() {
    let bench = bench().await;
    for bytes in [REPORT, b"\x00\x01 not a document"] {
        let upload = bench.ingest.upload(&bench.a, "a.txt", "text/plain", bytes.to_vec(), Retention::Permanent, now());
        upload.await.unwrap();
    }
    assert_eq!(round(&bench, SignedDuration::from_hours(1)).await, Round::default());
}

#[tokio::test]
async fn a_file_or_subject_that_is_gone_needs_no_reading() {
    let bench = bench().await;
    let key = keep_only(&bench, &bench.a, REPORT, Retention::Permanent).await;
    keep_only(&bench, &bench.b, REPORT, Retention::Permanent).await;
    assert!(bench.store.delete_file(&bench.a, &key).await.unwrap());
    bench.store.delete_subject(&bench.b).await.unwrap();
    assert_eq!(round(&bench, SignedDuration::from_hours(1)).await, Round { done: 1, ..Round::default() });
    assert!(bench.rows(&bench.a, now()).await.is_empty());
}
