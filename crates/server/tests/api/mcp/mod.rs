//! MCP over HTTP, and the sign-in of its clients.

mod protocol;
mod sign_in;
mod tenants;

use axum::{
    body::Body,
    http::{Request, request::Builder},
};
use serde_json::{Value, json};

use crate::support::{Reply, Server};

pub const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// A request to an MCP address.
pub fn post(path: &str, token: Option<&str>) -> Builder {
    let request = Request::post(path).header("content-type", "application/json");
    let request = request.header("accept", "application/json, text/event-stream").header("host", "localhost:18080");
    match token {
        Some(token) => request.header("authorization", format!("Bearer {token}")),
        None => request,
    }
}

impl Server {
    /// One message to an MCP address.
    pub async fn rpc_at(&self, path: &str, token: Option<&str>, method: &str, params: Value) -> Reply {
        let body = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
        self.send(post(path, token).body(Body::from(body.to_string())).unwrap()).await
    }

    /// One message to `/mcp`, and the answer.
    pub async fn rpc(&self, token: Option<&str>, method: &str, params: Value) -> Value {
        let reply = self.rpc_at("/mcp", token, method, params).await;
        assert!(reply.status < 500, "{}", reply.text);
        reply.json()
    }

    /// One message as the newest revision has it.
    pub async fn modern(&self, version: &str, method: &str, mut params: Value) -> Reply {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        });
        let body = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
        let mut request = post("/mcp", None).header("mcp-protocol-version", version).header("mcp-method", method);
        if let Some(name) = params["name"].as_str() {
            request = request.header("mcp-name", name);
        }
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// The names of the tools somebody is offered.
    pub async fn tools(&self, token: Option<&str>) -> Vec<String> {
        names(&self.rpc(token, "tools/list", json!({})).await)
    }

    /// Calls a tool.
    pub async fn tool(&self, token: Option<&str>, name: &str, arguments: Value) -> Value {
        self.rpc(token, "tools/call", json!({"name": name, "arguments": arguments})).await
    }
}

pub fn names(answer: &Value) -> Vec<String> {
    let tools = answer["result"]["tools"].as_array().unwrap_or_else(|| panic!("{answer}"));
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

pub fn initialize(version: &str) -> Value {
    json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
}
