//! `grep`: text in files.

use std::fmt::Write as _;

use mirobody_llm::ToolSpec;
use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    Files,
    glob::Matching,
    path::Path,
    pattern,
    text::narrowed,
    tree::{Entry, nothing_at},
};
use crate::{
    toolbox::{AgentTool, Calling, Family, Workplace, declared},
    tools::Output,
};

/// So many lines are answered when no number is given.
const USUAL: usize = 50;
/// So many at most.
const MOST: usize = 200;
/// The longest line of an answer, in characters.
const WIDEST: usize = 300;
/// The most files that one call searches.
const FILES: usize = 300;
/// The most text that one call searches, in bytes.
const BYTES: usize = 8 * 1024 * 1024;

#[derive(Debug)]
pub(super) struct Grep(pub(super) Files);

#[derive(Deserialize)]
struct Arguments {
    pattern: String,
    path: Option<String>,
    glob: Option<String>,
    regex: Option<bool>,
    case_sensitive: Option<bool>,
    limit: Option<usize>,
}

impl AgentTool for Grep {
    fn spec(&self) -> ToolSpec {
        let properties = json!({
            "pattern": {"type": "string", "description": "the text to find"},
            "path": {"type": "string", "description": "a file, or the directory to search below; / when left out"},
            "glob": {"type": "string", "description": "only files like this, such as *.md"},
            "regex": {"type": "boolean", "description": "whether pattern is a regular expression; false when left out"},
            "case_sensitive": {"type": "boolean", "description": "false when left out"},
            "limit": {"type": "integer", "minimum": 1, "maximum": MOST, "description": "how many lines; 50 when left out"},
        });
        let description = "Search the text of the person's documents, of notes and of skills. Answers with path:line: \
            text, the lines of read_file. No hit means the words are not in what could be read, which for a scan may \
            be nothing; it does not mean that something is not so.";
        declared::spec("grep", description, properties, &["pattern"])
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

impl Grep {
    async fn found(&self, place: &Workplace, arguments: &Map<String, Value>) -> Result<Output, Output> {
        let arguments: Arguments = declared::read(&self.spec(), arguments)?;
        let path = Path::read(arguments.path.as_deref().unwrap_or_default()).map_err(Output::refused)?;
        let ignores_case = !arguments.case_sensitive.unwrap_or(false);
        let pattern = pattern::of_text(&arguments.pattern, arguments.regex.unwrap_or(false), ignores_case);
        let pattern = pattern.map_err(Output::refused)?;
        let mut entries = self.0.entries(place, &path).await?;
        if entries.is_empty() && matches!(&path, Path::Below(_, rest) if !rest.is_empty()) {
            return Err(nothing_at(&path));
        }
        if let Some(glob) = &arguments.glob {
            let matching = Matching::read(glob, &path)?;
            entries.retain(|entry| matching.takes(entry));
        }
        let searched = self.texts(place, entries).await?;
        let most = arguments.limit.unwrap_or(USUAL).clamp(1, MOST);
        // An expression over so much text takes a while: other turns go on meanwhile.
        let hits = tokio::task::spawn_blocking(move || Hits::of(&searched, &pattern, most)).await;
        hits.map(Hits::told).map_err(|_| Output::fault())
    }

    /// The texts of files, as many as one call searches.
    async fn texts(&self, place: &Workplace, entries: Vec<Entry>) -> Result<Searched, Output> {
        let mut searched = Searched { of: entries.len(), ..Searched::default() };
        for entry in entries.into_iter().take(FILES) {
            let text = self.0.text(place, entry.mount, &entry.rest).await?.unwrap_or_default();
            if searched.bytes + text.len() > BYTES {
                // A smaller one after it may still fit.
                continue;
            }
            searched.bytes += text.len();
            searched.texts.push((entry.path(), text));
        }
        Ok(searched)
    }
}

#[derive(Default)]
struct Searched {
    texts: Vec<(String, String)>,
    bytes: usize,
    /// How many files there are to search.
    of: usize,
}

#[expect(clippy::struct_field_names, reason = "lines with a hit, which is what it counts")]
struct Hits {
    lines: String,
    shown: usize,
    hits: usize,
    files: usize,
    searched: usize,
    of: usize,
}

impl Hits {
    fn of(searched: &Searched, pattern: &Regex, most: usize) -> Self {
        let (files, of) = (searched.texts.len(), searched.of);
        let mut hits = Self { lines: String::new(), shown: 0, hits: 0, files: 0, searched: files, of };
        for (path, text) in &searched.texts {
            let before = hits.hits;
            for (at, line) in text.lines().enumerate().filter(|(_, line)| pattern.is_match(line)) {
                hits.hits += 1;
                if hits.shown < most {
                    hits.shown += 1;
                    // Writing to a text cannot fail.
                    _ = writeln!(hits.lines, "{path}:{}: {}", at + 1, narrowed(line.trim(), WIDEST));
                }
            }
            hits.files += usize::from(hits.hits > before);
        }
        hits
    }

    fn told(self) -> Output {
        let left = (self.searched < self.of).then(|| {
            format!(
                "only {} of {} files were searched, the newest documents first as long as they fit; name a path for the others\n",
                self.searched, self.of
            )
        });
        let cut = (self.shown < self.hits).then(|| format!("the first {} of {} lines\n", self.shown, self.hits));
        let nothing = (self.hits == 0).then_some("(no hit)\n");
        let text =
            [left.as_deref(), cut.as_deref(), nothing, Some(&self.lines)].into_iter().flatten().collect::<String>();
        let structured = json!({
            "hits": self.hits,
            "shown": self.shown,
            "files_with_hits": self.files,
            "files_searched": self.searched,
            "files": self.of,
        });
        Output { text: text.trim_end().to_owned(), ..Output::data(structured) }
    }
}
