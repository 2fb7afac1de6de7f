//! Where this server is reached from outside, and which pages of a browser may reach it.
//!
//! A page of a stranger can make a browser send requests to a server on the person's own machine, under a name of the
//! stranger's that was made to lead there. So a name that is not known to be ours is refused, and a page of elsewhere too.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

const FORWARDED_PROTO: &str = "x-forwarded-proto";
const ALLOWED: &str = "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name";

/// The address people outside use: `https://example.org`, without a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl {
    address: String,
    host: String,
}

impl PublicUrl {
    /// Reads `http` or `https`, a host and perhaps a port; none for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let address = text.trim().trim_end_matches('/');
        let (scheme, authority) = address.split_once("://")?;
        let plain =
            !authority.is_empty() && !authority.contains(['/', '?', '#', '@', '\\', '"', ' ', '<', '>', ';', ',']);
        let known = scheme == "https" || scheme == "http";
        (plain && known).then(|| Self { address: address.to_owned(), host: authority.to_ascii_lowercase() })
    }
}

impl std::fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.address)
    }
}

/// The names this server goes by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origins {
    /// The one that outsiders use.
    pub public: Option<PublicUrl>,
    /// Any name is taken: it listens to other machines and was not told its own.
    pub any_host: bool,
}

impl Origins {
    /// The address of this server as the sender of a request knows it.
    pub fn address(&self, headers: &HeaderMap) -> String {
        if let Some(public) = &self.public {
            return public.address.clone();
        }
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let scheme = if text(FORWARDED_PROTO) == Some("https") { "https" } else { "http" };
        let host = text("host").filter(|host| is_authority(host)).unwrap_or("localhost");
        format!("{scheme}://{host}")
    }

    /// Whether a request came under one of this server's names, and from no page of a stranger.
    pub fn admit(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).map(|host| host.to_str().unwrap_or("?"));
        let known = host.is_none_or(|host| self.is_ours(host));
        known && headers.get(header::ORIGIN).is_none_or(|origin| self.trusts(headers, origin))
    }

    fn is_ours(&self, host: &str) -> bool {
        let public = self.public.as_ref().is_some_and(|public| public.host.eq_ignore_ascii_case(host));
        is_authority(host) && (public || self.any_host || is_local(host))
    }

    /// A page of this server, of this machine, or of the public address.
    fn trusts(&self, headers: &HeaderMap, origin: &HeaderValue) -> bool {
        let Ok(origin) = origin.to_str() else { return false };
        let Some((_, host)) = origin.split_once("://") else { return false };
        let own = headers.get(header::HOST).is_some_and(|own| own.as_bytes().eq_ignore_ascii_case(host.as_bytes()));
        is_local(host) || own || self.public.as_ref().is_some_and(|public| public.host.eq_ignore_ascii_case(host))
    }

    /// What a browser is told about a page that may read the answer.
    pub fn share(&self, request: &HeaderMap, response: &mut HeaderMap) {
        let Some(origin) = request.get(header::ORIGIN).filter(|origin| self.trusts(request, origin)) else { return };
        response.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        let mut say = |name: HeaderName, value: &'static str| {
            response.insert(name, HeaderValue::from_static(value));
        };
        say(header::VARY, "origin");
        say(header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED);
        say(header::ACCESS_CONTROL_ALLOW_METHODS, "POST, GET, OPTIONS");
        say(header::ACCESS_CONTROL_EXPOSE_HEADERS, "www-authenticate, x-request-id");
    }
}

fn is_authority(host: &str) -> bool {
    !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b))
}

/// Whether a host, with or without its port, is this machine.
pub fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_strangers_name_or_page_is_refused() {
        let local = Origins::default();
        let public = Origins { public: PublicUrl::read("https://Health.example.org/"), any_host: false };
        for (pairs, at_home, outside) in [
            (&[][..], true, true),
            (&[("host", "127.0.0.1:18080")], true, true),
            (&[("host", "[::1]:18080")], true, true),
            (&[("host", "health.example.org")], false, true),
            (&[("host", "evil.example.com")], false, false),
            (&[("host", "localhost.evil.example.com")], false, false),
            (&[("host", "localhost"), ("origin", "http://localhost:6274")], true, true),
            (&[("host", "localhost"), ("origin", "https://evil.example.com")], false, false),
            (&[("host", "localhost"), ("origin", "null")], false, false),
            (&[("host", "localhost"), ("origin", "https://health.example.org")], false, true),
        ] {
            assert_eq!((local.admit(&headers(pairs)), public.admit(&headers(pairs))), (at_home, outside), "{pairs:?}");
        }
    }

    #[test]
    fn an_address_is_a_scheme_and_a_host() {
        for bad in ["", "example.org", "ftp://a", "https://", "https://a/b", "https://u@a", "https://a\"b"] {
            assert_eq!(PublicUrl::read(bad), None, "{bad}");
        }
        let local = Origins::default();
        assert_eq!(local.address(&headers(&[("host", "localhost:18080")])), "http://localhost:18080");
        assert_eq!(local.address(&headers(&[("host", "a.b"), ("x-forwarded-proto", "https")])), "https://a.b");
        assert_eq!(local.address(&headers(&[("host", "a\"b")])), "http://localhost");
        let public = Origins { public: PublicUrl::read("https://a.org/"), any_host: false };
        assert_eq!(public.address(&headers(&[("host", "b")])), "https://a.org");
    }
}
