//! `cargo xtask soak`: the server is killed under load, again and again; what it acknowledged must be there, whole and
//! once.
//!
//! True here: a batch whose answer came is acknowledged; one that was cut off by the kill may be there or not, but never
//! in part. What is looked at in the end is what any client would see. With `--chaos` it is not the server that goes wrong
//! but everything around its turns.

mod chaos;

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use crate::{
    http::Connection,
    process::cargo,
    server::{Home, Running},
};

/// Options of `cargo xtask soak`.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
pub struct SoakArgs {
    /// How often the server is killed
    #[arg(long, default_value_t = 200)]
    kills: u32,
    /// Clients that write at the same time, each for a person of its own
    #[arg(long, default_value_t = 4)]
    writers: u32,
    /// Serve the record from a private PostgreSQL, which is not killed, instead of SQLite
    #[arg(long)]
    postgres: bool,
    /// Let the model, its tools and the callers go wrong instead of the server
    #[arg(long)]
    chaos: bool,
    /// How many turns go wrong, with --chaos
    #[arg(long, default_value_t = 2000)]
    turns: u32,
    /// What decides how each of them goes wrong, with --chaos; another each time when left out
    #[arg(long)]
    seed: Option<u64>,
    /// Set by the test of every change, which strains the server in both ways
    #[arg(skip)]
    is_both: bool,
    /// Strain the binary that is there instead of building it
    #[arg(long)]
    no_build: bool,
}

impl SoakArgs {
    /// A short one, for every change.
    pub const fn short() -> Self {
        Self {
            kills: 12,
            writers: 4,
            postgres: false,
            chaos: false,
            turns: 150,
            seed: Some(1),
            is_both: true,
            no_build: true,
        }
    }
}

/// Strains the server, and fails when anything was lost, doubled or torn, or a turn went otherwise than it may.
pub fn run(args: &SoakArgs) -> anyhow::Result<()> {
    if !args.no_build {
        cargo(&["build", "--release", "--package", "mirobody"])?;
    }
    if !args.chaos {
        kills(args)?;
    }
    if !args.chaos && !args.is_both {
        return Ok(());
    }
    let home = if args.postgres { Home::on_postgres("chaos")? } else { Home::fresh("chaos")? };
    chaos::run(home, args.turns, args.seed.unwrap_or_else(chaos::seed_of_now))
}

fn kills(args: &SoakArgs) -> anyhow::Result<()> {
    println!("\n== soak: {} kills under the load of {} writers", args.kills, args.writers);
    let home = if args.postgres { Home::on_postgres("soak")? } else { Home::fresh("soak")? };
    let key = home.key()?;
    let mut writers: Vec<Writer> = (0..args.writers).map(Writer::new).collect();
    let mut starts = Vec::new();
    for round in 0..args.kills {
        let server = Running::start(&home)?;
        starts.push(server.after);
        writers = under_load(server, &key, writers, lifetime(round))?;
    }
    let server = Running::start(&home)?;
    starts.push(server.after);
    let mut total = Counts::default();
    for writer in &writers {
        total.add(writer.compare(&read_all(server.port, &key, &writer.user())?)?);
    }
    starts.sort();
    ensure!(total.acknowledged > 0, "no batch was acknowledged: the server did not live long enough to be strained");
    println!(
        "{} batches acknowledged and all there, once and whole; of {} cut off {} were kept whole and none in part",
        total.acknowledged, total.cut, total.kept
    );
    println!("start after a kill: median {:.0?}, longest {:.0?}", starts[starts.len() / 2], starts[starts.len() - 1]);
    Ok(())
}

/// How long the server of a round lives: from some milliseconds to half a second, never the same twice in a row.
fn lifetime(round: u32) -> Duration {
    Duration::from_millis(u64::from(20 + round * 137 % 480))
}

fn under_load(mut server: Running, key: &str, writers: Vec<Writer>, lives: Duration) -> anyhow::Result<Vec<Writer>> {
    let stop = Arc::new(AtomicBool::new(false));
    let port = server.port;
    let threads: Vec<_> = writers
        .into_iter()
        .map(|mut writer| {
            let (stop, key) = (stop.clone(), key.to_owned());
            thread::spawn(move || {
                writer.write(port, &key, &stop);
                writer
            })
        })
        .collect();
    thread::sleep(lives);
    server.kill()?;
    stop.store(true, Ordering::Relaxed);
    let joined = threads.into_iter().map(|thread| thread.join().map_err(|_| anyhow::anyhow!("a writer panicked")));
    joined.collect()
}

/// What became of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Acknowledged,
    /// The answer did not come.
    Cut,
}

/// A client that writes for one person.
struct Writer {
    number: u32,
    next: u64,
    /// The first number and the size of each batch.
    batches: Vec<(u64, u64, Fate)>,
}

#[derive(Default)]
struct Counts {
    acknowledged: usize,
    cut: usize,
    kept: usize,
}

impl Counts {
    const fn add(&mut self, other: Self) {
        self.acknowledged += other.acknowledged;
        self.cut += other.cut;
        self.kept += other.kept;
    }
}

impl Writer {
    const fn new(number: u32) -> Self {
        Self { number, next: 0, batches: Vec::new() }
    }

    fn user(&self) -> String {
        format!("writer-{}", self.number)
    }

    fn write(&mut self, port: u16, key: &str, stop: &AtomicBool) {
        let Ok(mut connection) = Connection::open(port) else { return };
        while !stop.load(Ordering::Relaxed) {
            let (first, size) = (self.next, 1 + self.next % 37);
            self.next += size;
            let answer = connection.post("/v1/data", key, &self.body(first, size));
            let fate = if answer.is_ok() { Fate::Acknowledged } else { Fate::Cut };
            self.batches.push((first, size, fate));
            if fate == Fate::Cut {
                return;
            }
        }
    }

    /// Each record has a number of its own as its value.
    fn body(&self, first: u64, size: u64) -> String {
        let mut body = format!(r#"{{"user":"{}","retention":"permanent","records":["#, self.user());
        for number in first..first + size {
            let comma = if number == first { "" } else { "," };
            let (day, hour, minute) = (number % 28 + 1, number % 24, number % 60);
            let _ = write!(
                body,
                r#"{comma}{{"indicator":"Glucose","value":{number},"unit":"mg/dL","time":"2026-01-{day:02}T{hour:02}:{minute:02}:00Z"}}"#
            );
        }
        body + "]}"
    }

    fn compare(&self, found: &HashMap<u64, u32>) -> anyhow::Result<Counts> {
        let mut found: BTreeMap<u64, u32> = found.iter().map(|(number, times)| (*number, *times)).collect();
        let mut counts = Counts::default();
        for (first, size, fate) in &self.batches {
            let times: Vec<u32> = (*first..first + size).map(|number| found.remove(&number).unwrap_or(0)).collect();
            ensure!(times.iter().all(|once| *once <= 1), "{}: a record of batch {first} is there twice", self.user());
            let there: u32 = times.iter().sum();
            let whole = u64::from(there) == *size;
            match fate {
                Fate::Acknowledged if whole => counts.acknowledged += 1,
                Fate::Acknowledged => {
                    bail!("{}: of an acknowledged batch of {size} {there} records are there", self.user())
                }
                Fate::Cut if whole => (counts.cut, counts.kept) = (counts.cut + 1, counts.kept + 1),
                Fate::Cut if there == 0 => counts.cut += 1,
                Fate::Cut => bail!("{}: a batch of {size} was torn: {there} records are there", self.user()),
            }
        }
        ensure!(found.is_empty(), "{}: records that nobody wrote", self.user());
        Ok(counts)
    }
}

/// Every record of a person, by its number, and how often it is there.
fn read_all(port: u16, key: &str, user: &str) -> anyhow::Result<HashMap<u64, u32>> {
    let mut connection = Connection::open(port)?;
    let mut found = HashMap::new();
    let mut offset = 0;
    loop {
        let body = connection.get_with(&format!("/v1/data?user={user}&limit=1000&offset={offset}"), key)?;
        let page: Value = serde_json::from_slice(&body)?;
        let rows = page["data"].as_array().context("a page without data")?;
        for row in rows {
            let number = row["value"].as_str().and_then(|value| value.parse().ok());
            *found.entry(number.context("a record without its number")?).or_insert(0) += 1;
        }
        offset += rows.len();
        if !page["has_more"].as_bool().unwrap_or(false) {
            return Ok(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer(batches: &[(u64, u64, Fate)]) -> Writer {
        Writer { number: 0, next: 0, batches: batches.to_vec() }
    }

    fn compared(batches: &[(u64, u64, Fate)], found: &[(u64, u32)]) -> Result<(usize, usize, usize), String> {
        let counts = writer(batches).compare(&found.iter().copied().collect()).map_err(|error| error.to_string())?;
        Ok((counts.acknowledged, counts.cut, counts.kept))
    }

    #[test]
    fn what_was_lost_doubled_torn_or_never_written_is_found() {
        let batches = [(0, 2, Fate::Acknowledged), (2, 2, Fate::Cut)];
        assert_eq!(compared(&batches, &[(0, 1), (1, 1)]), Ok((1, 1, 0)));
        assert_eq!(compared(&batches, &[(0, 1), (1, 1), (2, 1), (3, 1)]), Ok((1, 1, 1)));
        for (found, fault) in [
            (&[(0, 1)][..], "of an acknowledged batch"),
            (&[(0, 1), (1, 2)], "twice"),
            (&[(0, 1), (1, 1), (2, 1)], "torn"),
            (&[(0, 1), (1, 1), (9, 1)], "nobody wrote"),
        ] {
            assert!(compared(&batches, found).unwrap_err().contains(fault), "{fault}");
        }
    }
}
