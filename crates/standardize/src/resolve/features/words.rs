//! The name's words against a code's own words and those of the printed forms that led to it.

use mirobody_vocab::{DocumentWords, Word};

use super::{Features, Judge};
use crate::resolve::{candidates::Candidate, weights::Feature};

/// Marks what the words say for and against a candidate.
pub(super) fn judge(features: &mut Features, candidate: &Candidate, judge: &Judge<'_>) {
    let vocabulary = judge.vocabulary;
    let component: Vec<Word> = vocabulary.document_words(vocabulary.component_document(candidate.row)).collect();
    let mut own = component.clone();
    own.extend(vocabulary.document_words(vocabulary.long_name_document(candidate.row)));
    by_name(features, candidate, judge, &own);
    by_analyte(features, candidate, judge, &component);
}

/// What the name says that the code does not.
fn by_name(features: &mut Features, candidate: &Candidate, judge: &Judge<'_>, own: &[Word]) {
    let Some(wording) = judge.wordings.first() else { return };
    let printed = printed(candidate, judge);
    let (mut count, mut covered, mut unexplained, mut markers, mut known) = (0.0_f32, 0.0, 0.0, 0.0, 0.0);
    let (mut weight, mut covered_weight) = (0.0_f32, 0.0);
    let (mut heaviest, mut missing) = (0.0_f32, 0.0_f32);
    for slot in wording.slots.iter().filter(|slot| !slot.filler) {
        count += 1.0;
        let of_code = slot.found_in(own);
        let explained = of_code.max(slot.found_in(&printed));
        weight += slot.weight;
        covered_weight += slot.weight * explained;
        covered += of_code;
        heaviest = heaviest.max(slot.weight);
        if explained == 0.0 {
            missing = missing.max(slot.weight);
            unexplained += 1.0;
            markers += f32::from(u8::from(slot.marker));
            known += f32::from(u8::from(slot.known));
        }
    }
    features.set(Feature::Covered, covered / count.max(1.0));
    features.set(Feature::CoveredWeight, covered_weight / weight.max(1.0));
    features.set(Feature::Unexplained, unexplained / count.max(1.0));
    features.set(Feature::UnexplainedKnown, f32::min(known, 3.0) / 3.0);
    features.set(Feature::MarkerMissing, markers);
    features.set(Feature::TellingMissing, missing / heaviest.max(1.0));
}

/// The words of the forms that led to the candidate.
fn printed(candidate: &Candidate, judge: &Judge<'_>) -> Vec<Word> {
    let words = |document| judge.vocabulary.document_words(document);
    let none = DocumentWords::default;
    let nearest = candidate.nearest.map_or_else(none, words);
    let mut printed: Vec<Word> = candidate.designation.map_or_else(none, words).chain(nearest).collect();
    if let Some((_, form)) = judge.curated.iter().find(|(place, _)| *place == candidate.variant) {
        printed.extend(form);
    }
    printed
}

/// What the code's analyte says that the name does not.
fn by_analyte(features: &mut Features, candidate: &Candidate, judge: &Judge<'_>, component: &[Word]) {
    let vocabulary = judge.vocabulary;
    let analyte = component.get(..usize::from(candidate.axes.analyte_words)).unwrap_or(component);
    let (mut total, mut unasked, mut extra) = (0.0_f32, 0.0_f32, 0.0_f32);
    let (mut weight, mut asked_weight) = (0.0_f32, 0.0_f32);
    for word in analyte {
        let own = vocabulary.word_weight(*word);
        total += 1.0;
        weight += own;
        if judge.wordings.iter().any(|wording| wording.holds(*word)) {
            asked_weight += own;
        } else {
            unasked += 1.0;
            extra += f32::from(u8::from(vocabulary.word_is_marker(*word)));
        }
    }
    features.set(Feature::AnalyteCovered, (total - unasked) / total.max(1.0));
    features.set(Feature::AnalyteWeight, asked_weight / weight.max(1.0));
    features.set(Feature::Unasked, unasked.min(4.0) / 4.0);
    features.set(Feature::MarkerExtra, extra.min(3.0) / 3.0);
    features.set(Feature::ComponentLength, total.min(8.0) / 8.0);
}
