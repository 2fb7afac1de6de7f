//! What can be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

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
    /// A document to a table of coded readings; nothing is kept
    Parse(ParseArgs),
    /// Documents into the record
    Import(ImportArgs),
    /// A question answered from the record
    Ask(AskArgs),
    /// The HTTP API
    Serve(ServeArgs),
    /// API keys
    Keys(KeysArgs),
    /// A person's time zone, sex, birth date, units and language
    Profile(ProfileArgs),
    /// Remove what has expired and the last traces of what was erased
    Maintain,
    /// Load a synthetic person to try things on
    Demo(DemoArgs),
    /// Check this machine, the configuration and the data directory
    Doctor(JsonArgs),
    /// Versions, vocabularies and their licences
    About(AboutArgs),
}

/// Whose record.
#[derive(Args)]
pub struct Person {
    /// The person, as the API's `user` field names them
    #[arg(long, default_value = "default")]
    pub user: String,
}

#[derive(Args)]
pub struct JsonArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody resolve \"LDL-C\" 血红蛋白 \"Glucose, serum\"
  mirobody resolve Hemoglobin --value 8.7 --unit mmol/L --json
  mirobody resolve --tsv names.tsv --codes > codes.txt

The TSV has a header row with the columns name, unit, specimen, language and, if wanted, value.
Exits with 1 when a name got no code (never with --tsv).")]
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
    /// With --tsv: one line a row, the code or nothing
    #[arg(long, requires = "tsv")]
    pub codes: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody parse report.pdf
  mirobody parse readings.csv --json

Reads text, CSV, TSV, XLSX and PDF with a text layer. Exits with 1 when no reading was found.")]
pub struct ParseArgs {
    /// The document; - for standard input
    pub file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Example:
  mirobody import reports/*.pdf --user alice

The original is kept even when nothing can be read from it. A file that is already there adds no readings again.")]
pub struct ImportArgs {
    /// The documents
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub person: Person,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody ask \"What is my latest LDL?\"
  mirobody ask 我的空腹血糖趋势如何 --user alice")]
pub struct AskArgs {
    /// The question, in English or Chinese
    #[arg(required = true)]
    pub question: Vec<String>,
    #[command(flatten)]
    pub person: Person,
    /// Print JSON: the answer, the tool calls and the records behind it
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Example:
  mirobody serve --port 18080")]
pub struct ServeArgs {
    /// The address to listen on (HTTP_HOST)
    #[arg(long)]
    pub host: Option<String>,
    /// The port to listen on (HTTP_PORT)
    #[arg(long)]
    pub port: Option<u16>,
}

#[derive(Args)]
pub struct KeysArgs {
    #[command(subcommand)]
    pub action: KeysAction,
}

#[derive(Subcommand)]
pub enum KeysAction {
    /// Make a key; its secret is shown this once
    Create {
        /// What the key is for
        #[arg(long, default_value = "")]
        label: String,
        /// The account it belongs to; people of one account are invisible to another
        #[arg(long, default_value = "local")]
        account: String,
        /// Requests a minute; REQUESTS_PER_MINUTE when not given
        #[arg(long)]
        rpm: Option<u32>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List keys, without their secrets
    List(JsonArgs),
    /// End a key at once
    Revoke {
        /// The id that `keys list` shows
        id: String,
    },
}

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody profile
  mirobody profile --zone Europe/Brussels --sex female --birth-date 1984-05-02")]
pub struct ProfileArgs {
    #[command(flatten)]
    pub person: Person,
    /// IANA time zone, such as Europe/Brussels
    #[arg(long)]
    pub zone: Option<String>,
    /// With --zone: the day of moving there; earlier days keep the zone before it
    #[arg(long, requires = "zone", value_name = "DATE")]
    pub since: Option<String>,
    /// female, male or other
    #[arg(long)]
    pub sex: Option<String>,
    /// Date of birth, such as 1984-05-02
    #[arg(long, value_name = "DATE")]
    pub birth_date: Option<String>,
    /// The units to answer in
    #[arg(long)]
    pub units: Option<UnitSystem>,
    /// The language to answer in: en, zh
    #[arg(long)]
    pub language: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A system of units.
#[derive(Clone, Copy, ValueEnum)]
pub enum UnitSystem {
    /// mmol/L and its kind
    Si,
    /// mg/dL and its kind
    Conventional,
}

#[derive(Args)]
#[command(after_help = "Example:
  mirobody demo --serve

Loads the reports of a made-up person as user `demo`; loading again adds nothing.")]
pub struct DemoArgs {
    /// Make a key, print a request to try, and serve
    #[arg(long)]
    pub serve: bool,
    #[command(flatten)]
    pub listen: ServeArgs,
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
