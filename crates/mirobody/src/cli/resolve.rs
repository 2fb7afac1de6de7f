//! `mirobody resolve`: names to codes.

use std::process::ExitCode;

use mirobody_standardize::{
    Aliases, Axis, Coded, Decision, Inspected, NumberStyle, Options, Reading, code_with, inspect, resolve_with,
};
use serde_json::{Value, json};

use super::{args::ResolveArgs, exit, exit::Failure, explain, terminal, tsv};
use crate::engine;

/// Resolves what was typed, or a file of names.
pub fn run(args: &ResolveArgs) -> Result<ExitCode, Failure> {
    let aliases = aliases(args)?;
    let overlay = aliases.at([]);
    let options = Options { aliases: Some(&overlay), min_confidence: args.min_confidence, ..Options::default() };
    match &args.tsv {
        Some(file) => from_file(args, tsv::read(file)?, &options),
        None => from_words(args, &options),
    }
}

/// The aliases of the person asked for. Nothing else here needs the data directory.
#[cfg(feature = "server")]
fn aliases(args: &ResolveArgs) -> Result<Aliases, Failure> {
    args.user.as_deref().map_or_else(|| Ok(Aliases::default()), super::alias::known)
}

#[cfg(not(feature = "server"))]
#[expect(clippy::unnecessary_wraps, reason = "a program with a record can fail to open it")]
fn aliases(_: &ResolveArgs) -> Result<Aliases, Failure> {
    Ok(Aliases::default())
}

fn from_words(args: &ResolveArgs, options: &Options<'_>) -> Result<ExitCode, Failure> {
    let readings: Vec<_> = args.names.iter().map(|name| reading(name, args)).collect();
    if args.fhir {
        return Ok(exit::yes_or_no(observations(&readings, options)?));
    }
    if args.explain {
        return explained(readings, options, args.json);
    }
    let answers = answers(readings, options);
    show(&answers, args.json)?;
    Ok(exit::yes_or_no(answers.iter().all(|coded| coded.decision.loinc.is_some())))
}

fn from_file(args: &ResolveArgs, readings: Vec<Reading>, options: &Options<'_>) -> Result<ExitCode, Failure> {
    if args.fhir {
        observations(&readings, options)?;
    } else if args.codes {
        let code =
            |reading: &Reading| resolve_with(reading, options).loinc.map(|loinc| loinc.to_string()).unwrap_or_default();
        terminal::write(&readings.iter().map(|reading| code(reading) + "\n").collect::<String>())?;
    } else if args.explain {
        explained(readings, options, args.json)?;
    } else {
        show(&answers(readings, options), args.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn explained(readings: Vec<Reading>, options: &Options<'_>, as_json: bool) -> Result<ExitCode, Failure> {
    let all: Vec<(Coded, Inspected)> =
        readings.iter().map(|reading| (answer(reading, options), inspect(reading, options))).collect();
    if as_json {
        let value = |(coded, inspected): &(Coded, Inspected)| {
            let mut value = as_value(coded);
            value["explanation"] = explain::as_value(inspected);
            value
        };
        terminal::json(&all.iter().map(value).collect::<Vec<_>>())?;
    } else {
        let text =
            |(coded, inspected): &(Coded, Inspected)| explain::text(&coded.reading, inspected, terminal::width());
        terminal::write(&all.iter().map(text).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(exit::yes_or_no(all.iter().all(|(coded, _)| coded.decision.loinc.is_some())))
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

fn answers(readings: Vec<Reading>, options: &Options<'_>) -> Vec<Coded> {
    readings.iter().map(|reading| answer(reading, options)).collect()
}

fn answer(reading: &Reading, options: &Options<'_>) -> Coded {
    code_with(reading, NumberStyle::Unknown, options)
}

/// An Observation a line. Whether all have a code.
fn observations(readings: &[Reading], options: &Options<'_>) -> Result<bool, Failure> {
    let mut all = true;
    for reading in readings {
        let coded = answer(reading, options);
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

/// A share in per cent.
pub fn percent(share: f32) -> String {
    format!("{:.0} %", share * 100.0)
}

fn explanation(decision: &Decision) -> String {
    if let Some(canonical) = decision.canonical {
        return doubt(decision).map_or_else(|| canonical.to_owned(), |doubt| format!("{canonical} ({doubt})"));
    }
    let alternatives: Vec<_> =
        decision.alternatives.iter().take(3).map(|other| format!("{} {}", other.loinc, other.canonical)).collect();
    let could =
        if alternatives.is_empty() { String::new() } else { format!(" (could be {})", alternatives.join("; ")) };
    format!("{}: {}{could}", decision.outcome.as_str(), decision.reason)
}

/// What is undecided when the code is not certain.
pub fn doubt(decision: &Decision) -> Option<String> {
    if decision.loinc.is_none() || decision.is_certain() {
        return None;
    }
    let axes: Vec<&str> = decision.undecided().into_iter().map(Axis::as_str).collect();
    let others: Vec<String> =
        decision.rivals().take(2).map(|other| format!("{} {}", other.loinc, other.canonical)).collect();
    let axes = if axes.is_empty() { String::new() } else { format!(": {} undecided", axes.join(", ")) };
    let others = if others.is_empty() { String::new() } else { format!("; could be {}", others.join("; ")) };
    Some(format!("code not certain{axes}{others}"))
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
        "certain": decision.is_certain(),
        "undecided": decision.undecided().into_iter().map(Axis::as_str).collect::<Vec<_>>(),
        "reason": decision.reason,
        "rejected": decision.rejected.map(|loinc| loinc.to_string()),
        "alternatives": alternatives.collect::<Vec<_>>(),
        "plausibility": coded.plausibility,
    })
}

/// Three digits.
pub fn rounded(share: f32) -> f64 {
    (f64::from(share) * 1000.0).round() / 1000.0
}
