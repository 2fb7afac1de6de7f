//! What a chat request may say. The surface is closed: no client tools, no response formats, one choice.

use mirobody_llm::{Effort, Message, Said};
use serde_json::value::RawValue;

use crate::{
    ApiError,
    models::{self, Tier},
    object::Object,
};

/// Parameters that would change what the answer is; to ignore them would be to lie.
const UNSUPPORTED: [&str; 5] = ["tools", "functions", "tool_choice", "function_call", "response_format"];

/// A chat request, read. Sampling parameters and what we do not know are ignored.
#[derive(Debug)]
pub struct Question {
    /// The tier to answer as.
    pub tier: Tier,
    /// The conversation so far; it holds at least one message of the user.
    pub messages: Vec<Message>,
    /// How hard to think.
    pub effort: Option<Effort>,
    /// Whether to stream.
    pub stream: bool,
    /// The tenant key.
    pub user: String,
}

impl Question {
    /// Reads the body.
    pub fn read(object: &Object<'_>) -> Result<Self, ApiError> {
        if let Some(param) = UNSUPPORTED.into_iter().find(|param| object.raw(param).is_some()) {
            return Err(ApiError::unsupported(param));
        }
        one_choice(object)?;
        Ok(Self {
            tier: tier(object)?,
            messages: messages(object)?,
            effort: effort(object)?,
            stream: object.flag("stream")?.unwrap_or(false),
            user: object.text("user")?.unwrap_or_default(),
        })
    }
}

fn one_choice(object: &Object<'_>) -> Result<(), ApiError> {
    match object.integer("n")? {
        None | Some(1) => Ok(()),
        Some(2..) => Err(ApiError::unsupported("n")),
        Some(_) => Err(ApiError::invalid("n", "be 1")),
    }
}

fn effort(object: &Object<'_>) -> Result<Option<Effort>, ApiError> {
    Ok(match object.text("reasoning_effort")?.as_deref() {
        None => None,
        Some("low") => Some(Effort::Low),
        Some("medium") => Some(Effort::Medium),
        Some("high") => Some(Effort::High),
        Some(_) => return Err(ApiError::invalid("reasoning_effort", "be `low`, `medium` or `high`")),
    })
}

fn tier(object: &Object<'_>) -> Result<Tier, ApiError> {
    let name = object.text("model")?;
    models::named(name.as_deref()).ok_or_else(|| {
        ApiError::invalid("model", "be one that GET /v1/models lists: `mirobody-flash` or `mirobody-expert`")
    })
}

fn messages(object: &Object<'_>) -> Result<Vec<Message>, ApiError> {
    let list = object.list("messages")?.filter(|list| !list.is_empty());
    let list = list.ok_or_else(|| ApiError::invalid("messages", "be a list with at least one message"))?;
    let read = list.into_iter().enumerate().map(|(index, raw)| message(index, raw));
    let messages = read.collect::<Result<Vec<_>, _>>()?;
    if !messages.iter().any(|message| matches!(message, Message::User(_))) {
        return Err(ApiError::invalid("messages", "hold a message with the role `user`"));
    }
    Ok(messages)
}

fn message(index: usize, raw: &RawValue) -> Result<Message, ApiError> {
    let object = Object::element(raw, format!("messages[{index}]"))?;
    match object.text("role")?.as_deref() {
        Some("user") => Ok(Message::user(content(&object)?)),
        Some("assistant") => Ok(Message::Assistant(Said { text: content(&object)?, ..Said::default() })),
        Some("system" | "developer") => Ok(Message::System(content(&object)?)),
        _ => Err(ApiError::invalid(object.param("role"), "be `system`, `user` or `assistant`")),
    }
}

/// A string, or a list of text parts.
fn content(object: &Object<'_>) -> Result<String, ApiError> {
    let missing = || ApiError::missing(object.param("content"));
    let raw = object.raw("content").ok_or_else(missing)?.get();
    if raw.starts_with('"') {
        return Ok(object.text("content")?.unwrap_or_default());
    }
    let wrong = || ApiError::invalid(object.param("content"), "be a string or a list of text parts");
    let parts = object.list("content").map_err(|_| wrong())?.ok_or_else(wrong)?;
    let texts = parts.into_iter().enumerate().map(|(index, raw)| part(object, index, raw));
    Ok(texts.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

fn part(object: &Object<'_>, index: usize, raw: &RawValue) -> Result<String, ApiError> {
    let path = object.param(&format!("content[{index}]"));
    let part = Object::element(raw, path)?;
    if part.text("type")?.as_deref() != Some("text") {
        return Err(ApiError::invalid(part.param("type"), "be `text`; upload files with POST /v1/files"));
    }
    part.text("text")?.ok_or_else(|| ApiError::missing(part.param("text")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::error::Code;

    fn read(body: serde_json::Value) -> Result<Question, ApiError> {
        Question::read(&Object::body(body.to_string().as_bytes()).unwrap())
    }

    fn with(param: &str, value: serde_json::Value) -> Result<Question, ApiError> {
        let mut body = json!({"messages": [{"role": "user", "content": "hi"}]});
        body[param] = value;
        read(body)
    }

    #[test]
    fn what_would_change_the_answer_is_refused_by_name() {
        let table = [
            ("tools", json!([])),
            ("functions", json!([{"name": "x"}])),
            ("tool_choice", json!("auto")),
            ("function_call", json!("auto")),
            ("response_format", json!({"type": "json_object"})),
            ("n", json!(2)),
        ];
        for (param, value) in table {
            let error = with(param, value).unwrap_err();
            assert_eq!(error.code(), Some(Code::UnsupportedParameter), "{param}");
            assert_eq!(error.body()["error"]["param"], param);
        }
    }

    #[test]
    fn sampling_and_unknown_parameters_are_ignored() {
        let table = [
            ("n", json!(1)),
            ("tools", json!(null)),
            ("max_tokens", json!(1)),
            ("temperature", json!(0.1)),
            ("top_p", json!(0.5)),
            ("stop", json!(["a"])),
            ("seed", json!(7)),
            ("stream_options", json!({"include_usage": true})),
            ("reasoning_effort", json!("high")),
        ];
        for (param, value) in table {
            assert!(with(param, value).is_ok(), "{param}");
        }
    }

    #[test]
    fn a_wrong_field_is_named() {
        let table = [
            (json!({}), "messages"),
            (json!({"messages": []}), "messages"),
            (json!({"messages": "hello"}), "messages"),
            (json!({"messages": [{"role": "system", "content": "x"}]}), "messages"),
            (json!({"messages": ["hello"]}), "messages[0]"),
            (json!({"messages": [{"content": "x"}]}), "messages[0].role"),
            (json!({"messages": [{"role": "tool", "content": "x"}]}), "messages[0].role"),
            (json!({"messages": [{"role": "user"}]}), "messages[0].content"),
            (json!({"messages": [{"role": "user", "content": 4}]}), "messages[0].content"),
            (
                json!({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}),
                "messages[0].content[0].type",
            ),
            (json!({"messages": [{"role": "user", "content": [{"type": "text"}]}]}), "messages[0].content[0].text"),
        ];
        for (body, param) in table {
            assert_eq!(read(body.clone()).unwrap_err().body()["error"]["param"], param, "{body}");
        }
        for (param, value) in
            [("model", json!("gpt-4o")), ("stream", json!("yes")), ("n", json!(0)), ("user", json!(7))]
        {
            assert_eq!(with(param, value).unwrap_err().body()["error"]["param"], param);
        }
    }

    #[test]
    fn text_parts_are_one_message() {
        let parts = json!([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]);
        let question = read(json!({"messages": [{"role": "user", "content": parts}]})).unwrap();
        assert_eq!(question.messages[0], Message::user("a\nb"));
    }
}
