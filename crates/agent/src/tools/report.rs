//! `standardize_reading` and `standardize_report`: what is printed to FHIR Observations.

use std::{fs, path::Path};

use mirobody_collect::{MAX_BYTES, Parsed, Row, RowTime, parse, parse_text};
use mirobody_query::ErrorKind;
use mirobody_standardize::{
    Coded, Reading, code, code_all,
    fhir::{About, Effective, Moment, observation},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Declared, Needs, Output, ToolName, arguments::schema};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Printed {
    /// The name of the test, as printed.
    name: String,
    /// The result, as printed: 5.4, <0.5, 阴性.
    #[schemars(extend("type" = ["number", "string"]))]
    value: Option<Value>,
    /// The unit, as printed.
    unit: Option<String>,
    /// The specimen, when it is printed apart from the name.
    specimen: Option<String>,
    /// The reference range, as printed.
    range: Option<String>,
    /// The flag, as printed: H, ↑, *.
    flag: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    /// The text of the report. Or give path.
    text: Option<String>,
    /// A file on this machine: text, CSV, TSV, XLSX, or PDF with a text layer.
    path: Option<String>,
}

pub(crate) fn reading() -> Declared {
    Declared {
        tool: ToolName::StandardizeReading,
        name: "standardize_reading",
        title: "A reading to FHIR",
        description: "One reading, as printed, to a FHIR R4 Observation with its LOINC code, UCUM unit and value. The \
            unit and the value help to choose the code; give them. Without a code the Observation says why in its \
            coding-decision extension. For a whole report use standardize_report.",
        schema: schema::<Printed>(),
        needs: Needs::Machine,
    }
}

pub(crate) fn declared() -> Declared {
    Declared {
        tool: ToolName::StandardizeReport,
        name: "standardize_report",
        title: "A report to FHIR",
        description: "A laboratory report, as text or as a file on this machine, to a FHIR R4 Observation for each \
            reading in it. Nothing is kept, and no model is asked. issues says what could not be read.",
        schema: schema::<Document>(),
        needs: Needs::Machine,
    }
}

pub(crate) fn standardize_reading(printed: Printed) -> Output {
    let value = match printed.value {
        Some(Value::String(text)) => text,
        Some(number) => number.to_string(),
        None => String::new(),
    };
    let coded = code(&Reading {
        name: printed.name,
        value,
        unit: printed.unit.unwrap_or_default(),
        specimen: printed.specimen.unwrap_or_default(),
        range: printed.range.unwrap_or_default(),
        flag: printed.flag.unwrap_or_default(),
        language: String::new(),
    });
    observations(&[(coded, About::default())], Vec::new())
}

pub(crate) fn standardize(document: Document) -> Output {
    match (document.text, document.path) {
        (Some(_), Some(_)) => Output::refused("path: give text or path, not both"),
        (None, None) => Output::refused("text: give text or path"),
        (Some(text), None) => of_parsed(parse_text(&text)),
        (None, Some(path)) => of_file(Path::new(&path)),
    }
}

fn of_file(path: &Path) -> Output {
    let fits = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MAX_BYTES as u64);
    let bytes = if fits { fs::read(path).ok() } else { None };
    let Some(bytes) = bytes else {
        return Output::error(ErrorKind::Unavailable, "path: no file of at most 100 MB can be read there");
    };
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    match parse(&bytes, name.as_deref()) {
        Ok(parsed) => of_parsed(parsed),
        Err(error) => Output::error(ErrorKind::NoData, format!("the document could not be read: {error}")),
    }
}

fn of_parsed(parsed: Parsed) -> Output {
    let coded = code_all(&parsed.readings());
    let about = |row: &Row| {
        let time = if row.time == RowTime::Unsaid { &parsed.time } else { &row.time };
        let (effective, time_text) = match time {
            RowTime::Unsaid => (None, ""),
            RowTime::Said { iso, text } => (Moment::read(iso).map(Effective::At), text.as_str()),
            RowTime::Impossible { text } | RowTime::Ambiguous { text } => (None, text.as_str()),
        };
        let time_text = time_text.to_owned();
        About { effective, time_text, page: Some(row.page), line: Some(row.line), ..About::default() }
    };
    let rows: Vec<_> = coded.into_iter().zip(parsed.rows.iter().map(about)).collect();
    let issue =
        |issue: &mirobody_collect::Issue| json!({"page": issue.page, "line": issue.line, "message": issue.message});
    observations(&rows, parsed.issues.iter().map(issue).collect())
}

fn observations(rows: &[(Coded, About)], issues: Vec<Value>) -> Output {
    let coded = rows.iter().filter(|(coded, _)| coded.decision.loinc.is_some()).count();
    let all: Result<Vec<Value>, _> =
        rows.iter().map(|(coded, about)| serde_json::to_value(observation(coded, about))).collect();
    match all {
        Ok(all) => Output::data(json!({"observations": all, "coded": coded, "of": rows.len(), "issues": issues})),
        Err(_) => Output::error(ErrorKind::Internal, "the reading could not be written as FHIR"),
    }
}
