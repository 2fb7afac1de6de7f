//! `write_todos`: the plan of a turn, kept while the turn lasts.

use std::sync::{Mutex, PoisonError};

use mirobody_llm::ToolSpec;
use serde_json::{Map, Value, json};

use super::{AgentTool, Calling, Family, Workplace, declared};
use crate::tools::Output;

/// The most steps of a plan.
const MOST: usize = 50;
/// The longest step, in characters.
const LONGEST: usize = 500;

/// How far a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TodoStatus {
    /// Not begun.
    Pending,
    /// Under way.
    InProgress,
    /// Done.
    Completed,
}

impl TodoStatus {
    const ALL: [Self; 3] = [Self::Pending, Self::InProgress, Self::Completed];

    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
        }
    }

    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

/// A step of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Todo {
    /// What is to be done.
    pub content: String,
    /// How far it is.
    pub status: TodoStatus,
}

/// The plan of one turn: a turn makes its own, and it goes with the turn.
#[derive(Debug, Default)]
pub struct WriteTodos {
    plan: Mutex<Vec<Todo>>,
}

impl WriteTodos {
    /// The plan as it stands.
    pub fn plan(&self) -> Vec<Todo> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn write(&self, arguments: &Map<String, Value>) -> Output {
        match read(arguments) {
            Ok(plan) => {
                let output = told(&plan);
                *self.plan.lock().unwrap_or_else(PoisonError::into_inner) = plan;
                output
            }
            Err(reason) => Output::refused(reason),
        }
    }
}

impl AgentTool for WriteTodos {
    fn spec(&self) -> ToolSpec {
        let statuses = TodoStatus::ALL.map(TodoStatus::as_str);
        let step = json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "content": {"type": "string", "maxLength": LONGEST, "description": "what is to be done"},
                "status": {"type": "string", "enum": statuses},
            },
            "required": ["content", "status"],
        });
        let todos = json!({
            "type": "array",
            "maxItems": MOST,
            "items": step,
            "description": "the whole plan in its order: what is left out is dropped",
        });
        let description = "Plan a question that takes several steps, and keep the plan true as you go. Each call \
            replaces the plan; the answer is the plan as it now stands. It lasts for this turn and the person does \
            not see it. Leave it out when one or two calls answer the question.";
        declared::spec("write_todos", description, json!({"todos": todos}), &["todos"])
    }

    fn family(&self) -> Family {
        Family::Means
    }

    fn call<'a>(&'a self, _: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        Box::pin(async move { self.write(arguments) })
    }
}

/// The plan that was written, or which part of it is none.
fn read(arguments: &Map<String, Value>) -> Result<Vec<Todo>, String> {
    if arguments.keys().any(|name| name != "todos") {
        return Err("arguments: there is only todos".to_owned());
    }
    let steps = arguments.get("todos").and_then(Value::as_array).ok_or("todos: a list of steps")?;
    if steps.len() > MOST {
        return Err(format!("todos: at most {MOST}"));
    }
    steps.iter().enumerate().map(|(at, step)| one(step).map_err(|wrong| format!("todos[{at}]{wrong}"))).collect()
}

fn one(step: &Value) -> Result<Todo, &'static str> {
    let step = step.as_object().ok_or(": an object of content and status")?;
    if step.keys().any(|name| name != "content" && name != "status") {
        return Err(": there is only content and status");
    }
    let text = |name: &str| step.get(name).and_then(Value::as_str).map(str::trim);
    let content = text("content").filter(|content| !content.is_empty()).ok_or(".content: a text")?;
    if content.chars().count() > LONGEST {
        return Err(".content: at most 500 characters");
    }
    let status = text("status").and_then(TodoStatus::read).ok_or(".status: pending, in_progress or completed")?;
    Ok(Todo { content: content.to_owned(), status })
}

fn told(plan: &[Todo]) -> Output {
    let line = |(at, todo): (usize, &Todo)| format!("{}. [{}] {}", at + 1, todo.status.as_str(), todo.content);
    let lines: Vec<String> = plan.iter().enumerate().map(line).collect();
    let row = |todo: &Todo| json!({"content": todo.content, "status": todo.status.as_str()});
    let open = plan.iter().filter(|todo| todo.status != TodoStatus::Completed).count();
    let text = if lines.is_empty() { "The plan is empty.".to_owned() } else { lines.join("\n") };
    Output { text, ..Output::data(json!({"todos": plan.iter().map(row).collect::<Vec<_>>(), "open": open})) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(tool: &WriteTodos, arguments: &Value) -> Output {
        tool.write(arguments.as_object().unwrap())
    }

    #[test]
    fn each_call_replaces_the_plan_and_answers_with_it() {
        let tool = WriteTodos::default();
        let first = json!({"todos": [
            {"content": " Read LDL ", "status": "in_progress"},
            {"content": "Compare", "status": "pending"},
        ]});
        let output = write(&tool, &first);
        assert_eq!(output.text, "1. [in_progress] Read LDL\n2. [pending] Compare");
        assert_eq!((&output.structured["open"], output.failed), (&json!(2), false));
        write(&tool, &json!({"todos": [{"content": "Read LDL", "status": "completed"}]}));
        assert_eq!(tool.plan(), [Todo { content: "Read LDL".to_owned(), status: TodoStatus::Completed }]);
        assert_eq!(write(&tool, &json!({"todos": []})).text, "The plan is empty.");
    }

    #[test]
    fn what_is_no_plan_is_refused_by_its_place_and_the_plan_stays() {
        let tool = WriteTodos::default();
        write(&tool, &json!({"todos": [{"content": "Read", "status": "pending"}]}));
        let step = |content: &str, status: &str| json!({"content": content, "status": status});
        for (arguments, reason) in [
            (json!({}), "todos: a list of steps"),
            (json!({"todos": "Read"}), "todos: a list of steps"),
            (json!({"todos": [], "user": "bob"}), "arguments: there is only todos"),
            (json!({"todos": ["Read"]}), "todos[0]: an object of content and status"),
            (
                json!({"todos": [step("a", "pending"), step("b", "done")]}),
                "todos[1].status: pending, in_progress or completed",
            ),
            (json!({"todos": [step(" ", "pending")]}), "todos[0].content: a text"),
            (json!({"todos": [step(&"x".repeat(501), "pending")]}), "todos[0].content: at most 500 characters"),
            (
                json!({"todos": [{"content": "a", "status": "pending", "id": 1}]}),
                "todos[0]: there is only content and status",
            ),
            (json!({"todos": vec![step("a", "pending"); 51]}), "todos: at most 50"),
        ] {
            let output = write(&tool, &arguments);
            assert!(output.failed && output.text.contains(reason), "{arguments:.80}: {}", output.text);
        }
        assert_eq!(tool.plan().len(), 1);
    }
}
