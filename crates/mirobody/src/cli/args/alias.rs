//! What can be typed of aliases.

use clap::{Args, Subcommand};

use super::recorded::Person;

#[derive(Args)]
#[command(after_help = "Examples:
  mirobody alias add \"Mystery 7\" 2345-7 --user alice
  mirobody alias add Hb 59260-0 --unit mmol/L --laboratory Synlab
  mirobody alias add \"Index\" --uncoded
  mirobody alias list
  mirobody alias remove Hb --unit mmol/L

They hold for readings that come in from then on; what is recorded keeps the code it was given. A reading whose unit or
value does not fit the code still takes the sibling that fits, or none.")]
pub struct AliasArgs {
    #[command(subcommand)]
    pub action: AliasAction,
}

#[derive(Subcommand)]
pub enum AliasAction {
    /// Say what a name means; saying it again replaces it
    Add {
        /// The name as printed
        name: String,
        /// The LOINC code it means
        #[arg(required_unless_present = "uncoded")]
        code: Option<String>,
        /// Leave the name uncoded
        #[arg(long, conflicts_with = "code")]
        uncoded: bool,
        #[command(flatten)]
        condition: AliasCondition,
        #[command(flatten)]
        person: Person,
    },
    /// List what was said
    List {
        #[command(flatten)]
        person: Person,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Forget what was said about a name: all of it, or what was said under the conditions given
    Remove {
        /// The name as printed
        name: String,
        #[command(flatten)]
        condition: AliasCondition,
        #[command(flatten)]
        person: Person,
    },
}

/// When an alias holds; always, when nothing is given.
#[derive(Args)]
pub struct AliasCondition {
    /// Only with such a unit: mg/dL stands for every mass per volume
    #[arg(long)]
    pub unit: Option<String>,
    /// Only when this specimen is stated
    #[arg(long)]
    pub specimen: Option<String>,
    /// Only from this laboratory: its reports, or the sender's tag, name it
    #[arg(long)]
    pub laboratory: Option<String>,
}
