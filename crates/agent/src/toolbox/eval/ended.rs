//! How a script ended, as a model is told.

use serde_json::{Value, json};

use super::{log::Log, time};
use crate::tools::Output;

/// The most of a result that is told, in bytes.
const MOST: usize = 12_000;
/// The most of what a script threw.
const MOST_OF_THROWN: usize = 1_000;

/// The end of a script.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) end: End,
    pub(super) log: Log,
}

#[derive(Debug)]
pub(super) enum End {
    /// With a value, as JSON; none: with one that JSON has not.
    Value(Option<String>),
    /// It threw this.
    Threw(String),
    /// It took too long.
    TooLong,
    /// It waits for what never comes.
    Waits,
}

impl Ended {
    pub(super) fn told(self) -> Output {
        let console = match (self.log.text.is_empty(), self.log.is_cut) {
            (true, _) => String::new(),
            (false, false) => format!("console:\n{}", self.log.text),
            (false, true) => format!("console (cut: more was written than is told):\n{}", self.log.text),
        };
        match self.end {
            End::Value(json) => value(json.as_deref(), &console, &self.log),
            End::Threw(what) => failed(format!("code: it threw {}", cut(&what, MOST_OF_THROWN).0), &console),
            End::TooLong => failed(time::OVER.to_owned(), &console),
            End::Waits => failed("code: it waits for a promise that nothing settles".to_owned(), &console),
        }
    }
}

fn value(json: Option<&str>, console: &str, log: &Log) -> Output {
    let (shown, is_cut) = cut(json.unwrap_or("undefined"), MOST);
    let note = if is_cut {
        let (end, all) = (shown.len(), json.map_or(0, str::len));
        format!(" (cut: {end} of {all} bytes; let the script give less)")
    } else {
        String::new()
    };
    let text = format!("result{note}: {shown}\n{console}");
    let result: Value = if is_cut { Value::Null } else { serde_json::from_str(shown).unwrap_or_default() };
    let is_cut = is_cut || log.is_cut;
    Output { text, ..Output::data(json!({"result": result, "console": log.text, "is_cut": is_cut})) }
}

fn failed(reason: String, console: &str) -> Output {
    let output = Output::refused(reason);
    let text = if console.is_empty() { output.text } else { format!("{}\n{console}", output.text) };
    Output { text, ..output }
}

fn cut(text: &str, most: usize) -> (&str, bool) {
    (text.get(..text.floor_char_boundary(most)).unwrap_or_default(), text.len() > most)
}
