//! `mirobody resolve`: names to codes.

use std::process::ExitCode;

use mirobody_standardize::{Coded, Decision, Reading};
use serde_json::{Value, json};

use super::{args::ResolveArgs, exit, exit::Failure, terminal, tsv};
use crate::engine;

/// Resolves what was typed, or a file of names.
pub fn run(args: &ResolveArgs) -> Result<ExitCode, Failure> {
    match &args.tsv {
        Some(file) => from_file(args, tsv::read(file)?),
        None => from_words(args),
    }
}

fn from_words(args: &ResolveArgs) -> Result<ExitCode, Failure> {
    let readings: Vec<_> = args.names.iter().map(|name| reading(name, args)).collect();
    if args.fhir {
        return Ok(exit::yes_or_no(observations(&readings)?));
    }
    let answers = answers(readings);
    show(&answers, args.json)?;
    Ok(exit::yes_or_no(answers.iter().all(|coded| coded.decision.loinc.is_some())))
}

fn from_file(args: &ResolveArgs, readings: Vec<Reading>) -> Result<ExitCode, Failure> {
    if args.fhir {
        observations(&readings)?;
    } else if args.codes {
        let code = |reading: &Reading| {
            engine::resolve_reading(reading).decision.loinc.map(|loinc| loinc.to_string()).unwrap_or_default()
        };
        terminal::write(&readings.iter().map(|reading| code(reading) + "\n").collect::<String>())?;
    } else {
        show(&answers(readings), args.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn reading(name: &str, args: &ResolveArgs) -> Reading {
    let text = |option: &Option<String>| option.clone().unwrap_or_default();
    Reading {
        name: name.to_owned(),
        value: text(&args.value),
        unit: text(&args.unit),
        specimen: text(&args.specimen),
        language: text(&args.lang),
        ..Reading::default()
    }
}

fn answers(readings: Vec<Reading>) -> Vec<Coded> {
    readings.iter().map(engine::resolve_reading).collect()
}

/// An Observation a line. Whether all have a code.
fn observations(readings: &[Reading]) -> Result<bool, Failure> {
    let mut all = true;
    for reading in readings {
        let coded = engine::resolve_reading(reading);
        all &= coded.decision.loinc.is_some();
        terminal::line(&serde_json::to_string(&engine::observation(&coded)).map_err(Failure::machine)?)?;
    }
    Ok(all)
}

fn show(answers: &[Coded], as_json: bool) -> std::io::Result<()> {
    if as_json {
        return terminal::json(&answers.iter().map(as_value).collect::<Vec<_>>());
    }
    let rows = answers.iter().map(row).collect();
    terminal::table(&["NAME", "LOINC", "SURE", "IN LOINC, OR WHY NOT"], rows)
}

fn row(coded: &Coded) -> Vec<String> {
    let decision = &coded.decision;
    let code = decision.loinc.map_or_else(|| "-".to_owned(), |loinc| loinc.to_string());
    let sure = if decision.loinc.is_some() { percent(decision.confidence) } else { "-".to_owned() };
    let doubt = coded.plausibility.as_ref().map(|improbable| format!(" [improbable: {}]", improbable.reason));
    vec![coded.reading.name.clone(), code, sure, explanation(decision) + &doubt.unwrap_or_default()]
}

fn percent(share: f32) -> String {
    format!("{:.0} %", share * 100.0)
}

fn explanation(decision: &Decision) -> String {
    if let Some(canonical) = decision.canonical {
        return canonical.to_owned();
    }
    let alternatives: Vec<_> =
        decision.alternatives.iter().take(3).map(|other| format!("{} {}", other.loinc, other.canonical)).collect();
    let could =
        if alternatives.is_empty() { String::new() } else { format!(" (could be {})", alternatives.join("; ")) };
    format!("{}: {}{could}", decision.outcome.as_str(), decision.reason)
}

fn as_value(coded: &Coded) -> Value {
    let decision = &coded.decision;
    let alternatives = decision.alternatives.iter().map(
        |other| json!({"loinc": other.loinc.to_string(), "canonical": other.canonical, "score": rounded(other.score)}),
    );
    json!({
        "name": coded.reading.name,
        "outcome": decision.outcome.as_str(),
        "loinc": decision.loinc.map(|loinc| loinc.to_string()),
        "canonical": decision.canonical,
        "method": decision.method,
        "evidence": decision.evidence,
        "confidence": rounded(decision.confidence),
        "exact_confidence": rounded(decision.exact_confidence),
        "reason": decision.reason,
        "rejected": decision.rejected.map(|loinc| loinc.to_string()),
        "alternatives": alternatives.collect::<Vec<_>>(),
        "plausibility": coded.plausibility,
    })
}

fn rounded(share: f32) -> f64 {
    (f64::from(share) * 1000.0).round() / 1000.0
}
