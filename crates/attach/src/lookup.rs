//! Names to addresses.

use std::{
    fmt::Debug,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::address::is_public;

/// The addresses of a name, when they are there.
pub type Addresses = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Whoever knows the addresses of names.
pub trait Lookup: Debug + Send + Sync {
    /// All addresses of a name.
    fn addresses(&self, host: &str) -> Addresses;
}

/// This machine's own.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemLookup;

impl Lookup for SystemLookup {
    fn addresses(&self, host: &str) -> Addresses {
        let host = host.to_owned();
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// The addresses of a name that may be connected to: all of them, or the name is refused.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    pub lookup: Arc<dyn Lookup>,
    /// Whether addresses that are not public may be.
    pub lets_private: bool,
}

/// A name that has an address which is not public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the host has an address that is not public")]
pub(crate) struct NotPublic;

/// A name that has no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the host has no address")]
pub(crate) struct NoAddress;

/// Every connection asks here for its address and is made to what is answered: so the address that was checked is the
/// one that is used, and a name that has another the next time is checked again.
impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let (found, lets_private) = (self.lookup.addresses(name.as_str()), self.lets_private);
        Box::pin(async move {
            let found = found.await?;
            if found.is_empty() {
                return Err(NoAddress.into());
            }
            if !lets_private && !found.iter().all(|address| is_public(*address)) {
                return Err(NotPublic.into());
            }
            Ok(Box::new(found.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}
