//! `query_health_data`: the readings of the record.

use mirobody_llm::ToolSpec;
use serde_json::{Map, Value};

use super::{AgentTool, Calling, Family, Workplace};
use crate::{
    tool::{QUERY_HEALTH_DATA, query_health_data},
    tools::Output,
};

/// The readings tool under the name it has on `/v1`.
#[derive(Debug, Clone, Copy)]
pub struct QueryHealthData;

impl AgentTool for QueryHealthData {
    fn spec(&self) -> ToolSpec {
        let Value::Object(parameters) = (QUERY_HEALTH_DATA.schema)() else { return ToolSpec::default() };
        ToolSpec {
            name: QUERY_HEALTH_DATA.name.to_owned(),
            description: QUERY_HEALTH_DATA.description.to_owned(),
            parameters,
            strict: false,
        }
    }

    fn family(&self) -> Family {
        Family::Health
    }

    fn only_looks_up(&self) -> bool {
        true
    }

    fn call<'a>(&'a self, place: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        Box::pin(async move {
            let arguments = Value::Object(arguments.clone());
            let embedder = place.embedder.as_deref();
            Output::envelope(&query_health_data(&place.store, &place.scope, &arguments, place.now, embedder).await)
        })
    }
}
