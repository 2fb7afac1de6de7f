//! The sources of published evidence, by name.

use mirobody_evidence::{Asked, Library, Search};

use super::{Check, State};
use crate::{cli::exit::Failure, config::Config};

const WHAT: &str = "published evidence";
/// What each source is asked with `--probe`: every one of them has something on it.
const QUESTION: &str = "hypertension";

/// A check for each source; with `probe` each is asked once.
pub(super) async fn checks(config: &Config, probe: bool) -> Result<Vec<Check>, Failure> {
    let library = match config.library() {
        Ok(Some(library)) => library,
        Ok(None) => return Ok(vec![check(State::Missing, none(config).to_owned())]),
        Err(error) => return Ok(vec![check(State::Bad, error.to_string())]),
    };
    if probe {
        return Ok(asked(&library).await);
    }
    let looked_at = |source| check(State::Good, format!("{source}; not asked without --probe"));
    Ok(library.sources().into_iter().map(looked_at).collect())
}

fn check(state: State, detail: String) -> Check {
    Check { what: WHAT, state, detail }
}

const fn none(config: &Config) -> &'static str {
    if config.evidence.online.is_some() {
        "enabled, but every EVIDENCE_ address is empty; it cannot be searched"
    } else {
        "off; EVIDENCE_ENABLED=true asks the public services, EVIDENCE_INDEX needs none"
    }
}

async fn asked(library: &Library) -> Vec<Check> {
    let search = Search { query: QUESTION.to_owned(), kind: None, limit: 1, from_year: None };
    let answered = |asked: &Asked| match asked.found {
        Ok(_) => check(State::Good, format!("{}: answered", asked.source)),
        Err(fault) => check(State::Bad, format!("{}: {fault}", asked.source)),
    };
    library.search(&search).await.asked.iter().map(answered).collect()
}
