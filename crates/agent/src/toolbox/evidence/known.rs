//! The publications that the searches of a conversation gave: no other is read.

use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use mirobody_evidence::{Publication, Reference};
use mirobody_llm::{Message, Part};

use super::{SEARCH, told};

/// Their references.
#[derive(Debug, Default)]
pub(super) struct Known(Mutex<HashSet<Reference>>);

impl Known {
    /// Those of the searches among these messages.
    pub(super) fn of(messages: &[Message]) -> Self {
        let results = messages.iter().filter_map(|message| match message {
            Message::Tool { name, result, .. } if name == SEARCH => Some(result),
            _ => None,
        });
        let texts = results.flatten().filter_map(|part| if let Part::Text(text) = part { Some(text) } else { None });
        Self(Mutex::new(texts.flat_map(|text| told::references_in(text)).collect()))
    }

    /// A search gave this one.
    pub(super) fn add(&self, publication: &Publication) {
        self.all().extend(told::references(publication).cloned());
    }

    pub(super) fn has(&self, reference: &Reference) -> bool {
        self.all().contains(reference)
    }

    fn all(&self) -> MutexGuard<'_, HashSet<Reference>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
