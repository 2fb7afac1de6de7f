//! Every way to fail has its class, and every wait an end.

use std::time::Duration;

use mirobody_llm::{Fault, Key, Models, Patience, Provider, Settings, SettingsError};
use mirobody_testbed::{Ending, FakeModel, Reply, Say};

use crate::support::{KINDS, ask, hello, models, one, provider, short, text};

fn status(status: u16) -> Reply {
    Reply::Status(status, Vec::new(), r#"{"error":{"message":"why"}}"#.to_owned())
}

fn ending(ending: Ending) -> Reply {
    Reply::Say(Say { ending, ..Say::text("one two three four five six seven eight") })
}

#[tokio::test]
async fn a_status_is_classified() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        let models = models(vec![provider(kind, &fake)]);
        for code in [400, 413, 422, 404] {
            fake.queue(status(code));
            let fault = ask(&models, hello()).await.1.unwrap_err();
            assert_eq!(fault, Fault::Rejected { status: code, message: "why".into() });
        }
        for code in [401, 402, 403] {
            fake.queue(status(code));
            assert_eq!(ask(&models, hello()).await.1.unwrap_err(), Fault::Denied { status: code });
        }
        fake.queue(Reply::Status(429, vec![("retry-after", "7".to_owned())], String::new()));
        let wait = Some(Duration::from_secs(7));
        assert_eq!(ask(&models, hello()).await.1.unwrap_err(), Fault::Limited { retry_after: wait });
        let redirect = Reply::Status(307, vec![("location", fake.base_url(crate::support::wire(kind)))], String::new());
        (0..3).for_each(|_| fake.queue(redirect.clone()));
        assert_eq!(ask(&models, hello()).await.1.unwrap_err(), Fault::Failed { status: 307 });
    }
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_a_fault_after_its_pieces() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        let models = one(provider(kind, &fake), short());
        for (how, fault) in [
            (Ending::Cut, Fault::Transport),
            (Ending::Short, Fault::Malformed),
            (Ending::Stall, Fault::TimedOut),
            (Ending::Garbage, Fault::Malformed),
            (Ending::Overloaded, Fault::Failed { status: 503 }),
            (Ending::Endless(12 * 1024 * 1024), Fault::Malformed),
        ] {
            fake.forget();
            // Anthropic begins with events that hold no text, so nothing was passed on and it is tried again.
            (0..3).for_each(|_| fake.queue(ending(how)));
            let (deltas, outcome) = ask(&models, hello()).await;
            assert_eq!(outcome.unwrap_err(), fault, "{kind:?} {how:?}");
            assert_eq!(fake.seen().len() == 1, !text(&deltas).is_empty() || how == Ending::Stall, "{kind:?} {how:?}");
        }
    }
}

#[tokio::test]
async fn silence_ends_and_so_does_a_trickle() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        let millis = Duration::from_millis;
        fake.queue(Reply::Say(Say { stall: millis(3_000_000), ..Say::text("late") }));
        assert_eq!(ask(&one(provider(kind, &fake), short()), hello()).await.1.unwrap_err(), Fault::TimedOut);
        let patience = Patience { whole: millis(600), ..short() };
        fake.queue(Reply::Say(Say { pace: millis(20), ..Say::text("on and on ".repeat(1000)) }));
        let (deltas, outcome) = ask(&one(provider(kind, &fake), patience), hello()).await;
        assert_eq!(outcome.unwrap_err(), Fault::TimedOut);
        assert!(!deltas.is_empty());
    }
}

#[tokio::test]
async fn nobody_at_the_address_is_a_fault_of_transport() {
    let fake = FakeModel::start().unwrap();
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for kind in KINDS {
        let nowhere = Provider { base_url: format!("http://{address}"), ..provider(kind, &fake) };
        assert_eq!(ask(&models(vec![nowhere]), hello()).await.1.unwrap_err(), Fault::Transport);
    }
}

#[tokio::test]
async fn a_key_that_is_not_there_is_named() {
    let fake = FakeModel::start().unwrap();
    let key = Key { name: "OPENROUTER_API_KEY".into(), secret: None };
    let keyless = Provider { key: Some(key), ..provider(KINDS[0], &fake) };
    let fault = ask(&models(vec![keyless]), hello()).await.1.unwrap_err();
    assert!(matches!(&fault, Fault::NotConfigured(text) if text.contains("OPENROUTER_API_KEY")), "{fault:?}");
    assert!(fake.seen().is_empty());
}

#[tokio::test]
async fn settings_that_would_send_words_in_the_clear_are_refused() {
    let fake = FakeModel::start().unwrap();
    for (url, allow_http, is_fine) in [
        ("https://api.example.org/v1", false, true),
        ("http://127.0.0.1:1/v1", false, true),
        ("http://[::1]:1/v1", false, true),
        ("http://localhost/v1", false, true),
        ("http://models.example.org/v1", false, false),
        ("http://models.example.org/v1", true, true),
        ("ftp://localhost", true, false),
        ("", false, false),
    ] {
        let there = Provider { base_url: url.to_owned(), allow_http, ..provider(KINDS[0], &fake) };
        let settings = Settings { providers: vec![there], ..Settings::default() };
        assert_eq!(Models::of(&settings).is_ok(), is_fine, "{url}");
    }
    let twice = Settings { providers: vec![provider(KINDS[0], &fake); 2], ..Settings::default() };
    assert_eq!(Models::of(&twice).unwrap_err(), SettingsError::Twice("openai".into()));
    assert!(Models::of(&Settings::default()).unwrap().is_none());
}

#[tokio::test]
async fn a_probe_says_what_is_wrong() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        let models = models(vec![provider(kind, &fake)]);
        let probe = models.probe(kind.as_str()).await.unwrap();
        assert_eq!(probe.outcome, Ok(()), "{kind:?}");
        fake.queue(status(401));
        assert_eq!(models.probe(kind.as_str()).await.unwrap().outcome, Err(Fault::Denied { status: 401 }));
        assert_eq!(models.probe("another").await, None);
    }
}
