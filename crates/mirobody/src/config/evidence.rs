//! Where published evidence is looked up: the `EVIDENCE_` keys. Nobody is asked unless `EVIDENCE_ENABLED` says so; a
//! directory of records needs nobody.

use std::path::PathBuf;

use mirobody_evidence::{EvidenceSettings, Online};

use super::{ConfigError, Layers, truth};

/// The sources; none of them unless they are set.
pub(super) fn settings(layers: &Layers) -> Result<EvidenceSettings, ConfigError> {
    let text = |key: &str| layers.get(key).unwrap_or_default().trim().to_owned();
    let enabled = truth(layers, "EVIDENCE_ENABLED")?.unwrap_or(false);
    let online = || Online {
        pubmed: text("EVIDENCE_PUBMED_URL"),
        europe_pmc: text("EVIDENCE_EUROPE_PMC_URL"),
        trials: text("EVIDENCE_TRIALS_URL"),
        email: text("EVIDENCE_EMAIL"),
        ..Online::default()
    };
    let index = Some(text("EVIDENCE_INDEX")).filter(|path| !path.is_empty()).map(PathBuf::from);
    Ok(EvidenceSettings { online: enabled.then(online), index })
}
