//! `mirobody parse`: a document to a table of coded readings.

use std::process::ExitCode;

use mirobody_collect::{Parsed, Row, RowTime};
use mirobody_standardize::{Coded, Mark, code_all};
use serde_json::{Value as Json, json};

use super::{args::ParseArgs, exit, exit::Failure, terminal, tsv};

/// Parses one document and prints what is in it.
pub fn run(args: &ParseArgs) -> Result<ExitCode, Failure> {
    let bytes = tsv::bytes(&args.file)?;
    let name = args.file.file_name().map(|name| name.to_string_lossy().into_owned());
    let parsed = mirobody_collect::parse(&bytes, name.as_deref())
        .map_err(|error| Failure::input(format!("{}: {error}", args.file.display())))?;
    let readings: Vec<_> = parsed.rows.iter().map(|row| row.reading.clone()).collect();
    let coded = code_all(&readings);
    if args.json {
        terminal::json(&document(&parsed, &coded))?;
    } else {
        show(&parsed, &coded)?;
    }
    Ok(exit::yes_or_no(!coded.is_empty()))
}

fn show(parsed: &Parsed, coded: &[Coded]) -> std::io::Result<()> {
    if coded.is_empty() {
        terminal::note("no reading found in this document");
    } else {
        let rows = parsed.rows.iter().zip(coded).map(|(row, coded)| cells(row, coded)).collect();
        let header = ["PAGE", "NAME", "VALUE", "UNIT", "RANGE", "FLAG", "LOINC", "IN LOINC, OR WHY NOT"];
        terminal::table(&header, rows)?;
        terminal::note(&summary(parsed, coded));
    }
    for issue in &parsed.issues {
        terminal::note(&format!("page {} line {}: {}", issue.page, issue.line, issue.message));
    }
    Ok(())
}

fn cells(row: &Row, coded: &Coded) -> Vec<String> {
    let reading = &coded.reading;
    let unit = coded.unit.as_ref().map_or_else(|| reading.unit.clone(), ToString::to_string);
    let code = coded.decision.loinc.map_or_else(|| "-".to_owned(), |loinc| loinc.to_string());
    let meaning = coded.decision.canonical.map_or_else(|| coded.decision.reason.clone(), str::to_owned);
    let flag = coded.flag.map_or("", mirobody_standardize::Flag::as_str);
    let marks: String = coded.marks.iter().map(|mark| format!(" [{}]", told(*mark, coded))).collect();
    vec![
        row.page.to_string(),
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
        Some(improbable) if mark == Mark::Implausible => format!("{}: {}", mark.as_str(), improbable.reason),
        _ => mark.as_str().to_owned(),
    }
}

fn summary(parsed: &Parsed, coded: &[Coded]) -> String {
    let known = coded.iter().filter(|coded| coded.decision.loinc.is_some()).count();
    let when = match &parsed.time {
        RowTime::Said { iso, .. } => format!("dated {iso}"),
        RowTime::Unsaid => "without a date".to_owned(),
        RowTime::Impossible { .. } => "with a date that cannot be".to_owned(),
        RowTime::Ambiguous { .. } => "with a date that can be read two ways".to_owned(),
    };
    format!("{} readings, {known} with a code, {when}", coded.len())
}

fn document(parsed: &Parsed, coded: &[Coded]) -> Json {
    let readings: Vec<_> = parsed.rows.iter().zip(coded).map(|(row, coded)| reading(row, coded)).collect();
    let issues: Vec<_> = parsed
        .issues
        .iter()
        .map(|issue| json!({"page": issue.page, "line": issue.line, "message": issue.message}))
        .collect();
    json!({
        "media_type": parsed.media_type,
        "pages": parsed.pages.len(),
        "language": parsed.language,
        "time": time(&parsed.time),
        "readings": readings,
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

fn reading(row: &Row, coded: &Coded) -> Json {
    let printed = &coded.reading;
    let bound = |bound: Option<mirobody_standardize::Bound>| bound.map(|bound| bound.number.to_string());
    json!({
        "name": printed.name,
        "value": printed.value,
        "unit": printed.unit,
        "specimen": printed.specimen,
        "range": printed.range,
        "number": coded.value.number().map(|number| number.to_string()),
        "comparator": coded.value.comparator().map(mirobody_standardize::Comparator::as_str),
        "ucum": coded.unit.as_ref().map(mirobody_units::Ucum::as_str),
        "low": bound(coded.range.low),
        "high": bound(coded.range.high),
        "flag": coded.flag.map(mirobody_standardize::Flag::as_str),
        "outcome": coded.decision.outcome.as_str(),
        "loinc": coded.decision.loinc.map(|loinc| loinc.to_string()),
        "canonical": coded.decision.canonical,
        "confidence": (f64::from(coded.decision.confidence) * 1000.0).round() / 1000.0,
        "reason": coded.decision.reason,
        "series": coded.series,
        "plausibility": coded.plausibility,
        "marks": coded.marks.iter().map(|mark| mark.as_str()).collect::<Vec<_>>(),
        "page": row.page,
        "line": row.line,
        "time": time(&row.time),
    })
}
