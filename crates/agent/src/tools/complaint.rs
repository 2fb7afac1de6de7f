//! `standardize_complaint`: a sentence in everyday words to ICPC-3.

use std::str::FromStr;

use mirobody_standardize::complaint::{Coding, Complaint, Language, complaints};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Declared, Needs, Output, ToolName, arguments::schema};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// What the person says, in their own words.
    #[schemars(length(max = 20_000))]
    text: String,
    /// The language: en, zh, ja, ru, de, fr, es, pt or ko. Recognised when left out.
    language: Option<String>,
}

pub(crate) fn declared() -> Declared {
    Declared {
        tool: ToolName::StandardizeComplaint,
        name: "standardize_complaint",
        title: "Complaints to ICPC-3",
        description: "A sentence or short note to the complaints and conditions it names, each with its ICPC-3 code \
            and whether it is affirmed, negated, uncertain, past, or another person's. What is too broad for a code \
            is refused, with the reason.",
        schema: schema::<Arguments>(),
        needs: Needs::Machine,
    }
}

pub(crate) fn standardize(arguments: Arguments) -> Output {
    let Ok(language) = arguments.language.as_deref().map(Language::from_str).transpose() else {
        return Output::refused("language: none of en, zh, ja, ru, de, fr, es, pt, ko");
    };
    let found = complaints(&arguments.text, language);
    let coded = found.iter().filter(|complaint| complaint.coding.icpc().is_some()).count();
    let rows: Vec<Value> = found.iter().map(row).collect();
    Output::data(json!({"system": "ICPC-3", "complaints": rows, "coded": coded, "of": found.len()}))
}

fn row(complaint: &Complaint<'_>) -> Value {
    let (outcome, icpc, title, reason) = match complaint.coding {
        Coding::Code { icpc, title } => ("coded", Some(icpc.to_string()), Some(title), None),
        Coding::Refused { why } => ("refused", None, None, Some(why)),
    };
    json!({
        "said": complaint.said,
        "outcome": outcome,
        "icpc": icpc,
        "title": title,
        "status": complaint.status.as_str(),
        "duration": complaint.duration,
        "severity": complaint.severity,
        "reason": reason,
    })
}
