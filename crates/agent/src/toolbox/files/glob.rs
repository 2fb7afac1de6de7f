//! `glob`: files by their paths and names.

use mirobody_llm::ToolSpec;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Files, ls::listing, path::Path, pattern, tree::Entry};
use crate::{
    toolbox::{AgentTool, Calling, Family, Workplace, declared},
    tools::Output,
};

/// The most files of one answer.
const MOST: usize = 200;

#[derive(Debug)]
pub(super) struct Glob(pub(super) Files);

#[derive(Deserialize)]
struct Arguments {
    pattern: String,
    path: Option<String>,
}

impl AgentTool for Glob {
    fn spec(&self) -> ToolSpec {
        let properties = json!({
            "pattern": {"type": "string", "description": "such as *.pdf, **/*.md or *cholesterol*"},
            "path": {"type": "string", "description": "the directory to look below; / when left out"},
        });
        let description = "Find files by path. A pattern without / is held against names alone, and those the person \
            gave to documents count too. Answers with paths, not with what is in the files: grep searches that.";
        declared::spec("glob", description, properties, &["pattern"])
    }

    fn family(&self) -> Family {
        Family::Means
    }

    fn only_looks_up(&self) -> bool {
        true
    }

    fn call<'a>(&'a self, place: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        Box::pin(async move { self.found(place, arguments).await.unwrap_or_else(|refusal| refusal) })
    }
}

impl Glob {
    async fn found(&self, place: &Workplace, arguments: &Map<String, Value>) -> Result<Output, Output> {
        let Arguments { pattern, path } = declared::read(&self.spec(), arguments)?;
        let path = Path::read(path.as_deref().unwrap_or_default()).map_err(Output::refused)?;
        let matching = Matching::read(&pattern, &path)?;
        let entries = self.0.entries(place, &path).await?;
        let lines: Vec<String> = entries.iter().filter(|entry| matching.takes(entry)).map(Entry::line).collect();
        Ok(listing(&path.written(), &lines[..lines.len().min(MOST)], lines.len()))
    }
}

/// A pattern, and the directory that a relative one begins at.
pub(super) struct Matching {
    pattern: regex::Regex,
    /// What is taken off a path first.
    base: String,
}

impl Matching {
    pub(super) fn read(glob: &str, path: &Path) -> Result<Self, Output> {
        let pattern = pattern::of_path(glob).map_err(Output::refused)?;
        let base = if glob.trim().starts_with('/') { String::new() } else { path.written() };
        Ok(Self { pattern, base: base.trim_end_matches('/').to_owned() })
    }

    pub(super) fn takes(&self, entry: &Entry) -> bool {
        let path = entry.path();
        let below = path.strip_prefix(self.base.as_str()).unwrap_or(&path);
        self.pattern.is_match(below) || entry.name.as_ref().is_some_and(|name| self.pattern.is_match(name))
    }
}
