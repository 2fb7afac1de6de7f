//! Model providers: the blocks of `PROVIDERS_DEEP` and `PROVIDERS_BASE`, the one of the `LLM_` keys, and the order in
//! which a tier asks them. Nobody is asked that is not named here: a vendor's key alone switches nothing on.

use std::time::Duration;

use mirobody_llm::{Key, Kind, Patience, Provider, Secret, Settings, TIERS, Tier};
use serde_json::{Map, Value};

use super::{ConfigError, Layers, number, truth};

/// Where blocks are. A name in both is the first one's.
const FAMILIES: [&str; 2] = ["PROVIDERS_DEEP", "PROVIDERS_BASE"];
/// The order of each tier.
const ORDERS: [&str; 2] = ["MODELS_FLASH", "MODELS_EXPERT"];

/// Everything about models.
pub(super) fn settings(layers: &Layers) -> Result<Settings, ConfigError> {
    let mut providers: Vec<Provider> = the_one(layers)?.into_iter().collect();
    for family in FAMILIES {
        for (name, block) in blocks(layers, family)? {
            let is_new = providers.iter().all(|provider| provider.name != name);
            let block = Block { family, name, fields: block };
            providers.extend(if is_new { block.provider(layers)? } else { None });
        }
    }
    let tiers = TIERS.iter().zip(ORDERS).map(|(id, key)| order(layers, id, key));
    let proxy = text(layers, "LLM_PROXY");
    Ok(Settings {
        providers,
        tiers: tiers.collect::<Result<_, _>>()?,
        patience: patience(layers)?,
        proxy: (!proxy.is_empty()).then(|| Secret::new(proxy)),
    })
}

/// What is odd about the blocks, a line each.
pub(super) fn warnings(layers: &Layers) -> Vec<String> {
    let families = FAMILIES.into_iter().filter_map(|family| Some((family, blocks(layers, family).ok()?)));
    let blocks = families.flat_map(|(family, blocks)| blocks.into_iter().map(move |block| (family, block)));
    let nameless = blocks.filter(|(_, (_, fields))| word(fields, "model").is_empty());
    nameless.map(|(family, (name, _))| format!("{family}: {name} has no model and is ignored")).collect()
}

fn text(layers: &Layers, key: &str) -> String {
    layers.get(key).unwrap_or_default().trim().to_owned()
}

/// The provider of `LLM_BASE_URL`, which goes by the name of its model.
fn the_one(layers: &Layers) -> Result<Option<Provider>, ConfigError> {
    let (base_url, model) = (text(layers, "LLM_BASE_URL"), text(layers, "LLM_MODEL"));
    let half = match (base_url.is_empty(), model.is_empty()) {
        (true, true) => return Ok(None),
        (false, false) => None,
        (true, false) => Some(("LLM_BASE_URL", "set beside LLM_MODEL")),
        (false, true) => Some(("LLM_MODEL", "set beside LLM_BASE_URL")),
    };
    if let Some((key, wanted)) = half {
        return Err(ConfigError::Invalid { key, wanted });
    }
    let secret = text(layers, "LLM_API_KEY");
    let key = (!secret.is_empty()).then(|| Key { name: "LLM_API_KEY".to_owned(), secret: Some(Secret::new(secret)) });
    Ok(Some(Provider {
        name: model.clone(),
        kind: Kind::OpenAi,
        base_url,
        model,
        key,
        images: truth(layers, "LLM_SUPPORTS_IMAGE")?.unwrap_or(false),
        documents: truth(layers, "LLM_SUPPORTS_PDF")?.unwrap_or(false),
        allow_http: truth(layers, "LLM_ALLOW_HTTP")?.unwrap_or(false),
        extra: Map::new(),
    }))
}

fn patience(layers: &Layers) -> Result<Patience, ConfigError> {
    let seconds = |key| {
        let seconds: u32 = number(layers, key, "a number of seconds")?;
        let wanted = "one second or more";
        if seconds == 0 { Err(ConfigError::Invalid { key, wanted }) } else { Ok(Duration::from_secs(seconds.into())) }
    };
    Ok(Patience {
        first: seconds("LLM_FIRST_TIMEOUT")?,
        idle: seconds("LLM_IDLE_TIMEOUT")?,
        whole: seconds("LLM_TIMEOUT")?,
        ..Patience::default()
    })
}

/// A list in YAML, or names with commas between.
fn order(layers: &Layers, id: &str, key: &'static str) -> Result<Tier, ConfigError> {
    let text = text(layers, key);
    let wanted = "a list of names of PROVIDERS_DEEP, or such names with commas between";
    let providers = match serde_json::from_str::<Value>(&text) {
        Ok(Value::Array(names)) => {
            let names: Option<Vec<String>> = names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
            names.ok_or(ConfigError::Invalid { key, wanted })?
        }
        Ok(Value::Object(_)) => return Err(ConfigError::Invalid { key, wanted }),
        _ => text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect(),
    };
    Ok(Tier { id: id.to_owned(), providers })
}

type Named = (String, Map<String, Value>);

/// The blocks of a family, in their order. In the environment they are one line of JSON.
fn blocks(layers: &Layers, family: &'static str) -> Result<Vec<Named>, ConfigError> {
    let text = text(layers, family);
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let bad =
        || ConfigError::Invalid { key: family, wanted: "a map of names to blocks with llm_type, api_key and model" };
    let all: Map<String, Value> = serde_json::from_str(&text).map_err(|_| bad())?;
    let one = |(name, block)| match block {
        Value::Object(fields) => Ok((name, fields)),
        _ => Err(bad()),
    };
    all.into_iter().map(one).collect()
}

fn word(fields: &Map<String, Value>, name: &str) -> String {
    match fields.get(name) {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// A block as it is written.
struct Block {
    family: &'static str,
    name: String,
    fields: Map<String, Value>,
}

impl Block {
    /// The provider; none when it has no model, which is warned of.
    fn provider(mut self, layers: &Layers) -> Result<Option<Provider>, ConfigError> {
        let model = self.take_word("model");
        if model.is_empty() {
            return Ok(None);
        }
        let kind = self.kind()?;
        let base_url = self.base_url(kind, layers);
        Ok(Some(Provider {
            kind,
            base_url,
            model,
            key: self.key(layers)?,
            images: self.flag("supports_image")?.unwrap_or(kind.reads_files()),
            documents: self.flag("supports_pdf")?.unwrap_or(kind.reads_files()),
            allow_http: self.flag("allow_http")?.unwrap_or(truth(layers, "LLM_ALLOW_HTTP")?.unwrap_or(false)),
            name: self.name,
            extra: self.fields,
        }))
    }

    fn take_word(&mut self, field: &str) -> String {
        let text = word(&self.fields, field);
        self.fields.remove(field);
        text
    }

    fn wrong(&self, field: &'static str, wanted: &'static str) -> ConfigError {
        ConfigError::Provider { key: self.family, provider: self.name.clone(), field, wanted }
    }

    /// Whoever has an address of their own and says nothing else speaks as OpenAI does.
    fn kind(&mut self) -> Result<Kind, ConfigError> {
        let word = self.take_word("llm_type");
        let is_addressed = !self::word(&self.fields, "base_url").is_empty();
        let word = if word.is_empty() && is_addressed { "openai" } else { &word };
        Kind::of_word(word).ok_or_else(|| self.wrong("llm_type", "openai, anthropic or google-genai"))
    }

    /// A URL, or the name of a setting that holds one.
    fn base_url(&mut self, kind: Kind, layers: &Layers) -> String {
        let text = self.take_word("base_url");
        match text.as_str() {
            "" => kind.home().to_owned(),
            url if url.contains("://") => text,
            name => layers.named(name).unwrap_or_default(),
        }
    }

    /// Whoever wrote the key itself there is told so, and it is not repeated.
    fn key(&mut self, layers: &Layers) -> Result<Option<Key>, ConfigError> {
        let name = self.take_word("api_key");
        if name.is_empty() {
            return Ok(None);
        }
        if !name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_') {
            return Err(self.wrong("api_key", "the name of a setting such as OPENAI_API_KEY, and not the key itself"));
        }
        let secret = layers.named(&name).filter(|text| !text.trim().is_empty()).map(Secret::new);
        Ok(Some(Key { name, secret }))
    }

    fn flag(&mut self, field: &'static str) -> Result<Option<bool>, ConfigError> {
        match self.fields.remove(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(flag)),
            Some(_) => Err(self.wrong(field, "true or false")),
        }
    }
}
