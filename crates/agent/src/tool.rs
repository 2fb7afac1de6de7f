//! The readings tool: declared once, for the turn, for MCP and for checking what it is called with.

use jiff::Timestamp;
use mirobody_derive::LocalDay;
use mirobody_query::{Embedder, Envelope, ErrorKind, HealthQuery, Selector, View, run_with};
use mirobody_store::{Scope, Store};
use serde_json::{Map, Value, json};

use crate::{governance::contained, plan::planned};

/// A tool's declaration.
#[derive(Debug, Clone, Copy)]
pub struct Tool {
    /// Its name on the wire.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// JSON Schema of its arguments; closed.
    pub schema: fn() -> Value,
}

/// The readings of the record the turn was opened on. No argument names a person.
pub const QUERY_HEALTH_DATA: Tool = Tool {
    name: "query_health_data",
    description: "Reads the person's own recorded readings (lab results, vitals, device data). With neither keywords \
        nor indicators it lists what is recorded. keywords finds series by name in any language; indicators names \
        exact series. start and end are local dates, inclusive; without them the whole record is read. view: raw \
        (readings, newest first, at most 50 per indicator), minute, hour, day, week, month (one point per bucket), \
        stats (count, min, max, avg, first, last, change, shape), latest. Complaints the person reported are found by the \
        same names and come as a second table. No data for an indicator means it was never \
        recorded, not that the condition is absent.",
    schema,
};

/// The most names one call takes.
const NAME_CAP: usize = 20;

fn schema() -> Value {
    let views: Vec<&str> = View::ALL.iter().map(|view| view.as_str()).collect();
    let names = json!({"type": "array", "items": {"type": "string"}, "maxItems": NAME_CAP});
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "query": {"type": "string", "description": "the question in plain words; given alone, it is read for names, dates and view"},
            "keywords": names,
            "indicators": names,
            "start": {"type": "string", "description": "first local date, YYYY-MM-DD"},
            "end": {"type": "string", "description": "last local date, YYYY-MM-DD"},
            "view": {"type": "string", "enum": views},
        },
    })
}

/// Calls the tool with arguments as they came. It never fails: a fault is an envelope too.
/// Names that nothing else matches are asked of `embedder`.
pub async fn query_health_data(
    store: &Store,
    scope: &Scope,
    arguments: &Value,
    now: Timestamp,
    embedder: Option<&dyn Embedder>,
) -> Envelope {
    let fault = || Envelope::error(ErrorKind::Internal, "the tool failed");
    contained(Box::pin(called(store, scope, arguments, now, embedder)), fault).await
}

async fn called(
    store: &Store,
    scope: &Scope,
    arguments: &Value,
    now: Timestamp,
    embedder: Option<&dyn Embedder>,
) -> Envelope {
    let text = plain_words(arguments);
    match read_arguments(arguments) {
        Ok(_) if text.is_some() => match planned(store, scope, text.unwrap_or_default(), now).await {
            Ok(query) => run_with(store, scope, &query, now, embedder).await,
            Err(_) => Envelope::error(ErrorKind::Unavailable, "the record could not be read"),
        },
        Ok(query) => run_with(store, scope, &query, now, embedder).await,
        Err(reason) => Envelope::error(ErrorKind::InvalidArguments, reason),
    }
}

/// The question, when it is all that was given: then the planner reads it.
fn plain_words(arguments: &Value) -> Option<&str> {
    let object = arguments.as_object().filter(|object| object.len() == 1)?;
    object.get("query")?.as_str().filter(|text| !text.trim().is_empty())
}

/// The query that arguments ask for, or what is wrong with them.
pub fn read_arguments(arguments: &Value) -> Result<HealthQuery, String> {
    let object = arguments.as_object().ok_or("arguments: not an object")?;
    let known = ["query", "keywords", "indicators", "start", "end", "view"];
    if let Some(name) = object.keys().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("{name}: unknown parameter"));
    }
    let selector = match (names(object, "keywords")?, names(object, "indicators")?) {
        (Some(_), Some(_)) => return Err("indicators: give keywords or indicators, not both".to_owned()),
        (Some(keywords), None) => Selector::Keywords(keywords),
        (None, Some(indicators)) => Selector::Indicators(indicators),
        (None, None) => Selector::Catalogue,
    };
    Ok(HealthQuery { selector, start: day(object, "start")?, end: day(object, "end")?, view: view(object)? })
}

/// A list of names; a bare string is split at commas, a list element never.
fn names(object: &Map<String, Value>, key: &str) -> Result<Option<Vec<String>>, String> {
    let list: Vec<String> = match object.get(key) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) => text.split([',', '，', '、']).map(str::to_owned).collect(),
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(_) => return Err(format!("{key}: not a list of names")),
    };
    let list: Vec<String> = list.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    if list.len() > NAME_CAP {
        return Err(format!("{key}: at most {NAME_CAP} names"));
    }
    Ok((!list.is_empty()).then_some(list))
}

fn day(object: &Map<String, Value>, key: &str) -> Result<Option<LocalDay>, String> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let day = value.as_str().and_then(|text| text.trim().parse().ok());
            day.map(Some).ok_or_else(|| format!("{key}: not a date of the form YYYY-MM-DD"))
        }
    }
}

fn view(object: &Map<String, Value>) -> Result<View, String> {
    match object.get("view") {
        None | Some(Value::Null) => Ok(View::Raw),
        Some(value) => value.as_str().unwrap_or_default().parse().map_err(|error| format!("view: {error}")),
    }
}

/// The arguments that stand for `query`, as a caller would write them.
pub(crate) fn arguments(question: &str, query: &HealthQuery) -> Value {
    let mut object = Map::new();
    object.insert("query".to_owned(), question.into());
    match &query.selector {
        Selector::Catalogue => {}
        Selector::Keywords(names) => drop(object.insert("keywords".to_owned(), json!(names))),
        Selector::Indicators(names) => drop(object.insert("indicators".to_owned(), json!(names))),
    }
    for (key, day) in [("start", query.start), ("end", query.end)] {
        if let Some(day) = day {
            object.insert(key.to_owned(), day.to_string().into());
        }
    }
    if query.selector != Selector::Catalogue {
        object.insert("view".to_owned(), query.view.as_str().into());
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_closed_and_checked() {
        for (arguments, reason) in [
            (json!({"kind": "medications"}), "kind: unknown parameter"),
            (json!({"view": "trend"}), "view: not a view: use raw, minute, hour, day, week, month, stats or latest"),
            (json!({"start": "2026-02-30"}), "start: not a date of the form YYYY-MM-DD"),
            (json!({"keywords": ["a"], "indicators": ["b"]}), "indicators: give keywords or indicators, not both"),
            (json!({"keywords": 3}), "keywords: not a list of names"),
            (json!([]), "arguments: not an object"),
        ] {
            assert_eq!(read_arguments(&arguments), Err(reason.to_owned()), "{arguments}");
        }
    }

    #[test]
    fn what_the_planner_writes_reads_back_as_the_same_query() {
        let query = HealthQuery {
            selector: Selector::Keywords(vec!["Calcium, ionised".to_owned()]),
            start: Some("2026-05-01".parse().unwrap()),
            end: None,
            view: View::Stats,
        };
        assert_eq!(read_arguments(&arguments("how is it", &query)), Ok(query));
        assert_eq!(read_arguments(&arguments("what", &HealthQuery::catalogue())), Ok(HealthQuery::catalogue()));
    }

    #[test]
    fn a_bare_string_is_split_and_a_list_element_is_not() {
        let read = |value: Value| read_arguments(&json!({"keywords": value})).unwrap().selector;
        assert_eq!(read(json!("LDL, HDL")), Selector::Keywords(vec!["LDL".to_owned(), "HDL".to_owned()]));
        assert_eq!(read(json!(["Calcium, ionised"])), Selector::Keywords(vec!["Calcium, ionised".to_owned()]));
    }
}
