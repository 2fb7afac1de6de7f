//! Running text as units that can be compared with the phrases of a table, each with its place in the text.
//!
//! True here: the build script cuts the phrases of the tables with this very file, so a phrase in a text and a phrase
//! in a table can only differ if they differ to a reader of that language. Must not be here: what a phrase means.

use unicode_normalization::char::is_combining_mark;

use crate::{
    fold::{fold, is_unspaced},
    language::Language,
    stem::stem,
};

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    /// A word of a script with spaces between words.
    Word,
    /// A number.
    Number,
    /// One character of Chinese, Japanese or Korean.
    Character,
    /// A sign that may separate: `,`, `(`, `?`.
    Sign,
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The form it is compared in: folded, and of a word its stem.
    pub key: String,
    /// What it is.
    pub kind: UnitKind,
    /// Byte offset in the text where it starts.
    pub start: usize,
    /// Byte offset after it.
    pub end: usize,
    /// Whether a space, or the start of the text, stands before it.
    pub spaced: bool,
}

/// The units of a text in order. Spaces, apostrophes, quotation marks and hyphens inside words are between them.
pub fn units(text: &str, language: Language) -> Vec<Unit> {
    let mut cutter = Cutter { language, units: Vec::new(), open: None, spaced: true };
    for (start, end) in clusters(text) {
        let folded = fold(&text[start..end]);
        let next = text[end..].chars().next();
        if folded.is_empty() {
            cutter.blank(&text[start..end]);
        }
        for c in folded.chars() {
            cutter.take(c, start, end, next);
        }
    }
    cutter.close();
    cutter.units
}

impl Unit {
    /// The key inside a phrase. Korean puts spaces between words though its phrases are compared by characters, so a
    /// character after a space is another one there: `이 가` is no `이가`.
    pub(crate) fn inner_key(&self) -> String {
        let after_space = self.spaced && self.key.chars().all(is_hangul);
        if after_space { format!("_{}", self.key) } else { self.key.clone() }
    }
}

/// The stem of one folded word, as it stands in a [`Unit::key`].
pub fn word_key(word: &str, language: Language) -> String {
    stem(word, language)
}

/// Byte spans of what folds together: a character with the marks that stand on it.
fn clusters(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut starts = text.char_indices().filter(|&(at, c)| at == 0 || !joins(c)).map(|(at, _)| at).peekable();
    std::iter::from_fn(move || {
        let start = starts.next()?;
        Some((start, starts.peek().copied().unwrap_or(text.len())))
    })
}

/// Combining marks, the half-width voicing marks, and the vowels and finals of decomposed Korean.
fn joins(c: char) -> bool {
    is_combining_mark(c) || matches!(c, '\u{ff9e}' | '\u{ff9f}' | '\u{1160}'..='\u{11ff}')
}

/// A Korean syllable or letter.
pub fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{3131}'..='\u{318e}' | '\u{1100}'..='\u{11ff}')
}

/// The word or number being read.
struct Open {
    word: String,
    kind: UnitKind,
    start: usize,
    end: usize,
    spaced: bool,
}

struct Cutter {
    language: Language,
    units: Vec<Unit>,
    open: Option<Open>,
    /// A space has been seen since the last unit.
    spaced: bool,
}

impl Cutter {
    fn blank(&mut self, seen: &str) {
        if seen.chars().any(char::is_whitespace) {
            self.close();
            self.spaced = true;
        }
    }

    fn take(&mut self, c: char, start: usize, end: usize, next: Option<char>) {
        match c {
            _ if is_unspaced(c) || is_hangul(c) => self.push(c, UnitKind::Character, start, end),
            _ if c.is_numeric() => self.extend(c, UnitKind::Number, start, end),
            _ if c.is_alphabetic() => self.extend(c, UnitKind::Word, start, end),
            // A mark on nothing is no word.
            _ if is_combining_mark(c) && self.open.is_none() => {}
            _ if is_combining_mark(c) => self.extend(c, UnitKind::Word, start, end),
            '.' | ',' if self.in_number() && next.is_some_and(char::is_numeric) => {
                self.extend(c, UnitKind::Number, start, end);
            }
            '\'' | '"' | '“' | '”' | '„' | '«' | '»' | '「' | '」' | '『' | '』' | '*' | '_' | '`' => {
                self.close();
            }
            '-' if self.open.is_some() && next.is_some_and(char::is_alphanumeric) => self.close(),
            _ if c.is_whitespace() => self.blank(" "),
            _ => self.push(c, UnitKind::Sign, start, end),
        }
    }

    fn in_number(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.kind == UnitKind::Number)
    }

    fn push(&mut self, c: char, kind: UnitKind, start: usize, end: usize) {
        self.close();
        self.units.push(Unit { key: c.to_string(), kind, start, end, spaced: std::mem::take(&mut self.spaced) });
    }

    fn extend(&mut self, c: char, kind: UnitKind, start: usize, end: usize) {
        match &mut self.open {
            Some(open) if open.kind == kind => {
                open.word.push(c);
                open.end = end;
            }
            _ => {
                self.close();
                let spaced = std::mem::take(&mut self.spaced);
                self.open = Some(Open { word: c.to_string(), kind, start, end, spaced });
            }
        }
    }

    fn close(&mut self) {
        let Some(Open { word, kind, start, end, spaced }) = self.open.take() else { return };
        let key = if kind == UnitKind::Word { stem(&word, self.language) } else { word };
        if !key.is_empty() {
            self.units.push(Unit { key, kind, start, end, spaced });
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keys(text: &str, language: &str) -> String {
        let units = units(text, language.parse().unwrap());
        units.into_iter().map(|unit| unit.key).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_text_falls_into_what_can_be_compared() {
        for (language, text, expected) in [
            ("en", "Low-back pain, since 3days", "low back pain , sinc 3 day"),
            ("en", "I DON’T have 38.5 °C", "i don t have 38.5 ° c"),
            ("en", "“covid19” (T2DM)", "covid 19 ( t 2 dm )"),
            ("fr", "J’ai mal à l’estomac", "j ai mal a l estomac"),
            ("zh", "頭 疼三天了，HIV陽性", "头 疼 三 天 了 , hiv 阳 性"),
            ("ja", "ｱﾚﾙｷﾞｰがある", "ア レ ル ギ ー が あ る"),
            ("ko", "머리가 아파요", "머 리 가 아 파 요"),
            ("ko", "\u{1106}\u{1165}\u{1105}\u{1175}", "머 리"),
            ("de", "Magen-Darm-Grippe", "mag darm gripp"),
        ] {
            assert_eq!(keys(text, language), expected, "{text}");
        }
    }

    #[test]
    fn a_unit_knows_its_place_in_the_text() {
        let text = "Größe e\u{301}té 头 疼";
        let shown: Vec<_> =
            units(text, Language::Fr).iter().map(|unit| (&text[unit.start..unit.end], unit.spaced)).collect::<Vec<_>>();
        assert_eq!(shown, [("Größe", true), ("e\u{301}té", true), ("头", true), ("疼", true)]);
    }

    proptest! {
        #[test]
        fn units_lie_in_order_in_any_text(text in "\\PC{0,60}", language in prop::sample::select(&Language::ALL[..])) {
            let mut last = 0;
            for unit in units(&text, language) {
                prop_assert!(unit.start < unit.end && last <= unit.start && !unit.key.is_empty());
                prop_assert!(text.get(unit.start..unit.end).is_some());
                last = unit.start;
            }
        }
    }
}
