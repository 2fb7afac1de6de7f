//! The name's words against a code's own words and those of the printed forms that led to it.
//!
//! True here: candidates of one component mostly follow one another, so what was read for one is kept for the next.

use mirobody_vocab::{Document, Vocabulary, Word};

use super::{Features, Judge};
use crate::resolve::{
    candidates::Candidate,
    weights::Feature,
    wording::{Filled, Wording},
};

/// What was read of the last candidate's words, and will do for the next while the same documents are asked for.
#[derive(Default)]
pub(super) struct Words {
    of: Option<&'static str>,
    analyte: Analyte,
    /// The name's words that the component has.
    component: Filled,
    /// Those that the forms have that led to the candidate.
    printed: Filled,
    by: Option<(Option<Document>, Option<Document>, usize)>,
}

/// What the code's analyte says that the name does not.
#[derive(Default, Clone, Copy)]
struct Analyte {
    covered: f32,
    weight: f32,
    unasked: f32,
    extra: f32,
    length: f32,
}

impl Words {
    /// Marks what the words say for and against a candidate.
    pub(super) fn judge(&mut self, features: &mut Features, candidate: &Candidate, judge: &Judge<'_>) {
        self.read_component(candidate, judge);
        self.analyte.mark(features);
        let Some(wording) = judge.wordings.first() else { return };
        self.read_printed(candidate, judge, wording);
        let vocabulary = judge.vocabulary;
        let mut own = self.component;
        wording.fill(&mut own, vocabulary.document_words(vocabulary.long_name_document(candidate.row)));
        by_name(features, wording, &own, &self.printed);
    }

    fn read_component(&mut self, candidate: &Candidate, judge: &Judge<'_>) {
        let component = candidate.axes.component;
        if self.of.is_some_and(|of| std::ptr::eq(of, component)) {
            return;
        }
        self.of = Some(component);
        let vocabulary = judge.vocabulary;
        let words = || vocabulary.document_words(vocabulary.component_document(candidate.row));
        self.analyte = Analyte::of(vocabulary, words().take(usize::from(candidate.axes.analyte_words)), judge);
        self.component = Filled::default();
        if let Some(wording) = judge.wordings.first() {
            wording.fill(&mut self.component, words());
        }
    }

    /// The words of the forms that led to the candidate.
    fn read_printed(&mut self, candidate: &Candidate, judge: &Judge<'_>, wording: &Wording) {
        let by = Some((candidate.designation, candidate.nearest, candidate.variant));
        if self.by == by {
            return;
        }
        self.by = by;
        self.printed = Filled::default();
        for document in [candidate.designation, candidate.nearest].into_iter().flatten() {
            wording.fill(&mut self.printed, judge.vocabulary.document_words(document));
        }
        if let Some((_, form)) = judge.curated.iter().find(|(place, _)| *place == candidate.variant) {
            wording.fill(&mut self.printed, form.iter().copied());
        }
    }
}

/// What the name says that the code does not.
fn by_name(features: &mut Features, wording: &Wording, own: &Filled, printed: &Filled) {
    let (mut count, mut covered, mut unexplained, mut markers, mut known) = (0.0_f32, 0.0, 0.0, 0.0, 0.0);
    let (mut weight, mut covered_weight) = (0.0_f32, 0.0);
    let (mut heaviest, mut missing) = (0.0_f32, 0.0_f32);
    for ((slot, of_code), of_form) in wording.slots.iter().zip(own).zip(printed).filter(|((slot, _), _)| !slot.filler) {
        count += 1.0;
        let explained = of_code.max(*of_form);
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

impl Analyte {
    fn of(vocabulary: &Vocabulary, analyte: impl Iterator<Item = Word>, judge: &Judge<'_>) -> Self {
        let mut total = 0.0_f32;
        let (mut unasked, mut extra) = (0.0_f32, 0.0_f32);
        let (mut weight, mut asked_weight) = (0.0_f32, 0.0_f32);
        for word in analyte {
            let own = vocabulary.word_weight(word);
            total += 1.0;
            weight += own;
            if judge.wordings.iter().any(|wording| wording.holds(word)) {
                asked_weight += own;
            } else {
                unasked += 1.0;
                extra += f32::from(u8::from(vocabulary.word_is_marker(word)));
            }
        }
        Self {
            covered: (total - unasked) / total.max(1.0),
            weight: asked_weight / weight.max(1.0),
            unasked: unasked.min(4.0) / 4.0,
            extra: extra.min(3.0) / 3.0,
            length: total.min(8.0) / 8.0,
        }
    }

    fn mark(self, features: &mut Features) {
        features.set(Feature::AnalyteCovered, self.covered);
        features.set(Feature::AnalyteWeight, self.weight);
        features.set(Feature::Unasked, self.unasked);
        features.set(Feature::MarkerExtra, self.extra);
        features.set(Feature::ComponentLength, self.length);
    }
}
