//! `ls`: what there is at a path.

use std::collections::BTreeSet;

use mirobody_llm::ToolSpec;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    Files,
    path::{Mount, Path},
    tree::{Entry, nothing_at},
};
use crate::{
    toolbox::{AgentTool, Calling, Family, Workplace, declared},
    tools::Output,
};

/// The most entries of one answer.
const MOST: usize = 200;

#[derive(Debug)]
pub(super) struct Ls(pub(super) Files);

#[derive(Deserialize)]
struct Arguments {
    path: Option<String>,
}

impl AgentTool for Ls {
    fn spec(&self) -> ToolSpec {
        let path = json!({"type": "string", "description": "a directory; / when left out"});
        let description = "List a directory. /files has the documents the person uploaded, newest first; /notes what \
            was noted for them in earlier conversations; /skills procedures to follow. An empty list means that \
            nothing was kept, not that nothing happened.";
        declared::spec("ls", description, json!({"path": path}), &[])
    }

    fn family(&self) -> Family {
        Family::Means
    }

    fn only_looks_up(&self) -> bool {
        true
    }

    fn call<'a>(&'a self, place: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        Box::pin(async move { self.listed(place, arguments).await.unwrap_or_else(|refusal| refusal) })
    }
}

impl Ls {
    async fn listed(&self, place: &Workplace, arguments: &Map<String, Value>) -> Result<Output, Output> {
        let Arguments { path } = declared::read(&self.spec(), arguments)?;
        let path = Path::read(path.as_deref().unwrap_or_default()).map_err(Output::refused)?;
        let Path::Below(mount, above) = &path else { return Ok(roots()) };
        let entries = self.0.entries(place, &path).await?;
        if entries.is_empty() && !above.is_empty() {
            return Err(nothing_at(&path));
        }
        Ok(told(&path, &children(*mount, above, &entries)))
    }
}

fn roots() -> Output {
    let lines: Vec<String> = Mount::ALL.iter().map(|mount| format!("{}/  {}", mount.root(), mount.about())).collect();
    listing("/", &lines, lines.len())
}

/// The lines of a directory: its own files, and each directory in it once. The key of a document is a name, whatever its
/// shape.
fn children(mount: Mount, above: &str, entries: &[Entry]) -> Vec<String> {
    let mut directories = BTreeSet::new();
    let mut lines = Vec::new();
    for entry in entries {
        let tail = entry.rest.strip_prefix(above).unwrap_or(&entry.rest).trim_start_matches('/');
        match tail.split_once('/') {
            Some((directory, _)) if mount != Mount::Files => {
                let whole =
                    [above, directory].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
                if directories.insert(directory.to_owned()) {
                    lines.push(format!("{}/", mount.path(&whole)));
                }
            }
            _ => lines.push(entry.line()),
        }
    }
    lines
}

fn told(path: &Path, lines: &[String]) -> Output {
    listing(&path.written(), &lines[..lines.len().min(MOST)], lines.len())
}

/// Lines of a list, of which there are perhaps more; a cut is said first.
pub(super) fn listing(path: &str, lines: &[String], of: usize) -> Output {
    let cut = (lines.len() < of).then(|| format!("the first {} of {of}; use glob to find others", lines.len()));
    let nothing = (of == 0).then(|| "(nothing)".to_owned());
    let text: Vec<&str> =
        cut.iter().chain(&nothing).map(String::as_str).chain(lines.iter().map(String::as_str)).collect();
    let structured = json!({"path": path, "entries": lines, "listed": lines.len(), "of": of});
    Output { text: text.join("\n"), ..Output::data(structured) }
}
