//! What is told of a publication.

use crate::Reference;

/// What kind of evidence it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An article.
    Literature,
    /// A guideline or consensus.
    Guideline,
    /// A registered trial.
    Trial,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Literature, Self::Guideline, Self::Trial];

    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Literature => "literature",
            Self::Guideline => "guideline",
            Self::Trial => "trial",
        }
    }

    /// The kind of that word.
    pub fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// What an article is, by the types that its service gives it.
    pub(crate) fn of_types<'a>(types: impl IntoIterator<Item = &'a str>) -> Self {
        let is_guideline = |kind: &str| {
            let kind = kind.to_ascii_lowercase();
            kind.contains("guideline") || kind.starts_with("consensus")
        };
        if types.into_iter().any(is_guideline) { Self::Guideline } else { Self::Literature }
    }
}

/// One that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// What it is read by.
    pub reference: Reference,
    /// Where its full text can be read, if that is somewhere else.
    pub full_text: Option<Reference>,
    /// Its DOI, by which two services' records are known to be one.
    pub doi: Option<Reference>,
    /// Its title.
    pub title: String,
    /// The year; none when it is not told.
    pub year: Option<u16>,
    /// The journal, or the sponsor of a trial.
    pub journal: String,
    /// What it is.
    pub kind: Kind,
    /// Who wrote it: the first few.
    pub authors: String,
    /// Its abstract, or the summary of a trial; empty when there is none.
    pub summary: String,
}

/// One that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// What it is.
    pub publication: Publication,
    /// All that could be read of it.
    pub text: String,
    /// Whether that is the whole article, and not its abstract.
    pub is_full_text: bool,
}

impl Publication {
    /// As a document of which the summary is all there is.
    pub(crate) fn into_document(self) -> Document {
        Document { text: self.summary.clone(), publication: self, is_full_text: false }
    }
}

/// The names of the first authors, and whether there are more.
pub(crate) fn authors(names: &[String]) -> String {
    const SHOWN: usize = 3;
    let shown = names.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN { shown + " et al." } else { shown }
}

/// The year that a text begins with.
pub(crate) fn year(text: &str) -> Option<u16> {
    text.trim().get(..4)?.parse().ok().filter(|year| (1800..=2200).contains(year))
}
