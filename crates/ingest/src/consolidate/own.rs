//! What of a person's words is about themselves and meant as told.
//!
//! True here: a sentence that asks, supposes, wishes or speaks of somebody else tells nothing about the person. The words
//! it goes by are in `words.tsv`, a language each. Where in doubt, a sentence is left out: the record would keep it.

use std::{collections::HashMap, sync::LazyLock};

use mirobody_standardize::complaint::sentences;

/// The longest sentence that is kept as a fact, in characters.
const LONGEST_FACT: usize = 300;
/// So many facts of one turn at most.
const MOST_FACTS: usize = 10;

/// Kind, language, word.
static WORDS: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut words: HashMap<&str, Vec<&str>> = HashMap::new();
    let rows = include_str!("words.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let mut cells = row.split('\t');
        if let (Some(kind), Some(_), Some(word)) = (cells.next(), cells.next(), cells.next()) {
            words.entry(kind).or_default().push(word);
        }
    }
    words
});

/// The sentences that tell readings: those that ask, suppose or are about somebody else are left out.
pub(super) fn told(said: &str) -> String {
    let kept = sentences(said).into_iter().filter_map(|(start, end)| said.get(start..end)).filter(|one| is_told(one));
    kept.collect::<String>()
}

/// The sentences that hold beyond their conversation, as they were said.
pub(super) fn facts(said: &str) -> Vec<String> {
    let sentences = sentences(said).into_iter().filter_map(|(start, end)| said.get(start..end));
    let facts = sentences.filter(|one| is_told(one) && has(one, "fact")).map(|one| one.trim().to_owned());
    facts.filter(|one| one.chars().count() <= LONGEST_FACT).take(MOST_FACTS).collect()
}

fn is_told(sentence: &str) -> bool {
    let asks = sentence.trim_end().ends_with(['?', '？']);
    !asks && !begins_as_question(sentence) && ["supposed", "other"].iter().all(|kind| !has(sentence, kind))
}

/// A question is one by its first words, and where words are not set apart by any of them.
fn begins_as_question(sentence: &str) -> bool {
    let words = words_of(sentence).split_whitespace().collect::<Vec<_>>().join(" ");
    let asks = WORDS.get("question").map(Vec::as_slice).unwrap_or_default();
    asks.iter().any(|word| match word.chars().next() {
        Some(letter) if letter > '\u{2fff}' => sentence.contains(word),
        _ => match word.strip_suffix('*') {
            Some(stem) => words.starts_with(stem),
            None => words.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')),
        },
    })
}

/// The words of a sentence in small letters, a space around each.
fn words_of(sentence: &str) -> String {
    let text = format!(" {} ", sentence.to_lowercase().replace('’', "'"));
    text.chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect()
}

/// Whether one of the words stands in a sentence, as a word where words are set apart.
fn has(sentence: &str, kind: &str) -> bool {
    let text = words_of(sentence);
    let words = WORDS.get(kind).map(Vec::as_slice).unwrap_or_default();
    words.iter().any(|word| match word.chars().next() {
        // Languages without spaces: the word as it stands.
        Some(first) if first > '\u{2fff}' => sentence.contains(word),
        _ => {
            text.contains(&format!(" {word} "))
                || word.strip_suffix('*').is_some_and(|stem| text.contains(&format!(" {stem}")))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_person_tells_of_themselves_is_kept() {
        for (said, is) in [
            ("Fasting glucose: 97 mg/dL", true),
            ("My glucose is 97 mg/dL when I wake up.", true),
            ("My LDL was 3.1 mmol/L in May.", true),
            ("Is a glucose of 97 mg/dL normal?", false),
            ("What does HbA1c 6.5 % mean", false),
            ("If my LDL were 190 mg/dL, what then", false),
            ("My wife's glucose was 97 mg/dL.", false),
            ("Ist mein LDL von 190 mg/dL gefährlich", false),
            ("Est-ce que mon LDL de 1,9 g/L est dangereux", false),
            ("My goal is an LDL of 70 mg/dL.", false),
            ("Meine Mutter hat einen HbA1c von 7,1 %.", false),
            ("Mon LDL est de 1,2 g/L.", true),
            ("空腹血糖 5.4 mmol/L。", true),
            ("我妈妈的空腹血糖 7.4 mmol/L。", false),
            ("血糖5.4正常吗？", false),
            ("もし血糖値が140 mg/dLなら", false),
        ] {
            assert_eq!(told(said).trim() == said.trim(), is, "{said}");
        }
    }

    #[test]
    fn a_fact_is_a_sentence_about_oneself_that_stays_true() {
        for (said, fact) in [
            ("I am allergic to penicillin. How is my LDL?", Some("I am allergic to penicillin.")),
            ("I'm a vegetarian and I run.", Some("I'm a vegetarian and I run.")),
            ("Am I allergic to penicillin?", None),
            ("My sister is allergic to nuts.", None),
            ("Ich bin allergisch gegen Nüsse.", Some("Ich bin allergisch gegen Nüsse.")),
            ("我对青霉素过敏。", Some("我对青霉素过敏。")),
            ("Soy vegetariano.", Some("Soy vegetariano.")),
            ("Je suis enceinte.", Some("Je suis enceinte.")),
            ("ペニシリンにアレルギーがあります。", Some("ペニシリンにアレルギーがあります。")),
            ("The weather is fine.", None),
        ] {
            assert_eq!(facts(said).first().map(String::as_str), fact, "{said}");
        }
    }
}
