//! `eval`: a script of the model's, for what it would otherwise work out in its head.
//!
//! True here: a script reaches nothing but its own values and the tools that only look something up, within the budgets of
//! its turn; it ends, whatever it does, by its time, its memory or its stack, and its answer has a size. It runs on a
//! thread of its own and is told of here by messages. Must not be here: anything that a script could keep or change.

mod desk;
mod ended;
mod log;
mod script;
mod time;

use std::{num::NonZero, sync::LazyLock, thread, time::Duration};

use mirobody_llm::ToolSpec;
use mirobody_query::ErrorKind;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::{
    sync::{Semaphore, SemaphorePermit, mpsc},
    time::timeout,
};

use super::{AgentTool, Calling, Family, Others, Workplace, declared};
use crate::tools::Output;

use desk::Word;
use script::Script;

/// The longest script, in characters.
const LONGEST: usize = 20_000;
/// How long nothing may be heard of a script: longer than it may work, for a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(4);
/// How long a script waits for its room.
const QUEUE: Duration = Duration::from_secs(30);
/// So many scripts run at once: half of the processors. One that goes on after its time keeps its room until it ends.
static ROOM: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    Semaphore::new((processors / 2).max(1))
});

/// Runs scripts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Eval;

#[derive(Deserialize)]
struct Arguments {
    code: String,
}

impl AgentTool for Eval {
    fn spec(&self) -> ToolSpec {
        let properties = json!({
            "code": {"type": "string", "maxLength": LONGEST, "description": "JavaScript; its last expression is the result"},
        });
        let description = "Run JavaScript to work something out over many readings: differences, means, counts, days \
            between. The answer is the last expression as JSON, and what console.log wrote. The tools that look \
            something up are called in it as tools.query_health_data({...}), which gives {text, data} and throws what \
            went wrong; data.rows are the rows, each value a text as it was recorded: Number(row.value). No network, \
            files, modules or timers; two seconds, 32 MB. Give numbers with the readings that they were worked out \
            from.";
        declared::spec("eval", description, properties, &["code"])
    }

    fn family(&self) -> Family {
        Family::Means
    }

    fn call<'a>(&'a self, place: &'a Workplace, arguments: &'a Map<String, Value>) -> Calling<'a> {
        self.call_among(place, &Nobody, arguments)
    }

    fn call_among<'a>(
        &'a self,
        _: &'a Workplace,
        others: &'a dyn Others,
        arguments: &'a Map<String, Value>,
    ) -> Calling<'a> {
        Box::pin(async move { self.ran(others, arguments).await.unwrap_or_else(|refusal| refusal) })
    }
}

impl Eval {
    async fn ran(&self, others: &dyn Others, arguments: &Map<String, Value>) -> Result<Output, Output> {
        let Arguments { code } = declared::read(&self.spec(), arguments)?;
        let script = Script { code, tools: others.names() };
        let (words, mut heard) = mpsc::unbounded_channel();
        script.start(words, room().await?).map_err(|_| Output::fault())?;
        loop {
            match timeout(PATIENCE, heard.recv()).await {
                Ok(Some(Word::Call { name, arguments, answer })) => {
                    // A script that has ended meanwhile asks for no answer.
                    drop(answer.send(others.call(&name, arguments).await));
                }
                Ok(Some(Word::Ended(ended))) => return Ok(ended.told()),
                Ok(None) => return Err(Output::fault()),
                Err(_) => return Err(Output::refused(time::OVER)),
            }
        }
    }
}

/// Room for one more script.
async fn room() -> Result<SemaphorePermit<'static>, Output> {
    let busy = || Output::error(ErrorKind::Unavailable, "too many scripts run at once; try again");
    timeout(QUEUE, ROOM.acquire()).await.ok().and_then(Result::ok).ok_or_else(busy)
}

/// No other tools.
struct Nobody;

impl Others for Nobody {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn call<'a>(&'a self, _: &'a str, _: Map<String, Value>) -> Calling<'a> {
        Box::pin(async { Output::refused("name: there is no such tool") })
    }
}

#[cfg(test)]
mod tests;
