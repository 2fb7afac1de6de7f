//! Addresses that a browser may be sent back to.

use crate::mcp::is_local;

const LONGEST: usize = 2000;
/// Schemes that a browser acts on itself.
const NEVER: [&str; 10] =
    ["javascript", "data", "file", "vbscript", "blob", "about", "ftp", "ws", "wss", "view-source"];

/// Whether a client may register this address: `https`, `http` on the person's own machine, or a scheme of the client's
/// own.
pub fn may_register(address: &str) -> bool {
    let plain =
        address.len() <= LONGEST && address.bytes().all(|b| b.is_ascii_graphic() && !b"#\"'<>\\`{}|^;,".contains(&b));
    let Some((scheme, rest)) = address.split_once(':').filter(|_| plain) else { return false };
    match scheme.to_ascii_lowercase().as_str() {
        "https" => authority(rest).is_some(),
        "http" => authority(rest).is_some_and(is_local),
        own => is_scheme(own) && !NEVER.contains(&own) && !rest.is_empty(),
    }
}

/// Whether an address is one that was registered. On the person's own machine the port may be another (RFC 8252, 7.3).
pub fn matches(registered: &str, asked: &str) -> bool {
    registered == asked
        || (may_register(asked) && without_port(registered).is_some_and(|one| Some(one) == without_port(asked)))
}

/// What a page has to say about forms that lead there, in a content security policy.
pub fn source(address: &str) -> String {
    match address.split_once(':') {
        Some((scheme @ ("http" | "https"), rest)) => format!("{scheme}://{}", authority(rest).unwrap_or_default()),
        Some((scheme, _)) => format!("{scheme}:"),
        None => String::new(),
    }
}

/// Who is there, for a person to recognise: a host, or a scheme of a program's own.
pub fn whereto(address: &str) -> &str {
    match address.split_once(':') {
        Some(("http" | "https", rest)) => authority(rest).unwrap_or(address),
        Some((scheme, _)) => scheme,
        None => address,
    }
}

fn is_scheme(scheme: &str) -> bool {
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
}

/// The host and port after `https:`.
fn authority(rest: &str) -> Option<&str> {
    let rest = rest.strip_prefix("//")?;
    let authority = rest.split(['/', '?']).next()?;
    (!authority.is_empty() && !authority.contains('@')).then_some(authority)
}

/// Host and path of an address of this machine.
fn without_port(address: &str) -> Option<(&str, &str)> {
    let rest = address.strip_prefix("http:")?;
    let authority = authority(rest).filter(|authority| is_local(authority))?;
    let path = &rest[authority.len() + 2..];
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => host,
        _ => authority,
    };
    Some((host, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_client_may_register() {
        for good in [
            "https://claude.ai/api/mcp/auth_callback",
            "http://localhost:33418/callback",
            "http://127.0.0.1/cb?x=1",
            "http://[::1]:1/",
            "cursor://anysphere.cursor-retrieval/oauth/callback",
            "com.example.app:/cb",
        ] {
            assert!(may_register(good), "{good}");
        }
        for bad in [
            "",
            "https:",
            "https://",
            "/cb",
            "http://example.org/cb",
            "http://localhost.example.org/",
            "https://user@example.org/",
            "https://a/#x",
            "https://a/ b",
            "https://a/\"><script>",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            "1a:/x",
            "https://a;default-src *",
        ] {
            assert!(!may_register(bad), "{bad}");
        }
        assert!(!may_register(&format!("https://a/{}", "x".repeat(2000))));
    }

    #[test]
    fn only_the_address_itself_and_another_port_of_this_machine_match() {
        let web = "https://a.example/cb";
        for (registered, asked, same) in [
            (web, web, true),
            (web, "https://a.example/cb/", false),
            (web, "https://a.example/cb?x=1", false),
            (web, "https://A.example/cb", false),
            (web, "https://a.example:444/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:5123/cb", true),
            ("http://localhost:1/cb", "http://localhost:2/cb", true),
            ("http://[::1]:1/cb", "http://[::1]/cb", true),
            ("http://localhost:1/cb", "http://localhost:2/other", false),
            ("http://localhost:1/cb", "http://127.0.0.1:1/cb", false),
            ("http://localhost:1/cb", "http://localhost:1@evil.example/cb", false),
            ("http://localhost:1/cb", "http://localhost.evil.example/cb", false),
        ] {
            assert_eq!(matches(registered, asked), same, "{registered} {asked}");
        }
    }

    #[test]
    fn a_policy_names_the_origin_or_the_scheme() {
        assert_eq!(source("http://localhost:33418/callback?x"), "http://localhost:33418");
        assert_eq!(source("cursor://a/b"), "cursor:");
        assert_eq!((whereto("https://a.b/c"), whereto("cursor://a/b")), ("a.b", "cursor"));
    }
}
