//! What each format sends, as a whole.

use std::sync::Arc;

use mirobody_llm::{Choice, Effort, Format, Key, Kind, Message, Part, Provider, Request, Said, Secret};
use mirobody_testbed::{Asked, FakeModel};
use serde_json::{Map, Value, json};

use crate::support::{KINDS, ask, hello, models, provider, tool};

async fn sent(fake: &FakeModel, provider: Provider, request: Request) -> Asked {
    fake.forget();
    ask(&models(vec![provider]), request).await.1.unwrap();
    fake.seen().remove(0)
}

fn extra(value: Value) -> Map<String, Value> {
    let Value::Object(map) = value else { unreachable!() };
    map
}

fn full() -> Request {
    let bytes: Arc<[u8]> = Arc::from(*b"bytes");
    let messages = vec![
        Message::System("Be brief.".into()),
        Message::user("hello"),
        Message::Assistant(Said { text: "Hello.".into(), ..Said::default() }),
        Message::User(vec![
            Part::Text("What is this?".into()),
            Part::Image { media_type: "image/png".into(), bytes: Arc::clone(&bytes) },
            Part::Document { media_type: "application/pdf".into(), name: "labs.pdf".into(), bytes },
        ]),
    ];
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    Request {
        messages,
        tools: vec![tool("weather"), {
            let mut strict = tool("book");
            strict.strict = true;
            strict
        }],
        choice: Choice::None,
        effort: Some(Effort::High),
        format: Format::Schema {
            name: "manifest".into(),
            description: Some("A manifest.".into()),
            schema,
            strict: Some(true),
        },
        max_output_tokens: Some(1000),
    }
}

#[tokio::test]
async fn everything_a_request_can_say() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        let asked = sent(&fake, provider(kind, &fake), full()).await;
        let body = serde_json::to_string_pretty(&asked.body).unwrap();
        insta::assert_snapshot!(format!("full_{}", kind.as_str()), format!("{}\n{body}", asked.path));
    }
}

#[tokio::test]
async fn a_model_that_cannot_see_is_told_that_there_was_something() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        let blind = Provider { images: false, documents: false, ..provider(kind, &fake) };
        let body = sent(&fake, blind, full()).await.body.to_string();
        assert!(body.contains("image/png") && body.contains("labs.pdf"), "{body}");
        assert!(!body.contains("Ynl0ZXM"), "{body}");
    }
}

#[tokio::test]
async fn what_a_tool_shows_is_seen() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        let call = mirobody_llm::Call { id: "c.1".into(), name: "read_file".into(), arguments: "not json".into() };
        let image = Part::Image { media_type: "image/png".into(), bytes: Arc::from(*b"bytes") };
        let messages = vec![
            Message::user("look"),
            Message::Assistant(Said { calls: vec![call], ..Said::default() }),
            Message::Tool {
                call_id: "c.1".into(),
                name: "read_file".into(),
                result: vec![Part::Text("A picture.".into()), image],
            },
        ];
        let asked = sent(&fake, provider(kind, &fake), Request { messages, ..Request::default() }).await;
        let body = serde_json::to_string_pretty(&asked.body).unwrap();
        insta::assert_snapshot!(format!("tool_shows_{}", kind.as_str()), body);
    }
}

#[tokio::test]
async fn keys_go_where_each_vendor_reads_them() {
    let fake = FakeModel::start().unwrap();
    for (kind, header, value) in [
        (Kind::OpenAi, "authorization", "Bearer k-1"),
        (Kind::Anthropic, "x-api-key", "k-1"),
        (Kind::Gemini, "x-goog-api-key", "k-1"),
    ] {
        let key = Key { name: "SOME_KEY".into(), secret: Some(Secret::new(" k-1\n")) };
        let with_key = Provider { key: Some(key), ..provider(kind, &fake) };
        assert!(!format!("{with_key:?}").contains("k-1"));
        let asked = sent(&fake, with_key, hello()).await;
        assert_eq!(asked.headers[header], value);
        assert!(!asked.path.contains("k-1") && !asked.body.to_string().contains("k-1"));
        let without = sent(&fake, provider(kind, &fake), hello()).await;
        assert!(!without.headers.contains_key(header));
    }
}

#[tokio::test]
async fn fields_of_the_configuration_go_with_every_request() {
    let fake = FakeModel::start().unwrap();
    let with = |kind, fields| Provider { extra: extra(fields), ..provider(kind, &fake) };
    let openai = with(
        Kind::OpenAi,
        json!({"temperature": 0.1, "model": "evil", "stream_options": null, "reasoning_effort": null}),
    );
    let body = sent(&fake, openai, full()).await.body;
    assert_eq!((&body["temperature"], &body["model"]), (&json!(0.1), &json!("some-model")));
    assert!(body.get("stream_options").is_none() && body.get("reasoning_effort").is_none());
    let gemini = with(
        Kind::Gemini,
        json!({"temperature": 1.0, "include_thoughts": true, "thinking_level": "low", "safetySettings": []}),
    );
    let body = sent(&fake, gemini, hello()).await.body;
    let config = json!({"temperature": 1.0, "thinkingConfig": {"includeThoughts": true, "thinkingLevel": "low"}});
    assert_eq!((&body["generationConfig"], &body["safetySettings"]), (&config, &json!([])));
    let older = Provider { model: "gemini-2.5-pro".into(), ..provider(Kind::Gemini, &fake) };
    let body = sent(&fake, older, Request { effort: Some(Effort::Medium), ..hello() }).await.body;
    assert_eq!(body["generationConfig"]["thinkingConfig"], json!({"includeThoughts": true, "thinkingBudget": 8192}));
    let adaptive = with(Kind::Anthropic, json!({"thinking": {"type": "adaptive"}, "max_tokens": 100}));
    let body = sent(&fake, adaptive, Request { effort: Some(Effort::Medium), ..hello() }).await.body;
    assert_eq!(body["output_config"], json!({"effort": "medium"}));
    assert_eq!((&body["thinking"], &body["max_tokens"]), (&json!({"type": "adaptive"}), &json!(100)));
}

#[tokio::test]
async fn a_model_of_anthropic_thinks_only_where_it_may() {
    let fake = FakeModel::start().unwrap();
    let warm = Provider { extra: extra(json!({"temperature": 0.1})), ..provider(Kind::Anthropic, &fake) };
    let asking = Request { effort: Some(Effort::Low), tools: vec![tool("weather")], ..hello() };
    let body = sent(&fake, warm.clone(), asking.clone()).await.body;
    assert_eq!(body["thinking"], json!({"type": "enabled", "budget_tokens": 2048}));
    assert_eq!((&body["max_tokens"], body.get("temperature")), (&json!(8192 + 2048), None));
    let forced = Request { choice: Choice::Required, ..asking.clone() };
    let body = sent(&fake, warm.clone(), forced).await.body;
    assert_eq!((body.get("thinking"), &body["temperature"]), (None, &json!(0.1)));
    let mut others = asking;
    let call = mirobody_llm::Call { id: "c".into(), name: "weather".into(), arguments: "{}".into() };
    others.messages.push(Message::Assistant(Said { calls: vec![call], ..Said::default() }));
    others.messages.push(Message::Tool { call_id: "c".into(), name: "weather".into(), result: Vec::new() });
    let body = sent(&fake, warm, others).await.body;
    assert_eq!(body.get("thinking"), None);
}

#[tokio::test]
async fn the_longest_answer_has_the_name_that_the_vendor_knows() {
    let fake = FakeModel::start().unwrap();
    let short = Request { max_output_tokens: Some(5), ..hello() };
    let body = sent(&fake, provider(Kind::OpenAi, &fake), short.clone()).await.body;
    assert_eq!(body["max_tokens"], 5);
    let newer = Provider { extra: extra(json!({"max_completion_tokens": 9})), ..provider(Kind::OpenAi, &fake) };
    let body = sent(&fake, newer, short).await.body;
    assert_eq!((&body["max_completion_tokens"], body.get("max_tokens")), (&json!(5), None));
}
