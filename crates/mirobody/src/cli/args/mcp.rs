//! What can be typed after `mirobody mcp`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::recorded::Person;

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  mirobody mcp install cursor
  mirobody mcp install claude --write
  mirobody mcp url --user alice
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\
\"capabilities\":{},\"clientInfo\":{\"name\":\"me\",\"version\":\"1\"}}}' | mirobody mcp

Without a subcommand it speaks MCP on standard input and output, a message a line, until the input ends. It then needs no
record, no database and no key: it offers names, units, readings, complaints and reports to codes. A server offers the
same protocol at /mcp."
)]
pub struct McpArgs {
    #[command(subcommand)]
    pub action: Option<McpAction>,
    /// Offer a person's record on this machine too
    #[arg(long)]
    pub record: bool,
    #[command(flatten)]
    pub person: Person,
}

#[derive(Subcommand)]
pub enum McpAction {
    /// The configuration of a client, printed or written
    Install(InstallArgs),
    /// A URL that opens a person's record by itself; made, listed or ended
    Url(UrlArgs),
    /// A code to sign in with once, on the page a client opens
    Code(CodeArgs),
}

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody mcp install cursor
  mirobody mcp install codex --user alice --write
  mirobody mcp install vscode --url http://127.0.0.1:18080/mcp/sign-in

Without --url the client starts this program on this machine's record. With --write the rest of the client's file is
kept, and the file as it was is left beside it, with .bak added to its name.")]
pub struct InstallArgs {
    /// The client
    pub client: McpClient,
    /// The person whose record it reads
    #[command(flatten)]
    pub person: Person,
    /// The address of a server instead of this program: a personal URL, or /mcp/sign-in to be asked in the browser
    #[arg(long)]
    pub url: Option<String>,
    /// Write it into the client's file
    #[arg(long)]
    pub write: bool,
    /// The client's file, where it is not the usual one
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// A program that speaks MCP.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum McpClient {
    /// Claude Desktop
    Claude,
    /// Cursor
    Cursor,
    /// Codex
    Codex,
    /// Visual Studio Code
    Vscode,
}

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody mcp url --user alice
  mirobody mcp url --list
  mirobody mcp url --end 1234567890

Whoever has the URL reads the record. It is shown this once.")]
pub struct UrlArgs {
    #[command(flatten)]
    pub person: Person,
    /// List those there are, without their secrets
    #[arg(long, conflicts_with = "end")]
    pub list: bool,
    /// End one, by the id that --list shows
    #[arg(long, value_name = "ID")]
    pub end: Option<i64>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Example:
  mirobody mcp code --user alice

The code is good once, for ten minutes.")]
pub struct CodeArgs {
    #[command(flatten)]
    pub person: Person,
}
