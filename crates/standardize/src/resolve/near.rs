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
    /// What the words that found it weigh together.
    dot: f32,
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
    nearest.sort_unstable_by(nearer);
    nearest.truncate(KEPT);
    let best = nearest.first().map_or(0.0, |near| near.cosine);
    nearest.retain(|near| near.cosine >= HALF * best);
    nearest
}

/// Adds the nearest forms of one wording. `best` is how near the nearest of all is.
fn near(vocabulary: &Vocabulary, wording: &Wording, best: &mut f32, nearest: &mut Vec<Near>) {
    let found = found(vocabulary, wording);
    let length = |document| vocabulary.document_norm(document);
    let exactly = |near: Near| {
        let (dot, document) = (near.dot, near.document);
        if found.is_all { wording.scaled(dot, length(document)) } else { wording.cosine(vocabulary, document) }
    };
    let Some(first) = found.forms.iter().max_by(|a, b| a.dot.total_cmp(&b.dot)) else { return };
    *best = best.max(exactly(*first));
    // What cannot come near the nearest, whatever else it says, is not looked at.
    let least = (HALF - ROUNDING) * *best;
    let near = found.forms.iter().filter(|near| found.may_be_near(near.dot, least * wording.norm));
    let mut partly: Vec<Near> =
        near.map(|near| Near { cosine: near.dot / length(near.document).max(1.0), ..*near }).collect();
    partly.retain(|near| wording.scaled(near.dot + found.left, length(near.document)) >= least);
    keep(&mut partly, COMPARED);
    for near in &mut partly {
        near.cosine = exactly(*near);
        *best = best.max(near.cosine);
    }
    keep(&mut partly, KEPT);
    nearest.extend(partly);
}

fn keep(near: &mut Vec<Near>, most: usize) {
    if near.len() > most {
        near.select_nth_unstable_by(most, nearer);
        near.truncate(most);
    }
}

fn nearer(a: &Near, b: &Near) -> std::cmp::Ordering {
    b.cosine.total_cmp(&a.cosine).then(a.document.cmp(&b.document))
}

/// What the rarest words of a wording found.
struct Found {
    /// The forms, ascending.
    forms: Vec<Near>,
    /// What all other words weigh.
    left: f32,
    /// Whether there are no others, so that nothing is left to be compared.
    is_all: bool,
    /// Whether every word is taken for one word only: a form is then at least as long as what it shares.
    is_plain: bool,
}

impl Found {
    /// Whether a form can be as near as this, by what it shares alone. Lengths are kept to a quarter.
    #[inline]
    fn may_be_near(&self, dot: f32, least: f32) -> bool {
        !self.is_plain || dot + self.left >= least * (dot.sqrt() - 0.13)
    }
}

/// Forms that hold one of the rarest words, by document.
fn found(vocabulary: &Vocabulary, wording: &Wording) -> Found {
    let mut slots: Vec<&Slot> = wording.slots.iter().filter(|slot| !slot.words.is_empty()).collect();
    slots.sort_by_key(|slot| slot.frequency);
    let mut all: Vec<Near> = Vec::new();
    // The nearest form without the rarer words has just the others.
    let mut left: f32 = slots.iter().map(|slot| slot.weight * slot.weight).sum();
    let is_plain = slots.iter().all(|slot| slot.words.len() == 1);
    let mut is_all = slots.len() <= SEEDS && is_plain;
    for (at, slot) in slots.into_iter().take(SEEDS).enumerate() {
        if at > 0 && slot.frequency > COMMON || left.max(0.0).sqrt() < FAR * wording.norm {
            is_all = false;
            break;
        }
        left -= slot.weight * slot.weight;
        for (word, trust) in &slot.words {
            let gain = slot.weight * slot.weight * trust;
            let holding = vocabulary.word_postings(*word);
            if all.is_empty() && slot.frequency > COMMON {
                // All other words are in as many forms or more, and find none.
                all = shortest(vocabulary, holding, gain);
                continue;
            }
            all = if all.len() > ENOUGH { weighted(all, holding, gain) } else { merged(&all, holding, gain) };
        }
    }
    Found { forms: all, left: if is_all { 0.0 } else { left.max(0.0) }, is_all, is_plain }
}

/// The shortest of many forms: with nothing else to tell them apart they are the nearest.
fn shortest(vocabulary: &Vocabulary, holding: Documents, dot: f32) -> Vec<Near> {
    let mut kept: Vec<Near> = Vec::with_capacity(4 * COMPARED);
    let mut least = 0.0;
    for document in holding {
        // Of equally near ones the first is taken, so a later one has to be nearer.
        let cosine = dot / vocabulary.document_norm(document).max(1.0);
        if cosine > least {
            kept.push(Near { document, cosine, dot });
        }
        if kept.len() == 4 * COMPARED {
            keep(&mut kept, COMPARED);
            least = kept.iter().map(|near| near.cosine).fold(f32::INFINITY, f32::min);
        }
    }
    keep(&mut kept, COMPARED);
    kept.sort_unstable_by_key(|near| near.document);
    kept
}

/// What is known, with the weight of a word added where a form has it.
fn weighted(mut known: Vec<Near>, new: Documents, gain: f32) -> Vec<Near> {
    let mut place = 0;
    for document in new {
        while known.get(place).is_some_and(|near| near.document < document) {
            place += 1;
        }
        match known.get_mut(place) {
            Some(near) if near.document == document => near.dot += gain,
            Some(_) => {}
            None => break,
        }
    }
    known
}

/// Two ascending lists as one; what is in both has both weights.
fn merged(known: &[Near], new: Documents, gain: f32) -> Vec<Near> {
    let mut both = Vec::with_capacity(known.len() + new.len());
    let mut place = 0;
    for document in new {
        while let Some(before) = known.get(place).filter(|near| near.document < document) {
            both.push(*before);
            place += 1;
        }
        let same = known.get(place).filter(|near| near.document == document);
        place += usize::from(same.is_some());
        both.push(Near { document, dot: same.map_or(0.0, |near| near.dot) + gain, cosine: 0.0 });
    }
    both.extend_from_slice(known.get(place..).unwrap_or_default());
    both
}
