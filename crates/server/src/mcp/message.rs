//! One JSON-RPC message, looked at before `rmcp` reads it.
//!
//! It answers the malformed with the protocol's own errors, and `initialize` where the newest revision is asked for:
//! that one has no handshake, so `rmcp` would answer an older one.

use rmcp::{
    ErrorData,
    model::{ErrorCode, ProtocolVersion},
};
use serde_json::{Map, Value, json};

/// Where a request of a revision without a handshake says which revision it is of.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// Methods that the revisions without a handshake have no longer.
const GONE: [&str; 5] = ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"];

/// What a message turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// One that is well formed: for `rmcp`.
    Request(Request),
    /// One that wants no answer.
    Silent,
    /// It was wrong: the answer.
    Wrong(Value),
}

/// A request, or a notification that `rmcp` knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    id: Value,
    /// What is asked.
    pub method: String,
    params: Map<String, Value>,
}

/// Reads one message.
pub fn read(bytes: &[u8]) -> Message {
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(message)) => classified(message),
        Ok(Value::Array(_)) => {
            wrong(&Value::Null, ErrorCode::INVALID_REQUEST, "batches are not taken; send one message")
        }
        Ok(_) => wrong(&Value::Null, ErrorCode::INVALID_REQUEST, "a message is a JSON object"),
        Err(_) => wrong(&Value::Null, ErrorCode::PARSE_ERROR, "the body is not JSON"),
    }
}

fn classified(mut message: Map<String, Value>) -> Message {
    let id = message.remove("id");
    let named = id.clone().filter(is_id).unwrap_or_default();
    let invalid = |why| wrong(&named, ErrorCode::INVALID_REQUEST, why);
    if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return invalid("`jsonrpc` must be \"2.0\"");
    }
    let Some(method) = message.remove("method") else {
        let answers =
            id.as_ref().is_some_and(is_id) && (message.contains_key("result") || message.contains_key("error"));
        // Nothing was asked of a client, so its answer means nothing here.
        return if answers { Message::Silent } else { invalid("`method` is required") };
    };
    let Value::String(method) = method else { return invalid("`method` must be text") };
    let params = match message.remove("params") {
        None => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return wrong(&named, ErrorCode::INVALID_PARAMS, "`params` must be an object"),
    };
    match id {
        None => Message::Silent,
        Some(id) if is_id(&id) => Message::Request(Request { id, method, params }),
        Some(_) => invalid("`id` must be text or a whole number"),
    }
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.as_i64().is_some()
}

fn wrong(id: &Value, code: ErrorCode, why: &'static str) -> Message {
    Message::Wrong(error(id, &ErrorData::new(code, why, None)))
}

/// An error on the wire.
fn error(id: &Value, error: &ErrorData) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": error})
}

impl Request {
    /// The error answer to this request.
    pub fn error(&self, data: &ErrorData) -> Value {
        error(&self.id, data)
    }

    /// The answer to this request.
    pub fn result(&self, result: Value) -> Value {
        json!({"jsonrpc": "2.0", "id": self.id, "result": result})
    }

    /// The tool that is called, when one is.
    pub fn tool(&self) -> Option<&str> {
        if self.method == "tools/call" { self.params.get("name")?.as_str() } else { None }
    }

    /// The refusal of a method that the request's own revision has no longer.
    pub fn gone(&self) -> Option<Value> {
        let version = self.params.get("_meta").and_then(|meta| meta.get(VERSION)).and_then(Value::as_str)?;
        // Dates in this form are in the order of their letters.
        let gone = version >= ProtocolVersion::V_2026_07_28.as_str() && GONE.contains(&self.method.as_str());
        let refusal = ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "this revision has no such method", None);
        (gone && is_known(version)).then(|| self.error(&refusal))
    }

    /// Whether `initialize` is to be answered with the newest revision: it was asked for, or none that is known.
    pub fn initializes_newest(&self) -> bool {
        let Some(version) = self.params.get("protocolVersion").and_then(Value::as_str) else { return false };
        let older = is_known(version) && version < ProtocolVersion::V_2026_07_28.as_str();
        self.method == "initialize" && self.params.contains_key("capabilities") && !older
    }

    /// The refusal of a revision that the header names and nobody knows.
    pub fn unsupported(&self, header: &str) -> Option<Value> {
        if self.method == "initialize" || is_known(header) {
            return None;
        }
        let supported: Vec<&str> = ProtocolVersion::KNOWN_VERSIONS.iter().rev().map(ProtocolVersion::as_str).collect();
        let data = json!({"requested": header, "supported": supported});
        let refusal =
            ErrorData::new(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version", Some(data));
        Some(self.error(&refusal))
    }
}

fn is_known(version: &str) -> bool {
    ProtocolVersion::KNOWN_VERSIONS.iter().any(|known| known.as_str() == version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_malformed_shape_has_the_error_the_protocol_gives_it() {
        for (body, code, id) in [
            ("{nope", -32700, json!(null)),
            ("", -32700, json!(null)),
            ("\"a\"", -32600, json!(null)),
            ("[]", -32600, json!(null)),
            (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, json!(null)),
            ("{}", -32600, json!(null)),
            (r#"{"jsonrpc":"2.0","id":1}"#, -32600, json!(1)),
            (r#"{"id":1,"method":"ping"}"#, -32600, json!(1)),
            (r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, -32600, json!("a")),
            (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600, json!(1)),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, json!(null)),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, json!(null)),
            (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, json!(null)),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602, json!(1)),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}"#, -32602, json!(1)),
        ] {
            let Message::Wrong(answer) = read(body.as_bytes()) else { panic!("{body} is taken") };
            assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &id), "{body}");
        }
    }

    #[test]
    fn what_wants_no_answer_gets_none() {
        for body in [
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#,
        ] {
            assert_eq!(read(body.as_bytes()), Message::Silent, "{body}");
        }
    }

    #[test]
    fn the_newest_revision_answers_who_asks_for_it_or_for_none_that_is_known() {
        for (version, newest) in
            [("2026-07-28", true), ("1999-01-01", true), ("2025-11-25", false), ("2024-11-05", false)]
        {
            let body = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
                "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}});
            let Message::Request(request) = read(body.to_string().as_bytes()) else { panic!("{body}") };
            assert_eq!(request.initializes_newest(), newest, "{version}");
        }
    }
}
