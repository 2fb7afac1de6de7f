//! Turns of scripted models.

use std::{collections::VecDeque, sync::Mutex};

use futures::{StreamExt as _, stream};
use mirobody_llm::{Choice, Event, Events, Part, Reply, Request, Stop, Usage};
use mirobody_store::Store;
use serde_json::{Map, json};
use tempfile::TempDir;

use super::*;
use crate::{toolbox::Calling, tools::Output};

/// Says what it was told to, one thing a request; the last again and again.
#[derive(Debug)]
struct Scripted {
    says: Mutex<VecDeque<Said>>,
    asked: Mutex<Vec<Arc<Request>>>,
}

impl Model for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn ask(&self, request: Arc<Request>) -> Events {
        self.asked.lock().unwrap().push(request);
        let mut says = self.says.lock().unwrap();
        let said = if says.len() > 1 { says.pop_front() } else { says.front().cloned() };
        let reply = Reply {
            said: said.unwrap(),
            usage: Usage { input: 10, output: 2, ..Usage::default() },
            stop: Stop::End,
            provider: "scripted".to_owned(),
        };
        let delta = mirobody_llm::Delta::Text(reply.said.text.clone());
        stream::iter([Ok(Event::Delta(delta)), Ok(Event::Done(reply))]).boxed()
    }
}

fn text(text: &str) -> Said {
    Said { text: text.to_owned(), ..Said::default() }
}

fn calls(calls: &[(&str, &str)]) -> Said {
    let call = |(nth, (name, arguments)): (usize, &(&str, &str))| Call {
        id: format!("call_{nth}_{name}"),
        name: (*name).to_owned(),
        arguments: (*arguments).to_owned(),
    };
    Said { calls: calls.iter().enumerate().map(call).collect(), ..Said::default() }
}

/// Tells what it was called with; with `size`, so many bytes; with `break`, not at all.
#[derive(Debug)]
struct Echo;

impl AgentTool for Echo {
    fn spec(&self) -> ToolSpec {
        ToolSpec { name: "echo".into(), description: "Echoes.".into(), parameters: Map::new(), strict: false }
    }

    fn family(&self) -> Family {
        Family::Health
    }

    fn call<'a>(&'a self, _: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        Box::pin(async move {
            assert!(!arguments.contains_key("break"), "a fault of a tool");
            let size = arguments.get("size").and_then(Value::as_u64).unwrap_or_default();
            let said = Value::Object(arguments.clone()).to_string();
            let text = if size == 0 { said } else { "é".repeat(usize::try_from(size).unwrap() / 2) };
            Output { text, ..Output::data(json!({})) }
        })
    }
}

struct Bench {
    model: Arc<Scripted>,
    run: Run,
    _dir: TempDir,
}

async fn bench(says: impl IntoIterator<Item = Said>) -> Bench {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    let scope = store.local_account().await.unwrap().subject(&store, "ann").await.unwrap();
    let now = "2026-06-20T12:00:00Z".parse().unwrap();
    let model = Arc::new(Scripted { says: Mutex::new(says.into_iter().collect()), asked: Mutex::default() });
    let theirs = ToolSpec { name: "book".into(), description: "Books.".into(), ..Echo.spec() };
    let run = Run {
        place: Workplace { store, scope, now, embedder: None },
        model: Arc::<Scripted>::clone(&model),
        instructions: vec!["Answer.".to_owned()],
        messages: vec![Message::user("How is it?")],
        visible: 4,
        tools: vec![Arc::new(Echo)],
        client_tools: vec![theirs],
        choice: Choice::Auto,
        effort: None,
        limits: Limits::default(),
    };
    Bench { model, run, _dir: dir }
}

impl Bench {
    async fn run(self) -> (Finished, Vec<Arc<Request>>) {
        let finished = run(self.run, &mut |_| {}).await.unwrap();
        (finished, self.model.asked.lock().unwrap().clone())
    }
}

/// What the model was told that its calls gave back.
fn told(request: &Request) -> Vec<(String, String)> {
    let result = |message: &Message| match message {
        Message::Tool { call_id, result, .. } => {
            Some((call_id.clone(), result.iter().filter_map(Part::text).collect::<String>()))
        }
        _ => None,
    };
    request.messages.iter().filter_map(result).collect()
}

#[tokio::test]
async fn the_calls_of_one_reply_are_answered_in_its_order() {
    let both = calls(&[("echo", r#"{"a": 1}"#), ("echo", r#"{"b": 2}"#)]);
    let (finished, asked) = bench([both, text("Well.")]).await.run().await;
    let echoed = [("call_0_echo", r#"{"a":1}"#), ("call_1_echo", r#"{"b":2}"#)];
    assert_eq!(told(&asked[1]), echoed.map(|(id, text)| (id.to_owned(), text.to_owned())));
    assert_eq!((finished.answer.content.as_str(), finished.answer.tool_steps.len()), ("Well.", 2));
    assert_eq!(finished.answer.health_records.len(), 2);
    assert_eq!(finished.said.len(), 4, "both replies and both results are kept");
}

#[tokio::test]
async fn a_fault_of_a_tool_and_a_tool_nobody_has_are_told_and_the_turn_goes_on() {
    for call in [("echo", r#"{"break": true}"#), ("rm", "{}"), ("echo", "{\"a\": "), ("echo", "[]")] {
        let (finished, asked) = bench([calls(&[call]), text("Well.")]).await.run().await;
        let told = told(&asked[1]);
        assert_eq!((told.len(), finished.answer.content.as_str()), (1, "Well."), "{call:?}");
        assert!(told[0].1.contains("error") && !told[0].1.contains("a fault of a tool"), "{call:?} {told:?}");
    }
}

#[tokio::test]
async fn a_long_result_is_cut_for_the_model_and_said_to_be() {
    let (_, asked) = bench([calls(&[("echo", r#"{"size": 10000000}"#)]), text("Well.")]).await.run().await;
    let told = &told(&asked[1])[0].1;
    assert!(told.len() < 101_000 && told.starts_with("(cut: 100000 of 10000000 bytes"), "{}", told.len());
}

#[tokio::test]
async fn a_model_that_only_calls_is_told_to_answer() {
    let (finished, asked) = bench([calls(&[("echo", "{}")])]).await.run().await;
    assert_eq!(asked.len(), MOST_ROUNDS);
    assert_eq!(asked[MOST_ROUNDS - 1].choice, Choice::None);
    let ran = told(asked.last().unwrap()).iter().filter(|(_, text)| text == "{}").count();
    assert!(ran < MOST_ROUNDS - 1, "the same call again and again is refused: {ran}");
    assert!(finished.answer.content.is_empty());
}

#[tokio::test]
async fn a_callers_call_is_handed_back_beside_ours_and_one_that_cannot_be_read_goes_to_the_model() {
    let mixed = calls(&[("echo", "{}"), ("book", r#"{"day": 3}"#)]);
    let (finished, asked) = bench([mixed]).await.run().await;
    assert_eq!((asked.len(), finished.calls.len(), finished.answer.tool_steps.len()), (1, 1, 1));
    assert_eq!((finished.calls[0].name.as_str(), finished.calls[0].arguments.as_str()), ("book", r#"{"day":3}"#));
    let (finished, asked) = bench([calls(&[("book", "day three")]), text("Well.")]).await.run().await;
    assert!(finished.calls.is_empty() && told(&asked[1])[0].1.contains("error"), "{asked:?}");
}

#[tokio::test]
async fn the_tool_that_is_to_be_called_is_so_once() {
    let mut bench = bench([calls(&[("echo", "{}")]), text("Well.")]).await;
    bench.run.choice = Choice::Named("book".to_owned());
    let (_, asked) = bench.run().await;
    let choices: Vec<&Choice> = asked.iter().map(|request| &request.choice).collect();
    assert_eq!(choices, [&Choice::Named("book".to_owned()), &Choice::Auto]);
}

#[tokio::test]
async fn a_model_that_says_nothing_is_asked_once_more() {
    let (finished, asked) = bench([text(" "), text("Well.")]).await.run().await;
    assert_eq!((asked.len(), finished.answer.content.trim()), (2, "Well."));
    let silent = bench([text("")]).await;
    assert_eq!(run(silent.run, &mut |_| {}).await.unwrap_err(), Fault::Malformed);
}

/// A conversation of many turns, each with a call and a long result.
fn long(turns: usize, bytes: usize) -> Vec<Message> {
    let turn = |nth: usize| {
        let called = calls(&[("echo", "{}")]);
        let result = vec![Part::Text(format!("LDL 3.{nth} mmol/L {}", "x ".repeat(bytes / 2)))];
        let answer = Message::Tool { call_id: called.calls[0].id.clone(), name: "echo".into(), result };
        [Message::user(format!("Question {nth}")), Message::Assistant(called), answer, Message::Assistant(text("Yes."))]
    };
    (0..turns).flat_map(turn).chain([Message::user("And now?")]).collect()
}

#[tokio::test]
async fn a_conversation_that_is_too_long_loses_old_results_first() {
    let mut bench = bench([text("Well.")]).await;
    bench.run.messages = long(10, 30_000);
    let before = bench.run.messages.len();
    let (finished, asked) = bench.run().await;
    assert_eq!((asked.len(), finished.answer.content.as_str()), (1, "Well."));
    assert_eq!(asked[0].messages.len(), before + 1, "nothing but parts of results is gone");
    let told = told(&asked[0]);
    assert!(told[0].1.starts_with("LDL 3.0 mmol/L") && told[0].1.contains("cut: this result"), "{:?}", told[0]);
    assert!(told.last().unwrap().1.len() > 29_000, "the newest stay as they are");
}

#[tokio::test]
async fn then_the_model_sums_up_what_is_old_and_is_paid_for_it() {
    let mut bench = bench([text("LDL was 3.0 mmol/L."), text("Well.")]).await;
    bench.run.messages = long(400, 500);
    let (finished, asked) = bench.run().await;
    assert_eq!((asked.len(), finished.answer.content.as_str()), (2, "Well."));
    assert_eq!(asked[0].choice, Choice::None);
    let summary = &asked[1].messages[1];
    assert!(matches!(summary, Message::System(text) if text.ends_with("LDL was 3.0 mmol/L.")), "{summary:?}");
    assert!(asked[1].messages.len() < 12 && !matches!(asked[1].messages[2], Message::Tool { .. }));
    assert_eq!(finished.answer.tool_steps.len(), 0);
}
