//! Reads a lab report and prints each result with its code, or why it has none.
//!
//! `cargo run -p mirobody --no-default-features --example lab_report -- report.pdf`

#![expect(clippy::print_stdout, reason = "an example talks to the terminal")]

use std::{env, error::Error, fs};

use mirobody::engine::{self, Decision, Found};

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("give the file of a lab report")?;
    let document = engine::parse_file(&file, &fs::read(&file)?)?;
    for found in &document.readings {
        println!("{}", line(found));
    }
    println!("{} readings, by {}", document.readings.len(), engine::vocabulary());
    Ok(())
}

fn line(found: &Found) -> String {
    let reading = &found.coded.reading;
    let printed = [&reading.name, &reading.value, &reading.unit].map(String::as_str).join("  ");
    format!("page {} line {}: {printed}: {}", found.page, found.line, answer(&found.coded.decision))
}

fn answer(decision: &Decision) -> String {
    match (decision.loinc, decision.canonical) {
        (Some(code), Some(canonical)) => format!("{code} {canonical}"),
        _ => format!("{}, {}", decision.outcome.as_str(), decision.reason),
    }
}
