//! What servers send that say they are OpenAI-compatible and are so in their own way.

use mirobody_llm::{Call, Fault, Message, Reply, Request, Said, Stop, Usage};
use mirobody_testbed::{FakeModel, Reply as Scripted};
use serde_json::{Value, json};

use crate::support::{KINDS, ask, hello, models, provider};

async fn read(events: Vec<Value>) -> Result<Reply, Fault> {
    let fake = FakeModel::start().unwrap();
    let events: Vec<String> = events
        .into_iter()
        .map(|event| match event {
            Value::String(text) => text,
            other => other.to_string(),
        })
        .collect();
    (0..3).for_each(|_| fake.queue(Scripted::Events(events.clone())));
    ask(&models(vec![provider(KINDS[0], &fake)]), hello()).await.1
}

fn delta(delta: Value) -> Value {
    json!({"choices": [{"delta": delta}]})
}

fn finish(reason: &str) -> Value {
    json!({"choices": [{"delta": {}, "finish_reason": reason}]})
}

fn calls(reply: &Reply) -> Vec<(&str, &str)> {
    reply.said.calls.iter().map(|call| (call.name.as_str(), call.arguments.as_str())).collect()
}

#[tokio::test]
async fn calls_without_an_index_or_with_the_same_one() {
    let call = |extra: Value| {
        let mut call = json!({"function": {"name": "f", "arguments": "{\"a\":1}"}});
        call.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        delta(json!({"tool_calls": [call]}))
    };
    for events in [
        vec![call(json!({"id": "a"})), call(json!({"id": "b"}))],
        vec![call(json!({})), call(json!({}))],
        vec![call(json!({"id": "a", "index": 0})), call(json!({"id": "b", "index": 0}))],
        vec![call(json!({"id": "a", "index": 0})), call(json!({"id": "a", "index": 1}))],
        vec![call(json!({"index": 0})), call(json!({"index": 1}))],
    ] {
        let reply = read([events, vec![finish("stop"), "[DONE]".into()]].concat()).await.unwrap();
        assert_eq!(calls(&reply), [("f", "{\"a\":1}"); 2]);
        assert_eq!(reply.stop, Stop::Calls, "the calls say so, whatever the reason");
        assert_ne!(reply.said.calls[0].id, reply.said.calls[1].id);
    }
}

#[tokio::test]
async fn arguments_in_pieces_as_an_object_or_not_at_all() {
    let piece = |call: Value| delta(json!({"tool_calls": [call]}));
    let reply = read(vec![
        piece(json!({"id": "a", "function": {"name": "f", "arguments": ""}})),
        piece(json!({"function": {"arguments": "{\"x\""}})),
        piece(json!({"id": "a", "function": {"name": null, "arguments": ":1}"}})),
        piece(json!({"id": "b", "function": {"name": "g", "arguments": {"y": 2}}})),
        piece(json!({"id": "c", "function": {"name": "h"}})),
        finish("tool_calls"),
    ]);
    assert_eq!(calls(&reply.await.unwrap()), [("f", "{\"x\":1}"), ("g", "{\"y\":2}"), ("h", "{}")]);
}

#[tokio::test]
async fn a_document_instead_of_events() {
    let fake = FakeModel::start().unwrap();
    let message = json!({"role": "assistant", "content": "Hi.", "reasoning": "Hm."});
    let usage = json!({"prompt_tokens": 7, "completion_tokens": 2, "prompt_cache_hit_tokens": 3});
    let document = json!({"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage});
    fake.queue(Scripted::Document(document.to_string()));
    let reply = ask(&models(vec![provider(KINDS[0], &fake)]), hello()).await.1.unwrap();
    assert_eq!((reply.said.text.as_str(), reply.said.reasoning[0].text.as_str()), ("Hi.", "Hm."));
    assert_eq!(reply.usage, Usage { input: 7, cached: 3, output: 2, reasoning: 0, counted: true });
}

#[tokio::test]
async fn the_end_is_said_in_several_ways() {
    let text = delta(json!({"content": "Hi."}));
    for (events, is_whole) in [
        (vec![text.clone(), finish("stop"), "[DONE]".into()], true),
        (vec![text.clone(), finish("stop")], true),
        (vec![text.clone(), finish("eos"), "[DONE]".into()], true),
        (vec![text.clone(), "[DONE]".into()], true),
        (vec!["[DONE]".into()], false),
        (vec![], false),
    ] {
        let outcome = read(events.clone()).await;
        assert_eq!(outcome.is_ok(), is_whole, "{events:?} {outcome:?}");
    }
}

#[tokio::test]
async fn what_was_reasoned_goes_back_as_it_came() {
    let fake = FakeModel::start().unwrap();
    let mine = || models(vec![provider(KINDS[0], &fake)]);
    let detail = |detail: Value| delta(json!({"reasoning": "Hm. ", "reasoning_details": [detail]}));
    let signed = json!({"index": 0, "id": "a", "function": {"name": "f", "arguments": "{}"}, "extra_content": {"google": {"thought_signature": "s"}}});
    let events = [
        detail(json!({"type": "reasoning.text", "index": 0, "text": "Hm. ", "format": "x"})),
        detail(json!({"type": "reasoning.text", "index": 0, "text": "So.", "signature": null})),
        detail(json!({"type": "reasoning.text", "index": 0, "signature": "sig"})),
        detail(json!({"type": "reasoning.encrypted", "index": 1, "data": "xyz"})),
        delta(json!({"tool_calls": [signed]})),
        finish("tool_calls"),
    ];
    fake.queue(Scripted::Events(events.iter().map(Value::to_string).collect()));
    let said: Said = ask(&mine(), hello()).await.1.unwrap().said;
    assert_eq!(said.calls, [Call { id: "a".into(), name: "f".into(), arguments: "{}".into() }]);
    let result = Message::Tool { call_id: "a".into(), name: "f".into(), result: Vec::new() };
    let messages = vec![Message::user("hello"), Message::Assistant(said), result];
    ask(&mine(), Request { messages, ..Request::default() }).await.1.unwrap();
    let sent = &fake.seen()[1].body["messages"][1];
    assert_eq!(
        sent["reasoning_details"],
        json!([
            {"type": "reasoning.text", "index": 0, "text": "Hm. So.", "format": "x", "signature": "sig"},
            {"type": "reasoning.encrypted", "index": 1, "data": "xyz"}
        ])
    );
    assert_eq!(sent["tool_calls"][0]["extra_content"]["google"]["thought_signature"], "s");
    assert!(sent.get("reasoning").is_none());
}

#[tokio::test]
async fn errors_in_an_answer_that_began_well() {
    for (error, fault) in [
        (json!({"error": {"code": 429, "message": "slow down"}}), Fault::Limited { retry_after: None }),
        (json!({"error": {"code": 400, "message": "no"}}), Fault::Rejected { status: 400, message: "no".into() }),
        (json!({"error": {"message": "no"}}), Fault::Failed { status: 500 }),
        (json!({"choices": [{"delta": {}, "finish_reason": "error"}]}), Fault::Failed { status: 500 }),
        (json!("<html>"), Fault::Malformed),
    ] {
        assert_eq!(read(vec![error]).await.unwrap_err(), fault);
    }
}

#[tokio::test]
async fn content_in_parts() {
    let parts =
        json!([{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}, {"type": "text", "text": "Hi."}]);
    let reply = read(vec![delta(json!({"content": parts})), finish("stop")]).await.unwrap();
    assert_eq!((reply.said.text.as_str(), reply.said.reasoning[0].text.as_str()), ("Hi.", "Hm."));
}
