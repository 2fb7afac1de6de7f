//! A request as the body of `:streamGenerateContent`.

use serde_json::{Map, Value, json};

use super::contents;
use crate::{Choice, Effort, Format, Message, Provider, Request, ToolSpec};

/// Fields of the configuration that belong into `generationConfig`, and their names there.
const GENERATION: [(&str, &str); 9] = [
    ("temperature", "temperature"),
    ("top_p", "topP"),
    ("top_k", "topK"),
    ("max_output_tokens", "maxOutputTokens"),
    ("max_tokens", "maxOutputTokens"),
    ("seed", "seed"),
    ("stop", "stopSequences"),
    ("presence_penalty", "presencePenalty"),
    ("frequency_penalty", "frequencyPenalty"),
];
/// Those that belong into `thinkingConfig`.
const THINKING: [(&str, &str); 3] = [
    ("include_thoughts", "includeThoughts"),
    ("thinking_level", "thinkingLevel"),
    ("thinking_budget", "thinkingBudget"),
];

/// What is sent.
pub(in crate::wire) fn body(provider: &Provider, request: &Request) -> Map<String, Value> {
    let mut body = provider.extra.clone();
    let thinking = thinking(&mut body, provider, request);
    let generation = generation(&mut body, request, thinking);
    body.insert("generationConfig".into(), none_if_empty(generation));
    body.insert("systemInstruction".into(), system(request));
    body.insert("contents".into(), contents::all(provider, &request.messages).into());
    if !request.tools.is_empty() {
        let declared: Vec<Value> = request.tools.iter().map(tool).collect();
        body.insert("tools".into(), json!([{"functionDeclarations": declared}]));
        body.insert("toolConfig".into(), json!({"functionCallingConfig": choice(&request.choice)}));
    }
    body
}

fn none_if_empty(map: Map<String, Value>) -> Value {
    if map.is_empty() { Value::Null } else { map.into() }
}

/// Takes these fields out of the configuration's.
fn taken(body: &mut Map<String, Value>, names: &[(&str, &str)]) -> Map<String, Value> {
    let found = names.iter().filter_map(|(from, to)| Some(((*to).to_owned(), body.remove(*from)?)));
    found.filter(|(_, value)| !value.is_null()).collect()
}

fn generation(body: &mut Map<String, Value>, request: &Request, thinking: Map<String, Value>) -> Map<String, Value> {
    let mut config = match body.remove("generationConfig") {
        Some(Value::Object(config)) => config,
        _ => Map::new(),
    };
    config.extend(taken(body, &GENERATION));
    config.extend(request.max_output_tokens.map(|longest| ("maxOutputTokens".to_owned(), longest.into())));
    if request.format != Format::Text {
        config.insert("responseMimeType".into(), "application/json".into());
    }
    if let Format::Schema { schema, .. } = &request.format {
        config.insert("responseJsonSchema".into(), schema.clone());
    }
    if !thinking.is_empty() {
        config.insert("thinkingConfig".into(), thinking.into());
    }
    config
}

/// Models of the second generation are given a number of tokens, later ones a level.
fn thinking(body: &mut Map<String, Value>, provider: &Provider, request: &Request) -> Map<String, Value> {
    let mut config = taken(body, &THINKING);
    let Some(effort) = request.effort else { return config };
    config.entry("includeThoughts").or_insert(true.into());
    if provider.model.contains("gemini-2") {
        config.insert("thinkingBudget".into(), budget(effort).into());
    } else {
        config.insert("thinkingLevel".into(), effort.as_str().into());
    }
    config
}

const fn budget(effort: Effort) -> u32 {
    match effort {
        Effort::Low => 1024,
        Effort::Medium => 8192,
        Effort::High => 24576,
    }
}

fn system(request: &Request) -> Value {
    let said = request.messages.iter().filter_map(|message| match message {
        Message::System(text) if !text.trim().is_empty() => Some(json!({"text": text})),
        _ => None,
    });
    let parts: Vec<Value> = said.collect();
    if parts.is_empty() { Value::Null } else { json!({"parts": parts}) }
}

fn tool(tool: &ToolSpec) -> Value {
    json!({"name": tool.name, "description": tool.description, "parametersJsonSchema": tool.parameters})
}

fn choice(choice: &Choice) -> Value {
    match choice {
        Choice::Auto => json!({"mode": "AUTO"}),
        Choice::None => json!({"mode": "NONE"}),
        Choice::Required => json!({"mode": "ANY"}),
        Choice::Named(name) => json!({"mode": "ANY", "allowedFunctionNames": [name]}),
    }
}
