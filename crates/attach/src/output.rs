//! What a call gave.

use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};

use crate::{
    limits::{LARGEST_RESULT, LONGEST_FAULT},
    words,
};

/// The answer of a tool: a server's words, which are data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Its text; what is not text is named.
    pub text: String,
    /// Whether the server says that it failed.
    pub is_error: bool,
    /// Whether the text was longer.
    pub is_cut: bool,
}

impl Output {
    /// What the server gave.
    pub(crate) fn of(result: &CallToolResult) -> Self {
        let blocks: Vec<String> = result.content.iter().filter_map(shown).collect();
        let text = match (blocks.is_empty(), &result.structured_content) {
            (true, Some(data)) => data.to_string(),
            _ => blocks.join("\n"),
        };
        let (text, is_cut) = words::block(&text, LARGEST_RESULT);
        Self { text, is_error: result.is_error.unwrap_or(false), is_cut }
    }

    /// The server refused the call in these words.
    pub(crate) fn refused(message: &str) -> Self {
        Self { text: words::line(message, LONGEST_FAULT), is_error: true, is_cut: false }
    }
}

fn shown(block: &ContentBlock) -> Option<String> {
    match block {
        ContentBlock::Text(text) => Some(text.text.clone()),
        ContentBlock::Image(image) => Some(unseen("an image", Some(&image.mime_type))),
        ContentBlock::Audio(audio) => Some(unseen("a sound", Some(&audio.mime_type))),
        ContentBlock::ResourceLink(link) => Some(format!("[{}]", words::line(&link.uri, LONGEST_FAULT))),
        ContentBlock::Resource(embedded) => match &embedded.resource {
            ResourceContents::TextResourceContents { text, .. } => Some(text.clone()),
            ResourceContents::BlobResourceContents { mime_type, .. } => Some(unseen("a file", mime_type.as_ref())),
            _ => None,
        },
        _ => None,
    }
}

fn unseen(what: &str, media_type: Option<&String>) -> String {
    let kind = media_type.map(|kind| words::line(kind, 100)).unwrap_or_default();
    format!("[{what} ({kind}), which is not shown]")
}
