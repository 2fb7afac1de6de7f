//! `mirobody ask`: a question answered from the record.

use std::process::ExitCode;

use mirobody_agent::{Answer, Evidence, Message, ToolStep, Turn, answer};
use serde_json::{Value, json};

use super::{
    args::recorded::AskArgs,
    chart,
    exit::Failure,
    record::{Record, block_on, now},
    terminal,
};

/// Answers one question.
pub fn run(args: &AskArgs) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let scope = record.person(&args.person).await?;
        let question = Message::user(args.question.join(" "));
        let turn = Turn { messages: vec![question], now: now(), language: None };
        let answer = answer(&record.store, &scope, &turn).await;
        show(&answer, args.json)?;
        Ok(ExitCode::SUCCESS)
    })
}

fn show(answer: &Answer, as_json: bool) -> std::io::Result<()> {
    if !as_json {
        return terminal::line(&chart::drawn(&answer.content, terminal::width()));
    }
    terminal::json(&json!({
        "content": answer.content,
        "reasoning": answer.reasoning,
        "tool_steps": answer.tool_steps.iter().map(step).collect::<Vec<_>>(),
        "health_records": answer.health_records.iter().map(evidence).collect::<Vec<_>>(),
        "citations": answer.citations.iter().map(evidence).collect::<Vec<_>>(),
    }))
}

fn step(step: &ToolStep) -> Value {
    json!({"id": step.id, "name": step.name, "arguments": step.arguments, "result": step.result})
}

fn evidence(evidence: &Evidence) -> Value {
    json!({"tool": evidence.tool, "data": evidence.data})
}
