//! The consent page: plain HTML with no script, which no other page may frame.

use std::sync::LazyLock;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

use super::{
    encode::html,
    redirect,
    request::{Request, Sender},
};

const STYLE: &str = "body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem;\
    color:#1b1b1b;background:#fff}h1{font-size:1.4rem}label{display:block;margin:1rem 0 .25rem;font-weight:600}\
    input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;border:1px solid #666;border-radius:.25rem}\
    button{font:inherit;padding:.5rem 1.25rem;margin:1.5rem .75rem 0 0;border:1px solid #1b1b1b;border-radius:.25rem;\
    background:#fff;color:#1b1b1b;cursor:pointer}button.yes{background:#1b1b1b;color:#fff}\
    .wrong{border-left:.25rem solid #b00020;padding:.5rem .75rem;background:#fdecee}small{color:#444}\
    :focus-visible{outline:3px solid #2563eb;outline-offset:2px}";

/// The style's hash, which the policy allows and nothing else.
static STYLE_HASH: LazyLock<String> =
    LazyLock::new(|| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(STYLE.as_bytes()))));

/// Asks whether the client may. `wrong` says what was wrong with the last try.
pub fn consent(sender: &Sender, request: &Request, wrong: Option<&str>) -> Response {
    let client = html(&sender.client.name);
    let whereto = html(redirect::whereto(&sender.redirect));
    let wrong = wrong.map(|wrong| format!("<p class=\"wrong\" role=\"alert\">{}</p>", html(wrong))).unwrap_or_default();
    let body = format!(
        "<h1>Let “{client}” read your health record?</h1>\
         <p>A program that calls itself “{client}” asks to read one record on this server: readings, medications and \
         genotypes, as far as they are recorded. It can change nothing. Your answer is sent to <strong>{whereto}</strong>.\
         </p><p>Allow it only if you started this yourself.</p>{wrong}\
         <form method=\"post\" action=\"authorize\">{hidden}\
         <label for=\"credential\">API key, or one-time code</label>\
         <input id=\"credential\" name=\"credential\" type=\"password\" autocomplete=\"off\" spellcheck=\"false\" required \
         aria-describedby=\"credential-help\">\
         <small id=\"credential-help\">A key begins with mb_live_. For a code, run <code>mirobody mcp code</code> on the \
         server’s machine; it is good once, for ten minutes.</small>\
         <label for=\"user\">Whose record (optional)</label>\
         <input id=\"user\" name=\"user\" type=\"text\" autocomplete=\"off\" aria-describedby=\"user-help\">\
         <small id=\"user-help\">With a key: the person, as the API’s <code>user</code> field names them. Empty means \
         default.</small>\
         <div><button class=\"yes\" name=\"action\" value=\"allow\">Allow</button>\
         <button name=\"action\" value=\"deny\" formnovalidate>Deny</button></div></form>",
        hidden = hidden(sender, request),
    );
    let status = if wrong.is_empty() { StatusCode::OK } else { StatusCode::UNAUTHORIZED };
    page(status, "Allow access", &body, &redirect::source(&sender.redirect))
}

/// Says why nothing is asked. Nobody is sent anywhere.
pub fn refusal(status: StatusCode, why: &str) -> Response {
    let body = format!(
        "<h1>This cannot be done</h1><p role=\"alert\">{}.</p><p>Go back to the program you came from and start again.</p>",
        html(why)
    );
    page(status, "This cannot be done", &body, "")
}

fn hidden(sender: &Sender, request: &Request) -> String {
    let field = |name: &str, value: &str| format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", html(value));
    let mut fields = [
        field("response_type", "code"),
        field("client_id", &sender.client.id),
        field("redirect_uri", &sender.redirect),
        field("scope", &request.scopes),
        field("resource", &request.resource),
        field("code_challenge", &request.challenge),
        field("code_challenge_method", "S256"),
    ]
    .concat();
    if let Some(state) = &sender.state {
        fields.push_str(&field("state", state));
    }
    fields
}

fn page(status: StatusCode, title: &str, body: &str, forms: &str) -> Response {
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{title} · Mirobody</title><style>{STYLE}</style></head>\
         <body><main>{body}</main></body></html>"
    );
    let policy = format!(
        "default-src 'none'; style-src {}; form-action 'self' {forms}; frame-ancestors 'none'; base-uri 'none'",
        *STYLE_HASH
    );
    let mut response = (status, Html(page)).into_response();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
