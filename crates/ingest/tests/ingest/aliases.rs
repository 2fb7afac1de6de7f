//! A person's own codes for names hold on every way in, and for that person only.

use mirobody_ingest::RecordIn;
use mirobody_standardize::{Alias, Condition};
use mirobody_store::{Retention, Scope};

use crate::support::{Bench, bench, now};

const REPORT: &[u8] = b"Synlab Trier\nCollected: 2026-06-16\nMystery 7: 97 mg/dL\nHemoglobin: 13.5 g/dL\n";

async fn say(bench: &Bench, scope: &Scope, name: &str, laboratory: &str, code: &str) {
    let condition = Condition { laboratory: laboratory.into(), ..Condition::default() };
    let alias = Alias::new(name, condition, code.parse().ok()).unwrap();
    bench.store.put_alias(scope, &alias, now()).await.unwrap();
}

/// `Mystery 7` is glucose; at Synlab `Hemoglobin` is one measured otherwise.
async fn with_aliases() -> Bench {
    let bench = bench().await;
    say(&bench, &bench.a, "Mystery 7", "", "2345-7").await;
    say(&bench, &bench.a, "Hemoglobin", "Synlab", "20509-6").await;
    bench
}

fn record(name: &str, unit: &str, tag: &str) -> RecordIn {
    let text = str::to_owned;
    RecordIn {
        name: text(name),
        value: text("9"),
        unit: text(unit),
        tag: text(tag),
        time: text("2026-06-16"),
        ..RecordIn::default()
    }
}

async fn codes(bench: &Bench, scope: &Scope) -> Vec<Option<String>> {
    bench.rows(scope, now()).await.into_iter().map(|row| row.loinc).collect()
}

fn some(codes: [&str; 3]) -> Vec<Option<String>> {
    codes.into_iter().map(|code| (code != "-").then(|| code.to_owned())).collect()
}

#[tokio::test]
async fn records_take_them_and_the_tag_may_name_the_laboratory() {
    let bench = with_aliases().await;
    for scope in [&bench.a, &bench.b] {
        let sent = vec![
            record("mystery 7", "mmol/L", ""),
            record("Hemoglobin", "g/dL", "synlab"),
            record("Hemoglobin", "g/dL", "labcorp"),
        ];
        bench.ingest.records(scope, sent, Retention::Permanent, now()).await.unwrap();
    }
    assert_eq!(codes(&bench, &bench.a).await, some(["14749-6", "20509-6", "718-7"]));
    assert_eq!(codes(&bench, &bench.b).await, some(["-", "718-7", "718-7"]));
}

#[tokio::test]
async fn uploads_take_them_and_a_page_may_name_the_laboratory() {
    let bench = with_aliases().await;
    for scope in [&bench.a, &bench.b] {
        let bytes = REPORT.to_vec();
        bench.ingest.upload(scope, "r.txt", "text/plain", bytes, Retention::Permanent, now()).await.unwrap();
    }
    assert_eq!(codes(&bench, &bench.a).await, some(["2345-7", "20509-6", ""])[..2]);
    assert_eq!(codes(&bench, &bench.b).await, some(["-", "718-7", ""])[..2]);
}

#[tokio::test]
async fn a_document_that_is_only_shown_takes_them_too() {
    let bench = with_aliases().await;
    let parsed = bench.ingest.document(REPORT.to_vec(), Some("r.txt")).await.unwrap();
    for (scope, codes) in [(Some(&bench.a), ["2345-7", "20509-6", ""]), (None, ["-", "718-7", ""])] {
        let known = bench.ingest.known(scope).await.unwrap();
        let found = bench.ingest.extract(&parsed, &known, now());
        let got: Vec<_> = found.iter().map(|new| new.coded.decision.loinc.map(|code| code.to_string())).collect();
        assert_eq!(got, some(codes)[..2]);
    }
}
