//! What reports print instead of a word: a letter for the specimen, a number for the draw, a phrase for one method.
//!
//! True here: only the spelling changes, to words the other tables know. Which test it is, is not decided.

use std::sync::LazyLock;

use crate::{quick::Set, text::is_cjk};

/// The printed name with specimen letters, draws, times and phrases as words, if it has any.
pub(super) fn rewritten(printed: &str) -> Option<String> {
    if !printed.is_ascii() && printed.chars().any(is_cjk) {
        return None;
    }
    let mut text = tails(printed).unwrap_or_else(|| printed.to_owned());
    for rewrite in [phrases, draws, times] {
        if let Some(other) = rewrite(&text) {
            text = other;
        }
    }
    (text != printed).then_some(text)
}

/// Specimens printed as letters after a comma: `Sodium, S`, `5-HIAA, 24 Hr, U`, `Calprotectin, F`.
const TAILS: &[(&str, &str)] = &[
    ("S", "serum"),
    ("P", "plasma"),
    ("Pl", "plasma"),
    ("PL", "plasma"),
    ("U", "urine"),
    ("SP", "serum/plasma"),
    ("OF", "saliva"),
];

/// The same, but only at the very end, where no list of letters goes on: `Lead, B`.
const LAST_TAILS: &[(&str, &str)] = &[("B", "blood"), ("F", "stool")];

fn tails(printed: &str) -> Option<String> {
    if !printed.contains(',') {
        return None;
    }
    let mut parts: Vec<String> = printed.split(',').map(str::to_owned).collect();
    let last = parts.len() - 1;
    let mut changed = false;
    for at in 0..parts.len() {
        let part = parts[at].trim();
        let listed = at > 0 && parts[at - 1].trim_end().ends_with(" A");
        let find = |table: &[(&str, &'static str)]| table.iter().find(|(tail, _)| *tail == part).map(|(_, word)| *word);
        let whole = if at == 0 { None } else { find(TAILS) };
        let word = whole.or_else(|| if at == last && at > 0 && !listed { find(LAST_TAILS) } else { None });
        let rest = part.strip_suffix(" U").filter(|rest| !rest.trim().is_empty() && parts.len() > 1);
        let new = match (word, rest) {
            (Some(word), _) => format!(" {word}"),
            (None, Some(rest)) => format!(" {rest} urine"),
            (None, None) => continue,
        };
        parts[at] = new;
        changed = true;
    }
    changed.then(|| parts.join(","))
}

/// Phrases and the one word for them; case does not matter.
const PHRASES: &[(&str, &str)] = &[
    ("real time pcr", "pcr"),
    ("real-time pcr", "pcr"),
    ("rt-pcr", "pcr"),
    ("rt pcr", "pcr"),
    ("qpcr", "pcr"),
    ("nucleic acid amplification", "naa"),
    ("nucleic acid amp", "naa"),
    ("nuc. acid amp", "naa"),
    ("nuc acid amp", "naa"),
    ("mass spectrometry", "lc/ms"),
    ("acid fast bacilli", "afb"),
    ("acid-fast bacilli", "afb"),
    ("oral fluid", "saliva"),
    ("whole blood", "whole-blood"),
    // Long names of earlier releases of LOINC.
    ("dried blood spot", "dbs"),
    ("100 leukocytes", "leukocytes"),
    ("100 cells", "cells"),
    ("100 erythrocytes", "erythrocytes"),
    ("100 spermatozoa", "spermatozoa"),
    ("dfa", "ag if"),
    ("ihc", "ag immunostain"),
    ("immunohistochemistry", "ag immunostain"),
    ("per 24h", "24h"),
    ("per 24 h", "24h"),
    ("per day", "24h"),
    ("per volume", ""),
];

/// Words that start what is only done when the test is positive.
const REFLEXES: &[&str] = &[
    " w/rflx",
    " w/ rflx",
    " w/reflex",
    " w/ reflex",
    " with reflex",
    " reflex to ",
    " rflx to ",
    " rfx to ",
    " with rflx",
    " with rfx",
    " w/rfx",
    " w/ rfx",
    " w/reflx",
    " reflexed to ",
    " reflexing to ",
    "(rfx",
    "(reflex",
    "/rflx",
    "/reflex",
    "+rflx",
    " +reflex",
];

fn phrases(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    if !(lower.contains("fl") || lower.contains("rfx") || starts_a_phrase(&lower)) {
        return None;
    }
    let mut out = lower.clone();
    if let Some(at) = REFLEXES.iter().filter_map(|reflex| out.find(reflex)).filter(|at| *at > 2).min() {
        out.truncate(at);
    }
    for (phrase, word) in PHRASES {
        while let Some(at) = find_words(&out, phrase) {
            out.replace_range(at..at + phrase.len(), word);
        }
    }
    (out != lower).then_some(out)
}

/// Whether a word of the text is the first of a phrase. Few are, and looking for every phrase in every name is slow.
fn starts_a_phrase(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| FIRST_WORDS.contains(word))
}

/// The first words of all phrases.
static FIRST_WORDS: LazyLock<Set<&'static str>> = LazyLock::new(|| {
    let first = |phrase: &'static str| phrase.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    PHRASES.iter().map(|(phrase, _)| first(phrase)).collect()
});

/// Where a phrase stands between words.
fn find_words(text: &str, phrase: &str) -> Option<usize> {
    let free = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(phrase)
        .map(|(at, _)| at)
        .find(|at| free(text[..*at].chars().next_back()) && free(text[at + phrase.len()..].chars().next()))
}

/// `ACTH #2` is the second draw of a series, in LOINC's words; the first is the test itself.
fn draws(text: &str) -> Option<String> {
    let (before, after) = text.split_once('#')?;
    let after = after.trim_start();
    let (number, rest) = after.split_at(after.bytes().take_while(u8::is_ascii_digit).count());
    // In `A. fumigatus #3 Ab` the number is a part of the antigen's name.
    let ends = rest.is_empty() || rest.trim_start().starts_with(['(', ',', '-']) || before.is_empty();
    let draw = match number.parse::<u8>().ok().filter(|_| ends)? {
        1 => String::new(),
        2 => "2nd specimen".to_owned(),
        3 => "3rd specimen".to_owned(),
        number @ 4..=20 => format!("{number}th specimen"),
        _ => return None,
    };
    Some(format!("{} {draw} {}", before.trim_end(), rest.trim_start()))
}

/// `30 Minutes`, `2 Hr`, `1/2 hr`, `120min` as LOINC writes them: `30m`, `2h`, `30m`, `2h`.
fn times(text: &str) -> Option<String> {
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let words: Vec<&str> = text.split(' ').collect();
    let mut out: Vec<String> = Vec::with_capacity(words.len());
    let (mut at, mut changed) = (0, false);
    while at < words.len() {
        let next = words.get(at + 1).copied().unwrap_or("");
        if let Some((word, taken)) = time(words[at], next) {
            changed = changed || taken > 1 || word != words[at];
            out.push(word);
            at += taken;
        } else {
            out.push(words[at].to_owned());
            at += 1;
        }
    }
    changed.then(|| out.join(" "))
}

/// A time that starts with this word, and how many words it takes.
fn time(word: &str, next: &str) -> Option<(String, usize)> {
    let start = word.trim_start_matches('(');
    let digits = start.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'/' | b'.')).count();
    let (number, glued) = start.split_at(digits);
    let (unit, taken) = if glued.is_empty() || glued == "-" { (next, 2) } else { (glued.trim_start_matches('-'), 1) };
    let ends = unit.trim_end_matches([',', ')', '.', ';', ':']);
    let minutes = minutes(number, minutes_of(&ends.to_ascii_lowercase())?)?;
    let tail = unit[ends.len()..].trim_start_matches('.');
    let open = &word[..word.len() - start.len()];
    Some((format!("{open}{}{tail}", in_loinc(minutes)), taken))
}

fn minutes_of(unit: &str) -> Option<u32> {
    match unit {
        "min" | "mins" | "minute" | "minutes" => Some(1),
        "h" | "hr" | "hrs" | "hour" | "hours" => Some(60),
        _ => None,
    }
}

/// `1/2`, `1.5` or `90` of a unit that has so many minutes.
fn minutes(number: &str, unit: u32) -> Option<u32> {
    let few = |text: &str| text.parse::<u32>().ok().filter(|number| (1..=240).contains(number));
    if let Some((part, whole)) = number.split_once('/') {
        return few(part)?.checked_mul(unit)?.checked_div(few(whole)?).filter(|minutes| *minutes > 0);
    }
    match number.split_once('.') {
        Some((whole, "5")) => Some(few(whole)? * unit + unit / 2),
        Some(_) => None,
        None => Some(few(number)? * unit),
    }
}

fn in_loinc(minutes: u32) -> String {
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes}m"),
        (hours, 0) => format!("{hours}h"),
        (hours, 30) => format!("{hours}.5h"),
        _ => format!("{minutes}m"),
    }
}

/// Whether a word is a time as LOINC writes them, other than a day: `30m`, `2h`, `1.5h`.
pub(super) fn is_time(word: &str) -> bool {
    let number = word.trim_end_matches(['h', 'm']);
    word.len() == number.len() + 1 && number.parse::<f32>().is_ok() && word != "24h"
}

/// Whether a word counts draws: `2nd` of `2nd specimen`.
pub(super) fn is_ordinal(word: &str) -> bool {
    let number = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    !number.is_empty()
        && number.bytes().all(|b| b.is_ascii_digit())
        && matches!(&word[number.len()..], "st" | "nd" | "rd" | "th")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_draws_times_and_phrases_become_words() {
        for (printed, words) in [
            ("Sodium, S", "Sodium, serum"),
            ("5-HIAA, 24 Hr, U", "5-HIAA, 24h, urine"),
            ("Aldosterone U,Random", " Aldosterone urine,Random"),
            ("Lead, B", "Lead, blood"),
            ("ACTH #3", "ACTH 3rd specimen "),
            ("#2 Salivary Cortisol", " 2nd specimen Salivary Cortisol"),
            ("Growth Hormone 30 Minutes", "Growth Hormone 30m"),
            ("Glucose, 1/2 Hr", "Glucose, 30m"),
            ("Insulin, 90 Minutes", "Insulin, 1.5h"),
            ("Cortisol (120 min)", "Cortisol (2h)"),
            ("VZV Real Time PCR", "vzv pcr"),
            ("HSV Culture w/Rflx to Typing", "hsv culture"),
            ("ANA w/Reflex", "ana"),
            ("HCV NAA Qualitative (rfx Geno)", "hcv naa qualitative "),
            ("Zinc, Whole Blood", "zinc, whole-blood"),
            ("Adenovirus, DFA", "adenovirus, ag if"),
        ] {
            assert_eq!(rewritten(printed).as_deref(), Some(words), "{printed}");
        }
    }

    #[test]
    fn what_only_looks_alike_stays() {
        for printed in
            ["Influenza A, B", "Protein S", "Lymph #", "A. fumigatus #3 Ab, Precipitin", "HbA1c", "B12", "钠, S"]
        {
            assert_eq!(rewritten(printed), None, "{printed}");
        }
    }
}
