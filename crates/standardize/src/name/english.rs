//! A name in English words, as far as its language's table of words goes.
//!
//! True here: the longest phrase is taken first; a word is tried as printed, without an ending of its language, then as
//! a compound, then part by part at its dashes. What no table has stays as printed, and so do brackets and commas.
//! Scripts without spaces have a reading of their own ([`unspaced`]).
//! Must not be here: words and endings, which are data (`crates/vocab/data/words`).

mod designated;
mod unspaced;

use std::sync::LazyLock;

use mirobody_vocab::{Ending, Meaning, Vocabulary};

use super::specimen;
use crate::quick::Map;

/// Phrases have at most this many words.
const LONGEST_PHRASE: usize = 5;
/// At most this many forms of a word are tried in phrases.
const MOST_FORMS: usize = 2;
/// A last part of a compound with fewer characters needs a first part that is known.
const PLAIN_PART: usize = 5;
/// Words with fewer characters keep their endings when no table has them.
const SHORTEST_BASE: usize = 5;

/// The folded text in English words; `None` when its language has no table, or the table none of its words, or when
/// the vocabulary knows the name better as it is printed.
pub(crate) fn english(vocabulary: &Vocabulary, tag: &str, folded: &str) -> Option<String> {
    let language = language(vocabulary, tag, folded)?;
    let english = translated(vocabulary, language, folded)?;
    let known = !vocabulary.curated(&english).is_empty() || !vocabulary.analyte(&english).is_empty();
    let named = vocabulary.long_name(folded).is_some() || !known && designated::is_clear(vocabulary, folded);
    (!named).then_some(english)
}

fn translated(vocabulary: &Vocabulary, language: &'static str, folded: &str) -> Option<String> {
    if folded.contains(unspaced::is_unspaced) {
        return unspaced::english(vocabulary, language, folded);
    }
    if UNSPACED.contains(&language) {
        return None;
    }
    Lexicon { vocabulary, language, endings: endings(language) }.text(folded)
}

/// Languages in whose names a word in Latin letters is an abbreviation that the reader knows, not a word of theirs.
const UNSPACED: [&str; 3] = ["ja", "ko", "zh"];

/// The language whose table reads a name: its own (the first of `nl/fr`), else that of its script.
fn language(vocabulary: &Vocabulary, tag: &str, folded: &str) -> Option<&'static str> {
    let first = tag.split(['-', '_', '/']).next().unwrap_or_default();
    let table = |wanted: &str| vocabulary.word_languages().find(|language| language.eq_ignore_ascii_case(wanted));
    let of_script = || if folded.is_ascii() { None } else { table(unspaced::language_of(folded)?) };
    table(first).or_else(of_script)
}

/// The endings of a language's words, longest first.
fn endings(language: &str) -> &'static [Ending] {
    static ENDINGS: LazyLock<Map<&'static str, Vec<Ending>>> = LazyLock::new(|| {
        let vocabulary = Vocabulary::embedded();
        vocabulary.word_languages().map(|language| (language, vocabulary.endings(language).collect())).collect()
    });
    ENDINGS.get(language).map(Vec::as_slice).unwrap_or_default()
}

/// A language's words.
struct Lexicon<'a> {
    vocabulary: &'a Vocabulary,
    language: &'static str,
    endings: &'static [Ending],
}

/// A word as printed, in the forms the table has, and the text before it.
struct Word<'a> {
    before: &'a str,
    printed: &'a str,
    known: Vec<Form>,
}

/// A form of a word that the table has, alone or in phrases.
struct Form {
    text: String,
    meaning: Meaning,
}

impl Lexicon<'_> {
    fn text(&self, folded: &str) -> Option<String> {
        if let Some(whole) = self.exact(folded) {
            return Some(whole.to_owned());
        }
        match folded.split_once('-').filter(|(prefix, rest)| self.may_be_prefix(prefix, rest)) {
            Some((prefix, rest)) => self.prefixed(prefix, rest),
            None => self.sentence(folded),
        }
    }

    /// Whether the dash ends a prefix: the word it stands in is none that the table has.
    fn may_be_prefix(&self, prefix: &str, rest: &str) -> bool {
        let word = rest.split(is_separator).next().unwrap_or(rest);
        let whole = format!("{prefix}-{word}");
        let known = !self.known(&whole).is_empty() || self.compound(&whole).is_some();
        prefix.chars().all(char::is_alphanumeric) && !known
    }

    /// `fs-kol`: a prefix that the table has in English, else one that the reader knows as it stands.
    fn prefixed(&self, prefix: &str, rest: &str) -> Option<String> {
        let text = self.exact(rest).map(str::to_owned).or_else(|| self.sentence(rest));
        if let Some(known) = self.exact(&format!("{prefix}-")) {
            return Some(format!("{known} {}", text.as_deref().unwrap_or(rest)));
        }
        if specimen::of_prefix(prefix).is_some() {
            return text.map(|text| format!("{prefix}-{text}"));
        }
        self.sentence(&format!("{prefix}-{rest}"))
    }

    /// Word by word, phrases first.
    fn sentence(&self, text: &str) -> Option<String> {
        let (words, after) = self.words(text);
        let mut out = Joined::default();
        let mut at = 0;
        while at < words.len() {
            let (count, english) = self.longest(&words[at..]);
            match english {
                Some(english) => out.add_english(words[at].before, &english),
                None => out.add(words[at].before, &self.base(words[at].printed)),
            }
            at += count;
        }
        out.text.push_str(after);
        out.text = out.text.replace("()", "");
        (out.english && out.text.chars().any(char::is_alphanumeric)).then(|| out.text.trim().to_owned())
    }

    /// A word that no table has, without an ending when only so the vocabulary knows it.
    fn base(&self, word: &str) -> String {
        let held = |word: &str| self.vocabulary.indexed_word(word).is_some();
        if word.chars().count() < SHORTEST_BASE || held(word) {
            return word.to_owned();
        }
        let forms = self.endings.iter().filter_map(|ending| ending.cut(word));
        let mut forms = forms.filter(|form| form.chars().count() >= SHORTEST_BASE && held(form));
        forms.next().unwrap_or_else(|| word.to_owned())
    }

    fn words<'a>(&self, text: &'a str) -> (Vec<Word<'a>>, &'a str) {
        let mut words = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find(|c| !is_separator(c)) {
            let end = rest[start..].find(is_separator).map_or(rest.len(), |length| start + length);
            let printed = &rest[start..end];
            words.push(Word { before: &rest[..start], printed, known: self.known(bare(printed)) });
            rest = &rest[end..];
        }
        (words, rest)
    }

    /// How many words the longest phrase at the start has, and its English; one word and nothing when none is known.
    fn longest(&self, words: &[Word<'_>]) -> (usize, Option<String>) {
        let joined = words.iter().take(LONGEST_PHRASE).enumerate();
        let most = joined.take_while(|(at, word)| !word.known.is_empty() && (*at == 0 || word.before == " ")).count();
        for count in (2..=most).rev() {
            if let Some(english) = self.phrase(String::new(), &words[..count]) {
                return (count, Some(english.to_owned()));
            }
        }
        (1, words.first().and_then(|word| self.single(word)))
    }

    /// The phrase of these words, each in one of its forms.
    fn phrase(&self, start: String, words: &[Word<'_>]) -> Option<&'static str> {
        let Some((first, rest)) = words.split_first() else { return self.exact(&start) };
        let space = if start.is_empty() { "" } else { " " };
        first.known.iter().find_map(|form| self.phrase(format!("{start}{space}{}", form.text), rest))
    }

    fn single(&self, word: &Word<'_>) -> Option<String> {
        if word.known.is_empty() {
            return self.compound(bare(word.printed)).or_else(|| self.dashed(word.printed));
        }
        alone(&word.known).map(str::to_owned)
    }

    fn exact(&self, text: &str) -> Option<&'static str> {
        self.joined([text, ""])
    }

    /// What a word says that is given in two parts.
    fn joined(&self, parts: [&str; 2]) -> Option<&'static str> {
        match self.vocabulary.joined_word(self.language, parts)? {
            Meaning::English(english) => Some(english),
            Meaning::Part => None,
        }
    }

    /// The forms of a word that the table has: as printed, then without its endings.
    fn known(&self, word: &str) -> Vec<Form> {
        let shorter = self.endings.iter().filter_map(|ending| ending.parts(word));
        let forms = std::iter::once([word, ""]).chain(unelided(word).map(|word| [word, ""])).chain(shorter);
        let known = forms.filter_map(|parts| {
            let meaning = self.vocabulary.joined_word(self.language, parts)?;
            Some(Form { text: parts.concat(), meaning })
        });
        known.take(MOST_FORMS).collect()
    }

    /// A single word or compound in English.
    fn word(&self, word: &str) -> Option<String> {
        let known = self.known(word);
        if known.is_empty() { self.compound(word) } else { alone(&known).map(str::to_owned) }
    }

    /// `hurmaavastane`: the longest last part that the table has, with what stands before it.
    fn compound(&self, word: &str) -> Option<String> {
        let cuts = word.char_indices().map(|(at, _)| at).skip(2);
        for (first, last) in cuts.map(|at| word.split_at(at)) {
            let first = first.trim_end_matches('-');
            let begins = self.joined([first, "~"]);
            let Some(last_english) = self.last_part(last, begins.is_some()) else { continue };
            let known = begins.map(str::to_owned).or_else(|| self.word(first));
            let plain = last.chars().count() >= PLAIN_PART && first.chars().count() > 2;
            let dashed = || if plain { self.dashed(first).or_else(|| Some(first.to_owned())) } else { None };
            if let Some(first) = known.or_else(dashed) {
                return Some(format!("{first} {last_english}").trim().to_owned());
            }
        }
        None
    }

    /// The last part of a compound; any word is one after a first part that the table has as such.
    fn last_part(&self, last: &str, begun: bool) -> Option<String> {
        let own = self.joined(["~", last]).map(str::to_owned);
        own.or_else(|| if begun { alone(&self.known(last)).map(str::to_owned) } else { None })
    }

    /// `igg-antikehade`: part by part; nothing when no part is known.
    fn dashed(&self, word: &str) -> Option<String> {
        let sign = ['-', '/'].into_iter().find(|sign| word.contains(*sign))?;
        let parts: Vec<(&str, Option<String>)> =
            word.split(sign).filter(|part| !part.is_empty()).map(|part| (part, self.part(part))).collect();
        let any = parts.iter().any(|(_, english)| english.is_some());
        let joint = if sign == '/' { "/" } else { " " };
        let texts = parts.iter().map(|(part, english)| english.as_deref().unwrap_or(part));
        any.then(|| texts.collect::<Vec<_>>().join(joint))
    }

    /// A part beside a dash; what says nothing between words is a name there: the `La` of `anti-La`.
    fn part(&self, part: &str) -> Option<String> {
        self.word(part).filter(|english| !english.is_empty()).or_else(|| self.dashed(part))
    }
}

/// English text as it grows.
#[derive(Default)]
struct Joined {
    text: String,
    /// Whether any of it was put into English.
    english: bool,
    /// Whether the next word belongs to the last one.
    open: bool,
}

impl Joined {
    fn add(&mut self, before: &str, word: &str) {
        self.text.push_str(if std::mem::take(&mut self.open) { before.trim() } else { before });
        self.text.push_str(word);
    }

    /// A `~` joins: `45` and `~m` are `45m`, `r~` and `ara h` are `rara h`.
    fn add_english(&mut self, before: &str, english: &str) {
        self.english = true;
        if let Some(end) = english.strip_prefix('~') {
            self.text.truncate(self.text.trim_end().len());
            self.text.push_str(end);
            self.in_hours();
            return;
        }
        let (english, open) = english.strip_suffix('~').map_or((english, false), |start| (start, true));
        let before = if english.is_empty() && !open { before.trim_start() } else { before };
        self.add(before, english);
        self.open = open;
    }

    /// LOINC counts minutes up to an hour: `90m` is `1.5h`.
    fn in_hours(&mut self) {
        let start = self.text.rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
        let minutes = self.text[start..].strip_suffix('m').and_then(|number| number.parse::<u32>().ok());
        if let Some(minutes) = minutes.filter(|minutes| *minutes >= 60 && minutes.is_multiple_of(30)) {
            self.text.truncate(start);
            self.text.push_str(&(minutes / 60).to_string());
            self.text.push_str(if minutes.is_multiple_of(60) { "h" } else { ".5h" });
        }
    }
}

/// `l'hépatite`, `dell'angiotensina`: the word without its article.
fn unelided(word: &str) -> Option<&str> {
    let (article, rest) = word.split_once('\'')?;
    let letters = (1..=4).contains(&article.len()) && article.chars().all(char::is_alphabetic);
    (letters && rest.chars().count() > 2).then_some(rest)
}

/// What a word says alone.
fn alone(forms: &[Form]) -> Option<&'static str> {
    forms.iter().find_map(|form| match form.meaning {
        Meaning::English(english) => Some(english),
        Meaning::Part => None,
    })
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(' | ')' | '[' | ']' | '{' | '}' | '"' | '+' | '|' | '、')
}

/// A word without the signs at its ends.
fn bare(word: &str) -> &str {
    let bare = word.trim_matches(['-', '.', '/', '*', '_']);
    if bare.is_empty() { word } else { bare }
}

#[cfg(test)]
mod tests {
    use mirobody_vocab::fold;

    use super::*;

    #[test]
    fn names_are_put_into_english_as_far_as_their_words_are_known() {
        for (language, name, expected) in [
            ("et", "Aluselise fosfataasi aktiivsus seerumis", Some("alkaline phosphatase activity serum")),
            ("et", "Munavalgevastane IgE seerumis/plasmas", Some("egg white ab ige serum/plasma")),
            ("et-EE", "B-hepatiidi viiruse DNA", Some("hepatitis b virus dna naa")),
            ("et", "Kortisool seerumis 90 minutit (pärast mõjutust)", Some("cortisol serum 1.5h (post xxx challenge)")),
            ("et", "Glükoos plasmas 45 minutit", Some("glucose plasma 45m")),
            ("et", "Quux seerumis", Some("quux serum")),
            ("et", "quux", None),
            ("et", "Quuxotsütaarsete antikehade tiiter", Some("quuxotsütaarsete ab titer")),
            ("de", "Kreatinin im Urin", Some("creatinine urine")),
            ("de-CH", "Röteln-IgG-Antikörper", Some("rubella virus igg ab")),
            ("de", "Haemoglobin im Stuhl", Some("hemoglobin stool")),
            ("de", "Harnkalzium", Some("urine calcium")),
            ("de", "Sodium [Moles/volume] in Serum or Plasma", None),
            ("fr", "Anticorps anti-cardiolipines IgG", Some("cardiolipin ab igg")),
            ("fr", "Dosage de l'insuline", Some("concentration insulin")),
            ("es", "ACIDO URICO EN ORINA", Some("urate urine")),
            ("ru", "Калий в моче", Some("potassium urine")),
            ("ru", "Витамин К в сыворотке", Some("vitamin k serum")),
            ("pt", "Apolipoproteína E", Some("apolipoprotein e")),
            ("pt", "Na urinário", Some("na urine")),
            ("es", "Ac. úrico en orina", Some("urate urine")),
            ("it", "Anticorpi anti-La", Some("ab ss-b ab")),
            ("fi", "fS-Kol-HDL", Some("fs-cholesterol in hdl")),
            ("fi", "S-BorrAbG", Some("s-borrelia burgdorferi igg ab")),
            ("fi", "Ly-CD4", Some("blood cd4 cells")),
            ("en", "Kreatiniin seerumis", None),
            ("", "Kreatiniin seerumis", None),
            ("zh", "腹水淀粉酶", Some("peritoneal fluid amylase")),
            ("zh-Hant", "關節液白血球計數", Some("synovial fluid leukocytes count")),
            ("zh-CN", "巨细胞病毒 IgM 抗体（定性）", Some("cytomegalovirus igm ab (qualitative)")),
            ("", "24小时尿钙", Some("24h urine calcium")),
            ("en", "25-羟维生素D", Some("25-hydroxyvitamin d")),
            ("zh", "白蛋白/肌酐、尿液", Some("albumin/creatinine, urine")),
            ("zh", "淀粉酶某某素", None),
            ("zh", "胰岛素类型", None),
            ("zh", "ALT", None),
            ("ja", "尿中カルシウム", Some("urine calcium")),
            ("ko", "소변 칼슘", Some("urine calcium")),
            ("ko-KR", "거대세포바이러스 IgM 항체", Some("cytomegalovirus igm ab")),
        ] {
            let put = english(Vocabulary::embedded(), language, &fold(name));
            assert_eq!(put.as_deref(), expected, "{name}");
        }
    }
}
