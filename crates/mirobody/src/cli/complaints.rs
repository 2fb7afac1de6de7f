//! `mirobody complaints`: a sentence to the complaints it names.

use std::{path::Path, process::ExitCode};

use mirobody_standardize::complaint::{Coding, Complaint, complaints};
use serde_json::{Value, json};

use super::{args::ComplaintsArgs, exit, exit::Failure, terminal, tsv};

/// Reads what was typed, or standard input for `-`.
pub fn run(args: &ComplaintsArgs) -> Result<ExitCode, Failure> {
    let text = typed(&args.text)?;
    let found = complaints(&text, args.lang);
    if args.json {
        terminal::json(&found.iter().map(as_value).collect::<Vec<_>>())?;
    } else if found.is_empty() {
        terminal::line("No complaint or condition was recognised.")?;
    } else {
        let header = ["SAID", "ICPC-3", "STATUS", "HOW LONG", "HOW BAD", "IN ICPC-3, OR WHY NOT"];
        terminal::table(&header, found.iter().map(row).collect())?;
    }
    Ok(exit::yes_or_no(!found.is_empty() && found.iter().all(|complaint| complaint.coding.icpc().is_some())))
}

/// The words of a command line; those of standard input for `-`.
pub fn typed(words: &[String]) -> Result<String, Failure> {
    let typed = words.join(" ");
    if typed == "-" { standard_input() } else { Ok(typed) }
}

fn standard_input() -> Result<String, Failure> {
    String::from_utf8(tsv::bytes(Path::new("-"))?).map_err(|_| Failure::input("the text is not UTF-8"))
}

fn row(complaint: &Complaint<'_>) -> Vec<String> {
    let (code, meaning) = match complaint.coding {
        Coding::Code { icpc, title } => (icpc.to_string(), title),
        Coding::Refused { why } => ("-".to_owned(), why),
    };
    let words = |words: Option<&str>| words.unwrap_or("-").to_owned();
    let status = complaint.status.as_str().to_owned();
    let said = complaint.said.split_whitespace().collect::<Vec<_>>().join(" ");
    vec![said, code, status, words(complaint.duration), words(complaint.severity), meaning.to_owned()]
}

fn as_value(complaint: &Complaint<'_>) -> Value {
    let (outcome, icpc, title, reason) = match complaint.coding {
        Coding::Code { icpc, title } => ("coded", Some(icpc.to_string()), Some(title), None),
        Coding::Refused { why } => ("refused", None, None, Some(why)),
    };
    json!({
        "said": complaint.said,
        "start": complaint.start,
        "outcome": outcome,
        "icpc": icpc,
        "title": title,
        "status": complaint.status.as_str(),
        "duration": complaint.duration,
        "severity": complaint.severity,
        "reason": reason,
    })
}
