//! A model alone.

use mirobody_testbed::{Reply, Say};
use serde_json::{Value, json};

use super::{bench, book, calls, message};

fn alone(body: Value) -> Value {
    let mut all = json!({"mode": "model"});
    all.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
    all
}

#[tokio::test]
async fn nothing_of_ours_is_sent_and_nothing_is_kept() {
    let bench = bench().await;
    bench.glucose().await;
    let answer = bench
        .answer(alone(json!({"input": "How is my glucose?", "tools": [book()], "instructions": "be brief"})))
        .await;
    assert_eq!(bench.offered(), ["book_appointment"]);
    assert!(bench.told().contains("be brief") && !bench.told().contains("health record"));
    assert_eq!(answer["tool_steps"], json!([]));
    let path = format!("/v1/responses/{}", answer["id"].as_str().unwrap());
    assert_eq!(bench.server.get(&bench.server.ann, &path).await.status, 404);
    for extra in [json!({"previous_response_id": "resp_x"}), json!({"session_id": "s"})] {
        let mut body = alone(json!({"input": "hi"}));
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        assert_eq!(bench.ask(body).await.status, 400, "{extra}");
    }
}

#[tokio::test]
async fn a_call_that_is_forced_is_made_or_the_turn_fails() {
    let bench = bench().await;
    let weather = json!({"type": "function", "name": "get_weather"});
    let body =
        |choice: Value, text: &str| alone(json!({"input": text, "tools": [book(), weather], "tool_choice": choice}));
    let named = json!({"type": "function", "name": "get_weather"});
    for choice in [json!("required"), named.clone()] {
        bench.model.queue(Reply::Say(Say::text("no")));
        let reply = bench.ask(body(choice.clone(), "hello")).await;
        assert_eq!(reply.status, 502, "{choice} {}", reply.text);
    }
    let answer = bench.answer(body(named, "hello [[mock:call=get_weather]]")).await;
    assert_eq!(calls(&answer).iter().map(|call| call["name"].clone()).collect::<Vec<_>>(), ["get_weather"]);
}

#[tokio::test]
async fn the_vendors_refusals_are_told_by_who_can_mend_them() {
    let bench = bench().await;
    for (status, told, kind) in [
        (400, 400, "invalid_request_error"),
        (413, 400, "invalid_request_error"),
        (401, 502, "upstream_error"),
        (503, 502, "upstream_error"),
        (429, 429, "rate_limit_error"),
    ] {
        let reply = bench.ask(alone(json!({"input": format!("hi [[mock:status={status};retry_after=9]]")}))).await;
        assert_eq!((reply.status, reply.json()["error"]["type"].as_str()), (told, Some(kind)), "{status}");
        assert_eq!(reply.headers.contains_key("retry-after"), told == 429);
    }
}

#[tokio::test]
async fn a_format_is_passed_on_and_refused_over_a_record() {
    let bench = bench().await;
    let format = json!({"format": {"type": "json_schema", "name": "m", "strict": true, "schema": {"type": "object"}}});
    bench.answer(alone(json!({"input": "x [[mock:say={}]]", "text": format}))).await;
    let sent = bench.model.seen().last().unwrap().body["response_format"].clone();
    assert_eq!((&sent["type"], &sent["json_schema"]["strict"]), (&json!("json_schema"), &json!(true)));
    let reply = bench.ask(json!({"input": "x", "text": format})).await;
    assert_eq!(reply.error(), (400, Some("unsupported_parameter".to_owned()), Some("text".to_owned())));
}

#[tokio::test]
async fn what_does_not_go_together_is_refused_by_name() {
    let bench = bench().await;
    for (body, param) in [
        (json!({"input": "x", "tools": [book()], "tool_choice": "required"}), "tool_choice"),
        (json!({"input": "x", "tool_choice": "required"}), "tool_choice"),
        (json!({"input": "x", "tools": [book()], "tool_choice": {"type": "function", "name": "no"}}), "tool_choice"),
        (json!({"input": "x", "tools": [book()], "tool_choice": 7}), "tool_choice"),
        (json!({"input": "x", "tool_choice": "none", "session_id": "s"}), "tool_choice"),
        (json!({"input": "x", "mode": "banana"}), "mode"),
        (json!({"input": "x", "model": "gpt"}), "model"),
        (json!({"input": "x", "strict": true, "zz": 1}), "zz"),
        (json!({"input": "x", "reasoning": {"effort": "huge"}}), "reasoning.effort"),
        (json!({"input": "x", "text": {"format": {"type": "yaml"}}, "mode": "model"}), "text.format.type"),
        (json!({"input": "x", "tools": [book(), book()]}), "tools"),
        (json!({"input": "x", "tools": [{"type": "function", "name": "task"}]}), "tools[0].name"),
        (json!({"input": "x", "tools": [{"type": "function", "name": "a b"}]}), "tools[0].name"),
        (json!({"input": "x", "tools": [{"type": "web_search"}]}), "tools[0].type"),
        (
            json!({"input": "x", "tools": [{"type": "mcp", "server_label": "a", "server_url": "https://x.invalid/mcp",
            "require_approval": "always"}]}),
            "tools[0].require_approval",
        ),
    ] {
        let reply = bench.ask(body.clone()).await;
        assert_eq!((reply.status, reply.error().2.as_deref()), (400, Some(param)), "{body} {}", reply.text);
    }
    assert!(bench.model.seen().is_empty(), "no model was asked");
    assert!(message(&bench.ask(json!({"input": "x", "builtin_tools": "some"})).await).contains("query_health_data"));
}
