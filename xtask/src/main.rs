//! The project's own tasks: `cargo xtask test | tidy | vocab | substances | eval | units | bench | soak | conformance | mcp-conformance | schemathesis`.
//!
//! True here: every task runs from a fresh clone with what the machine has, and says what is missing. Must not be
//! here: anything the product needs at run time.

#![expect(clippy::print_stdout, reason = "a task talks to the terminal")]

mod bench;
mod conformance;
mod eval;
mod http;
mod licences;
mod mcp_conformance;
mod pdfs;
mod process;
mod python;
mod readme;
mod schemathesis;
mod server;
mod soak;
mod substances;
mod test;
mod tidy;
mod units;
mod vocab;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Build, check and measure mirobody")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Everything a change must pass: format, tidy, licences, clippy, tests, README commands, conformance, schemathesis
    Test(test::TestArgs),
    /// The rules of the house: module docs, pure core, SQL only in store, file sizes
    Tidy,
    /// The licences of every dependency against the list we accept
    Licences,
    /// Rebuild the vocabulary inputs from an official LOINC release
    Vocab(vocab::VocabArgs),
    /// Rebuild the table of codes that measure a substance
    Substances,
    /// Score the resolver on name-to-code sets, or the document reader with --pdfs
    Eval(EvalChoice),
    /// Compare the unit reader and the conversions with what others wrote down
    Units(units::UnitsArgs),
    /// Measure speed and size
    Bench(bench::BenchArgs),
    /// Kill the server under load again and again, and look whether anything acknowledged was lost
    Soak(soak::SoakArgs),
    /// Run every command of the README as a new user would
    Readme,
    /// Run the API conformance suite against a server of this tree
    Conformance(conformance::ConformanceArgs),
    /// Run the official MCP conformance suite against a server of this tree
    McpConformance(mcp_conformance::McpConformanceArgs),
    /// Hold every answer of a server of this tree against the document of its API
    Schemathesis(schemathesis::SchemathesisArgs),
}

/// Which reader is scored.
#[derive(clap::Args)]
struct EvalChoice {
    /// Score the document reader on the lab report PDFs of the data folder instead of the name sets
    #[arg(long)]
    pdfs: bool,
    #[command(flatten)]
    names: eval::EvalArgs,
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().task {
        Task::Test(args) => test::run(&args),
        Task::Tidy => tidy::run(),
        Task::Licences => licences::run(),
        Task::Vocab(args) => vocab::run(&args),
        Task::Substances => substances::run(),
        Task::Eval(args) if args.pdfs => pdfs::run(&pdfs::PdfsArgs { data: args.names.data }),
        Task::Eval(args) => eval::run(&args.names),
        Task::Units(args) => units::run(&args),
        Task::Bench(args) => bench::run(&args),
        Task::Soak(args) => soak::run(&args),
        Task::Readme => readme::run(),
        Task::Conformance(args) => conformance::run(&args),
        Task::McpConformance(args) => mcp_conformance::run(&args),
        Task::Schemathesis(args) => schemathesis::run(&args),
    }
}

/// The repository's root folder.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
