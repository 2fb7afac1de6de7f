//! Every command of the README, run as a new user would.
//!
//! A block fenced as `sh` is run, line by line in one shell, with a data directory of its own. A block fenced as
//! `sh serve` is started, its printed `curl` line is run against it, and it is ended. The block with the test command
//! is fenced as `sh test`: it is what runs this.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, bail};

use crate::{
    process::{Background, run as run_command, target_dir},
    root,
};

/// Runs the README's commands; fails with the block that did.
pub fn run() -> anyhow::Result<()> {
    let text = fs::read_to_string(root().join("README.md"))?;
    let home = target_dir().join(format!("readme-home-{}", std::process::id()));
    fs::create_dir_all(&home)?;
    let all = blocks(&text);
    if !all.iter().any(|block| block.kind == Kind::Serve) {
        bail!("the README has no block that serves");
    }
    for block in &all {
        println!("\n== README: {}", block.script.lines().next().unwrap_or_default());
        match block.kind {
            Kind::Run => shell(&home, &block.script)?,
            Kind::Serve => serve(&home, &block.script)?,
            Kind::Test => {}
        }
    }
    Ok(fs::remove_dir_all(&home)?)
}

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
enum Kind {
    Run,
    Serve,
    Test,
}

struct Block {
    kind: Kind,
    script: String,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut out = Vec::new();
    let mut open: Option<Block> = None;
    for line in text.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some(Block { kind: kind(info), script: String::new() }),
            (Some(_), Some(_)) => out.extend(open.take()),
            (Some(block), None) => block.script.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    out.retain(|block| !(block.kind == Kind::Test || block.script.is_empty()));
    out
}

/// What is not fenced as `sh` is output to read: it is dropped with the test command.
fn kind(info: &str) -> Kind {
    match info.trim() {
        "sh" => Kind::Run,
        "sh serve" => Kind::Serve,
        _ => Kind::Test,
    }
}

fn command(home: &Path, script: &str) -> Command {
    let mut command = Command::new("bash");
    command
        .args(["-euo", "pipefail", "-c", script])
        .current_dir(root())
        .env("MIROBODY_HOME", home)
        .env_remove("DATABASE_URL");
    command
}

fn shell(home: &Path, script: &str) -> anyhow::Result<()> {
    run_command(&mut command(home, script))
}

fn serve(home: &Path, script: &str) -> anyhow::Result<()> {
    let script = format!("exec {}", script.trim());
    let mut server = Background::start(command(home, &script).stdout(Stdio::piped()))?;
    let output = server.child().stdout.take().context("no output")?;
    let curl = BufReader::new(output)
        .lines()
        .map_while(Result::ok)
        .inspect(|line| println!("{line}"))
        .find(|line| line.trim_start().starts_with("curl "))
        .context("the server printed no curl line to try")?;
    let answer = command(home, curl.trim()).output()?;
    let text = String::from_utf8_lossy(&answer.stdout);
    println!("{text}");
    if !answer.status.success() || !text.contains("\"content\"") || text.contains("\"error\"") {
        bail!("the printed curl line gave no answer");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sh_blocks_are_commands() {
        let text = "a\n```sh\none\n```\n```text\nshown\n```\n```sh serve\ntwo\n```\n```sh test\nthree\n```\n";
        let kinds: Vec<_> = blocks(text).iter().map(|b| (b.kind, b.script.trim().to_owned())).collect();
        assert_eq!(kinds, [(Kind::Run, "one".into()), (Kind::Serve, "two".into())]);
    }
}
