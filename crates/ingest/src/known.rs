//! What the write path knows of whom it writes for.

use mirobody_standardize::Aliases;
use mirobody_store::{Profile, Scope, StoreError};

use crate::Ingest;

/// Where a person lives, and what they have decided about names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Zones and preferences.
    pub profile: Profile,
    /// Their own codes for names.
    pub aliases: Aliases,
}

impl Known {
    /// Someone of whom only this is known.
    pub fn new(profile: Profile) -> Self {
        Self { profile, aliases: Aliases::default() }
    }
}

impl Ingest {
    /// What is known of the person of a scope; without one, nothing yet.
    pub async fn known(&self, scope: Option<&Scope>) -> Result<Known, StoreError> {
        let Some(scope) = scope else {
            return Ok(Known::new(Profile::empty(self.store.default_zone().clone())));
        };
        let (profile, aliases) = (self.store.profile(scope).await?, self.store.alias_table(scope).await?);
        Ok(Known { profile, aliases })
    }
}
