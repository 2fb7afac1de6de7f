//! The rules of the house that the compiler does not check.
//!
//! Each rule is a function from a source file, or from the dependency graph, to complaints.

mod engine;
mod logs;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::root;

const MAX_LINES: usize = 500;

/// Crates that take bytes and values and do no I/O.
const CORE: [&str; 5] =
    ["mirobody-units", "mirobody-vocab", "mirobody-standardize", "mirobody-collect", "mirobody-derive"];
const NOT_IN_CORE: [&str; 4] = ["tokio", "sqlx", "axum", "reqwest"];
const NOWHERE: [&str; 3] = ["openssl", "openssl-sys", "native-tls"];

/// Who may know an outside thing: (what a source line shows, the folder that may have it, what it is).
const OWNED: [(&str, &str, &str); 3] = [
    ("sqlx::", "crates/store/", "SQL"),
    ("axum::", "crates/server/", "HTTP"),
    ("pdf_oxide::", "crates/collect/", "PDF"),
];
const SQL_WORDS: [&str; 6] = ["SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM ", "CREATE TABLE ", "PRAGMA "];
const PRINTS: [&str; 4] = ["println!", "eprintln!", "print!(", "eprint!("];

/// Checks the tree; fails with one line per complaint.
pub fn run() -> anyhow::Result<()> {
    let mut complaints = dependency_complaints(&metadata()?);
    complaints.extend(engine::complaints()?);
    let mut logs = logs::Logs::read()?;
    for file in sources(&root())? {
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
        complaints.extend(file_complaints(&name, &text).into_iter().map(|what| format!("{name}: {what}")));
        logs.look_at(&name, &text);
    }
    complaints.extend(logs.complaints());
    if complaints.is_empty() {
        return Ok(());
    }
    bail!("tidy:\n  {}", complaints.join("\n  "))
}

fn file_complaints(name: &str, text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let lines = text.lines().count();
    if lines > MAX_LINES {
        out.push(format!("{lines} lines; split it (limit {MAX_LINES})"));
    }
    if !first_line_is_doc(text) {
        out.push("starts without a //! line that says what is true in it".into());
    }
    if text.lines().any(|line| line.ends_with(' ') || line.ends_with('\t')) {
        out.push("has trailing blanks".into());
    }
    if name != "xtask/src/tidy.rs" {
        out.extend(code_complaints(name, text));
    }
    out
}

fn first_line_is_doc(text: &str) -> bool {
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| line.starts_with("//!"))
}

fn code_complaints(name: &str, text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !is_comment(line)) {
        out.extend(line_complaints(name, line).into_iter().map(|what| format!("line {}: {what}", index + 1)));
    }
    out
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

fn line_complaints(name: &str, line: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (shown, owner, what) in OWNED {
        if line.contains(shown) && !name.starts_with(owner) {
            out.push(format!("only {owner} knows {what}"));
        }
    }
    let quoted = SQL_WORDS.iter().any(|word| line.contains(&format!("\"{word}")));
    if quoted && !name.starts_with("crates/store/") {
        out.push("SQL outside crates/store".into());
    }
    if line.contains("format!(") && SQL_WORDS.iter().any(|word| line.contains(word)) {
        out.push("SQL put together with format!".into());
    }
    if PRINTS.iter().any(|print| line.contains(print)) && !may_print(name) {
        out.push("prints; only the command line writes to the terminal".into());
    }
    if line.contains("#[ignore") || line.contains("#[allow(") || line.contains("assert!(true") {
        out.push("ignored test, bare allow, or a test that cannot fail".into());
    }
    out
}

fn may_print(name: &str) -> bool {
    name.starts_with("xtask/")
        || name.contains("/tests/")
        || name.ends_with("build.rs")
        || name.contains("/build/")
        || name.contains("/examples/")
}

fn sources(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "*.rs"])
        .current_dir(root)
        .output()
        .context("git ls-files")?;
    let text = String::from_utf8(listed.stdout)?;
    Ok(text.lines().map(|line| root.join(line)).filter(|path| path.exists()).collect())
}

fn metadata() -> anyhow::Result<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--all-features"])
        .current_dir(root())
        .output()
        .context("cargo metadata")?;
    if !output.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn dependency_complaints(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let mut out = Vec::new();
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        if NOWHERE.contains(&name) {
            out.push(format!("{name} is in the dependency graph"));
        }
        if CORE.contains(&name) {
            out.extend(core_complaints(name, package));
        }
    }
    out
}

fn core_complaints(name: &str, package: &Value) -> Vec<String> {
    let dependencies = package["dependencies"].as_array().map_or(&[][..], Vec::as_slice);
    let names = dependencies.iter().filter(|d| d["kind"].is_null()).filter_map(|d| d["name"].as_str());
    names
        .filter(|dependency| NOT_IN_CORE.contains(dependency) || is_upward(dependency))
        .map(|dependency| format!("{name} is a core crate and must not depend on {dependency}"))
        .collect()
}

fn is_upward(dependency: &str) -> bool {
    dependency.starts_with("mirobody") && !CORE.contains(&dependency)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_tidy() {
        run().unwrap();
    }

    #[test]
    fn each_rule_complains() {
        let complaints = |name: &str, text: &str| file_complaints(name, text).join("; ");
        assert!(complaints("crates/query/src/x.rs", "//! x\nlet q = \"SELECT a\";\n").contains("SQL outside"));
        assert!(complaints("crates/store/src/x.rs", "//! x\nformat!(\"DELETE FROM {t}\")\n").contains("format!"));
        assert!(complaints("crates/query/src/x.rs", "//! x\nprintln!(\"x\");\n").contains("prints"));
        assert!(complaints("crates/query/src/x.rs", "use axum::Router;\n").contains("HTTP"));
        assert!(complaints("crates/query/src/x.rs", "use a;\n").contains("//! line"));
        assert!(complaints("crates/query/src/x.rs", &"//! x\n".repeat(501)).contains("split it"));
        assert_eq!(complaints("crates/query/src/x.rs", "//! x\nfn a() {}\n"), "");
    }

    #[test]
    fn a_core_crate_stays_pure() {
        let package = serde_json::json!({"dependencies": [
            {"name": "tokio", "kind": null}, {"name": "mirobody-store", "kind": null}, {"name": "proptest", "kind": "dev"}]});
        assert_eq!(core_complaints("mirobody-units", &package).len(), 2);
    }
}
