//! `/oauth/authorize`: the question to the person, and where their answer is sent.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use mirobody_store::NewGrant;

use super::{
    encode::with_parameters,
    error::OAuthError,
    fields::{Fields, Form},
    page,
    request::{Request, Sender},
    sign_in::{SignInError, sign_in},
};
use crate::{ApiError, AppState};

/// Asks the person.
pub async fn ask(State(app): State<AppState>, headers: HeaderMap, fields: Fields) -> Response {
    match read(&app, &headers, &fields).await {
        Ok((sender, Ok(request))) => page::consent(&sender, &request, None),
        Ok((sender, Err(error))) => sent_back(&app, &headers, &sender, &error),
        Err(error) => refused(error),
    }
}

/// Takes the person's answer.
pub async fn answer(State(app): State<AppState>, headers: HeaderMap, Form(fields): Form) -> Response {
    let (sender, request) = match read(&app, &headers, &fields).await {
        Ok((sender, Ok(request))) => (sender, request),
        Ok((sender, Err(error))) => return sent_back(&app, &headers, &sender, &error),
        Err(error) => return refused(error),
    };
    if fields.get("action") != Ok(Some("allow")) {
        return sent_back(&app, &headers, &sender, &OAuthError::AccessDenied);
    }
    match allowed(&app, &fields, &sender, &request).await {
        Ok(code) => redirected(&app, &headers, &sender, &[("code", &code)]),
        Err(SignInError::Wrong) => page::consent(&sender, &request, Some("That key or code is not good.")),
        Err(SignInError::NoSuchPerson) => {
            page::consent(&sender, &request, Some("The key is good, but its account has no record of that person."))
        }
        Err(SignInError::Server(error @ ApiError::RateLimited { .. })) => too_many(error),
        Err(SignInError::Server(error)) => refused(error.into()),
    }
}

async fn allowed(app: &AppState, fields: &Fields, sender: &Sender, request: &Request) -> Result<String, SignInError> {
    let typed = |name| fields.get(name).ok().flatten().unwrap_or_default();
    let (scope, key) = sign_in(app, typed("credential"), typed("user")).await?;
    let grant = NewGrant {
        client: sender.client.id.clone(),
        scopes: request.scopes.clone(),
        resource: request.resource.clone(),
        redirect: sender.redirect.clone(),
        challenge: request.challenge.clone(),
    };
    Ok(app.store.grant(&scope, key, &grant, app.clock.now()).await?)
}

/// The client; then, once it is certain where an answer goes, what it asks.
async fn read(
    app: &AppState,
    headers: &HeaderMap,
    fields: &Fields,
) -> Result<(Sender, Result<Request, OAuthError>), OAuthError> {
    if !app.config.origins.admit(headers) {
        return Err(OAuthError::InvalidRequest(
            "this server is not known by that name, or the page asking is not its own",
        ));
    }
    let sender = Sender::read(app, fields).await?;
    let request = Request::read(app, headers, fields);
    Ok((sender, request))
}

/// A page for the person: no address is certain, so nobody is sent anywhere.
fn refused(error: OAuthError) -> Response {
    let said = error.to_string();
    let status = match &error {
        OAuthError::Server(error) => error.status(),
        _ => StatusCode::BAD_REQUEST,
    };
    let cause = error.into_response();
    let mut page = page::refusal(status, said.trim_end_matches('.'));
    *page.extensions_mut() = cause.extensions().clone();
    page
}

fn too_many(error: ApiError) -> Response {
    let told = error.into_response();
    let mut page = page::refusal(StatusCode::TOO_MANY_REQUESTS, "Too many keys and codes were wrong; wait a minute");
    if let Some(wait) = told.headers().get(header::RETRY_AFTER) {
        page.headers_mut().insert(header::RETRY_AFTER, wait.clone());
    }
    page
}

fn sent_back(app: &AppState, headers: &HeaderMap, sender: &Sender, error: &OAuthError) -> Response {
    redirected(app, headers, sender, &[("error", error.code()), ("error_description", &error.to_string())])
}

fn redirected(app: &AppState, headers: &HeaderMap, sender: &Sender, answer: &[(&str, &str)]) -> Response {
    let issuer = app.config.origins.address(headers);
    let mut parameters = answer.to_vec();
    parameters.extend(sender.state.as_deref().map(|state| ("state", state)));
    parameters.push(("iss", &issuer));
    let Ok(location) = HeaderValue::from_str(&with_parameters(&sender.redirect, &parameters)) else {
        return page::refusal(StatusCode::BAD_REQUEST, "redirect_uri cannot be an address");
    };
    let mut response = StatusCode::FOUND.into_response();
    response.headers_mut().insert(header::LOCATION, location);
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
