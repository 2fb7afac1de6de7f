//! Asking a service: politely, with an end to every wait and a size to every answer.
//!
//! A redirect is followed only within the service's own host. What is asked and answered is never logged.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use reqwest::{Client, Response, Url, redirect::Policy};
use tokio::time::timeout;

use crate::{Fault, SettingsError, cache::Cache, polite::Polite};

/// The largest answer that is read.
const LARGEST: usize = 8 * 1024 * 1024;
/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// So many redirects within a host are followed.
const REDIRECTS: usize = 3;

/// The client for all services.
pub(crate) fn client(tool: &str) -> Result<Client, SettingsError> {
    let agent = format!("{tool}/{}", env!("CARGO_PKG_VERSION"));
    let builder = Client::builder().connect_timeout(CONNECT).redirect(within_the_host()).user_agent(agent);
    builder.no_proxy().build().map_err(|_| SettingsError::Client)
}

fn within_the_host() -> Policy {
    Policy::custom(|attempt| {
        let same = |url: &Url| {
            let next = attempt.url();
            url.scheme() == next.scheme() && url.host() == next.host() && url.port() == next.port()
        };
        if attempt.previous().iter().all(same) && attempt.previous().len() <= REDIRECTS {
            attempt.follow()
        } else {
            attempt.stop()
        }
    })
}

/// A service.
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) name: &'static str,
    client: Client,
    base: Url,
    polite: Polite,
    patience: Duration,
    cache: Cache,
}

impl Service {
    pub(crate) fn new(name: &'static str, client: Client, base: Url, pause: Duration, patience: Duration) -> Self {
        Self { name, client, base, polite: Polite::new(pause), patience, cache: Cache::default() }
    }

    /// What stands at an address below the base. A path has no character of a caller's but letters, digits and dots.
    pub(crate) async fn get(&self, path: &str, query: &[(&str, &str)]) -> Result<Arc<str>, Fault> {
        let url = self.address(path, query)?;
        if let Some(body) = self.cache.get(url.as_str(), Instant::now()) {
            return Ok(body);
        }
        let read = timeout(self.patience, self.read(url.clone())).await.unwrap_or(Err(Fault::TooSlow));
        match read {
            Ok(body) => {
                self.cache.put(url.as_str(), &body, Instant::now());
                Ok(body)
            }
            Err(fault) => {
                // What a service does not have is no failure of it.
                if fault != Fault::NotFound {
                    tracing::warn!(code = fault.code(), status = status(fault), "an evidence service failed");
                }
                Err(fault)
            }
        }
    }

    fn address(&self, path: &str, query: &[(&str, &str)]) -> Result<Url, Fault> {
        let mut url = self.base.clone();
        let parts = path.split('/').filter(|part| !part.is_empty());
        url.path_segments_mut().map_err(|()| Fault::NotConfigured)?.pop_if_empty().extend(parts);
        url.query_pairs_mut().extend_pairs(query);
        Ok(url)
    }

    async fn read(&self, url: Url) -> Result<Arc<str>, Fault> {
        self.polite.turn(self.patience).await.ok_or(Fault::Busy)?;
        let mut response = self.client.get(url).send().await?;
        refused(&response)?;
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > LARGEST {
                return Err(Fault::Answer);
            }
        }
        String::from_utf8(bytes).map(Arc::from).map_err(|_| Fault::Answer)
    }
}

fn refused(response: &Response) -> Result<(), Fault> {
    match response.status().as_u16() {
        200 => Ok(()),
        404 => Err(Fault::NotFound),
        429 | 503 => Err(Fault::Busy),
        status => Err(Fault::Status(status)),
    }
}

const fn status(fault: Fault) -> u16 {
    if let Fault::Status(status) = fault { status } else { 0 }
}
