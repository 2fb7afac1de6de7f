//! Who is asking. Nothing under `/v1` but the list of models is reached without a key, not even a 404.
//!
//! The key is checked before the body is read, and never logged or repeated.

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, header, request::Parts},
    middleware::Next,
    response::Response,
};
use mirobody_store::AccountScope;

use crate::{ApiError, AppState, params::Params};

/// The account of an authenticated request.
#[derive(Debug, Clone)]
pub struct Caller(pub AccountScope);

/// Lets a request with a good key through, as its account, and counts it.
pub async fn authenticate(State(app): State<AppState>, request: Request, next: Next) -> Result<Response, ApiError> {
    let secret = bearer(request.headers()).ok_or(ApiError::MissingKey)?.to_owned();
    admit(&app, &secret, request, next).await
}

async fn admit(app: &AppState, secret: &str, mut request: Request, next: Next) -> Result<Response, ApiError> {
    let account = app.store.authenticate(secret).await?.ok_or(ApiError::InvalidKey)?;
    app.count(&account)?;
    request.extensions_mut().insert(Caller(account));
    Ok(next.run(request).await)
}

/// The same for a socket, whose key may be in the query: a browser cannot set its headers.
pub async fn authenticate_socket(
    State(app): State<AppState>,
    params: Params,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let secret = socket_secret(request.headers(), &params).ok_or(ApiError::MissingKey)?.to_owned();
    admit(&app, &secret, request, next).await
}

/// The secret a socket was opened with.
pub fn socket_secret<'a>(headers: &'a HeaderMap, params: &'a Params) -> Option<&'a str> {
    params.text("key").filter(|key| !key.is_empty()).or_else(|| bearer(headers))
}

/// The token of `Authorization: Bearer …`.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.trim().split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let caller = parts.extensions.get::<Self>().cloned();
        caller.ok_or_else(|| ApiError::internal("a handler stands outside the authenticated routes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_bearer_token_is_a_credential() {
        let table = [
            ("Bearer mb_live_a", Some("mb_live_a")),
            ("bearer  mb_live_a ", Some("mb_live_a")),
            ("Token abc", None),
            ("Bearer ", None),
            ("Bearer", None),
            ("mb_live_a", None),
            ("", None),
        ];
        for (value, token) in table {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, value.parse().unwrap());
            assert_eq!(bearer(&headers), token, "{value:?}");
        }
        assert_eq!(bearer(&HeaderMap::new()), None);
    }
}
