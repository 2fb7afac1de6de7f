//! The licences of every dependency, against the ones that fit an Apache-2.0 program.

use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::root;

/// Licences that may be linked. MPL-2.0 is copyleft per file: fine to link, named in NOTICE when present.
const ACCEPTED: [&str; 15] = [
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "MIT",
    "MIT-0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unlicense",
    "0BSD",
    "CC0-1.0",
    "Unicode-3.0",
    "BSL-1.0",
    "MPL-2.0",
    // Data: the root certificates of webpki-roots.
    "CDLA-Permissive-2.0",
];

/// Fails with the packages whose licence is not accepted.
pub fn run() -> anyhow::Result<()> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--filter-platform=x86_64-unknown-linux-gnu"])
        .current_dir(root())
        .output()
        .context("cargo metadata")?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let refused: Vec<String> = packages.iter().filter_map(refusal).collect();
    if refused.is_empty() {
        println!("licences: {} packages, all accepted", packages.len());
        return Ok(());
    }
    bail!("licences not on the accepted list:\n  {}", refused.join("\n  "))
}

fn refusal(package: &Value) -> Option<String> {
    let licence = package["license"].as_str().unwrap_or("none stated");
    let name = package["name"].as_str().unwrap_or_default();
    if name == "xtask" || accepted(licence) {
        return None;
    }
    Some(format!("{name} {}: {licence}", package["version"].as_str().unwrap_or_default()))
}

/// Reads an SPDX expression: every `AND` part needs one accepted `OR` choice.
fn accepted(expression: &str) -> bool {
    let plain = expression.replace(['(', ')'], " ").replace('/', " OR ");
    plain.split(" AND ").all(|part| part.split(" OR ").any(|choice| ACCEPTED.contains(&choice.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_needs_one_accepted_choice_for_every_part() {
        for good in ["MIT", "MIT OR GPL-3.0", "MIT/Apache-2.0", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
            assert!(accepted(good), "{good}");
        }
        for bad in ["GPL-3.0", "MIT AND GPL-3.0", "none stated", ""] {
            assert!(!accepted(bad), "{bad}");
        }
    }
}
