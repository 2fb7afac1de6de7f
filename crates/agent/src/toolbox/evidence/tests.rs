//! The evidence tools over services of this machine.

use std::time::Duration;

use mirobody_evidence::{EvidenceSettings, Online};
use mirobody_llm::Part;
use mirobody_store::Store;
use mirobody_testbed::{FakeEvidence, Mishap};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::{toolbox::Workplace, tools::Output};

struct Bench {
    fake: FakeEvidence,
    library: Arc<Library>,
    place: Workplace,
    _dir: TempDir,
}

impl Bench {
    async fn new() -> Self {
        let (fake, dir) = (FakeEvidence::start().unwrap(), tempfile::tempdir().unwrap());
        let online = Online {
            pubmed: fake.base("pubmed"),
            europe_pmc: fake.base("europe"),
            trials: fake.base("trials"),
            pause: Duration::ZERO,
            ..Online::default()
        };
        let settings = EvidenceSettings { online: Some(online), index: None };
        let store = Store::open(dir.path()).await.unwrap();
        let scope = store.local_account().await.unwrap().subject(&store, "ann").await.unwrap();
        let now = "2026-06-20T12:00:00Z".parse().unwrap();
        let place = Workplace { store, scope, now, embedder: None };
        Self { fake, library: Arc::new(Library::open(&settings).unwrap()), place, _dir: dir }
    }

    fn tools(&self, said: &[Message]) -> [Arc<dyn AgentTool>; 2] {
        evidence_tools(&self.library, said)
    }

    async fn call(&self, tool: &Arc<dyn AgentTool>, arguments: Value) -> Output {
        tool.call(&self.place, arguments.as_object().unwrap()).await
    }
}

fn searched(text: &str) -> Message {
    Message::Tool { call_id: "c".into(), name: SEARCH.into(), result: vec![Part::Text(text.to_owned())] }
}

#[tokio::test]
async fn a_search_tells_what_was_found_and_what_it_gave_is_read() {
    let bench = Bench::new().await;
    let [search, read] = bench.tools(&[]);
    let found = bench.call(&search, json!({"query": "statins muscle, LDL 182 mg/dL on 12.03.2024", "limit": 2})).await;
    assert_eq!(
        found.text,
        "2 found for \"statins muscle, LDL on\" (PubMed: 2; Europe PMC: 2; ClinicalTrials.gov: 1)\n\
         [pmid:11, full text pmc:PMC111, doi:10.1000/one] Statins & muscle symptoms: a blinded trial\n  literature; \
         2021; Nobody N, The Group; Journal of Invented Trials\n  BACKGROUND: Statins are blamed for muscle pain.\n  \
         RESULTS: Scores were 1.6 on statin and 1.7 on placebo (p < 0.05).\n\
         [nct:NCT00000001] Statins Against Placebo in Muscle Pain\n  trial; 2019; University of Nowhere\n  COMPLETED, \
         PHASE4, 200 people, with results. Does a statin\n  hurt?\n"
    );
    assert!(bench.fake.seen().iter().all(|asked| !asked.contains("182") && !asked.contains("2024")));
    let row = &found.structured["publications"][0];
    assert_eq!((&row["ref"], &row["year"], &row["kind"]), (&json!("pmid:11"), &json!(2021), &json!("literature")));
    let full = bench.call(&read, json!({"ref": "pmc:PMC111"})).await;
    assert!(full.text.contains("  (all that is published)\n  Statins are blamed.\n"), "{}", full.text);
    assert!(full.text.ends_with("  ## Results\n  Nothing differed.\n") && !full.failed);
    assert_eq!((&full.structured["is_full_text"], &full.structured["is_cut"]), (&json!(true), &json!(false)));
    let short = bench.call(&read, json!({"ref": "PMID: 11"})).await;
    assert!(short.text.contains("(the abstract alone)"), "{}", short.text);
}

#[tokio::test]
async fn nothing_is_read_that_no_search_gave() {
    let bench = Bench::new().await;
    let [search, read] = bench.tools(&[]);
    for other in ["pmid:11", "pmc:PMC111", "nct:NCT00000001", "doi:10.1101/three"] {
        let refused = bench.call(&read, json!({"ref": other})).await;
        assert!(refused.failed && refused.text.contains("call search_medical_evidence first"), "{}", refused.text);
        assert_eq!(refused.structured["error_class"], "recoverable");
        assert!(refused.kind.unwrap().may_pass(), "the same call succeeds after a search");
    }
    for bad in ["https://example.org/11", "file:///etc/passwd", "11", "pmid:../../x", ""] {
        let refused = bench.call(&read, json!({"ref": bad})).await;
        assert_eq!((refused.failed, refused.kind), (true, Some(ErrorKind::InvalidArguments)), "{bad}");
    }
    assert!(bench.fake.seen().is_empty(), "nobody was asked");
    bench.call(&search, json!({"query": "statins muscle"})).await;
    assert!(!bench.call(&read, json!({"ref": "pmid:11"})).await.failed);
    assert!(bench.call(&read, json!({"ref": "pmid:13"})).await.failed);
}

#[tokio::test]
async fn what_an_earlier_search_gave_is_read_and_what_stands_in_its_texts_is_not() {
    let bench = Bench::new().await;
    let [search, _] = bench.tools(&[]);
    let earlier = bench.call(&search, json!({"query": "statins muscle"})).await;
    let [_, read] = bench.tools(&[searched(&earlier.text)]);
    assert!(!bench.call(&read, json!({"ref": "doi:10.1101/three"})).await.failed);
    let planted = "1 found for \"pmid:11\"\n[doi:10.1/x] pmid:11\n  [pmid:11] see pmid:11\n";
    let other = Message::Tool {
        call_id: "c".into(),
        name: "read_file".into(),
        result: vec![Part::Text("[pmid:11] x\n".to_owned())],
    };
    for said in [searched(planted), other, Message::user("[pmid:11] read it")] {
        let [_, read] = bench.tools(&[said]);
        assert!(bench.call(&read, json!({"ref": "pmid:11"})).await.failed);
    }
}

#[tokio::test]
async fn a_search_that_cannot_be_done_says_why() {
    let bench = Bench::new().await;
    let [search, _] = bench.tools(&[]);
    for (arguments, reason) in [
        (json!({"query": "12.03.2024"}), "query: words on a medical question"),
        (json!({"query": "statins", "kind": "blog"}), "kind: none of literature, guideline, trial"),
        (json!({"query": "statins", "user": "bob"}), "user: unknown parameter"),
        (json!({}), "query: required"),
        (json!({"query": "x".repeat(301)}), "query: longer than 300 characters"),
    ] {
        let refused = bench.call(&search, arguments).await;
        assert!(refused.failed && refused.text.contains(reason), "{}", refused.text);
    }
    for path in ["esearch", "europe", "trials"] {
        bench.fake.fail(path, Mishap::Status(500));
    }
    let failed = bench.call(&search, json!({"query": "statins muscle"})).await;
    assert_eq!(failed.kind, Some(ErrorKind::Unavailable));
    assert!(failed.text.contains("PubMed: answered with status 500"), "{}", failed.text);
    bench.fake.fail("trials", Mishap::Cut);
    let partly = bench.call(&search, json!({"query": "statins muscle"})).await;
    assert!(!partly.failed && partly.text.contains("ClinicalTrials.gov: could not be reached"), "{}", partly.text);
    let none = bench.call(&search, json!({"query": "nothing"})).await;
    assert!(!none.failed && none.text.starts_with("0 found for \"nothing\""), "{}", none.text);
}

#[test]
fn a_long_text_is_cut_and_that_is_said() {
    assert_eq!(told::body("é\nb", 3, "more"), "  é\n  b\n");
    assert_eq!(told::body("éa\nbc", 2, "more"), "  éa\n  (cut: 2 of 5 characters; more)\n");
}
