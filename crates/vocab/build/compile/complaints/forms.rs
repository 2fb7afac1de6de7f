//! The forms of a Japanese or Korean phrase that a table need not list: other particles, other endings.
//!
//! True here: a form says the same as the phrase. Forms that nobody writes are harmless: they are never met.

use crate::language::Language;

/// The phrase and its other forms.
pub fn forms(phrase: &str, language: Language) -> Vec<String> {
    match language {
        Language::Ja => japanese(phrase),
        Language::Ko => korean(phrase),
        _ => vec![phrase.to_owned()],
    }
}

/// Of the subject marker `が` any other marker, and of the last word its inflected forms.
fn japanese(phrase: &str) -> Vec<String> {
    let marked = phrase.split('が').collect::<Vec<_>>();
    let markers: &[&str] = if marked.len() > 1 { &["が", "は", "も", ""] } else { &["が"] };
    let phrases = markers.iter().map(|marker| marked.join(marker));
    phrases.flat_map(|phrase| inflected(&phrase)).collect()
}

/// Endings of the plain form, and what takes their place before another word.
const ENDINGS: &[(&str, &[&str])] = &[
    ("い", &["く", "かっ"]),
    ("た", &["て"]),
    ("だ", &["で"]),
    ("る", &["って", "った", "り", "て", "た", "ら"]),
    ("む", &["んで", "んだ", "み", "ま"]),
    ("く", &["いて", "いた", "き"]),
    ("す", &["して", "した", "し"]),
    ("う", &["って", "った", "い"]),
    ("つ", &["って", "った", "ち"]),
];

fn inflected(phrase: &str) -> Vec<String> {
    let mut forms = vec![phrase.to_owned()];
    let ending = ENDINGS.iter().find_map(|(ending, others)| Some((phrase.strip_suffix(ending)?, others)));
    if let Some((stem, others)) = ending.filter(|(stem, _)| stem.chars().count() >= 2) {
        forms.extend(others.iter().map(|other| format!("{stem}{other}")));
    }
    forms
}

/// Markers of the subject, topic and object in Korean.
const MARKERS: [char; 8] = ['이', '가', '은', '는', '도', '을', '를', '만'];

/// Of a marked noun before the last word, any other marker or none; with and without the spaces, which few keep to.
fn korean(phrase: &str) -> Vec<String> {
    let mut forms = vec![String::new()];
    let words: Vec<&str> = phrase.split(' ').collect();
    for (index, word) in words.iter().enumerate() {
        let noun = word.strip_suffix(MARKERS).filter(|noun| !noun.is_empty() && index + 1 < words.len());
        let markers = MARKERS.map(String::from);
        let nouns: Vec<String> = match noun {
            Some(noun) => {
                markers.iter().map(String::as_str).chain([""]).map(|marker| format!("{noun}{marker}")).collect()
            }
            None => vec![(*word).to_owned()],
        };
        let spaces: &[&str] = if index == 0 { &[""] } else { &[" ", ""] };
        let joined = |form: &String| {
            let tails = nouns.iter().flat_map(|noun| spaces.iter().map(move |space| format!("{space}{noun}")));
            tails.map(|tail| form.clone() + &tail).collect::<Vec<_>>()
        };
        forms = forms.iter().flat_map(joined).collect();
    }
    forms
}
