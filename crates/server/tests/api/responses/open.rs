//! The cases of the Open Responses compliance suite: what its schema requires of every response and event.

use serde_json::{Value, json};

use super::{Bench, bench, streaming::whole};

/// What a response has, whatever it answers: its field, and how its JSON may begin.
const RESPONSE: [(&str, &[Type]); 32] = [
    ("id", &[Type::Text]),
    ("object", &[Type::Text]),
    ("created_at", &[Type::Number]),
    ("completed_at", &[Type::Number, Type::Null]),
    ("status", &[Type::Text]),
    ("incomplete_details", &[Type::Object, Type::Null]),
    ("model", &[Type::Text]),
    ("previous_response_id", &[Type::Text, Type::Null]),
    ("instructions", &[Type::Text, Type::List, Type::Null]),
    ("output", &[Type::List]),
    ("error", &[Type::Object, Type::Null]),
    ("tools", &[Type::List]),
    ("tool_choice", &[Type::Text, Type::Object]),
    ("truncation", &[Type::Text]),
    ("parallel_tool_calls", &[Type::Flag]),
    ("text", &[Type::Object]),
    ("top_p", &[Type::Number]),
    ("presence_penalty", &[Type::Number]),
    ("frequency_penalty", &[Type::Number]),
    ("top_logprobs", &[Type::Number]),
    ("temperature", &[Type::Number]),
    ("reasoning", &[Type::Object, Type::Null]),
    ("user", &[Type::Text, Type::Null]),
    ("usage", &[Type::Object, Type::Null]),
    ("max_output_tokens", &[Type::Number, Type::Null]),
    ("max_tool_calls", &[Type::Number, Type::Null]),
    ("store", &[Type::Flag]),
    ("background", &[Type::Flag]),
    ("service_tier", &[Type::Text]),
    ("metadata", &[Type::Object, Type::Null]),
    ("safety_identifier", &[Type::Text, Type::Null]),
    ("prompt_cache_key", &[Type::Text, Type::Null]),
];

/// What each event has beside its type and number.
const EVENTS: [(&str, &[&str]); 15] = [
    ("created", &["response"]),
    ("in_progress", &["response"]),
    ("completed", &["response"]),
    ("output_item.added", &["output_index", "item"]),
    ("output_item.done", &["output_index", "item"]),
    ("content_part.added", &["item_id", "output_index", "content_index", "part"]),
    ("content_part.done", &["item_id", "output_index", "content_index", "part"]),
    ("output_text.delta", &["item_id", "output_index", "content_index", "delta", "logprobs"]),
    ("output_text.done", &["item_id", "output_index", "content_index", "text", "logprobs"]),
    ("function_call_arguments.delta", &["item_id", "output_index", "delta"]),
    ("function_call_arguments.done", &["item_id", "output_index", "arguments"]),
    ("reasoning_summary_part.added", &["item_id", "output_index", "summary_index", "part"]),
    ("reasoning_summary_part.done", &["item_id", "output_index", "summary_index", "part"]),
    ("reasoning_summary_text.delta", &["item_id", "output_index", "summary_index", "delta"]),
    ("reasoning_summary_text.done", &["item_id", "output_index", "summary_index", "text"]),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Text,
    Number,
    Flag,
    Object,
    List,
    Null,
}

fn type_of(value: &Value) -> Type {
    match value {
        Value::Null => Type::Null,
        Value::Bool(_) => Type::Flag,
        Value::Number(_) => Type::Number,
        Value::String(_) => Type::Text,
        Value::Array(_) => Type::List,
        Value::Object(_) => Type::Object,
    }
}

fn is_response(response: &Value) {
    for (field, types) in RESPONSE {
        let value = response.get(field).unwrap_or_else(|| panic!("{field} is not there: {response}"));
        assert!(types.contains(&type_of(value)), "{field}: {value}");
    }
    assert_eq!((&response["object"], &response["status"]), (&json!("response"), &json!("completed")));
    let output = response["output"].as_array().unwrap();
    assert!(!output.is_empty());
    output.iter().for_each(is_item);
    let usage = &response["usage"];
    for count in ["input_tokens", "output_tokens", "total_tokens"] {
        assert!(usage[count].is_u64(), "{count}: {usage}");
    }
    assert!(usage["input_tokens_details"]["cached_tokens"].is_u64(), "{usage}");
    assert!(usage["output_tokens_details"]["reasoning_tokens"].is_u64(), "{usage}");
}

fn is_item(item: &Value) {
    assert!(item["id"].is_string() && item["status"] == "completed", "{item}");
    match item["type"].as_str().unwrap() {
        "message" => {
            assert_eq!(item["role"], "assistant");
            for part in item["content"].as_array().unwrap() {
                assert!(part["text"].is_string() && part["annotations"].is_array(), "{part}");
            }
        }
        "function_call" => {
            assert!(item["call_id"].is_string() && item["name"].is_string(), "{item}");
            let arguments: Value = serde_json::from_str(item["arguments"].as_str().unwrap()).unwrap();
            assert!(arguments.is_object());
        }
        "reasoning" => assert!(item["summary"].is_array(), "{item}"),
        other => panic!("{other}"),
    }
}

fn is_event(event: &Value) {
    let kind = event["type"].as_str().unwrap().strip_prefix("response.").unwrap();
    let known = EVENTS.iter().find(|(known, _)| *known == kind).unwrap_or_else(|| panic!("{kind}"));
    for field in known.1 {
        assert!(event.get(*field).is_some(), "{kind} has no {field}: {event}");
    }
}

fn user(text: &str) -> Value {
    json!({"type": "message", "role": "user", "content": text})
}

fn weather() -> Value {
    json!([{"type": "function", "name": "get_weather", "description": "The weather of a place", "parameters":
        {"type": "object", "properties": {"location": {"type": "string"}}, "required": ["location"]}}])
}

const ASK_WEATHER: &str = "What is the weather in Oslo? [[mock:call=get_weather;args={\"location\": \"Oslo\"}]]";

/// The modes: with and without the agent between.
const MODES: [&str; 2] = ["agent", "model"];

impl Bench {
    async fn open(&self, mode: &str, input: Value, tools: Value) -> Value {
        let answer = self.answer(json!({"mode": mode, "input": input, "tools": tools})).await;
        is_response(&answer);
        answer
    }

    async fn open_stream(&self, mode: &str, input: Value, tools: Value) -> (Vec<Value>, Value) {
        let events = self.events(json!({"mode": mode, "input": input, "tools": tools})).await;
        events.iter().for_each(is_event);
        let response = whole(&events)["response"].clone();
        is_response(&response);
        (events, response)
    }
}

#[tokio::test]
async fn a_message_is_answered() {
    let bench = bench().await;
    for mode in MODES {
        let answer = bench.open(mode, json!([user("Say hello in three words.")]), json!([])).await;
        assert_eq!(answer["output"][0]["type"], "message");
    }
}

#[tokio::test]
async fn an_answer_is_streamed() {
    let bench = bench().await;
    for mode in MODES {
        let (events, _) = bench.open_stream(mode, json!([user("Count to five.")]), json!([])).await;
        assert!(events.iter().any(|event| event["type"] == "response.output_text.delta"));
    }
}

#[tokio::test]
async fn a_system_message_reaches_the_model() {
    let bench = bench().await;
    for mode in MODES {
        let system = json!({"type": "message", "role": "system", "content": "You are a pirate."});
        bench.open(mode, json!([system, user("Say hello.")]), json!([])).await;
        assert!(bench.told().contains("You are a pirate."));
    }
}

#[tokio::test]
async fn a_function_is_called() {
    let bench = bench().await;
    for mode in MODES {
        let answer = bench.open(mode, json!([user(ASK_WEATHER)]), weather()).await;
        let output = answer["output"].as_array().unwrap();
        let call = output.iter().find(|item| item["type"] == "function_call").unwrap();
        let arguments: Value = serde_json::from_str(call["arguments"].as_str().unwrap()).unwrap();
        assert_eq!((&call["name"], arguments), (&json!("get_weather"), json!({"location": "Oslo"})));
    }
}

#[tokio::test]
async fn a_function_call_is_streamed() {
    let bench = bench().await;
    for mode in MODES {
        let (events, _) = bench.open_stream(mode, json!([user(ASK_WEATHER)]), weather()).await;
        let of = |kind: &str| events.iter().filter(|event| event["type"] == kind).collect::<Vec<_>>();
        for kind in ["response.output_item.added", "response.output_item.done"] {
            assert!(of(kind).iter().any(|event| event["item"]["type"] == "function_call"), "{mode} {kind}");
        }
        let pieces = of("response.function_call_arguments.delta");
        let all: String = pieces.iter().map(|event| event["delta"].as_str().unwrap()).collect();
        assert_eq!(json!(all), of("response.function_call_arguments.done")[0]["arguments"], "{mode}");
    }
}

#[tokio::test]
async fn an_image_is_seen() {
    let bench = bench().await;
    let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let image = json!({"type": "input_image", "image_url": format!("data:image/png;base64,{dot}")});
    let content = json!([{"type": "input_text", "text": "What do you see?"}, image]);
    for mode in MODES {
        let input = json!([{"type": "message", "role": "user", "content": content}]);
        bench.open(mode, input, json!([])).await;
        assert!(bench.told().contains(dot), "{mode}");
    }
}

#[tokio::test]
async fn a_conversation_is_sent_whole() {
    let bench = bench().await;
    let before = json!({"type": "message", "role": "assistant", "content": "Hello Alice!"});
    for mode in MODES {
        bench.open(mode, json!([user("My name is Alice."), before, user("What is my name?")]), json!([])).await;
        let told = bench.told();
        assert!(["My name is Alice.", "Hello Alice!", "What is my name?"].iter().all(|said| told.contains(said)));
    }
}
