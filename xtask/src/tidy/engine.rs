//! The engine alone stays small: what `--no-default-features` builds has no server, database or async runtime in it.

use std::process::Command;

use anyhow::{Context, bail};

use crate::root;

const NOT_IN_ENGINE: [&str; 14] = [
    "tokio",
    "sqlx",
    "axum",
    "hyper",
    "reqwest",
    "libsqlite3-sys",
    "mirobody-store",
    "mirobody-query",
    "mirobody-ingest",
    "mirobody-llm",
    "mirobody-agent",
    "mirobody-attach",
    "mirobody-evidence",
    "mirobody-server",
];

/// What the engine build depends on and must not.
pub fn complaints() -> anyhow::Result<Vec<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "mirobody", "--no-default-features", "--edges", "no-dev"])
        .args(["--prefix", "none", "--format", "{p}", "--locked"])
        .current_dir(root())
        .output()
        .context("cargo tree")?;
    if !output.status.success() {
        bail!("cargo tree: {}", String::from_utf8_lossy(&output.stderr));
    }
    of_tree(&String::from_utf8(output.stdout)?)
}

/// The same of a printed tree, a package a line.
fn of_tree(tree: &str) -> anyhow::Result<Vec<String>> {
    let names = || tree.lines().filter_map(|line| line.split(' ').next());
    if !names().any(|name| name == "mirobody-standardize") {
        bail!("cargo tree printed something other than the engine's dependencies");
    }
    let inside = |unwanted: &str| names().any(|name| name == unwanted);
    Ok(NOT_IN_ENGINE
        .iter()
        .filter(|unwanted| inside(unwanted))
        .map(|name| format!("mirobody --no-default-features depends on {name}; put it behind the feature `server`"))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runtime_in_the_engine_is_complained_of() {
        let tree = "mirobody v0.1.0 (/x)\nmirobody-standardize v0.1.0 (/x)\ntokio v1.54.0\nserde v1.0.0\n";
        assert_eq!(of_tree(tree).unwrap().len(), 1);
        assert_eq!(of_tree(&tree.replace("tokio v", "tokio-like v")).unwrap().len(), 0);
        assert!(of_tree("").is_err(), "an empty tree proves nothing");
    }
}
