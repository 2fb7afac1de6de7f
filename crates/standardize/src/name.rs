//! A printed name, read: what it states about specimen, quantity, time, challenge and method, and the shorter forms
//! of it ([`Variant`]) under which its analyte may be known.
//!
//! True here: strings only. Whether any form means anything is for the look-up to say.

mod english;
mod forms;
mod genes;
mod printed;
mod ratios;
mod specimen;
mod stripped;
mod tokens;
mod words;

pub(crate) use english::english;
pub(crate) use specimen::{Specimen, agreement, is_specimen, of_field, unstated};
pub(crate) use tokens::{Tokens, canonical, is_filler, is_marker, parts};
pub(crate) use words::{Extra, Kind};

use std::borrow::Cow;

use mirobody_vocab::fold;
use words::Role;

/// A form of the name and what was lost to get it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variant {
    /// Folded text to look up.
    pub(crate) text: String,
    /// How much was guessed or dropped: 0 for the name as it stands.
    pub(crate) cost: u8,
    /// The specimen that was cut off to get this form, in scripts without spaces.
    pub(crate) specimen: Option<Specimen>,
    /// Which part of the name it is.
    pub(crate) part: Part,
    /// Whether a word was left out that may make it another test.
    pub(crate) loses: bool,
}

/// The part of a name a form stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of it, perhaps without words of other axes.
    Whole,
    /// What is outside the brackets.
    Stem,
    /// What is inside them.
    Inside,
    /// The name of an antibody in LOINC's order.
    Antibody,
    /// Some of its words, or its words in another order or spelling.
    Piece,
}

/// What a name states beside its analyte.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing a name may say, apart from the others")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Stated {
    pub(crate) specimen: Option<Specimen>,
    pub(crate) kind: Option<Kind>,
    pub(crate) method: Option<&'static str>,
    pub(crate) fasting: bool,
    pub(crate) day: bool,
    pub(crate) random: bool,
    pub(crate) trough: bool,
    pub(crate) peak: bool,
    pub(crate) post: bool,
    pub(crate) panel: bool,
}

impl Stated {
    fn add_role(&mut self, role: Role) {
        match role {
            Role::Kind(kind) => self.kind = self.kind.or(Some(kind)),
            Role::Method(method) => self.method = self.method.or(Some(method)),
            Role::Extra(extra) => self.add_extra(extra),
            Role::Noise => {}
        }
    }

    fn add_extra(&mut self, extra: Extra) {
        match extra {
            Extra::Fasting => self.fasting = true,
            Extra::Day => self.day = true,
            Extra::Random => self.random = true,
            Extra::Trough => self.trough = true,
            Extra::Peak => self.peak = true,
            Extra::Post => self.post = true,
            Extra::Panel => self.panel = true,
            Extra::Fraction => self.kind = self.kind.or(Some(Kind::Fraction)),
        }
    }

    /// A culture for one organism is another method than a culture for whatever grows.
    fn name_culture(&mut self, content: &[&str]) {
        const WHATEVER: &[&str] = &[
            "culture",
            "bacteria",
            "bacterial",
            "fungus",
            "fungal",
            "yeast",
            "virus",
            "viral",
            "aerobic",
            "anaerobic",
            "routine",
            "respiratory",
            "sterile",
        ];
        let organism = !content.is_empty() && !content.iter().any(|word| WHATEVER.contains(word));
        if self.method == Some("culture") && organism {
            self.method = Some("organism specific culture");
        }
    }

    fn add_specimen(&mut self, specimen: Specimen) {
        let vague = matches!(self.specimen, None | Some(Specimen::BodyFluid | Specimen::Other | Specimen::Blood));
        if vague && !(self.specimen.is_some() && matches!(specimen, Specimen::BodyFluid | Specimen::Other)) {
            self.specimen = Some(specimen);
        }
    }
}

/// A name that was read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Name {
    /// The forms to look up, cheapest first.
    pub(crate) variants: Vec<Variant>,
    /// The texts to ask the word index for.
    pub(crate) queries: Vec<String>,
    /// The words of the name that no other axis explains.
    pub(crate) tokens: Tokens,
    /// What it states.
    pub(crate) stated: Stated,
}

impl Name {
    /// Reads a printed name; `folded` is its folded form, `english` what of it is known in English words.
    pub(crate) fn read(printed: &str, folded: &str, english: Option<&str>) -> Self {
        let Some(english) = english else { return Self::of(printed, folded) };
        let mut name = Self::of(english, english);
        name.add_printed(Self::of(printed, folded));
        name
    }

    /// The forms of the name as printed, which may be a designation but decide nothing that the English ones do not.
    fn add_printed(&mut self, printed: Self) {
        for variant in printed.variants {
            if !self.variants.iter().any(|known| known.text == variant.text) {
                self.variants.push(Variant { cost: variant.cost + 1, part: Part::Piece, ..variant });
            }
        }
        self.variants.sort_by_key(|variant| variant.cost);
        self.queries.extend(printed.queries.into_iter().take(2));
    }

    fn of(printed: &str, folded: &str) -> Self {
        let spaced = spaced(printed, folded);
        let (body, mut stated) = without_prefix(&spaced);
        let body = without_disease(body);
        let words: Vec<&str> = tokens::split(body).collect();
        let mut content = content_words(&words, &mut stated);
        stated.name_culture(&content);
        forms::allergen_words(&words, &mut content);
        let tokens = Tokens::of(content.iter().copied());
        let variants = forms::variants(printed, folded, &spaced, body);
        for variant in &variants {
            // What was cut from a name without spaces is stated about quantity and time whichever form matches.
            for role in forms::unspaced_roles(&variant.text) {
                stated.add_role(role);
            }
        }
        let queries = queries(&content, &variants);
        Self { variants, queries, tokens, stated }
    }
}

impl Stated {
    /// What the words of a name state, without its forms.
    pub(crate) fn of(printed: &str, folded: &str, english: Option<&str>) -> Self {
        let (printed, folded) = english.map_or((printed, folded), |english| (english, english));
        let spaced = spaced(printed, folded);
        let (body, mut stated) = without_prefix(&spaced);
        let words: Vec<&str> = tokens::split(without_disease(body)).collect();
        let content = content_words(&words, &mut stated);
        stated.name_culture(&content);
        stated
    }
}

/// `cystic fibrosis - cftr gene mutations`: where the gene is named, the disease it is looked at for says nothing.
fn without_disease(body: &str) -> &str {
    let names_a_gene = |text: &str| tokens::split(text).any(|word| matches!(word, "gene" | "genes"));
    match body.split_once(" - ").filter(|_| body.contains("gene")) {
        Some((disease, gene)) if names_a_gene(gene) && !names_a_gene(disease) => gene,
        _ => body,
    }
}

/// The name with its words apart and in the spelling the tables know.
fn spaced<'a>(printed: &str, folded: &'a str) -> Cow<'a, str> {
    let apart = forms::spaced(printed);
    let rewritten = printed::rewritten(apart.as_deref().unwrap_or(printed));
    rewritten.or(apart).map_or(Cow::Borrowed(folded), |text| Cow::Owned(fold(&text)))
}

fn without_prefix(folded: &str) -> (&str, Stated) {
    let (body, prefix) = forms::without_prefix(folded);
    let mut stated = Stated::default();
    if let Some((specimen, extra)) = prefix {
        stated.add_specimen(specimen);
        if let Some(extra) = extra {
            stated.add_extra(extra);
        }
    }
    (body, stated)
}

/// The name's words, and what is outside the brackets or in LOINC's order for antibodies.
fn queries(content: &[&str], variants: &[Variant]) -> Vec<String> {
    let of =
        |part: Part| variants.iter().filter(move |variant| variant.part == part).map(|variant| variant.text.clone());
    let shorter = of(Part::Antibody).chain(of(Part::Stem));
    let mut queries = vec![content.join(" ")];
    for query in shorter.take(3) {
        if !queries.contains(&query) {
            queries.push(query);
        }
    }
    queries
}

/// The words that are not another axis, which are remembered as stated. All of them when none is left.
fn content_words<'a>(words: &[&'a str], stated: &mut Stated) -> Vec<&'a str> {
    let before = *stated;
    let mut content = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        if let Some(specimen) = specimen_at(words, at) {
            stated.add_specimen(specimen);
        } else if let Some(role) = words::role(word) {
            stated.add_role(role);
        } else {
            stated.post |= printed::is_time(word) || printed::is_ordinal(word);
            content.push(*word);
        }
    }
    if let ([], [_]) = (content.as_slice(), words) {
        // A word that is the whole name is what is meant: `PCT` alone does not say percent.
        *stated = before;
    }
    if content.is_empty() { words.to_vec() } else { content }
}

/// The specimen that a word of a name states.
fn specimen_at(words: &[&str], at: usize) -> Option<Specimen> {
    let found = words.get(at).and_then(|word| specimen::of_word(word))?;
    let draw = at > 0 && words.get(at - 1).is_some_and(|before| printed::is_ordinal(before));
    let other =
        draw || is_of_an_analyte(words, at) || is_how_it_is_done(words, at) || forms::is_allergen_word(words, at);
    (!other).then_some(found)
}

/// `tissue transglutaminase`, `tissue factor`: the word belongs to the analyte's own name.
fn is_of_an_analyte(words: &[&str], at: usize) -> bool {
    const OF_TISSUE: &[&str] = &["transglut", "factor", "plasminogen", "polypeptide", "inhibitor"];
    let next = words.get(at + 1).copied().unwrap_or("");
    matches!(words[at], "tissue" | "tiss") && OF_TISSUE.iter().any(|start| next.starts_with(start))
}

/// `free t4 by equilibrium dialysis`: dialysis there is the method, not the fluid.
fn is_how_it_is_done(words: &[&str], at: usize) -> bool {
    const BEFORE: &[&str] = &["by", "equilibrium", "equil", "eq", "direct"];
    let before = at > 0 && BEFORE.contains(&words[at - 1]);
    words[at] == "dialysis" && (before || words.contains(&"free"))
}
