//! The numbers of an answer are checked beside its text, which stays as the model wrote it.

use mirobody_testbed::{Reply, Say};
use serde_json::{Value, json};

use super::{Bench, bench, streaming::whole};

const REPORT: &[u8] = b"Annual checkup 2026-06-15\nFasting glucose: 97 mg/dL (ref 70-110)\nHemoglobin: 13.5 g/dL\n";
const SAID: &str =
    "血糖: your fasting glucose was **97 mg/dL** on 2026-06-15. It used to be 245 mg/dL, I think! Stay below 120.\n";
const QUESTION: &str = "Is my glucose below 120?";

impl Bench {
    /// A model that looks the glucose of an uploaded report up and then says `SAID`. The key of the report.
    async fn report(&self) -> String {
        let server = &self.server;
        let reply = server.form(&server.ann, "/v1/files", &[("user", "alice")], Some(("a.txt", REPORT))).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        self.script();
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    fn script(&self) {
        self.model.queue(Reply::Say(Say::call("query_health_data", r#"{"keywords": ["glucose"]}"#)));
        self.model.queue(Reply::Say(Say::text(SAID)));
    }
}

/// What was found, in short; every place is that of the number in the text.
fn short(checks: &Value) -> Vec<(String, String)> {
    let chars: Vec<char> = SAID.chars().collect();
    let place = |check: &Value, name: &str| usize::try_from(check[name].as_u64().unwrap()).unwrap();
    let short = |check: &Value| {
        let written = check["written"].as_str().unwrap().to_owned();
        assert_eq!(chars[place(check, "start")..place(check, "end")].iter().collect::<String>(), written);
        (written, check["verdict"].as_str().unwrap().to_owned())
    };
    checks.as_array().unwrap().iter().map(short).collect()
}

fn expected() -> Vec<(String, String)> {
    [("97 mg/dL", "supported"), ("2026-06-15", "supported"), ("245 mg/dL", "not_found"), ("120", "from_question")]
        .map(|(written, verdict)| (written.to_owned(), verdict.to_owned()))
        .to_vec()
}

#[tokio::test]
async fn a_right_number_has_its_row_and_file_and_an_invented_one_is_not_found() {
    let bench = bench().await;
    let key = bench.report().await;
    let answer = bench.answer(json!({"input": QUESTION})).await;
    assert_eq!(answer["output_text"], SAID);
    let part = &answer["output"][0]["content"][0];
    assert_eq!((&part["text"], &part["annotations"]), (&json!(SAID), &json!([])));
    assert_eq!(short(&answer["number_checks"]), expected());
    let source = &answer["number_checks"][0]["sources"][0];
    assert_eq!((&source["file"], &source["field"], &source["step"]), (&json!(key), &json!("value"), &json!(0)));
    assert_eq!((&source["row"], &source["date"]), (&json!("/rows/0"), &json!("2026-06-15")));
    assert_eq!(source["call_id"], answer["tool_steps"][0]["call_id"]);
    assert_eq!(
        (&answer["number_checks"][2]["sources"], &answer["number_checks"][2]["kind"]),
        (&json!([]), &json!("value"))
    );
    let path = format!("/v1/responses/{}", answer["id"].as_str().unwrap());
    assert_eq!(bench.server.get(&bench.server.ann, &path).await.json(), answer, "they are kept");
}

#[tokio::test]
async fn a_stream_tells_them_after_the_text_of_their_sentence() {
    let bench = bench().await;
    bench.report().await;
    let events = bench.events(json!({"input": QUESTION})).await;
    let last = whole(&events);
    assert_eq!(last["response"]["output_text"], SAID);
    assert_eq!(short(&last["response"]["number_checks"]), expected());
    let (mut text, mut told) = (0, Vec::new());
    for event in &events {
        if event["type"] == "response.output_text.delta" {
            text += event["delta"].as_str().unwrap().chars().count();
        } else if event["type"] == "response.mirobody_number_checks" {
            let checks = event["number_checks"].as_array().unwrap();
            assert!(checks.iter().all(|check| check["end"].as_u64().unwrap() <= text as u64), "{event}");
            told.extend(checks.iter().cloned());
        }
    }
    assert_eq!(Value::from(told), last["response"]["number_checks"]);
}

#[tokio::test]
async fn chat_completions_have_them_too() {
    let bench = bench().await;
    bench.report().await;
    let ask =
        |stream: bool| json!({"user": "alice", "stream": stream, "messages": [{"role": "user", "content": QUESTION}]});
    let path = "/v1/chat/completions";
    let answer = bench.server.post(&bench.server.ann, path, ask(false)).await.json();
    assert_eq!(answer["choices"][0]["message"]["content"], SAID);
    assert_eq!(short(&answer["number_checks"]), expected());
    bench.script();
    let streamed = bench.server.post(&bench.server.ann, path, ask(true)).await.text;
    let frames: Vec<Value> = streamed
        .lines()
        .filter_map(|line| line.strip_prefix("data: ").and_then(|data| serde_json::from_str(data).ok()))
        .collect();
    let text: String = frames.iter().filter_map(|frame| frame["choices"][0]["delta"]["content"].as_str()).collect();
    assert_eq!(text, SAID);
    assert_eq!(short(&frames.last().unwrap()["number_checks"]), expected());
}

#[tokio::test]
async fn a_model_alone_and_a_turn_without_a_tool_are_not_checked() {
    let bench = bench().await;
    for body in [json!({"mode": "model"}), json!({}), json!({"builtin_tools": "none"})] {
        bench.model.queue(Reply::Say(Say::text(SAID)));
        let mut ask = json!({"input": QUESTION});
        ask.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        let events = bench.events(ask).await;
        assert_eq!(whole(&events)["response"]["output_text"], SAID);
        assert!(!json!(events).to_string().contains("number_checks"), "{body}");
    }
}

#[tokio::test]
async fn the_built_in_answerer_is_checked_like_a_model() {
    let bench = Bench { server: crate::support::Server::start().await, model: bench().await.model };
    bench.glucose().await;
    let events = bench.events(json!({"input": "How is my fasting glucose trending?"})).await;
    let checks = whole(&events)["response"]["number_checks"].as_array().unwrap().clone();
    let bad =
        |check: &&Value| ["not_found", "not_declared", "other_unit"].contains(&check["verdict"].as_str().unwrap());
    assert_eq!(checks.iter().filter(bad).collect::<Vec<_>>(), Vec::<&Value>::new());
    assert!(checks.iter().any(|check| check["written"] == "143.7 mg/dL"), "{checks:?}");
    let told = events.iter().filter(|event| event["type"] == "response.mirobody_number_checks");
    let told: Vec<Value> = told.flat_map(|event| event["number_checks"].as_array().unwrap().clone()).collect();
    assert_eq!(told, checks);
}
