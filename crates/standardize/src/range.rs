//! Reference ranges as printed. What cannot be decided (a range per sex when the sex is not known, prose) stays text.
//!
//! True here: a bound is inside only when its print says so; a range keeps its own unit; ranges for different people
//! are kept apart and one is chosen only for a person who is surely meant by it alone.

mod bounds;
mod expected;
mod items;
pub(crate) mod part;
mod who;

use crate::{person::Person, reading::ReferenceRange, sign, text::plain, value::NumberStyle};
use items::Item;

/// Longer texts are prose.
const LONGEST: usize = 400;

/// Reads a reference range of a document in an unknown language. `style` is how the document writes numbers.
pub fn read(text: &str, style: NumberStyle) -> ReferenceRange {
    read_in(text, style, "")
}

/// Reads a reference range. `language` is the document's: it tells what single letters for the sexes mean.
pub fn read_in(text: &str, style: NumberStyle, language: &str) -> ReferenceRange {
    let spaced = plain(text);
    let plain = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    let read = if plain.chars().count() > LONGEST { None } else { whole(&plain, style, language) };
    ReferenceRange { text: text.trim().to_owned(), ..read.unwrap_or_default() }
}

impl ReferenceRange {
    /// Chooses among the parts for a person. Without parts, or when no part surely holds, nothing changes.
    pub fn choose(&mut self, person: Person) {
        if let Some(part) = part::chosen(&self.parts, person) {
            (self.low, self.high, self.unit) = (part.low, part.high, part.unit.clone());
        }
    }
}

fn whole(text: &str, style: NumberStyle, language: &str) -> Option<ReferenceRange> {
    let bare = sign::without_leads(text);
    if let Some(one) = bounds::whole(bare, style) {
        return Some(one.into_range());
    }
    if let Some(range) = expected::read(text, style).or_else(|| expected::read(bare, style)) {
        return Some(range);
    }
    let items = items::split(bare, style);
    let measured = items.iter().filter(|item| matches!(item, Item::Bounds(_))).count();
    if measured == 0 {
        return None;
    }
    part::assemble(items, language)
}
