//! A sentence in everyday words to the complaints and conditions it speaks of, coded in ICPC-3.
//!
//! True here: a phrase is coded only as our tables say or as a part of the body and a symptom compose; what is too
//! broad is refused with the reason, and unknown words give nothing. A complaint that is denied, doubted, over or
//! somebody else's is said to be so, never dropped. Must not be here: I/O, a clock, a guess.
//!
//! A text is read sentence by sentence: [`lexeme`] cuts it into what the tables know, [`mention`] finds the
//! complaints, [`status`] what is said of each, [`attached`] how long and how bad.

mod attached;
mod language;
mod lexeme;
mod mention;
mod place;
mod scope;
mod sentence;
mod status;

pub use sentence::sentences;

pub use mirobody_vocab::{Icpc, Language, UnknownLanguage};

use mirobody_vocab::Complaints;

use mention::Heard;

/// What is said of a complaint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The person has it.
    Affirmed,
    /// The person does not have it.
    Negated,
    /// It is only possible, suspected, feared or asked about.
    Uncertain,
    /// It is over.
    Past,
    /// Somebody else has it, or not.
    OtherPerson,
}

impl Status {
    /// Its name: `affirmed`, `negated`, `uncertain`, `past`, `other`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Affirmed => "affirmed",
            Self::Negated => "negated",
            Self::Uncertain => "uncertain",
            Self::Past => "past",
            Self::OtherPerson => "other",
        }
    }

    /// The status of that name.
    pub fn named(name: &str) -> Option<Self> {
        let all = [Self::Affirmed, Self::Negated, Self::Uncertain, Self::Past, Self::OtherPerson];
        all.into_iter().find(|status| status.as_str() == name)
    }
}

/// What a complaint is in the classification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// A code, with ICPC-3's own title.
    Code {
        /// The code.
        icpc: Icpc,
        /// Its title, as published.
        title: &'static str,
    },
    /// Too broad for a code, or no complaint.
    Refused {
        /// Why.
        why: &'static str,
    },
}

impl Coding {
    /// The code, if there is one.
    pub const fn icpc(self) -> Option<Icpc> {
        match self {
            Self::Code { icpc, .. } => Some(icpc),
            Self::Refused { .. } => None,
        }
    }
}

/// One complaint or condition that a text speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Complaint<'a> {
    /// The words, as they stand in the text.
    pub said: &'a str,
    /// Byte offset of the words in the text.
    pub start: usize,
    /// The sentence they stand in, as it stands in the text.
    pub sentence: &'a str,
    /// What it is.
    pub coding: Coding,
    /// What is said of it.
    pub status: Status,
    /// How long, when that stands right beside it; verbatim.
    pub duration: Option<&'a str>,
    /// How bad, when that stands right beside it; verbatim.
    pub severity: Option<&'a str>,
}

/// The complaints of a text in the order they are named. Without a language it is the one that most words belong to.
pub fn complaints(text: &str, language: Option<Language>) -> Vec<Complaint<'_>> {
    let language = language.unwrap_or_else(|| language::of(text));
    let mut found = Vec::new();
    let mut spoken_of = false;
    for sentence in sentences(text) {
        let lexemes = lexeme::lexemes(text, sentence, language);
        let mentions = mention::mentions(&lexemes, language);
        let statuses = status::statuses(&lexemes, &mentions, language, &mut spoken_of);
        let attached = attached::attached(&lexemes, &mentions, language);
        for ((mention, status), attached) in mentions.iter().zip(statuses).zip(attached) {
            let span = |(first, last): (usize, usize)| lexeme::printed(text, &lexemes, first, last);
            let Some((start, said)) = span((mention.first, mention.last)) else { continue };
            let Some(coding) = coding(mention.heard) else { continue };
            let words = |range: Option<(usize, usize)>| range.and_then(span).map(|(_, words)| words);
            let (duration, severity) = (words(attached.duration), words(attached.severity));
            let sentence = text.get(sentence.0..sentence.1).unwrap_or_default().trim();
            found.push(Complaint { said, start, sentence, coding, status, duration, severity });
        }
    }
    found
}

fn coding(heard: Heard) -> Option<Coding> {
    match heard {
        Heard::Code(icpc) => Complaints::embedded().title(icpc).map(|title| Coding::Code { icpc, title }),
        Heard::Refused(why) => Some(Coding::Refused { why }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Words of every kind in every language, so that random sentences reach the rules.
    const WORDS: [&str; 40] = [
        "no",
        "fever",
        "knee",
        "pain",
        "and",
        "or",
        ",",
        "?",
        "my mother",
        "i",
        "history of",
        "for",
        "3",
        "days",
        "but",
        "possible",
        "severe",
        "头",
        "疼",
        "没有",
        "我妈",
        "、",
        "三天",
        "頭",
        "が",
        "痛い",
        "ない",
        "머리",
        "아파요",
        "없어요",
        "нет",
        "кашля",
        "Knieschmerzen",
        "kein",
        "pas de",
        "fièvre",
        "dolor de",
        "cabeza",
        "sem",
        "febre",
    ];

    fn sentence() -> impl Strategy<Value = String> {
        prop::collection::vec(prop::sample::select(&WORDS[..]), 0..14).prop_map(|words| words.join(" "))
    }

    fn any_language() -> impl Strategy<Value = Option<Language>> {
        prop::option::of(prop::sample::select(&Language::ALL[..]))
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_every_span_is_verbatim(
            text in prop_oneof!["\\PC{0,80}", sentence().boxed()], language in any_language()
        ) {
            let found = complaints(&text, language);
            prop_assert_eq!(&complaints(&text, language), &found);
            for complaint in found {
                prop_assert_eq!(text.get(complaint.start..complaint.start + complaint.said.len()), Some(complaint.said));
                prop_assert!(complaint.sentence.contains(complaint.said.trim()) && text.contains(complaint.sentence));
                prop_assert_eq!(Status::named(complaint.status.as_str()), Some(complaint.status));
                for words in [complaint.duration, complaint.severity].into_iter().flatten() {
                    prop_assert!(!words.is_empty() && text.contains(words));
                }
            }
        }
    }

    #[test]
    fn a_title_is_the_classifications_own() {
        let text = "头疼三天了";
        let found = complaints(text, None);
        let [headache] = &found[..] else { panic!("{found:?}") };
        assert!(matches!(headache.coding, Coding::Code { title: "Headache", .. }), "{headache:?}");
        assert_eq!((headache.said, headache.duration), ("头疼", Some("三天")));
    }
}
