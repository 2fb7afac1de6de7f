//! `cargo xtask bench`: speed and size, measured on this machine and printed as one table; nothing is asserted.
//!
//! The rows are those a reader can repeat: the program is the release build, cores are whatever the machine has, and
//! each row says over how much it was measured.

mod agent;
mod engine;
mod mcp;
mod program;
mod record;
mod server;
mod size;

use std::path::PathBuf;

use anyhow::Context;

use crate::process::cargo;

/// Options of `cargo xtask bench`.
#[derive(clap::Args, Default)]
pub struct BenchArgs {
    /// Folder of name sets (`*.tsv`, as for `eval`) for the mixed names; without it that row is left out
    #[arg(long)]
    data: Option<PathBuf>,
    /// Only rows whose name contains this
    #[arg(long)]
    only: Option<String>,
    /// How many times a program is started, and how many thousand rows are sent
    #[arg(long, default_value_t = 20)]
    runs: u32,
    /// Measure the binary that is there instead of building it
    #[arg(long)]
    no_build: bool,
    /// Set by the task itself when it runs again in a release build, whose engine is the one to measure
    #[arg(long, hide = true)]
    inner: bool,
}

/// One line of the table.
struct Row {
    what: &'static str,
    measured: String,
    aim: &'static str,
    over: String,
}

type Measure = fn(&BenchArgs) -> anyhow::Result<Option<Row>>;

/// Every row: its name, for `--only`, and how it is measured.
const ROWS: &[(&str, Measure)] = &[
    ("resolve cold", program::resolve_cold),
    ("names curated", engine::names_curated),
    ("names exact", engine::names_exact),
    ("names mixed", engine::names_mixed),
    ("units read", engine::units_read),
    ("units converted", engine::units_converted),
    ("server start", server::start),
    ("server ingest", server::ingest),
    ("server ingest together", server::ingest_together),
    ("server ingest small", server::ingest_small),
    ("server ingest postgres", server::ingest_on_postgres),
    ("mcp tools list", mcp::tools_list),
    ("mcp tools list holder", mcp::tools_list_of_a_holder),
    ("agent turns", agent::turns),
    ("agent streams", agent::streams),
    ("record samples", record::samples),
    ("record views", record::views),
    ("size binary", size::binary),
    ("size vocabulary", size::vocabulary),
];

/// Measures and prints every row that was asked for.
pub fn run(args: &BenchArgs) -> anyhow::Result<()> {
    if !args.no_build {
        cargo(&["build", "--release", "--package", "mirobody"])?;
    }
    if cfg!(debug_assertions) && !args.inner {
        return again_in_release();
    }
    println!("\n| what | measured | aim | over |\n|---|---|---|---|");
    for (name, measure) in ROWS {
        if args.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        match measure(args).with_context(|| format!("while measuring: {name}"))? {
            Some(row) => println!("| {} | {} | {} | {} |", row.what, row.measured, row.aim, row.over),
            None => println!("| {name} | not measured: give --data | | |"),
        }
    }
    Ok(())
}

/// The engine rows run inside this task, so that they are measured in a release build of it.
fn again_in_release() -> anyhow::Result<()> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let mut arguments = vec!["run", "--quiet", "--release", "--package", "xtask", "--"];
    arguments.extend(given.iter().map(String::as_str));
    arguments.extend(["--inner", "--no-build"].into_iter().filter(|flag| !given.iter().any(|have| have == flag)));
    cargo(&arguments)
}

/// A rate with thousands apart: `152 340 /s`.
fn per_second(count: usize, seconds: f64) -> String {
    format!("{} /s", grouped((count as f64 / seconds.max(1e-9)) as u64))
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}
