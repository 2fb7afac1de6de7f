//! `write_file`: a note, in place of what was there.

use std::sync::Arc;

use mirobody_llm::ToolSpec;
use mirobody_query::ErrorKind;
use mirobody_store::NewNote;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    path::{Mount, Path},
    tree::fault,
};
use crate::{
    toolbox::{AgentTool, Calling, Family, Workplace, declared},
    tools::Output,
};

#[derive(Debug)]
pub(super) struct WriteFile(pub(super) Arc<str>);

#[derive(Deserialize)]
struct Arguments {
    path: String,
    content: String,
}

impl AgentTool for WriteFile {
    fn spec(&self) -> ToolSpec {
        let properties = json!({
            "path": {"type": "string", "description": "below /notes, such as /notes/visit/questions.md"},
            "content": {"type": "string", "description": "the whole text; an empty one removes the file"},
        });
        let description = "Keep a note for this person, in place of what was at its path. Notes last until the \
            conversation they were written in is deleted. They are yours, not part of the health record: what a note \
            says was not measured.";
        declared::spec("write_file", description, properties, &["path", "content"])
    }

    fn family(&self) -> Family {
        Family::Means
    }

    fn call<'a>(&'a self, place: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        Box::pin(async move { self.written(place, arguments).await.unwrap_or_else(|refusal| refusal) })
    }
}

impl WriteFile {
    async fn written(&self, place: &Workplace, arguments: &Map<String, Value>) -> Result<Output, Output> {
        let Arguments { path, content } = declared::read(&self.spec(), arguments)?;
        let path = note_path(&path)?;
        let note = NewNote { path: &path, text: &content, origin: &self.0 };
        place.store.write_note(&place.scope, note, place.now).await.map_err(|error| fault(&error))?;
        let path = Mount::Notes.path(&path);
        let done = if content.is_empty() { "removed" } else { "written" };
        let structured = json!({"path": path, "done": done, "bytes": content.len()});
        Ok(Output { text: format!("{path} {done}"), ..Output::data(structured) })
    }
}

/// The path of a note that may be written.
pub(super) fn note_path(path: &str) -> Result<String, Output> {
    match Path::read(path).map_err(Output::refused)? {
        Path::Below(Mount::Notes, rest) if !rest.is_empty() => Ok(rest),
        Path::Below(Mount::Files | Mount::Skills, _) => {
            Err(Output::error(ErrorKind::Denied, "this is read only; only below /notes can be written"))
        }
        _ => Err(Output::refused("path: the path of a file below /notes, such as /notes/plan.md")),
    }
}
