//! Who is asked.

use std::{path::PathBuf, time::Duration};

use reqwest::Url;

/// What PubMed asks of programs without a key of their own: three requests a second.
const POLITE: Duration = Duration::from_millis(350);

/// Where evidence is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceSettings {
    /// The public services; none: nobody is asked.
    pub online: Option<Online>,
    /// A directory of records to search beside them, or instead.
    pub index: Option<PathBuf>,
}

/// The public services, and how they are asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Online {
    /// The E-utilities of PubMed; empty: not asked.
    pub pubmed: String,
    /// The REST service of Europe PMC; empty: not asked.
    pub europe_pmc: String,
    /// ClinicalTrials.gov, version 2; empty: not asked.
    pub trials: String,
    /// Whom the services may write to when something is wrong; may be empty.
    pub email: String,
    /// The name this program tells them.
    pub tool: String,
    /// The least time between two requests to one service.
    pub pause: Duration,
    /// How long one service may take for one question.
    pub patience: Duration,
}

impl Default for Online {
    fn default() -> Self {
        Self {
            pubmed: "https://eutils.ncbi.nlm.nih.gov/entrez/eutils".to_owned(),
            europe_pmc: "https://www.ebi.ac.uk/europepmc/webservices/rest".to_owned(),
            trials: "https://clinicaltrials.gov/api/v2".to_owned(),
            email: String::new(),
            tool: "mirobody".to_owned(),
            pause: POLITE,
            patience: Duration::from_secs(12),
        }
    }
}

/// The settings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// An address is none, or would send what is searched for in the clear.
    #[error("EVIDENCE_{0}_URL must be https://, or http:// of this machine, or empty")]
    Address(&'static str),
    /// The client could not be made.
    #[error("the connection to the evidence services could not be set up")]
    Client,
    /// The directory of records cannot be read.
    #[error("EVIDENCE_INDEX: {0}")]
    Index(String),
}

/// The base of a service; none when it is not to be asked.
pub(crate) fn address(text: &str, which: &'static str) -> Result<Option<Url>, SettingsError> {
    let text = text.trim().trim_end_matches('/');
    if text.is_empty() {
        return Ok(None);
    }
    let url: Url = text.parse().map_err(|_| SettingsError::Address(which))?;
    let here = url.host_str().is_some_and(|host| matches!(host, "localhost" | "127.0.0.1" | "[::1]"));
    let is_safe = url.scheme() == "https" || (url.scheme() == "http" && here);
    let is_plain = url.query().is_none() && url.username().is_empty() && url.password().is_none();
    if is_safe && is_plain { Ok(Some(url)) } else { Err(SettingsError::Address(which)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_searched_for_goes_out_only_where_nobody_reads_it_on_the_way() {
        for (url, is) in [
            ("https://example.org/api/", true),
            ("http://127.0.0.1:8080", true),
            ("http://example.org", false),
            ("http://localhost.example.org", false),
            ("https://key@example.org", false),
            ("ftp://localhost", false),
            ("nothing", false),
        ] {
            assert_eq!(address(url, "PUBMED").is_ok(), is, "{url}");
        }
        assert_eq!(address(" ", "PUBMED"), Ok(None));
    }
}
