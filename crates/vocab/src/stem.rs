//! Stems: the form in which the inflected forms of a word compare as one.
//!
//! True here: a stem is made from the word alone, by cutting endings, and the same for tables and texts. It need not
//! be a word. Forms whose stem differs (`Fuß` and `Fußes` agree, `foot` and `feet` do not) are rows of a table.

use unicode_normalization::UnicodeNormalization;

use crate::language::Language;

/// The stem of a folded word.
pub fn stem(word: &str, language: Language) -> String {
    match language {
        Language::En => english(&bare(word).replace("ae", "e").replace("oe", "e")),
        Language::De => german(&bare(word)),
        Language::Fr => french(&bare(word)),
        // Else it would be `sin`, without.
        Language::Es if word == "sino" => word.to_owned(),
        Language::Es => vowelless(cut(&bare(&word.replace('ñ', "ny")), &["en", "an", "es", "s"], 3)),
        // Words of the sentence that would be `pel`, `com`, `doi`, `sei`, `test`, `por` and `est`, as others are.
        Language::Pt if ["pele", "como", "dois", "seis", "teste", "porém", "estou"].contains(&word) => word.to_owned(),
        Language::Pt => vowelless(cut(&portuguese_plural(&bare(word)), &["es", "s", "am", "em", "ei", "ou"], 3)),
        Language::Ru => russian(&word.replace('ё', "е")),
        Language::Zh | Language::Ja | Language::Ko => word.to_owned(),
    }
}

/// Without accents and joined letters.
fn bare(word: &str) -> String {
    word.replace('œ', "oe").replace('æ', "ae").nfd().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).collect()
}

/// Without the first of the endings that leaves at least so many letters.
fn cut<'a>(word: &'a str, endings: &[&str], least: usize) -> &'a str {
    let left = |ending: &&str| word.strip_suffix(*ending).filter(|left| left.chars().count() >= least);
    endings.iter().find_map(left).unwrap_or(word)
}

/// Words that an ending would make another word.
const ENGLISH_WHOLE: &[(&str, &str)] = &[
    ("hives", "hives"),
    ("aids", "aids"),
    ("aches", "ache"),
    ("aching", "ache"),
    ("ached", "ache"),
    ("having", "have"),
    ("during", "during"),
    ("burning", "burning"),
    ("spotting", "spotting"),
];

fn english(word: &str) -> String {
    if let Some((_, whole)) = ENGLISH_WHOLE.iter().find(|(form, _)| *form == word) {
        return (*whole).to_owned();
    }
    let singular = english_singular(word);
    let root = ["ing", "ed"].iter().find_map(|ending| verb_root(&singular, ending)).unwrap_or(&singular);
    cut(root, &["e"], 4).to_owned()
}

fn english_singular(word: &str) -> String {
    if let Some(root) = word.strip_suffix("ies").filter(|root| root.len() > 1) {
        return format!("{root}y");
    }
    if ["sses", "shes", "ches", "xes", "zes"].iter().any(|ending| word.ends_with(ending)) {
        return word.strip_suffix("es").unwrap_or(word).to_owned();
    }
    let kept = word.len() < 4 || ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    if kept { word.to_owned() } else { word.strip_suffix('s').unwrap_or(word).to_owned() }
}

/// `throbbing` is `throb`, `vomited` is `vomit`; `bleed`, `king` and `bed` are themselves.
fn verb_root<'a>(word: &'a str, ending: &str) -> Option<&'a str> {
    let root = word.strip_suffix(ending).filter(|root| root.len() >= 3 && !root.ends_with('e'))?;
    if !root.contains(['a', 'e', 'i', 'o', 'u', 'y']) {
        return None;
    }
    let mut last = root.chars().rev();
    let doubled = last.next().is_some_and(|end| !"lsz".contains(end) && last.next() == Some(end));
    Some(if doubled { &root[..root.len() - 1] } else { root })
}

/// Umlauts are written in two ways and come and go with the plural, so they are not told apart.
fn german(word: &str) -> String {
    // Else `Seite` would be `seit`.
    if matches!(word, "seite" | "seiten") {
        return "seite".to_owned();
    }
    let word = word.replace("ae", "a").replace("oe", "o").replace("ue", "u");
    cut(&word, &["ern", "ens", "en", "er", "es", "em", "e"], 3).to_owned()
}

fn french(word: &str) -> String {
    // Else they would be `moi`, `tou`, `mai` and `comm`.
    if matches!(word, "mois" | "toux" | "mais" | "comment") {
        return word.to_owned();
    }
    cut(cut(cut(word, &["s", "x"], 3), &["ent"], 4), &["e"], 3).to_owned()
}

fn portuguese_plural(word: &str) -> String {
    word.strip_suffix("oes").map_or_else(|| word.to_owned(), |root| format!("{root}ao"))
}

/// Without the vowel that says gender.
fn vowelless(word: &str) -> String {
    cut(word, &["a", "e", "o"], 3).to_owned()
}

/// Endings of nouns and adjectives, longer first.
const RUSSIAN: &[&str] = &[
    "иями", "ями", "ами", "ого", "его", "ому", "ему", "ыми", "ими", "ией", "иях", "ием", "иям", "ах", "ях", "ая", "яя",
    "ое", "ее", "ые", "ие", "ый", "ий", "ой", "ей", "ым", "им", "ом", "ем", "ых", "их", "ую", "юю", "ов", "ев", "ам",
    "ям", "ия", "ию", "ии", "ью", "ья", "ье",
];
const RUSSIAN_SHORT: &[&str] = &["а", "я", "о", "е", "и", "ы", "у", "ю", "ь", "й"];

fn russian(word: &str) -> String {
    // Else it would be `ран`, a wound.
    if word == "ранее" {
        return word.to_owned();
    }
    let active = cut(word, &["ся", "сь"], 4);
    let long = cut(active, RUSSIAN, 3);
    if long.len() < active.len() { long.to_owned() } else { cut(active, RUSSIAN_SHORT, 2).to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_a_word_share_their_stem() {
        for (language, forms) in [
            (Language::En, "headache headaches"),
            (Language::En, "cough coughs coughing coughed"),
            (Language::En, "allergy allergies"),
            (Language::En, "rash rashes"),
            (Language::En, "wheeze wheezes wheezing wheezed"),
            (Language::En, "ache aches aching ached"),
            (Language::En, "diarrhoea diarrhea"),
            (Language::En, "bleed bleeds bleeding"),
            (Language::De, "Schmerz Schmerzen"),
            (Language::De, "Zahn Zähne Zähnen Zaehne"),
            (Language::De, "kein keine keinen keinem"),
            (Language::Fr, "douleur douleurs"),
            (Language::Fr, "tête tete têtes"),
            (Language::Es, "dolor dolores"),
            (Language::Es, "duele duelen"),
            (Language::Es, "hinchado hinchada hinchados hinchadas"),
            (Language::Pt, "dor dores"),
            (Language::Pt, "inchado inchadas"),
            (Language::Pt, "alteração alterações"),
            (Language::Ru, "голова головы голове голову головой"),
            (Language::Ru, "боль боли болью болей"),
            (Language::Ru, "головная головной головные головных"),
            (Language::Ru, "диабет диабета диабетом"),
        ] {
            let stems: Vec<_> = forms.split(' ').map(|form| stem(&crate::fold(form), language)).collect();
            assert!(stems.iter().all(|one| *one == stems[0]), "{language}: {forms}: {stems:?}");
        }
    }

    #[test]
    fn other_words_keep_apart() {
        for (language, one, other) in [
            (Language::En, "hives", "hiv"),
            (Language::En, "aids", "aid"),
            (Language::En, "bed", "b"),
            (Language::Fr, "mois", "moi"),
            (Language::Es, "años", "ano"),
            (Language::Ru, "болезнь", "боль"),
            (Language::Ru, "нет", "н"),
        ] {
            assert_ne!(stem(&crate::fold(one), language), stem(other, language), "{one}");
        }
    }
}
