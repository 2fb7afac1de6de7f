//! A server of this tree's release build on a data directory of its own, for what measures or strains it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use mirobody_testbed::{PrivatePostgres, Programs, WHAT_TO_INSTALL};

use crate::{
    http::Connection,
    process::{Background, free_port, target_dir},
};

/// The release build of the product, or the program that `MIROBODY_PROGRAM` names.
pub fn mirobody() -> Command {
    Command::new(
        std::env::var_os("MIROBODY_PROGRAM").map_or_else(|| target_dir().join("release/mirobody"), PathBuf::from),
    )
}

/// A record of its own, gone when this is dropped: a data directory and, when asked for, a private PostgreSQL.
pub struct Home {
    folder: PathBuf,
    database: Option<PrivatePostgres>,
    settings: Vec<(&'static str, String)>,
}

impl Home {
    /// The same, with a setting for whatever runs on it.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.settings.push((name, value.into()));
        self
    }

    /// An empty one on PostgreSQL.
    pub fn on_postgres(name: &str) -> anyhow::Result<Self> {
        let programs = Programs::find().context(WHAT_TO_INSTALL)?;
        let database = PrivatePostgres::start(&programs, &std::env::temp_dir(), &[]).context("a private PostgreSQL")?;
        let mut home = Self::fresh(name)?;
        home.database = Some(database);
        Ok(home)
    }

    /// An empty one on SQLite.
    pub fn fresh(name: &str) -> anyhow::Result<Self> {
        let folder = target_dir().join(format!("{name}-home-{}", std::process::id()));
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Self { folder, database: None, settings: Vec::new() })
    }

    /// The directory.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The product, working on this directory and silent.
    pub fn command(&self) -> Command {
        let mut command = mirobody();
        let url = self.database.as_ref().map_or_else(String::new, |database| database.url("postgres"));
        command.env("MIROBODY_HOME", &self.folder).env("DATABASE_URL", url).env("LOG_LEVEL", "warn");
        command.current_dir(&self.folder).envs(self.settings.iter().map(|(name, value)| (name, value)));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// A new API key with an allowance that is never used up.
    pub fn key(&self) -> anyhow::Result<String> {
        self.key_of("load")
    }

    /// The same of this account.
    pub fn key_of(&self, account: &str) -> anyhow::Result<String> {
        let options = ["keys", "create", "--json", "--account", account, "--rpm", "1000000"];
        let output = self.command().args(options).stdout(Stdio::piped()).output()?;
        let created: serde_json::Value =
            serde_json::from_slice(&output.stdout).context("mirobody keys create --json")?;
        created["secret"].as_str().map(str::to_owned).context("mirobody keys create gave no secret")
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// A running server that answers.
pub struct Running {
    process: Background,
    /// Where it listens.
    pub port: u16,
    /// How long it took from start to the first healthy answer.
    pub after: Duration,
}

impl Running {
    /// Starts it and waits until it answers.
    pub fn start(home: &Home) -> anyhow::Result<Self> {
        let port = free_port()?;
        let started = Instant::now();
        let process = Background::start(home.command().args(["serve", "--port", &port.to_string()]))?;
        while !healthy(port) {
            if started.elapsed() > Duration::from_secs(30) {
                bail!("mirobody serve did not come up within 30 s");
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Self { process, port, after: started.elapsed() })
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        self.process.child().kill().context("cannot kill the server")?;
        self.process.child().wait().context("the server was not there to be killed")?;
        Ok(())
    }

    /// Its resident memory in MB.
    pub fn memory(&mut self) -> Option<f64> {
        self.megabytes("VmRSS:")
    }

    /// The most resident memory it ever had, in MB.
    pub fn most_memory(&mut self) -> Option<f64> {
        self.megabytes("VmHWM:")
    }

    fn megabytes(&mut self, of: &str) -> Option<f64> {
        let status =
            fs::read_to_string(Path::new("/proc").join(self.process.child().id().to_string()).join("status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(of))?;
        line.trim().trim_end_matches("kB").trim().parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
    }
}

fn healthy(port: u16) -> bool {
    Connection::open(port).and_then(|mut connection| connection.get("/api/health")).is_ok()
}
