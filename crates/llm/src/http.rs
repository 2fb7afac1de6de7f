//! HTTP to a vendor: one POST, and the data of the events that come back.
//!
//! True here: every wait has an end, every answer a largest size, no redirect is followed, no proxy is used but the
//! configured one. Must not be here: what the events mean.

mod classify;
mod frames;
mod retry_after;

use std::time::Duration;

use reqwest::{Client, Proxy, Response, Url, header::HeaderMap, redirect::Policy};
use tokio::time::{Instant, timeout, timeout_at};

pub(crate) use self::{classify::of_error, frames::Frames};
use crate::{Fault, Patience, Secret, SettingsError};

/// The largest answer that is read.
const LARGEST: usize = 10 * 1024 * 1024;
/// The largest message of an error that is read, and how long it may take.
const LARGEST_ERROR: usize = 64 * 1024;
const ERROR_PATIENCE: Duration = Duration::from_secs(5);

/// The client for all providers: they share its connections and its certificates.
pub(crate) fn client(patience: Patience, proxy: Option<&Secret>) -> Result<Client, SettingsError> {
    let builder = Client::builder().connect_timeout(patience.connect).redirect(Policy::none()).no_proxy();
    let builder = match proxy {
        Some(url) => builder.proxy(Proxy::all(url.text()).map_err(|_| SettingsError::Proxy)?),
        None => builder,
    };
    builder.build().map_err(|_| SettingsError::Client)
}

/// Where a provider is and how it is addressed.
pub(crate) struct Address {
    pub client: Client,
    pub url: Url,
    pub headers: HeaderMap,
    pub patience: Patience,
}

impl Address {
    /// Sends a body; the data of the events that come back.
    pub async fn post(&self, body: String) -> Result<Frames, Fault> {
        let began = Instant::now();
        let end = began + self.patience.whole;
        let request = self.client.post(self.url.clone()).headers(self.headers.clone()).body(body);
        let first = end.min(began + self.patience.first);
        let sent = timeout_at(first, request.send()).await.map_err(|_| Fault::TimedOut)?;
        let response = sent.map_err(|error| of_transport(&error))?;
        if response.status().as_u16() != 200 {
            return Err(refusal(response).await);
        }
        Ok(frames::of(response, self.patience, end))
    }
}

fn of_transport(error: &reqwest::Error) -> Fault {
    if error.is_timeout() { Fault::TimedOut } else { Fault::Transport }
}

/// What a status other than 200 means.
async fn refusal(response: Response) -> Fault {
    let status = response.status().as_u16();
    let retry_after = retry_after::of(response.headers());
    let body = timeout(ERROR_PATIENCE, beginning(response)).await.unwrap_or_default();
    classify::of_status(status, retry_after, &body)
}

/// As much of a body as an error may have.
async fn beginning(mut response: Response) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        let room = LARGEST_ERROR - bytes.len();
        bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if bytes.len() >= LARGEST_ERROR {
            break;
        }
    }
    bytes
}
