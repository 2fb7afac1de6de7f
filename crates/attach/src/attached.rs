//! The servers of a request, and their tools under one roof.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::{join_all, try_join_all};
use rmcp::model::Tool;
use serde_json::{Map, Value, json};

use crate::{
    AttachError, CallFault, MOST_SERVERS, MOST_TOOLS, Output, Policy, ServerSpec,
    limits::{LARGEST_SCHEMA, LONGEST_DESCRIPTION},
    names,
    server::Server,
    words,
};

/// Servers that are connected to. Dropping it leaves them.
#[derive(Debug)]
pub struct Attached {
    servers: Vec<Server>,
    tools: Vec<AttachedTool>,
    /// By our name: the server, and its own name for it.
    places: BTreeMap<String, (usize, String)>,
}

/// A tool of an attached server.
#[derive(Debug, Clone, PartialEq)]
pub struct AttachedTool {
    /// `mcp__{label}__{tool}`, as every vendor of models takes it.
    pub name: String,
    /// The server's words, cut; they are data and no instructions of ours.
    pub description: String,
    /// JSON Schema of its arguments.
    pub schema: Map<String, Value>,
}

impl Attached {
    /// Connects to all of them at once and asks for their tools, or says what is wrong with the first that cannot be.
    pub async fn connect(specs: &[ServerSpec], policy: &Policy) -> Result<Self, AttachError> {
        check(specs)?;
        let all = try_join_all(specs.iter().map(|spec| Server::attach(spec, policy))).await?;
        let mut attached = Self { servers: Vec::new(), tools: Vec::new(), places: BTreeMap::new() };
        for (spec, (server, tools)) in specs.iter().zip(all) {
            attached.add(&spec.label, server, tools);
        }
        if attached.tools.len() > MOST_TOOLS {
            attached.close().await;
            return Err(AttachError::TooManyTools);
        }
        Ok(attached)
    }

    /// The tools, in the order of the servers.
    pub fn tools(&self) -> &[AttachedTool] {
        &self.tools
    }

    /// Calls a tool by our name for it.
    pub async fn call(&self, name: &str, arguments: Map<String, Value>) -> Result<Output, CallFault> {
        let (server, tool) = self.places.get(name).ok_or(CallFault::Unknown)?;
        let server = self.servers.get(*server).ok_or(CallFault::Unknown)?;
        let outcome = server.call(tool, arguments).await;
        if let Err(fault) = &outcome {
            tracing::warn!(code = fault.code(), "a call of an attached server failed");
        }
        outcome
    }

    /// Ends what the servers keep for us, if they answer to it soon.
    pub async fn close(self) {
        join_all(self.servers.into_iter().map(Server::close)).await;
    }

    fn add(&mut self, label: &str, server: Server, tools: Vec<Tool>) {
        let mut taken: BTreeSet<String> = self.places.keys().cloned().collect();
        for tool in tools {
            let name = names::name(label, &tool.name, &mut taken);
            self.places.insert(name.clone(), (self.servers.len(), tool.name.to_string()));
            self.tools.push(AttachedTool { description: description(label, &tool), schema: schema(&tool), name });
        }
        self.servers.push(server);
    }
}

fn check(specs: &[ServerSpec]) -> Result<(), AttachError> {
    if specs.len() > MOST_SERVERS {
        return Err(AttachError::TooManyServers);
    }
    let mut labels = BTreeSet::new();
    for spec in specs {
        if !names::is_label(&spec.label) {
            return Err(AttachError::Label);
        }
        if !labels.insert(&spec.label) {
            return Err(AttachError::SameLabel(spec.label.clone()));
        }
        crate::policy::url(&spec.url)?;
    }
    Ok(())
}

/// A model is told whose words these are.
fn description(label: &str, tool: &Tool) -> String {
    let said = tool.description.as_deref().or(tool.title.as_deref()).unwrap_or_default();
    let said = words::line(said, LONGEST_DESCRIPTION);
    if said.is_empty() { format!("A tool of the attached server {label}.") } else { format!("[{label}] {said}") }
}

/// One that is too large says nothing, and the server checks what it is sent.
fn schema(tool: &Tool) -> Map<String, Value> {
    let schema = (*tool.input_schema).clone();
    let is_fit = json!(schema).to_string().len() <= LARGEST_SCHEMA && schema.get("type") == Some(&json!("object"));
    if is_fit { schema } else { Map::from_iter([("type".to_owned(), "object".into())]) }
}
