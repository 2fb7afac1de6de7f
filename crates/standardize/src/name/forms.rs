//! The forms of a name: brackets, comma parts, abbreviations, prefixes and other-axis words taken apart.

use super::{
    Part, Specimen, Variant, genes, printed, ratios, specimen, stripped, stripped_of_the_rest, tokens,
    words::{self, Extra, Role},
};
use crate::text::is_cjk;

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
        let soft = stripped_of_the_rest(text);
        if let Some(shorter) = &soft {
            self.push(shorter, cost + 1, None, part, false);
        }
        if let Some(shorter) = stripped(text) {
            let loses = soft.as_ref().is_none_or(|soft| *soft != shorter);
            self.push(&shorter, cost + 1, None, part, loses);
        }
    }
}

/// All forms of a name, cheapest first.
pub(super) fn variants(printed: &str, folded: &str, spaced: &str, body: &str) -> Vec<Variant> {
    let mut forms = Forms { found: Vec::with_capacity(16) };
    forms.add_part(folded, 0, Part::Whole);
    forms.add_part(spaced, 0, Part::Whole);
    forms.add_part(body, u8::from(body != spaced), Part::Whole);
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
    commas(&mut forms, &stem);
    in_order(&mut forms, &stem);
    untimed(&mut forms, &stem);
    let allergy = is_allergy(&tokens::split(body).collect::<Vec<_>>());
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
    antibodies(&mut forms, &stem);
    estonian_antibodies(&mut forms, &stem);
    for at in 0..forms.found.len() {
        let form = forms.found[at].clone();
        respelled(&mut forms, &form);
        korean(&mut forms, &form);
        unspaced(&mut forms, &form);
    }
    forms.found.sort_by_key(|form| form.cost);
    forms.found
}

/// Whether the text is in the form of a LOINC long common name, whose brackets say which of several codes it is.
fn is_long_name(text: &str) -> bool {
    text.contains("] in ") || text.contains("] of ") || text.contains(" [susceptibility]")
}

/// The text outside brackets, and each text inside.
fn brackets(text: &str) -> (String, Vec<String>) {
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
    let one_space = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    inside.retain(|part| part.chars().any(char::is_alphabetic));
    (one_space(&stem), inside.iter().map(|part| one_space(part)).collect())
}

/// `glucose, fasting` as `glucose fasting`, `fasting glucose` and `glucose`.
fn commas(forms: &mut Forms, stem: &str) {
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
fn in_order(forms: &mut Forms, stem: &str) {
    let words: Vec<&str> = tokens::split(stem).collect();
    let mut content = Vec::with_capacity(words.len());
    let mut kinds: Vec<&str> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match words::role(word) {
            _ if super::specimen_at(&words, at).is_some() => {}
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
fn untimed(forms: &mut Forms, stem: &str) {
    let words: Vec<&str> = tokens::split(stem).collect();
    let is_series = |at: usize| {
        let ordinal = |at: usize| words.get(at).is_some_and(|word| printed::is_ordinal(word));
        ordinal(at) || printed::is_time(words[at]) || at > 0 && ordinal(at - 1)
    };
    let kept: Vec<&str> = (0..words.len()).filter(|at| !is_series(*at)).map(|at| words[at]).collect();
    if kept.len() < words.len() {
        let text = kept.join(" ");
        forms.push(&text, 1, None, Part::Piece, true);
        if let Some(shorter) = stripped(&text) {
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

/// `rubella igg`, `anti-smith antibody`, `f013-ige peanut`, `allergen, food, apple` in LOINC's own order.
fn antibodies(forms: &mut Forms, stem: &str) {
    const CLASSES: &[&str] = &["ige", "igg", "iga", "igm"];
    let class = CLASSES
        .iter()
        .copied()
        .find(|class| tokens::split(stem).any(|word| tokens::parts(word).any(|part| part == *class)));
    let words: Vec<&str> = tokens::split(stem).collect();
    let mentions = words.iter().any(|word| is_antibody(word)) || stem.starts_with("anti-") || stem.starts_with("anti ");
    let allergen = words.first().is_some_and(|word| *word == "allergen");
    if class.is_none() && !mentions && !allergen {
        return;
    }
    let class = class.or(allergen.then_some("ige"));
    antigen(forms, &words, class);
    if let Some((head, tail)) = stem.rsplit_once(',').filter(|_| is_allergy(&words)) {
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

pub(super) fn is_antibody(word: &str) -> bool {
    matches!(word, "ab" | "abs" | "antibody" | "antibodies" | "antikehad" | "autoantibody" | "autoantibodies")
}

/// The words that name the antigen: no class, no laboratory code (`f013`), no word of another axis.
fn antigen_words<'a>(words: &[&'a str], class: Option<&str>) -> Vec<&'a str> {
    let allergen = words.contains(&"allergen");
    let kind = |word: &str| allergen && is_allergen_kind(word);
    words
        .iter()
        .enumerate()
        .filter(|(at, word)| super::specimen_at(words, *at).is_none() && words::role(word).is_none())
        .map(|(_, word)| word.strip_prefix("anti-").unwrap_or(word))
        .map(|word| class.and_then(|class| word.strip_suffix(class)).map_or(word, |rest| rest.trim_end_matches('-')))
        .filter(|word| !word.is_empty() && *word != "anti" && !is_antibody(word) && !kind(word))
        .filter(|word| class.is_none() || *word != "specific")
        .filter(|word| !is_laboratory_code(word) || !is_allergy(words))
        .collect()
}

/// A name of an allergen's test asks for its IgE, whatever kind of allergen and laboratory code it prints.
pub(super) fn allergen_words<'a>(words: &[&'a str], content: &mut Vec<&'a str>) {
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
fn is_allergy(words: &[&str]) -> bool {
    words.iter().any(|word| matches!(*word, "ige" | "allergen" | "allergy") || without_code(word).is_some())
}

/// Whether a word that could be a specimen is what the antibody is against: `milk ige`, `e075-ige rat serum`. After
/// the class it is the specimen: `peanut ige, serum`.
pub(super) fn is_allergen_word(words: &[&str], at: usize) -> bool {
    is_allergy(words) && !words.iter().take(at).any(|word| *word == "ige")
}

/// `f013`, `t005`: a letter and two or three digits.
fn is_laboratory_code(word: &str) -> bool {
    word.len() >= 3 && is_allergen_code(word)
}

/// `f13`, `t3`: a letter and some digits.
fn is_allergen_code(word: &str) -> bool {
    let bytes = word.as_bytes();
    (2..=5).contains(&bytes.len()) && bytes[0].is_ascii_lowercase() && bytes[1..].iter().all(u8::is_ascii_digit)
}

/// `hurmaavastane ige` as LOINC's Estonian names have it: `hurmaa antikehad.ige`.
fn estonian_antibodies(forms: &mut Forms, stem: &str) {
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
    if text.is_ascii() && (text.contains("ae") || text.contains("oe")) {
        add(&text.replace("ae", "e").replace("oe", "e"), cost + 1);
    }
    let spelled: Vec<&str> = text.split(' ').map(tokens::canonical).collect();
    if spelled.len() > 1 {
        add(&spelled.join(" "), cost + 1);
    }
}

/// `백혈구 수` as `백혈구수`: where Korean puts spaces between the parts of a word is the printer's choice.
fn korean(forms: &mut Forms, form: &Variant) {
    let hangul = |c: char| matches!(c, '\u{ac00}'..='\u{d7a3}');
    if form.text.contains(' ') && form.text.contains(hangul) {
        forms.push(&form.text.replace(' ', ""), form.cost, form.specimen, form.part, form.loses);
    }
}

/// Words of other axes cut off the ends of a name written without spaces: `尿蛋白定量` as `尿蛋白` and `蛋白`.
fn unspaced(forms: &mut Forms, form: &Variant) {
    let mut queue = vec![(form.text.clone(), form.cost, None, form.loses)];
    while let Some((text, cost, found, loses)) = queue.pop() {
        if !text.chars().any(is_cjk) || cost > 4 {
            continue;
        }
        for (rest, specimen, matters) in cuts(&text) {
            let (found, loses) = (specimen.or(found), loses || matters);
            forms.push(rest, cost + 1, found, form.part, loses);
            queue.push((rest.to_owned(), cost + 1, found, loses));
        }
    }
}

/// Every text that is left when one word of another axis is cut off an end, and whether that word may matter.
fn cuts(text: &str) -> Vec<(&str, Option<Specimen>, bool)> {
    let specimens = specimen::unspaced().map(|(word, specimen)| (word, Some(specimen), false));
    let roles = words::unspaced().map(|(word, role)| (word, None, role.matters()));
    specimens
        .chain(roles)
        .flat_map(|(word, specimen, matters)| {
            [text.strip_prefix(word), text.strip_suffix(word)].map(|rest| (rest, specimen, matters))
        })
        .filter_map(|(rest, specimen, matters)| Some((rest?.trim(), specimen, matters)))
        .filter(|(rest, ..)| {
            rest.chars().filter(|c| c.is_alphanumeric()).count() > 1
                || matches!(*rest, "钾" | "钠" | "氯" | "钙" | "镁" | "磷" | "铁" | "锌" | "铜" | "铅")
        })
        .collect()
}

/// The roles of the words at the ends of a name written without spaces.
pub(super) fn unspaced_roles(text: &str) -> impl Iterator<Item = Role> {
    let has = text.chars().any(is_cjk);
    words::unspaced()
        .filter(move |(word, _)| has && text != *word && (text.starts_with(word) || text.ends_with(word)))
        .map(|(_, role)| role)
}
