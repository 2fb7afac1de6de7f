//! Which results a number may rest on, and what is known of the row it stands in.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::Source;
use crate::{
    grounds::{Place, Standing},
    toolbox::Family,
    turn::ToolStep,
};

/// The tools that give back what a model wrote itself.
const OWN_WORDS: &[&str] = &["write_todos", "write_file", "edit_file", "ask_user"];
/// The tools that read files of the record, of skills, and of what a model noted.
const READERS: &[&str] = &["read_file", "grep"];
const SCRIPT: &str = "eval";
const DELEGATE: &str = "task";

/// Whose words a result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// A model's own: they support nothing.
    OfTheModel,
    /// What a script gave.
    OfAScript,
    /// A document of the person's, which is in the text and not in the data.
    Beside,
    /// Whoever's the family of the tool says.
    OfTheFamily,
}

/// Whose words a call gives back. What stands below `/notes` a model noted.
pub(super) fn words(tool: &str, arguments: &Value) -> Words {
    let path = arguments.get("path").and_then(Value::as_str).unwrap_or_default();
    let at = path.trim_start_matches('/');
    match tool {
        tool if OWN_WORDS.contains(&tool) => Words::OfTheModel,
        SCRIPT => Words::OfAScript,
        tool if READERS.contains(&tool) && at.starts_with("files") => Words::Beside,
        tool if READERS.contains(&tool) && !at.starts_with("skills") => Words::OfTheModel,
        _ => Words::OfTheFamily,
    }
}

/// Whether a result of an earlier turn may support something: what it was called with is not known any more.
pub(super) fn was_looked_up(tool: &str) -> bool {
    tool != DELEGATE && words(tool, &Value::Null) != Words::OfTheModel
}

impl Words {
    pub(super) const fn standing(self, family: Family) -> Option<Standing> {
        match (self, family) {
            (Self::OfTheModel, _) => None,
            (Self::OfAScript, _) => Some(Standing::Script),
            (Self::Beside, _) | (Self::OfTheFamily, Family::Health) => Some(Standing::Record),
            (Self::OfTheFamily, _) => Some(Standing::Cited),
        }
    }
}

/// The family of a tool of an earlier turn, which may not be there any more.
pub(super) fn family(tool: &str) -> Family {
    match tool {
        "query_health_data" | "list_clinical_records" | "list_family_members" => Family::Health,
        "search_medical_evidence" | "read_source" => Family::Evidence,
        _ => Family::Attached,
    }
}

/// What of a step the tools said: a delegated question's answer is a model's, and what was looked up for it is not.
pub(super) fn of_tools(step: &ToolStep) -> Cow<'_, Value> {
    if step.name != DELEGATE {
        return Cow::Borrowed(&step.data);
    }
    let results = step.data["steps"].as_array().into_iter().flatten();
    Cow::Owned(json!({"steps": results.map(|one| json!({"result": one["result"]})).collect::<Vec<_>>()}))
}

/// Where a result came from.
#[derive(Debug)]
pub(super) struct Origin {
    pub(super) tool: String,
    call_id: String,
    step: Option<usize>,
    file: Option<String>,
}

impl Origin {
    pub(super) fn of(place: usize, step: &ToolStep) -> Self {
        let path = step.arguments.get("path").and_then(Value::as_str).unwrap_or_default();
        let key = path.trim_start_matches('/').strip_prefix("files/");
        let file = key.filter(|_| step.name == "read_file").map(str::to_owned);
        Self { tool: step.name.clone(), call_id: step.id.clone(), step: Some(place), file }
    }

    pub(super) fn earlier(tool: &str, call_id: &str) -> Self {
        Self { tool: tool.to_owned(), call_id: call_id.to_owned(), step: None, file: None }
    }

    /// What is known of a place in it.
    pub(super) fn source(&self, place: Place, steps: &[ToolStep]) -> Source {
        let data = self.step.and_then(|step| steps.get(step)).map(|step| &step.data);
        let row = data.zip(place.row.as_deref()).and_then(|(data, row)| data.pointer(row));
        let text = |key: &str| row.and_then(|row| row.get(key)).and_then(Value::as_str).map(str::to_owned);
        let date =
            text(&format!("{}_date", place.field)).or_else(|| ["time", "period", "date"].into_iter().find_map(text));
        Source {
            tool: self.tool.clone(),
            call_id: self.call_id.clone(),
            step: self.step,
            date,
            file: text("file").or_else(|| self.file.clone()),
            page: row.and_then(|row| row.get("page")).and_then(Value::as_u64),
            row: place.row,
            field: place.field,
        }
    }
}
