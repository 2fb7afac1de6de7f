//! Where a script's calls of tools leave its thread, and their answers come back.

use std::{cell::Cell, rc::Rc, sync::mpsc};

use serde_json::{Map, Value};
use tokio::sync::mpsc::UnboundedSender;

use super::{ended::Ended, time::Time};
use crate::tools::Output;

/// So many calls one script makes.
const MOST: usize = 30;

/// What is heard of a script.
#[derive(Debug)]
pub(super) enum Word {
    /// It calls a tool and waits.
    Call {
        /// The tool.
        name: String,
        /// With what.
        arguments: Map<String, Value>,
        /// Where the answer goes.
        answer: mpsc::Sender<Output>,
    },
    /// It has ended.
    Ended(Ended),
}

/// The desk of one script.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) words: UnboundedSender<Word>,
    pub(super) time: Rc<Time>,
    pub(super) calls: Cell<usize>,
}

impl Desk {
    /// What a tool gives back, or why nothing does.
    pub(super) fn call(&self, name: String, arguments: Map<String, Value>) -> Result<Output, &'static str> {
        let before = self.calls.replace(self.calls.get().saturating_add(1));
        if before >= MOST {
            return Err("a script calls at most 30 tools");
        }
        let (answer, answered) = mpsc::channel();
        let waits = || {
            self.words.send(Word::Call { name, arguments, answer }).ok()?;
            answered.recv().ok()
        };
        // Nobody listens any more: the turn is over.
        self.time.apart(waits).ok_or_else(|| {
            self.time.stop();
            "the turn is over"
        })
    }
}
