//! What can be typed.

#[cfg(feature = "server")]
pub mod alias;
#[cfg(feature = "server")]
pub mod mcp;
#[cfg(feature = "server")]
pub mod recorded;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use mirobody_standardize::complaint::Language;

/// Turn health documents and readings into one coded record, and ask it questions.
#[derive(Parser)]
#[command(
    name = "mirobody",
    version,
    after_help = "Exit codes: 0 done, 1 the answer is no, 2 typed wrong, 3 input unreadable, 4 machine in the way."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Names of tests to LOINC codes
    Resolve(ResolveArgs),
    /// A sentence in everyday words to ICPC-3 codes; nothing is kept
    Complaints(ComplaintsArgs),
    /// A document to a table of coded readings; nothing is kept
    Parse(ParseArgs),
    #[cfg(feature = "server")]
    #[command(flatten)]
    Recorded(recorded::Command),
    /// Versions, vocabularies and their licences
    About(AboutArgs),
}

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody resolve \"LDL-C\" 血红蛋白 \"Glucose, serum\"
  mirobody resolve Hemoglobin --value 8.7 --unit mmol/L --json
  mirobody resolve CRP --value \"<0.50\" --unit mg/L --fhir
  mirobody resolve \"Urine protein\" --explain
  mirobody resolve --tsv names.tsv --codes > codes.txt

The TSV has a header row with the columns name, unit, specimen, language and, if wanted, value.
Exits with 1 when a name got no code (never with --tsv).")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag a person types")]
pub struct ResolveArgs {
    /// Names as printed
    #[arg(required_unless_present = "tsv")]
    pub names: Vec<String>,
    /// The result, which helps to choose the code
    #[arg(long, allow_hyphen_values = true)]
    pub value: Option<String>,
    /// The unit as printed
    #[arg(long)]
    pub unit: Option<String>,
    /// The specimen as printed
    #[arg(long)]
    pub specimen: Option<String>,
    /// The language of the names: en, zh, ja, nl, …
    #[arg(long)]
    pub lang: Option<String>,
    /// Read names from a tab-separated file; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["names", "value", "unit", "specimen", "lang"])]
    pub tsv: Option<PathBuf>,
    /// Answer only from this probability of the analyte on, 0 to 1
    #[arg(long, value_name = "P", value_parser = share)]
    pub min_confidence: Option<f32>,
    /// Say how each answer came about: what was read, the candidates, what speaks for and against them
    #[arg(long, conflicts_with = "codes")]
    pub explain: bool,
    /// Ask this person's aliases first (`mirobody alias`)
    #[cfg(feature = "server")]
    #[arg(long)]
    pub user: Option<String>,
    /// With --tsv: one line a row, the code or nothing
    #[arg(long, requires = "tsv")]
    pub codes: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print FHIR R4: one Observation a line
    #[arg(long, conflicts_with_all = ["json", "codes", "explain"])]
    pub fhir: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody complaints \"I have had a headache for three days, no fever, my mother coughs\"
  mirobody complaints 我头疼三天了，没发烧，我妈咳嗽 --json
  mirobody complaints - --lang de < note.txt

The status is affirmed, negated, uncertain, past, or other for somebody else's. Languages: en, zh, ja, ru, de, fr,
es, pt, ko. Exits with 1 when nothing was recognised or something is too broad for a code.")]
pub struct ComplaintsArgs {
    /// A sentence or a short note; - for standard input
    #[arg(required = true)]
    pub text: Vec<String>,
    /// The language; recognised when not given
    #[arg(long)]
    pub lang: Option<Language>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse::<f32>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1 is wanted".to_owned())
}

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody parse report.pdf
  mirobody parse readings.csv --json
  mirobody parse report.pdf --fhir > bundle.json

Reads text, CSV, TSV, XLSX and PDF with a text layer. Exits with 1 when no reading was found.")]
pub struct ParseArgs {
    /// The document; - for standard input
    pub file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print FHIR R4: a Bundle of Observations
    #[arg(long, conflicts_with = "json")]
    pub fhir: bool,
}

#[derive(Args)]
pub struct AboutArgs {
    /// Print every licence and notice in full
    #[arg(long)]
    pub notices: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
