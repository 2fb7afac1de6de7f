//! What one start of the program costs: wall time, CPU time of ended children, and the most memory it held.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context, bail};

use super::{BenchArgs, Row};
use crate::server::mirobody;

/// Clock ticks of `/proc/*/stat`, a constant of Linux for user space.
const TICKS_PER_SECOND: f64 = 100.0;

/// `mirobody resolve NAME` from start to answer.
pub fn resolve_cold(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let command = || {
        let mut command = mirobody();
        command.args(["resolve", "LDL-C"]).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    ended(&mut command())?;
    let (before, started) = (children_cpu(), Instant::now());
    for _ in 0..args.runs {
        ended(&mut command())?;
    }
    let wall = started.elapsed().as_secs_f64() / f64::from(args.runs);
    let cpu = before.zip(children_cpu()).map(|(before, after)| (after - before) / f64::from(args.runs));
    let cpu = cpu.map_or_else(|| "CPU not known".to_owned(), |cpu| format!("{:.1} ms CPU", cpu * 1000.0));
    let memory =
        most_memory(&["resolve", "LDL-C"]).map_or_else(|| "RSS not known".to_owned(), |mb| format!("{mb:.0} MB"));
    Ok(Some(Row {
        what: "`mirobody resolve NAME`, start to answer",
        measured: format!("{:.1} ms, {cpu}, {memory}", wall * 1000.0),
        aim: "10 ms, 60 MB",
        over: format!("{} starts, one after another", args.runs),
    }))
}

fn ended(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().context("cannot start mirobody; build it first")?;
    if status.success() { Ok(()) } else { bail!("mirobody failed: {status}") }
}

/// Seconds of CPU used by this process's children that have ended.
fn children_cpu() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: Vec<f64> = fields.split_whitespace().skip(13).take(2).filter_map(|n| n.parse().ok()).collect();
    (ticks.len() == 2).then(|| (ticks[0] + ticks[1]) / TICKS_PER_SECOND)
}

/// Megabytes at the highest, by GNU time where it is installed.
fn most_memory(arguments: &[&str]) -> Option<f64> {
    let time = Path::new("/usr/bin/time");
    if !time.exists() {
        return None;
    }
    let output = Command::new(time)
        .args(["-f", "%M"])
        .arg(mirobody().get_program())
        .args(arguments)
        .stdout(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stderr).ok()?;
    text.lines().last()?.trim().parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
}
