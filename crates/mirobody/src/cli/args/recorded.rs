//! What can be typed to a program that keeps a record.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use mirobody_standardize::complaint::Language;

use super::{alias::AliasArgs, mcp::McpArgs};

const REKEY: &str = "Encrypt what is plain, and move to a new encryption key.

Set PG_ENCRYPTION_KEY to a new random secret (`openssl rand -hex 32`) and PG_ENCRYPTION_KEY_PREVIOUS to the one before, \
if there was one; run this; then remove PG_ENCRYPTION_KEY_PREVIOUS. Servers may go on meanwhile when they have both. \
It may be stopped and run again. What was plain before leaves the disk with `mirobody maintain`.";

#[derive(Subcommand)]
pub enum Command {
    /// Documents, or an export, into the record
    Import(ImportArgs),
    /// A person's record without conversations and notes, to take elsewhere
    Export(ExportArgs),
    /// What you feel, in your own words, into the record
    Tell(TellArgs),
    /// A question answered from the record
    Ask(AskArgs),
    /// The HTTP API
    Serve(ServeArgs),
    /// MCP for a client on this machine, and what clients need to connect
    Mcp(McpArgs),
    /// API keys
    Keys(KeysArgs),
    /// A person's time zone, sex, birth date, units and language
    Profile(ProfileArgs),
    /// A person's own codes for names, which come before all others
    Alias(AliasArgs),
    /// Remove what has expired and the last traces of what was erased
    Maintain,
    /// Do background work without answering requests; every server does it too
    Worker,
    /// Write the whole record into a directory, while servers go on
    Backup(BackupArgs),
    /// Put a backup back into a new record, on either engine
    Restore(RestoreArgs),
    /// Encrypt what is plain, and move to a new encryption key
    #[command(long_about = REKEY)]
    Rekey(JsonArgs),
    /// Load a synthetic person to try things on
    Demo(DemoArgs),
    /// Check this machine, the configuration and the data directory
    Doctor(DoctorArgs),
}

/// Whose record.
#[derive(Args)]
pub struct Person {
    /// The person, as the API's `user` field names them
    #[arg(long, default_value = "default")]
    pub user: String,
    /// The account the person belongs to, as `mirobody keys` names it
    #[arg(long, value_name = "NAME", default_value = "local")]
    pub account: String,
}

impl Person {
    /// Whether nobody in particular was named.
    pub fn is_default(&self) -> bool {
        self.user == "default" && self.account == mirobody_store::LOCAL_ACCOUNT
    }
}

#[derive(Args)]
#[command(after_help = "Example:
  mirobody doctor --probe")]
pub struct DoctorArgs {
    /// Ask each language model for a word, and each source of published evidence for a publication
    #[arg(long)]
    pub probe: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct JsonArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Example:
  mirobody import reports/*.pdf --user alice

The original is kept even when nothing can be read from it. A file that is already there adds no readings again.
An export of `mirobody export` (JSON or NDJSON) is put back as it was; what is there already is left as it is.")]
pub struct ImportArgs {
    /// The documents, or exports
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
  mirobody tell \"headache for three days, no fever\" --user alice
  mirobody tell 头疼 --time 2026-06-16T07:30:00+02:00
  mirobody tell - < diary.txt

Each complaint is kept as it was said, with its ICPC-3 code and whether it is affirmed, negated, uncertain or past;
`mirobody ask` answers from it. What is somebody else's is not kept. Languages: en, zh, ja, ru, de, fr, es, pt, ko.
`mirobody complaints` shows how a text is read and keeps nothing. Exits with 1 when nothing was kept.")]
pub struct TellArgs {
    /// A sentence or a short note; - for standard input
    #[arg(required = true)]
    pub text: Vec<String>,
    #[command(flatten)]
    pub person: Person,
    /// When, as a date or RFC 3339; now when not given
    #[arg(long)]
    pub time: Option<String>,
    /// The language; recognised when not given
    #[arg(long)]
    pub lang: Option<Language>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody export --user alice --output alice.json
  mirobody export --user alice --format fhir | gzip > alice.ndjson.gz
  mirobody import alice.json --user alice

JSON and NDJSON hold everything but conversations, facts and notes, the documents too, and can be imported again without
loss. CSV has the readings, FHIR (R4, a resource a line) what GET /v1/fhir gives; neither is read back. The output is health data in plain text.")]
pub struct ExportArgs {
    #[command(flatten)]
    pub person: Person,
    /// The form
    #[arg(long, default_value = "json")]
    pub format: ExportFormat,
    /// A new file to write; standard output when not given
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The form of an export.
#[derive(Clone, Copy, ValueEnum)]
pub enum ExportFormat {
    /// Everything, in one JSON document
    Json,
    /// Everything, a piece a line
    Ndjson,
    /// The readings
    Csv,
    /// FHIR R4 resources, one a line
    Fhir,
}

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody ask \"What is my latest LDL?\"
  mirobody ask 我的空腹血糖趋势如何 --user alice")]
pub struct AskArgs {
    /// The question, in English, Chinese, Japanese, German, French or Spanish
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
    /// What keys have used, by day
    Usage {
        /// The first day, in UTC; today when not given
        #[arg(long, value_name = "DATE")]
        from: Option<String>,
        /// The last day; the first when not given
        #[arg(long, value_name = "DATE")]
        to: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// How much an account may be billed a month
    Cap {
        /// The account, by name
        account: String,
        /// In US dollars, such as 20 or 2.50; `none` for no cap
        usd: String,
    },
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

/// Options of `mirobody backup`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  mirobody backup /mnt/backups/monday\n  mirobody backup --verify /mnt/backups/monday"
)]
pub struct BackupArgs {
    /// A directory that is new or empty
    pub directory: PathBuf,
    /// Look whether a backup that is there is whole, instead of making one
    #[arg(long)]
    pub verify: bool,
    /// JSON instead of text
    #[arg(long)]
    pub json: bool,
}

/// Options of `mirobody restore`.
#[derive(Args)]
#[command(after_help = "Example:\n  MIROBODY_HOME=/srv/new mirobody restore /mnt/backups/monday")]
pub struct RestoreArgs {
    /// The directory of the backup
    pub directory: PathBuf,
    /// JSON instead of text
    #[arg(long)]
    pub json: bool,
}
