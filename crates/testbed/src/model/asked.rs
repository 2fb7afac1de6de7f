//! A request, read alike in all three formats.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::http::Request;

/// A wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    /// `/chat/completions`.
    OpenAi,
    /// `/v1/messages`.
    Anthropic,
    /// `:streamGenerateContent`.
    Gemini,
}

/// What was asked.
#[derive(Debug, Clone)]
pub struct Asked {
    /// In which format.
    pub wire: Wire,
    /// The path with its query.
    pub path: String,
    /// The headers, their names in small letters.
    pub headers: BTreeMap<String, String>,
    /// The body.
    pub body: Value,
    /// The model.
    pub(super) model: String,
}

/// A tool that may be called.
pub(super) struct Offered {
    pub name: String,
    pub schema: Value,
}

impl Asked {
    /// None when it is no path of a vendor, or its body no JSON.
    pub(super) fn read(request: Request) -> Option<Self> {
        let Request { path, headers, body } = request;
        let wire = match path.split('?').next()? {
            path if path.ends_with("/chat/completions") => Wire::OpenAi,
            path if path.ends_with("/v1/messages") => Wire::Anthropic,
            path if path.ends_with(":streamGenerateContent") => Wire::Gemini,
            _ => return None,
        };
        let body: Value = serde_json::from_slice(&body).ok()?;
        let model = body["model"].as_str().unwrap_or("fake").to_owned();
        Some(Self { wire, path, headers, body, model })
    }

    fn turns(&self) -> &[Value] {
        let field = if self.wire == Wire::Gemini { "contents" } else { "messages" };
        self.body[field].as_array().map_or(&[], Vec::as_slice)
    }

    fn parts(turn: &Value) -> Vec<Value> {
        match turn.get("content").or_else(|| turn.get("parts")) {
            Some(Value::Array(parts)) => parts.clone(),
            Some(Value::String(text)) => vec![json!({"text": text})],
            _ => Vec::new(),
        }
    }

    /// The place of the last message that a person wrote: not one of tools' results alone.
    fn last_said(&self) -> Option<usize> {
        let said =
            |turn: &Value| turn["role"] == "user" && Self::parts(turn).iter().any(|part| part["text"].is_string());
        self.turns().iter().rposition(said)
    }

    /// What the person said last.
    pub fn said(&self) -> String {
        self.last_said().map(|at| text_of(&Self::parts(&self.turns()[at]))).unwrap_or_default()
    }

    /// What tools gave since.
    pub(super) fn results(&self) -> Vec<String> {
        let after = self.last_said().map_or(0, |at| at + 1);
        self.turns()[after..].iter().flat_map(results_of).collect()
    }

    /// The tools that were called since.
    pub(super) fn called(&self) -> Vec<String> {
        let after = self.last_said().map_or(0, |at| at + 1);
        let calls = self.turns()[after..].iter().flat_map(|turn| {
            let openai = turn["tool_calls"].as_array().cloned().unwrap_or_default();
            let openai = openai.into_iter().map(|call| call["function"]["name"].clone());
            let others = Self::parts(turn).into_iter().filter_map(|part| {
                let anthropic = (part["type"] == "tool_use").then(|| part["name"].clone());
                anthropic.or_else(|| part.get("functionCall").map(|call| call["name"].clone()))
            });
            openai.chain(others).collect::<Vec<_>>()
        });
        calls.filter_map(|name| name.as_str().map(str::to_owned)).collect()
    }

    /// The tools there are.
    pub(super) fn tools(&self) -> Vec<Offered> {
        let list = match self.wire {
            Wire::Gemini => &self.body["tools"][0]["functionDeclarations"],
            _ => &self.body["tools"],
        };
        let one = |tool: &Value| {
            let tool = tool.get("function").unwrap_or(tool);
            let schema =
                ["parameters", "input_schema", "parametersJsonSchema"].into_iter().find_map(|name| tool.get(name));
            Offered {
                name: tool["name"].as_str().unwrap_or_default().to_owned(),
                schema: schema.cloned().unwrap_or(Value::Null),
            }
        };
        list.as_array().into_iter().flatten().map(one).collect()
    }

    /// `auto`, `none`, `required`, or the name of a tool.
    pub(super) fn choice(&self) -> String {
        let choice = match self.wire {
            Wire::OpenAi => {
                let choice = &self.body["tool_choice"];
                choice["function"]["name"].as_str().or_else(|| choice.as_str())
            }
            Wire::Anthropic => {
                let choice = &self.body["tool_choice"];
                choice["name"].as_str().or_else(|| choice["type"].as_str())
            }
            Wire::Gemini => {
                let config = &self.body["toolConfig"]["functionCallingConfig"];
                config["allowedFunctionNames"][0].as_str().or_else(|| config["mode"].as_str())
            }
        };
        match choice.unwrap_or("auto") {
            "any" | "ANY" => "required".to_owned(),
            "AUTO" => "auto".to_owned(),
            "NONE" => "none".to_owned(),
            other => other.to_owned(),
        }
    }

    /// The instructions.
    pub(super) fn instructions(&self) -> String {
        match self.wire {
            Wire::OpenAi => {
                let system = self.turns().iter().filter(|turn| turn["role"] == "system");
                system.map(|turn| text_of(&Self::parts(turn))).collect::<Vec<_>>().join("\n")
            }
            Wire::Anthropic => text_of(self.body["system"].as_array().map_or(&[], Vec::as_slice)),
            Wire::Gemini => text_of(&Self::parts(&self.body["systemInstruction"])),
        }
    }
}

fn results_of(turn: &Value) -> Vec<String> {
    if turn["role"] == "tool" {
        return vec![text_of(&Asked::parts(turn))];
    }
    let of_part = |part: Value| {
        let anthropic = (part["type"] == "tool_result").then(|| text_of(&Asked::parts(&part)));
        anthropic.or_else(|| part["functionResponse"]["response"]["result"].as_str().map(str::to_owned))
    };
    Asked::parts(turn).into_iter().filter_map(of_part).collect()
}

fn text_of(parts: &[Value]) -> String {
    parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n")
}
