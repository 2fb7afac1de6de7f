//! The tools that another tool calls: those that only look something up.
//!
//! Such a call is judged, contained and counted as one of the model's.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use serde_json::{Map, Value};

use super::{Run, calls::Returned, offered::Offered};
use crate::{
    governance::{Given, Governor, contained},
    toolbox::{Calling, Family, Others},
    tools::Output,
    turn::ToolStep,
};

/// The other tools, for one call.
pub(super) struct Among<'t> {
    turn: &'t Run,
    offered: &'t Offered,
    governor: &'t Mutex<Governor>,
    began: Instant,
    made: Mutex<Vec<Made>>,
}

/// A call that was made.
pub(super) struct Made {
    name: String,
    arguments: Map<String, Value>,
    output: Output,
    family: Family,
}

impl Made {
    /// As a step of the turn, within the call of that id.
    pub(super) fn returned(self, within: &str, nth: usize) -> Returned {
        let step = ToolStep {
            id: format!("{within}_{nth}"),
            name: self.name,
            arguments: Value::Object(self.arguments),
            result: self.output.text,
            data: self.output.structured,
        };
        Returned { step, family: self.family }
    }
}

impl<'t> Among<'t> {
    pub(super) fn of(turn: &'t Run, offered: &'t Offered, governor: &'t Mutex<Governor>, began: Instant) -> Self {
        Self { turn, offered, governor, began, made: Mutex::default() }
    }

    /// The calls that were made.
    pub(super) fn made(self) -> Vec<Made> {
        self.made.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn governor(&self) -> MutexGuard<'t, Governor> {
        self.governor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn make(&self, name: &str, arguments: Map<String, Value>) -> Output {
        let Some(tool) = self.offered.find(name).filter(|tool| tool.only_looks_up()) else {
            return Output::refused("name: there is no such tool to call from here");
        };
        let judged = self.governor().admit(name, Given::Object(&arguments), self.began.elapsed());
        let output = match judged {
            Ok(admitted) => {
                let output = contained(tool.call(&self.turn.place, &admitted.arguments), Output::fault).await;
                self.governor().settle(&admitted, &output);
                output
            }
            Err(refusal) => refusal,
        };
        let made = Made { name: name.to_owned(), arguments, output: output.clone(), family: tool.family() };
        self.made.lock().unwrap_or_else(PoisonError::into_inner).push(made);
        output
    }
}

impl Others for Among<'_> {
    fn names(&self) -> Vec<String> {
        self.offered.callable().map(str::to_owned).collect()
    }

    fn call<'a>(&'a self, name: &'a str, arguments: Map<String, Value>) -> Calling<'a> {
        Box::pin(self.make(name, arguments))
    }
}
