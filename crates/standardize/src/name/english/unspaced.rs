//! Names of scripts without spaces, cut into the words of their language's table.
//!
//! True here: the whole name is covered by known words, Latin letters, digits and signs, in the fewest pieces; else
//! there is no English for it, because what is left of a name whose main word is unknown would be another test.
//! Must not be here: words, which are data.

use mirobody_vocab::{Meaning, Vocabulary};

use super::Joined;
use crate::text::is_cjk;

/// Words have at most this many characters.
const LONGEST_WORD: usize = 24;

/// The language whose table serves a script when the name's own language has none.
pub(super) fn language_of(folded: &str) -> Option<&'static str> {
    if folded.chars().any(is_kana) {
        Some("ja")
    } else if folded.chars().any(is_hangul) {
        Some("ko")
    } else {
        folded.chars().any(is_cjk).then_some("zh")
    }
}

/// The folded name in English words; `None` when any of it is unknown.
pub(super) fn english(vocabulary: &Vocabulary, language: &str, folded: &str) -> Option<String> {
    let chars = without_spaces(folded);
    let cutter = Cutter { vocabulary, language, chars: &chars };
    let pieces = cutter.pieces()?;
    let mut out = Joined::default();
    for piece in pieces {
        add(&mut out, &piece);
    }
    let text = out.text.replace("()", "");
    (out.english && text.chars().any(char::is_alphanumeric)).then(|| text.trim().to_owned())
}

/// Whether a character is of a script whose names are cut here. The dot between Japanese words is a sign.
pub(super) fn is_unspaced(c: char) -> bool {
    is_cjk(c) && c != '・'
}

fn is_kana(c: char) -> bool {
    is_unspaced(c) && c < '\u{3100}'
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7af}')
}

/// Where spaces stand between the words of these scripts is the printer's choice.
fn without_spaces(folded: &str) -> Vec<char> {
    let mut out: Vec<char> = Vec::new();
    let mut chars = folded.chars().peekable();
    while let Some(c) = chars.next() {
        let beside = [out.last(), chars.peek()].into_iter().flatten().any(|c| is_unspaced(*c));
        if !(c.is_whitespace() && beside) {
            out.push(c);
        }
    }
    out
}

/// A piece of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    /// A word of the table.
    English(&'static str),
    /// Latin letters and digits, as printed.
    Printed(String),
    /// What stands between words.
    Sign(char),
}

/// The best way to cut the rest of a name.
#[derive(Debug, Clone)]
struct Cut {
    words: usize,
    next: usize,
    piece: Piece,
}

struct Cutter<'a> {
    vocabulary: &'a Vocabulary,
    language: &'a str,
    chars: &'a [char],
}

impl Cutter<'_> {
    /// The pieces of the name, as few as there can be; of two ways, the one with the longer first word.
    fn pieces(&self) -> Option<Vec<Piece>> {
        let length = self.chars.len();
        let mut best: Vec<Option<Cut>> = vec![None; length];
        for at in (0..length).rev() {
            best[at] = self.best(at, &best);
        }
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < length {
            let cut = best.get(at)?.clone()?;
            pieces.push(cut.piece);
            at = cut.next;
        }
        Some(pieces)
    }

    fn best(&self, at: usize, best: &[Option<Cut>]) -> Option<Cut> {
        let rest = |next: usize| match best.get(next) {
            None => Some(0),
            Some(cut) => cut.as_ref().map(|cut| cut.words),
        };
        let cuts = self.words(at).chain(self.free(at));
        let cuts = cuts.filter_map(|(next, piece)| {
            let own = usize::from(!matches!(piece, Piece::Sign(_)));
            Some(Cut { words: rest(next)? + own, next, piece })
        });
        // The first of the least is taken, and the longest words come first.
        cuts.min_by_key(|cut| cut.words)
    }

    /// The words of the table that start here, longest first.
    fn words(&self, at: usize) -> impl Iterator<Item = (usize, Piece)> {
        let most = if self.is_inside(at) { at } else { (at + LONGEST_WORD).min(self.chars.len()) };
        let text: String = self.chars[at..most].iter().collect();
        let words = self.vocabulary.words_at_start(self.language, &text);
        words.into_iter().rev().filter_map(move |(length, meaning)| match meaning {
            Meaning::English(english) if !self.is_inside(at + length) => Some((at + length, Piece::English(english))),
            _ => None,
        })
    }

    /// Whether Latin letters or digits go on over this place.
    fn is_inside(&self, at: usize) -> bool {
        let plain = |c: Option<&char>| c.is_some_and(|c| is_plain(*c));
        at > 0 && plain(self.chars.get(at - 1)) && plain(self.chars.get(at))
    }

    /// A run of Latin letters and digits, or a sign.
    fn free(&self, at: usize) -> Option<(usize, Piece)> {
        let first = *self.chars.get(at)?;
        if is_unspaced(first) {
            return None;
        }
        if !is_plain(first) {
            return Some((at + 1, Piece::Sign(first)));
        }
        let mut end = at + 1;
        while self.goes_on(end) {
            end += 1;
        }
        Some((end, Piece::Printed(self.chars[at..end].iter().collect())))
    }

    /// Whether a run of Latin letters goes on here; a dash, dot or slash inside it is a part of it: `25-oh`, `ck-mb`.
    fn goes_on(&self, at: usize) -> bool {
        let plain = |at: usize| self.chars.get(at).is_some_and(|c| is_plain(*c));
        let sign = self.chars.get(at).is_some_and(|c| matches!(c, '-' | '.' | '/' | '\''));
        plain(at) || sign && plain(at + 1)
    }
}

fn is_plain(c: char) -> bool {
    c.is_alphanumeric() && !is_unspaced(c)
}

fn add(out: &mut Joined, piece: &Piece) {
    let glued = out.text.is_empty() || out.text.ends_with([' ', '/', '(', '[', '{']);
    let space = if glued { "" } else { " " };
    match piece {
        Piece::English("") => out.english = true,
        Piece::English(english) => out.add_english(space, english),
        Piece::Printed(text) => out.add(space, text),
        Piece::Sign('、') => out.text.push_str(", "),
        Piece::Sign('-' | '_' | '·' | '・' | '*' | '.' | '~') => out.add(space, ""),
        Piece::Sign(sign @ ('(' | '[' | '{')) => out.add(space, sign.encode_utf8(&mut [0; 4])),
        Piece::Sign(sign) => out.text.push(*sign),
    }
}
