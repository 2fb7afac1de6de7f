//! The files a turn sees: what the person uploaded, what was noted for them, and the skills.
//!
//! True here: a path names a file of the one record of the turn, or a skill, and nothing on this machine; `/files` and
//! `/skills` are read only, and `/notes` is written only in a turn that is stored; every answer has a size, and what was
//! left out of it is said first. Must not be here: where any of it is kept.

mod edit;
mod glob;
mod grep;
mod ls;
mod path;
mod pattern;
mod read;
mod text;
mod tree;
mod write;

use std::sync::Arc;

use mirobody_llm::Sight;

use super::{AgentTool, Skills};

/// The files of one turn: makes the tools that work on them.
#[derive(Debug, Clone)]
pub struct Files {
    skills: Arc<Skills>,
    sight: Sight,
    origin: Option<Arc<str>>,
}

impl Files {
    /// To read: documents, notes and skills.
    pub const fn new(skills: Arc<Skills>) -> Self {
        Self { skills, sight: Sight { images: false, documents: false }, origin: None }
    }

    /// With images and PDFs shown as they are to a model that takes them.
    #[must_use]
    pub fn shown_to(self, sight: Sight) -> Self {
        Self { sight, ..self }
    }

    /// With notes that can be written too: for a turn that is stored, under the session or response that it belongs
    /// to. A note goes when its origin is deleted; see [`Store::forget_notes_of`](mirobody_store::Store::forget_notes_of).
    #[must_use]
    pub fn writable_for(self, origin: &str) -> Self {
        Self { origin: Some(origin.into()), ..self }
    }

    /// `ls`, `read_file`, `glob` and `grep`; `write_file` and `edit_file` where notes can be written.
    pub fn tools(self) -> Vec<Arc<dyn AgentTool>> {
        let writes = self.origin.clone();
        let mut tools: Vec<Arc<dyn AgentTool>> = vec![
            Arc::new(ls::Ls(self.clone())),
            Arc::new(read::ReadFile(self.clone())),
            Arc::new(glob::Glob(self.clone())),
            Arc::new(grep::Grep(self)),
        ];
        if let Some(origin) = writes {
            tools.push(Arc::new(write::WriteFile(origin.clone())));
            tools.push(Arc::new(edit::EditFile(origin)));
        }
        tools
    }
}

#[cfg(test)]
mod tests;
