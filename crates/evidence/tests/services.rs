//! The public services, as a local one speaks their formats: what is asked, what is understood, what goes wrong.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

use std::time::Duration;

use mirobody_evidence::{EvidenceSettings, Fault, Found, Kind, Library, Online, Reference, Search};
use mirobody_testbed::{FakeEvidence, Mishap};

/// Nobody is kept waiting, and a service that stalls is given up soon.
fn settings(fake: &FakeEvidence) -> EvidenceSettings {
    let online = Online {
        pubmed: fake.base("pubmed"),
        europe_pmc: fake.base("europe"),
        trials: fake.base("trials"),
        email: "operator@example.org".to_owned(),
        pause: Duration::ZERO,
        patience: Duration::from_millis(500),
        ..Online::default()
    };
    EvidenceSettings { online: Some(online), index: None }
}

fn library(fake: &FakeEvidence) -> Library {
    Library::open(&settings(fake)).unwrap()
}

fn search(query: &str) -> Search {
    Search { query: query.to_owned(), kind: None, limit: 10, from_year: None }
}

fn references(found: &Found) -> Vec<String> {
    found.publications.iter().map(|one| one.reference.to_string()).collect()
}

fn faults(found: &Found) -> Vec<(&str, Fault)> {
    found.asked.iter().filter_map(|asked| Some((asked.source, asked.found.err()?))).collect()
}

fn reference(text: &str) -> Reference {
    text.parse().unwrap()
}

#[tokio::test]
async fn every_service_is_asked_and_each_publication_is_told_once() {
    let fake = FakeEvidence::start().unwrap();
    let found = library(&fake).search(&search("statins muscle")).await;
    assert_eq!(references(&found), ["pmid:11", "nct:NCT00000001", "pmid:12", "doi:10.1101/three"]);
    let first = &found.publications[0];
    assert_eq!(first.title, "Statins & muscle symptoms: a blinded trial");
    assert_eq!((first.year, first.kind, first.authors.as_str()), (Some(2021), Kind::Literature, "Nobody N, The Group"));
    assert_eq!(first.full_text, Some(reference("pmc:PMC111")));
    assert_eq!(first.doi, Some(reference("doi:10.1000/one")));
    assert_eq!(
        first.summary,
        "BACKGROUND: Statins are blamed for muscle pain.\nRESULTS: Scores were 1.6 on statin and 1.7 on placebo (p < 0.05)."
    );
    assert_eq!(found.publications[2].kind, Kind::Guideline);
    let trial = &found.publications[1];
    assert_eq!(trial.summary, "COMPLETED, PHASE4, 200 people, with results. Does a statin\nhurt?");
    let gave: Vec<(&str, usize)> = found.asked.iter().map(|asked| (asked.source, asked.found.unwrap())).collect();
    assert_eq!(gave, [("PubMed", 2), ("Europe PMC", 3), ("ClinicalTrials.gov", 1)]);
    assert!(library(&fake).search(&search("nothing")).await.publications.is_empty());
    let other = library(&fake).search(&search("insomnia in shift workers")).await;
    assert_eq!(references(&other), references(&found), "the services of tests answer whatever is asked");
}

#[tokio::test]
async fn a_search_can_be_for_one_kind_and_from_a_year_on() {
    let fake = FakeEvidence::start().unwrap();
    let library = library(&fake);
    for (kind, from_year, wanted) in [
        (Some(Kind::Guideline), None, vec!["pmid:12"]),
        (Some(Kind::Trial), None, vec!["nct:NCT00000001"]),
        (Some(Kind::Trial), Some(2020), vec![]),
        (Some(Kind::Literature), None, vec!["pmid:11", "pmid:12", "doi:10.1101/three"]),
    ] {
        let found = library.search(&Search { kind, from_year, ..search("statins muscle") }).await;
        assert_eq!(references(&found), wanted, "{kind:?} {from_year:?}");
    }
    assert_eq!(references(&library.search(&Search { limit: 1, ..search("statins") }).await).len(), 1);
}

#[tokio::test]
async fn nothing_goes_out_but_the_query_and_who_asks_and_nothing_twice() {
    let fake = FakeEvidence::start().unwrap();
    let library = library(&fake);
    library.search(&search("statins muscle")).await;
    let seen = fake.seen();
    assert_eq!(seen.len(), 4, "{seen:?}");
    let term = "/pubmed/esearch.fcgi?db=pubmed&email=operator@example.org&retmax=10&retmode=json&sort=relevance&\
        term=statins muscle&tool=mirobody";
    assert!(seen.contains(&term.to_owned()), "{seen:?}");
    assert!(seen.contains(&"/trials/studies?format=json&pageSize=10&query.term=statins muscle".to_owned()), "{seen:?}");
    library.search(&search("statins muscle")).await;
    assert_eq!(fake.seen(), seen, "what was read is kept");
}

#[tokio::test]
async fn what_one_service_does_not_give_the_others_do() {
    let fake = FakeEvidence::start().unwrap();
    for (mishap, fault) in [
        (Mishap::Status(500), Fault::Status(500)),
        (Mishap::Status(429), Fault::Busy),
        (Mishap::Cut, Fault::Unreachable),
        (Mishap::Garbage, Fault::Answer),
        (Mishap::TooMuch, Fault::Answer),
        (Mishap::Stall, Fault::TooSlow),
        (Mishap::Redirect("http://localhost:9/elsewhere".to_owned()), Fault::Status(302)),
        (Mishap::Redirect("https://example.org/elsewhere".to_owned()), Fault::Status(302)),
    ] {
        fake.fail("esearch", mishap.clone());
        let found = library(&fake).search(&search("statins muscle")).await;
        assert_eq!(faults(&found), [("PubMed", fault)], "{mishap:?}");
        assert_eq!(references(&found), ["pmid:11", "nct:NCT00000001", "pmid:12", "doi:10.1101/three"], "{mishap:?}");
        assert!(!found.has_failed());
    }
    for path in ["esearch", "europe", "trials"] {
        fake.fail(path, Mishap::Cut);
    }
    let found = library(&fake).search(&search("statins muscle")).await;
    assert!(found.has_failed() && found.publications.is_empty());
    // A failure is not kept.
    let again = library(&fake);
    fake.fail("trials", Mishap::Status(503));
    assert_eq!(faults(&again.search(&search("statins")).await), [("ClinicalTrials.gov", Fault::Busy)]);
    assert!(faults(&again.search(&search("statins")).await).is_empty());
}

#[tokio::test]
async fn a_redirect_within_the_host_is_followed() {
    let fake = FakeEvidence::start().unwrap();
    fake.fail("NCT00000009", Mishap::Redirect("/trials/studies/NCT00000001".to_owned()));
    let read = library(&fake).read(&reference("nct:NCT00000009")).await.unwrap();
    assert_eq!(read.publication.reference, reference("nct:NCT00000001"));
}

#[tokio::test]
async fn publications_are_read_by_every_kind_of_reference() {
    let fake = FakeEvidence::start().unwrap();
    let library = library(&fake);
    let article = library.read(&reference("pmid:11")).await.unwrap();
    assert!(article.text.starts_with("BACKGROUND: ") && !article.is_full_text);
    let full = library.read(&reference("pmc:PMC111")).await.unwrap();
    assert_eq!(full.text, "Statins are blamed.\n\n## Methods\nWe asked 200 people.\n\n## Results\nNothing differed.");
    assert!(full.is_full_text && full.publication.reference == reference("pmid:11"));
    let preprint = library.read(&reference("doi:10.1101/three")).await.unwrap();
    assert_eq!(
        (preprint.publication.title.as_str(), preprint.text.as_str()),
        ("Statins in a preprint", "Not reviewed.")
    );
    let trial = library.read(&reference("nct:NCT00000001")).await.unwrap();
    assert!(trial.text.contains("Primary outcomes: Muscle symptoms (12 months)\n"), "{}", trial.text);
    for missing in ["pmid:99", "pmc:PMC99", "nct:NCT00000099", "doi:10.1000/none"] {
        assert_eq!(library.read(&reference(missing)).await.unwrap_err(), Fault::NotFound, "{missing}");
    }
}

#[tokio::test]
async fn nobody_is_asked_who_is_not_configured_and_an_index_needs_no_network() {
    let dir = tempfile::tempdir().unwrap();
    let line = r#"{"ref": "pmid:7", "title": "Statins offline", "text": "From a file."}"#;
    std::fs::write(dir.path().join("a.ndjson"), line).unwrap();
    let offline = Library::open(&EvidenceSettings { online: None, index: Some(dir.path().to_owned()) }).unwrap();
    assert_eq!(offline.sources(), ["offline index of 1 records"]);
    assert_eq!(references(&offline.search(&search("statins")).await), ["pmid:7"]);
    assert_eq!(offline.read(&reference("pmid:7")).await.unwrap().text, "From a file.");
    assert_eq!(offline.read(&reference("pmid:8")).await.unwrap_err(), Fault::NotConfigured);
    let fake = FakeEvidence::start().unwrap();
    let online = Online { pubmed: String::new(), trials: String::new(), ..settings(&fake).online.unwrap() };
    let both = EvidenceSettings { online: Some(online), index: Some(dir.path().to_owned()) };
    let found = Library::open(&both).unwrap().search(&search("statins")).await;
    assert_eq!(references(&found), ["pmid:7", "pmid:11", "pmid:12", "doi:10.1101/three"]);
    assert!(fake.seen().iter().all(|path| path.starts_with("/europe/")));
    assert!(Library::open(&EvidenceSettings { online: None, index: None }).unwrap().is_empty());
}
