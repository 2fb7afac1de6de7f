//! A server of this tree for outside test suites, with the keys they ask for.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::process::{Background, free_port, listens, run as run_command, target_dir, wait_until};

/// A new data directory.
pub fn fresh_home() -> anyhow::Result<PathBuf> {
    let home = target_dir().join(format!("test-home-{}", std::process::id()));
    if home.exists() {
        fs::remove_dir_all(&home)?;
    }
    fs::create_dir_all(&home)?;
    Ok(home)
}

/// A running server with the keys the suite asks for.
pub struct Server {
    _process: Background,
    port: u16,
    /// Its keys.
    pub keys: Keys,
}

/// The secrets of a server under test.
pub struct Keys {
    /// Of an account.
    pub first: String,
    /// Of another.
    pub second: String,
    /// With few requests a minute.
    pub limited: String,
    /// No good any more.
    pub revoked: String,
}

/// The requests a minute of the limited key.
pub const LIMITED_RPM: &str = "5";

impl Server {
    /// Starts it over a data directory.
    pub fn start(home: &Path) -> anyhow::Result<Self> {
        let keys = Keys {
            first: create_key(home, &["--account", "first", "--rpm", "1000000"])?.secret,
            second: create_key(home, &["--account", "second", "--rpm", "1000000"])?.secret,
            limited: create_key(home, &["--account", "limited", "--rpm", LIMITED_RPM])?.secret,
            revoked: revoked_key(home)?,
        };
        let port = free_port()?;
        let mut command = mirobody(home);
        command.args(["serve", "--port", &port.to_string()]).stdout(Stdio::null());
        let process = Background::start(&mut command)?;
        wait_until("mirobody serve", || listens(port))?;
        Ok(Self { _process: process, port, keys })
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

fn mirobody(home: &Path) -> Command {
    let mut command = Command::new(target_dir().join("release/mirobody"));
    command.env("MIROBODY_HOME", home).env("LOG_LEVEL", "warn").current_dir(home);
    command
}

#[derive(serde::Deserialize)]
struct Created {
    id: Value,
    secret: String,
}

fn create_key(home: &Path, options: &[&str]) -> anyhow::Result<Created> {
    let output = mirobody(home).args(["keys", "create", "--json"]).args(options).output()?;
    if !output.status.success() {
        bail!("mirobody keys create: {}", String::from_utf8_lossy(&output.stderr));
    }
    serde_json::from_slice(&output.stdout).context("mirobody keys create --json")
}

fn revoked_key(home: &Path) -> anyhow::Result<String> {
    let key = create_key(home, &["--account", "first"])?;
    let id = key.id.as_str().map_or_else(|| key.id.to_string(), String::from);
    run_command(mirobody(home).args(["keys", "revoke", &id]).stdout(Stdio::null()))?;
    Ok(key.secret)
}
