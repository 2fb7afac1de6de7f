//! What every turn of the agent is made of, whichever way it was asked: the record, the tools, the instructions.

use std::{collections::BTreeMap, sync::Arc};

use jiff::Timestamp;
use mirobody_agent::{
    governance::Limits,
    prompt,
    run::{Run, tokens_of},
    toolbox::{AgentTool, ListClinicalRecords, ListFamilyMembers, QueryHealthData, Workplace},
};
use mirobody_llm::{Message, Model};
use mirobody_store::Scope;

use crate::{ApiError, AppState, responses::Builtin};

/// The models, by tier. None: the built-in answerer answers.
#[derive(Debug, Clone, Default)]
pub struct Models(pub BTreeMap<String, Arc<dyn Model>>);

impl Models {
    /// The model of a tier.
    pub fn tier(&self, id: &str) -> Option<Arc<dyn Model>> {
        self.0.get(id).cloned()
    }
}

/// What a request lets the agent have.
#[derive(Debug)]
pub struct Offer<'a> {
    /// Which of the tools over the record.
    pub builtin: &'a Builtin,
    /// Whether the turn is kept; one that is not leaves nothing and remembers nothing.
    pub stored: bool,
}

/// A turn without what is said in it.
#[derive(Debug)]
pub struct Base {
    place: Workplace,
    instructions: String,
    tools: Vec<Arc<dyn AgentTool>>,
}

impl Base {
    /// Looks up what a turn over this record needs.
    pub async fn of(app: &AppState, scope: &Scope, offer: &Offer<'_>, now: Timestamp) -> Result<Self, ApiError> {
        let profile = app.store.profile(scope).await?;
        let memory = if offer.stored { app.store.memory(scope).await? } else { Vec::new() };
        let zone = profile.zone_at(now);
        let facts: Vec<String> = memory.into_iter().map(|known| known.fact).collect();
        let about = prompt::About { now: now.to_zoned(zone), language: profile.language.clone(), facts: &facts };
        let place =
            Workplace { store: app.store.clone(), scope: scope.clone(), now, embedder: app.config.embedder.clone() };
        Ok(Self { place, instructions: prompt::instructions(&about), tools: tools(offer) })
    }

    /// The turn in which `messages` were said, of which the caller sent `sent` now.
    pub fn run(self, model: Arc<dyn Model>, messages: Vec<Message>, sent: &[Message]) -> Run {
        Run {
            place: self.place,
            model,
            instructions: vec![self.instructions],
            messages,
            visible: tokens_of(sent).max(1),
            tools: self.tools,
            client_tools: Vec::new(),
            effort: None,
            limits: Limits::default(),
        }
    }
}

fn tools(offer: &Offer<'_>) -> Vec<Arc<dyn AgentTool>> {
    let domain: [Arc<dyn AgentTool>; 3] =
        [Arc::new(QueryHealthData), Arc::new(ListClinicalRecords), Arc::new(ListFamilyMembers)];
    domain.into_iter().filter(|tool| offer.builtin.has(&tool.spec().name)).collect()
}
