//! The OAuth server: the way of a good client from end to end, and what a bad one gets.

use axum::{body::Body, http::Request};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{Reply, Server, glucose};

const VERIFIER: &str = "a-verifier-that-is-long-enough-to-be-taken-for-one";
const CALLBACK: &str = "http://127.0.0.1:33418/callback";

fn challenge() -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER))
}

fn encoded(pairs: &[(&str, &str)]) -> String {
    let escape = |text: &str| {
        text.bytes()
            .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
            .collect::<String>()
    };
    pairs.iter().map(|(name, value)| format!("{name}={}", escape(value))).collect::<Vec<_>>().join("&")
}

async fn form(server: &Server, path: &str, pairs: &[(&str, &str)]) -> Reply {
    let request = Request::post(path).header("host", "localhost:18080");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    server.send(request.body(Body::from(encoded(pairs))).unwrap()).await
}

async fn get(server: &Server, path: &str) -> Reply {
    server.send(Request::get(path).header("host", "localhost:18080").body(Body::empty()).unwrap()).await
}

async fn register(server: &Server, about: Value) -> Reply {
    let request = Request::post("/oauth/register").header("content-type", "application/json");
    server.send(request.body(Body::from(about.to_string())).unwrap()).await
}

async fn client(server: &Server) -> String {
    let reply = register(server, json!({"client_name": "Test <b>client</b>", "redirect_uris": [CALLBACK]})).await;
    assert_eq!(reply.status, 201, "{}", reply.text);
    reply.json()["client_id"].as_str().unwrap().to_owned()
}

/// What a good client asks.
fn asked<'a>(client: &'a str, challenge: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("response_type", "code"),
        ("client_id", client),
        ("redirect_uri", CALLBACK),
        ("code_challenge", challenge),
        ("code_challenge_method", "S256"),
        ("state", "a&b"),
        ("resource", "http://localhost:18080/mcp"),
    ]
}

/// The person's answer to it.
async fn answered(server: &Server, client: &str, credential: &str, action: &str) -> Reply {
    let challenge = challenge();
    let mut pairs = asked(client, &challenge);
    pairs.extend([("credential", credential), ("action", action)]);
    form(server, "/oauth/authorize", &pairs).await
}

/// A parameter of the address that the browser is sent to.
fn sent(reply: &Reply, name: &str) -> Option<String> {
    let location =
        reply.headers.get("location").unwrap_or_else(|| panic!("{} {}", reply.status, reply.text)).to_str().unwrap();
    let (address, query) = location.split_once('?').unwrap();
    assert_eq!(address, CALLBACK);
    query.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}="))).map(str::to_owned)
}

async fn code(server: &Server, client: &str) -> String {
    sent(&answered(server, client, &server.ann, "allow").await, "code").unwrap()
}

async fn token(server: &Server, client: &str, code: &str, verifier: &str) -> Reply {
    let pairs = [
        ("grant_type", "authorization_code"),
        ("client_id", client),
        ("code", code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", verifier),
    ];
    form(server, "/oauth/token", &pairs).await
}

async fn refreshed(server: &Server, client: &str, refresh: &str) -> Reply {
    let pairs = [("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", refresh)];
    form(server, "/oauth/token", &pairs).await
}

fn text(reply: &Reply, name: &str) -> String {
    reply.json()[name].as_str().unwrap_or_else(|| panic!("no {name} in {}", reply.text)).to_owned()
}

async fn with_readings() -> Server {
    let server = Server::start().await;
    server.write(&server.ann, "", json!([glucose(json!("143.7"), "2026-06-16T07:30:00Z")])).await;
    server
}

async fn reads(server: &Server, token: &str) -> bool {
    let call = json!({"name": "query_health_indicators", "arguments": {"keywords": ["fasting glucose"]}});
    let reply = server.rpc_at("/mcp", Some(token), "tools/call", call).await;
    assert!(reply.status == 200 || reply.status == 401, "{}", reply.text);
    reply.text.contains("143.7")
}

#[tokio::test]
async fn a_client_finds_registers_asks_reads_and_goes_on() {
    let server = with_readings().await;
    let resource = get(&server, "/.well-known/oauth-protected-resource/mcp").await.json();
    assert_eq!(resource["resource"], "http://localhost:18080/mcp");
    assert_eq!(resource["authorization_servers"], json!(["http://localhost:18080"]));
    let metadata = get(&server, "/.well-known/oauth-authorization-server").await.json();
    assert_eq!(metadata["issuer"], "http://localhost:18080");
    for path in ["/.well-known/oauth-authorization-server/mcp", "/.well-known/mcp-configuration"] {
        assert_eq!(get(&server, path).await.json(), metadata);
    }
    let client = client(&server).await;
    let challenge = challenge();
    let page = get(&server, &format!("/oauth/authorize?{}", encoded(&asked(&client, &challenge)))).await;
    assert_eq!(page.status, 200);
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(policy.contains("form-action 'self' http://127.0.0.1:33418"), "{policy}");
    assert_eq!(
        (&page.headers["x-frame-options"], &page.headers["cache-control"]),
        (&"DENY".parse().unwrap(), &"no-store".parse().unwrap())
    );
    assert!(page.text.contains("Test &lt;b&gt;client&lt;/b&gt;") && !page.text.contains("<b>"), "{}", page.text);
    assert!(page.text.contains("name=\"state\" value=\"a&amp;b\"") && !page.text.contains("<script"));

    let allowed = answered(&server, &client, &server.ann, "allow").await;
    assert_eq!(allowed.status, 302);
    assert_eq!(sent(&allowed, "state").as_deref(), Some("a%26b"));
    assert_eq!(sent(&allowed, "iss").as_deref(), Some("http%3A%2F%2Flocalhost%3A18080"));
    let first = token(&server, &client, &sent(&allowed, "code").unwrap(), VERIFIER).await;
    assert_eq!(
        (first.status, &first.json()["token_type"], &first.json()["expires_in"]),
        (200, &json!("Bearer"), &json!(3600))
    );
    assert_eq!(first.headers["cache-control"], "no-store");
    let access = text(&first, "access_token");
    assert!(reads(&server, &access).await);
    assert_eq!(server.get(&access, "/v1/data").await.status, 401, "it is for /mcp alone");

    server.advance(3601);
    assert!(!reads(&server, &access).await, "an hour is over");
    let second = refreshed(&server, &client, &text(&first, "refresh_token")).await;
    assert!(reads(&server, &text(&second, "access_token")).await);
}

#[tokio::test]
async fn a_code_and_a_refresh_token_are_good_once_and_end_everything_when_they_come_back() {
    let server = with_readings().await;
    let client = client(&server).await;
    let code = code(&server, &client).await;
    let first = token(&server, &client, &code, VERIFIER).await;
    let again = token(&server, &client, &code, VERIFIER).await;
    assert_eq!((again.status, &again.json()["error"]), (400, &json!("invalid_grant")));
    assert!(!reads(&server, &text(&first, "access_token")).await, "the code came back");
    assert_eq!(refreshed(&server, &client, &text(&first, "refresh_token")).await.status, 400);

    let code = self::code(&server, &client).await;
    let first = token(&server, &client, &code, VERIFIER).await;
    let second = refreshed(&server, &client, &text(&first, "refresh_token")).await;
    assert_eq!(second.status, 200);
    let stolen = refreshed(&server, &client, &text(&first, "refresh_token")).await;
    assert_eq!((stolen.status, &stolen.json()["error"]), (400, &json!("invalid_grant")));
    assert!(!reads(&server, &text(&second, "access_token")).await, "the refresh token came back");
}

#[tokio::test]
async fn a_code_is_for_its_client_its_verifier_and_its_address_and_burns() {
    let server = with_readings().await;
    let (client, other) = (client(&server).await, client(&server).await);
    for (verifier, redirect) in
        [("x".repeat(50), CALLBACK), (VERIFIER.into(), "http://127.0.0.1:1/callback"), ("short".into(), CALLBACK)]
    {
        let code = code(&server, &client).await;
        let pairs = [
            ("grant_type", "authorization_code"),
            ("client_id", &client),
            ("code", &code),
            ("redirect_uri", redirect),
            ("code_verifier", &verifier),
        ];
        assert_eq!(form(&server, "/oauth/token", &pairs).await.json()["error"], "invalid_grant");
        assert_eq!(token(&server, &client, &code, VERIFIER).await.json()["error"], "invalid_grant", "burnt");
    }
    let code = code(&server, &client).await;
    assert_eq!(token(&server, &other, &code, VERIFIER).await.json()["error"], "invalid_grant");
    server.advance(601);
    assert_eq!(token(&server, &client, &code, VERIFIER).await.json()["error"], "invalid_grant", "ten minutes are over");
}

#[tokio::test]
async fn nobody_is_sent_to_an_address_that_was_not_registered() {
    let server = Server::start().await;
    let client = client(&server).await;
    let challenge = challenge();
    let good = asked(&client, &challenge);
    for (name, value) in [
        ("client_id", "mcp_client_nobody"),
        ("client_id", ""),
        ("redirect_uri", "https://evil.example/callback"),
        ("redirect_uri", "http://127.0.0.1:33418/callback/../x"),
        ("redirect_uri", "http://127.0.0.1:33418@evil.example/callback"),
    ] {
        let pairs: Vec<_> = good.iter().map(|pair| if pair.0 == name { (name, value) } else { *pair }).collect();
        let reply = get(&server, &format!("/oauth/authorize?{}", encoded(&pairs))).await;
        assert!(reply.status == 400 && !reply.headers.contains_key("location"), "{name}={value}: {}", reply.status);
        assert!(!reply.text.contains("evil"), "{}", reply.text);
    }
    let twice = get(&server, &format!("/oauth/authorize?{}&client_id=x", encoded(&good))).await;
    assert!(twice.status == 400 && !twice.headers.contains_key("location"));
    // Another port of the person's own machine is the same client.
    let elsewhere: Vec<_> = good
        .iter()
        .map(|pair| if pair.0 == "redirect_uri" { ("redirect_uri", "http://127.0.0.1:5/callback") } else { *pair })
        .collect();
    assert_eq!(get(&server, &format!("/oauth/authorize?{}", encoded(&elsewhere))).await.status, 200);
}

#[tokio::test]
async fn other_mistakes_go_back_to_the_client() {
    let server = Server::start().await;
    let client = client(&server).await;
    let challenge = challenge();
    let good = asked(&client, &challenge);
    for (name, value, error) in [
        ("response_type", "token", "unsupported_response_type"),
        ("response_type", "", "invalid_request"),
        ("code_challenge", "", "invalid_request"),
        ("code_challenge", "short", "invalid_request"),
        ("code_challenge_method", "plain", "invalid_request"),
        ("code_challenge_method", "", "invalid_request"),
        ("resource", "https://elsewhere.example/mcp", "invalid_target"),
    ] {
        let pairs: Vec<_> = good.iter().map(|pair| if pair.0 == name { (name, value) } else { *pair }).collect();
        let reply = get(&server, &format!("/oauth/authorize?{}", encoded(&pairs))).await;
        assert_eq!((reply.status, sent(&reply, "error").as_deref()), (302, Some(error)), "{name}={value}");
        assert_eq!(sent(&reply, "state").as_deref(), Some("a%26b"));
    }
    let denied = answered(&server, &client, "", "deny").await;
    assert_eq!((denied.status, sent(&denied, "error").as_deref()), (302, Some("access_denied")));
}

#[tokio::test]
async fn a_person_signs_in_with_a_key_or_a_code_and_not_forever_wrongly() {
    let server = with_readings().await;
    let client = client(&server).await;
    let local = server.store.local_account().await.unwrap().subject(&server.store, "").await.unwrap();
    let now = jiff::Timestamp::from_second(1_781_611_200).unwrap();
    let code = server.store.new_sign_in_code(&local, now).await.unwrap();
    assert_eq!(answered(&server, &client, &code.to_uppercase(), "allow").await.status, 302);
    assert_eq!(answered(&server, &client, &code, "allow").await.status, 401, "good once");
    let nobody = {
        let challenge = challenge();
        let mut pairs = asked(&client, &challenge);
        pairs.extend([("credential", server.ann.as_str()), ("action", "allow"), ("user", "nobody")]);
        form(&server, "/oauth/authorize", &pairs).await
    };
    assert!(nobody.status == 401 && nobody.text.contains("no record of that person"));
    for _ in 0..19 {
        let wrong = answered(&server, &client, "mb_live_wrong", "allow").await;
        assert!(wrong.status == 401 && wrong.text.contains("role=\"alert\"") && !wrong.text.contains("mb_live_wrong"));
    }
    let enough = answered(&server, &client, &server.ann, "allow").await;
    assert_eq!((enough.status, enough.headers.contains_key("retry-after")), (429, true));
    server.advance(61);
    assert_eq!(answered(&server, &client, &server.ann, "allow").await.status, 302);
}

#[tokio::test]
async fn what_a_client_says_of_itself_is_checked() {
    let server = Server::start().await;
    for (about, error) in [
        (json!([]), "invalid_client_metadata"),
        (json!({}), "invalid_redirect_uri"),
        (json!({"redirect_uris": []}), "invalid_redirect_uri"),
        (json!({"redirect_uris": ["javascript:alert(1)"]}), "invalid_redirect_uri"),
        (json!({"redirect_uris": ["http://example.org/cb"]}), "invalid_redirect_uri"),
        (json!({"redirect_uris": [3]}), "invalid_redirect_uri"),
        (json!({"redirect_uris": [CALLBACK], "client_name": 3}), "invalid_client_metadata"),
        (
            json!({"redirect_uris": [CALLBACK], "token_endpoint_auth_method": "private_key_jwt"}),
            "invalid_client_metadata",
        ),
    ] {
        let reply = register(&server, about.clone()).await;
        assert_eq!((reply.status, &reply.json()["error"]), (400, &json!(error)), "{about}");
    }
    let secret = json!({"redirect_uris": [CALLBACK], "token_endpoint_auth_method": "client_secret_post"});
    let reply = register(&server, secret).await;
    let (id, secret) = (text(&reply, "client_id"), text(&reply, "client_secret"));
    let code = code(&server, &id).await;
    assert_eq!(token(&server, &id, &code, VERIFIER).await.json()["error"], "invalid_client", "it has a secret to give");
    let pairs = [
        ("grant_type", "authorization_code"),
        ("client_id", &id),
        ("client_secret", &secret),
        ("code", &code),
        ("code_verifier", VERIFIER),
    ];
    assert_eq!(form(&server, "/oauth/token", &pairs).await.status, 200);
}

#[tokio::test]
async fn a_token_is_known_to_whom_it_concerns_and_ended_by_its_client() {
    let server = with_readings().await;
    let (client, other) = (client(&server).await, client(&server).await);
    let code = code(&server, &client).await;
    let tokens = token(&server, &client, &code, VERIFIER).await;
    let (access, refresh) = (text(&tokens, "access_token"), text(&tokens, "refresh_token"));
    let inspect = async |key: &str| {
        let request = Request::post("/oauth/introspect").header("authorization", format!("Bearer {key}"));
        server.send(request.body(Body::from(encoded(&[("token", &access)]))).unwrap()).await
    };
    let known = inspect(&server.ann).await.json();
    assert_eq!((&known["active"], &known["client_id"]), (&json!(true), &json!(client)));
    assert_eq!(known["aud"], "http://localhost:18080/mcp");
    assert_eq!(inspect(&server.bob).await.json(), json!({"active": false}));
    assert_eq!(inspect("mb_live_wrong").await.status, 401);
    let public = form(&server, "/oauth/introspect", &[("token", &access), ("client_id", &client)]).await;
    assert_eq!(public.status, 401, "anybody can say the id of a public client");

    let revoke = async |client: &str, token: &str| {
        form(&server, "/oauth/revoke", &[("token", token), ("client_id", client)]).await.status
    };
    assert_eq!(revoke(&other, &refresh).await, 200);
    assert!(reads(&server, &access).await, "another client ends nothing");
    assert_eq!(revoke(&client, &refresh).await, 200);
    assert!(!reads(&server, &access).await);
    assert_eq!(revoke(&client, "made-up").await, 200);
}

#[tokio::test]
async fn a_grant_ends_with_its_person_and_with_the_key_it_was_made_with() {
    let server = with_readings().await;
    let client = client(&server).await;
    let code = code(&server, &client).await;
    let tokens = token(&server, &client, &code, VERIFIER).await;
    let admin = server.store.admin();
    let key = admin.list_keys().await.unwrap().into_iter().find(|key| key.account == "ann").unwrap();
    admin.revoke_key(key.id).await.unwrap();
    assert!(!reads(&server, &text(&tokens, "access_token")).await);
    assert_eq!(refreshed(&server, &client, &text(&tokens, "refresh_token")).await.json()["error"], "invalid_grant");

    let bobs = sent(&answered(&server, &client, &server.bob, "allow").await, "code").unwrap();
    let tokens = token(&server, &client, &bobs, VERIFIER).await;
    server.delete(&server.bob, "/v1/subjects/default").await;
    let gone = server.rpc_at("/mcp", Some(&text(&tokens, "access_token")), "tools/list", json!({})).await;
    assert_eq!(gone.status, 401);
}

#[tokio::test]
async fn a_program_with_a_key_needs_no_person() {
    let server = with_readings().await;
    let asked = |secret: &str| {
        encoded(&[("grant_type", "client_credentials"), ("client_id", "cron"), ("client_secret", secret)])
    };
    let post = async |body: String| server.send(Request::post("/oauth/token").body(Body::from(body)).unwrap()).await;
    let given = post(asked(&server.ann)).await;
    assert!(given.json().get("refresh_token").is_none());
    assert!(reads(&server, &text(&given, "access_token")).await);
    assert_eq!(post(asked("mb_live_wrong")).await.json()["error"], "invalid_client");
    assert_eq!(post(asked("x")).await.json()["error"], "unauthorized_client");
    for (pairs, error) in [
        (&[("grant_type", "password")][..], "unsupported_grant_type"),
        (&[], "invalid_request"),
        (&[("grant_type", "refresh_token")], "invalid_client"),
        (&[("grant_type", "refresh_token"), ("grant_type", "x")], "invalid_request"),
    ] {
        assert_eq!(post(encoded(pairs)).await.json()["error"], error, "{pairs:?}");
    }
}
