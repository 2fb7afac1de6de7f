//! The configured model providers: by name, and by the name of the setting that holds a key, never by the key.

use mirobody_llm::{Models, Probe, Provider};

use super::{Check, State};
use crate::{cli::exit::Failure, config::Config};

const WHAT: &str = "language model";

/// A check for each provider; with `probe` each is asked for a word.
pub(super) async fn checks(config: &Config, probe: bool) -> Result<Vec<Check>, Failure> {
    let models = match config.models() {
        Ok(Some(models)) => models,
        Ok(None) => return Ok(vec![none()]),
        Err(error) => return Ok(vec![check(State::Bad, error.to_string())]),
    };
    let mut checks = Vec::new();
    for provider in &config.llm.providers {
        checks.push(if probe { asked(provider, &models).await } else { looked_at(provider) });
    }
    Ok(checks)
}

fn check(state: State, detail: String) -> Check {
    Check { what: WHAT, state, detail }
}

fn none() -> Check {
    check(State::Missing, "none configured; the built-in answerer answers".into())
}

fn described(provider: &Provider) -> String {
    format!("{} ({}, {})", provider.name, provider.kind.as_str(), provider.model)
}

fn looked_at(provider: &Provider) -> Check {
    let name = described(provider);
    match &provider.key {
        None => check(State::Good, format!("{name}: needs no key; not asked without --probe")),
        Some(key) if key.secret.is_some() => {
            check(State::Good, format!("{name}: {} is set; not asked without --probe", key.name))
        }
        Some(key) => check(State::Missing, format!("{name}: {} is not set", key.name)),
    }
}

async fn asked(provider: &Provider, models: &Models) -> Check {
    if provider.key.as_ref().is_some_and(|key| key.secret.is_none()) {
        return looked_at(provider);
    }
    let Some(Probe { outcome, took }) = models.probe(&provider.name).await else { return looked_at(provider) };
    let name = described(provider);
    match outcome {
        Ok(()) => check(State::Good, format!("{name}: answered in {} ms", took.as_millis())),
        Err(fault) if fault.status() > 0 => check(State::Bad, format!("{name}: {fault} (status {})", fault.status())),
        Err(fault) => check(State::Bad, format!("{name}: {fault}")),
    }
}
