//! The command line: what can be typed, and what the exit code means.
//!
//! Only this module and its children write to the terminal. Exit codes: 0 done; 1 the honest answer is no (a name
//! without a code, a file without a reading, a failed check); 2 the command was typed wrong; 3 an input could not be
//! read; 4 the machine is in the way (data directory, port, configuration).

mod about;
#[cfg(feature = "server")]
mod alias;
mod args;
#[cfg(feature = "server")]
mod ask;
#[cfg(feature = "server")]
mod backup;
#[cfg(feature = "server")]
mod chart;
mod complaints;
#[cfg(feature = "server")]
mod demo;
#[cfg(feature = "server")]
mod doctor;
mod exit;
mod explain;
#[cfg(feature = "server")]
mod export;
#[cfg(feature = "server")]
mod import;
#[cfg(feature = "server")]
mod keys;
#[cfg(feature = "server")]
mod maintain;
#[cfg(feature = "server")]
mod mcp;
mod parse;
#[cfg(feature = "server")]
mod profile;
#[cfg(feature = "server")]
mod record;
#[cfg(feature = "server")]
mod rekey;
mod resolve;
#[cfg(feature = "server")]
mod serve;
#[cfg(feature = "server")]
mod tell;
mod terminal;
mod tsv;
#[cfg(feature = "server")]
mod worker;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::Parser;
use exit::Failure;

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli.command) {
        Ok(code) => code,
        Err(failure) => {
            terminal::error(&failure.message);
            failure.exit.into()
        }
    }
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Resolve(args) => resolve::run(&args),
        Command::Complaints(args) => complaints::run(&args),
        Command::Parse(args) => parse::run(&args),
        #[cfg(feature = "server")]
        Command::Recorded(command) => run_recorded(command),
        Command::About(args) => about::run(&args),
    }
}

#[cfg(feature = "server")]
fn run_recorded(command: args::recorded::Command) -> Result<ExitCode, Failure> {
    use args::recorded::Command;
    match command {
        Command::Import(args) => import::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Tell(args) => tell::run(&args),
        Command::Ask(args) => ask::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Mcp(args) => mcp::run(&args),
        Command::Keys(args) => keys::run(&args),
        Command::Profile(args) => profile::run(&args),
        Command::Alias(args) => alias::run(&args),
        Command::Maintain => maintain::run(),
        Command::Backup(args) => backup::run(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Worker => worker::run(),
        Command::Rekey(args) => rekey::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Doctor(args) => doctor::run(&args),
    }
}
