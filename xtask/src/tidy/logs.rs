//! What may be written to the log: literal messages, and the fields of `crates/server/src/log/fields.tsv`.
//!
//! Every call of a log macro outside tests is read, whatever it is called by. A call that breaks the rule is complained
//! of, unless it is in the baseline, which may only grow shorter.

use std::{collections::BTreeSet, fs};

use anyhow::Context;

use crate::root;

const FIELDS: &str = "crates/server/src/log/fields.tsv";
const BASELINE: &str = "xtask/src/tidy/logs.baseline";
/// How many lines the baseline has at most. It is lowered with each that is mended, and never raised.
const MOST: usize = 0;

const MACROS: [&str; 12] = [
    "trace",
    "debug",
    "info",
    "warn",
    "error",
    "event",
    "span",
    "trace_span",
    "debug_span",
    "info_span",
    "warn_span",
    "error_span",
];
/// What stands before a message or fields and is none.
const DIRECTIVES: [&str; 3] = ["target", "parent", "name"];

/// The log calls of the tree.
pub struct Logs {
    allowed: BTreeSet<String>,
    baseline: BTreeSet<String>,
    found: BTreeSet<String>,
}

impl Logs {
    /// With the list of fields and the baseline of this tree.
    pub fn read() -> anyhow::Result<Self> {
        let lines = |path: &str| {
            let text = fs::read_to_string(root().join(path)).with_context(|| path.to_owned())?;
            let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
            anyhow::Ok(lines.map(str::to_owned).collect::<BTreeSet<String>>())
        };
        let allowed = lines(FIELDS)?.iter().filter_map(|line| line.split('\t').next()).map(str::to_owned).collect();
        Ok(Self { allowed, baseline: lines(BASELINE)?, found: BTreeSet::new() })
    }

    /// Reads one source file.
    pub fn look_at(&mut self, name: &str, text: &str) {
        if is_product(name) {
            let complaints = complaints(text, &self.allowed);
            self.found.extend(complaints.into_iter().map(|what| format!("{name}: {what}")));
        }
    }

    /// What is wrong and not in the baseline, and what of the baseline is wrong no longer.
    pub fn complaints(&self) -> Vec<String> {
        let new = self.found.difference(&self.baseline).cloned();
        let mended =
            self.baseline.difference(&self.found).map(|line| format!("{BASELINE}: mended, take it out: {line}"));
        let grown =
            (self.baseline.len() > MOST).then(|| format!("{BASELINE}: more than {MOST} lines; it may only shrink"));
        new.chain(mended).chain(grown).collect()
    }
}

fn is_product(name: &str) -> bool {
    name.starts_with("crates/") && name.contains("/src/") && !name.starts_with("crates/testbed/")
}

fn complaints(text: &str, allowed: &BTreeSet<String>) -> Vec<String> {
    let code = without_tests(text);
    let calls = calls(&code).flat_map(|(name, arguments)| {
        wrong_in_call(name.ends_with("span"), &arguments, allowed)
            .into_iter()
            .map(move |what| format!("{name}!: {what}"))
    });
    calls.chain(wrong_attributes(&code)).chain(dumps(&code)).collect()
}

/// The text up to its unit tests, without comments.
fn without_tests(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Each call of a log macro: its name and what stands between its brackets.
fn calls(code: &str) -> impl Iterator<Item = (&'static str, String)> + '_ {
    MACROS.into_iter().flat_map(move |name| {
        let opening = format!("{name}!");
        let starts: Vec<usize> =
            code.match_indices(&opening).map(|(at, _)| at).filter(|&at| is_whole(code, at)).collect();
        starts.into_iter().filter_map(move |at| Some((name, bracketed(&code[at + opening.len()..])?)))
    })
}

/// Whether a name begins here: `error!` in `my_error!` is another macro.
fn is_whole(code: &str, at: usize) -> bool {
    code[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric() && before != '_')
}

/// What stands between the first bracket and the one that closes it.
fn bracketed(text: &str) -> Option<String> {
    let text = text.trim_start();
    if !text.starts_with(['(', '[', '{']) {
        return None;
    }
    let (mut depth, mut state) = (0_usize, State::Code);
    for (at, c) in text.char_indices() {
        state = state.after(c);
        match c {
            '(' | '[' | '{' if state == State::Code => depth += 1,
            ')' | ']' | '}' if state == State::Code => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(text[1..at].to_owned());
        }
    }
    None
}

/// Whether a character stands in a text literal.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Code,
    Text,
    Escaped,
}

impl State {
    const fn after(self, c: char) -> Self {
        match (self, c) {
            (Self::Code, '"') | (Self::Escaped, _) => Self::Text,
            (Self::Text, '\\') => Self::Escaped,
            (Self::Text, '"') => Self::Code,
            (state, _) => state,
        }
    }
}

/// The arguments of a call, cut at the commas between them.
fn split(arguments: &str) -> Vec<String> {
    let (mut depth, mut state, mut parts) = (0_usize, State::Code, vec![String::new()]);
    for c in arguments.chars() {
        state = state.after(c);
        match c {
            '(' | '[' | '{' if state == State::Code => depth += 1,
            ')' | ']' | '}' if state == State::Code => depth = depth.saturating_sub(1),
            ',' | ';' if state == State::Code && depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// What is wrong with the arguments of a call. The fields of a span stand after its name, those of an event before the
/// message, and what stands after that is put into it.
fn wrong_in_call(is_span: bool, arguments: &str, allowed: &BTreeSet<String>) -> Vec<String> {
    let mut said = false;
    let mut wrong = Vec::new();
    for argument in split(arguments) {
        if argument.starts_with('"') {
            said = true;
            wrong.extend(argument.contains('{').then(|| format!("the message {argument} has something put in")));
        } else if said && !is_span {
            wrong.push(format!("`{argument}` is put into the message; give it a field"));
        } else if let Some(what) = wrong_field(&argument, allowed) {
            wrong.push(what);
        }
    }
    wrong
}

fn wrong_field(argument: &str, allowed: &BTreeSet<String>) -> Option<String> {
    let is_level = argument.contains("Level::") || argument.starts_with("level");
    let directive = argument.split_once(':').map(|(name, _)| name.trim());
    if is_level || directive.is_some_and(|name| DIRECTIVES.contains(&name)) {
        return None;
    }
    let (name, value) =
        argument.split_once('=').map_or((argument, argument), |(name, value)| (name.trim(), value.trim()));
    let plain = name.trim_start_matches(['%', '?']);
    if name.starts_with('?') || value.starts_with('?') {
        return Some(format!("`{plain}` is written with Debug, which shows all there is in it"));
    }
    (!allowed.contains(plain)).then(|| format!("the field `{plain}` is not in {FIELDS}"))
}

/// `#[instrument]` writes every argument of a function, unless it is told to skip them all.
fn wrong_attributes(code: &str) -> Vec<String> {
    let attributes = code
        .match_indices("instrument")
        .filter(|(at, _)| code[..*at].ends_with("#[") || code[..*at].ends_with("#[tracing::"));
    let bare = attributes.filter(|(at, _)| {
        let line = code[*at..].split(']').next().unwrap_or_default();
        !line.contains("skip_all") || line.contains("fields") || line.contains("err") || line.contains("ret")
    });
    bare.map(|_| "#[instrument] without skip_all, or with fields, err or ret, writes arguments".to_owned()).collect()
}

/// Other ways to the log or the terminal, which nothing filters.
fn dumps(code: &str) -> Vec<String> {
    let by_log = MACROS.iter().map(|name| format!("log::{name}!"));
    let ways = by_log.chain(["log::log!".to_owned(), "dbg!".to_owned()]);
    let used = ways.filter(|way| code.match_indices(way.as_str()).any(|(at, _)| is_whole(code, at)));
    used.map(|way| format!("{way} goes past the rules of the log; use tracing with fields")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(code: &str) -> String {
        let allowed = ["code", "status", "id"].map(str::to_owned).into();
        complaints(code, &allowed).join("; ")
    }

    #[test]
    fn a_literal_message_with_allowed_fields_is_fine() {
        for code in [
            "tracing::info!(status, code = error.code(), \"request, done\");",
            "info_span!(\"request\", %id)",
            "tracing::event!(Level::INFO, status = answer.status().as_u16(), \"done\");",
            "tracing::warn!(target: \"mirobody\", %id, \"late\");",
            "#[tracing::instrument(skip_all)]\nfn a() {}",
            "let error = my_error!(name, value); other_info!(name)",
            "// tracing::info!(name)",
            "#[cfg(test)]\nmod tests { tracing::info!(name); }",
            "use crate::catalog::row;",
        ] {
            assert_eq!(wrong(code), "", "{code}");
        }
    }

    #[test]
    fn whatever_could_hold_health_content_is_complained_of() {
        for (code, what) in [
            ("tracing::info!(name, \"read\");", "`name` is not in"),
            ("tracing::info!(%row.value, \"read\");", "`row.value` is not in"),
            ("info!(\n    status,\n    user = %user,\n    \"read\"\n);", "`user` is not in"),
            ("error!(\"no file {path}\");", "something put in"),
            ("tracing::warn!(\"no file {}\", path);", "`path` is put into the message"),
            ("debug!(?code, \"x\")", "with Debug"),
            ("debug!(code = ?row, \"x\")", "with Debug"),
            ("let span = tracing::span!(Level::INFO, \"turn\", question = text);", "`question` is not in"),
            ("#[instrument]\nfn read(name: &str) {}", "skip_all"),
            ("#[tracing::instrument(skip_all, fields(name))]\nfn read() {}", "skip_all"),
            ("log::info!(\"{name}\");", "log::info! goes past"),
            ("dbg!(row);", "dbg! goes past"),
        ] {
            assert!(wrong(code).contains(what), "{code}: {}", wrong(code));
        }
    }

    #[test]
    fn the_baseline_forgives_what_it_names_and_only_while_it_is_there() {
        let mut logs = Logs { allowed: BTreeSet::new(), baseline: BTreeSet::new(), found: BTreeSet::new() };
        logs.look_at("crates/x/src/a.rs", "info!(name, \"a\");");
        logs.look_at("crates/x/tests/a.rs", "info!(name, \"a\");");
        assert_eq!(logs.complaints().len(), 1);
        logs.baseline = logs.found.clone();
        assert!(logs.complaints().iter().all(|what| what.contains("may only shrink")));
        logs.found.clear();
        assert!(logs.complaints().iter().any(|what| what.contains("take it out")));
    }
}
