//! `list_family_members`: whose records may be read beside the person's own.

use mirobody_llm::ToolSpec;
use serde_json::{Map, Value, json};

use super::{AgentTool, Calling, Family, Workplace};
use crate::tools::Output;

/// Nobody shares a record yet: a turn reads the one record it was opened on.
#[derive(Debug, Clone, Copy)]
pub struct ListFamilyMembers;

impl AgentTool for ListFamilyMembers {
    fn spec(&self) -> ToolSpec {
        let Value::Object(parameters) = json!({"type": "object", "additionalProperties": false, "properties": {}})
        else {
            return ToolSpec::default();
        };
        ToolSpec {
            name: "list_family_members".to_owned(),
            description:
                "The people whose records this conversation may read beside the person's own. Nobody's record is \
                read unless it is listed here."
                    .to_owned(),
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

    fn call<'a>(&'a self, _: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        let unknown = arguments.keys().next().map(|_| Output::refused("this tool takes no parameter"));
        let members =
            json!({"members": [{"member": "self", "relation": "the person themselves"}], "shared_with_you": 0});
        let output = unknown.unwrap_or_else(|| Output::data(members));
        Box::pin(async move { output })
    }
}
