//! Words that are not in the vocabulary as printed: inflected, misspelt, cut short.
//!
//! True here: a short word or one with a digit is never changed, for then it is another test.

use mirobody_vocab::{Vocabulary, Word};

use super::misread;
use crate::name;

/// How far each kind of change is trusted.
const INFLECTED: f32 = 0.9;
const MISSPELT: f32 = 0.85;
const SHORTENED: f32 = 0.6;
/// A word in fewer documents than this may be an ending of a commoner one.
const RARE: usize = 12;

/// The words a printed one may be, surest first, and whether it is in the vocabulary as it is.
pub(crate) fn words(vocabulary: &Vocabulary, token: &str, spell: bool) -> (Vec<(Word, f32)>, bool) {
    let own = vocabulary.indexed_word(token);
    let mut found: Vec<(Word, f32)> = own.map(|word| (word, 1.0)).into_iter().collect();
    if !spell || !may_change(token) {
        return (found, own.is_some());
    }
    if let Some(word) = misread::repaired_word(vocabulary, token).and_then(|word| vocabulary.indexed_word(&word)) {
        return (vec![(word, MISSPELT)], false);
    }
    let frequency = own.map_or(0, |word| vocabulary.word_postings(word).len());
    if frequency < RARE {
        inflected(vocabulary, token, &mut found);
    }
    if found.is_empty() {
        misspelt(vocabulary, token, &mut found);
    }
    if found.is_empty() {
        shortened(vocabulary, token, &mut found);
    }
    (found, own.is_some())
}

fn may_change(token: &str) -> bool {
    let letters = token.chars().count();
    (4..=24).contains(&letters) && token.chars().all(char::is_alphabetic)
}

/// The word without an ending, or with another one: the longest stem of at least five letters that is a word. What is
/// left of a compound is no stem when it is only a specimen: `urinezuur` is not `urine`.
fn inflected(vocabulary: &Vocabulary, token: &str, found: &mut Vec<(Word, f32)>) {
    let ends: Vec<usize> = token.char_indices().map(|(at, _)| at).skip(5).collect();
    for end in ends.iter().rev().take(4) {
        if let Some(word) = vocabulary.indexed_word(&token[..*end])
            && vocabulary.word_postings(word).len() >= RARE
            && name::of_field(&token[..*end]).is_none()
        {
            return push(found, word, INFLECTED);
        }
    }
}

/// The commonest words one letter away, which begin alike.
fn misspelt(vocabulary: &Vocabulary, token: &str, found: &mut Vec<(Word, f32)>) {
    let letters = token.chars().count();
    if letters < 6 {
        return;
    }
    if let Some(word) = vocabulary.similar_words(token).first() {
        push(found, *word, MISSPELT);
    }
}

/// The commonest words that begin with it: `immunofix`, `interp`.
fn shortened(vocabulary: &Vocabulary, token: &str, found: &mut Vec<(Word, f32)>) {
    for word in vocabulary.words_beginning(token, 12).into_iter().take(2) {
        push(found, word, SHORTENED);
    }
}

fn push(found: &mut Vec<(Word, f32)>, word: Word, trust: f32) {
    if !found.iter().any(|(known, _)| *known == word) {
        found.push((word, trust));
    }
}
