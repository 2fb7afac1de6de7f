//! What tests and measurements talk to: a private PostgreSQL from Debian's packages, an S3 server in memory, a
//! model vendor, a server of tools, and the services of published evidence.
//!
//! True here: a server has a new directory of its own, listens on a socket in it and nowhere else (or on a free port of
//! this machine), and ends with the value or, whatever happens, with this process. Must not be here: anything the product
//! needs at run time.

mod evidence;
mod http;
mod model;
mod programs;
mod s3;
mod tools;

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Child, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

pub use evidence::{FakeEvidence, Mishap};
pub use model::{Asked, Ending, FakeModel, Reply, Say, Span, Wire};
pub use programs::{Programs, WHAT_TO_INSTALL};
pub use s3::{FakeS3, Fault, LAST_MODIFIED};
pub use tools::FakeTools;

/// A running server.
#[derive(Debug)]
pub struct PrivatePostgres {
    programs: Programs,
    dir: PathBuf,
    server: Child,
}

impl PrivatePostgres {
    /// Makes a cluster below `parent` and starts its server with these settings added to its configuration. To be called
    /// on a thread that lives as long as the server is needed: the server is told to end with it.
    pub fn start(programs: &Programs, parent: &Path, settings: &[(&str, &str)]) -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let dir = parent.join(format!("mirobody-pg-{}-{number}", std::process::id()));
        programs.make_dir(&dir)?;
        let made = initialise(programs, &dir, settings).and_then(|()| launch(programs, &dir));
        match made {
            Ok(server) => Ok(Self { programs: programs.clone(), dir, server }),
            Err(error) => {
                drop(fs::remove_dir_all(&dir));
                Err(error)
            }
        }
    }

    /// The URL of one of its databases. `postgres` is there from the start.
    pub fn url(&self, database: &str) -> String {
        format!("postgres:///{database}?host={}&user=postgres", self.dir.display())
    }

    /// Everything it has on disk: the data directory, and the log of the server.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Ends the server as an administrator does: what was committed is kept, connections are cut.
    pub fn stop(&mut self) -> io::Result<()> {
        let data = self.dir.join("data");
        let mut command = self.programs.command("pg_ctl", None);
        command.args(["stop", "--mode=fast", "--silent", "--pgdata"]).arg(data).stdout(Stdio::null());
        let status = command.stderr(Stdio::null()).status()?;
        self.server.wait()?;
        if status.success() { Ok(()) } else { Err(io::Error::other("pg_ctl stop failed")) }
    }

    /// Starts the server again after [`Self::stop`].
    pub fn start_again(&mut self) -> io::Result<()> {
        self.server = launch(&self.programs, &self.dir)?;
        Ok(())
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        if matches!(self.server.try_wait(), Ok(None)) && self.stop().is_err() {
            drop(self.server.kill());
            drop(self.server.wait());
        }
        drop(fs::remove_dir_all(&self.dir));
    }
}

fn initialise(programs: &Programs, dir: &Path, settings: &[(&str, &str)]) -> io::Result<()> {
    let data = dir.join("data");
    let mut command = programs.command("initdb", None);
    command.args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"]);
    let output = command.arg(&data).output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!("initdb: {}", String::from_utf8_lossy(&output.stderr))));
    }
    let socket = dir.display().to_string();
    let own = [("listen_addresses", ""), ("unix_socket_directories", &socket), ("max_connections", "300")];
    let mut conf = File::options().append(true).open(data.join("postgresql.conf"))?;
    own.iter().chain(settings).try_for_each(|(name, value)| writeln!(conf, "{name} = '{value}'"))
}

fn launch(programs: &Programs, dir: &Path) -> io::Result<Child> {
    let log = File::options().create(true).append(true).open(dir.join("server.log"))?;
    let mut command = programs.command("postgres", Some("QUIT"));
    command.arg("-D").arg(dir.join("data")).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    let mut server = command.spawn()?;
    let end = Instant::now() + Duration::from_secs(30);
    while !is_ready(programs, dir) {
        if server.try_wait()?.is_some() || Instant::now() > end {
            drop(server.kill());
            drop(server.wait());
            let log = fs::read_to_string(dir.join("server.log")).unwrap_or_default();
            return Err(io::Error::other(format!("PostgreSQL did not start: {log}")));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(server)
}

fn is_ready(programs: &Programs, dir: &Path) -> bool {
    let mut command = programs.command("pg_isready", None);
    command.arg("--quiet").arg("--host").arg(dir);
    command.status().is_ok_and(|status| status.success())
}
