//! Antibodies and allergens: their names in LOINC's order and as reports print them.
//!
//! True here: what a name is of an allergy's test, and which of its words are a laboratory's codes. Must not be here:
//! which antigens there are.

use super::{Forms, Part, words};
use crate::name::{specimen_at, tokens, words::Role};

/// `rubella igg`, `anti-smith antibody`, `f013-ige peanut`, `allergen, food, apple` in LOINC's own order.
pub(super) fn antibodies(forms: &mut Forms, stem: &str, words: &[&str]) {
    const CLASSES: &[&str] = &["ige", "igg", "iga", "igm"];
    let class = CLASSES
        .iter()
        .copied()
        .filter(|class| stem.contains(class))
        .find(|class| words.iter().any(|word| tokens::parts(word).any(|part| part == *class)));
    let mentions = words.iter().any(|word| is_antibody(word)) || stem.starts_with("anti-") || stem.starts_with("anti ");
    let allergen = words.first().is_some_and(|word| *word == "allergen");
    if class.is_none() && !mentions && !allergen {
        return;
    }
    let class = class.or(allergen.then_some("ige"));
    antigen(forms, words, class);
    if let Some((head, tail)) = stem.rsplit_once(',').filter(|_| is_allergy(words)) {
        // `reed, common` is the common reed.
        let turned = format!("{tail} {head}");
        antigen(forms, &tokens::split(&turned).collect::<Vec<_>>(), class);
    }
}

/// An antigen's words with its antibody, in LOINC's order and as reports print it. All that is left out is that it is an
/// antibody, and what other axes say, so each form stands for the whole.
fn antigen(forms: &mut Forms, words: &[&str], class: Option<&str>) {
    let rest = antigen_words(words, class);
    if rest.is_empty() {
        return;
    }
    let antigen = rest.join(" ");
    let loses = words.iter().any(|word| words::role(word).is_some_and(Role::matters));
    if let Some(class) = class {
        forms.add_cut(&format!("{antigen} ab.{class}"), 1, None, Part::Antibody);
    }
    let mut add = |text: &str| forms.push(text, 1, None, Part::Stem, loses);
    if let Some(class) = class {
        add(&format!("{antigen} {class}"));
        add(&format!("{antigen} {class} ab"));
        add(&format!("{antigen} antikehad.{class}"));
    } else {
        add(&format!("{antigen} ab"));
        add(&format!("{antigen} antibody"));
    }
}

pub(in crate::name) fn is_antibody(word: &str) -> bool {
    matches!(word, "ab" | "abs" | "antibody" | "antibodies" | "antikehad" | "autoantibody" | "autoantibodies")
}

/// The words that name the antigen: no class, no laboratory code (`f013`), no word of another axis.
fn antigen_words<'a>(words: &[&'a str], class: Option<&str>) -> Vec<&'a str> {
    let allergen = words.contains(&"allergen");
    let kind = |word: &str| allergen && is_allergen_kind(word);
    words
        .iter()
        .enumerate()
        .filter(|(at, word)| specimen_at(words, *at).is_none() && words::role(word).is_none())
        .map(|(_, word)| word.strip_prefix("anti-").unwrap_or(word))
        .map(|word| class.and_then(|class| word.strip_suffix(class)).map_or(word, |rest| rest.trim_end_matches('-')))
        .filter(|word| !word.is_empty() && *word != "anti" && !is_antibody(word) && !kind(word))
        .filter(|word| class.is_none() || *word != "specific")
        .filter(|word| !is_laboratory_code(word) || !is_allergy(words))
        .collect()
}

/// A name of an allergen's test asks for its IgE, whatever kind of allergen and laboratory code it prints.
pub(in crate::name) fn allergen_words<'a>(words: &[&'a str], content: &mut Vec<&'a str>) {
    let allergen = words.iter().any(|word| matches!(*word, "allergen" | "allergy"));
    let class =
        words.iter().any(|word| tokens::parts(word).any(|part| matches!(part, "ige" | "igg" | "iga" | "igm" | "igg4")));
    if !allergen && !class {
        return;
    }
    let kept: Vec<&str> = content
        .iter()
        .map(|word| without_code(word).unwrap_or(word))
        .filter(|word| !(allergen && (is_allergen_kind(word) || *word == "specific")))
        .filter(|word| !is_laboratory_code(word) || !is_allergy(words))
        .collect();
    if kept.iter().any(|word| !is_antibody(word) && !word.starts_with("ig")) {
        *content = kept;
        if allergen && !class {
            content.push("ige");
        }
    }
}

fn is_allergen_kind(word: &str) -> bool {
    matches!(
        word,
        "tree"
            | "weed"
            | "grass"
            | "mold"
            | "fungi"
            | "fungi/mold"
            | "insect"
            | "insects"
            | "mites"
            | "animal"
            | "epidermal"
            | "seafood"
            | "drug"
            | "drugs"
            | "inhalant"
            | "occupation"
            | "occupational"
            | "parasite"
            | "interp"
            | "food"
    )
}

/// `f013-igg` as `igg`.
fn without_code(word: &str) -> Option<&str> {
    let (code, _) = word.split_once("-ig")?;
    is_laboratory_code(code).then(|| &word[code.len() + 1..])
}

/// Whether a name asks about an allergen. `a16` and `p41` before another class are a serotype and a protein.
pub(super) fn is_allergy(words: &[&str]) -> bool {
    words.iter().any(|word| matches!(*word, "ige" | "allergen" | "allergy") || without_code(word).is_some())
}

/// Whether a word that could be a specimen is what the antibody is against: `milk ige`, `e075-ige rat serum`. After
/// the class it is the specimen: `peanut ige, serum`.
pub(in crate::name) fn is_allergen_word(words: &[&str], at: usize) -> bool {
    is_allergy(words) && !words.iter().take(at).any(|word| *word == "ige")
}

/// `f013`, `t005`: a letter and two or three digits.
fn is_laboratory_code(word: &str) -> bool {
    word.len() >= 3 && is_allergen_code(word)
}

/// `f13`, `t3`: a letter and some digits.
pub(super) fn is_allergen_code(word: &str) -> bool {
    let bytes = word.as_bytes();
    (2..=5).contains(&bytes.len()) && bytes[0].is_ascii_lowercase() && bytes[1..].iter().all(u8::is_ascii_digit)
}

/// `hurmaavastane ige` as LOINC's Estonian names have it: `hurmaa antikehad.ige`.
pub(super) fn estonian_antibodies(forms: &mut Forms, stem: &str) {
    let Some((antigen, tail)) = stem.split_once("vasta") else { return };
    let antigen = antigen.trim_end_matches(['-', ' ']);
    let class = ["ige", "igg", "iga", "igm"].into_iter().find(|class| tail.contains(class));
    match class {
        Some(class) => forms.add_cut(&format!("{antigen} antikehad.{class}"), 1, None, Part::Antibody),
        None => forms.add_cut(&format!("{antigen} antikehad"), 1, None, Part::Antibody),
    }
    match class {
        Some(class) => forms.add(&format!("{antigen}vastased antikehad.{class}"), 1),
        None => forms.add(&format!("{antigen}vastased antikehad"), 1),
    }
}
