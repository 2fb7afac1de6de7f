//! The forms of a name: brackets, comma parts, abbreviations, prefixes and other-axis words taken apart.

mod antibodies;
mod unspaced;

pub(super) use antibodies::{allergen_words, is_allergen_word, is_antibody};
pub(super) use unspaced::unspaced_roles;

use super::{
    Part, Specimen, Variant, genes, printed, ratios, specimen,
    stripped::Stripped,
    tokens,
    words::{self, Extra, Role},
};
use antibodies::{antibodies, estonian_antibodies, is_allergen_code, is_allergy};
use unspaced::{korean, unspaced};

/// At most this many forms are looked up.
const MOST: usize = 40;

/// The name with underscores and camel case as spaces, if it has any.
pub(super) fn spaced(printed: &str) -> Option<String> {
    let snake = printed.contains('_');
    let camel = !printed.contains(' ') && printed.as_bytes().windows(3).any(is_hump);
    if !snake && !camel {
        return None;
    }
    let mut out = String::with_capacity(printed.len() + 4);
    let mut before = [' '; 2];
    for c in printed.chars() {
        if camel && c.is_ascii_uppercase() && before.iter().all(char::is_ascii_lowercase) {
            out.push(' ');
        }
        out.push(if c == '_' { ' ' } else { c });
        before = [before[1], c];
    }
    Some(out)
}

fn is_hump(three: &[u8]) -> bool {
    three[0].is_ascii_lowercase() && three[1].is_ascii_lowercase() && three[2].is_ascii_uppercase()
}

/// `s-krea` as `krea` and serum.
pub(super) fn without_prefix(folded: &str) -> (&str, Option<(Specimen, Option<Extra>)>) {
    match folded.split_once('-') {
        Some((prefix, rest)) if rest == "k" || rest.chars().filter(|c| c.is_alphanumeric()).count() > 1 => {
            match specimen::of_prefix(prefix) {
                Some(found) => (rest, Some(found)),
                None => (folded, None),
            }
        }
        _ => (folded, None),
    }
}

/// Collects forms without repeats.
struct Forms {
    found: Vec<Variant>,
}

impl Forms {
    fn add(&mut self, text: &str, cost: u8) {
        self.add_cut(text, cost, None, Part::Piece);
    }

    fn add_cut(&mut self, text: &str, cost: u8, specimen: Option<Specimen>, part: Part) {
        self.push(text, cost, specimen, part, false);
    }

    fn push(&mut self, text: &str, cost: u8, specimen: Option<Specimen>, part: Part, loses: bool) {
        let text = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | '-' | ';' | '/'));
        if text.is_empty() || self.found.len() >= MOST || self.found.iter().any(|known| known.text == text) {
            return;
        }
        self.found.push(Variant { text: text.to_owned(), cost, specimen, part, loses });
    }

    /// A form, and the same without the words of other axes.
    fn add_both(&mut self, text: &str, cost: u8) {
        self.add_part(text, cost, Part::Piece);
    }

    fn add_part(&mut self, text: &str, cost: u8, part: Part) {
        self.add_cut(text, cost, None, part);
        let Stripped { bare, soft } = Stripped::of(text);
        if let Some(shorter) = &soft {
            self.push(shorter, cost + 1, None, part, false);
        }
        if let Some(shorter) = bare {
            let loses = soft.is_none_or(|soft| soft != shorter);
            self.push(&shorter, cost + 1, None, part, loses);
        }
    }
}

/// All forms of a name, cheapest first.
pub(super) fn variants(printed: &str, folded: &str, spaced: &str, body: &str) -> Vec<Variant> {
    let mut forms = Forms { found: Vec::with_capacity(16) };
    forms.add_part(folded, 0, Part::Whole);
    if spaced != folded {
        forms.add_part(spaced, 0, Part::Whole);
    }
    if body != spaced {
        forms.add_part(body, 1, Part::Whole);
    }
    if matches!(without_prefix(spaced), (_, Some((_, Some(Extra::Fasting))))) {
        forms.add_part(&format!("fasting {body}"), 0, Part::Whole);
    }
    let (stem, inside) = if is_long_name(body) { (body.to_owned(), Vec::new()) } else { brackets(body) };
    if let [word] = inside.as_slice()
        && word.split(' ').count() <= 2
    {
        // `bilirubin (unconjugated)`: what narrows the name may stand in brackets.
        forms.add_part(&format!("{word} {stem}"), 1, Part::Whole);
    }
    if !inside.is_empty() {
        forms.add_part(&stem, 1, Part::Stem);
    }
    let words: Vec<&str> = tokens::split(&stem).collect();
    commas(&mut forms, &stem);
    in_order(&mut forms, &words);
    untimed(&mut forms, &words);
    let allergy = !inside.is_empty() && is_allergy(&tokens::split(body).collect::<Vec<_>>());
    for part in inside.iter().filter(|part| !(allergy && is_allergen_code(part))) {
        forms.add_part(part, 2, Part::Inside);
    }
    trailing_abbreviation(&mut forms, printed, &stem);
    for ratio in ratios::ratios(body) {
        forms.add(&ratio, 1);
    }
    for gene in genes::genes(body) {
        forms.add(&gene, 1);
    }
    antibodies(&mut forms, &stem, &words);
    estonian_antibodies(&mut forms, &stem);
    for at in 0..forms.found.len() {
        let form = forms.found[at].clone();
        respelled(&mut forms, &form);
        if !form.text.is_ascii() {
            korean(&mut forms, &form);
            unspaced(&mut forms, &form);
        }
    }
    forms.found.sort_by_key(|form| form.cost);
    forms.found
}

/// Whether the text is in the form of a LOINC long common name, whose brackets say which of several codes it is.
fn is_long_name(text: &str) -> bool {
    text.contains(']') && (text.contains("] in ") || text.contains("] of ") || text.contains(" [susceptibility]"))
}

/// The text outside brackets, and each text inside.
fn brackets(text: &str) -> (String, Vec<String>) {
    let one_space = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    if !text.contains(['(', '[', '【', '（', ')', ']', '】', '）']) {
        return (one_space(text), Vec::new());
    }
    let (mut stem, mut inside, mut depth) = (String::new(), Vec::new(), 0_u32);
    for c in text.chars() {
        match c {
            '(' | '[' | '【' | '（' => {
                depth += 1;
                inside.push(String::new());
                stem.push(' ');
            }
            ')' | ']' | '】' | '）' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {
                if let Some(last) = inside.last_mut() {
                    last.push(c);
                }
            }
            _ => stem.push(c),
        }
    }
    inside.retain(|part| part.chars().any(char::is_alphabetic));
    (one_space(&stem), inside.iter().map(|part| one_space(part)).collect())
}

/// `glucose, fasting` as `glucose fasting`, `fasting glucose` and `glucose`.
fn commas(forms: &mut Forms, stem: &str) {
    if !stem.contains([',', ';', '，']) {
        return;
    }
    let parts: Vec<&str> = stem.split([',', ';', '，']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let [head, tail @ ..] = parts.as_slice() else { return };
    if tail.is_empty() {
        return;
    }
    forms.add_both(&parts.join(" "), 0);
    forms.add_both(&format!("{} {head}", tail.join(" ")), 0);
    forms.add_both(head, 2);
    if tail.len() > 1 {
        forms.add_both(&format!("{head} {}", tail[0]), 1);
        forms.add_both(&format!("{} {head}", tail[0]), 1);
    }
}

/// The analyte's words first, then what kind of test it is, each kind in one word and the kinds in one order, so that
/// one curated name stands for `Screen, Amphetamine`, `Amphetamine, Ur Scrn` and `Amphetamine Screening, Urine`.
fn in_order(forms: &mut Forms, words: &[&str]) {
    let mut content = Vec::with_capacity(words.len());
    let mut kinds: Vec<&str> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match words::role(word) {
            _ if super::specimen_at(words, at).is_some() => {}
            Some(Role::Noise) => {}
            Some(role) => match words::test_kind(word, role) {
                Some(kind) => kinds.push(kind),
                None => content.push(*word),
            },
            None => content.push(*word),
        }
    }
    if content.is_empty() || kinds.is_empty() {
        return;
    }
    kinds.sort_unstable_by_key(|kind| words::TEST_KINDS.iter().position(|known| known == kind));
    kinds.dedup();
    if kinds.contains(&"pcr") {
        kinds.retain(|kind| *kind != "qual");
    }
    content.extend(kinds);
    forms.add(&content.join(" "), 0);
}

/// The name without the times and draws of a series: the test they are of.
fn untimed(forms: &mut Forms, words: &[&str]) {
    let is_series = |at: usize| {
        let ordinal = |at: usize| words.get(at).is_some_and(|word| printed::is_ordinal(word));
        ordinal(at) || printed::is_time(words[at]) || at > 0 && ordinal(at - 1)
    };
    let kept: Vec<&str> = (0..words.len()).filter(|at| !is_series(*at)).map(|at| words[at]).collect();
    if kept.len() < words.len() {
        let text = kept.join(" ");
        forms.push(&text, 1, None, Part::Piece, true);
        if let Some(shorter) = Stripped::of(&text).bare {
            forms.push(&shorter, 2, None, Part::Piece, true);
        }
    }
}

/// `total cholesterol TC`, `thyrotropin-TSH`: a last word in capitals may only repeat the rest.
fn trailing_abbreviation(forms: &mut Forms, printed: &str, stem: &str) {
    let last = printed.trim().rsplit([' ', '-']).next().unwrap_or("");
    let capitals = (2..=7).contains(&last.len())
        && last.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        && last.bytes().any(|b| b.is_ascii_uppercase());
    if !capitals {
        return;
    }
    let rest = stem.strip_suffix(last.to_lowercase().as_str()).map(|rest| rest.trim_end_matches([' ', '-']));
    if let Some(rest) = rest.filter(|rest| rest.len() > 2) {
        forms.add_both(rest, 2);
    }
}

/// Plural and singular, dashes as spaces and as nothing, British and spelled-out words.
fn respelled(forms: &mut Forms, form: &Variant) {
    let (text, cost) = (form.text.as_str(), form.cost);
    let mut add = |text: &str, cost: u8| forms.push(text, cost, form.specimen, Part::Piece, form.loses);
    if let Some(one) = text.strip_suffix('s').filter(|one| one.len() > 3 && !one.ends_with(['s', 'u', 'i'])) {
        add(one, cost);
    } else if text.len() > 4 && text.ends_with(|c: char| c.is_ascii_lowercase()) {
        add(&format!("{text}s"), cost);
    }
    if text.contains('-') {
        add(&text.replace('-', " "), cost);
        add(&text.replace('-', ""), cost + 1);
    } else if text.contains(' ') && text.len() < 12 {
        add(&text.replace(' ', "-"), cost);
    }
    if text.is_ascii() && text.as_bytes().windows(2).any(|pair| matches!(pair, b"ae" | b"oe")) {
        add(&text.replace("ae", "e").replace("oe", "e"), cost + 1);
    }
    if text.contains(' ') && text.split(' ').any(|word| tokens::canonical(word) != word) {
        let spelled: Vec<&str> = text.split(' ').map(tokens::canonical).collect();
        add(&spelled.join(" "), cost + 1);
    }
}
