//! Names that nothing else matches, with an embedding provider on this machine.

use std::sync::{Arc, Mutex};

use axum::{Json, Router, extract::State, http::StatusCode, routing::post};
use mirobody_server::{
    ServerConfig,
    embedding::{EmbeddingSettings, embedder},
};
use serde_json::{Value, json};

use crate::support::Server;

/// What a provider was asked, and whether it answers.
#[derive(Clone, Default)]
struct Fake {
    asked: Arc<Mutex<Vec<Value>>>,
    fails: Arc<Mutex<bool>>,
}

impl Fake {
    async fn listen(&self) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/v1/embeddings", post(answer)).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}/v1")
    }

    /// How many texts were sent since the last time.
    fn texts(&self) -> usize {
        let asked = std::mem::take(&mut *self.asked.lock().unwrap());
        asked.iter().map(|body| body["input"].as_array().unwrap().len()).sum()
    }
}

async fn answer(State(fake): State<Fake>, Json(body): Json<Value>) -> (StatusCode, Json<Value>) {
    fake.asked.lock().unwrap().push(body.clone());
    if *fake.fails.lock().unwrap() {
        return (StatusCode::TOO_MANY_REQUESTS, Json(json!({"error": "later"})));
    }
    let texts = body["input"].as_array().unwrap();
    let vectors = texts.iter().enumerate().map(|(at, text)| {
        let mut vector = vec![0.0; body["dimensions"].as_u64().unwrap() as usize];
        // What hops lies in one direction, all else in others.
        let text = text.as_str().unwrap();
        let hops = text.contains("Quokka") || text.contains("marsupial");
        vector[if hops { 0 } else { 1 + text.len() % 50 }] = 1.0;
        json!({"index": at, "embedding": vector, "object": "embedding"})
    });
    (StatusCode::OK, Json(json!({"data": vectors.collect::<Vec<_>>()})))
}

async fn server(base_url: String, model: &str) -> Server {
    let settings =
        EmbeddingSettings { provider: "compatible".into(), model: model.into(), base_url, key: Some("k".into()) };
    let config = ServerConfig { embedder: embedder(Some(&settings)).unwrap(), ..ServerConfig::default() };
    let server = Server::with(config, 100_000).await;
    let row = |name: &str| json!({"indicator": name, "value": 5, "time": "2026-06-15"});
    let rows = json!([row("Quokka index"), row("Glycan wobble"), row("Hemoglobin")]);
    for key in [&server.ann, &server.bob] {
        server.write(key, "", rows.clone()).await;
    }
    server
}

async fn look_for(server: &Server, name: &str) -> Value {
    let arguments = json!({"keywords": [name], "view": "latest"});
    let answer = server.tool(Some(&server.ann), "query_health_indicators", arguments).await;
    answer["result"]["structuredContent"].clone()
}

#[tokio::test]
async fn only_a_name_that_nothing_is_known_of_is_looked_for_by_its_meaning() {
    let fake = Fake::default();
    let server = server(fake.listen().await, "m").await;
    for name in ["Hemoglobin", "quokka index", "insulin", "blood pressure", "zonulin", "HER2 antigen"] {
        look_for(&server, name).await;
        assert_eq!(fake.texts(), 0, "{name}");
    }
    let found = look_for(&server, "hopping marsupial score").await;
    assert_eq!(found["rows"][0]["indicator"], "Quokka index", "{found}");
    assert_eq!(found["names"], json!([{"asked": "hopping marsupial score", "near": ["Quokka index"]}]));
    assert!(found["assumptions"].to_string().contains("nearness of meaning"), "{found}");
    assert_eq!((&found["unmatched"], fake.texts()), (&json!([]), 4));
    // The vectors of the series were kept.
    let none = look_for(&server, "zzz nothing like it").await;
    assert_eq!((&none["unmatched"], fake.texts()), (&json!(["zzz nothing like it"]), 1), "{none}");
}

#[tokio::test]
async fn a_provider_that_fails_leaves_the_search_without_it_and_that_is_said() {
    let fake = Fake::default();
    let server = server(fake.listen().await, "m").await;
    *fake.fails.lock().unwrap() = true;
    let found = look_for(&server, "hopping marsupial score").await;
    assert_eq!(found["status"], "partial", "{found}");
    assert_eq!(found["unmatched"], json!(["hopping marsupial score"]));
    assert!(found["notes"].to_string().contains("embedding provider did not answer"), "{found}");
    *fake.fails.lock().unwrap() = false;
    assert_eq!(look_for(&server, "hopping marsupial score").await["rows"][0]["indicator"], "Quokka index");
}

#[tokio::test]
async fn nobody_is_asked_unless_a_provider_is_configured() {
    assert!(ServerConfig::default().embedder.is_none() && embedder(None).unwrap().is_none());
    let server = Server::start().await;
    server.write(&server.ann, "", json!([{"indicator": "Quokka index", "value": 5, "time": "2026-06-15"}])).await;
    let found = look_for(&server, "hopping marsupial score").await;
    assert_eq!((&found["unmatched"], &found["names"]), (&json!(["hopping marsupial score"]), &json!([])));
}
