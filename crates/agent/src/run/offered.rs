//! The tools of a turn by their names. What each is declared as is put together once: it holds a whole JSON Schema.

use std::sync::Arc;

use mirobody_llm::ToolSpec;

use crate::toolbox::AgentTool;

/// The tools that are called here, in the order in which a model is told of them.
pub(super) struct Offered(Vec<(ToolSpec, Arc<dyn AgentTool>)>);

impl Offered {
    pub(super) fn of(tools: &[Arc<dyn AgentTool>]) -> Self {
        Self(tools.iter().map(|tool| (tool.spec(), Arc::clone(tool))).collect())
    }

    /// As a model is told of them.
    pub(super) fn specs(&self) -> impl Iterator<Item = &ToolSpec> {
        self.0.iter().map(|(spec, _)| spec)
    }

    /// The one of this name.
    pub(super) fn find(&self, name: &str) -> Option<&Arc<dyn AgentTool>> {
        self.0.iter().find(|(spec, _)| spec.name == name).map(|(_, tool)| tool)
    }

    /// The names of those that other tools may call.
    pub(super) fn callable(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, tool)| tool.only_looks_up()).map(|(spec, _)| spec.name.as_str())
    }
}
