//! `mirobody mcp`: MCP on standard input and output, and what clients need to connect.

mod file;
mod install;

use std::process::ExitCode;

use mirobody_server::{
    Clock,
    mcp::{LocalRecord, serve_stdio},
};
use mirobody_store::Link;
use serde_json::json;

use super::{
    args::mcp::{CodeArgs, McpAction, McpArgs, UrlArgs},
    exit,
    exit::Failure,
    record::{Record, block_on, now},
    terminal,
};

/// Speaks MCP, or helps a client to.
pub fn run(args: &McpArgs) -> Result<ExitCode, Failure> {
    match &args.action {
        None => speak(args),
        Some(McpAction::Install(args)) => install::run(args),
        Some(McpAction::Url(args)) => url(args),
        Some(McpAction::Code(args)) => code(args),
    }
}

fn speak(args: &McpArgs) -> Result<ExitCode, Failure> {
    if !args.record && !args.person.is_default() {
        return Err(Failure::usage("--user and --account say whose record is read, and need --record"));
    }
    mirobody_server::quiet_panics();
    let spoken = block_on(async {
        let local = if args.record {
            let record = Record::open().await?;
            let scope = record.person(&args.person).await?;
            let embedder = record.config.embedder()?;
            Some(LocalRecord::new(record.store, scope, Clock::system()).with_embedder(embedder))
        } else {
            None
        };
        Ok(serve_stdio(local).await?)
    });
    spoken.map(|()| ExitCode::SUCCESS)
}

fn url(args: &UrlArgs) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let scope = record.person(&args.person).await?;
        if let Some(id) = args.end {
            return Ok(exit::yes_or_no(record.store.revoke_link(&scope, id).await?));
        }
        if args.list {
            list(&record.store.links(&scope).await?, args.json)?;
            return Ok(ExitCode::SUCCESS);
        }
        let (id, secret) = record.store.new_link(&scope, now()).await?;
        let url = format!("{}/mcp/{secret}", record.config.address());
        if args.json {
            terminal::json(&json!({"id": id, "url": url}))?;
        } else {
            terminal::line(&url)?;
            terminal::note(&format!("url {id}; whoever has it reads the record, and it is not shown again"));
        }
        Ok(ExitCode::SUCCESS)
    })
}

fn list(links: &[Link], as_json: bool) -> std::io::Result<()> {
    if as_json {
        let value = |link: &Link| json!({"id": link.id, "key": link.key, "created": link.created.to_string()});
        return terminal::json(&links.iter().map(value).collect::<Vec<_>>());
    }
    let row = |link: &Link| {
        let made_with = link.key.map_or_else(|| "this machine".to_owned(), |key| format!("key {key}"));
        vec![link.id.to_string(), made_with, link.created.to_string()]
    };
    terminal::table(&["ID", "MADE WITH", "CREATED"], links.iter().map(row).collect())
}

fn code(args: &CodeArgs) -> Result<ExitCode, Failure> {
    block_on(async {
        let record = Record::open().await?;
        let scope = record.person(&args.person).await?;
        terminal::line(&record.store.new_sign_in_code(&scope, now()).await?)?;
        terminal::note("good once, for ten minutes");
        Ok(ExitCode::SUCCESS)
    })
}
