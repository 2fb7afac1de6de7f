//! `mirobody tell`: what a person feels, in their own words, into the record.

use std::process::ExitCode;

use mirobody_ingest::{Heard, Ingest, IngestError, Told};
use mirobody_store::{Source, StoredComplaint};
use serde_json::{Value, json};

use super::{
    args::recorded::TellArgs,
    complaints::typed,
    exit,
    exit::Failure,
    record::{Record, block_on, now},
    terminal,
};

/// Keeps what was typed, or standard input for `-`.
pub fn run(args: &TellArgs) -> Result<ExitCode, Failure> {
    let text = typed(&args.text)?;
    let told = Told { language: args.lang, time: args.time.clone(), ..Told::new(text, Source::Journal) };
    block_on(async {
        let record = Record::open().await?;
        let scope = record.person(&args.person).await?;
        let heard = Ingest::new(record.store.clone()).complaints(&scope, told, now()).await.map_err(failure)?;
        show(&heard, args.json)?;
        Ok(exit::yes_or_no(!heard.kept.is_empty()))
    })
}

fn failure(error: IngestError) -> Failure {
    match error {
        IngestError::Invalid { param, must } if param == "time" => Failure::usage(format!("--time must {must}")),
        IngestError::Invalid { must, .. } => Failure::input(format!("the text must {must}")),
        other => Failure::machine(other),
    }
}

fn show(heard: &Heard, as_json: bool) -> std::io::Result<()> {
    if as_json {
        let kept: Vec<Value> = heard.kept.iter().map(as_value).collect();
        return terminal::json(&json!({"kept": kept, "of_others": heard.of_others}));
    }
    if heard.kept.is_empty() {
        terminal::line("No complaint or condition of your own was recognised; nothing was kept.")?;
    } else {
        let header = ["KEPT", "DAY", "ICPC-3", "STATUS", "IN ICPC-3, OR WHY NOT"];
        terminal::table(&header, heard.kept.iter().map(row).collect())?;
    }
    if heard.of_others > 0 {
        terminal::note(&format!("{} of somebody else's, not kept", heard.of_others));
    }
    Ok(())
}

fn row(kept: &StoredComplaint) -> Vec<String> {
    let said = kept.words.said.split_whitespace().collect::<Vec<_>>().join(" ");
    let code = kept.icpc.clone().unwrap_or_else(|| "-".to_owned());
    let meaning = kept.title.clone().or_else(|| kept.why.clone()).unwrap_or_default();
    vec![said, kept.day.to_string(), code, kept.status.as_str().to_owned(), meaning]
}

fn as_value(kept: &StoredComplaint) -> Value {
    json!({
        "id": kept.id,
        "said": kept.words.said,
        "duration": kept.words.duration,
        "severity": kept.words.severity,
        "icpc": kept.icpc,
        "title": kept.title,
        "reason": kept.why,
        "status": kept.status.as_str(),
        "day": kept.day.to_string(),
    })
}
