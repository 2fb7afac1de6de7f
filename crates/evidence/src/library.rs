//! All that can be asked, asked at once.

use std::collections::HashSet;

use futures::future::{BoxFuture, join_all};

use crate::{
    Asked, Document, EvidenceSettings, Fault, Found, Kind, Publication, Reference, Search, SettingsError,
    europe_pmc::EuropePmc,
    http::{Service, client},
    index::Index,
    pubmed::PubMed,
    settings::{Online, address},
    trials::Trials,
};

const PUBMED: &str = "PubMed";
const EUROPE_PMC: &str = "Europe PMC";
const TRIALS: &str = "ClinicalTrials.gov";
const INDEX: &str = "offline index";

/// Where publications are looked up.
#[derive(Debug, Default)]
pub struct Library {
    pubmed: Option<PubMed>,
    europe_pmc: Option<EuropePmc>,
    trials: Option<Trials>,
    index: Option<Index>,
}

type Answer = Result<Vec<Publication>, Fault>;

impl Library {
    /// Sets up what is configured; nobody is asked yet. Reads the index, which blocks.
    pub fn open(settings: &EvidenceSettings) -> Result<Self, SettingsError> {
        let index = settings.index.as_deref().map(Index::read).transpose()?;
        let online = settings.online.as_ref().map_or_else(|| Ok(Self::default()), Self::online)?;
        Ok(Self { index, ..online })
    }

    fn online(online: &Online) -> Result<Self, SettingsError> {
        let client = client(&online.tool)?;
        let service = |name, url: &str, which| -> Result<Option<Service>, SettingsError> {
            let of = |base| Service::new(name, client.clone(), base, online.pause, online.patience);
            Ok(address(url, which)?.map(of))
        };
        Ok(Self {
            pubmed: service(PUBMED, &online.pubmed, "PUBMED")?.map(|service| PubMed::new(service, online)),
            europe_pmc: service(EUROPE_PMC, &online.europe_pmc, "EUROPE_PMC")?.map(|service| EuropePmc { service }),
            trials: service(TRIALS, &online.trials, "TRIALS")?.map(|service| Trials { service }),
            index: None,
        })
    }

    /// Whether there is anything to ask.
    pub const fn is_empty(&self) -> bool {
        self.pubmed.is_none() && self.europe_pmc.is_none() && self.trials.is_none() && self.index.is_none()
    }

    /// Who is asked, and how many records an index has.
    pub fn sources(&self) -> Vec<String> {
        let services = [
            self.pubmed.as_ref().map(|one| one.service.name),
            self.europe_pmc.as_ref().map(|one| one.service.name),
            self.trials.as_ref().map(|one| one.service.name),
        ];
        let index = self.index.as_ref().map(|index| match index.skipped {
            0 => format!("{INDEX} of {} records", index.len()),
            skipped => format!("{INDEX} of {} records ({skipped} lines are none)", index.len()),
        });
        services.into_iter().flatten().map(str::to_owned).chain(index).collect()
    }

    /// Searches everywhere at once. What one service does not give the others do; who failed is told.
    pub async fn search(&self, search: &Search) -> Found {
        let articles = search.kind != Some(Kind::Trial);
        let trials = matches!(search.kind, None | Some(Kind::Trial));
        let mut asking: Vec<BoxFuture<'_, (&'static str, Answer)>> = Vec::new();
        if let Some(index) = &self.index {
            asking.push(Box::pin(async move { (INDEX, Ok(index.search(search))) }));
        }
        if let Some(pubmed) = self.pubmed.as_ref().filter(|_| articles) {
            asking.push(Box::pin(async move { (PUBMED, pubmed.search(search).await) }));
        }
        if let Some(europe) = self.europe_pmc.as_ref().filter(|_| articles) {
            asking.push(Box::pin(async move { (EUROPE_PMC, europe.search(search).await) }));
        }
        if let Some(registry) = self.trials.as_ref().filter(|_| trials) {
            asking.push(Box::pin(async move { (TRIALS, registry.search(search).await) }));
        }
        let answers = join_all(asking).await;
        let asked = answers
            .iter()
            .map(|(source, answer)| Asked { source, found: answer.as_ref().map(Vec::len).map_err(|fault| *fault) });
        let asked = asked.collect();
        let lists = answers.into_iter().filter_map(|(_, answer)| answer.ok()).collect();
        Found { publications: by_turns(lists, search.limit), asked }
    }

    /// Reads a publication.
    pub async fn read(&self, reference: &Reference) -> Result<Document, Fault> {
        if let Some(document) = self.index.as_ref().and_then(|index| index.find(reference).ok()) {
            return Ok(document);
        }
        match (reference, &self.pubmed, &self.europe_pmc, &self.trials) {
            (Reference::Nct(number), _, _, Some(trials)) => trials.read(*number).await,
            (Reference::Pmid(number), Some(pubmed), ..) => pubmed.read(*number).await,
            (Reference::Pmid(_) | Reference::Pmc(_) | Reference::Doi(_), _, Some(europe), _) => {
                europe.read(reference).await
            }
            _ => Err(Fault::NotConfigured),
        }
    }
}

/// The first of each list, then the second, and so on; a publication that several have once.
fn by_turns(lists: Vec<Vec<Publication>>, most: usize) -> Vec<Publication> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let (mut merged, mut known) = (Vec::new(), HashSet::new());
    while merged.len() < most {
        let round: Vec<Publication> = lists.iter_mut().filter_map(Iterator::next).collect();
        if round.is_empty() {
            break;
        }
        for publication in round {
            let names = [Some(publication.reference.clone()), publication.doi.clone()];
            let names: Vec<Reference> = names.into_iter().flatten().collect();
            if names.iter().all(|name| !known.contains(name)) {
                merged.push(publication);
            }
            known.extend(names);
        }
    }
    merged.truncate(most);
    merged
}
