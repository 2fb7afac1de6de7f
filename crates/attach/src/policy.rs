//! Who may be connected to.

use std::{
    net::IpAddr,
    str::FromStr,
    sync::{Arc, OnceLock},
};

use reqwest::{Client, Url, redirect};

use crate::{
    AttachError,
    address::is_public,
    limits::{Patience, TO_CONNECT},
    lookup::{Guard, Lookup, SystemLookup},
};

/// The policy of a server of ours, and its two clients: one that connects to nothing but public addresses, and one for the
/// hosts that its operator listed.
#[derive(Debug, Clone)]
pub struct Policy {
    private_hosts: Arc<[PrivateHost]>,
    lookup: Arc<dyn Lookup>,
    pub(crate) patience: Patience,
    clients: Arc<[OnceLock<Option<Client>>; 2]>,
}

/// A host that may be connected to whatever its address, by the operator's word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrivateHost {
    host: String,
    /// Any port when none is said.
    port: Option<u16>,
}

/// Not a host, or a host and a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a host such as tools.lan, 10.0.0.7 or tools.lan:8080")]
pub struct HostError;

impl FromStr for PrivateHost {
    type Err = HostError;

    /// Read as a URL is, so that the same host has the same spelling.
    fn from_str(text: &str) -> Result<Self, HostError> {
        let is_plain = !text.contains(['/', '@', '?', '#', ' ']);
        let text = if text.parse::<std::net::Ipv6Addr>().is_ok() { format!("[{text}]") } else { text.to_owned() };
        let url = Url::parse(&format!("mcp-host://{text}")).ok().filter(|_| is_plain).ok_or(HostError)?;
        let port = url.port();
        let host = Url::parse(&format!("http://{}", url.host_str().ok_or(HostError)?)).map_err(|_| HostError)?;
        let host = host.host_str().filter(|host| !host.is_empty()).ok_or(HostError)?.to_owned();
        Ok(Self { host, port })
    }
}

impl PrivateHost {
    fn is_of(&self, url: &Url) -> bool {
        url.host_str() == Some(&self.host) && self.port.is_none_or(|port| url.port_or_known_default() == Some(port))
    }
}

impl Default for Policy {
    /// Public addresses and nothing else.
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Policy {
    /// Public addresses, and these hosts.
    pub fn new(private_hosts: Vec<PrivateHost>) -> Self {
        Self::with_lookup(private_hosts, Arc::new(SystemLookup))
    }

    /// The same, with names looked up elsewhere than this machine does.
    pub fn with_lookup(private_hosts: Vec<PrivateHost>, lookup: Arc<dyn Lookup>) -> Self {
        let (private_hosts, patience) = (private_hosts.into(), Patience::default());
        Self { private_hosts, lookup, patience, clients: Arc::default() }
    }

    /// The same, with other waits.
    #[must_use]
    pub fn with_patience(self, patience: Patience) -> Self {
        Self { patience, ..self }
    }

    /// The client for a URL, when its host may be connected to. A name is looked up here only to say at once that it is
    /// not public: the client looks again.
    pub(crate) async fn client(&self, url: &Url) -> Result<Client, AttachError> {
        let is_listed = self.private_hosts.iter().any(|host| host.is_of(url));
        if !is_listed && !self.is_public(url).await {
            return Err(AttachError::NotPublic);
        }
        let made = self.clients[usize::from(is_listed)].get_or_init(|| self.made(is_listed));
        made.clone().ok_or(AttachError::Client)
    }

    /// Whether a host is not known to be private. A name without an address is nobody's, and fails when it is needed.
    async fn is_public(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        if let Ok(address) = literal {
            return is_public(address);
        }
        let found = self.lookup.addresses(host).await.unwrap_or_default();
        found.into_iter().all(is_public)
    }

    fn made(&self, lets_private: bool) -> Option<Client> {
        let guard = Guard { lookup: Arc::clone(&self.lookup), lets_private };
        let builder = Client::builder().redirect(redirect::Policy::none()).no_proxy().connect_timeout(TO_CONNECT);
        builder.dns_resolver(Arc::new(guard)).build().ok()
    }
}

/// A URL that can be connected to at all.
pub(crate) fn url(text: &str) -> Result<Url, AttachError> {
    let url = Url::parse(text.trim()).map_err(|_| AttachError::Url)?;
    let is_http = matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(|host| !host.is_empty());
    let is_bare = url.username().is_empty() && url.password().is_none();
    if is_http && is_bare { Ok(url) } else { Err(AttachError::Url) }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::Addresses;

    /// Knows two names.
    #[derive(Debug)]
    struct Book;

    impl Lookup for Book {
        fn addresses(&self, host: &str) -> Addresses {
            let found: io::Result<Vec<IpAddr>> = match host {
                "public.test" => Ok(vec!["8.8.8.8".parse().unwrap()]),
                "half.test" => Ok(vec!["8.8.8.8".parse().unwrap(), "10.0.0.1".parse().unwrap()]),
                _ => Err(io::Error::other("nobody")),
            };
            Box::pin(async move { found })
        }
    }

    async fn outcome(hosts: &[&str], text: &str) -> Result<(), AttachError> {
        let hosts = hosts.iter().map(|host| host.parse().unwrap()).collect();
        let policy = Policy::with_lookup(hosts, Arc::new(Book));
        policy.client(&url(text)?).await.map(drop)
    }

    #[tokio::test]
    async fn no_spelling_of_a_private_address_is_let_through() {
        for text in [
            "http://127.0.0.1:9/mcp",
            "http://127.1/mcp",
            "http://0x7f.1/mcp",
            "http://2130706433/mcp",
            "http://0177.0.0.1/",
            "http://017700000001/",
            "http://[::1]:9/mcp",
            "http://[::ffff:127.0.0.1]/mcp",
            "http://[0:0:0:0:0:ffff:7f00:1]/",
            "http://10.0.0.1/mcp",
            "http://169.254.169.254/latest/meta-data",
            "http://0.0.0.0/mcp",
            "http://0/",
            "http://１２７.0.0.1/",
            "https://half.test/mcp",
            "http://[fd00:ec2::254]/",
            "http://[64:ff9b::10.0.0.1]/",
        ] {
            assert_eq!(outcome(&[], text).await, Err(AttachError::NotPublic), "{text}");
        }
        for text in ["https://public.test/mcp", "https://nobody.test/mcp", "http://8.8.8.8/mcp"] {
            assert_eq!(outcome(&[], text).await, Ok(()), "{text}");
        }
    }

    #[tokio::test]
    async fn what_is_no_url_of_http_is_refused() {
        for text in
            ["ftp://example.com/mcp", "file:///etc/passwd", "not a url", "", "http://", "http://u:p@public.test/"]
        {
            assert_eq!(outcome(&[], text).await, Err(AttachError::Url), "{text}");
        }
    }

    #[tokio::test]
    async fn the_operators_hosts_are_let_through_at_their_port() {
        let hosts = ["127.0.0.1:8080", "::1", "half.test:443"];
        for (text, may) in [
            ("http://127.0.0.1:8080/mcp", true),
            ("http://127.1:8080/mcp", true),
            ("http://127.0.0.1/mcp", false),
            ("http://[::1]:1/mcp", true),
            ("https://half.test/mcp", true),
            ("http://half.test/mcp", false),
            ("http://10.0.0.1/mcp", false),
        ] {
            let expected = if may { Ok(()) } else { Err(AttachError::NotPublic) };
            assert_eq!(outcome(&hosts, text).await, expected, "{text}");
        }
    }

    #[test]
    fn a_list_of_hosts_holds_hosts() {
        for text in ["", "http://a", "a/b", "a@b", "a:99999", "a b", ":80"] {
            assert_eq!(text.parse::<PrivateHost>(), Err(HostError), "{text}");
        }
        assert_eq!("LAN.test".parse(), Ok(PrivateHost { host: "lan.test".into(), port: None }));
    }
}
