//! How fast a large record is read, and how small a watch's samples are stored. `cargo xtask bench` runs it.
//!
//! Prints a line for each measurement: what, then its numbers, apart by tabs.

#![expect(clippy::print_stdout, reason = "an example talks to the terminal")]

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use jiff::{Timestamp, ToSpan as _, tz::TimeZone};
use mirobody_derive::{LocalDay, When};
use mirobody_query::{HealthQuery, Selector, View, run};
use mirobody_standardize::{Coder, Options, Reading};
use mirobody_store::{NewObservation, Retention, Sample, SampleBatch, SampledSeries, Scope, Source, Store};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The last instant of the record.
const END: i64 = 1_790_000_000;
const YEAR: i64 = 365 * 86_400;

fn main() -> anyhow::Result<()> {
    let what = std::env::args().nth(1).unwrap_or_default();
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let dir = tempfile::tempdir()?;
        let store = Store::open(dir.path()).await?;
        let account = store.local_account().await?;
        let scope = account.subject(&store, "bench").await?;
        match what.as_str() {
            "samples" => samples(&store, &scope, dir.path()).await,
            "views" => views(&store, &scope).await,
            _ => anyhow::bail!("say what to measure: samples or views"),
        }
    })
}

/// Ten million samples of a heart rate, one every five seconds, with gaps.
async fn samples(store: &Store, scope: &Scope, dir: &Path) -> anyhow::Result<()> {
    const COUNT: usize = 10_000_000;
    let before = size(dir)?;
    let mut pulse = Walk::new(62, 48, 160);
    let (mut at, mut written) = (END - COUNT as i64 * 6, 0);
    let started = Instant::now();
    while written < COUNT {
        let day = TimeZone::UTC.to_datetime(Timestamp::from_second(at)?).date();
        let next = TimeZone::UTC.to_timestamp(day.checked_add(1.day())?.at(0, 0, 0, 0))?.as_second();
        let mut beats = Vec::new();
        while at < next && written < COUNT {
            beats.push(moment(at, pulse.next())?);
            at += if pulse.one_in(400) { 900 } else { 5 };
            written += 1;
        }
        store.append_samples(scope, &batch("8867-4", "heart_rate", "/min", beats)).await?;
    }
    let seconds = started.elapsed().as_secs_f64();
    store.maintain(&store.admin().system(), Timestamp::from_second(END)?).await?;
    println!("samples\t{COUNT}\t{}\t{seconds:.1}", size(dir)? - before);
    Ok(())
}

/// A million readings of five series over ten years, half of them a device's samples, and every view of one of them.
async fn views(store: &Store, scope: &Scope) -> anyhow::Result<()> {
    sampled(store, scope, ("8867-4", "heart_rate", "/min"), Walk::new(62, 48, 160), 250_000).await?;
    sampled(store, scope, ("55423-8", "steps", "{steps}"), Walk::new(20, 0, 400), 250_000).await?;
    written(store, scope, ("Glucose", "mg/dL"), Walk::new(100, 60, 220), 300_000).await?;
    written(store, scope, ("Body weight", "kg"), Walk::new(70, 60, 80), 100_000).await?;
    written(store, scope, ("Systolic blood pressure", "mm[Hg]"), Walk::new(120, 95, 170), 100_000).await?;
    for indicator in ["heart_rate", "Glucose"] {
        for view in View::ALL {
            let query = HealthQuery {
                selector: Selector::Indicators(vec![indicator.to_owned()]),
                start: None,
                end: None,
                view,
            };
            let mut times = Vec::new();
            for _ in 0..200 {
                let started = Instant::now();
                let envelope = run(store, scope, &query, Timestamp::from_second(END)?).await;
                times.push(started.elapsed());
                anyhow::ensure!(envelope.meta.row_count > 0, "{indicator} has nothing in view {}", view.as_str());
            }
            let (half, most) = quantiles(times);
            println!("view\t{indicator}\t{}\t{half:.2}\t{most:.2}", view.as_str());
        }
    }
    Ok(())
}

/// The median and the 99th percentile, in milliseconds.
fn quantiles(mut times: Vec<Duration>) -> (f64, f64) {
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1000.0;
    (at(0.5), at(0.99))
}

async fn sampled(
    store: &Store,
    scope: &Scope,
    (code, name, unit): (&str, &str, &str),
    mut walk: Walk,
    count: i64,
) -> anyhow::Result<()> {
    let (step, mut at) = (10 * YEAR / count, END - 10 * YEAR);
    let mut all = Vec::new();
    for _ in 0..count {
        all.push(moment(at, walk.next())?);
        at += step;
    }
    for some in all.chunks(20_000) {
        store.append_samples(scope, &batch(code, name, unit, some.to_vec())).await?;
    }
    Ok(())
}

async fn written(
    store: &Store,
    scope: &Scope,
    (name, unit): (&str, &str),
    mut walk: Walk,
    count: i64,
) -> anyhow::Result<()> {
    let mut coder = Coder::new(Options::default());
    let (step, mut at) = (10 * YEAR / count, END - 10 * YEAR);
    for _ in 0..count / 500 {
        let mut rows = Vec::with_capacity(500);
        for _ in 0..500 {
            let reading = Reading {
                name: name.to_owned(),
                value: walk.next().to_string(),
                unit: unit.to_owned(),
                ..Reading::default()
            };
            rows.push(observation(coder.code(&reading), at)?);
            at += step;
        }
        store.append(scope, rows).await?;
    }
    Ok(())
}

fn observation(coded: mirobody_standardize::Coded, at: i64) -> anyhow::Result<NewObservation> {
    let text = Timestamp::from_second(at)?.to_string();
    let when = When::read(&text, &TimeZone::UTC).context("a time of our own")?;
    Ok(NewObservation {
        coded,
        when,
        time_text: text,
        source: Source::Api,
        tag: String::new(),
        file_key: None,
        page: None,
        retention: Retention::Permanent,
    })
}

fn batch(code: &str, name: &str, unit: &str, samples: Vec<Sample>) -> SampleBatch {
    let of = SampledSeries { series: ["loinc:", code].concat(), name: name.to_owned(), loinc: code.parse().ok() };
    SampleBatch { of, tag: "watch".to_owned(), unit: unit.to_owned(), samples }
}

fn moment(at: i64, value: i64) -> anyhow::Result<Sample> {
    let start = Timestamp::from_second(at)?;
    let day = LocalDay::of(start, &TimeZone::UTC);
    Ok(Sample { start, end: start, offset: Some(0), day, value: value.into() })
}

/// Numbers that wander.
struct Walk {
    at: i64,
    low: i64,
    high: i64,
    seed: u64,
}

impl Walk {
    fn new(at: i64, low: i64, high: i64) -> Self {
        Self { at, low, high, seed: 0x9e37_79b9_7f4a_7c15 }
    }

    fn random(&mut self) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed >> 16
    }

    fn next(&mut self) -> i64 {
        let step = (self.random() % 5) as i64 - 2;
        self.at = (self.at + step).clamp(self.low, self.high);
        self.at
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.random().is_multiple_of(many)
    }
}

/// Bytes of all files below a directory.
fn size(dir: &Path) -> anyhow::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        bytes += if entry.file_type()?.is_dir() { size(&entry.path())? } else { entry.metadata()?.len() };
    }
    Ok(bytes)
}
