//! The tools of servers that a request attached.

use std::sync::Arc;

use mirobody_attach::{Attached, CallFault};
use mirobody_llm::ToolSpec;
use mirobody_query::ErrorKind;
use serde_json::{Map, Value, json};

use super::{AgentTool, Calling, Family, Workplace};
use crate::tools::Output;

/// One of them.
#[derive(Debug)]
struct AttachedTool {
    servers: Arc<Attached>,
    spec: ToolSpec,
}

/// All of them, in the order of the servers.
pub fn attached_tools(servers: Attached) -> Vec<Arc<dyn AgentTool>> {
    let servers = Arc::new(servers);
    let specs: Vec<ToolSpec> = servers
        .tools()
        .iter()
        .map(|tool| ToolSpec {
            name: tool.name.clone(),
            description: tool.description.clone(),
            parameters: tool.schema.clone(),
            strict: false,
        })
        .collect();
    specs
        .into_iter()
        .map(|spec| -> Arc<dyn AgentTool> { Arc::new(AttachedTool { servers: Arc::clone(&servers), spec }) })
        .collect()
}

impl AgentTool for AttachedTool {
    fn spec(&self) -> ToolSpec {
        self.spec.clone()
    }

    fn family(&self) -> Family {
        Family::Attached
    }

    /// What the server says is data: it is told as it came, and it fails as it says.
    fn call<'a>(&'a self, _: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        Box::pin(async move {
            match self.servers.call(&self.spec.name, arguments.clone()).await {
                Ok(said) => {
                    let structured = json!({"text": said.text, "is_error": said.is_error, "is_cut": said.is_cut});
                    Output { text: said.text, failed: said.is_error, ..Output::data(structured) }
                }
                Err(fault) => Output::error(kind(fault), fault.to_string()),
            }
        })
    }
}

const fn kind(fault: CallFault) -> ErrorKind {
    match fault {
        CallFault::Unknown => ErrorKind::InvalidArguments,
        _ => ErrorKind::Unavailable,
    }
}
