//! The Python that outside test suites run in, with their packages pinned and kept beside the build.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::process::{run, target_dir};

/// A Python of 3.11 or newer that can make virtual environments.
pub fn find() -> Option<PathBuf> {
    let pyenv = ["3.12.1", "3.13.0", "3.11.7"].map(|v| format!("{}/.pyenv/versions/{v}/bin/python3", home_dir()));
    let names = ["python3.12", "python3.13", "python3.11", "python3"].map(String::from);
    names.into_iter().chain(pyenv).map(PathBuf::from).find(|candidate| usable_python(candidate))
}

fn home_dir() -> String {
    std::env::var("HOME").unwrap_or_default()
}

fn usable_python(candidate: &Path) -> bool {
    let check = "import sys, venv, ensurepip; sys.exit(sys.version_info[:2] < (3, 11))";
    let quiet = Command::new(candidate).args(["-c", check]).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

/// The pinned packages, installed once beside the build and again when the pins change.
pub fn virtual_environment(python: &Path, name: &str, requirements: &Path) -> anyhow::Result<PathBuf> {
    let venv = target_dir().join(format!("{name}-venv"));
    let pins = fs::read_to_string(requirements)?;
    let stamp = venv.join("pins.txt");
    if fs::read_to_string(&stamp).is_ok_and(|have| have == pins) {
        return Ok(venv);
    }
    println!("{name}: installing its Python packages");
    run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&venv))?;
    run(Command::new(venv.join("bin/pip")).args(["install", "--quiet", "-r"]).arg(requirements))?;
    fs::write(stamp, pins)?;
    Ok(venv)
}
