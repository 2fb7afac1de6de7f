//! What a refusal means to its caller: by the status, and inside a stream by the error's own code or type.

use std::time::Duration;

use serde_json::Value;

use crate::Fault;

/// The longest message of a vendor that is passed on.
const LONGEST: usize = 500;

/// An answer with a status other than 200.
pub(super) fn of_status(status: u16, retry_after: Option<Duration>, body: &[u8]) -> Fault {
    match status {
        401..=403 => Fault::Denied { status },
        408 | 504 | 524 => Fault::TimedOut,
        429 => Fault::Limited { retry_after },
        400..=499 if is_about_key(body) => Fault::Denied { status },
        400..=499 => Fault::Rejected { status, message: message(body) },
        300..=399 | 500..=u16::MAX => Fault::Failed { status },
        _ => Fault::Malformed,
    }
}

/// An error object that came inside an answer which began well.
pub(crate) fn of_error(error: &Value) -> Fault {
    let code = error.get("code").or_else(|| error.get("status_code"));
    let number = code.and_then(|code| code.as_u64().or_else(|| code.as_str()?.parse().ok()));
    if let Some(status) = number.and_then(|number| u16::try_from(number).ok()).filter(|status| *status >= 400) {
        return of_status(status, None, error.to_string().as_bytes());
    }
    let words = ["type", "code", "status"].map(|name| error.get(name).and_then(Value::as_str).unwrap_or_default());
    let status = words.into_iter().find_map(status_of_word).unwrap_or(500);
    of_status(status, None, error.to_string().as_bytes())
}

fn status_of_word(word: &str) -> Option<u16> {
    let word = word.to_ascii_lowercase();
    let has = |part: &str| word.contains(part);
    match () {
        () if has("rate_limit") || has("too_many") || has("resource_exhausted") => Some(429),
        () if has("authentication") || has("unauthenticated") || has("api_key") => Some(401),
        () if has("permission") || has("billing") || has("quota") => Some(403),
        () if has("not_found") => Some(404),
        () if has("invalid") || has("too_large") || has("context_length") => Some(400),
        () if has("overloaded") || has("unavailable") => Some(503),
        () => None,
    }
}

/// Google refuses a wrong key with status 400.
fn is_about_key(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body);
    text.contains("API_KEY_INVALID") || text.contains("API_KEY_SERVICE_BLOCKED")
}

/// The vendor's own words, cut, on one line.
fn message(body: &[u8]) -> String {
    let text = match serde_json::from_slice::<Value>(body) {
        Ok(json) => words(&json).unwrap_or_default().to_owned(),
        Err(_) => String::from_utf8_lossy(body).into_owned(),
    };
    let text = if text.trim_start().starts_with('<') { "" } else { text.trim() };
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = line.char_indices().nth(LONGEST).map_or(line.len(), |(at, _)| at);
    line[..end].to_owned()
}

/// Where vendors put them.
fn words(json: &Value) -> Option<&str> {
    let json = json.get(0).unwrap_or(json);
    let error = json.get("error").unwrap_or(json);
    let text = error.as_str().or_else(|| error.get("message")?.as_str());
    let detail =
        || json.get("detail").and_then(|detail| detail.as_str().or_else(|| detail.get(0)?.get("msg")?.as_str()));
    text.or_else(|| json.get("message")?.as_str()).or_else(detail)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_status_has_one_meaning() {
        let of = |status| of_status(status, None, br#"{"error":{"message":"too\n long"}}"#);
        for status in [400, 404, 409, 413, 422] {
            assert_eq!(of(status), Fault::Rejected { status, message: "too long".into() });
        }
        for status in [401, 402, 403] {
            assert_eq!(of(status), Fault::Denied { status });
        }
        for status in [301, 307, 500, 502, 503, 529] {
            assert_eq!(of(status), Fault::Failed { status });
        }
        for status in [408, 504] {
            assert_eq!(of(status), Fault::TimedOut);
        }
        let wait = Some(Duration::from_secs(7));
        assert_eq!(of_status(429, wait, b""), Fault::Limited { retry_after: wait });
        assert_eq!(of(204), Fault::Malformed);
        assert_eq!(
            of_status(400, None, br#"[{"error":{"code":400,"details":[{"reason":"API_KEY_INVALID"}]}}]"#),
            Fault::Denied { status: 400 }
        );
    }

    #[test]
    fn a_message_is_found_where_vendors_put_it_and_cut() {
        for (body, said) in [
            (r#"{"error":{"message":"a"}}"#, "a"),
            (r#"{"error":"a"}"#, "a"),
            (r#"[{"error":{"message":"a"}}]"#, "a"),
            (r#"{"message":"a"}"#, "a"),
            (r#"{"detail":"a"}"#, "a"),
            (r#"{"detail":[{"msg":"a"}]}"#, "a"),
            ("plain", "plain"),
            ("<html>no</html>", ""),
            ("{}", ""),
            ("", ""),
        ] {
            assert_eq!(message(body.as_bytes()), said, "{body}");
        }
        assert_eq!(message("ä".repeat(2000).as_bytes()).chars().count(), LONGEST);
    }

    #[test]
    fn an_error_inside_a_stream_is_read_by_its_code_or_type() {
        for (error, fault) in [
            (json!({"code": 502, "message": "x"}), Fault::Failed { status: 502 }),
            (json!({"code": "429"}), Fault::Limited { retry_after: None }),
            (json!({"type": "overloaded_error"}), Fault::Failed { status: 503 }),
            (json!({"type": "api_error"}), Fault::Failed { status: 500 }),
            (json!({"type": "rate_limit_error"}), Fault::Limited { retry_after: None }),
            (json!({"code": "rate_limit_exceeded"}), Fault::Limited { retry_after: None }),
            (json!({"type": "authentication_error"}), Fault::Denied { status: 401 }),
            (json!({"status": "UNAVAILABLE"}), Fault::Failed { status: 503 }),
            (
                json!({"type": "invalid_request_error", "message": "m"}),
                Fault::Rejected { status: 400, message: "m".into() },
            ),
            (json!("broken"), Fault::Failed { status: 500 }),
        ] {
            assert_eq!(of_error(&error), fault, "{error}");
        }
    }
}
