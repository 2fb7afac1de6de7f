//! A sentence as lexemes: the longest phrases the tables know, and what lies between them.

use mirobody_vocab::{Complaints, Language, PhraseMeaning, Role, Unit, UnitKind, units, word_key};

/// What a lexeme is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// Something the tables know.
    Known(PhraseMeaning),
    /// A number in digits.
    Number,
    /// A comma or another sign that parts.
    Comma,
    /// A question mark.
    Question,
    /// Something the tables do not know.
    Unknown,
}

/// A piece of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub(super) what: What,
    /// Byte offsets in the text.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it is a complaint named by a noun, as far as its last letter shows: no Japanese ending.
    pub(super) noun: bool,
}

impl Lexeme {
    pub(super) fn role(&self) -> Option<Role> {
        match self.what {
            What::Known(PhraseMeaning::Role(role)) => Some(role),
            _ => None,
        }
    }

    pub(super) fn is(&self, role: Role) -> bool {
        self.role() == Some(role)
    }

    pub(super) fn is_number(&self) -> bool {
        self.what == What::Number || self.is(Role::Number)
    }

    /// Whether it joins what is of a kind.
    pub(super) fn joins(&self) -> bool {
        matches!(self.role(), Some(Role::And | Role::Or))
    }
}

/// The lexemes of a sentence, by its byte span in the text.
pub(super) fn lexemes(text: &str, (start, end): (usize, usize), language: Language) -> Vec<Lexeme> {
    let mut units = units(text.get(start..end).unwrap_or_default(), language);
    for unit in &mut units {
        (unit.start, unit.end) = (unit.start + start, unit.end + start);
    }
    let mut found: Vec<Lexeme> = Vec::new();
    let mut at = 0;
    while let Some(unit) = units.get(at) {
        if let Some((length, meaning)) = longest(&units, at, found.last(), language) {
            let last = units.get(at + length - 1).unwrap_or(unit);
            let noun = is_noun(meaning, last);
            found.push(Lexeme { what: What::Known(meaning), start: unit.start, end: last.end, noun });
            at += length;
            continue;
        }
        match compound(unit, language) {
            Some(pair) => {
                let half = |known| Lexeme { what: What::Known(known), start: unit.start, end: unit.end, noun: true };
                found.extend(pair.map(half));
            }
            None => found.push(Lexeme { what: other(unit), start: unit.start, end: unit.end, noun: false }),
        }
        at += 1;
    }
    found
}

/// Of Japanese a noun does not end in Hiragana; of Korean, what is known with its ending is none.
fn is_noun(meaning: PhraseMeaning, last: &Unit) -> bool {
    match (meaning, script(last)) {
        (_, Script::Hiragana) => false,
        (PhraseMeaning::Code(_), _) => true,
        (PhraseMeaning::Symptom { .. }, script) => !matches!(script, Script::Hangul),
        _ => false,
    }
}

/// The words from one lexeme to another, with their place.
pub(super) fn printed<'a>(text: &'a str, lexemes: &[Lexeme], first: usize, last: usize) -> Option<(usize, &'a str)> {
    let (start, end) = (lexemes.get(first)?.start, lexemes.get(last)?.end);
    text.get(start..end).map(|words| (start, words))
}

fn longest(units: &[Unit], at: usize, before: Option<&Lexeme>, language: Language) -> Option<(usize, PhraseMeaning)> {
    let rest = units.get(at..)?;
    let known = Complaints::embedded().phrases(language, rest);
    known.into_iter().rev().find(|&(length, meaning)| stands_alone(rest, length, meaning, before))
}

/// Whether a phrase written without spaces does not start or end inside another word: `いたい` is no pain in `会いたい`.
fn stands_alone(rest: &[Unit], length: usize, meaning: PhraseMeaning, before: Option<&Lexeme>) -> bool {
    let Some(first) = rest.first().filter(|unit| unit.kind == UnitKind::Character) else { return true };
    let touches =
        !first.spaced && before.is_some_and(|before| before.what == What::Unknown && before.end == first.start);
    let long = length >= 3 && matches!(meaning, PhraseMeaning::Code(_) | PhraseMeaning::Refused(_));
    match script(first) {
        // One syllable may be the end of another word, as `질` in `빠질`, or its start, as `열` in `열면`.
        Script::Hangul if length == 1 && is_named(meaning) => {
            let starts = first.spaced || before.is_none_or(|before| !is_inflected(before));
            !touches && starts && (!matches!(meaning, PhraseMeaning::Code(_)) || is_marked(rest.get(1)))
        }
        Script::Hangul => !touches || length >= 3,
        Script::Hiragana => !touches || long,
        Script::Katakana => !touches && !goes_on(rest, length),
        Script::Other => true,
    }
}

fn is_named(meaning: PhraseMeaning) -> bool {
    !matches!(meaning, PhraseMeaning::Role(_))
}

/// Whether a Korean noun ends here: nothing follows it but a particle or `나`, as in `열나요`.
fn is_marked(next: Option<&Unit>) -> bool {
    const PARTICLES: &str = "이가은는도을를만과와로에의나랑";
    next.is_none_or(|next| {
        next.spaced || !matches!(script(next), Script::Hangul) || PARTICLES.contains(next.key.as_str())
    })
}

/// Whether a lexeme is one that endings follow.
fn is_inflected(lexeme: &Lexeme) -> bool {
    matches!(lexeme.what, What::Known(PhraseMeaning::Symptom { .. } | PhraseMeaning::Code(_)))
}

/// Whether a run of Katakana goes on after the phrase.
fn goes_on(rest: &[Unit], length: usize) -> bool {
    let katakana = |unit: Option<&Unit>| unit.is_some_and(|unit| matches!(script(unit), Script::Katakana));
    katakana(length.checked_sub(1).and_then(|last| rest.get(last))) && katakana(rest.get(length))
}

enum Script {
    Hangul,
    Hiragana,
    Katakana,
    Other,
}

fn script(unit: &Unit) -> Script {
    match unit.key.chars().next() {
        Some('\u{3041}'..='\u{309f}') => Script::Hiragana,
        Some('\u{30a0}'..='\u{30ff}') => Script::Katakana,
        Some('\u{ac00}'..='\u{d7a3}' | '\u{3131}'..='\u{318e}') => Script::Hangul,
        _ => Script::Other,
    }
}

fn other(unit: &Unit) -> What {
    match (unit.kind, unit.key.as_str()) {
        (UnitKind::Number, _) => What::Number,
        (UnitKind::Sign, "?") => What::Question,
        (UnitKind::Sign, ":" | "." | "~" | "·" | "!" | ";") => What::Known(PhraseMeaning::Role(Role::Glue)),
        (UnitKind::Sign, "/" | "+" | "&") => What::Known(PhraseMeaning::Role(Role::And)),
        (UnitKind::Sign, _) => What::Comma,
        _ => What::Unknown,
    }
}

/// The two halves of a German compound: a part of the body or how bad, then a symptom (`Knie|schmerzen`), or a
/// complaint and what it is a case or a remedy of (`Gicht|anfall`, `Grippe|impfung`).
fn compound(unit: &Unit, language: Language) -> Option<[PhraseMeaning; 2]> {
    if language != Language::De || unit.kind != UnitKind::Word {
        return None;
    }
    unit.key.char_indices().skip(3).find_map(|(at, _)| {
        let (head, tail) = unit.key.split_at_checked(at)?;
        let symptom = Complaints::embedded().word(language, tail).filter(|tail| is_tail(*tail))?;
        let heads = [head, head.strip_suffix('s').unwrap_or(head)];
        let known = |head: &str| Complaints::embedded().word(language, &word_key(head, language));
        let head = heads.into_iter().filter_map(known).find(|head| fits(*head, symptom))?;
        Some([head, symptom])
    })
}

fn is_complaint(meaning: PhraseMeaning) -> bool {
    matches!(meaning, PhraseMeaning::Symptom { .. } | PhraseMeaning::Code(_))
}

fn is_tail(meaning: PhraseMeaning) -> bool {
    use Role::{Have, Thing};
    matches!(meaning, PhraseMeaning::Symptom { .. } | PhraseMeaning::Code(_) | PhraseMeaning::Role(Have | Thing))
}

fn fits(head: PhraseMeaning, tail: PhraseMeaning) -> bool {
    match head {
        PhraseMeaning::Part { .. } => matches!(tail, PhraseMeaning::Symptom { .. }),
        PhraseMeaning::Code(_) => matches!(tail, PhraseMeaning::Role(_)),
        PhraseMeaning::Role(role) => role == Role::Severity && is_complaint(tail),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, language: Language) -> Vec<(&str, &'static str)> {
        lexemes(text, (0, text.len()), language).iter().map(|one| (&text[one.start..one.end], kind(one.what))).collect()
    }

    fn kind(what: What) -> &'static str {
        match what {
            What::Known(PhraseMeaning::Code(_)) => "code",
            What::Known(PhraseMeaning::Refused(_)) => "refused",
            What::Known(PhraseMeaning::Part { .. }) => "part",
            What::Known(PhraseMeaning::Symptom { .. }) => "symptom",
            What::Known(PhraseMeaning::Role(_)) => "role",
            What::Number => "number",
            What::Comma => "comma",
            What::Question => "question",
            What::Unknown => "unknown",
        }
    }

    #[test]
    fn the_longest_phrase_wins() {
        let text = "high blood pressure, xyzzy";
        assert_eq!(shown(text, Language::En), [("high blood pressure", "code"), (",", "comma"), ("xyzzy", "unknown")]);
        assert_eq!(shown("偏头痛", Language::Zh), [("偏头痛", "code")]);
        assert_eq!(shown("头痛", Language::Zh), [("头", "part"), ("痛", "symptom")]);
    }

    #[test]
    fn a_phrase_does_not_start_inside_a_word() {
        assert!(!shown("会いたい", Language::Ja).iter().any(|(_, kind)| *kind == "symptom"));
        assert!(shown("目がいたい", Language::Ja).contains(&("いたい", "symptom")));
        assert!(!shown("초기침체", Language::Ko).iter().any(|(_, kind)| *kind == "code"));
    }

    #[test]
    fn a_german_compound_falls_into_part_and_symptom() {
        assert_eq!(
            shown("Ellbogenschmerzen", Language::De).iter().map(|(_, kind)| *kind).collect::<Vec<_>>(),
            ["part", "symptom"]
        );
        assert_eq!(shown("Schmetterling", Language::De), [("Schmetterling", "unknown")]);
    }
}
