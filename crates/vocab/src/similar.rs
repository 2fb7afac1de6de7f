//! Words of the index that differ from a printed one by one letter: changed, left out, added, or swapped with the next.
//!
//! True here: the first letter is never touched, for few typing errors are there and it prunes most of the search. The
//! token map is walked letter by letter, so no automaton is built for a word.

use fst::raw::{Fst, Node, Output};

use crate::{Vocabulary, Word};

pub(crate) type Map = Fst<&'static [u8]>;

/// A place in the token map, with what the way there has added up to.
#[derive(Clone, Copy)]
pub(crate) struct At {
    address: usize,
    sum: Output,
}

impl At {
    pub(crate) fn start(map: &Map) -> Self {
        Self { address: map.root().addr(), sum: Output::zero() }
    }
}

/// The longest UTF-8 letter.
const LETTER: usize = 4;

impl Vocabulary {
    /// The words of the index that are one letter away from a token and begin with the same letter, commonest first.
    pub fn similar_words(&self, token: &str) -> Vec<Word> {
        let Some(map) = self.token_map() else { return Vec::new() };
        let mut found = Vec::new();
        let mut here = At::start(map);
        for (start, letter) in token.char_indices() {
            if start > 0 {
                around(map, here, &token[start..], letter, &mut found);
            }
            match walk(map, here, &token.as_bytes()[start..start + letter.len_utf8()]) {
                Some(next) => here = next,
                None => return sorted(found),
            }
        }
        each_letter(map, here, &mut |_, longer| finish(map, longer, "", &mut found));
        sorted(found)
    }
}

fn sorted(mut found: Vec<Word>) -> Vec<Word> {
    found.sort_unstable();
    found.dedup();
    found
}

/// The words that change the letter `rest` begins with, or what stands before it.
fn around(map: &Map, here: At, rest: &str, letter: char, found: &mut Vec<Word>) {
    let after = &rest[letter.len_utf8()..];
    finish(map, here, after, found);
    swapped(map, here, rest, letter, found);
    let mut own = [0; LETTER];
    let own = letter.encode_utf8(&mut own).as_bytes();
    each_letter(map, here, &mut |other, there| {
        if other != own {
            let node = map.node(there.address);
            for rest in [after, rest] {
                finish_at(map, &node, there, rest, found);
            }
        }
    });
}

/// The word with the first two letters of `rest` swapped.
fn swapped(map: &Map, here: At, rest: &str, letter: char, found: &mut Vec<Word>) {
    let Some(second) = rest[letter.len_utf8()..].chars().next() else { return };
    let (mut a, mut b) = ([0; LETTER], [0; LETTER]);
    let (first, second_bytes) = (letter.encode_utf8(&mut a).as_bytes(), second.encode_utf8(&mut b).as_bytes());
    let there = walk(map, here, second_bytes).and_then(|there| walk(map, there, first));
    if let Some(there) = there {
        finish(map, there, &rest[letter.len_utf8() + second.len_utf8()..], found);
    }
}

/// The word that ends with `rest` from here, if there is one.
fn finish(map: &Map, here: At, rest: &str, found: &mut Vec<Word>) {
    found.extend(number(map, here, rest.as_bytes()).map(Word::of));
}

/// The same, where the place has been read already: most words go on with another letter.
fn finish_at(map: &Map, node: &Node<'_>, here: At, rest: &str, found: &mut Vec<Word>) {
    match rest.as_bytes().first() {
        Some(first) if node.find_input(*first).is_none() => {}
        _ => finish(map, here, rest, found),
    }
}

/// What the map holds for the key that ends with `rest` from here.
pub(crate) fn number(map: &Map, here: At, rest: &[u8]) -> Option<u64> {
    let end = walk(map, here, rest)?;
    let node = map.node(end.address);
    node.is_final().then(|| end.sum.cat(node.final_output()).value())
}

pub(crate) fn walk(map: &Map, mut here: At, bytes: &[u8]) -> Option<At> {
    for &byte in bytes {
        let node = map.node(here.address);
        let taken = node.transition(node.find_input(byte)?);
        here = At { address: taken.addr, sum: here.sum.cat(taken.out) };
    }
    Some(here)
}

/// Every letter that follows here, in its bytes, and where it leads.
fn each_letter(map: &Map, here: At, tell: &mut impl FnMut(&[u8], At)) {
    letters(map, &map.node(here.address), here.sum, &mut [0; LETTER], 0, tell);
}

fn letters(
    map: &Map,
    node: &Node<'_>,
    sum: Output,
    bytes: &mut [u8; LETTER],
    depth: usize,
    tell: &mut impl FnMut(&[u8], At),
) {
    for taken in node.transitions() {
        bytes[depth] = taken.inp;
        let there = At { address: taken.addr, sum: sum.cat(taken.out) };
        let whole = std::str::from_utf8(&bytes[..=depth]).is_ok();
        if whole {
            tell(&bytes[..=depth], there);
        } else if depth + 1 < LETTER {
            letters(map, &map.node(taken.addr), there.sum, bytes, depth + 1, tell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_away_and_no_more() {
        let vocabulary = Vocabulary::embedded();
        let word = |text: &str| vocabulary.indexed_word(text).unwrap();
        for (printed, meant) in [
            ("creatinin", "creatinine"),
            ("creatinnine", "creatinine"),
            ("creatinina", "creatinine"),
            ("craetinine", "creatinine"),
            ("hemoglobn", "hemoglobin"),
            ("hemoglobim", "hemoglobin"),
            ("hemogglobin", "hemoglobin"),
            ("hemoglobinn", "hemoglobin"),
        ] {
            assert!(vocabulary.similar_words(printed).contains(&word(meant)), "{printed}");
        }
        for far in ["xemoglobin", "hemoglo", "hemaglobni", ""] {
            assert!(!vocabulary.similar_words(far).contains(&word("hemoglobin")), "{far}");
        }
    }

    #[test]
    fn letters_of_several_bytes_are_one_letter() {
        let vocabulary = Vocabulary::embedded();
        for (printed, meant) in
            [("гемоглобан", "гемоглобин"), ("гемоглбин", "гемоглобин"), ("гемоглоибн", "гемоглобин")]
        {
            let word = vocabulary.indexed_word(meant).unwrap();
            assert!(vocabulary.similar_words(printed).contains(&word), "{printed}");
        }
    }
}
