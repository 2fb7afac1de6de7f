//! What no curated name decides: gather candidates, judge each, and answer when the best is likely enough.

use mirobody_vocab::{Loinc, tokens};

use super::{
    Resolver, antibody,
    candidates::{Candidate, Channel, Pool},
    curated::Verdict,
    decide,
    features::{self, Features, Judge},
    settle::{UNSURE, alternative, undecided},
    sibling, weights,
};
use crate::{
    name::{Specimen, Variant},
    reading::{Decision, Outcome},
};

impl Resolver<'_> {
    pub(super) fn judged(&self) -> (Pool, Vec<Features>) {
        let mut pool = Pool::gather(self.vocabulary, self.name);
        let mut curated = Vec::new();
        for (at, variant) in self.name.variants.iter().enumerate() {
            if let Verdict::Code(code) | Verdict::Elsewhere(code) = self.curated(variant) {
                self.add_curated(&mut pool, code, at, variant);
                curated.push((
                    at,
                    tokens(&variant.text).filter_map(|token| self.vocabulary.indexed_word(token)).collect(),
                ));
            }
        }
        pool.found.retain(|candidate| {
            self.time_is_possible(candidate.axes.time) && self.person_is_possible(candidate.axes.system)
        });
        let judge = Judge {
            vocabulary: self.vocabulary,
            name: self.name,
            asked: self.asked,
            wordings: &pool.wordings,
            curated: &curated,
        };
        let mut features = judge.all(&pool.found);
        features::mark_commonest(&pool.found, &mut features);
        (pool, features)
    }

    /// Whether a code is about the patient, or about whom the name speaks of: a fetus, a donor, a unit of blood.
    fn person_is_possible(&self, system: &str) -> bool {
        let words: &[&str] = match system.split_once('^') {
            Some((_, "Fetus")) => &["fetus", "fetal", "foetal", "foetus"],
            Some((_, "Donor")) => &["donor", "doonor", "donneur"],
            Some((_, "BPU")) => &["bpu", "product", "unit", "donor", "segment", "bag"],
            _ => return true,
        };
        words.iter().any(|word| self.name.tokens.contains(word))
    }

    /// Whether a code's collection time is a moment, or a span that the name or unit states.
    fn time_is_possible(&self, time: &str) -> bool {
        let digits = time.bytes().take_while(u8::is_ascii_digit).count();
        let (number, span) = time.split_at(digits);
        if number.is_empty() {
            return true;
        }
        let asked = self.asked;
        let daily =
            asked.stated.day || asked.properties.iter().any(|property| matches!(*property, "MRat" | "SRat" | "NRat"));
        let word = |word: &str| {
            let (own, rest) = word.split_at(word.bytes().take_while(u8::is_ascii_digit).count());
            own == number
                && (rest.is_empty() || span.get(..1).is_some_and(|unit| rest.starts_with(&unit.to_lowercase())))
        };
        time == "24H" && daily || self.name.tokens.iter().any(word)
    }

    /// A curated code and, so that another specimen or unit can be met, its siblings.
    fn add_curated(&self, pool: &mut Pool, code: Loinc, at: usize, variant: &Variant) {
        let Some(row) = self.vocabulary.row(code) else { return };
        pool.add(row, Channel::Curated, at, variant);
        for row in self.vocabulary.component(self.vocabulary.axes(row).component) {
            pool.add(row, Channel::Analyte, at, variant);
        }
    }

    pub(super) fn by_rank(&self, candidates: &[Candidate], features: &[Features]) -> Decision {
        let model = self.options.model;
        let Some(ranked) = decide::rank(candidates, features, &model.weights) else {
            return undecided(Outcome::Unresolved, "no known name fits");
        };
        let analyte = decide::probability(&model.analyte, &ranked.signals);
        let exact = decide::probability(&model.exact, &ranked.signals).min(analyte);
        let alternatives = ranked.order.iter().take(6).map(|(at, part)| alternative(&candidates[*at], *part));
        let best = &candidates[ranked.order[0].0];
        let unlike = features[ranked.order[0].0].is_far()
            || self.interprets() && best.axes.scale == "Qn"
            || antibody::differs(&self.name.tokens, best.axes.component);
        let mut decision = if analyte < self.options.least() || unlike {
            let mut unsure = if analyte < weights::HOPELESS {
                undecided(Outcome::Unresolved, "no known name fits")
            } else {
                undecided(Outcome::Ambiguous, UNSURE)
            };
            (unsure.confidence, unsure.exact_confidence) = (analyte, exact);
            unsure.alternatives = alternatives.take(5).collect();
            return unsure;
        } else {
            self.settle(best.row, best.best_channel().name(), self.stated_of(best), analyte, exact)
        };
        decision.alternatives = alternatives.filter(|other| Some(other.loinc) != decision.loinc).take(5).collect();
        if decision.rejected.is_none() {
            decision.rejected = self.given_up(candidates, features, best);
        }
        decision
    }

    /// Whether the name is of what somebody says about a result, which is no measurement: `BK virus DNA, quant interp`.
    fn interprets(&self) -> bool {
        const SAYS: &[&str] = &["interp", "interpretation", "comment", "comments", "note", "notes"];
        self.name.tokens.iter().any(|word| SAYS.contains(&word))
    }

    /// The specimen stated beside a candidate: a long common name states its own, in more words than the lists here know.
    pub(super) fn stated_of(&self, candidate: &Candidate) -> Option<Specimen> {
        let long = candidate.best_channel() == Channel::LongName;
        if long { self.asked.specimen } else { self.asked.specimen_for(candidate.specimen) }
    }

    /// The code the name alone would have had, when the unit or value contradicts it.
    fn given_up(&self, candidates: &[Candidate], features: &[Features], chosen: &Candidate) -> Option<Loinc> {
        let score = |features: &Features| features.score_of_name(&self.options.model.weights);
        let by_name = candidates.iter().zip(features).max_by(|a, b| score(a.1).total_cmp(&score(b.1)))?.0;
        let differs = by_name.row != chosen.row && by_name.axes.component == chosen.axes.component;
        (differs && sibling::conflict(&by_name.axes, self.asked, None).is_some()).then_some(by_name.axes.loinc)
    }
}
