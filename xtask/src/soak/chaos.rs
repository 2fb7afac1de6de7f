//! Turns of the agent while everything around them goes wrong: the model, its tools, what they say, and the callers.
//!
//! True here: how each turn goes wrong is decided by the seed and the turn's number alone. A violation is written down
//! and the strain goes on, so that one run tells all of them. Must not be here: what an answer has to be, which is
//! `judge`'s, and which mishaps there are, which is `plan`'s.

mod judge;
mod people;
mod plan;
mod upstream;

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, bail, ensure};
use mirobody_testbed::{FakeModel, FakeTools, Wire};
use serde_json::{Value, json};

use self::{judge::Verdict, people::Person, plan::Plan, upstream::Watch};
use crate::{
    http::Connection,
    server::{Home, Running},
};

/// Callers at the same time.
const CALLERS: u32 = 8;
/// The whole of a model's answer may take five seconds, and be tried three times; tools take the rest.
const DEADLINE: Duration = Duration::from_secs(30);
/// A model that was left alone is asked again after a minute at the latest.
const RECOVERY: Duration = Duration::from_secs(75);
/// What the server may hold in the end, in MB.
const MOST_MEMORY: f64 = 300.0;
/// How many violations are printed.
const SHOWN: usize = 20;

/// A seed that no other run has.
pub fn seed_of_now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() ^ u64::from(now.subsec_nanos()))
}

/// A response that was acknowledged as kept.
#[derive(Clone)]
struct Kept {
    person: usize,
    turn: u32,
    id: String,
    object: Value,
    /// Whether all of its conversation is short enough to be told whole.
    is_short: bool,
}

/// What came of the turns.
#[derive(Default)]
struct Found {
    /// How often each mishap came to what.
    outcomes: BTreeMap<String, BTreeMap<String, u32>>,
    kept: Vec<Kept>,
    violations: Vec<String>,
    /// Orders of injected texts that a model carried out.
    obeyed: usize,
    /// How long the longest turn took.
    longest: Duration,
}

struct Chaos {
    model: FakeModel,
    tools: FakeTools,
    people: Vec<Person>,
    port: u16,
    found: Mutex<Found>,
    watch: Watch,
}

/// Strains a server with so many turns, and fails when one went otherwise than it may.
pub fn run(home: Home, turns: u32, seed: u64) -> anyhow::Result<()> {
    println!("\n== soak: {turns} turns of {CALLERS} callers in chaos, --seed {seed}");
    let (model, tools) = (FakeModel::start()?, FakeTools::start()?);
    let home = home
        .with("LLM_MODEL", "fake")
        .with("LLM_BASE_URL", model.base_url(Wire::OpenAi))
        .with("LLM_FIRST_TIMEOUT", "1")
        .with("LLM_IDLE_TIMEOUT", "1")
        .with("LLM_TIMEOUT", "5")
        .with("MCP_ATTACH_PRIVATE_HOSTS", tools.address().to_string());
    let mut people = people::all(&home, seed)?;
    let mut server = Running::start(&home)?;
    for person in &mut people {
        person.write(server.port)?;
    }
    let chaos = Chaos { model, tools, port: server.port, found: Mutex::default(), watch: Watch::new(&people), people };
    chaos.strain(turns, seed)?;
    let chaos_found = chaos.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    report(chaos_found, chaos.watch, server.memory(), server.most_memory())
}

fn report(found: Found, watch: Watch, memory: Option<f64>, most: Option<f64>) -> anyhow::Result<()> {
    let Found { outcomes, kept, mut violations, obeyed, longest } = found;
    let seen = watch.end();
    violations.extend(seen.violations);
    for (mishap, came) in &outcomes {
        let came: Vec<String> = came.iter().map(|(outcome, times)| format!("{outcome} {times}")).collect();
        println!("{mishap}: {}", came.join("; "));
    }
    let memory = memory.context("the server is not there any more")?;
    let most = most.unwrap_or(memory);
    println!("{} requests to the model, {} reminded of what was said before", seen.requests, seen.reminded);
    println!("{} responses kept; {obeyed} orders to read another's record carried out", kept.len());
    println!("the longest turn took {longest:.1?}, of {DEADLINE:?} that it may");
    println!("memory in the end {memory:.0} MB, at most {most:.0} MB");
    if memory > MOST_MEMORY {
        violations.push(format!("the server holds {memory:.0} MB in the end, more than {MOST_MEMORY:.0}"));
    }
    violations.iter().take(SHOWN).for_each(|violation| println!("VIOLATION {violation}"));
    ensure!(violations.is_empty(), "{} violations", violations.len());
    ensure!(!kept.is_empty() && obeyed > 0, "too little happened for the server to be strained");
    println!("every turn was answered or failed as it may, nobody saw another's record, and what was kept goes on");
    Ok(())
}

/// Each caller on a thread of its own, until all are done.
fn all_callers(call: impl Fn(u32) + Sync) -> anyhow::Result<()> {
    let call = &call;
    thread::scope(|scope| {
        let callers: Vec<_> = (0..CALLERS).map(|caller| scope.spawn(move || call(caller))).collect();
        callers.into_iter().try_for_each(|one| one.join().map_err(|_| anyhow::anyhow!("a caller panicked")))
    })
}

impl Chaos {
    fn strain(&self, turns: u32, seed: u64) -> anyhow::Result<()> {
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            let watching = scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    self.watch.look(self.model.take_seen());
                    thread::sleep(Duration::from_millis(20));
                }
                self.watch.look(self.model.take_seen());
            });
            let strained = all_callers(|caller| self.caller(caller, turns, seed));
            let checked = strained.and_then(|()| self.recovered()).and_then(|()| {
                all_callers(|caller| {
                    self.follow_all(caller);
                })
            });
            is_over.store(true, Ordering::Relaxed);
            watching.join().map_err(|_| anyhow::anyhow!("who watches the model panicked"))?;
            checked
        })
    }

    fn found<T>(&self, with: impl FnOnce(&mut Found) -> T) -> T {
        with(&mut self.found.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn violated(&self, plan: &Plan, what: &str) {
        let shown: String = what.chars().take(600).collect();
        self.found(|found| found.violations.push(format!("turn {} ({}): {shown}", plan.number, plan.name())));
    }

    /// The turns of one caller, one after another; a conversation of each person goes on until it is long.
    fn caller(&self, caller: u32, turns: u32, seed: u64) {
        let mut threads: Vec<Option<(String, bool)>> = vec![None; self.people.len()];
        for number in (0..turns).filter(|number| number % CALLERS == caller) {
            let plan = Plan::of(seed, number, self.people.len());
            let thread = &mut threads[plan.person];
            if !plan.follows {
                *thread = None;
            }
            let Some(object) = self.turn(&plan, thread.as_ref().map(|(id, _)| id.as_str())) else { continue };
            let was_short = thread.as_ref().is_none_or(|(_, is_short)| *is_short);
            if let Some(id) = object["id"].as_str().filter(|_| plan.is_kept && !plan.is_model_alone) {
                let kept = Kept {
                    person: plan.person,
                    turn: number,
                    id: id.to_owned(),
                    is_short: was_short && plan.is_short(),
                    object: object.clone(),
                };
                *thread = Some((kept.id.clone(), kept.is_short));
                self.found(|found| found.kept.push(kept));
            }
        }
    }

    /// One turn; the object when it was answered.
    fn turn(&self, plan: &Plan, previous: Option<&str>) -> Option<Value> {
        let person = &self.people[plan.person];
        let body = plan.body(person, &self.tools, previous).to_string();
        let begun = Instant::now();
        let answer = self.exchange(person, &body, plan.leaves_after);
        let took = begun.elapsed();
        let verdict = match answer {
            Ok(Some(reply)) => judge::reply(plan, &reply, &self.foreign(plan.person)),
            Ok(None) if plan.leaves_after.is_some() => Ok(Verdict::left()),
            Ok(None) => Err(format!("no answer within {DEADLINE:?}")),
            Err(error) => Err(format!("no answer: {error:#}")),
        };
        match verdict {
            Ok(Verdict { outcome, object }) => {
                let obeyed = object.as_ref().map_or(0, judge::orders);
                let is_failure = object.is_none();
                self.found(|found| {
                    *found.outcomes.entry(plan.mishap()).or_default().entry(outcome).or_default() += 1;
                    found.obeyed += obeyed;
                    found.longest = found.longest.max(took);
                });
                if is_failure && plan.leaves_after.is_none() {
                    // As a caller should who is told to pause; else a model at rest fails all turns that are left.
                    thread::sleep(Duration::from_millis(150));
                }
                object
            }
            Err(what) => {
                self.violated(plan, &what);
                None
            }
        }
    }

    fn exchange(
        &self,
        person: &Person,
        body: &str,
        leaves_after: Option<Duration>,
    ) -> anyhow::Result<Option<crate::http::Reply>> {
        let end = Instant::now() + leaves_after.unwrap_or(DEADLINE);
        Connection::open(self.port)?.exchange("POST /v1/responses", &person.key, body, end)
    }

    /// What must not be in an answer to this person.
    fn foreign(&self, person: usize) -> Vec<&str> {
        let others = self.people.iter().enumerate().filter(|(at, _)| *at != person);
        others.flat_map(|(_, other)| other.canaries()).collect()
    }

    /// Every person is answered again, from their own record.
    fn recovered(&self) -> anyhow::Result<()> {
        let end = Instant::now() + RECOVERY;
        for (at, person) in self.people.iter().enumerate() {
            let plan = Plan::quiet(at);
            let body = plan.body(person, &self.tools, None).to_string();
            let object = loop {
                let reply = self.exchange(person, &body, None)?.context("no answer after the chaos")?;
                let verdict = judge::reply(&plan, &reply, &self.foreign(at)).map_err(anyhow::Error::msg)?;
                match verdict.object {
                    Some(object) => break object,
                    None if Instant::now() > end => bail!("the server did not recover: {}", verdict.outcome),
                    None => thread::sleep(Duration::from_millis(250)),
                }
            };
            let text = object["output_text"].as_str().unwrap_or_default();
            ensure!(text.contains(&person.value), "{} is not answered from their own record: {text}", person.user);
        }
        Ok(())
    }

    /// Reads back this caller's share of what was kept, and goes on from each.
    fn follow_all(&self, caller: u32) {
        let share = |kept: &[Kept]| kept.iter().filter(|one| one.turn % CALLERS == caller).cloned().collect::<Vec<_>>();
        let kept = self.found(|found| share(&found.kept));
        for one in &kept {
            if let Err(error) = self.follow(one) {
                let what = format!("turn {} was acknowledged as kept: {error:#}", one.turn);
                self.found(|found| found.violations.push(what));
            }
        }
    }

    fn follow(&self, kept: &Kept) -> anyhow::Result<()> {
        let person = &self.people[kept.person];
        let read = Connection::open(self.port)?.get_with(&format!("/v1/responses/{}", kept.id), &person.key)?;
        let read: Value = serde_json::from_slice(&read)?;
        ensure!(read == kept.object, "it is read back otherwise than it was given");
        let mark = if kept.is_short { format!("chained={};", kept.turn) } else { String::new() };
        let input = format!("And then? [[mock:{mark}for={};say=Nothing.]]", person.mark);
        let body = json!({"user": person.user, "store": false, "previous_response_id": kept.id, "input": input});
        let reply = self.exchange(person, &body.to_string(), None)?.context("no answer to what follows")?;
        ensure!(reply.status == 200, "what follows is a {}: {}", reply.status, String::from_utf8_lossy(&reply.body));
        let object: Value = serde_json::from_slice(&reply.body)?;
        ensure!(object["previous_response_id"] == kept.id.as_str(), "what follows does not follow it");
        Ok(())
    }
}
