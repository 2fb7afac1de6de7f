//! A large record: how small a watch's samples are stored, and how fast years of readings are read.
//!
//! Measured by an example program of the product's own package, so that this task needs no database to be built.

use std::{path::Path, process::Command};

use anyhow::{Context, bail};

use super::{BenchArgs, Row, grouped};
use crate::{process::cargo, server::mirobody};

const PROGRAM: &str = "record_speed";

/// Ten million samples on disk.
pub fn samples(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let lines = measured(args, "samples")?;
    let [_, count, bytes, seconds] = lines.first().map(Vec::as_slice).unwrap_or_default() else {
        bail!("the samples were not measured")
    };
    let (count, bytes): (u64, f64) = (count.parse()?, bytes.parse()?);
    Ok(Some(Row {
        what: "device samples of one person on disk, SQLite",
        measured: format!("{:.1} MB, {:.2} bytes each", bytes / 1e6, bytes / count as f64),
        aim: "80 MB, 8 bytes",
        over: format!("{} samples, written in {seconds} s", grouped(count)),
    }))
}

/// Every view of one series of a million readings; the slowest one is shown.
pub fn views(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let mut parts = Vec::new();
    for line in measured(args, "views")? {
        let [_, series, view, half, most] = line.as_slice() else { continue };
        parts.push(format!("{series} {view} {half}/{most}"));
    }
    Ok(Some(Row {
        what: "one series of 1 000 000 readings over ten years, each view, p50/p99 in ms",
        measured: parts.join(", "),
        aim: "5/25 ms",
        over: "200 calls each, whole record, half of it a device's samples".to_owned(),
    }))
}

fn measured(args: &BenchArgs, what: &str) -> anyhow::Result<Vec<Vec<String>>> {
    if !args.no_build || !program().exists() {
        cargo(&["build", "--release", "--package", "mirobody", "--example", PROGRAM])?;
    }
    let output = Command::new(program()).arg(what).output().context("the example program cannot be started")?;
    if !output.status.success() {
        bail!("{PROGRAM} {what} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

fn program() -> std::path::PathBuf {
    let product = mirobody();
    let folder = Path::new(product.get_program()).parent().map(Path::to_path_buf).unwrap_or_default();
    folder.join("examples").join(PROGRAM)
}
