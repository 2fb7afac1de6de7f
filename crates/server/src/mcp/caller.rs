//! Who is asking: a bearer token, the secret of a personal URL, or nobody.

use axum::http::HeaderMap;
use mirobody_store::{AccountScope, DEFAULT_USER, Scope};

use crate::{ApiError, AppState, auth::bearer};

/// Whoever sent a request.
#[derive(Debug, Clone)]
pub enum Asker {
    /// Somebody without a credential: names and units only.
    Nobody,
    /// The holder of a credential, and the one record it opens.
    Holder(Box<Scope>),
}

impl Asker {
    /// The record; none for nobody.
    pub fn scope(&self) -> Option<&Scope> {
        match self {
            Self::Nobody => None,
            Self::Holder(scope) => Some(scope),
        }
    }

    /// By the `Authorization` header: an API key opens its account's `default` record, an access token the record it
    /// was granted.
    pub async fn of_headers(app: &AppState, headers: &HeaderMap) -> Result<Self, ApiError> {
        let Some(secret) = bearer(headers) else { return Ok(Self::Nobody) };
        if let Some(granted) = app.store.access_granted(secret, app.clock.now()).await? {
            return admit(app, &granted.account, granted.scope);
        }
        let account = app.store.authenticate(secret).await?.ok_or(ApiError::InvalidKey)?;
        app.count(&account)?;
        Ok(Self::Holder(Box::new(account.subject(&app.store, DEFAULT_USER).await?)))
    }

    /// By the secret of a personal URL.
    pub async fn of_secret(app: &AppState, secret: &str) -> Result<Self, ApiError> {
        let granted = app.store.link_granted(secret).await?.ok_or(ApiError::InvalidKey)?;
        admit(app, &granted.account, granted.scope)
    }
}

fn admit(app: &AppState, account: &AccountScope, scope: Scope) -> Result<Asker, ApiError> {
    app.count(account)?;
    Ok(Asker::Holder(Box::new(scope)))
}
