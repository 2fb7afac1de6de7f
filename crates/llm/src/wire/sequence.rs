//! In which order a reply came: the vendors that sign what a model reasoned want its parts back in that order.
//!
//! The texts and calls sent back are those of the conversation as its keeper has it now: what was taken out of it stays
//! out, what was added comes last.

use std::slice;

use serde_json::{Map, Value, json};

use crate::{Call, Said};

/// Records a reply.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    items: Vec<Value>,
    /// Whether there is anything in it that cannot be made again from text and calls.
    is_needed: bool,
}

impl Sequence {
    /// A block that goes back as it is; its place, to change it by while it grows.
    pub fn block(&mut self, block: Value) -> usize {
        self.is_needed = true;
        self.items.push(json!({"block": block}));
        self.items.len() - 1
    }

    /// A block that grows.
    pub fn grow(&mut self, place: usize, field: &str, piece: &str) {
        let block = self.items.get_mut(place).and_then(|item| item.get_mut("block")?.as_object_mut());
        match block.map(|block| block.entry(field).or_insert("".into())) {
            Some(Value::String(text)) => text.push_str(piece),
            Some(other) => *other = piece.into(),
            None => {}
        }
    }

    /// A piece of text, and what goes back beside it.
    pub fn text(&mut self, piece: &str, beside: Map<String, Value>) {
        if piece.is_empty() && beside.is_empty() {
            return;
        }
        self.is_needed |= !beside.is_empty();
        let last = self.items.last_mut().filter(|item| beside.is_empty() && item["beside"] == json!({}));
        match last.and_then(|item| item.get_mut("text")) {
            Some(Value::String(text)) => text.push_str(piece),
            _ => self.items.push(json!({"text": piece, "beside": beside})),
        }
    }

    /// A call, and what goes back beside it.
    pub fn call(&mut self, id: &str, beside: Map<String, Value>) {
        self.is_needed |= !beside.is_empty();
        self.items.push(json!({"call": id, "beside": beside}));
    }

    /// What is kept of it.
    pub fn raw(&mut self) -> Option<Value> {
        self.is_needed.then(|| json!({"sequence": std::mem::take(&mut self.items)}))
    }
}

/// A part of a reply that is sent back.
#[derive(Debug, PartialEq)]
pub(super) enum Piece<'a> {
    /// As it is.
    Block(&'a Value),
    /// Text.
    Text(&'a str, Option<&'a Map<String, Value>>),
    /// A call.
    Call(&'a Call, Option<&'a Map<String, Value>>),
}

/// The parts of a reply in their order.
pub(super) fn replay<'a>(said: &'a Said, raw: Option<&'a Value>) -> Vec<Piece<'a>> {
    let items = raw.and_then(|raw| raw.get("sequence")?.as_array()).map_or([].as_slice(), Vec::as_slice);
    let texts = || items.iter().filter_map(|item| item.get("text")?.as_str());
    let is_same = texts().collect::<String>() == said.text;
    let mut out: Vec<Piece<'a>> = Vec::new();
    for item in items {
        out.extend(one(said, item, is_same));
    }
    if !is_same && !said.text.is_empty() {
        let at = out.iter().position(|piece| matches!(piece, Piece::Call(..))).unwrap_or(out.len());
        out.insert(at, Piece::Text(&said.text, None));
    }
    let rest: Vec<_> =
        said.calls.iter().filter(|call| !is_in(&out, call)).map(|call| Piece::Call(call, None)).collect();
    out.extend(rest);
    out
}

fn one<'a>(said: &'a Said, item: &'a Value, is_same: bool) -> Option<Piece<'a>> {
    let beside = item.get("beside").and_then(Value::as_object).filter(|beside| !beside.is_empty());
    if let Some(block) = item.get("block") {
        return Some(Piece::Block(block));
    }
    if let Some(text) = item.get("text").and_then(Value::as_str) {
        return is_same.then_some(Piece::Text(text, beside));
    }
    let id = item.get("call")?.as_str()?;
    said.calls.iter().find(|call| call.id == id).map(|call| Piece::Call(call, beside))
}

fn is_in(pieces: &[Piece<'_>], wanted: &Call) -> bool {
    pieces.iter().any(|piece| matches!(piece, Piece::Call(call, _) if call.id == wanted.id))
}

/// The ids of calls beside which the vendor's sequence holds this word.
pub(super) fn calls_with<'a>(raw: Option<&'a Value>, word: &str) -> Vec<&'a str> {
    let items = raw.and_then(|raw| raw.get("sequence")?.as_array());
    let items = items.map_or([].iter(), |items| <[Value]>::iter(items));
    let marked = |item: &&Value| item.get("beside").is_some_and(|beside| beside.get(word).is_some());
    let items: slice::Iter<'a, Value> = items;
    items.filter(marked).filter_map(|item| item.get("call")?.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(id: &str) -> Call {
        Call { id: id.into(), name: "f".into(), arguments: "{}".into() }
    }

    fn recorded() -> Value {
        let mut sequence = Sequence::default();
        let at = sequence.block(json!({"type": "thinking", "signature": ""}));
        sequence.grow(at, "signature", "si");
        sequence.grow(at, "signature", "g");
        sequence.text("Let ", Map::new());
        sequence.text("me.", Map::new());
        sequence.call("a", Map::new());
        sequence.call("b", Map::new());
        sequence.raw().unwrap()
    }

    #[test]
    fn a_reply_goes_back_in_its_order() {
        let raw = recorded();
        let said = Said { text: "Let me.".into(), calls: vec![call("a"), call("b")], ..Said::default() };
        let block = json!({"type": "thinking", "signature": "sig"});
        assert_eq!(
            replay(&said, Some(&raw)),
            [
                Piece::Block(&block),
                Piece::Text("Let me.", None),
                Piece::Call(&said.calls[0], None),
                Piece::Call(&said.calls[1], None)
            ]
        );
    }

    #[test]
    fn what_was_changed_since_goes_back_as_it_is_now() {
        let raw = recorded();
        let said = Said { text: "Other.".into(), calls: vec![call("c"), call("b")], ..Said::default() };
        let block = json!({"type": "thinking", "signature": "sig"});
        assert_eq!(
            replay(&said, Some(&raw)),
            [
                Piece::Block(&block),
                Piece::Text("Other.", None),
                Piece::Call(&said.calls[1], None),
                Piece::Call(&said.calls[0], None)
            ]
        );
        assert_eq!(replay(&said, None).len(), 3);
    }

    #[test]
    fn text_and_calls_alone_need_no_record() {
        let mut sequence = Sequence::default();
        sequence.text("a", Map::new());
        sequence.call("a", Map::new());
        assert_eq!(sequence.raw(), None);
    }
}
