//! How sure the code of a curated name is.
//!
//! True here: that a name was decided by hand does not make it certain. A laboratory may mean another antibody, method
//! or scale by the same words, and how often that is so depends on the kind of test and on what else is printed. The
//! two logistics are fitted like the ranker's (`cargo xtask eval --fit`). Must not be here: whether to answer; a
//! decided name is answered however sure it is, unless a caller asks for more.

use mirobody_vocab::{Axes, Loinc, Row, Vocabulary, Word, fold, is_filler, tokens};

use super::{Options, Resolver, asked::Asked, decide::probability, sibling};
use crate::{
    doubt::CERTAIN,
    name::{self, Stated},
    reading::{Candidate, Decision, Reading},
};

/// What the confidence in a curated name looks at.
pub const CURATED_SIGNALS: usize = 24;

/// How a curated name's decision says it was found.
pub(super) const METHOD: &str = "curated";
/// At most this many words of a name are looked at.
const MOST_WORDS: usize = 16;
/// At most this many other codes are named when the code is in doubt.
const MOST_RIVALS: usize = 5;

/// The signals of a decided code, each 0 to 1.
fn signals(vocabulary: &Vocabulary, row: Row, asked: &Asked, text: &str) -> [f32; CURATED_SIGNALS] {
    let axes = vocabulary.axes(row);
    let words = Words::of(vocabulary, row, usize::from(axes.analyte_words), text);
    let is = |holds: bool| f32::from(u8::from(holds));
    let class = |name: &str| is(axes.class == name);
    let agrees = asked.properties.contains(&axes.property);
    [
        is(asked.unit_printed),
        is(agrees),
        is(asked.unit.is_some() && !agrees),
        is(asked.specimen_for(None).is_some()),
        is(axes.method.is_empty()),
        f32::from(axes.tier) / 4.0,
        is(axes.tier == 0),
        is(axes.scale == "Qn"),
        is(axes.scale == "Ord"),
        is(axes.component.contains('/')),
        class("CHEM"),
        class("DRUG/TOX"),
        class("ALLERGY"),
        class("HEM/BC"),
        class("COAG"),
        class("SERO"),
        class("MICRO"),
        class("UA"),
        is(axes.class.starts_with("MOLPATH")),
        is(!matches!(asked.tag.split(['-', '_']).next(), None | Some("" | "en"))),
        words.named,
        words.asked,
        words.marker_extra,
        is(words.named == 0.0),
    ]
}

/// How far name and code say the same words. `Anti-Hu` for neuronal nuclear antibodies is right and says none of them.
struct Words {
    /// The part of the name's words that the code's own texts hold.
    named: f32,
    /// The part of the analyte's words that the name holds.
    asked: f32,
    /// Whether the analyte holds a number, class or letter that the name does not.
    marker_extra: f32,
}

impl Words {
    fn of(vocabulary: &Vocabulary, row: Row, analyte: usize, text: &str) -> Self {
        let printed: Vec<Option<Word>> = tokens(text)
            .take(MOST_WORDS)
            .filter(|word| !is_filler(word))
            .map(|word| vocabulary.indexed_word(word))
            .collect();
        let component: Vec<Word> = vocabulary.document_words(vocabulary.component_document(row)).collect();
        let long_name: Vec<Word> = vocabulary.document_words(vocabulary.long_name_document(row)).collect();
        let held = printed.iter().flatten().filter(|word| component.contains(word) || long_name.contains(word)).count();
        let analyte = component.get(..analyte).unwrap_or(&component);
        let unasked: Vec<&Word> = analyte.iter().filter(|word| !printed.contains(&Some(**word))).collect();
        let part = |some: usize, all: usize| some as f32 / all.max(1) as f32;
        Self {
            named: part(held, printed.len()),
            asked: part(analyte.len() - unasked.len(), analyte.len()),
            marker_extra: f32::from(u8::from(unasked.iter().any(|word| vocabulary.word_is_marker(**word)))),
        }
    }
}

/// The code of a curated name and what its confidences look at; None when no curated name decides.
pub fn curated_signals(reading: &Reading, options: &Options<'_>) -> Option<(Loinc, [f32; CURATED_SIGNALS])> {
    let decision = super::resolve_with(reading, options);
    let loinc = decision.loinc.filter(|_| decision.method == METHOD)?;
    let vocabulary = Vocabulary::embedded();
    let folded = fold(&reading.name);
    let english = name::english(vocabulary, &reading.language, &folded);
    let asked = Asked::of(reading, Stated::of(&reading.name, &folded, english.as_deref()), options.prior);
    let text = english.as_deref().unwrap_or(&folded);
    Some((loinc, signals(vocabulary, vocabulary.row(loinc)?, &asked, text)))
}

impl Resolver<'_> {
    /// The decision with how sure it is, and what else the name could mean when the code is not.
    pub(super) fn as_sure_as_it_is(&self, mut decision: Decision) -> Decision {
        let Some(row) = decision.loinc.and_then(|loinc| self.vocabulary.row(loinc)) else { return decision };
        let axes = self.vocabulary.axes(row);
        let signals = signals(self.vocabulary, row, self.asked, self.text);
        decision.confidence = probability(&self.options.model.curated_analyte, &signals);
        let exact = probability(&self.options.model.curated_exact, &signals);
        decision.exact_confidence = exact.min(decision.confidence).min(decision.exact_confidence);
        if decision.exact_confidence < CERTAIN {
            decision.alternatives = rivals(self.vocabulary, &axes, self.asked, 1.0 - decision.exact_confidence);
        }
        decision
    }
}

/// The other codes of the analyte in the specimen that laboratories use and nothing printed speaks against, commonest
/// first, sharing `chance`.
fn rivals(vocabulary: &'static Vocabulary, axes: &Axes<'_>, asked: &Asked, chance: f32) -> Vec<Candidate> {
    let codes = vocabulary.component(axes.component).map(|row| vocabulary.axes(row));
    let mut others: Vec<Axes<'static>> = codes
        .filter(|other| other.loinc != axes.loinc && other.system == axes.system && other.time == axes.time)
        .filter(|other| other.tier > 0 && other.scale != "-" && sibling::conflict(other, asked, None).is_none())
        .collect();
    others.sort_by_key(|other| (std::cmp::Reverse(other.tier), other.long_name.len(), other.loinc));
    others.truncate(MOST_RIVALS);
    let total: f32 = others.iter().map(|other| 1.0 + f32::from(other.tier)).sum();
    let score = |other: &Axes<'_>| chance * (1.0 + f32::from(other.tier)) / total.max(1.0);
    others
        .iter()
        .map(|other| Candidate { loinc: other.loinc, canonical: other.long_name, score: score(other) })
        .collect()
}
