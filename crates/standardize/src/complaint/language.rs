//! The language of a text: by its script, and of the Latin script by whose words it is made of.

use mirobody_vocab::Language;

use super::lexeme::{What, lexemes};

/// Languages in the Latin script; of equals the first.
const LATIN: [Language; 5] = [Language::En, Language::De, Language::Fr, Language::Es, Language::Pt];

/// The language that most of a text belongs to.
pub(super) fn of(text: &str) -> Language {
    let has = |test: fn(char) -> bool| text.chars().any(test);
    if has(|c| matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{ac00}'..='\u{d7a3}')) {
        Language::Ko
    } else if has(|c| matches!(c, '\u{3041}'..='\u{30fa}' | '\u{ff66}'..='\u{ff9d}')) {
        Language::Ja
    } else if has(|c| matches!(c, '\u{3400}'..='\u{9fff}')) {
        Language::Zh
    } else if has(|c| matches!(c, '\u{400}'..='\u{4ff}')) {
        Language::Ru
    } else {
        latin(text)
    }
}

fn latin(text: &str) -> Language {
    let best = LATIN.into_iter().rev().max_by_key(|&language| known(text, language));
    best.unwrap_or(Language::En)
}

/// How many bytes of the text its tables know.
fn known(text: &str, language: Language) -> usize {
    let lexemes = lexemes(text, (0, text.len()), language);
    let known = lexemes.iter().filter(|lexeme| matches!(lexeme.what, What::Known(_)));
    known.map(|lexeme| lexeme.end - lexeme.start).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_of_the_language_of_its_words() {
        for (text, language) in [
            ("I have a headache", Language::En),
            ("头疼", Language::Zh),
            ("頭が痛い", Language::Ja),
            ("머리가 아파요", Language::Ko),
            ("болит голова", Language::Ru),
            ("Ich habe Kopfschmerzen", Language::De),
            ("J'ai mal à la tête", Language::Fr),
            ("Me duele la cabeza", Language::Es),
            ("Estou com dor de cabeça", Language::Pt),
            ("", Language::En),
        ] {
            assert_eq!(of(text), language, "{text}");
        }
    }
}
