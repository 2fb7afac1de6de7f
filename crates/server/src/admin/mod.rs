//! `/admin`: accounts and keys, for who runs the server.
//!
//! True here: there is nothing here unless a token was configured, of which the server knows only the hash; a key of an
//! account opens nothing here, and the token opens nothing elsewhere; a secret is shown once; what is changed is noted.
//! Must not be here: anything of a person.

pub mod accounts;
pub mod keys;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use mirobody_store::{Admin, KEY_PREFIX};
use sha2::{Digest, Sha256};

use crate::{ApiError, AppState, auth::bearer};

/// Lets a request with the token through.
pub async fn authenticate(State(app): State<AppState>, request: Request, next: Next) -> Result<Response, ApiError> {
    let Some(hash) = app.config.admin_token else { return Err(ApiError::NotFound("No such endpoint.")) };
    // Those with a wrong token are counted too, so that nobody can try many.
    app.admin_limit.count((), app.config.admin_rpm, app.clock.now())?;
    match bearer(request.headers()) {
        Some(token) if opens(token, &hash) => Ok(next.run(request).await),
        _ => Err(ApiError::NotAdmin),
    }
}

/// Looks at every byte, so that the time it takes says nothing. A key of an account is never the token.
fn opens(token: &str, hash: &[u8; 32]) -> bool {
    let given: [u8; 32] = Sha256::digest(token.as_bytes()).into();
    let differing = given.iter().zip(hash).fold(0, |differing, (a, b)| differing | (a ^ b));
    differing == 0 && !token.starts_with(KEY_PREFIX)
}

impl AppState {
    /// Administration whose changes are noted.
    fn admin(&self) -> Admin {
        self.store.admin().audited("http", self.clock.now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_opens_and_no_key_is_one() {
        let hash = |token: &str| Sha256::digest(token.as_bytes()).into();
        assert!(opens("secret", &hash("secret")));
        assert!(!opens("secret", &hash("secreT")) && !opens("", &hash("secret")));
        assert!(!opens("mb_live_0123456789abcdef", &hash("mb_live_0123456789abcdef")));
    }
}
