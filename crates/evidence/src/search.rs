//! What is searched for, and what was found.

use crate::{Fault, Kind, Publication};

/// The longest search text, in characters.
pub const LONGEST_QUERY: usize = 300;

/// A search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// What for: [`cleared`] text.
    pub query: String,
    /// Only this kind.
    pub kind: Option<Kind>,
    /// How many at most.
    pub limit: usize,
    /// Only from this year on.
    pub from_year: Option<u16>,
}

/// What a service gave for a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The service, as people know it.
    pub source: &'static str,
    /// How many it gave, or why it gave none.
    pub found: Result<usize, Fault>,
}

/// What was found: the best of each service by turns, each publication once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// The publications.
    pub publications: Vec<Publication>,
    /// Who was asked.
    pub asked: Vec<Asked>,
}

impl Found {
    /// Whether nobody gave anything because everybody failed.
    pub fn has_failed(&self) -> bool {
        self.asked.iter().all(|asked| asked.found.is_err())
    }
}

/// A search text as it may go out: in one line, without what looks like a person's (addresses, long numbers, days,
/// measured values with their unit). None when nothing is left of it, or it is too long.
pub fn cleared(query: &str) -> Option<String> {
    let words: Vec<&str> = query.split_whitespace().collect();
    let mut kept: Vec<&str> = Vec::with_capacity(words.len());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let is_value = is_number(word) && words.get(at + 1).is_some_and(|next| is_unit(next));
        if is_value {
            at += 2;
            continue;
        }
        if !is_personal(word) {
            kept.push(word);
        }
        at += 1;
    }
    let text: String = kept.join(" ").chars().filter(|c| !c.is_control()).collect();
    let says_something = text.chars().any(char::is_alphabetic);
    (says_something && text.chars().count() <= LONGEST_QUERY).then_some(text)
}

/// An address, a long number such as that of a telephone or a patient, a day, or a value with its unit in one word.
fn is_personal(word: &str) -> bool {
    let word = word.trim_matches(|c: char| "()[]{},;:.!?\"'".contains(c));
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let letters = word.chars().any(char::is_alphabetic);
    let number_ends = word.find(|c: char| !(c.is_ascii_digit() || ".,".contains(c))).unwrap_or(word.len());
    let is_value = number_ends > 0 && is_unit(&word[number_ends..]);
    // A registered trial has eight digits in a row; whoever has more is a person's, in whatever word they stand.
    let has_long = word.split(|c: char| !c.is_ascii_digit()).any(|run| run.len() >= 9);
    word.contains('@') || has_long || is_value || is_day(word) || (digits >= 6 && !letters && !is_years(word))
}

fn is_number(word: &str) -> bool {
    let word = word.trim_start_matches(['<', '>', '=', '~', '≥', '≤']);
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || ".,".contains(c))
}

/// A unit of a measured value: something over something, as `mg/dL`. A dose in `mg` is none.
fn is_unit(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| ",;:.!?)".contains(c));
    let Some((over, under)) = word.split_once('/') else { return false };
    let plain = |part: &str| part.len() <= 8 && part.chars().all(|c| c.is_alphanumeric() || "µμ^%*.".contains(c));
    plain(over) && plain(under) && !under.is_empty() && under.starts_with(char::is_alphabetic)
}

/// `2024-03-12`, `12.03.2024`, `3/12/24`.
fn is_day(word: &str) -> bool {
    ['-', '.', '/'].into_iter().any(|sign| {
        let parts: Vec<&str> = word.split(sign).collect();
        let plain = |part: &&str| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        parts.len() == 3 && parts.iter().all(plain) && parts.iter().map(|part| part.len()).sum::<usize>() >= 4
    })
}

/// `2019-2024`.
fn is_years(word: &str) -> bool {
    let is_year = |text: &str| text.len() == 4 && crate::publication::year(text).is_some();
    word.split_once(['-', '–', '/']).is_some_and(|(from, to)| is_year(from) && is_year(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_persons_is_left_out() {
        for (query, sent) in [
            ("statins  and\nmuscle pain", Some("statins and muscle pain")),
            ("LDL 182 mg/dL on 12.03.2024 statin", Some("LDL on statin")),
            ("LDL 4.9mmol/L (2024-03-12), statin", Some("LDL statin")),
            ("TSH >10 mIU/L, levothyroxine", Some("TSH levothyroxine")),
            ("ann@example.org insomnia +32-470-123456", Some("insomnia")),
            ("patient 80061512345 gout", Some("patient gout")),
            ("MRN80061512345 gout", Some("gout")),
            ("我的身份证110101199003071234 痛风", Some("痛风")),
            ("insomnia 5551-2345", Some("insomnia")),
            ("metformin 500 mg vitamin B12 2019-2024", Some("metformin 500 mg vitamin B12 2019-2024")),
            ("HbA1c 7% target type 2 diabetes", Some("HbA1c 7% target type 2 diabetes")),
            ("trial NCT01234567", Some("trial NCT01234567")),
            ("IL-6/STAT3 and/or TNF", Some("IL-6/STAT3 and/or TNF")),
            ("高血压 指南", Some("高血压 指南")),
            ("12.03.2024", None),
            ("", None),
        ] {
            assert_eq!(cleared(query).as_deref(), sent, "{query}");
        }
        assert!(cleared(&"a".repeat(LONGEST_QUERY)).is_some() && cleared(&"a".repeat(LONGEST_QUERY + 1)).is_none());
    }
}
