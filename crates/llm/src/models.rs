//! The models of this server, by tier and by name.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use futures::StreamExt as _;
use reqwest::{Client, Url};
use tokio::time::Instant;

use crate::{
    Chain, Fault, Guarded, Message, Model, Patience, Policy, Provider, Request, Settings, SettingsError,
    endpoint::{self, Endpoint},
    http::{self, Address},
    wire,
};

/// The tiers that callers name.
pub const TIERS: [&str; 2] = ["mirobody-flash", "mirobody-expert"];

/// All models that are configured.
#[derive(Debug)]
pub struct Models {
    tiers: BTreeMap<String, Arc<dyn Model>>,
    /// Each provider alone, in the order of the configuration.
    providers: Vec<(Arc<Endpoint>, Arc<dyn Model>)>,
}

/// What came of asking a provider for a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// Nothing, or what is wrong.
    pub outcome: Result<(), Fault>,
    /// How long it took.
    pub took: Duration,
}

impl Models {
    /// Those of the settings; none when no provider is configured. Nobody is asked yet.
    pub fn of(settings: &Settings) -> Result<Option<Arc<Self>>, SettingsError> {
        if settings.providers.is_empty() {
            return Ok(None);
        }
        let client = http::client(settings.patience, settings.proxy.as_ref())?;
        let made = settings.providers.iter().map(|provider| endpoint(provider, &client, settings.patience));
        let endpoints = made.collect::<Result<Vec<_>, _>>()?;
        let links: Vec<_> = endpoints.iter().map(|one| Guarded::new(Arc::clone(one) as Arc<dyn Model>)).collect();
        let named = by_name(settings, &links)?;
        let tiers = TIERS.iter().map(|id| Ok(((*id).to_owned(), tier(settings, id, &links, &named)?)));
        let tiers = tiers.collect::<Result<_, SettingsError>>()?;
        let alone = links.iter().map(|link| chain(link.model().name(), vec![Arc::clone(link)]));
        Ok(Some(Arc::new(Self { tiers, providers: endpoints.iter().cloned().zip(alone).collect() })))
    }

    /// The model of a tier.
    pub fn tier(&self, id: &str) -> Option<Arc<dyn Model>> {
        self.tiers.get(id).cloned()
    }

    /// One provider, by its configured name.
    pub fn provider(&self, name: &str) -> Option<Arc<dyn Model>> {
        self.providers.iter().find(|(one, _)| one.name() == name).map(|(_, alone)| Arc::clone(alone))
    }

    /// The names of the providers, in the order of the configuration.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.providers.iter().map(|(one, _)| one.name())
    }

    /// Asks a provider for a word, once.
    pub async fn probe(&self, name: &str) -> Option<Probe> {
        let (one, _) = self.providers.iter().find(|(one, _)| one.name() == name)?;
        let began = Instant::now();
        let messages = vec![Message::user("Reply with the word OK.")];
        let request = Request { messages, max_output_tokens: Some(64), ..Request::default() };
        let mut events = one.ask(Arc::new(request));
        let mut outcome = Ok(());
        while let Some(event) = events.next().await {
            outcome = event.map(drop);
        }
        Some(Probe { outcome, took: began.elapsed() })
    }
}

fn chain(name: &str, links: Vec<Arc<Guarded>>) -> Arc<dyn Model> {
    Arc::new(Chain::new(name, links, Policy::default()))
}

type Named<'a> = BTreeMap<&'a str, &'a Arc<Guarded>>;

fn by_name<'a>(settings: &'a Settings, links: &'a [Arc<Guarded>]) -> Result<Named<'a>, SettingsError> {
    let mut seen = BTreeSet::new();
    let twice = settings.providers.iter().find(|provider| !seen.insert(&provider.name));
    match twice {
        Some(provider) => Err(SettingsError::Twice(provider.name.clone())),
        None => Ok(settings.providers.iter().map(|provider| provider.name.as_str()).zip(links).collect()),
    }
}

fn tier(
    settings: &Settings,
    id: &str,
    all: &[Arc<Guarded>],
    named: &Named<'_>,
) -> Result<Arc<dyn Model>, SettingsError> {
    let Some(tier) = settings.tiers.iter().find(|tier| tier.id == id && !tier.providers.is_empty()) else {
        return Ok(chain(id, all.to_vec()));
    };
    let unknown = |name: &String| SettingsError::Unknown { tier: id.to_owned(), provider: name.clone() };
    let found = tier
        .providers
        .iter()
        .map(|name| named.get(name.as_str()).map(|one| Arc::clone(one)).ok_or_else(|| unknown(name)));
    Ok(chain(id, found.collect::<Result<_, _>>()?))
}

fn endpoint(provider: &Provider, client: &Client, patience: Patience) -> Result<Arc<Endpoint>, SettingsError> {
    let bad = || SettingsError::Address(provider.name.clone());
    let url: Url = wire::url(provider).parse().map_err(|_| bad())?;
    if !is_safe(&url, provider.allow_http) {
        return Err(bad());
    }
    let address = address(provider, client, url, patience);
    Ok(Arc::new(Endpoint::new(provider.clone(), address)))
}

fn address(provider: &Provider, client: &Client, url: Url, patience: Patience) -> Result<Address, Fault> {
    let secret = match &provider.key {
        Some(key) => Some(key.secret.as_ref().ok_or_else(|| endpoint::missing(key, &provider.name))?),
        None => None,
    };
    let key = || provider.key.as_ref().map_or("its key", |key| key.name.as_str());
    let unfit = || Fault::NotConfigured(format!("{} has characters that no HTTP header may have", key()));
    let headers = wire::headers(provider.kind, secret).ok_or_else(unfit)?;
    Ok(Address { client: client.clone(), url, headers, patience })
}

/// Whether what is said cannot be read on the way.
fn is_safe(url: &Url, allow_http: bool) -> bool {
    let here = url.host_str().is_some_and(|host| matches!(host, "localhost" | "127.0.0.1" | "[::1]"));
    url.scheme() == "https" || (url.scheme() == "http" && (here || allow_http))
}
