//! `edit_file`: a part of a note, in place of another.

use std::sync::Arc;

use mirobody_llm::ToolSpec;
use mirobody_query::ErrorKind;
use mirobody_store::LARGEST_NOTE;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{path::Mount, tree::fault, write::note_path};
use crate::{
    toolbox::{AgentTool, Calling, Family, Workplace, declared},
    tools::Output,
};

#[derive(Debug)]
pub(super) struct EditFile(pub(super) Arc<str>);

#[derive(Deserialize)]
struct Arguments {
    path: String,
    old_string: String,
    new_string: String,
    replace_all: Option<bool>,
}

impl AgentTool for EditFile {
    fn spec(&self) -> ToolSpec {
        let properties = json!({
            "path": {"type": "string", "description": "of a note"},
            "old_string": {"type": "string", "description": "exactly as it stands there, without the line numbers"},
            "new_string": {"type": "string", "description": "what takes its place"},
            "replace_all": {"type": "boolean", "description": "everywhere; false when left out: it must be there once"},
        });
        let description = "Change a part of a note below /notes. The answer says how often it was changed.";
        declared::spec("edit_file", description, properties, &["path", "old_string", "new_string"])
    }

    fn family(&self) -> Family {
        Family::Means
    }

    fn call<'a>(&'a self, place: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        Box::pin(async move { self.edited(place, arguments).await.unwrap_or_else(|refusal| refusal) })
    }
}

impl EditFile {
    async fn edited(&self, place: &Workplace, arguments: &Map<String, Value>) -> Result<Output, Output> {
        let edit: Arguments = declared::read(&self.spec(), arguments)?;
        let path = note_path(&edit.path)?;
        if edit.old_string.is_empty() {
            return Err(Output::refused("old_string: a text that is in the file"));
        }
        let mut found = Found::default();
        let change = |was: &str| {
            found = Found::of(&edit, was);
            found.may(&edit).then(|| was.replace(&edit.old_string, &edit.new_string))
        };
        let there = place.store.rewrite_note(&place.scope, &path, &self.0, place.now, change).await;
        let path = Mount::Notes.path(&path);
        if there.map_err(|error| fault(&error))? {
            found.told(&edit, &path)
        } else {
            Err(Output::error(ErrorKind::NoData, format!("nothing is at {path}; write_file makes it")))
        }
    }
}

/// What an edit finds in a note.
#[derive(Default)]
struct Found {
    times: usize,
    /// How long the note would be.
    bytes: usize,
}

impl Found {
    fn of(edit: &Arguments, was: &str) -> Self {
        let times = was.matches(&edit.old_string).count();
        let kept = was.len() - times * edit.old_string.len();
        Self { times, bytes: kept.saturating_add(times.saturating_mul(edit.new_string.len())) }
    }

    /// Looked at before anything is replaced: a short word for a long text in a thousand places is too much.
    fn may(&self, edit: &Arguments) -> bool {
        self.bytes <= LARGEST_NOTE && (self.times == 1 || self.times > 1 && edit.replace_all == Some(true))
    }

    fn told(&self, edit: &Arguments, path: &str) -> Result<Output, Output> {
        let times = self.times;
        if times == 0 {
            return Err(Output::error(ErrorKind::NoData, format!("old_string is not in {path}; read it again")));
        }
        if times > 1 && edit.replace_all != Some(true) {
            let reason = format!("old_string: it is in {path} {times} times; give more around it, or replace_all");
            return Err(Output::refused(reason));
        }
        if self.bytes > LARGEST_NOTE {
            return Err(Output::refused("new_string: a note has at most 256 KB; split it"));
        }
        let text = format!("{path} changed, in {times} place{}", if times == 1 { "" } else { "s" });
        Ok(Output { text, ..Output::data(json!({"path": path, "changed": times})) })
    }
}
