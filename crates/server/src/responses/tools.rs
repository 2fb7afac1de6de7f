//! The tools that a caller brings: functions it calls itself, and servers whose tools are called for it.

use std::collections::HashSet;

use mirobody_agent::toolbox::{DOMAIN_TOOLS, MEANS};
use mirobody_attach::{MOST_SERVERS, ServerSpec};
use mirobody_llm::ToolSpec;
use serde_json::{Map, Value, json, value::RawValue};

use crate::{ApiError, object::Object};

/// So many tools at most.
const MOST: usize = 64;
/// The longest name.
const LONGEST_NAME: usize = 64;

/// What `tools` declares.
#[derive(Debug, Default)]
pub struct Declared {
    /// Functions of the caller's.
    pub client: Vec<ToolSpec>,
    /// Servers.
    pub attach: Vec<ServerSpec>,
    /// All of it, as the object shows it.
    pub sent: Vec<Value>,
}

/// Reads `tools`.
pub fn read(object: &Object<'_>) -> Result<Declared, ApiError> {
    let list = object.list("tools")?.unwrap_or_default();
    if list.len() > MOST {
        return Err(ApiError::invalid("tools", "hold at most 64 tools"));
    }
    let mut declared = Declared::default();
    for (index, raw) in list.into_iter().enumerate() {
        one(index, raw, &mut declared)?;
    }
    if declared.attach.len() > MOST_SERVERS {
        return Err(ApiError::invalid("tools", "hold at most 8 servers of type `mcp`"));
    }
    unique(&declared)?;
    Ok(declared)
}

fn one(index: usize, raw: &RawValue, declared: &mut Declared) -> Result<(), ApiError> {
    let tool = Object::element(raw, format!("tools[{index}]"))?;
    match tool.text("type")?.as_deref() {
        Some("function") => {
            let spec = function(&tool)?;
            declared.sent.push(json!({
                "type": "function",
                "name": spec.name,
                "description": spec.description,
                "parameters": spec.parameters,
                "strict": spec.strict,
            }));
            declared.client.push(spec);
        }
        Some("mcp") => {
            let attach = server(&tool)?;
            declared.sent.push(json!({
                "type": "mcp",
                "server_label": attach.label,
                "server_url": attach.url,
                "allowed_tools": attach.allowed_tools,
                "require_approval": "never",
            }));
            declared.attach.push(attach);
        }
        _ => return Err(ApiError::invalid(tool.param("type"), "be `function` or `mcp`")),
    }
    Ok(())
}

/// A function, flat or nested as in chat completions.
fn function(tool: &Object<'_>) -> Result<ToolSpec, ApiError> {
    match tool.raw("function") {
        Some(raw) => spec(&Object::element(raw, tool.param("function"))?),
        None => spec(tool),
    }
}

fn spec(tool: &Object<'_>) -> Result<ToolSpec, ApiError> {
    let name = tool.text("name")?.ok_or_else(|| ApiError::missing(tool.param("name")))?;
    if !is_name(&name) {
        return Err(ApiError::invalid(tool.param("name"), "match [a-zA-Z0-9_-]{1,64}"));
    }
    if DOMAIN_TOOLS.contains(&name.as_str()) || MEANS.contains(&name.as_str()) {
        return Err(ApiError::invalid(tool.param("name"), "be another: a tool of the agent's own has this name"));
    }
    Ok(ToolSpec {
        name,
        description: tool.text("description")?.unwrap_or_default(),
        parameters: parameters(tool)?,
        strict: tool.flag("strict")?.unwrap_or(false),
    })
}

fn parameters(tool: &Object<'_>) -> Result<Map<String, Value>, ApiError> {
    let Some(raw) = tool.raw("parameters") else {
        return Ok([("type".to_owned(), "object".into()), ("properties".to_owned(), json!({}))].into_iter().collect());
    };
    let must = "be an object: a JSON Schema";
    serde_json::from_str(raw.get()).map_err(|_| ApiError::invalid(tool.param("parameters"), must))
}

fn server(tool: &Object<'_>) -> Result<ServerSpec, ApiError> {
    let needed = |name: &str| -> Result<String, ApiError> {
        tool.text(name)?.filter(|text| !text.is_empty()).ok_or_else(|| ApiError::missing(tool.param(name)))
    };
    let label = needed("server_label")?;
    if !is_name(&label) {
        return Err(ApiError::invalid(tool.param("server_label"), "match [a-zA-Z0-9_-]{1,64}"));
    }
    if tool.raw("require_approval").is_some_and(|raw| raw.get() != "\"never\"") {
        let message = "require_approval is not supported: pass \"never\", or leave it out.";
        return Err(ApiError::coded(crate::error::Code::InvalidValue, message, Some(&tool.param("require_approval"))));
    }
    Ok(ServerSpec {
        label,
        url: needed("server_url")?,
        authorization: tool.text("authorization")?.filter(|text| !text.is_empty()),
        allowed_tools: allowed(tool)?,
    })
}

/// A list of names, or an object with one.
fn allowed(tool: &Object<'_>) -> Result<Option<Vec<String>>, ApiError> {
    let Some(raw) = tool.raw("allowed_tools") else { return Ok(None) };
    let value: Value = serde_json::from_str(raw.get()).unwrap_or_default();
    let list = value.get("tool_names").unwrap_or(&value);
    let names = list.as_array().and_then(|list| list.iter().map(|name| name.as_str().map(str::to_owned)).collect());
    names.map(Some).ok_or_else(|| ApiError::invalid(tool.param("allowed_tools"), "be a list of names"))
}

fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(fits)
}

fn unique(declared: &Declared) -> Result<(), ApiError> {
    let mut names = HashSet::new();
    let mut labels = HashSet::new();
    if !declared.client.iter().all(|tool| names.insert(&tool.name)) {
        return Err(ApiError::invalid("tools", "hold each name once"));
    }
    if !declared.attach.iter().all(|server| labels.insert(&server.label)) {
        return Err(ApiError::invalid("tools", "hold each `server_label` once"));
    }
    Ok(())
}
