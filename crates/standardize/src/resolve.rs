//! A reading's name to a code, or why not.
//!
//! True here: deterministic; a curated refusal is never overruled; what the unit or value contradicts is moved to a
//! sibling or refused; an answer is given only when its analyte is likely enough.

mod asked;
mod candidates;
mod curated;
mod decide;
mod features;
mod index;
mod sibling;
mod weights;

pub use weights::Feature;

use mirobody_vocab::{Axes, Loinc, Row, Vocabulary, fold};

use crate::{
    name::{self, Name, Part, Specimen, Stated, Tokens, Variant},
    reading::{self, Decision, Outcome, Reading},
};
use asked::Asked;
use candidates::{Candidate, Channel, Pool, head};
use curated::Verdict;
use features::{Features, Forms};
use sibling::Conflict;

/// Finds the code of a reading from its name, unit, specimen, value and language.
pub fn resolve(reading: &Reading) -> Decision {
    let folded = fold(&reading.name);
    if !folded.chars().any(char::is_alphanumeric) {
        return undecided(Outcome::Unresolved, "no name is printed");
    }
    if folded.chars().count() > LONGEST {
        return undecided(Outcome::Unresolved, "the name is too long to be a test's name");
    }
    let vocabulary = Vocabulary::embedded();
    let mut asked = Asked::of(reading, Stated::of(&reading.name, &folded));
    // Most names of a report are curated as they stand, and need no other form.
    if let Some(decision) = (Resolver { vocabulary, name: &Name::default(), asked: &asked }).by_whole_name(&folded) {
        return decision;
    }
    let name = Name::read(&reading.name, &folded);
    asked.stated = name.stated;
    Resolver { vocabulary, name: &name, asked: &asked }.run()
}

/// Longer names are prose, not tests.
const LONGEST: usize = 300;

struct Resolver<'a> {
    vocabulary: &'static Vocabulary,
    name: &'a Name,
    asked: &'a Asked,
}

impl Resolver<'_> {
    fn run(&self) -> Decision {
        if let Some(decision) = self.by_curated_name() {
            return decision;
        }
        let (pool, features) = self.judged();
        self.by_rank(&pool.found, &features)
    }

    fn by_whole_name(&self, folded: &str) -> Option<Decision> {
        match curated::decide(self.vocabulary, folded, self.asked, self.asked.specimen) {
            Verdict::Unknown | Verdict::Elsewhere(_) => None,
            Verdict::Refused(why) => Some(undecided(Outcome::Refused, why)),
            Verdict::Several(one, other) => Some(two_tests(one, other)),
            Verdict::Code(code) => {
                self.vocabulary.row(code).map(|row| self.settle(row, "curated", self.asked.specimen, CURATED, CURATED))
            }
        }
    }

    /// The curated names: exact, by a form that loses nothing, or refused.
    fn by_curated_name(&self) -> Option<Decision> {
        let mut inside = None;
        for variant in self.name.variants.iter().filter(|variant| variant.part == Part::Inside) {
            if let Verdict::Code(code) = self.curated(variant) {
                inside = inside.or(Some(code));
            }
        }
        let exact = self.names_a_code();
        for variant in self.name.variants.iter().filter(|variant| self.keeps_all(variant)) {
            match self.curated(variant) {
                Verdict::Refused(_) if self.may_name_a_test(variant, exact) => {}
                Verdict::Unknown | Verdict::Elsewhere(_) => {}
                Verdict::Refused(why) => return Some(undecided(Outcome::Refused, why)),
                Verdict::Several(one, other) => return Some(two_tests(one, other)),
                Verdict::Code(code) => {
                    return match inside {
                        Some(other) if self.head_of(code) != self.head_of(other) => Some(two_tests(code, other)),
                        _ => self
                            .vocabulary
                            .row(code)
                            .map(|row| self.settle(row, "curated", self.stated_beside(variant), CURATED, CURATED)),
                    };
                }
            }
        }
        None
    }

    /// Whether the name as it stands is a code's own: a long name, or a designation with a specimen other than blood.
    fn names_a_code(&self) -> bool {
        let Some(whole) = self.name.variants.first() else { return false };
        let elsewhere = self.asked.stated.specimen.is_some_and(|specimen| !specimen.is_blood());
        self.vocabulary.long_name(&whole.text).is_some()
            || elsewhere && !self.vocabulary.designation(&whole.text).is_empty()
    }

    /// Whether a refusal of a form leaves the name itself open: another spelling of it is refused, or what is left of
    /// it without its specimen.
    fn may_name_a_test(&self, variant: &Variant, exact: bool) -> bool {
        variant.cost > 0 && (exact || variant.part == Part::Piece || self.is_test_elsewhere(variant))
    }

    /// Whether a refused word is one test in the stated specimen: `protein` is a category, protein in urine is not.
    fn is_test_elsewhere(&self, variant: &Variant) -> bool {
        let Some(stated) = self.asked.specimen_for(variant.specimen).filter(|specimen| !specimen.is_blood()) else {
            return false;
        };
        self.vocabulary.component(&variant.text).any(|row| {
            let axes = self.vocabulary.axes(row);
            axes.scale != "-" && name::agreement(stated, axes.system) > 0.9
        })
    }

    /// Whether a form is the whole name but for words of other axes and brackets.
    fn keeps_all(&self, variant: &Variant) -> bool {
        match variant.part {
            _ if variant.loses => false,
            Part::Whole | Part::Stem => true,
            Part::Inside | Part::Antibody => false,
            Part::Piece => {
                let own = Tokens::of(variant.text.split(' '));
                self.name.tokens.iter().all(|word| own.contains(word))
            }
        }
    }

    /// The specimen stated beside a form: a name as it stands says its own, so that `blood sugar` is no whole blood.
    fn stated_beside(&self, variant: &Variant) -> Option<Specimen> {
        let whole = self.name.variants.first().is_some_and(|first| first.text == variant.text);
        if whole { self.asked.specimen } else { self.asked.specimen_for(variant.specimen) }
    }

    fn curated(&self, variant: &Variant) -> Verdict {
        curated::decide(self.vocabulary, &variant.text, self.asked, self.stated_beside(variant))
    }

    fn head_of(&self, code: Loinc) -> &'static str {
        self.vocabulary.row(code).map_or("", |row| head(self.vocabulary.axes(row).component))
    }

    fn judged(&self) -> (Pool, Vec<Features>) {
        let mut pool = Pool::gather(self.vocabulary, self.name);
        for (at, variant) in self.name.variants.iter().enumerate() {
            if let Verdict::Code(code) | Verdict::Elsewhere(code) = self.curated(variant) {
                self.add_curated(&mut pool, code, at, variant);
            }
        }
        pool.found.retain(|candidate| {
            self.time_is_possible(candidate.axes.time) && self.person_is_possible(candidate.axes.system)
        });
        let forms: Vec<Tokens> = self.name.variants.iter().map(|variant| Tokens::of(variant.text.split(' '))).collect();
        let known: Vec<bool> =
            self.name.tokens.iter().map(|word| self.vocabulary.token_postings(word).len() > 0).collect();
        let forms = Forms { own: &forms, printed: &pool.texts, known: &known };
        let judged = pool.found.iter().map(|candidate| features::judge(candidate, self.name, &forms, self.asked));
        let mut features: Vec<Features> = judged.collect();
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

    fn by_rank(&self, candidates: &[Candidate], features: &[Features]) -> Decision {
        let Some(ranked) = decide::rank(candidates, features) else {
            return undecided(Outcome::Unresolved, "no known name fits");
        };
        let analyte = decide::probability(&weights::ANALYTE, &ranked.signals);
        let exact = decide::probability(&weights::EXACT, &ranked.signals).min(analyte);
        let alternatives = ranked.order.iter().take(6).map(|(at, part)| alternative(&candidates[*at], *part));
        let best = &candidates[ranked.order[0].0];
        let mut decision = if analyte < weights::THRESHOLD || features[ranked.order[0].0].is_far() {
            let mut unsure = if analyte < weights::HOPELESS {
                undecided(Outcome::Unresolved, "no known name fits")
            } else {
                undecided(Outcome::Ambiguous, "several tests fit, none well enough")
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

    /// The specimen stated beside a candidate: a long common name states its own, in more words than the lists here know.
    fn stated_of(&self, candidate: &Candidate) -> Option<Specimen> {
        let long = candidate.best_channel() == Channel::LongName;
        if long { self.asked.specimen } else { self.asked.specimen_for(candidate.specimen) }
    }

    /// The code the name alone would have had, when the unit or value contradicts it.
    fn given_up(&self, candidates: &[Candidate], features: &[Features], chosen: &Candidate) -> Option<Loinc> {
        let by_name =
            candidates.iter().zip(features).max_by(|a, b| a.1.score_of_name().total_cmp(&b.1.score_of_name()))?.0;
        let differs = by_name.row != chosen.row && by_name.axes.component == chosen.axes.component;
        (differs && sibling::conflict(&by_name.axes, self.asked, None).is_some()).then_some(by_name.axes.loinc)
    }

    /// A code that stands unless unit, value or specimen contradict it; then its sibling, or a refusal.
    fn settle(&self, row: Row, method: &'static str, stated: Option<Specimen>, analyte: f32, exact: f32) -> Decision {
        let axes = self.vocabulary.axes(row);
        let Some(conflict) = sibling::conflict(&axes, self.asked, stated) else {
            return self.coded(&axes, method, analyte, exact, stated);
        };
        match sibling::find(self.vocabulary, &axes, self.asked, stated) {
            Some(other) => {
                let mut decision = self.coded(&self.vocabulary.axes(other), method, analyte, exact.min(0.8), stated);
                decision.rejected = Some(axes.loinc);
                decision
            }
            None => contradicted(&axes, conflict, analyte),
        }
    }

    fn coded(
        &self,
        axes: &Axes<'static>,
        method: &'static str,
        analyte: f32,
        exact: f32,
        stated: Option<Specimen>,
    ) -> Decision {
        let asked = self.asked;
        let mut evidence = vec!["name"];
        if asked.properties.contains(&axes.property) {
            evidence.push("unit");
        }
        if stated.is_some() {
            evidence.push("specimen");
        }
        if asked.value.is_some() {
            evidence.push("scale");
        }
        if asked.stated.day {
            evidence.push("time");
        }
        Decision {
            outcome: Outcome::Coded,
            loinc: Some(axes.loinc),
            canonical: Some(axes.long_name),
            method,
            evidence,
            confidence: analyte,
            exact_confidence: exact,
            reason: String::new(),
            rejected: None,
            alternatives: Vec::new(),
        }
    }
}

fn contradicted(axes: &Axes<'static>, conflict: Conflict, analyte: f32) -> Decision {
    let what = match conflict {
        Conflict::Unit => "the unit",
        Conflict::Value => "the value",
        Conflict::Specimen => "the specimen",
    };
    let mut decision = undecided(
        Outcome::Refused,
        &format!("{what} does not fit {} ({}), and no sibling fits", axes.loinc, axes.long_name),
    );
    decision.rejected = Some(axes.loinc);
    decision.confidence = analyte;
    decision
}

/// The confidence of a curated name.
const CURATED: f32 = 0.99;

fn two_tests(one: Loinc, other: Loinc) -> Decision {
    undecided(Outcome::Ambiguous, &format!("the name means two tests: {one} and {other}"))
}

fn alternative(candidate: &Candidate, part: f32) -> reading::Candidate {
    reading::Candidate { loinc: candidate.axes.loinc, canonical: candidate.axes.long_name, score: part }
}

fn undecided(outcome: Outcome, reason: &str) -> Decision {
    Decision {
        outcome,
        loinc: None,
        canonical: None,
        method: "",
        evidence: Vec::new(),
        confidence: 0.0,
        exact_confidence: 0.0,
        reason: reason.to_owned(),
        rejected: None,
        alternatives: Vec::new(),
    }
}

/// What the ranker saw of a reading: for fitting its weights and for asking why.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    /// Every candidate: the code, its analyte, and its features in the order of [`Feature::ALL`].
    pub candidates: Vec<(Loinc, &'static str, [f32; Feature::COUNT])>,
}

impl Explained {
    /// The best candidate by these weights, and what the confidences would look at.
    pub fn best(&self, weights: &[f32; Feature::COUNT]) -> Option<(usize, Vec<f32>)> {
        let score =
            |features: &[f32; Feature::COUNT]| features.iter().zip(weights).map(|(value, weight)| value * weight).sum();
        let mut scored: Vec<(usize, f32)> =
            self.candidates.iter().enumerate().map(|(at, (.., features))| (at, score(features))).collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        let signals = decide::signals(&scored, |at| self.candidates[at].1, |at| Features(self.candidates[at].2))?;
        Some((scored.first()?.0, signals.to_vec()))
    }

    /// The weights in use.
    pub fn weights() -> [f32; Feature::COUNT] {
        weights::WEIGHTS
    }
}

/// Judges a reading's candidates without deciding. None when a curated name decides.
pub fn explain(reading: &Reading) -> Option<Explained> {
    let folded = fold(&reading.name);
    let name = Name::read(&reading.name, &folded);
    let asked = Asked::of(reading, name.stated);
    let resolver = Resolver { vocabulary: Vocabulary::embedded(), name: &name, asked: &asked };
    if resolver.by_curated_name().is_some() {
        return None;
    }
    let (pool, features) = resolver.judged();
    let candidates = pool.found.iter().zip(&features);
    Some(Explained {
        candidates: candidates.map(|(found, features)| (found.axes.loinc, found.head(), features.0)).collect(),
    })
}
