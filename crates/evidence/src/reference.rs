//! What a publication is called: the service, and its number there.

use std::{fmt, str::FromStr};

/// The longest DOI, in bytes.
const LONGEST_DOI: usize = 200;
/// The most digits of a number in PubMed and PubMed Central.
const MOST_DIGITS: usize = 9;

/// A reference: `pmid:31452104`, `pmc:PMC7096066`, `nct:NCT01234567`, `doi:10.1000/xyz`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reference {
    /// An article in PubMed.
    Pmid(u32),
    /// An article in PubMed Central, where its full text may be.
    Pmc(u32),
    /// A registered trial: its eight digits.
    Nct(u32),
    /// A DOI, in lower case.
    Doi(String),
}

/// A text that is no reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a reference; one looks like pmid:31452104, pmc:PMC7096066, nct:NCT01234567 or doi:10.1000/xyz")]
pub struct NotAReference;

impl FromStr for Reference {
    type Err = NotAReference;

    fn from_str(text: &str) -> Result<Self, NotAReference> {
        let (scheme, rest) = text.trim().split_once(':').ok_or(NotAReference)?;
        let rest = rest.trim();
        match scheme.to_ascii_lowercase().as_str() {
            "pmid" => number(rest, "", 1..=MOST_DIGITS).map(Self::Pmid),
            "pmc" => number(rest, "PMC", 1..=MOST_DIGITS).map(Self::Pmc),
            "nct" => number(rest, "NCT", 8..=8).map(Self::Nct),
            "doi" => doi(rest).map(Self::Doi),
            _ => None,
        }
        .ok_or(NotAReference)
    }
}

fn number(text: &str, prefix: &str, digits: std::ops::RangeInclusive<usize>) -> Option<u32> {
    let begins = text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    let rest = if begins { &text[prefix.len()..] } else { text };
    let plain = digits.contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| rest.parse().ok()).flatten().filter(|number| *number > 0)
}

/// `10.`, a number, `/`, and no character that would mean something in a query or a URL.
fn doi(text: &str) -> Option<String> {
    let (registrant, rest) = text.strip_prefix("10.")?.split_once('/')?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._;()/:".contains(c);
    let fits = text.len() <= LONGEST_DOI && registrant.len() >= 4 && !rest.is_empty();
    let digits = registrant.chars().all(|c| c.is_ascii_digit() || c == '.');
    (fits && digits && rest.chars().all(plain)).then(|| text.to_ascii_lowercase())
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pmid(number) => write!(f, "pmid:{number}"),
            Self::Pmc(number) => write!(f, "pmc:PMC{number}"),
            Self::Nct(number) => write!(f, "nct:NCT{number:08}"),
            Self::Doi(doi) => write!(f, "doi:{doi}"),
        }
    }
}

impl Reference {
    /// Every reference in a text.
    pub fn all_in(text: &str) -> impl Iterator<Item = Self> + '_ {
        let apart = |c: char| c.is_whitespace() || "\"'`,[]{}<>|".contains(c);
        text.split(apart).filter_map(|word| bare(word).parse().ok())
    }
}

/// A word without the marks and brackets of the sentence around it; a bracket that the word itself opened stays.
fn bare(word: &str) -> &str {
    let mut word = word.trim_start_matches('(').trim_end_matches(['.', ';', ':']);
    while word.matches(')').count() > word.matches('(').count() {
        let Some(rest) = word.strip_suffix(')') else { break };
        word = rest;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_has_one_form_and_everything_else_is_none() {
        for (text, written) in [
            ("pmid:31452104", "pmid:31452104"),
            (" PMID: 00031 ", "pmid:31"),
            ("pmc:PMC7096066", "pmc:PMC7096066"),
            ("pmc:7096066", "pmc:PMC7096066"),
            ("nct:nct01234567", "nct:NCT01234567"),
            ("doi:10.1056/NEJMoa1", "doi:10.1056/nejmoa1"),
        ] {
            assert_eq!(text.parse::<Reference>().unwrap().to_string(), written, "{text}");
        }
        for text in [
            "",
            "31452104",
            "pmid:",
            "pmid:0",
            "pmid:12a",
            "pmid:1234567890",
            "nct:NCT123",
            "pmc:PMC",
            "doi:10.1/x",
            "doi:10.1056/",
            "doi:10.1056/x y",
            "doi:10.1056/x\"&y",
            "doi:https://example.org",
            "https://pubmed.ncbi.nlm.nih.gov/31452104",
            "file:///etc/passwd",
            "pmc:é",
        ] {
            assert!(text.parse::<Reference>().is_err(), "{text}");
        }
    }

    #[test]
    fn references_are_found_in_a_text() {
        let text = "1. pmid:12 (2020) full text: pmc:PMC34\n{\"ref\": \"nct:NCT01234567\"} (see doi:10.1000/ab(c)). (pmid:7) pmid:x";
        let all: Vec<String> = Reference::all_in(text).map(|one| one.to_string()).collect();
        assert_eq!(all, ["pmid:12", "pmc:PMC34", "nct:NCT01234567", "doi:10.1000/ab(c)", "pmid:7"]);
    }
}
