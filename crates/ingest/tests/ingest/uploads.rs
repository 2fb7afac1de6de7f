//! Uploads.

use jiff::SignedDuration;
use mirobody_collect::ParseError;
use mirobody_ingest::{IngestError, Sent, Uploaded};
use mirobody_store::{Attempt, NewFile, Retention, Scope, Source};

use crate::support::{Bench, bench, now};

const REPORT: &[u8] = b"Annual checkup 2026-06-16\nFasting glucose: 97 mg/dL (ref 70-110)\nHemoglobin: 13.5 g/dL\n";

async fn upload(bench: &Bench, scope: &Scope, bytes: &[u8], retention: Retention) -> Uploaded {
    bench.ingest.upload(scope, "checkup.txt", "text/plain", bytes.to_vec(), retention, now()).await.unwrap()
}

#[tokio::test]
async fn the_original_is_kept_and_its_readings_point_to_it() {
    let bench = bench().await;
    let done = upload(&bench, &bench.a, REPORT, Retention::Permanent).await;
    assert_eq!((done.readings, done.duplicate, done.failure), (2, false, None));
    let rows = bench.rows(&bench.a, now()).await;
    for (row, (value, loinc)) in rows.iter().zip([("97", "1558-6"), ("13.5", "718-7")]) {
        assert_eq!((row.value_text.as_str(), row.loinc.as_deref()), (value, Some(loinc)));
        assert_eq!((row.source, row.file_key.as_deref()), (Source::Upload, Some(done.file.key.as_str())));
        assert_eq!((row.page, row.day.to_string().as_str()), (Some(1), "2026-06-16"));
    }
    assert_eq!(bench.store.file_bytes(&bench.a, &done.file.key, now()).await.unwrap().unwrap(), REPORT);
    let text = bench.store.file_text(&bench.a, &done.file.key, now()).await.unwrap().unwrap();
    assert!(
        text.pages.join("\n").contains("Hemoglobin: 13.5") && text.abstract_text.starts_with("2 readings, 2026-06-16")
    );
    assert!(
        bench.rows(&bench.b, now()).await.is_empty() && bench.store.files(&bench.b, now()).await.unwrap().is_empty()
    );
}

#[tokio::test]
async fn the_same_bytes_again_are_a_new_file_and_no_new_readings() {
    let bench = bench().await;
    let first = upload(&bench, &bench.a, REPORT, Retention::Permanent).await;
    let second = upload(&bench, &bench.a, REPORT, Retention::Permanent).await;
    assert_eq!((second.readings, second.duplicate), (0, true));
    assert_ne!(first.file.key, second.file.key);
    assert!(bench.store.delete_file(&bench.a, &first.file.key).await.unwrap());
    assert!(bench.store.delete_file(&bench.a, &second.file.key).await.unwrap());
    assert!(
        upload(&bench, &bench.a, REPORT, Retention::Permanent).await.duplicate,
        "deleting a file keeps its records"
    );
    assert_eq!(bench.rows(&bench.a, now()).await.len(), 2);
    let other = upload(&bench, &bench.b, REPORT, Retention::Permanent).await;
    assert_eq!((other.readings, other.duplicate), (2, false), "what another subject has says nothing");
    bench.store.delete_all(&bench.a).await.unwrap();
    assert_eq!(
        upload(&bench, &bench.a, REPORT, Retention::Permanent).await.readings,
        2,
        "deleted readings can come back"
    );
    assert_eq!(bench.rows(&bench.b, now()).await.len(), 2);
}

#[tokio::test]
async fn the_same_bytes_at_the_same_moment_are_read_once() {
    let bench = bench().await;
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..6 {
        let (ingest, scope) = (bench.ingest.clone(), if n < 3 { bench.a.clone() } else { bench.b.clone() });
        let upload = async move { ingest.upload(&scope, "x", "", REPORT.to_vec(), Retention::Permanent, now()).await };
        tasks.spawn(async { upload.await.unwrap().readings });
    }
    assert_eq!(tasks.join_all().await.iter().sum::<usize>(), 4);
    for scope in [&bench.a, &bench.b] {
        assert_eq!(
            (bench.rows(scope, now()).await.len(), bench.store.files(scope, now()).await.unwrap().len()),
            (2, 3)
        );
    }
}

#[tokio::test]
async fn readings_are_kept_as_long_as_the_longest_upload_of_them() {
    let bench = bench().await;
    let hours = |hours| now().checked_add(SignedDuration::from_hours(hours)).unwrap();
    for scope in [&bench.a, &bench.b] {
        upload(&bench, scope, REPORT, Retention::Until(hours(2))).await;
        upload(&bench, scope, REPORT, Retention::Until(hours(1))).await;
    }
    assert_eq!(bench.rows(&bench.a, hours(1)).await.len(), 2, "a shorter one takes nothing away");
    assert!(upload(&bench, &bench.a, REPORT, Retention::Permanent).await.duplicate);
    assert_eq!(bench.rows(&bench.a, hours(3)).await.len(), 2);
    assert_eq!(bench.rows(&bench.b, hours(3)).await.len(), 0);
}

#[tokio::test]
async fn a_result_that_is_still_to_come_is_on_the_page_and_not_in_the_record() {
    let bench = bench().await;
    let report = b"test,result,unit\nHemoglobin,13.5,g/dL\nFerritin,pending,ng/mL\n";
    let done = upload(&bench, &bench.a, report, Retention::Permanent).await;
    assert_eq!(done.readings, 1);
    let text = bench.store.file_text(&bench.a, &done.file.key, now()).await.unwrap().unwrap();
    assert!(text.pages.join("\n").contains("pending"));
    assert_eq!((bench.rows(&bench.a, now()).await.len(), bench.rows(&bench.b, now()).await.len()), (1, 0));
}

#[tokio::test]
async fn what_cannot_be_read_is_kept_and_said() {
    let bench = bench().await;
    let table: [(&[u8], ParseError); 2] =
        [(b"", ParseError::Empty), (&[0x7f, b'E', b'L', b'F', 0, 1, 2, 3], ParseError::Unsupported)];
    for (bytes, failure) in table {
        let done = upload(&bench, &bench.a, bytes, Retention::Permanent).await;
        assert_eq!((done.readings, done.failure), (0, Some(failure)));
        assert_eq!(done.issues, [failure.code()]);
        assert_eq!(bench.store.file_bytes(&bench.a, &done.file.key, now()).await.unwrap().unwrap(), bytes);
    }
    assert!(
        bench.rows(&bench.a, now()).await.is_empty() && bench.store.files(&bench.b, now()).await.unwrap().is_empty()
    );
}

#[tokio::test]
async fn a_session_takes_the_upload_and_its_readings_with_it() {
    let bench = bench().await;
    for scope in [&bench.a, &bench.b] {
        upload(&bench, scope, REPORT, Retention::Session("s".into())).await;
    }
    let gone = bench.store.delete_session(&bench.a, "s").await.unwrap();
    assert_eq!((gone.records, gone.files), (2, 1));
    assert!(bench.rows(&bench.a, now()).await.is_empty());
    assert_eq!(bench.rows(&bench.b, now()).await.len(), 2);
    assert_eq!(upload(&bench, &bench.a, REPORT, Retention::Permanent).await.readings, 2);
}

#[tokio::test]
async fn a_media_type_that_was_not_sent_is_told_by_the_name() {
    let bench = bench().await;
    let table = [
        ("A.CSV", "", "text/csv"),
        ("a.pdf", "application/octet-stream", "application/pdf"),
        ("a", "", "application/octet-stream"),
        ("a.csv", "text/x", "text/x"),
    ];
    for (name, sent, kept) in table {
        let done =
            bench.ingest.upload(&bench.a, name, sent, b"x\n".to_vec(), Retention::Permanent, now()).await.unwrap();
        assert_eq!(done.file.media_type, kept, "{name}");
    }
    assert!(bench.store.files(&bench.b, now()).await.unwrap().is_empty());
}

#[tokio::test]
async fn an_upload_that_died_half_way_is_finished_not_repeated() {
    let bench = bench().await;
    let attempt = Attempt { key: [1; 32], request: [2; 32] };
    let sent =
        || Sent { name: "a.txt", media_type: "text/plain", bytes: REPORT.to_vec(), retention: Retention::Permanent };
    // As a process leaves it that is killed between the file and its readings.
    bench.store.claim(&bench.a, &attempt, now()).await.unwrap();
    let new = NewFile {
        name: "a.txt".into(),
        media_type: "text/plain".into(),
        bytes: REPORT.to_vec(),
        retention: Retention::Permanent,
    };
    let left = bench.store.put_file(&bench.a, new, now()).await.unwrap();
    let busy = bench.ingest.upload_once(&bench.a, sent(), &attempt, now()).await;
    assert!(matches!(busy, Err(IngestError::UnderWay)), "{busy:?}");
    let later = now().checked_add(SignedDuration::from_mins(5)).unwrap();
    for _ in 0..2 {
        let file = bench.ingest.upload_once(&bench.a, sent(), &attempt, later).await.unwrap();
        assert_eq!(file.key, left.key);
    }
    assert_eq!(bench.store.files(&bench.a, later).await.unwrap().len(), 1);
    assert!(!bench.rows(&bench.a, later).await.is_empty() && bench.rows(&bench.b, later).await.is_empty());
}
