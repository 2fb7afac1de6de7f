//! The tools of a model's turn: what it is told of each, and what calling it does.
//!
//! True here: every tool works on the one record of its [`Workplace`], whatever its arguments say; what it gives back is
//! an [`Output`], a fault included; a turn's tools are put together for that turn. Must not be here: when a tool may be
//! called, or what a model makes of it.

mod attached;
mod clinical;
mod declared;
#[cfg(feature = "eval")]
mod eval;
mod evidence;
mod family;
mod files;
mod readings;
mod skills;
mod task;
mod todos;

use std::{fmt::Debug, pin::Pin, sync::Arc};

use jiff::Timestamp;
use mirobody_llm::{ToolSpec, Usage};
use mirobody_query::Embedder;
use mirobody_store::{Scope, Store};
use serde_json::{Map, Value};

use crate::tools::Output;

pub use attached::attached_tools;
pub use clinical::ListClinicalRecords;
pub use evidence::evidence_tools;
pub use family::ListFamilyMembers;
pub use files::Files;
pub use readings::QueryHealthData;
pub use skills::{BadSkill, SKILL_FILE, Skill, SkillSource, Skills};
pub use task::Task;
pub use todos::{Todo, TodoStatus, WriteTodos};

/// Where a tool works: the one record that a turn was opened on.
#[derive(Debug, Clone)]
pub struct Workplace {
    /// Where records are.
    pub store: Store,
    /// Whose this is.
    pub scope: Scope,
    /// The moment the turn began.
    pub now: Timestamp,
    /// What tells names by their meaning, where that is configured.
    pub embedder: Option<Arc<dyn Embedder>>,
}

/// What a tool's answer is to the answer that rests on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// The person's own data: told as `health_records`.
    Health,
    /// Literature: told as `citations`.
    Evidence,
    /// The agent's own means: planning, files, working things out.
    Means,
    /// A tool of a server that the request attached.
    Attached,
}

/// A call that is under way.
pub type Calling<'a> = Pin<Box<dyn Future<Output = Output> + Send + 'a>>;

/// A tool of a model's turn.
pub trait AgentTool: Debug + Send + Sync {
    /// What a model is told of it.
    fn spec(&self) -> ToolSpec;

    /// What its answers are.
    fn family(&self) -> Family;

    /// What models it asked have cost in this turn.
    fn spent(&self) -> Usage {
        Usage::default()
    }

    /// Whether another tool may call it: it looks something up, and neither changes anything nor asks a model.
    fn only_looks_up(&self) -> bool {
        false
    }

    /// Calls it. It never fails: a fault is an answer too.
    fn call<'a>(&'a self, place: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a>;

    /// Calls it with the others of the turn at hand, for a tool that calls some.
    fn call_among<'a>(
        &'a self,
        place: &'a Workplace,
        _others: &'a dyn Others,
        arguments: &'a Map<String, Value>,
    ) -> Calling<'a> {
        self.call(place, arguments)
    }
}

/// Those of a turn's tools that another tool may call: within the turn's budgets, on its record, and each call a step of
/// the turn like any other.
pub trait Others: Sync {
    /// Their names.
    fn names(&self) -> Vec<String>;

    /// Calls one; a name that is none of theirs is refused.
    fn call<'a>(&'a self, name: &'a str, arguments: Map<String, Value>) -> Calling<'a>;
}

/// `eval`, which runs scripts; none in a build without that feature.
pub fn eval_tool() -> Option<Arc<dyn AgentTool>> {
    #[cfg(feature = "eval")]
    let tool: Option<Arc<dyn AgentTool>> = Some(Arc::new(eval::Eval));
    #[cfg(not(feature = "eval"))]
    let tool = None;
    tool
}

/// The names that a request may list as `builtin_tools`.
pub const DOMAIN_TOOLS: [&str; 5] =
    ["query_health_data", "list_clinical_records", "list_family_members", "search_medical_evidence", "read_source"];

/// The names of the agent's own means: no caller may declare a tool under one of them.
pub const MEANS: [&str; 11] = [
    "write_todos",
    "task",
    "eval",
    "ls",
    "read_file",
    "write_file",
    "edit_file",
    "glob",
    "grep",
    "read_skill",
    "ask_user",
];
