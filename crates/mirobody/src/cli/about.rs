//! `mirobody about`: versions, vocabularies and their licences.

use std::process::ExitCode;

use mirobody_vocab::{Licence, Vocabulary, licences};
use serde_json::json;

use super::{args::AboutArgs, exit::Failure, terminal};

const OWN_LICENCE: &str = include_str!("../../../../LICENSE");

/// Prints what this program is made of.
pub fn run(args: &AboutArgs) -> Result<ExitCode, Failure> {
    let stamp = Vocabulary::embedded().stamp();
    if args.json {
        terminal::json(&as_value(stamp))?;
    } else if args.notices {
        notices()?;
    } else {
        overview(stamp)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn as_value(stamp: &str) -> serde_json::Value {
    let licence = |licence: &Licence| json!({"name": licence.name, "version": licence.version, "holder": licence.holder, "notice": licence.notice});
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "licence": "Apache-2.0",
        "vocabulary": stamp,
        "contains": licences().iter().map(licence).collect::<Vec<_>>(),
    })
}

fn overview(stamp: &str) -> std::io::Result<()> {
    terminal::line(&format!("mirobody {}, Apache-2.0", env!("CARGO_PKG_VERSION")))?;
    terminal::line(&format!("vocabulary {stamp}\n"))?;
    let row = |licence: &Licence| vec![licence.name.into(), licence.version.into(), licence.holder.into()];
    terminal::table(&["CONTAINS", "VERSION", "COPYRIGHT"], licences().iter().map(row).collect())?;
    terminal::line("\n`mirobody about --notices` prints every licence and notice in full.")
}

fn notices() -> std::io::Result<()> {
    terminal::line(OWN_LICENCE)?;
    for licence in licences() {
        terminal::line(&format!(
            "{0}\n{1} {2}\n{0}\n{3}",
            "=".repeat(72),
            licence.name,
            licence.version,
            licence.notice
        ))?;
    }
    Ok(())
}
