//! Turns that look up published evidence.

use std::{sync::Arc, time::Duration};

use mirobody_evidence::{EvidenceSettings, Library, Online};
use mirobody_testbed::{FakeEvidence, Reply, Say};
use serde_json::{Value, json};

use super::{Bench, bench_with};

async fn with_evidence() -> (Bench, FakeEvidence) {
    let fake = FakeEvidence::start().unwrap();
    let online = Online {
        pubmed: fake.base("pubmed"),
        europe_pmc: fake.base("europe"),
        trials: fake.base("trials"),
        pause: Duration::ZERO,
        ..Online::default()
    };
    let library = Library::open(&EvidenceSettings { online: Some(online), index: None }).unwrap();
    (bench_with(Some(Arc::new(library))).await, fake)
}

fn call(bench: &Bench, name: &str, arguments: Value) {
    bench.model.queue(Reply::Say(Say::call(name, arguments.to_string())));
}

#[tokio::test]
async fn what_a_turn_reads_is_cited() {
    let (bench, _fake) = with_evidence().await;
    call(&bench, "search_medical_evidence", json!({"query": "statins muscle"}));
    call(&bench, "read_source", json!({"ref": "pmc:PMC111"}));
    let answer = bench.answer(json!({"input": "Do statins hurt muscles?"})).await;
    let cited = answer["citations"].as_array().unwrap();
    let tools: Vec<&Value> = cited.iter().map(|cited| &cited["tool"]).collect();
    assert_eq!(tools, ["search_medical_evidence", "read_source"]);
    assert!(cited[0]["data"].as_str().unwrap().contains("[pmid:11, full text pmc:PMC111"), "{answer}");
    assert!(cited[1]["data"].as_str().unwrap().contains("Nothing differed."), "{answer}");
    assert_eq!(answer["health_records"], json!([]));
    assert!(bench.told().contains("We asked 200 people."));
}

#[tokio::test]
async fn a_source_is_read_once_a_search_gave_it_in_this_turn_or_an_earlier_one() {
    let (bench, fake) = with_evidence().await;
    let read = json!({"ref": "pmid:11"});
    call(&bench, "read_source", read.clone());
    call(&bench, "search_medical_evidence", json!({"query": "statins muscle"}));
    call(&bench, "read_source", read.clone());
    let answer = bench.answer(json!({"input": "Read pmid:11"})).await;
    let result = |answer: &Value, nth: usize| answer["tool_steps"][nth]["result"].as_str().unwrap().to_owned();
    assert!(result(&answer, 0).contains("call search_medical_evidence first"), "{answer}");
    assert!(result(&answer, 2).contains("BACKGROUND"), "{answer}");
    call(&bench, "read_source", json!({"ref": "pmid:12"}));
    let next = bench.answer(json!({"input": "And the guideline?", "previous_response_id": answer["id"]})).await;
    assert!(result(&next, 0).contains("Treat to a target."), "{next}");
    let asked = fake.seen().len();
    call(&bench, "read_source", read);
    let other = bench.answer(json!({"input": "Read pmid:11"})).await;
    assert!(result(&other, 0).contains("no search gave pmid:11"), "{other}");
    assert_eq!(fake.seen().len(), asked, "another conversation has searched for nothing");
}

#[tokio::test]
async fn the_tools_are_there_when_they_are_set_up_and_the_request_allows_them() {
    let (bench, _fake) = with_evidence().await;
    let off = super::bench().await;
    let names = ["search_medical_evidence", "read_source"];
    for (builtin, has) in [
        (json!("auto"), true),
        (json!("none"), false),
        (json!(["query_health_data"]), false),
        (json!(["search_medical_evidence", "read_source"]), true),
    ] {
        let body = json!({"input": "hi", "builtin_tools": builtin});
        for (bench, is_on) in [(&bench, true), (&off, false)] {
            bench.answer(body.clone()).await;
            let offered = bench.offered();
            let both = names.iter().all(|name| offered.contains(&(*name).to_owned()));
            let any = names.iter().any(|name| offered.contains(&(*name).to_owned()));
            assert_eq!((both, any), (has && is_on, has && is_on), "{builtin} {is_on}");
        }
    }
}

#[tokio::test]
async fn nothing_about_the_person_goes_out_with_a_search() {
    let (bench, fake) = with_evidence().await;
    bench.glucose().await;
    call(&bench, "search_medical_evidence", json!({"query": "glucose 143.7 mg/dL on 2026-06-15 alice@example.org"}));
    bench.answer(json!({"input": "Is that high?"})).await;
    let seen = fake.seen().join("\n");
    assert!(seen.contains("glucose on") && !seen.contains("143") && !seen.contains("alice"), "{seen}");
}
