//! A list of ranges taken apart: bounds, and the text between them. What the text means is not decided here.

use super::bounds::{self, Bounds};
use crate::value::NumberStyle;

/// A piece of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item<'a> {
    /// Text that is no bounds, without punctuation at its ends.
    Label(&'a str),
    /// One or two bounds.
    Bounds(Bounds),
}

/// Takes a text apart.
pub(crate) fn split(text: &str, style: NumberStyle) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let (mut label, mut at) = (0, 0);
    let mut last = ' ';
    while let Some(c) = text[at..].chars().next() {
        if may_start(last, c)
            && let Some((bounds, rest)) = bounds::first(&text[at..], style)
        {
            push_label(&mut items, &text[label..at]);
            items.push(Item::Bounds(bounds));
            (at, last) = (text.len() - rest.len(), ' ');
            label = at;
            continue;
        }
        at += c.len_utf8();
        last = c;
    }
    push_label(&mut items, &text[label..]);
    items
}

/// Whether bounds may start with a character that stands behind another: not inside a word or a number.
fn may_start(last: char, c: char) -> bool {
    let word = |c: char| c.is_alphanumeric() && !crate::text::is_cjk(c);
    let joined = word(last) && (word(c) || c == '-') || matches!(last, '.' | ',' | '-') && c.is_ascii_digit();
    !joined && !c.is_whitespace()
}

fn push_label<'a>(items: &mut Vec<Item<'a>>, text: &'a str) {
    let label = text.trim_matches([' ', ',', ';', ':', '/', '|', '(', ')', '[', ']', '.', '。', '=', '•', '*']);
    if !label.is_empty() {
        items.push(Item::Label(label));
    }
}
