//! `list_clinical_records`: the documents of the record, newest first.

use mirobody_llm::ToolSpec;
use mirobody_query::ErrorKind;
use mirobody_store::FileRecord;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{AgentTool, Calling, Family, Workplace};
use crate::tools::Output;

/// So many are listed when no number is given.
const USUAL: usize = 20;
/// So many at most.
const MOST: usize = 100;

const NONE_HAS_THEM: &str = "no document has any of these words in its name or description; all are listed";

/// The documents a person uploaded, with what each is about.
#[derive(Debug, Clone, Copy)]
pub struct ListClinicalRecords;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    query: Option<String>,
    limit: Option<usize>,
}

impl AgentTool for ListClinicalRecords {
    fn spec(&self) -> ToolSpec {
        let schema = json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "query": {"type": "string", "description": "words of the name or the subject of a document; those that have most of them come first"},
                "limit": {"type": "integer", "minimum": 1, "maximum": MOST, "description": "how many; 20 when left out"},
            },
        });
        let Value::Object(parameters) = schema else { return ToolSpec::default() };
        ToolSpec {
            name: "list_clinical_records".to_owned(),
            description: "The clinical documents the person uploaded (reports, letters, scans), newest first: key, name, \
                media type, day, and what each is about. Their text is read with read_file at /files/<key>. No document \
                means none was uploaded, not that there was no visit or finding."
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

    fn call<'a>(&'a self, place: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        Box::pin(async move {
            match serde_json::from_value::<Arguments>(Value::Object(arguments.clone())) {
                Ok(arguments) => listed(place, &arguments).await,
                Err(_) => Output::refused("arguments: query is a text and limit a number; there is nothing else"),
            }
        })
    }
}

async fn listed(place: &Workplace, arguments: &Arguments) -> Output {
    let Ok(mut files) = place.store.files(&place.scope, place.now).await else {
        return Output::error(ErrorKind::Unavailable, "the documents could not be read");
    };
    files.sort_by_key(|file| std::cmp::Reverse(file.created));
    let of = files.len();
    let query = arguments.query.as_deref().unwrap_or_default();
    let (found, note) = best(files, query);
    let rows: Vec<Value> = found.iter().take(arguments.limit.unwrap_or(USUAL).clamp(1, MOST)).map(row).collect();
    let count = rows.len();
    let output = Output::data(json!({"documents": rows, "listed": count, "of": of, "note": note}));
    Output { rows: count, ..output }
}

/// Those that have most of the words first. A model asks in whole sentences, so a word that no document has rules none
/// out; when no word is in any, all are listed and it is said.
fn best(files: Vec<FileRecord>, query: &str) -> (Vec<FileRecord>, Option<&'static str>) {
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2).collect();
    if words.is_empty() {
        return (files, None);
    }
    let mut scored: Vec<(usize, FileRecord)> = files.into_iter().map(|file| (score(&file, &words), file)).collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let has_any = scored.first().is_some_and(|(score, _)| *score > 0);
    if has_any {
        scored.retain(|(score, _)| *score > 0);
    }
    let note = (!has_any && !scored.is_empty()).then_some(NONE_HAS_THEM);
    (scored.into_iter().map(|(_, file)| file).collect(), note)
}

fn score(file: &FileRecord, words: &[&str]) -> usize {
    let text = format!("{} {}", file.name, file.abstract_text).to_lowercase();
    words.iter().filter(|word| text.contains(**word)).count()
}

fn row(file: &FileRecord) -> Value {
    json!({
        "key": file.key,
        "path": format!("/files/{}", file.key),
        "name": file.name,
        "media_type": file.media_type,
        "bytes": file.bytes,
        "uploaded": file.created.to_string(),
        "about": file.abstract_text,
    })
}
