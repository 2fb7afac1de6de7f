//! The events of a stream: in order, one item at a time, the same object as without.

use serde_json::{Value, json};

use super::{Bench, bench, book};

impl Bench {
    pub async fn events(&self, body: Value) -> Vec<Value> {
        let mut all = json!({"stream": true});
        all.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        let reply = self.ask(all).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert!(reply.headers["content-type"].to_str().unwrap().starts_with("text/event-stream"));
        let mut names = reply.text.lines().filter_map(|line| line.strip_prefix("event: "));
        let data = reply.text.lines().filter_map(|line| line.strip_prefix("data: "));
        let events: Vec<Value> = data.map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(events.iter().all(|event| names.next() == event["type"].as_str()));
        events
    }
}

fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap().trim_start_matches("response.")).collect()
}

/// Numbers rise by one, items follow each other, and what was said in pieces is what was said.
pub fn whole(events: &[Value]) -> &Value {
    let numbers: Vec<u64> = events.iter().map(|event| event["sequence_number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (0..events.len() as u64).collect::<Vec<_>>());
    let last = events.last().unwrap();
    let output = last["response"]["output"].as_array().unwrap();
    let done: Vec<&Value> = events.iter().filter(|event| event["type"] == "response.output_item.done").collect();
    assert_eq!(done.iter().map(|event| &event["item"]).collect::<Vec<_>>(), output.iter().collect::<Vec<_>>());
    assert!(done.iter().enumerate().all(|(index, event)| event["output_index"] == json!(index)));
    let text: String = events
        .iter()
        .filter(|event| event["type"] == "response.output_text.delta")
        .map(|event| event["delta"].as_str().unwrap())
        .collect();
    assert_eq!(last["response"]["output_text"], text);
    last
}

#[tokio::test]
async fn a_turn_with_reasoning_and_a_tool_streams_in_the_order_of_the_protocol() {
    let bench = bench().await;
    bench.glucose().await;
    let input = "How is it? [[mock:think=let me look;call=query_health_data;args={\"query\": \"glucose\"}]]";
    let events = bench.events(json!({"input": input})).await;
    let mut order = kinds(&events);
    order.dedup();
    let place = |kind: &str| order.iter().position(|one| *one == kind).unwrap_or_else(|| panic!("{kind}: {order:?}"));
    assert_eq!((place("created"), place("in_progress")), (0, 1));
    for pair in [
        "reasoning_summary_part.added",
        "reasoning_summary_text.delta",
        "mirobody_tool_call",
        "mirobody_tool_result",
        "reasoning_summary_text.done",
        "reasoning_summary_part.done",
        "content_part.added",
        "output_text.delta",
        "output_text.done",
        "content_part.done",
        "completed",
    ]
    .windows(2)
    {
        assert!(place(pair[0]) < place(pair[1]), "{pair:?} in {order:?}");
    }
    let last = whole(&events);
    assert!(last["response"]["output_text"].as_str().unwrap().contains("143.7"));
    let path = format!("/v1/responses/{}", last["response"]["id"].as_str().unwrap());
    assert_eq!(bench.server.get(&bench.server.ann, &path).await.json(), last["response"]);
}

#[tokio::test]
async fn a_call_of_the_callers_streams_as_one_group() {
    let bench = bench().await;
    let events = bench.events(json!({"input": "book [[mock:call=book_appointment]]", "tools": [book()]})).await;
    whole(&events);
    assert_eq!(
        kinds(&events),
        [
            "created",
            "in_progress",
            "output_item.added",
            "function_call_arguments.delta",
            "function_call_arguments.done",
            "output_item.done",
            "completed",
        ]
    );
    assert_eq!(events[3]["delta"], events[5]["item"]["arguments"]);
}

#[tokio::test]
async fn a_long_result_is_cut_in_the_stream_and_whole_in_the_object() {
    let bench = bench().await;
    let records: Vec<Value> = (1..=28)
        .map(|day| {
            json!({"indicator": "fasting_glucose", "value": 100 + day, "unit": "mg/dL",
            "time": format!("2026-05-{day:02}T07:30:00Z"), "source": "x".repeat(100 + day)})
        })
        .collect();
    bench.server.write(&bench.server.ann, "alice", json!(records)).await;
    let input = "[[mock:call=query_health_data;args={\"keywords\": [\"glucose\"]}]]";
    let events = bench.events(json!({"input": input})).await;
    let step = &events.iter().find(|event| event["type"] == "response.mirobody_tool_result").unwrap()["tool_step"];
    let whole = events.last().unwrap()["response"]["tool_steps"][0]["result"].as_str().unwrap();
    assert_eq!(step["result"].as_str().unwrap().chars().count(), 4096, "{}", whole.len());
    assert!(step["truncated"] == true && whole.starts_with(step["result"].as_str().unwrap()));
}

#[tokio::test]
async fn a_failure_is_the_last_event_and_a_mistake_is_no_stream() {
    let bench = bench().await;
    for directive in ["status=500", "die;say=one two three four five six"] {
        let events = bench.events(json!({"input": format!("hi [[mock:{directive}]]")})).await;
        let last = events.last().unwrap();
        assert_eq!((&last["type"], &last["response"]["status"]), (&json!("response.failed"), &json!("failed")));
        assert_eq!(last["response"]["error"]["type"], "upstream_error");
        assert!(!kinds(&events).contains(&"completed"));
    }
    let reply = bench.ask(json!({"input": "hi", "stream": true, "mode": "banana"})).await;
    assert_eq!(reply.status, 400);
}
