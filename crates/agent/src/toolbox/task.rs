//! `task`: a question of its own, answered by the same model in a conversation of its own.
//!
//! The conversation that delegates stays short: it is told the answer and which tools it rests on, with what they gave
//! back as data.

use std::sync::{Arc, Mutex, PoisonError};

use mirobody_llm::{Choice, Message, Model, ToolSpec, Usage};
use mirobody_query::ErrorKind;
use serde_json::{Map, Value, json};

use super::{AgentTool, Calling, Family, Workplace};
use crate::{
    governance::Limits,
    run::{Finished, Run, run},
    tools::Output,
};

/// The longest question, in characters.
const LONGEST: usize = 4_000;
/// What the tools of a delegated question may do: a part of what a turn may.
const LIMITS: Limits = Limits {
    calls: 12,
    calls_of_one: 6,
    rows: 2_000,
    bytes: 150_000,
    time: std::time::Duration::from_mins(1),
    failures: 4,
};

const RULES: &str = "You answer one question about a person's health record for a colleague who will use your answer. \
    Look it up with the tools; give every number with its unit, day and source; say what was never recorded. Answer in at \
    most 200 words, with nothing but the answer.";

/// Delegates.
#[derive(Debug)]
pub struct Task {
    model: Arc<dyn Model>,
    tools: Vec<Arc<dyn AgentTool>>,
    spent: Mutex<Usage>,
}

impl Task {
    /// To this model, with these tools: it is not among them.
    pub fn new(model: Arc<dyn Model>, tools: Vec<Arc<dyn AgentTool>>) -> Self {
        Self { model, tools, spent: Mutex::default() }
    }

    async fn answered(&self, place: &Workplace, question: &str) -> Output {
        let turn = Run {
            place: place.clone(),
            model: Arc::clone(&self.model),
            instructions: vec![RULES.to_owned()],
            messages: vec![Message::user(question)],
            visible: 0,
            tools: self.tools.clone(),
            client_tools: Vec::new(),
            choice: Choice::Auto,
            effort: None,
            limits: LIMITS,
        };
        match Box::pin(run(turn, &mut |_| {})).await {
            Ok(finished) => {
                self.count(&finished);
                output(finished)
            }
            Err(_) => Output::error(ErrorKind::Unavailable, "the question could not be answered"),
        }
    }
}

impl Task {
    fn count(&self, finished: &Finished) {
        let usage = finished.answer.usage;
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.input += usage.billed.input;
        spent.output += usage.billed.output;
        spent.cached += usage.cached_tokens;
        spent.reasoning += usage.reasoning_tokens;
    }
}

fn output(finished: Finished) -> Output {
    let steps = &finished.answer.tool_steps;
    let used: Vec<Value> =
        steps.iter().map(|step| json!({"tool": step.name, "arguments": step.arguments, "result": step.data})).collect();
    let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
    let content = finished.answer.content;
    let text =
        format!("{content}\n(tools used: {})", if names.is_empty() { "none".to_owned() } else { names.join(", ") });
    let structured = json!({"answer": content, "steps": used});
    Output { text, ..Output::data(structured) }
}

impl AgentTool for Task {
    fn spec(&self) -> ToolSpec {
        let schema = json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["question"],
            "properties": {
                "question": {
                    "type": "string",
                    "description": "one self-contained question about the record; it is answered without this conversation",
                },
            },
        });
        let Value::Object(parameters) = schema else { return ToolSpec::default() };
        ToolSpec {
            name: "task".to_owned(),
            description: "Hands one self-contained question to a helper with the same tools over the same record, and \
                gives back its answer. For a question that falls into independent parts: call it once for each, all at \
                once."
                .to_owned(),
            parameters,
            strict: false,
        }
    }

    fn family(&self) -> Family {
        Family::Health
    }

    fn spent(&self) -> Usage {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call<'a>(&'a self, place: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        Box::pin(async move {
            let unknown = arguments.keys().any(|name| name != "question");
            match arguments.get("question").and_then(Value::as_str) {
                Some(question) if !unknown && (1..=LONGEST).contains(&question.trim().chars().count()) => {
                    self.answered(place, question).await
                }
                _ => Output::refused("question: a text of 1 to 4,000 characters, and nothing else"),
            }
        })
    }
}
