//! The items of `input`, as what is said to a model.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use mirobody_llm::{Call, Message, Part, Said};
use serde_json::value::RawValue;

use crate::{ApiError, agent::text, error::Code, object::Object};

const UNMATCHED: &str = "function_call_output without matching function_call items — replay the full transcript, or \
    resume via previous_response_id";

/// What a request says.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// The messages, calls and their outputs, in order.
    pub messages: Vec<Message>,
    /// Whether there is anything but outputs of calls.
    pub speaks: bool,
    /// The calls whose outputs are here and that are not here themselves.
    unmatched: Vec<String>,
}

impl Input {
    /// Refuses outputs of calls that are not here: there is nothing they could belong to.
    pub fn stands_alone(&self) -> Result<(), ApiError> {
        if self.unmatched.is_empty() {
            Ok(())
        } else {
            Err(ApiError::coded(Code::InvalidValue, UNMATCHED, Some("input")))
        }
    }

    /// The calls that are answered here and stand elsewhere.
    pub fn answers(&self) -> &[String] {
        &self.unmatched
    }
}

/// Reads `input`: a text, or a list of items.
pub fn read(object: &Object<'_>) -> Result<Input, ApiError> {
    let raw = object.raw("input").ok_or_else(|| ApiError::missing("input"))?;
    if raw.get().starts_with('"') {
        let text = object.text("input")?.unwrap_or_default();
        if text.trim().is_empty() {
            return Err(ApiError::invalid("input", "say something"));
        }
        return Ok(Input { messages: vec![Message::user(text)], speaks: true, unmatched: Vec::new() });
    }
    let wrong = |_| ApiError::invalid("input", "be a text or a list of items");
    let list = object.list("input").map_err(wrong)?.unwrap_or_default();
    if list.is_empty() {
        return Err(ApiError::invalid("input", "hold at least one item"));
    }
    let mut reader = Reader::default();
    for (index, raw) in list.into_iter().enumerate() {
        reader.item(index, raw)?;
    }
    if reader.messages.is_empty() {
        return Err(ApiError::invalid("input", "hold a message or the output of a call"));
    }
    Ok(Input { messages: reader.messages, speaks: reader.speaks, unmatched: reader.unmatched })
}

#[derive(Default)]
struct Reader {
    messages: Vec<Message>,
    speaks: bool,
    unmatched: Vec<String>,
}

impl Reader {
    fn item(&mut self, index: usize, raw: &RawValue) -> Result<(), ApiError> {
        let item = Object::element(raw, format!("input[{index}]"))?;
        match item.text("type")?.as_deref() {
            None | Some("message") => self.message(&item),
            Some("function_call") => self.call(&item),
            Some("function_call_output") => self.output(&item),
            // What a model reasoned in an earlier answer of ours: it is kept with that answer.
            Some("reasoning") => Ok(()),
            _ => Err(ApiError::invalid(
                item.param("type"),
                "be `message`, `function_call`, `function_call_output` or `reasoning`",
            )),
        }
    }

    fn message(&mut self, item: &Object<'_>) -> Result<(), ApiError> {
        let role = item.text("role")?;
        let message = match role.as_deref() {
            Some("user") => Message::User(parts(item, "content")?),
            Some("assistant") => Message::Assistant(Said { text: text(&parts(item, "content")?), ..Said::default() }),
            Some("system" | "developer") => Message::System(text(&parts(item, "content")?)),
            _ => return Err(ApiError::invalid(item.param("role"), "be `user`, `assistant`, `system` or `developer`")),
        };
        self.speaks = true;
        self.messages.push(message);
        Ok(())
    }

    /// Calls that stand side by side were made in one reply.
    fn call(&mut self, item: &Object<'_>) -> Result<(), ApiError> {
        let needed = |name: &str| item.text(name)?.ok_or_else(|| ApiError::missing(item.param(name)));
        let call = Call {
            id: needed("call_id")?,
            name: needed("name")?,
            arguments: item.text("arguments")?.unwrap_or_else(|| "{}".to_owned()),
        };
        self.speaks = true;
        match self.messages.last_mut() {
            Some(Message::Assistant(said)) => said.calls.push(call),
            _ => self.messages.push(Message::Assistant(Said { calls: vec![call], ..Said::default() })),
        }
        Ok(())
    }

    fn output(&mut self, item: &Object<'_>) -> Result<(), ApiError> {
        let call_id = item.text("call_id")?.ok_or_else(|| ApiError::missing(item.param("call_id")))?;
        let result = parts(item, "output")?;
        let name = self.name_of(&call_id);
        if name.is_none() {
            self.unmatched.push(call_id.clone());
        }
        self.messages.push(Message::Tool { call_id, name: name.unwrap_or_default(), result });
        Ok(())
    }

    fn name_of(&self, call_id: &str) -> Option<String> {
        let calls = self.messages.iter().filter_map(|message| match message {
            Message::Assistant(said) => Some(&said.calls),
            _ => None,
        });
        calls.flatten().find(|call| call.id == call_id).map(|call| call.name.clone())
    }
}

/// A text, or a list of parts.
fn parts(item: &Object<'_>, field: &str) -> Result<Vec<Part>, ApiError> {
    let raw = item.raw(field).ok_or_else(|| ApiError::missing(item.param(field)))?;
    if raw.get().starts_with('"') {
        return Ok(vec![Part::Text(item.text(field)?.unwrap_or_default())]);
    }
    let wrong = || ApiError::invalid(item.param(field), "be a text or a list of parts");
    let list = item.list(field).map_err(|_| wrong())?.ok_or_else(wrong)?;
    list.into_iter().enumerate().map(|(index, raw)| part(item, &format!("{field}[{index}]"), raw)).collect()
}

fn part(item: &Object<'_>, path: &str, raw: &RawValue) -> Result<Part, ApiError> {
    let part = Object::element(raw, item.param(path))?;
    let needed = |name: &str| part.text(name)?.ok_or_else(|| ApiError::missing(part.param(name)));
    match part.text("type")?.as_deref() {
        Some("input_text" | "output_text" | "text") => Ok(Part::Text(needed("text")?)),
        Some("refusal") => Ok(Part::Text(needed("refusal")?)),
        Some("input_image") => {
            let (media_type, bytes) = data(&part, "image_url")?;
            Ok(Part::Image { media_type, bytes })
        }
        Some("input_file") => {
            let (media_type, bytes) = data(&part, "file_data")?;
            let name = part.text("filename")?.unwrap_or_else(|| "document".to_owned());
            Ok(Part::Document { media_type, name, bytes })
        }
        _ => {
            Err(ApiError::invalid(part.param("type"), "be `input_text`, `output_text`, `input_image` or `input_file`"))
        }
    }
}

/// A `data:` URL. No other address is fetched for a caller.
fn data(part: &Object<'_>, field: &str) -> Result<(String, std::sync::Arc<[u8]>), ApiError> {
    let url = part.text(field)?.ok_or_else(|| ApiError::missing(part.param(field)))?;
    let wrong = || ApiError::invalid(part.param(field), "be a `data:` URL in base64; no address is fetched");
    let (media_type, bytes) =
        url.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,")).ok_or_else(wrong)?;
    let bytes = STANDARD.decode(bytes).map_err(|_| wrong())?;
    Ok((media_type.to_owned(), bytes.into()))
}
