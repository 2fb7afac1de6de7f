//! Running other programs: one way to start them, wait for them and end them.

use std::{
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, bail};

use crate::root;

/// Runs cargo in the root folder and fails when it does.
pub fn cargo(arguments: &[&str]) -> anyhow::Result<()> {
    println!("\n== cargo {}", arguments.join(" "));
    run(&mut cargo_command(arguments))
}

/// A command that runs cargo in the root folder.
pub fn cargo_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(root());
    // Started without cargo, as by `.ci/run`, rustup would take the toolchain that a library's own folder names.
    if let Some(toolchain) = option_env!("RUSTUP_TOOLCHAIN") {
        command.env("RUSTUP_TOOLCHAIN", toolchain);
    }
    command
}

/// Runs a command to its end and fails when it does.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    let shown = command.get_program().display().to_string();
    let status = command.status().with_context(|| format!("cannot start {shown}"))?;
    if status.success() { Ok(()) } else { bail!("{shown} failed: {status}") }
}

/// The folder cargo builds into.
pub fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A free port of this machine.
pub fn free_port() -> anyhow::Result<u16> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// A program that is ended when this is dropped.
pub struct Background(Child);

impl Background {
    /// Starts it.
    pub fn start(command: &mut Command) -> anyhow::Result<Self> {
        let shown = command.get_program().display().to_string();
        Ok(Self(command.spawn().with_context(|| format!("cannot start {shown}"))?))
    }

    /// The running program.
    pub fn child(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Asks again until `ready` says yes; fails after half a minute.
pub fn wait_until(what: &str, ready: impl Fn() -> bool) -> anyhow::Result<()> {
    let end = Instant::now() + Duration::from_secs(30);
    while !ready() {
        if Instant::now() > end {
            bail!("{what} did not come up within 30 s");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// Whether something listens on the port.
pub fn listens(port: u16) -> bool {
    std::net::TcpStream::connect(("127.0.0.1", port)).is_ok()
}

/// Whether a program is there and runs.
pub fn works(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
