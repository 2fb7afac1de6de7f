//! The layers and their order: later layers win.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{ConfigError, KEYS, dotenv};

/// Where configuration may come from.
#[derive(Debug, Clone)]
pub struct Sources {
    /// The folder of the files.
    pub folder: PathBuf,
    /// The process environment.
    pub environment: BTreeMap<String, String>,
}

impl Sources {
    /// The working directory and the environment of this process.
    pub fn of_process() -> Self {
        let environment = std::env::vars_os()
            .filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        Self { folder: PathBuf::from("."), environment }
    }

    pub(super) fn variable(&self, name: &str) -> Option<&String> {
        self.environment.get(name)
    }
}

/// The merged keys.
#[derive(Debug)]
pub struct Layers {
    values: BTreeMap<String, String>,
    /// What is under no key of ours: a provider's block may name it.
    others: BTreeMap<String, String>,
    environment: BTreeMap<String, String>,
    env: String,
    files: Vec<PathBuf>,
    unknown: Vec<(String, String)>,
    bad_lines: Vec<usize>,
}

impl Layers {
    /// Reads every layer.
    pub fn read(sources: &Sources) -> Result<Self, ConfigError> {
        let (dotenv, bad_lines) = read_dotenv(&sources.folder.join(".env"))?;
        let dotenv_map: BTreeMap<_, _> = dotenv.iter().cloned().collect();
        let env = sources.variable("ENV").or_else(|| dotenv_map.get("ENV")).cloned().unwrap_or_else(|| "dev".into());
        let mut layers = Self {
            values: BTreeMap::new(),
            others: BTreeMap::new(),
            environment: sources.environment.clone(),
            env,
            files: Vec::new(),
            unknown: Vec::new(),
            bad_lines,
        };
        for name in yaml_names(&layers.env) {
            layers.lay_yaml(&sources.folder.join(name))?;
        }
        if !dotenv.is_empty() {
            layers.files.push(sources.folder.join(".env"));
        }
        layers.lay(".env", dotenv);
        layers.lay_environment(&sources.environment);
        Ok(layers)
    }

    /// A key's value: set, else its default.
    pub fn get(&self, name: &str) -> Option<String> {
        let default = || KEYS.iter().find(|key| key.name == name).map(|key| key.default.to_owned());
        self.values.get(name).cloned().or_else(default)
    }

    /// What another setting names: any variable of the environment, else any key of a file.
    pub fn named(&self, name: &str) -> Option<String> {
        let in_files = || self.values.get(name).or_else(|| self.others.get(name));
        self.environment.get(name).or_else(in_files).cloned()
    }

    /// The value of `ENV`.
    pub fn env_name(&self) -> &str {
        &self.env
    }

    /// The files that were there.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// What is odd, a line each. A key that another setting names is not.
    pub fn warnings(&self, named: &BTreeSet<&str>) -> Vec<String> {
        let unknown = self.unknown.iter().filter(|(key, _)| !named.contains(key.as_str()));
        let unknown = unknown.map(|(key, place)| format!("{place}: unknown key {key} is ignored"));
        let bad = self.bad_lines.iter().map(|line| format!(".env: line {line} is not KEY=value"));
        unknown.chain(bad).collect()
    }

    fn lay(&mut self, place: &str, pairs: Vec<(String, String)>) {
        for (key, value) in pairs {
            let key = key.to_uppercase();
            if KEYS.iter().any(|known| known.name == key) {
                self.values.insert(key, value);
            } else {
                self.unknown.push((key.clone(), place.to_owned()));
                self.others.insert(key, value);
            }
        }
    }

    fn lay_yaml(&mut self, path: &Path) -> Result<(), ConfigError> {
        let Some(text) = read_if_there(path)? else { return Ok(()) };
        self.files.push(path.to_owned());
        let place = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.lay(&place, flat_yaml(path, &text)?);
        Ok(())
    }

    /// The environment is full of other programs' variables: only ours are looked at, and only `MIROBODY_` ones can
    /// be misspelt.
    fn lay_environment(&mut self, environment: &BTreeMap<String, String>) {
        for key in KEYS {
            if let Some(value) = environment.get(key.name) {
                self.values.insert(key.name.to_owned(), value.clone());
            }
        }
        let ours = environment.keys().filter(|name| name.starts_with("MIROBODY_"));
        let misspelt = ours.filter(|name| KEYS.iter().all(|key| key.name != *name));
        self.unknown.extend(misspelt.map(|name| (name.clone(), "environment".to_owned())));
    }
}

fn yaml_names(env: &str) -> [String; 4] {
    ["config.yaml".into(), format!("config.{env}.yaml"), "config.key.yaml".into(), format!("config.{env}.key.yaml")]
}

fn read_if_there(path: &Path) -> Result<Option<String>, ConfigError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(ConfigError::Unreadable { path: path.to_owned(), source }),
    }
}

type Pairs = Vec<(String, String)>;

fn read_dotenv(path: &Path) -> Result<(Pairs, Vec<usize>), ConfigError> {
    Ok(read_if_there(path)?.map(|text| dotenv::parse(&text)).unwrap_or_default())
}

fn flat_yaml(path: &Path, text: &str) -> Result<Pairs, ConfigError> {
    let broken = |message: String| ConfigError::NotYaml { path: path.to_owned(), message };
    if text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        return Ok(Vec::new());
    }
    let value: Value = serde_saphyr::from_str(text).map_err(|error| broken(position_only(&error.to_string())))?;
    let Value::Object(map) = value else { return Err(broken("must be a map of KEY: value".into())) };
    Ok(map.into_iter().map(|(key, value)| (key, scalar(value))).collect())
}

/// A parser's message may quote the line it fails on, and that line may hold a secret.
fn position_only(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default();
    let position = first.find("line ").map(|at| first[at..].chars().take(20).collect::<String>());
    format!("not valid YAML{}", position.map(|p| format!(" at {p}")).unwrap_or_default())
}

fn scalar(value: Value) -> String {
    match value {
        Value::String(text) => text,
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
