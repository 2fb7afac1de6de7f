//! A fake vendor, providers of it, and how they are asked.

use std::{sync::Arc, time::Duration};

use futures::StreamExt as _;
use mirobody_llm::{
    Delta, Event, Fault, Kind, Message, Models, Patience, Provider, Reply, Request, Settings, ToolSpec,
};
use mirobody_testbed::{FakeModel, Wire};
use serde_json::{Map, Value, json};

pub const KINDS: [Kind; 3] = [Kind::OpenAi, Kind::Anthropic, Kind::Gemini];

pub fn wire(kind: Kind) -> Wire {
    match kind {
        Kind::OpenAi => Wire::OpenAi,
        Kind::Anthropic => Wire::Anthropic,
        Kind::Gemini => Wire::Gemini,
    }
}

pub fn provider(kind: Kind, fake: &FakeModel) -> Provider {
    Provider {
        name: kind.as_str().to_owned(),
        kind,
        base_url: fake.base_url(wire(kind)),
        model: "some-model".to_owned(),
        key: None,
        images: true,
        documents: true,
        allow_http: false,
        extra: Map::new(),
    }
}

/// Waits that are long enough for this machine and short enough for a test.
pub fn short() -> Patience {
    let millis = Duration::from_millis;
    Patience { connect: millis(2000), first: millis(400), idle: millis(400), whole: millis(20_000) }
}

pub fn models(providers: Vec<Provider>) -> Arc<Models> {
    let settings = Settings { providers, ..Settings::default() };
    Models::of(&settings).unwrap().unwrap()
}

pub fn one(provider: Provider, patience: Patience) -> Arc<Models> {
    let settings = Settings { providers: vec![provider], patience, ..Settings::default() };
    Models::of(&settings).unwrap().unwrap()
}

pub async fn ask(models: &Models, request: Request) -> (Vec<Delta>, Result<Reply, Fault>) {
    let mut events = models.tier("mirobody-flash").unwrap().ask(Arc::new(request));
    let mut deltas = Vec::new();
    while let Some(event) = events.next().await {
        match event {
            Ok(Event::Delta(delta)) => deltas.push(delta),
            Ok(Event::Done(reply)) => {
                assert!(events.next().await.is_none(), "something follows the end");
                return (deltas, Ok(reply));
            }
            Err(fault) => {
                assert!(events.next().await.is_none(), "something follows a fault");
                return (deltas, Err(fault));
            }
        }
    }
    panic!("no end");
}

pub fn hello() -> Request {
    Request { messages: vec![Message::user("hello")], ..Request::default() }
}

pub fn tool(name: &str) -> ToolSpec {
    let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]});
    let Value::Object(parameters) = schema else { unreachable!() };
    ToolSpec { name: name.to_owned(), description: "Says the weather.".to_owned(), parameters, strict: false }
}

/// What the pieces come to.
pub fn text(deltas: &[Delta]) -> String {
    let texts = deltas.iter().filter_map(|delta| match delta {
        Delta::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}
