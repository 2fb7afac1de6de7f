//! Letters that a scanner took for others: `Hemog1obin`, `Gluc0se`, `Creatinlne`, `Hernoglobin`.
//!
//! True here: a word is repaired only when the vocabulary does not hold it as printed and holds the repaired one, and
//! never one in which a digit may belong: short ones, and those with other digits. Tried only for a name that nothing
//! else is known of.

use mirobody_vocab::Vocabulary;

/// Words in fewer printed forms are too rare to be sure of.
const COMMON: usize = 12;
/// Fewer letters may be a marker with its number: `ca125`, `apoa1`.
const FEWEST_LETTERS: usize = 4;
/// One letter for another is seen in long words only; short ones are other words.
const LONG: usize = 7;

/// The folded name with its misread words repaired; `None` when there are none.
pub(super) fn repaired(vocabulary: &Vocabulary, folded: &str) -> Option<String> {
    let mut out = String::with_capacity(folded.len());
    let mut changed = false;
    for run in folded.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let word = run.trim_end_matches(|c: char| !c.is_alphanumeric());
        let new = repaired_word(vocabulary, word);
        changed |= new.is_some();
        out.push_str(new.as_deref().unwrap_or(word));
        out.push_str(&run[word.len()..]);
    }
    changed.then_some(out)
}

/// The word that a misread one stands for.
pub(super) fn repaired_word(vocabulary: &Vocabulary, word: &str) -> Option<String> {
    let letters = word.bytes().filter(u8::is_ascii_lowercase).count();
    if !word.is_ascii() || letters < FEWEST_LETTERS || vocabulary.indexed_word(word).is_some() {
        return None;
    }
    let readings = if letters < word.len() { with_letters(word) } else { with_other_letters(word) };
    let common = |text: &String| {
        vocabulary.indexed_word(text).map(|found| vocabulary.word_postings(found).len()).filter(|size| *size >= COMMON)
    };
    readings.into_iter().filter_map(|text| Some((common(&text)?, text))).max().map(|(_, text)| text)
}

/// The word with letters for its digits; none when a digit is of no such shape.
fn with_letters(word: &str) -> Vec<String> {
    let digits = word.bytes().filter(u8::is_ascii_digit);
    if word.len() < FEWEST_LETTERS + 1 || digits.clone().count() > 2 || digits.clone().any(|digit| digit > b'1') {
        return Vec::new();
    }
    let plain = word.replace('0', "o");
    ["l", "i"].map(|letter| plain.replace('1', letter)).into()
}

/// The word with one letter or pair for another of the same shape.
fn with_other_letters(word: &str) -> Vec<String> {
    const ALIKE: [(&str, &str); 4] = [("l", "i"), ("i", "l"), ("rn", "m"), ("m", "rn")];
    if word.len() < LONG {
        return Vec::new();
    }
    let one = |(from, to): (&'static str, &'static str)| {
        word.match_indices(from).map(move |(at, _)| format!("{}{to}{}", &word[..at], &word[at + from.len()..]))
    };
    ALIKE.into_iter().flat_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(folded: &str) -> Option<String> {
        repaired(Vocabulary::embedded(), folded)
    }

    #[test]
    fn misread_letters_are_put_right() {
        for (printed, meant) in [
            ("hemog1obin", "hemoglobin"),
            ("gluc0se, serum", "glucose, serum"),
            ("creatinlne", "creatinine"),
            ("b1lirubin (tota1)", "bilirubin (total)"),
            ("hernoglobin a1c", "hemoglobin a1c"),
            ("p0tassium", "potassium"),
        ] {
            assert_eq!(read(printed).as_deref(), Some(meant), "{printed}");
        }
    }

    #[test]
    fn what_may_be_meant_so_stays() {
        for printed in
            ["vitamin b12", "ca 125", "ca125", "free t3", "25-oh vitamin d", "hba1c", "hemoglobin", "c1q", "x10", ""]
        {
            assert_eq!(read(printed), None, "{printed}");
        }
    }
}
