//! Configuration: flat upper-case keys from four places, merged once at start.
//!
//! True here: the environment wins over `.env`, which wins over `config.{ENV}.yaml`, which wins over `config.yaml`
//! (each YAML file may have a `.key.yaml` sibling, and those load last). A key nobody reads is reported, never
//! silently taken. Must not be here: anything that acts on a setting.

mod bucket;
mod dotenv;
mod embedding;
mod evidence;
mod keys;
mod layers;
mod providers;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use mirobody_agent::{
    prompt::{PromptError, Prompts},
    toolbox::{BadSkill, SkillSource, Skills},
};
use mirobody_attach::Policy;
use mirobody_evidence::{EvidenceSettings, Library};
use mirobody_llm::{Models, SettingsError};
use mirobody_server::{
    Clock, Offset,
    embedding::{Embedder, EmbeddingError, EmbeddingSettings, embedder},
    mcp::{Origins, PublicUrl, is_local},
};
use mirobody_store::{Location, MasterKey, MasterKeys, StoreError};

pub use keys::{KEYS, Key};
pub use layers::{Layers, Sources};

/// The settings of this process.
#[derive(Debug, Clone)]
pub struct Config {
    /// `dev` unless set.
    pub env: String,
    /// The data directory.
    pub home: PathBuf,
    /// Where the record is: in the data directory, or with a database of its own.
    pub location: Location,
    /// The address to listen on.
    pub host: String,
    /// The port to listen on.
    pub port: u16,
    /// The address that others reach this server at.
    pub public_url: Option<PublicUrl>,
    /// The zone of people who have not said theirs.
    pub default_zone: String,
    /// `error`, `warn`, `info`, `debug` or `trace`.
    pub log_level: String,
    /// Log lines as JSON.
    pub log_json: bool,
    /// Requests a minute for keys without a number of their own.
    pub requests_per_minute: u32,
    /// The time: the machine's own, unless a test moved it.
    pub clock: Clock,
    /// SHA-256 of the token of the administration over HTTP; none: there is no such thing.
    pub admin_token: Option<[u8; 32]>,
    /// The provider that tells names by their meaning; none: nobody is asked.
    pub embedding: Option<EmbeddingSettings>,
    /// The model providers; none: the built-in answerer answers.
    pub llm: mirobody_llm::Settings,
    /// Which MCP servers a request may attach.
    pub attach: Policy,
    /// Where published evidence is looked up.
    pub evidence: EvidenceSettings,
    /// Templates of what a model works by, the first of which is used; none: the shipped one.
    pub prompts: Vec<String>,
    /// Directories of skills beside those that are shipped.
    pub skill_dirs: Vec<PathBuf>,
    /// The files that were read, in the order they were laid over each other.
    pub files: Vec<PathBuf>,
    /// What is odd about the configuration, a line each; never a value.
    pub warnings: Vec<String>,
}

/// The configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file could not be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file is not YAML of flat keys.
    #[error("{}: {message}", path.display())]
    NotYaml {
        /// The file.
        path: PathBuf,
        /// What and where.
        message: String,
    },
    /// A value does not fit its key.
    #[error("{key} must be {wanted}")]
    Invalid {
        /// The key.
        key: &'static str,
        /// What it must be.
        wanted: &'static str,
    },
    /// A block of a model provider is not what it must be.
    #[error("{key}: {field} of {provider} must be {wanted}")]
    Provider {
        /// The key the block is under.
        key: &'static str,
        /// The name of the provider.
        provider: String,
        /// The field.
        field: &'static str,
        /// What it must be.
        wanted: &'static str,
    },
    /// The model providers cannot be asked.
    #[error(transparent)]
    Models(#[from] SettingsError),
    /// The record cannot be where `DATABASE_URL` and the `S3_` keys say, or sealed with what `PG_ENCRYPTION_KEY` says.
    #[error(transparent)]
    Database(#[from] StoreError),
    /// A template of what a model works by cannot be used.
    #[error("PROMPTS_DEEP: {0}")]
    Prompts(#[from] PromptError),
    /// Published evidence cannot be looked up.
    #[error(transparent)]
    Evidence(#[from] mirobody_evidence::SettingsError),
    /// The embedding provider cannot be asked.
    #[error(transparent)]
    Embedding(#[from] EmbeddingError),
    /// There is nowhere to keep data.
    #[error("no data directory: set MIROBODY_HOME")]
    NoHome,
}

impl Config {
    /// Reads the files of the working directory and this process's environment.
    pub fn load() -> Result<Self, ConfigError> {
        Self::from_sources(&Sources::of_process())
    }

    /// Reads the given sources.
    pub fn from_sources(sources: &Sources) -> Result<Self, ConfigError> {
        let layers = Layers::read(sources)?;
        let text = |key| layers.get(key).unwrap_or_default();
        let home = home(&layers, sources)?;
        let llm = providers::settings(&layers)?;
        Ok(Self {
            env: layers.env_name().to_owned(),
            location: location(&layers, &home)?,
            home,
            host: text("HTTP_HOST"),
            port: number(&layers, "HTTP_PORT", "a port number")?,
            public_url: public_url(&layers)?,
            default_zone: zone(&layers)?,
            log_level: text("LOG_LEVEL").to_lowercase(),
            log_json: text("LOG_FORMAT").eq_ignore_ascii_case("json"),
            requests_per_minute: number(&layers, "REQUESTS_PER_MINUTE", "a whole number")?,
            clock: clock(&layers)?,
            admin_token: admin_token(&layers)?,
            embedding: embedding::settings(&layers)?,
            attach: attach(&layers)?,
            evidence: evidence::settings(&layers)?,
            prompts: paths(&layers, "PROMPTS_DEEP"),
            skill_dirs: paths(&layers, "SKILL_DIRS").into_iter().map(PathBuf::from).collect(),
            warnings: warnings(&layers, &llm),
            llm,
            files: layers.files().to_vec(),
        })
    }
}

impl Config {
    /// The embedding provider, where there is one.
    pub fn embedder(&self) -> Result<Option<Arc<dyn Embedder>>, ConfigError> {
        Ok(embedder(self.embedding.as_ref())?)
    }

    /// The model providers, where there are some.
    pub fn models(&self) -> Result<Option<Arc<Models>>, ConfigError> {
        Ok(Models::of(&self.llm)?)
    }

    /// Where published evidence is looked up, when anything is set up. Blocks: an index is read.
    pub fn library(&self) -> Result<Option<Arc<Library>>, ConfigError> {
        let library = Library::open(&self.evidence)?;
        Ok((!library.is_empty()).then(|| Arc::new(library)))
    }

    /// What a model works by. Blocks: templates are read.
    pub fn prompts(&self) -> Result<Prompts, ConfigError> {
        Ok(Prompts::read(&self.prompts)?)
    }

    /// The skills of the operator, those that are shipped, and what is wrong with any. Blocks: files are read.
    pub fn skills(&self) -> (Skills, Vec<BadSkill>) {
        let own = self.skill_dirs.iter().cloned().map(SkillSource::Folder);
        Skills::load(&own.chain([SkillSource::Shipped]).collect::<Vec<_>>())
    }

    /// The names this server goes by.
    pub fn origins(&self) -> Origins {
        Origins { public: self.public_url.clone(), any_host: self.public_url.is_none() && !is_local(&self.host) }
    }

    /// The address that others, or at least this machine, reach this server at.
    pub fn address(&self) -> String {
        match &self.public_url {
            Some(public) => public.to_string(),
            None => format!("http://127.0.0.1:{}", self.port),
        }
    }
}

fn public_url(layers: &Layers) -> Result<Option<PublicUrl>, ConfigError> {
    let text = layers.get("MCP_PUBLIC_URL").unwrap_or_default();
    let wanted = "http:// or https:// and a host, without a path";
    let read = |text: &str| PublicUrl::read(text).ok_or(ConfigError::Invalid { key: "MCP_PUBLIC_URL", wanted });
    Some(text.trim()).filter(|text| !text.is_empty()).map(read).transpose()
}

/// Public addresses, and the hosts that are listed.
fn attach(layers: &Layers) -> Result<Policy, ConfigError> {
    const KEY: &str = "MCP_ATTACH_PRIVATE_HOSTS";
    let wanted = "hosts such as tools.lan or 10.0.0.7:8080, with commas between";
    let text = layers.get(KEY).unwrap_or_default();
    let hosts = text.split(',').map(str::trim).filter(|host| !host.is_empty()).map(str::parse);
    Ok(Policy::new(hosts.collect::<Result<_, _>>().map_err(|_| ConfigError::Invalid { key: KEY, wanted })?))
}

/// A list in YAML, or paths with commas between.
fn paths(layers: &Layers, key: &str) -> Vec<String> {
    let text = layers.get(key).unwrap_or_default();
    if let Ok(list) = serde_json::from_str::<Vec<String>>(&text) {
        return list;
    }
    text.split(',').map(str::trim).filter(|path| !path.is_empty()).map(str::to_owned).collect()
}

/// A clock that is not true would hide or remove what is real.
fn clock(layers: &Layers) -> Result<Clock, ConfigError> {
    const KEY: &str = "MIROBODY_CLOCK_OFFSET";
    let text = layers.get(KEY).unwrap_or_default();
    if text.trim().is_empty() {
        return Ok(Clock::system());
    }
    if layers.env_name() == "prod" {
        return Err(ConfigError::Invalid { key: KEY, wanted: "unset under ENV=prod: it is for tests" });
    }
    let wanted = "a duration such as 31d, or @FILE with one";
    text.parse::<Offset>().map(Clock::moved).map_err(|()| ConfigError::Invalid { key: KEY, wanted })
}

fn warnings(layers: &Layers, llm: &mirobody_llm::Settings) -> Vec<String> {
    let keys = llm.providers.iter().filter_map(|provider| provider.key.as_ref());
    let named: BTreeSet<&str> = keys.map(|key| key.name.as_str()).collect();
    let mut warnings = layers.warnings(&named);
    warnings.extend(providers::warnings(layers));
    if layers.get("MIROBODY_CLOCK_OFFSET").is_some_and(|text| !text.trim().is_empty()) {
        warnings.push("the clock is moved by MIROBODY_CLOCK_OFFSET: what expires may go".to_owned());
    }
    warnings
}

fn admin_token(layers: &Layers) -> Result<Option<[u8; 32]>, ConfigError> {
    const KEY: &str = "ADMIN_TOKEN_SHA256";
    let text = layers.get(KEY).unwrap_or_default();
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let bytes: Option<Vec<u8>> = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect();
    let hash = bytes.filter(|_| rest.is_empty()).and_then(|bytes| bytes.try_into().ok());
    hash.map(Some).ok_or(ConfigError::Invalid { key: KEY, wanted: "64 hexadecimal digits: the SHA-256 of the token" })
}

fn number<T: std::str::FromStr>(layers: &Layers, key: &'static str, wanted: &'static str) -> Result<T, ConfigError> {
    let text = layers.get(key).unwrap_or_default();
    text.trim().parse().map_err(|_| ConfigError::Invalid { key, wanted })
}

fn zone(layers: &Layers) -> Result<String, ConfigError> {
    let name = layers.get("DEFAULT_TIMEZONE").unwrap_or_default();
    let wanted = "an IANA time zone such as Europe/Brussels";
    jiff::tz::TimeZone::get(&name).map_err(|_| ConfigError::Invalid { key: "DEFAULT_TIMEZONE", wanted })?;
    Ok(name)
}

/// The URL is not kept beside it, nor shown: there is a password in it.
fn location(layers: &Layers, home: &Path) -> Result<Location, ConfigError> {
    let location = Location::with_database(home, &layers.get("DATABASE_URL").unwrap_or_default())?;
    let location = location.with_connections(number(layers, "DATABASE_CONNECTIONS", "a whole number")?);
    let location = location.with_keys(master_keys(layers)?);
    bucket::settings(layers)?.map_or(Ok(location.clone()), |bucket| Ok(location.with_bucket(bucket)?))
}

/// `true` or `false`, in any case; none when empty.
fn truth(layers: &Layers, key: &'static str) -> Result<Option<bool>, ConfigError> {
    match layers.get(key).unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "true" => Ok(Some(true)),
        "false" => Ok(Some(false)),
        _ => Err(ConfigError::Invalid { key, wanted: "true or false" }),
    }
}

fn master_keys(layers: &Layers) -> Result<MasterKeys, ConfigError> {
    let secrets = |key| layers.get(key).unwrap_or_default();
    let (current, previous) = (secrets("PG_ENCRYPTION_KEY"), secrets("PG_ENCRYPTION_KEY_PREVIOUS"));
    let some = |secret: &&str| !secret.trim().is_empty();
    let current = Some(current.as_str()).filter(some).map(MasterKey::of_secret).transpose()?;
    let previous = previous.split(',').filter(some).map(MasterKey::of_secret).collect::<Result<_, _>>()?;
    Ok(MasterKeys { current, previous })
}

/// `MIROBODY_HOME`, else the user's data directory.
fn home(layers: &Layers, sources: &Sources) -> Result<PathBuf, ConfigError> {
    if let Some(home) = layers.get("MIROBODY_HOME").filter(|home| !home.is_empty()) {
        return Ok(PathBuf::from(home));
    }
    let variable = |name: &str| sources.variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")));
    data.map(|data| data.join("mirobody")).ok_or(ConfigError::NoHome)
}

#[cfg(test)]
mod tests;
