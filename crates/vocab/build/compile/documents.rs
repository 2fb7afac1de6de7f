//! The token index: which documents hold a token, and how long each document's vector is.

use std::collections::HashMap;

use super::{Bundle, Problem, codes::Code, tables::Lists};
use crate::{fold::fold, layout::Section, tokens::tokens};

/// Indexes the designations, then the components, then the long names.
pub fn add(designations: &[String], codes: &[Code<'_>], bundle: &mut Bundle) -> Result<(), Problem> {
    let firsts = first_rows(codes);
    let components = firsts.iter().map(|&row| codes[row].component.clone());
    let long_names = codes.iter().map(|code| fold(code.long_name));
    let count = designations.len() + firsts.len() + codes.len();

    let mut postings = HashMap::new();
    let texts = designations.iter().cloned().chain(components).chain(long_names);
    for (document, text) in texts.enumerate() {
        index(document as u32, &text, &mut postings);
    }
    let mut sorted: Vec<_> = postings.into_iter().collect();
    sorted.sort();

    bundle.set(Section::ComponentRows, firsts.iter().flat_map(|&row| (row as u32).to_le_bytes()).collect());
    bundle.set(Section::DocumentNorms, norms(count, &sorted));
    write(&sorted, bundle).map_err(|wrong| Problem::new("tokens", 0, wrong.to_string()))
}

/// The first row of every component.
fn first_rows(codes: &[Code<'_>]) -> Vec<usize> {
    let is_first = |&row: &usize| row == 0 || codes[row].component != codes[row - 1].component;
    (0..codes.len()).filter(is_first).collect()
}

fn index(document: u32, text: &str, postings: &mut HashMap<String, Vec<u32>>) {
    for token in tokens(text) {
        match postings.get_mut(token) {
            Some(list) if list.last() == Some(&document) => {}
            Some(list) => list.push(document),
            None => drop(postings.insert(token.to_owned(), vec![document])),
        }
    }
}

/// In quarters; what does not fit a byte is longer than any name and kept at the most.
fn norms(count: usize, postings: &[(String, Vec<u32>)]) -> Vec<u8> {
    let mut squares = vec![0.0_f64; count];
    for (_, documents) in postings {
        let weight = (count as f64 / documents.len() as f64).ln();
        for &document in documents {
            squares[document as usize] += weight * weight;
        }
    }
    squares.into_iter().map(|square| (square.sqrt() * 4.0).round() as u8).collect()
}

fn write(postings: &[(String, Vec<u32>)], bundle: &mut Bundle) -> Result<(), fst::Error> {
    let mut map = fst::MapBuilder::memory();
    let (mut lists, mut starts) = (Lists::default(), Vec::new());
    for (ordinal, (token, documents)) in postings.iter().enumerate() {
        map.insert(token, ordinal as u64)?;
        starts.extend(lists.start(documents).to_le_bytes());
    }
    bundle.set(Section::Tokens, map.into_inner()?);
    bundle.set(Section::TokenStarts, starts);
    bundle.set(Section::TokenPostings, lists.into_bytes());
    Ok(())
}
