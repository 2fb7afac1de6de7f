//! Publications as a model and a program are told of them.
//!
//! A publication begins with a line that has its references in brackets; all else about it is indented. So what its
//! authors wrote cannot pass for another publication that was found.

use mirobody_evidence::{Publication, Reference};
use serde_json::{Value, json};

const BEFORE: &str = "  ";

/// What it can be read by.
pub(super) fn references(publication: &Publication) -> impl Iterator<Item = &Reference> {
    [Some(&publication.reference), publication.full_text.as_ref(), publication.doi.as_ref()].into_iter().flatten()
}

/// The references of the publications that a text tells of.
pub(super) fn references_in(text: &str) -> impl Iterator<Item = Reference> + '_ {
    let heads = text.lines().filter_map(|line| Some(line.strip_prefix('[')?.split_once(']')?.0));
    heads.flat_map(Reference::all_in)
}

/// What it is, in two lines: its references and title, and who published it when.
pub(super) fn head(publication: &Publication) -> String {
    let mut names: Vec<String> = Vec::new();
    for (what, reference) in [("", Some(&publication.reference)), ("full text ", publication.full_text.as_ref())] {
        names.extend(reference.map(|reference| format!("{what}{reference}")));
    }
    names.extend(publication.doi.iter().filter(|doi| **doi != publication.reference).map(Reference::to_string));
    let year = publication.year.map(|year| year.to_string()).unwrap_or_default();
    let parts = [publication.kind.as_str(), &year, &publication.authors, &publication.journal];
    let parts: Vec<String> = parts.into_iter().map(line).filter(|part| !part.is_empty()).collect();
    format!("[{}] {}\n{BEFORE}{}\n", names.join(", "), line(&publication.title), parts.join("; "))
}

/// Its text, so many characters of it at most, each line indented.
pub(super) fn body(text: &str, most: usize, rest: &str) -> String {
    let all = text.chars().count();
    let end = text.char_indices().nth(most).map_or(text.len(), |(at, _)| at);
    let shown = text.get(..end).unwrap_or_default();
    let cut = (all > most).then(|| format!("(cut: {most} of {all} characters; {rest})"));
    shown.lines().chain(cut.as_deref()).flat_map(|line| [BEFORE, line, "\n"]).collect()
}

/// For a program.
pub(super) fn row(publication: &Publication) -> Value {
    json!({
        "ref": publication.reference.to_string(),
        "title": publication.title,
        "authors": publication.authors,
        "journal": publication.journal,
        "year": publication.year,
        "kind": publication.kind.as_str(),
        "full_text": publication.full_text.as_ref().map(Reference::to_string),
        "doi": publication.doi.as_ref().map(Reference::to_string),
    })
}

fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
