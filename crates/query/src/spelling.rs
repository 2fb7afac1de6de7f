//! Misspelt words, put right by the words of the person's own record.
//!
//! True here: only a word that nobody knows is misspelt; it becomes the one recorded word nearest to it, and stays as
//! it is when two are equally near. Words in scripts without spaces are left to the vocabulary: one character more or
//! less is another test there.

use std::collections::BTreeSet;

use mirobody_vocab::Vocabulary;

use crate::names::has_han;

/// Words of fewer letters are symbols: `T3` is not a misspelt `T4`.
const SHORTEST: usize = 5;
/// Words of so many letters may have two mistakes.
const LONG: usize = 9;

/// The words with those that are misspelt put right; none when there is nothing to put right.
pub(crate) fn corrected<'a>(words: &[String], recorded: impl Iterator<Item = &'a str>) -> Option<String> {
    let recorded: BTreeSet<&str> = recorded.filter(|word| may_be_misspelt(word)).collect();
    let mut changed = false;
    let mut spelt: Vec<&str> = Vec::with_capacity(words.len());
    for word in words {
        let right = nearest(word, &recorded);
        changed |= right.is_some();
        spelt.push(right.unwrap_or(word));
    }
    changed.then(|| spelt.join(" "))
}

fn may_be_misspelt(word: &str) -> bool {
    !has_han(word) && word.chars().count() >= SHORTEST && word.chars().all(char::is_alphabetic)
}

fn nearest<'a>(word: &str, recorded: &BTreeSet<&'a str>) -> Option<&'a str> {
    if !may_be_misspelt(word) || recorded.contains(word) || Vocabulary::embedded().indexed_word(word).is_some() {
        return None;
    }
    let letters: Vec<char> = word.chars().collect();
    let allowed = if letters.len() >= LONG { 2 } else { 1 };
    let mut near: Vec<(usize, &str)> = recorded
        .iter()
        .map(|own| (distance(&letters, &own.chars().collect::<Vec<_>>(), allowed), *own))
        .filter(|(mistakes, _)| *mistakes <= allowed)
        .collect();
    near.sort_unstable();
    match near[..] {
        [] => None,
        [(best, _), (next, _), ..] if best == next => None,
        [(_, own), ..] => Some(own),
    }
}

/// How many letters are wrong, missing, too many, or swapped with the next; more than `most` is not counted out.
fn distance(a: &[char], b: &[char], most: usize) -> usize {
    if a.len().abs_diff(b.len()) > most {
        return most + 1;
    }
    let (mut before, mut last): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=b.len()).collect());
    for (i, letter) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other) in b.iter().enumerate() {
            let swapped = i > 0 && j > 0 && a[i - 1] == *other && b[j - 1] == *letter;
            let replaced = last[j] + usize::from(letter != other);
            let least = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            row.push(if swapped { least.min(before[j - 1] + 1) } else { least });
        }
        (before, last) = (last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put_right(asked: &str, recorded: &[&str]) -> String {
        let words: Vec<String> = asked.split(' ').map(str::to_owned).collect();
        corrected(&words, recorded.iter().copied()).unwrap_or_default()
    }

    #[test]
    fn a_word_nobody_knows_becomes_the_recorded_word_nearest_to_it() {
        for (asked, recorded, expected) in [
            ("heamoglobin", &["hemoglobin", "ferritin"][..], "hemoglobin"),
            ("fasting glocose", &["fasting", "glucose"], "fasting glucose"),
            ("zonulni", &["zonulin"], "zonulin"),
            // Known, short, or with a digit: not misspelt.
            ("lactase", &["lactose"], ""),
            ("insulin", &["inulin"], ""),
            ("ldx", &["ldl"], ""),
            ("vitamin b13", &["vitamin", "b12"], ""),
            // Two are as near.
            ("wibbla", &["wibble", "wibblo"], ""),
            // Two mistakes in a short word, three in a long one.
            ("wubbla", &["wibble"], ""),
            ("hxmxglxbin", &["hemoglobin"], ""),
            ("空腹血精", &["空腹血糖"], ""),
        ] {
            assert_eq!(put_right(asked, recorded), expected, "{asked}");
        }
    }

    #[test]
    fn mistakes_are_counted_letter_by_letter() {
        let distance = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>(), 9);
        for (a, b, expected) in [
            ("", "", 0),
            ("abc", "abc", 0),
            ("abc", "acb", 1),
            ("abc", "ab", 1),
            ("abc", "xabc", 1),
            ("kitten", "sitting", 3),
            ("über", "uber", 1),
        ] {
            assert_eq!((distance(a, b), distance(b, a)), (expected, expected), "{a} {b}");
        }
    }
}
