//! The word index: which documents hold a word, which words a document holds, and how long its vector is.

use std::collections::HashMap;

use super::{
    Bundle, Problem,
    codes::Code,
    tables::{Lists, push_varint},
};
use crate::{
    fold::fold,
    layout::{DOCUMENTS_TOGETHER, MARKER, Section},
    spelling::{indexed, is_marker},
    tokens::tokens,
};

/// So many of the commonest words have their weights in a table.
const COMMON_WORDS: usize = 4096;

/// Indexes the designations, then the components, then the long names.
pub fn add(designations: &[String], codes: &[Code<'_>], bundle: &mut Bundle) -> Result<(), Problem> {
    let firsts = first_rows(codes);
    let components = firsts.iter().map(|&row| codes[row].component.clone());
    let long_names = codes.iter().map(|code| fold(code.long_name));
    let texts = designations.iter().cloned().chain(components).chain(long_names);

    let mut index = Index::default();
    texts.for_each(|text| index.add(&text));
    let words = index.by_frequency();

    bundle.set(Section::ComponentRows, firsts.iter().flat_map(|&row| (row as u32).to_le_bytes()).collect());
    bundle.set(Section::DocumentNorms, index.norms());
    let (starts, coded) = index.forward(&words);
    bundle.set(Section::DocumentStarts, starts);
    bundle.set(Section::DocumentWords, coded);
    index.write(&words, bundle).map_err(|wrong| Problem::new("words", 0, wrong.to_string()))
}

/// The first row of every component.
pub fn first_rows(codes: &[Code<'_>]) -> Vec<usize> {
    let is_first = |&row: &usize| row == 0 || codes[row].component != codes[row - 1].component;
    (0..codes.len()).filter(is_first).collect()
}

/// How many different words the analyte of a component has.
pub fn analyte_words(component: &str) -> u8 {
    let mut words: Vec<&str> = tokens(super::codes::analyte(component)).map(indexed).collect();
    words.sort_unstable();
    words.dedup();
    words.len().min(usize::from(u8::MAX)) as u8
}

/// Words as they are met, each with its documents, and each document's words.
#[derive(Default)]
struct Index {
    known: HashMap<String, u32>,
    postings: Vec<Vec<u32>>,
    documents: Vec<Vec<u32>>,
}

impl Index {
    fn add(&mut self, text: &str) {
        let document = self.documents.len() as u32;
        let mut words = Vec::new();
        for token in tokens(text).map(indexed) {
            let word = self.word(token);
            if !words.contains(&word) {
                words.push(word);
                self.postings[word as usize].push(document);
            }
        }
        self.documents.push(words);
    }

    fn word(&mut self, token: &str) -> u32 {
        if let Some(&word) = self.known.get(token) {
            return word;
        }
        let word = self.postings.len() as u32;
        self.known.insert(token.to_owned(), word);
        self.postings.push(Vec::new());
        word
    }

    /// The words, commonest first, so that most of them have short numbers.
    fn by_frequency(&self) -> Vec<(&str, u32)> {
        let mut words: Vec<(&str, u32)> = self.known.iter().map(|(token, word)| (token.as_str(), *word)).collect();
        words.sort_by_key(|&(token, word)| (std::cmp::Reverse(self.postings[word as usize].len()), token));
        words
    }

    /// In quarters; what does not fit a byte is longer than any name and kept at the most.
    fn norms(&self) -> Vec<u8> {
        let count = self.documents.len() as f64;
        let weight = |word: &u32| (count / self.postings[*word as usize].len() as f64).ln();
        let norm = |words: &Vec<u32>| words.iter().map(|word| weight(word).powi(2)).sum::<f64>().sqrt();
        self.documents.iter().map(|words| (norm(words) * 4.0).round() as u8).collect()
    }

    /// The logarithm of one in how many documents a word is.
    fn weight(&self, word: u32) -> f32 {
        (self.documents.len() as f32 / self.postings[word as usize].len() as f32).ln()
    }

    /// The first word of each weight, with the weight.
    fn weight_steps(&self, words: &[(&str, u32)]) -> Vec<u8> {
        let (mut bytes, mut last) = (Vec::new(), 0);
        for (number, (_, word)) in words.iter().enumerate() {
            let frequency = self.postings[*word as usize].len();
            if frequency != last {
                bytes.extend((number as u32).to_le_bytes());
                bytes.extend(self.weight(*word).to_le_bytes());
            }
            last = frequency;
        }
        bytes
    }

    /// The starts and the words of every document.
    fn forward(&self, words: &[(&str, u32)]) -> (Vec<u8>, Vec<u8>) {
        let mut numbers = vec![0; words.len()];
        for (number, (_, word)) in words.iter().enumerate() {
            numbers[*word as usize] = number as u32;
        }
        let (mut starts, mut bytes) = (Vec::new(), Vec::new());
        for (at, words) in self.documents.iter().enumerate() {
            if at % DOCUMENTS_TOGETHER == 0 {
                starts.extend((bytes.len() as u32).to_le_bytes());
            }
            push_document(&mut bytes, words.iter().map(|word| numbers[*word as usize]));
        }
        (starts, bytes)
    }

    fn write(&self, words: &[(&str, u32)], bundle: &mut Bundle) -> Result<(), fst::Error> {
        let (mut lists, mut starts) = (Lists::default(), Vec::new());
        for (_, word) in words {
            starts.extend(lists.start(&self.postings[*word as usize]).to_le_bytes());
        }
        let mut sorted: Vec<(&str, u64)> = words.iter().zip(0..).map(|((token, _), number)| (*token, number)).collect();
        sorted.sort_unstable();
        let mut map = fst::MapBuilder::memory();
        for (token, number) in sorted {
            map.insert(token, number)?;
        }
        bundle.set(Section::Tokens, map.into_inner()?);
        bundle.set(
            Section::WordMarks,
            words.iter().map(|(token, _)| if is_marker(token) { MARKER } else { 0 }).collect(),
        );
        let common = words.iter().take(COMMON_WORDS).map(|(_, word)| self.weight(*word));
        bundle.set(Section::WordWeights, common.flat_map(f32::to_le_bytes).collect());
        bundle.set(Section::WeightSteps, self.weight_steps(words));
        bundle.set(Section::WordStarts, starts);
        bundle.set(Section::WordPostings, lists.into_bytes());
        Ok(())
    }
}

/// The words that fit a length of one byte; no printed name has more.
fn push_document(bytes: &mut Vec<u8>, words: impl Iterator<Item = u32>) {
    let mut own = Vec::new();
    for word in words {
        let before = own.len();
        push_varint(&mut own, word);
        if own.len() > usize::from(u8::MAX) {
            own.truncate(before);
            break;
        }
    }
    bytes.push(own.len() as u8);
    bytes.extend(own);
}
