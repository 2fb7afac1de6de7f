//! The name's words against a code's own words and those of the printed forms that led to it.
//!
//! True here: candidates of one component mostly follow one another, so what was read for one is kept for the next.

use mirobody_vocab::{Document, Vocabulary, Word};

use super::{Features, Judge};
use crate::resolve::{candidates::Candidate, weights::Feature};

/// What was read of the last candidate's words, and will do for the next while the same documents are asked for.
#[derive(Default)]
pub(super) struct Words {
    component: Vec<Word>,
    of: Option<&'static str>,
    analyte: Analyte,
    own: Vec<Word>,
    printed: Vec<Word>,
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
        self.read_printed(candidate, judge);
        let vocabulary = judge.vocabulary;
        self.own.clear();
        self.own.extend(&self.component);
        self.own.extend(vocabulary.document_words(vocabulary.long_name_document(candidate.row)));
        by_name(features, judge, &self.own, &self.printed);
        self.analyte.mark(features);
    }

    fn read_component(&mut self, candidate: &Candidate, judge: &Judge<'_>) {
        let component = candidate.axes.component;
        if self.of.is_some_and(|of| std::ptr::eq(of, component)) {
            return;
        }
        self.of = Some(component);
        let vocabulary = judge.vocabulary;
        self.component.clear();
        self.component.extend(vocabulary.document_words(vocabulary.component_document(candidate.row)));
        let analyte = self.component.get(..usize::from(candidate.axes.analyte_words)).unwrap_or(&self.component);
        self.analyte = Analyte::of(vocabulary, analyte, judge);
    }

    /// The words of the forms that led to the candidate.
    fn read_printed(&mut self, candidate: &Candidate, judge: &Judge<'_>) {
        let by = Some((candidate.designation, candidate.nearest, candidate.variant));
        if self.by == by {
            return;
        }
        self.by = by;
        self.printed.clear();
        for document in [candidate.designation, candidate.nearest].into_iter().flatten() {
            self.printed.extend(judge.vocabulary.document_words(document));
        }
        if let Some((_, form)) = judge.curated.iter().find(|(place, _)| *place == candidate.variant) {
            self.printed.extend(form);
        }
    }
}

/// What the name says that the code does not.
fn by_name(features: &mut Features, judge: &Judge<'_>, own: &[Word], printed: &[Word]) {
    let Some(wording) = judge.wordings.first() else { return };
    let (mut count, mut covered, mut unexplained, mut markers, mut known) = (0.0_f32, 0.0, 0.0, 0.0, 0.0);
    let (mut weight, mut covered_weight) = (0.0_f32, 0.0);
    let (mut heaviest, mut missing) = (0.0_f32, 0.0_f32);
    for slot in wording.slots.iter().filter(|slot| !slot.filler) {
        count += 1.0;
        let of_code = slot.found_in(own);
        let explained = of_code.max(slot.found_in(printed));
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
    fn of(vocabulary: &Vocabulary, analyte: &[Word], judge: &Judge<'_>) -> Self {
        let (mut unasked, mut extra) = (0.0_f32, 0.0_f32);
        let (mut weight, mut asked_weight) = (0.0_f32, 0.0_f32);
        for word in analyte {
            let own = vocabulary.word_weight(*word);
            weight += own;
            if judge.wordings.iter().any(|wording| wording.holds(*word)) {
                asked_weight += own;
            } else {
                unasked += 1.0;
                extra += f32::from(u8::from(vocabulary.word_is_marker(*word)));
            }
        }
        let total = analyte.len() as f32;
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
