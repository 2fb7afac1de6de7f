//! Turns of the agent, streamed, over a model of this machine: what the server adds to the model's own time, and what many
//! turns at once need.
//!
//! True here: a turn's own time is what its caller waited, less what the model had its requests: from the last byte of a
//! request to the last piece of the answer. So the way to the model and back, and everything between, is the server's; what
//! it does while the model still writes is not, for nobody waits for that. The model and the callers run on this machine
//! too.

use std::{
    collections::HashMap,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use mirobody_testbed::{FakeModel, Wire};

use super::{BenchArgs, Row};
use crate::{
    http::Connection,
    process::wait_until,
    server::{Home, Running},
};

/// Longer than any turn takes.
const PATIENCE: Duration = Duration::from_mins(2);

/// Streams at once whose time is taken, and how many all of them take one after another.
const TIMED: usize = 50;
/// Streams at once that are only counted.
const MANY: usize = 500;

/// How the model of a turn behaves: its silence before an answer in seconds, and the milliseconds between two words.
#[derive(Clone, Copy)]
struct Tempo {
    silence: f32,
    pace: u64,
}

/// The server's own time of a turn, kept and not kept.
pub fn turns(args: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let each = (args.runs as usize / 5).max(1);
    let tempo = Tempo { silence: 0.2, pace: 10 };
    let mut parts = Vec::new();
    for (is_kept, name) in [(true, "kept"), (false, "`store: false`")] {
        let bench = Bench::start()?;
        let waited = bench.together(TIMED, each, &|number| body(number, is_kept, tempo))?;
        let own = bench.own_time(waited)?;
        parts.push(format!("{name} {:.1}/{:.1} ms", own[own.len() / 2], own[own.len() * 99 / 100]));
    }
    Ok(Some(Row {
        what: "`POST /v1/responses`, streamed, one tool, 300 words: time beside the model's, p50/p99 of a turn",
        measured: parts.join(", "),
        aim: "5/15 ms",
        over: format!("{} turns each, {TIMED} at once, begun one after another, SQLite", each * TIMED),
    }))
}

/// Errors and memory of many turns at once.
pub fn streams(_: &BenchArgs) -> anyhow::Result<Option<Row>> {
    let mut bench = Bench::start()?;
    let tempo = Tempo { silence: 2.0, pace: 40 };
    let body = |number| body(number, true, tempo);
    let results: Vec<anyhow::Result<()>> = thread::scope(|scope| {
        let ask = |number: usize| bench.ask(&body(number)).map(drop);
        let askers: Vec<_> = (0..MANY).map(|number| scope.spawn(move || ask(number))).collect();
        askers.into_iter().map(|asker| asker.join().map_err(|_| anyhow::anyhow!("an asker panicked"))?).collect()
    });
    let errors: Vec<_> = results.into_iter().filter_map(Result::err).collect();
    let first = errors.first().map(|error| format!(" (the first: {error:#})")).unwrap_or_default();
    let most = bench.server.most_memory().map_or_else(|| "RSS not known".to_owned(), |mb| format!("{mb:.0} MB"));
    Ok(Some(Row {
        what: "500 streams of `POST /v1/responses` at once: errors, and the most memory of the server",
        measured: format!("{} errors{first}, {most}", errors.len()),
        aim: "0, 300 MB",
        over: format!("{MANY} turns begun at once, one tool and 300 words each, kept, SQLite"),
    }))
}

/// A turn that asks for the readings once, and is then told 300 words.
fn body(number: usize, is_kept: bool, tempo: Tempo) -> String {
    let Tempo { silence, pace } = tempo;
    let question = format!(
        "Question {number}: how is my glucose? [[mock:stall={silence};pace={pace};words=300;\
         call=query_health_data;args={{\"keywords\": [\"glucose\"]}}]]"
    );
    serde_json::json!({"user": "bench", "stream": true, "store": is_kept, "input": question}).to_string()
}

struct Bench {
    server: Running,
    model: FakeModel,
    key: String,
    _home: Home,
}

impl Bench {
    fn start() -> anyhow::Result<Self> {
        let model = FakeModel::start()?;
        let home =
            Home::fresh("bench-agent")?.with("LLM_MODEL", "fake").with("LLM_BASE_URL", model.base_url(Wire::OpenAi));
        let key = home.key()?;
        let server = Running::start(&home)?;
        let bench = Self { server, model, key, _home: home };
        let days = (1..=28).map(|day| {
            let (value, time) = (90 + day, format!("2026-01-{day:02}T07:30:00Z"));
            serde_json::json!({"indicator": "Glucose", "value": value, "unit": "mg/dL", "time": time})
        });
        let records =
            serde_json::json!({"user": "bench", "retention": "permanent", "records": days.collect::<Vec<_>>()});
        Connection::open(bench.server.port)?.post("/v1/data", &bench.key, &records.to_string())?;
        bench.ask(&body(usize::MAX, true, Tempo { silence: 0.0, pace: 0 }))?;
        bench.model.forget();
        Ok(bench)
    }

    /// Asks on a connection of its own, and gives how long it took.
    fn ask(&self, body: &str) -> anyhow::Result<Duration> {
        let mut connection = Connection::open(self.server.port)?;
        self.ask_on(&mut connection, body)
    }

    fn ask_on(&self, connection: &mut Connection, body: &str) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        let reply = connection.exchange("POST /v1/responses", &self.key, body, begun + PATIENCE)?;
        let waited = begun.elapsed();
        let reply = reply.context("no answer in time")?;
        let text = String::from_utf8_lossy(&reply.body);
        ensure!(reply.status == 200 && text.contains("event: response.completed"), "{}: {text}", reply.status);
        ensure!(text.contains("response.mirobody_tool_result"), "no tool was called: {text}");
        Ok(waited)
    }

    /// So many callers, each asking again and again; how long each turn took, by its number. The first turns begin one
    /// after another over the length of one, as those of people do.
    fn together(
        &self,
        callers: usize,
        each: usize,
        body: &(dyn Fn(usize) -> String + Sync),
    ) -> anyhow::Result<Vec<Duration>> {
        const APART: Duration = Duration::from_millis(67);
        let all = thread::scope(|scope| {
            let call = |caller: usize| -> anyhow::Result<Vec<Duration>> {
                thread::sleep(APART * u32::try_from(caller)?);
                let mut connection = Connection::open(self.server.port)?;
                (0..each).map(|turn| self.ask_on(&mut connection, &body(caller * each + turn))).collect()
            };
            let callers: Vec<_> = (0..callers).map(|caller| scope.spawn(move || call(caller))).collect();
            let joined =
                callers.into_iter().map(|caller| caller.join().map_err(|_| anyhow::anyhow!("a caller panicked"))?);
            joined.collect::<anyhow::Result<Vec<_>>>()
        })?;
        Ok(all.concat())
    }

    /// What of each turn was not the model's, in milliseconds, the least first.
    fn own_time(&self, waited: Vec<Duration>) -> anyhow::Result<Vec<f64>> {
        // The model writes down an answer after its last piece was sent, so maybe after the turn was over.
        wait_until("the model's own account", || self.model.spans().len() >= 2 * waited.len())?;
        let mut models: HashMap<usize, Duration> = HashMap::new();
        for span in self.model.spans() {
            let number = span.said.split(' ').nth(1).and_then(|word| word.trim_end_matches(':').parse().ok());
            *models.entry(number.context("a request that no turn made")?).or_default() += span.took;
        }
        let of_turn = |(number, waited): (usize, Duration)| {
            let model = models.get(&number).context("a turn without a model")?;
            let own = waited.checked_sub(*model).context("a turn that was shorter than its model's answers")?;
            Ok(own.as_secs_f64() * 1000.0)
        };
        let mut own: Vec<f64> = waited.into_iter().enumerate().map(of_turn).collect::<anyhow::Result<_>>()?;
        own.sort_by(f64::total_cmp);
        Ok(own)
    }
}
