//! What an answer has to be: a whole one, or an error that the documents name; of nobody else's record either way.

use std::collections::HashSet;

use serde_json::Value;

use super::plan::Plan;
use crate::http::Reply;

/// Words of the model vendor's own errors, which its callers are not told.
const VENDORS: &str = "SECRETDETAIL";

/// What a turn came to.
pub struct Verdict {
    /// In words, for the account of the whole.
    pub outcome: String,
    /// The object when it was answered.
    pub object: Option<Value>,
}

impl Verdict {
    /// The caller went away.
    pub fn left() -> Self {
        Self { outcome: "the caller went away".to_owned(), object: None }
    }

    fn failed(outcome: String) -> Self {
        Self { outcome, object: None }
    }

    fn answered(object: Value, how: &str) -> Self {
        Self { outcome: format!("answered{how}"), object: Some(object) }
    }
}

/// Judges an answer; what is wrong with it is the error.
pub fn reply(plan: &Plan, reply: &Reply, foreign: &[&str]) -> Result<Verdict, String> {
    let text = std::str::from_utf8(&reply.body).map_err(|_| "the answer is not UTF-8")?;
    if foreign.iter().any(|canary| text.contains(canary)) {
        return Err("the answer holds another person's record".to_owned());
    }
    if reply.status != 200 {
        return error(plan, reply, text);
    }
    if reply.header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream")) != plan.streams {
        return Err("a stream where none was asked for, or none where one was".to_owned());
    }
    if text.contains(VENDORS) && !plan.is_model_alone {
        return Err(format!("the vendor's own words are passed on: {text}"));
    }
    if plan.streams {
        return stream(plan, text);
    }
    let object = serde_json::from_str(text).map_err(|_| format!("no JSON: {text}"))?;
    completed(plan, &object)?;
    Ok(Verdict::answered(object, ""))
}

/// How many calls an answer tells of that named a person.
pub fn orders(object: &Value) -> usize {
    let steps = object["tool_steps"].as_array().into_iter().flatten();
    steps.filter(|step| step["arguments"].as_str().is_some_and(|text| text.contains(r#""user""#))).count()
}

/// An error before anything was streamed: over a record it is a 502 whatever the model did.
fn error(plan: &Plan, reply: &Reply, text: &str) -> Result<Verdict, String> {
    let wrong = |what: &str| Err(format!("{what}: {} {text}", reply.status));
    let Ok(body) = serde_json::from_str::<Value>(text) else { return wrong("an error that is no JSON") };
    let error = &body["error"];
    if !error["message"].is_string() || !error["type"].is_string() {
        return wrong("an error without its message and type");
    }
    let is_named = match (reply.status, error["type"].as_str(), error["code"].as_str()) {
        (502, Some("upstream_error"), _) => !text.contains(VENDORS),
        (400, _, Some("upstream_rejected")) => plan.is_model_alone,
        (429, _, Some("rate_limit_exceeded")) => plan.is_model_alone && reply.header("retry-after").is_some(),
        _ => false,
    };
    if is_named { Ok(Verdict::failed(format!("refused: {}", reply.status))) } else { wrong("an error of no document") }
}

/// The object of an answer that is whole.
fn completed(plan: &Plan, object: &Value) -> Result<(), String> {
    let are_lists = ["output", "tool_steps", "health_records", "citations"].iter().all(|name| object[name].is_array());
    let is_whole = object["object"] == "response"
        && object["status"] == "completed"
        && object["error"].is_null()
        && object["id"].as_str().is_some_and(|id| id.starts_with("resp_"))
        && object["output_text"].is_string()
        && object["usage"]["total_tokens"].is_u64()
        && object["store"] == (plan.is_kept && !plan.is_model_alone)
        && are_lists;
    if !is_whole {
        return Err(format!("an answer that is not whole: {object}"));
    }
    let said = object["output_text"].as_str().unwrap_or_default();
    if said.is_empty() {
        return Err("an answer that says nothing".to_owned());
    }
    if plan.must_answer_from_the_record() && object["tool_steps"].as_array().is_some_and(Vec::is_empty) {
        return Err("a turn that is all right called no tool".to_owned());
    }
    Ok(())
}

/// The events of a stream, in their order, and what they come to.
fn stream(plan: &Plan, text: &str) -> Result<Verdict, String> {
    let events = events(text)?;
    let kind = |event: &Value| event["type"].as_str().unwrap_or_default().to_owned();
    let Some((last, others)) = events.split_last() else { return Err("a stream without events".to_owned()) };
    if others.first().map(kind).as_deref() != Some("response.created") {
        return Err("a stream that does not begin with its beginning".to_owned());
    }
    if others.iter().any(|event| matches!(kind(event).as_str(), "response.completed" | "response.failed")) {
        return Err("a stream that goes on after its end".to_owned());
    }
    let object = last["response"].clone();
    match kind(last).as_str() {
        "response.completed" => {
            completed(plan, &object)?;
            items(others, &object)?;
            Ok(Verdict::answered(object, ", streamed"))
        }
        "response.failed" => {
            let is_named = object["status"] == "failed"
                && object["error"]["message"].as_str().is_some_and(|message| !message.is_empty())
                && object["error"]["code"] == "server_error";
            let verdict = Verdict::failed("failed, streamed".to_owned());
            if is_named { Ok(verdict) } else { Err(format!("a failure that is not said: {object}")) }
        }
        other => Err(format!("a stream that ends with {other}")),
    }
}

/// The data of each event; they are named as they say and numbered one by one.
fn events(text: &str) -> Result<Vec<Value>, String> {
    let mut events = Vec::new();
    for block in text.split("\n\n").filter(|block| !block.is_empty()) {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim_start);
        // What keeps a connection alive.
        if block.starts_with(':') {
            continue;
        }
        let data = field("data:").ok_or_else(|| format!("an event without data: {block}"))?;
        let event: Value = serde_json::from_str(data).map_err(|_| format!("an event that is no JSON: {data}"))?;
        if event["type"].as_str() != field("event:") || event["sequence_number"] != events.len() {
            return Err(format!("an event that is not named or numbered as it should be: {data}"));
        }
        events.push(event);
    }
    Ok(events)
}

/// Every item that was opened was closed, and the pieces of the text are the text.
fn items(events: &[Value], object: &Value) -> Result<(), String> {
    let mut open = HashSet::new();
    let mut text = String::new();
    for event in events {
        let id = event["item"]["id"].as_str().unwrap_or_default().to_owned();
        match event["type"].as_str().unwrap_or_default() {
            "response.output_item.added" if !open.insert(id.clone()) => return Err(format!("{id} was opened twice")),
            "response.output_item.done" if !open.remove(&id) => return Err(format!("{id} was closed and not open")),
            "response.output_text.delta" => text.push_str(event["delta"].as_str().unwrap_or_default()),
            _ => {}
        }
    }
    if !open.is_empty() {
        return Err(format!("items that were never closed: {open:?}"));
    }
    if object["output_text"] != text.as_str() {
        return Err(format!("the pieces are not the text: {text} | {}", object["output_text"]));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use serde_json::json;

    use super::*;

    fn whole() -> Value {
        json!({
            "object": "response", "status": "completed", "error": null, "id": "resp_1", "output_text": "a b",
            "usage": {"total_tokens": 3}, "store": false, "output": [], "tool_steps": [{"arguments": "{}"}],
            "health_records": [], "citations": [],
        })
    }

    fn framed(events: &[Value]) -> String {
        let mut text = String::new();
        for (number, event) in events.iter().enumerate() {
            let mut event = event.clone();
            event["sequence_number"] = number.into();
            write!(text, "event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap()).unwrap();
        }
        text
    }

    fn judged(status: u16, kind: &str, body: &str, foreign: &[&str]) -> Result<String, String> {
        let mut plan = Plan::quiet(0);
        plan.streams = kind == "text/event-stream";
        let head = vec![format!("content-type: {kind}")];
        let answer = Reply { status, head, body: body.as_bytes().to_vec() };
        reply(&plan, &answer, foreign).map(|verdict| verdict.outcome)
    }

    #[test]
    fn an_answer_is_whole_or_a_named_error_and_of_nobody_elses_record() {
        let json = "application/json";
        assert_eq!(judged(200, json, &whole().to_string(), &["231.5"]), Ok("answered".to_owned()));
        assert!(judged(200, json, &whole().to_string(), &["a b"]).is_err(), "another's record");
        for (name, value) in [("status", json!("failed")), ("output_text", json!("")), ("tool_steps", json!([]))] {
            let mut object = whole();
            object[name] = value;
            assert!(judged(200, json, &object.to_string(), &[]).is_err(), "{name}");
        }
        let error = |kind: &str| json!({"error": {"message": "m", "type": kind, "code": null}}).to_string();
        assert_eq!(judged(502, json, &error("upstream_error"), &[]), Ok("refused: 502".to_owned()));
        for (status, kind) in [(500, "server_error"), (404, "not_found"), (429, "rate_limit_error")] {
            assert!(judged(status, json, &error(kind), &[]).is_err(), "{status}");
        }
    }

    #[test]
    fn a_stream_begins_ends_once_and_says_what_its_object_says() {
        let event = |kind: &str, more: Value| {
            let mut event = more;
            event["type"] = kind.into();
            event
        };
        let created = event("response.created", json!({}));
        let delta = |text: &str| event("response.output_text.delta", json!({"delta": text}));
        let done = event("response.completed", json!({"response": whole()}));
        let opened = event("response.output_item.added", json!({"item": {"id": "msg_1"}}));
        let kind = "text/event-stream";
        let of = |events: &[Value]| judged(200, kind, &framed(events), &[]);
        assert!(of(&[created.clone(), delta("a "), delta("b"), done.clone()]).is_ok());
        for (wrong, what) in [
            (vec![delta("a b"), done.clone()], "no beginning"),
            (vec![created.clone(), delta("a"), done.clone()], "text lost"),
            (vec![created.clone(), opened, delta("a b"), done.clone()], "never closed"),
            (vec![created.clone(), delta("a b")], "no end"),
            (vec![created, done.clone(), done], "two ends"),
        ] {
            assert!(of(&wrong).is_err(), "{what}");
        }
        assert!(judged(200, kind, "event: x\ndata: {\"type\": \"y\"}\n\n", &[]).is_err(), "named otherwise");
    }
}
