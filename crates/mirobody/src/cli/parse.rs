//! `mirobody parse`: a document to a table of coded readings.

use std::process::ExitCode;

use serde_json::{Value as Json, json};

use super::{args::ParseArgs, exit, exit::Failure, terminal, tsv};
use crate::engine::{self, Bound, Coded, Comparator, Document, Flag, Found, Mark, RowTime, Ucum};

/// Parses one document and prints what is in it.
pub fn run(args: &ParseArgs) -> Result<ExitCode, Failure> {
    let bytes = tsv::bytes(&args.file)?;
    let name = args.file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let document = engine::parse_file(&name, &bytes)
        .map_err(|error| Failure::input(format!("{}: {error}", args.file.display())))?;
    if args.fhir {
        terminal::json(&document.fhir(None))?;
    } else if args.json {
        terminal::json(&as_value(&document))?;
    } else {
        show(&document)?;
    }
    Ok(exit::yes_or_no(!document.readings.is_empty()))
}

fn show(document: &Document) -> std::io::Result<()> {
    if document.readings.is_empty() {
        terminal::note("no reading found in this document");
    } else {
        let rows = document.readings.iter().map(cells).collect();
        let header = ["PAGE", "NAME", "VALUE", "UNIT", "RANGE", "FLAG", "LOINC", "IN LOINC, OR WHY NOT"];
        terminal::table(&header, rows)?;
        terminal::note(&summary(document));
    }
    for issue in &document.issues {
        terminal::note(&format!("page {} line {}: {}", issue.page, issue.line, issue.message));
    }
    Ok(())
}

fn cells(found: &Found) -> Vec<String> {
    let coded = &found.coded;
    let reading = &coded.reading;
    let unit = coded.unit.as_ref().map_or_else(|| reading.unit.clone(), ToString::to_string);
    let code = coded.decision.loinc.map_or_else(|| "-".to_owned(), |loinc| loinc.to_string());
    let meaning = coded.decision.canonical.map_or_else(|| coded.decision.reason.clone(), str::to_owned);
    let flag = coded.flag.map_or("", Flag::as_str);
    let marks: String = coded.marks.iter().map(|mark| told(*mark, coded)).collect();
    vec![
        found.page.to_string(),
        reading.name.clone(),
        reading.value.clone(),
        unit,
        reading.range.clone(),
        flag.to_owned(),
        code,
        meaning + &marks,
    ]
}

/// A mark, with what would explain a value that nobody has.
fn told(mark: Mark, coded: &Coded) -> String {
    match &coded.plausibility {
        Some(improbable) if mark == Mark::Implausible => format!(" [{}: {}]", mark.as_str(), improbable.reason),
        _ => format!(" [{}]", mark.as_str()),
    }
}

fn summary(document: &Document) -> String {
    let known = document.readings.iter().filter(|found| found.coded.decision.loinc.is_some()).count();
    let when = match &document.time {
        RowTime::Said { iso, .. } => format!("dated {iso}"),
        RowTime::Unsaid => "without a date".to_owned(),
        RowTime::Impossible { .. } => "with a date that cannot be".to_owned(),
        RowTime::Ambiguous { .. } => "with a date that can be read two ways".to_owned(),
    };
    format!("{} readings, {known} with a code, {when}", document.readings.len())
}

fn as_value(document: &Document) -> Json {
    let issues: Vec<_> = document
        .issues
        .iter()
        .map(|issue| json!({"page": issue.page, "line": issue.line, "message": issue.message}))
        .collect();
    json!({
        "media_type": document.media_type,
        "pages": document.pages.len(),
        "language": document.language,
        "time": time(&document.time),
        "readings": document.readings.iter().map(reading).collect::<Vec<_>>(),
        "issues": issues,
    })
}

fn time(time: &RowTime) -> Json {
    match time {
        RowTime::Unsaid => Json::Null,
        RowTime::Said { iso, text } => json!({"iso": iso, "text": text}),
        RowTime::Impossible { text } => json!({"iso": null, "text": text, "mark": "impossible-date"}),
        RowTime::Ambiguous { text } => json!({"iso": null, "text": text, "mark": "ambiguous-date"}),
    }
}

fn reading(found: &Found) -> Json {
    let coded = &found.coded;
    let printed = &coded.reading;
    let bound = |bound: Option<Bound>| bound.map(|bound| bound.number.to_string());
    json!({
        "name": printed.name,
        "value": printed.value,
        "unit": printed.unit,
        "specimen": printed.specimen,
        "range": printed.range,
        "number": coded.value.number().map(|number| number.to_string()),
        "comparator": coded.value.comparator().map(Comparator::as_str),
        "ucum": coded.unit.as_ref().map(Ucum::as_str),
        "low": bound(coded.range.low),
        "high": bound(coded.range.high),
        "flag": coded.flag.map(Flag::as_str),
        "outcome": coded.decision.outcome.as_str(),
        "loinc": coded.decision.loinc.map(|loinc| loinc.to_string()),
        "canonical": coded.decision.canonical,
        "confidence": (f64::from(coded.decision.confidence) * 1000.0).round() / 1000.0,
        "reason": coded.decision.reason,
        "series": coded.series,
        "plausibility": coded.plausibility,
        "marks": coded.marks.iter().map(|mark| mark.as_str()).collect::<Vec<_>>(),
        "page": found.page,
        "line": found.line,
        "time": time(&found.time),
    })
}
