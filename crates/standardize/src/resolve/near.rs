//! The printed forms nearest to a wording, by the cosine of their words' weights.
//!
//! True here: forms are found by the name's rarest words; commoner ones only rank what those found.

use mirobody_vocab::{Document, Documents, Vocabulary};

use super::wording::{Slot, Wording};

/// A printed form and how near it is, 0 to 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Near {
    pub(crate) document: Document,
    pub(crate) cosine: f32,
}

/// Forms less near than this part of the nearest say nothing beside it.
const HALF: f32 = 0.65;
/// At most this many forms are kept, of one wording and of all.
const KEPT: usize = 20;
/// At most this many are compared word by word.
const COMPARED: usize = 60;
/// Words in more forms than this find none, unless no word of the name is rarer.
const COMMON: usize = 6_000;
/// So many of the rarest words find forms.
const SEEDS: usize = 3;
/// When the rarer words have found so many forms, commoner ones find no more.
const ENOUGH: usize = 400;
/// Forms that are bound to be further than this are not looked for.
const FAR: f32 = 0.6;
/// What sums of the same weights in another order may differ by.
const ROUNDING: f32 = 1e-4;

/// The forms nearest to any of the wordings, nearest first.
pub(crate) fn nearest(vocabulary: &Vocabulary, wordings: &[Wording]) -> Vec<Near> {
    let (mut nearest, mut best) = (Vec::new(), 0.0);
    for wording in wordings {
        near(vocabulary, wording, &mut best, &mut nearest);
    }
    nearest.sort_unstable_by(|a, b| nearer(*a, *b));
    nearest.truncate(KEPT);
    nearest.retain(|near| near.cosine >= HALF * best);
    nearest
}

/// Adds the nearest forms of one wording. `best` is how near the nearest of all is.
fn near(vocabulary: &Vocabulary, wording: &Wording, best: &mut f32, nearest: &mut Vec<Near>) {
    let (found, left) = found(vocabulary, wording);
    let norm = |document| vocabulary.document_norm(document);
    let mut partly: Vec<(Near, f32)> = found.into_iter().map(|(document, dot)| partly(document, dot, norm(document))).collect();
    let Some((first, _)) = partly.iter().min_by(|a, b| nearer(a.0, b.0)) else { return };
    *best = best.max(wording.cosine(vocabulary, first.document));
    // What cannot come near the nearest, whatever else it says, is not looked at.
    let most = |(near, norm): &(Near, f32)| (near.cosine * norm.max(1.0) + left) / (wording.norm * norm).max(1.0);
    partly.retain(|one| most(one) >= (HALF - ROUNDING) * *best);
    if partly.len() > COMPARED {
        partly.select_nth_unstable_by(COMPARED, |a, b| nearer(a.0, b.0));
        partly.truncate(COMPARED);
    }
    let mut own: Vec<Near> = partly.iter().map(|(near, _)| compared(vocabulary, wording, near.document)).collect();
    if own.len() > KEPT {
        own.select_nth_unstable_by(KEPT, |a, b| nearer(*a, *b));
        own.truncate(KEPT);
    }
    *best = own.iter().map(|near| near.cosine).fold(*best, f32::max);
    nearest.extend(own);
}

fn nearer(a: Near, b: Near) -> std::cmp::Ordering {
    b.cosine.total_cmp(&a.cosine).then(a.document.cmp(&b.document))
}

/// How near a form is by the words that found it alone, and its length.
fn partly(document: Document, dot: f32, norm: f32) -> (Near, f32) {
    (Near { document, cosine: dot / norm.max(1.0) }, norm)
}

fn compared(vocabulary: &Vocabulary, wording: &Wording, document: Document) -> Near {
    Near { document, cosine: wording.cosine(vocabulary, document) }
}

/// Forms that hold one of the rarest words, by document, with what those words weigh together; and what all other words
/// weigh.
fn found(vocabulary: &Vocabulary, wording: &Wording) -> (Vec<(Document, f32)>, f32) {
    let mut slots: Vec<&Slot> = wording.slots.iter().filter(|slot| !slot.words.is_empty()).collect();
    slots.sort_by_key(|slot| slot.frequency);
    let mut all: Vec<(Document, f32)> = Vec::new();
    // The nearest form without the rarer words has just the others.
    let mut left: f32 = slots.iter().map(|slot| slot.weight * slot.weight).sum();
    for (at, slot) in slots.into_iter().take(SEEDS).enumerate() {
        if at > 0 && slot.frequency > COMMON || left.max(0.0).sqrt() < FAR * wording.norm {
            break;
        }
        left -= slot.weight * slot.weight;
        for (word, trust) in &slot.words {
            let gain = slot.weight * slot.weight * trust;
            let holding = vocabulary.word_postings(*word);
            all = if all.len() > ENOUGH {
                weighted(all, holding, gain)
            } else {
                merged(all, holding, gain)
            };
        }
    }
    (all, left.max(0.0))
}

/// What is known, with the weight of a word added where a form has it.
fn weighted(mut known: Vec<(Document, f32)>, new: Documents, gain: f32) -> Vec<(Document, f32)> {
    let mut place = 0;
    for document in new {
        while known.get(place).is_some_and(|(own, _)| *own < document) {
            place += 1;
        }
        match known.get_mut(place) {
            Some((own, dot)) if *own == document => *dot += gain,
            Some(_) => {}
            None => break,
        }
    }
    known
}

/// Two ascending lists as one; what is in both has both weights.
fn merged(known: Vec<(Document, f32)>, new: Documents, gain: f32) -> Vec<(Document, f32)> {
    if known.is_empty() {
        return new.map(|document| (document, gain)).collect();
    }
    let mut both = Vec::with_capacity(known.len() + new.len());
    let mut known = known.into_iter().peekable();
    for document in new {
        while let Some(before) = known.next_if(|(own, _)| *own < document) {
            both.push(before);
        }
        let dot = known.next_if(|(own, _)| *own == document).map_or(0.0, |(_, dot)| dot);
        both.push((document, dot + gain));
    }
    both.extend(known);
    both
}
