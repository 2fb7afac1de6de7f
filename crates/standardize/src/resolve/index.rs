//! The word index: printed forms that share rare words with a name, nearest first.
//!
//! True here: forms are compared by the cosine of their word weights. A word the vocabulary does not know is read as
//! a near spelling when there is one, and weighs against every form otherwise.

use mirobody_vocab::{Document, Vocabulary, tokens};

/// A printed form and how near it is, 0 to 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Near {
    pub(crate) document: Document,
    pub(crate) cosine: f32,
}

/// At most this many forms of one query are kept.
const KEPT: usize = 40;
/// Words in more forms than this are too common to find forms by; they only add to what rarer ones found.
const RARE: usize = 6_000;
/// Words in more forms than this are left out.
const COMMON: usize = 60_000;
/// The weight of a word no form holds.
const UNKNOWN: f32 = 9.0;

/// The words that were looked up for one name; its queries share most of them.
pub(crate) struct Words {
    found: Vec<(String, Word)>,
    /// Whether words nobody knows are read as near spellings.
    spell: bool,
}

impl Words {
    pub(crate) fn new(spell: bool) -> Self {
        Self { found: Vec::new(), spell }
    }

    fn get(&mut self, vocabulary: &Vocabulary, token: &str) -> Word {
        if let Some((_, word)) = self.found.iter().find(|(known, _)| known == token) {
            return word.clone();
        }
        let word = word(vocabulary, token, self.spell);
        self.found.push((token.to_owned(), word.clone()));
        word
    }
}

#[derive(Clone)]
struct Word {
    weight: f32,
    frequency: usize,
    text: String,
    /// Less than one when another spelling stands for the word.
    trust: f32,
}

/// The forms nearest to a folded text.
pub(crate) fn near(vocabulary: &Vocabulary, text: &str, known: &mut Words) -> Vec<Near> {
    let mut words = words(vocabulary, text, known);
    let norm = words.iter().map(|word| word.weight * word.weight).sum::<f32>().sqrt();
    words.retain(|word| (1..=COMMON).contains(&word.frequency));
    words.sort_by_key(|word| word.frequency);
    let mut found = seeds(vocabulary, &words);
    add_common(vocabulary, &words, &mut found);
    let mut near: Vec<Near> = found
        .into_iter()
        .map(|(document, dot)| Near { document, cosine: dot / (norm * vocabulary.document_norm(document)).max(1.0) })
        .collect();
    let nearer = |a: &Near, b: &Near| b.cosine.total_cmp(&a.cosine).then(a.document.cmp(&b.document));
    if near.len() > KEPT {
        near.select_nth_unstable_by(KEPT, nearer);
        near.truncate(KEPT);
    }
    near.sort_unstable_by(nearer);
    near
}

fn words(vocabulary: &Vocabulary, text: &str, known: &mut Words) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for token in tokens(text).take(16) {
        let word = known.get(vocabulary, token);
        if !words.iter().any(|other| other.text == word.text) {
            words.push(word);
        }
    }
    words
}

fn word(vocabulary: &Vocabulary, token: &str, spell: bool) -> Word {
    let frequency = vocabulary.token_postings(token).len();
    if frequency > 0 {
        return Word { weight: vocabulary.token_weight(frequency), frequency, text: token.to_owned(), trust: 1.0 };
    }
    let unknown = Word { weight: UNKNOWN, frequency: 0, text: token.to_owned(), trust: 0.0 };
    if spell { spelled(vocabulary, token).unwrap_or(unknown) } else { unknown }
}

/// The commonest near spelling of a long word; short ones are other words, not typing errors.
fn spelled(vocabulary: &Vocabulary, token: &str) -> Option<Word> {
    let letters = token.chars().count();
    if !(6..=20).contains(&letters) || token.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let frequency = |word: &String| vocabulary.token_postings(word).len();
    let similar = vocabulary.similar_tokens(token, 1).into_iter();
    let text = similar.filter(|word| word.chars().next() == token.chars().next()).max_by_key(frequency)?;
    let frequency = frequency(&text);
    Some(Word { weight: vocabulary.token_weight(frequency), frequency, text, trust: 0.85 })
}

/// Forms that hold one of the three rarest words.
fn seeds(vocabulary: &Vocabulary, words: &[Word]) -> Vec<(Document, f32)> {
    let mut all: Vec<(Document, f32)> = Vec::new();
    let rare = words.iter().enumerate().filter(|(at, word)| *at < 3 && (*at == 0 || word.frequency <= RARE));
    for (_, word) in rare {
        let gain = word.weight * word.weight * word.trust;
        all.extend(vocabulary.token_postings(&word.text).map(|document| (document, gain)));
    }
    all.sort_unstable_by_key(|(document, _)| *document);
    all.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    all
}

/// Adds what the commoner words say about the forms that were found.
fn add_common(vocabulary: &Vocabulary, words: &[Word], found: &mut [(Document, f32)]) {
    let common = words.iter().enumerate().filter(|(at, word)| *at >= 3 || (*at > 0 && word.frequency > RARE));
    for (_, word) in common {
        let gain = word.weight * word.weight * word.trust;
        let mut at = 0;
        for document in vocabulary.token_postings(&word.text) {
            while found.get(at).is_some_and(|(known, _)| *known < document) {
                at += 1;
            }
            match found.get_mut(at) {
                Some((known, dot)) if *known == document => *dot += gain,
                Some(_) => {}
                None => break,
            }
        }
    }
}
