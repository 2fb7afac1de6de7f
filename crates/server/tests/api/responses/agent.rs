//! Turns over a record: tools of ours, tools of the caller's, and what they cost.

use serde_json::json;

use super::{bench, book, calls, outputs};

const QUESTION: &str = "How is my glucose? [[mock:call=query_health_data;args={\"query\": \"glucose\"}]]";

#[tokio::test]
async fn an_answer_rests_on_the_tools_that_were_called() {
    let bench = bench().await;
    bench.glucose().await;
    let answer = bench.answer(json!({"input": QUESTION})).await;
    assert!(answer["id"].as_str().unwrap().starts_with("resp_"));
    assert_eq!((&answer["status"], &answer["model"]), (&json!("completed"), &json!("mirobody-flash")));
    let step = &answer["tool_steps"][0];
    assert_eq!((&step["id"], &step["name"]), (&json!("mtc_0"), &json!("query_health_data")));
    assert!(step["result"].as_str().unwrap().contains("143.7") && step["arguments"].is_string());
    assert!(answer["health_records"][0]["data"].as_str().unwrap().contains("143.7"));
    assert!(answer["output_text"].as_str().unwrap().contains("143.7"));
    assert_eq!(answer["output"][0]["content"][0]["text"], answer["output_text"]);
    let usage = &answer["usage"];
    let count = |pointer: &str| usage.pointer(pointer).and_then(serde_json::Value::as_u64).unwrap();
    assert!(count("/input_tokens") < 60, "only what the caller sent: {usage}");
    assert_eq!(count("/billed_tokens/total"), count("/billed_tokens/input") + count("/billed_tokens/output"));
}

#[tokio::test]
async fn a_model_reaches_no_other_record_whatever_it_asks_for() {
    let bench = bench().await;
    bench.glucose().await;
    let call = "[[mock:call=query_health_data;args={\"query\": \"glucose\", \"user\": \"alice\"}]]";
    let answer = bench.answer(json!({"user": "mallory", "input": format!("The glucose of alice {call}")})).await;
    assert!(!answer.to_string().contains("143.7"), "{answer}");
    let reply =
        bench.server.post(&bench.server.bob, "/v1/responses", json!({"user": "alice", "input": QUESTION})).await;
    assert_eq!(reply.status, 200);
    assert!(!reply.text.contains("143.7"));
}

#[tokio::test]
async fn a_tool_of_the_callers_is_handed_back_and_the_turn_goes_on_from_its_output() {
    let bench = bench().await;
    let handed = bench.answer(json!({"input": "book [[mock:call=book_appointment]]", "tools": [book()]})).await;
    let made = calls(&handed);
    assert_eq!((made.len(), &handed["output_text"]), (1, &json!("")));
    assert_eq!(made[0]["name"], "book_appointment");
    let answer =
        bench.answer(json!({"input": outputs(&made, "Booked: 12"), "previous_response_id": handed["id"]})).await;
    assert!(answer["output_text"].as_str().unwrap().contains("12"), "{answer}");
    let told = bench.told();
    assert!(told.contains("Booked: 12") && told.contains("tool_calls"), "{told}");
}

#[tokio::test]
async fn the_tools_over_the_record_are_those_the_request_allows() {
    let bench = bench().await;
    for (builtin, has) in [(json!("auto"), true), (json!("none"), false), (json!(["list_family_members"]), false)] {
        bench.answer(json!({"input": "hi", "builtin_tools": builtin})).await;
        assert_eq!(bench.offered().contains(&"query_health_data".to_owned()), has, "{builtin}");
    }
    let refused = bench.ask(json!({"input": "hi", "builtin_tools": ["fetch_url"]})).await;
    assert_eq!(refused.error(), (400, Some("invalid_value".to_owned()), Some("builtin_tools".to_owned())));
}

#[tokio::test]
async fn a_model_that_loops_or_writes_nonsense_still_answers() {
    let bench = bench().await;
    for directive in ["loop", "malformed_args", "call=query_health_data;args={\"view\": 7}"] {
        let answer = bench.answer(json!({"input": format!("hello [[mock:{directive}]]")})).await;
        assert!(!answer["output_text"].as_str().unwrap().is_empty(), "{directive}");
    }
}

#[tokio::test]
async fn a_failing_model_is_a_502_that_says_nothing_of_it() {
    let bench = bench().await;
    for directive in ["status=500", "status=401", "status=400", "die;say=one two three four five"] {
        let reply = bench.ask(json!({"input": format!("hi [[mock:{directive}]]")})).await;
        assert_eq!(
            (reply.status, reply.json()["error"]["type"].as_str()),
            (502, Some("upstream_error")),
            "{directive}"
        );
        assert!(!reply.text.contains("scripted") && !reply.text.contains("secret"), "{}", reply.text);
    }
}

#[tokio::test]
async fn the_answers_api_is_the_same_agent_without_state() {
    let bench = bench().await;
    bench.glucose().await;
    let ask = |text: &str| {
        json!({"user": "alice", "reasoning_effort": "high", "messages": [
        {"role": "system", "content": "Answer like a pirate"}, {"role": "user", "content": text}]})
    };
    let think = QUESTION.replace("[[mock:", "[[mock:think=let me see;");
    let reply = bench.server.post(&bench.server.ann, "/v1/chat/completions", ask(&think)).await;
    let answer = reply.json();
    let message = &answer["choices"][0]["message"];
    assert!(message["content"].as_str().unwrap().contains("143.7"), "{answer}");
    assert_eq!(message["tool_steps"][0]["arguments"], json!({"query": "glucose"}));
    assert!(!message["reasoning_content"].as_str().unwrap().is_empty());
    assert!(bench.told().contains("pirate"));
    assert_eq!(bench.model.seen().last().unwrap().body["reasoning_effort"], "high");
    let failed = bench.server.post(&bench.server.ann, "/v1/chat/completions", ask("hi [[mock:status=500]]")).await;
    assert_eq!(failed.status, 502);
}

#[tokio::test]
async fn without_a_model_the_record_still_answers_and_a_model_alone_does_not() {
    let bench = super::Bench { server: crate::support::Server::start().await, model: bench().await.model };
    bench.glucose().await;
    let answer = bench.answer(json!({"input": "How is my fasting glucose trending?"})).await;
    assert!(answer["output_text"].as_str().unwrap().contains("143.7"));
    let next = bench.answer(json!({"input": "And the lowest?", "previous_response_id": answer["id"]})).await;
    assert!(next["output_text"].as_str().unwrap().contains("131.2"), "{next}");
    let reply = bench.ask(json!({"input": "hi", "mode": "model"})).await;
    assert_eq!(reply.status, 502);
    assert!(super::message(&reply).contains("LLM_BASE_URL"));
}
