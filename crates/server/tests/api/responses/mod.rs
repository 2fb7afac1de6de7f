//! `/v1/responses` and the Answers API over a model of this machine.

mod agent;
mod backbone;
mod eval;
mod evidence;
mod input;
mod numbers;
mod open;
mod state;
mod streaming;

use std::sync::Arc;

use mirobody_evidence::Library;
use mirobody_llm::{Key, Kind, Models, Patience, Provider, Secret, Settings};
use mirobody_server::ServerConfig;
use mirobody_testbed::{FakeModel, Wire};
use serde_json::{Map, Value, json};

use crate::support::{Reply, Server, glucose};

/// A server with a model, whose requests can be looked at.
pub struct Bench {
    pub server: Server,
    pub model: FakeModel,
}

pub async fn bench() -> Bench {
    bench_with(None).await
}

/// The same with published evidence.
pub async fn bench_with(evidence: Option<Arc<Library>>) -> Bench {
    let model = FakeModel::start().unwrap();
    let provider = Provider {
        name: "fake".to_owned(),
        kind: Kind::OpenAi,
        base_url: model.base_url(Wire::OpenAi),
        model: "fake-model".to_owned(),
        key: Some(Key { name: "FAKE_API_KEY".to_owned(), secret: Some(Secret::new("secret-of-the-vendor")) }),
        images: true,
        documents: true,
        allow_http: true,
        extra: Map::new(),
    };
    let settings =
        Settings { providers: vec![provider], tiers: Vec::new(), patience: Patience::default(), proxy: None };
    let models = Models::of(&settings).unwrap();
    Bench { server: Server::with(ServerConfig { models, evidence, ..ServerConfig::default() }, 100_000).await, model }
}

/// A tool of the caller's.
pub fn book() -> Value {
    json!({"type": "function", "name": "book_appointment", "description": "Books a visit.", "parameters":
        {"type": "object", "properties": {"date": {"type": "string"}}, "required": ["date"]}})
}

impl Bench {
    /// Readings of Alice's, the newest 143.7.
    pub async fn glucose(&self) {
        let records =
            json!([glucose(json!(131.2), "2026-05-01T07:30:00Z"), glucose(json!(143.7), "2026-06-15T07:30:00Z"),]);
        self.server.write(&self.server.ann, "alice", records).await;
    }

    /// Asks as Ann's Alice.
    pub async fn ask(&self, body: Value) -> Reply {
        let mut all = json!({"user": "alice"});
        all.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        self.server.post(&self.server.ann, "/v1/responses", all).await
    }

    /// The same, which must go well.
    pub async fn answer(&self, body: Value) -> Value {
        let reply = self.ask(body).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()
    }

    /// The messages of the newest request to the model.
    pub fn told(&self) -> String {
        self.model.seen().last().unwrap().body["messages"].to_string()
    }

    /// The names of the tools that the newest request offered.
    pub fn offered(&self) -> Vec<String> {
        let body = self.model.seen().last().unwrap().body.clone();
        let tools = body["tools"].as_array().cloned().unwrap_or_default();
        tools.iter().map(|tool| tool["function"]["name"].as_str().unwrap().to_owned()).collect()
    }
}

/// The calls an answer hands over.
pub fn calls(answer: &Value) -> Vec<Value> {
    let output = answer["output"].as_array().unwrap();
    output.iter().filter(|item| item["type"] == "function_call").cloned().collect()
}

/// Their outputs.
pub fn outputs(calls: &[Value], text: &str) -> Value {
    let one = |call: &Value| json!({"type": "function_call_output", "call_id": call["call_id"], "output": text});
    calls.iter().map(one).collect()
}

/// The message of an error.
pub fn message(reply: &Reply) -> String {
    reply.json()["error"]["message"].as_str().unwrap().to_owned()
}
