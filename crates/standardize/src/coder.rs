//! Many readings of one sender: each name is decided once.
//!
//! True here: what it says of a reading is what [`code_with`](crate::code_with) says of it alone. Must not be here: what
//! one reading tells about another; that is a document's ([`code_all`](crate::code_all)).

use std::collections::HashMap;

use crate::{
    code,
    person::Person,
    reading::{Coded, Decision, Reading},
    resolve::{Options, ValueKind, resolve_with, value_kind},
    value::{self, NumberStyle, ReadValue},
};

/// Codes readings, and keeps what it decided about a name as long as it lives.
#[derive(Debug)]
pub struct Coder<'a> {
    options: Options<'a>,
    decided: HashMap<Question, Decision>,
}

/// All of a reading that its decision rests on.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Question {
    name: String,
    /// As printed, in its column or inside the value.
    units: [String; 2],
    specimen: String,
    language: String,
    kind: Option<ValueKind>,
    is_empty: bool,
}

impl Question {
    fn of(reading: &Reading, read: &ReadValue) -> Self {
        Self {
            name: reading.name.clone(),
            units: [reading.unit.clone(), read.unit.clone()],
            specimen: reading.specimen.clone(),
            language: reading.language.clone(),
            kind: value_kind(&read.value),
            is_empty: reading.value.is_empty(),
        }
    }
}

impl<'a> Coder<'a> {
    /// A coder that knows nothing yet.
    pub fn new(options: Options<'a>) -> Self {
        Self { options, decided: HashMap::new() }
    }

    /// Codes one reading by itself; how its document writes numbers is not known.
    pub fn code(&mut self, reading: &Reading) -> Coded {
        let read = value::read(&reading.value, NumberStyle::Unknown);
        let question = Question::of(reading, &read);
        let decision = self.decided.entry(question).or_insert_with(|| resolve_with(reading, &self.options)).clone();
        code::as_decided(reading, read, decision, NumberStyle::Unknown, Person::default())
    }
}
