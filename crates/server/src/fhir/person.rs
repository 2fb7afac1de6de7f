//! The person a call is about, and what their resources share.

use jiff::Timestamp;
use mirobody_query::mirror::{self, Mirror, Resource};
use mirobody_store::{AccountScope, FileRecord, Profile, Scope};

use crate::{ApiError, AppState};

/// A person with a record.
#[derive(Debug, Clone)]
pub struct Person {
    pub scope: Scope,
    pub profile: Profile,
    pub files: Vec<FileRecord>,
}

impl Person {
    /// The person called `user`; none when nothing was ever kept for them.
    pub async fn find(
        app: &AppState,
        account: &AccountScope,
        user: &str,
        now: Timestamp,
    ) -> Result<Option<Self>, ApiError> {
        let Some(scope) = account.find_subject(&app.store, user).await? else { return Ok(None) };
        let profile = app.store.profile(&scope).await?;
        let files = app.store.files(&scope, now).await?;
        Ok(Some(Self { scope, profile, files }))
    }

    /// The id of their Patient.
    pub fn id(&self) -> String {
        self.scope.fhir_id().to_string()
    }

    /// Where their Patient is, within this API.
    pub fn reference(&self) -> String {
        format!("Patient/{}", self.id())
    }

    /// Their observations, which lead to the Patient by this reference.
    pub fn mirror(&self, patient: String) -> Mirror {
        Mirror::new(patient, self.profile.clone(), &self.files)
    }

    /// Their Patient.
    pub fn patient(&self) -> Option<Resource> {
        mirror::patient(&self.id(), self.scope.user(), &self.profile)
    }

    /// Whether `patient`, with or without its type, is them.
    pub fn is(&self, patient: &str) -> bool {
        patient.strip_prefix("Patient/").unwrap_or(patient) == self.id()
    }
}
