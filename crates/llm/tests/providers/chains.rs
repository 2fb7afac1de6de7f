//! Tries and fallbacks.

use std::time::Duration;

use mirobody_llm::{Fault, Key, Models, Provider, Settings, Tier};
use mirobody_testbed::{Ending, FakeModel, Reply, Say};

use crate::support::{KINDS, ask, hello, models, one, provider, short};

fn failing() -> Reply {
    Reply::Status(500, Vec::new(), String::new())
}

#[tokio::test]
async fn what_passes_is_not_noticed() {
    let fake = FakeModel::start().unwrap();
    let models = models(vec![provider(KINDS[0], &fake)]);
    for trouble in [failing(), Reply::Cut, Reply::Document("not json".into())] {
        fake.forget();
        (0..2).for_each(|_| fake.queue(trouble.clone()));
        fake.queue(Reply::Say(Say::text("here")));
        assert_eq!(ask(&models, hello()).await.1.unwrap().said.text, "here");
        assert_eq!(fake.seen().len(), 3);
    }
    fake.forget();
    (0..4).for_each(|_| fake.queue(failing()));
    assert_eq!(ask(&models, hello()).await.1.unwrap_err(), Fault::Failed { status: 500 });
    assert_eq!(fake.seen().len(), 3);
}

#[tokio::test]
async fn nothing_is_tried_again_once_it_was_read() {
    let fake = FakeModel::start().unwrap();
    let models = models(vec![provider(KINDS[0], &fake), provider(KINDS[2], &fake)]);
    fake.queue(Reply::Say(Say { ending: Ending::Cut, ..Say::text("one two three four") }));
    let (deltas, outcome) = ask(&models, hello()).await;
    assert_eq!((deltas.len(), outcome.unwrap_err()), (2, Fault::Transport));
    assert_eq!(fake.seen().len(), 1);
}

#[tokio::test]
async fn the_next_is_asked_when_one_cannot() {
    let (first, second) = (FakeModel::start().unwrap(), FakeModel::start().unwrap());
    for trouble in
        [failing(), Reply::Status(401, Vec::new(), String::new()), Reply::Status(404, Vec::new(), String::new())]
    {
        let models = models(vec![provider(KINDS[0], &first), provider(KINDS[1], &second)]);
        (0..3).for_each(|_| first.queue(trouble.clone()));
        let reply = ask(&models, hello()).await.1.unwrap();
        assert_eq!(reply.provider, "anthropic");
        first.forget();
    }
    let wait = Reply::Status(429, vec![("retry-after", "7".to_owned())], String::new());
    first.queue(wait.clone());
    let models = models(vec![provider(KINDS[0], &first), provider(KINDS[1], &second)]);
    assert_eq!(ask(&models, hello()).await.1.unwrap().provider, "anthropic");
    first.queue(wait.clone());
    second.queue(wait);
    let limited = Fault::Limited { retry_after: Some(Duration::from_secs(7)) };
    assert_eq!(ask(&models, hello()).await.1.unwrap_err(), limited);
}

#[tokio::test]
async fn a_request_that_is_refused_goes_to_nobody_else() {
    let (first, second) = (FakeModel::start().unwrap(), FakeModel::start().unwrap());
    let models = models(vec![provider(KINDS[0], &first), provider(KINDS[1], &second)]);
    first.queue(Reply::Status(400, Vec::new(), "too long".into()));
    let refused = Fault::Rejected { status: 400, message: "too long".into() };
    assert_eq!(ask(&models, hello()).await.1.unwrap_err(), refused);
    assert!(second.seen().is_empty());
}

#[tokio::test]
async fn a_provider_without_its_key_is_passed_over_and_named_when_there_is_no_other() {
    let fake = FakeModel::start().unwrap();
    let key = Key { name: "A_KEY".into(), secret: None };
    let keyless = Provider { key: Some(key), ..provider(KINDS[0], &fake) };
    let both = models(vec![keyless.clone(), provider(KINDS[1], &fake)]);
    assert_eq!(ask(&both, hello()).await.1.unwrap().provider, "anthropic");
    fake.queue(Reply::Status(401, Vec::new(), String::new()));
    assert_eq!(ask(&both, hello()).await.1.unwrap_err(), Fault::Denied { status: 401 });
}

#[tokio::test]
async fn a_tier_has_the_providers_it_names() {
    let fake = FakeModel::start().unwrap();
    let providers = KINDS.map(|kind| provider(kind, &fake)).to_vec();
    let tier = |names: &[&str]| Tier {
        id: "mirobody-flash".into(),
        providers: names.iter().map(|name| (*name).to_owned()).collect(),
    };
    let settings = Settings { providers, tiers: vec![tier(&["google-genai", "openai"])], ..Settings::default() };
    let models = Models::of(&settings).unwrap().unwrap();
    assert_eq!(ask(&models, hello()).await.1.unwrap().provider, "google-genai");
    assert_eq!(models.tier("mirobody-expert").unwrap().name(), "mirobody-expert");
    assert_eq!(models.provider("anthropic").unwrap().name(), "anthropic");
    assert!(models.tier("other").is_none() && models.provider("other").is_none());
    assert_eq!(models.names().collect::<Vec<_>>(), ["openai", "anthropic", "google-genai"]);
    let wrong = Settings { tiers: vec![tier(&["opnai"])], ..settings };
    assert!(Models::of(&wrong).unwrap_err().to_string().contains("opnai"));
}

#[tokio::test]
async fn a_provider_that_keeps_silent_is_left_alone() {
    let fake = FakeModel::start().unwrap();
    let models = one(provider(KINDS[0], &fake), short());
    for _ in 0..3 {
        fake.queue(Reply::Say(Say { stall: Duration::from_hours(1), ..Say::default() }));
        assert_eq!(ask(&models, hello()).await.1.unwrap_err(), Fault::TimedOut);
    }
    fake.forget();
    assert_eq!(ask(&models, hello()).await.1.unwrap_err(), Fault::Resting);
    assert!(fake.seen().is_empty());
}

#[tokio::test]
async fn many_are_answered_at_once() {
    let fake = FakeModel::start().unwrap();
    let models = models(vec![provider(KINDS[0], &fake)]);
    let asked = (0..200).map(|_| ask(&models, hello()));
    for (_, outcome) in futures::future::join_all(asked).await {
        assert_eq!(outcome.unwrap().said.text, "Mock answer: hello");
    }
}
