//! Images and documents: as base64 for whoever takes them, by name for the others.

use base64::{Engine as _, engine::general_purpose::STANDARD};

use crate::{Part, Provider};

/// A part as this provider can take it.
pub(super) enum Shown<'a> {
    /// Text, or what stands in for something else.
    Text(String),
    /// An image.
    Image { media_type: &'a str, base64: String },
    /// A document.
    Document { media_type: &'a str, name: &'a str, base64: String },
}

/// Whether this provider is shown a part as a file.
pub(super) const fn is_shown(part: &Part, provider: &Provider) -> bool {
    match part {
        Part::Text(_) => false,
        Part::Image { .. } => provider.images,
        Part::Document { .. } => provider.documents,
    }
}

/// A part for this provider.
pub(super) fn shown<'a>(part: &'a Part, provider: &Provider) -> Shown<'a> {
    match part {
        Part::Image { media_type, bytes } if provider.images => {
            Shown::Image { media_type, base64: STANDARD.encode(bytes) }
        }
        Part::Document { media_type, name, bytes } if provider.documents => {
            Shown::Document { media_type, name, base64: STANDARD.encode(bytes) }
        }
        other => Shown::Text(words(other)),
    }
}

/// Text alone.
pub(super) fn text_of<'a>(parts: impl IntoIterator<Item = &'a Part>) -> String {
    parts.into_iter().map(words).collect::<Vec<_>>().join("\n")
}

fn words(part: &Part) -> String {
    match part {
        Part::Text(text) => text.clone(),
        Part::Image { media_type, .. } => format!("[An image ({media_type}) that this model cannot see.]"),
        Part::Document { media_type, name, .. } => {
            format!("[The document {name:?} ({media_type}), which this model cannot read as a file.]")
        }
    }
}
