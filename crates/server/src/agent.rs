//! What every turn of the agent is made of, whichever way it was asked: the record, the tools, the instructions, and who
//! answers.

use std::{panic::AssertUnwindSafe, sync::Arc};

use futures::FutureExt as _;
use jiff::Timestamp;
use mirobody_agent::{
    Message as Spoken, Role, Turn, answer,
    governance::Limits,
    prompt,
    run::{Finished, Progress, Run, Watch, run, tokens_of},
    toolbox::{
        AgentTool, Files, ListClinicalRecords, ListFamilyMembers, QueryHealthData, Task, Workplace, WriteTodos,
        attached_tools, eval_tool, evidence_tools,
    },
};
use mirobody_attach::{AttachError, Attached, ServerSpec};
use mirobody_llm::{Choice, Effort, Message, Model, Part, Said, ToolSpec};
use mirobody_store::Scope;
use tokio::sync::mpsc::UnboundedSender;

use crate::{ApiError, AppState, error::Code, responses::Builtin, upstream::of_agent};

/// About what a provider sends at once; what is written here in one go is told in pieces of this length.
const PIECE: usize = 24;

/// What a request lets the agent have, and how it is to work.
#[derive(Debug)]
pub struct Offer {
    /// The tier that is to answer.
    pub tier: &'static str,
    /// Which of the tools over the record.
    pub builtin: Builtin,
    /// The response that the turn is kept as; one that is not kept leaves nothing and remembers nothing.
    pub stored: Option<String>,
    /// Servers whose tools the caller brings.
    pub attach: Vec<ServerSpec>,
    /// What the caller adds to the instructions.
    pub instructions: Option<String>,
    /// The caller's own tools.
    pub client_tools: Vec<ToolSpec>,
    /// Which of them it is to call first.
    pub choice: Choice,
    /// How hard to think.
    pub effort: Option<Effort>,
}

/// Who answers.
pub enum Driver {
    /// A model.
    Model(Box<Run>),
    /// The built-in answerer, from what was said.
    BuiltIn(Vec<Spoken>),
}

impl Driver {
    /// Whoever answers what `messages` say, of which the caller sent `sent` now.
    pub async fn of(
        app: &AppState,
        scope: &Scope,
        offer: Offer,
        messages: Vec<Message>,
        sent: &[Message],
    ) -> Result<Self, ApiError> {
        match app.config.models.as_ref().and_then(|models| models.tier(offer.tier)) {
            Some(model) => Ok(Self::Model(Box::new(turn(app, scope, offer, model, messages, sent).await?))),
            None => Ok(Self::BuiltIn(spoken(&messages))),
        }
    }

    /// Answers.
    pub async fn answer(self, app: &AppState, scope: &Scope, watch: Watch<'_>) -> Result<Finished, ApiError> {
        match self {
            Self::Model(turn) => run(*turn, watch).await.map_err(|fault| of_agent(&fault)),
            Self::BuiltIn(messages) => Ok(built_in(app, scope, messages, watch).await),
        }
    }
}

async fn turn(
    app: &AppState,
    scope: &Scope,
    offer: Offer,
    model: Arc<dyn Model>,
    messages: Vec<Message>,
    sent: &[Message],
) -> Result<Run, ApiError> {
    let now = app.clock.now();
    let place =
        Workplace { store: app.store.clone(), scope: scope.clone(), now, embedder: app.config.embedder.clone() };
    let mut tools = tools(app, &offer, &model, &messages);
    tools.extend(attached(app, &offer.attach).await?);
    let has_files = tools.iter().any(|tool| tool.spec().name == "read_file");
    let mut ours = instructions(app, scope, offer.stored.is_some(), now).await?;
    let skills = app.config.skills.listing();
    if has_files && !skills.is_empty() {
        ours = format!("{ours}\n\n{skills}");
    }
    Ok(Run {
        place,
        model,
        instructions: [ours].into_iter().chain(offer.instructions).collect(),
        messages,
        visible: tokens_of(sent).max(1),
        tools,
        client_tools: offer.client_tools,
        choice: offer.choice,
        effort: offer.effort,
        limits: Limits::default(),
    })
}

async fn instructions(app: &AppState, scope: &Scope, stored: bool, now: Timestamp) -> Result<String, ApiError> {
    let profile = app.store.profile(scope).await?;
    let memory = if stored { app.store.memory(scope).await? } else { Vec::new() };
    let facts: Vec<String> = memory.into_iter().map(|known| known.fact).collect();
    let zone = profile.zone_at(now);
    let about = prompt::About { now: zone.to_datetime(now), zone, language: profile.language.clone(), facts: &facts };
    Ok(app.config.prompts.instructions(&about))
}

/// The tools of a turn: those over the record and published evidence that the request allows, and the agent's own means.
fn tools(app: &AppState, offer: &Offer, model: &Arc<dyn Model>, said: &[Message]) -> Vec<Arc<dyn AgentTool>> {
    let record: [Arc<dyn AgentTool>; 3] =
        [Arc::new(QueryHealthData), Arc::new(ListClinicalRecords), Arc::new(ListFamilyMembers)];
    let evidence = app.config.evidence.iter().flat_map(|library| evidence_tools(library, said));
    let mut tools: Vec<Arc<dyn AgentTool>> =
        record.into_iter().chain(evidence).filter(|tool| offer.builtin.has(&tool.spec().name)).collect();
    if tools.is_empty() {
        // Without them there is nothing to plan, delegate or look up.
        return tools;
    }
    tools.push(Arc::new(Task::new(Arc::clone(model), tools.clone())));
    tools.push(Arc::new(WriteTodos::default()));
    tools.extend(eval_tool());
    let files = Files::new(Arc::clone(&app.config.skills)).shown_to(model.sight());
    let files = offer.stored.iter().fold(files, |files, response| files.writable_for(response));
    tools.extend(files.tools());
    tools
}

/// The tools of the servers that the caller brings.
async fn attached(app: &AppState, servers: &[ServerSpec]) -> Result<Vec<Arc<dyn AgentTool>>, ApiError> {
    if servers.is_empty() {
        return Ok(Vec::new());
    }
    let refused = |error: AttachError| ApiError::coded(Code::InvalidValue, error.to_string(), Some("tools"));
    Attached::connect(servers, &app.config.attach).await.map(attached_tools).map_err(refused)
}

/// What a turn comes to; none when whoever listens went away before. The outermost layer sees no panic here, for it has
/// answered: one is a failure of the turn.
pub async fn until_nobody_listens<O>(
    out: &UnboundedSender<O>,
    turn: impl Future<Output = Result<Finished, ApiError>>,
) -> Option<Result<Finished, ApiError>> {
    let guarded = AssertUnwindSafe(turn).catch_unwind();
    tokio::select! {
        outcome = guarded => Some(outcome.unwrap_or_else(|_| Err(ApiError::internal("the answerer panicked")))),
        () = out.closed() => None,
    }
}

/// The built-in answerer's turn, told as a model's is.
async fn built_in(app: &AppState, scope: &Scope, messages: Vec<Spoken>, watch: Watch<'_>) -> Finished {
    let turn = Turn { messages, now: app.clock.now(), language: None };
    let answer = answer(&app.store, scope, &turn).await;
    pieces(&answer.reasoning).for_each(|text| watch(Progress::Reasoning(text.to_owned())));
    for (place, step) in answer.tool_steps.iter().enumerate() {
        let (id, name) = (step.id.clone(), step.name.clone());
        watch(Progress::Called { place, id: id.clone(), name: name.clone(), arguments: step.arguments.clone() });
        watch(Progress::Returned { place, id, name, result: step.result.clone() });
    }
    let (mut told, mut numbers) = (0, answer.numbers.as_slice());
    for text in pieces(&answer.content) {
        watch(Progress::Text(text.to_owned()));
        told += text.chars().count();
        let (checked, rest) = numbers.split_at(numbers.partition_point(|number| number.end <= told));
        numbers = rest;
        if !checked.is_empty() {
            watch(Progress::Checked(checked.to_vec()));
        }
    }
    let said = Said { text: answer.content.clone(), ..Said::default() };
    Finished { answer, calls: Vec::new(), said: vec![Message::Assistant(said)] }
}

/// What was said, as the built-in answerer reads it.
fn spoken(messages: &[Message]) -> Vec<Spoken> {
    let one = |message: &Message| match message {
        Message::System(text) => Some(Spoken { role: Role::System, text: text.clone() }),
        Message::User(parts) => Some(Spoken { role: Role::User, text: text(parts) }),
        Message::Assistant(said) => Some(Spoken { role: Role::Assistant, text: said.text.clone() }),
        Message::Tool { .. } => None,
    };
    messages.iter().filter_map(one).collect()
}

/// The text of parts, without what is no text.
pub fn text(parts: &[Part]) -> String {
    let text = |part: &Part| if let Part::Text(text) = part { Some(text.clone()) } else { None };
    parts.iter().filter_map(text).collect::<Vec<_>>().join("\n")
}

/// Cuts text into pieces that join to the same text, at a space where there is one.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (piece, left) = rest.split_at(cut(rest));
        rest = left;
        (!piece.is_empty()).then_some(piece)
    })
}

fn cut(text: &str) -> usize {
    let end = text.char_indices().nth(PIECE).map_or(text.len(), |(at, _)| at);
    if end == text.len() {
        return end;
    }
    text[..end].rfind(' ').map_or(end, |space| space + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_join_to_the_text() {
        for text in [
            "",
            "short",
            "Your fasting glucose was 143.7 mg/dL on 2026-06-16.",
            "您最近一次空腹血糖是 5.4 mmol/L，采样于二〇二六年六月十六日上午。",
            "   ",
        ] {
            assert_eq!(pieces(text).collect::<String>(), text);
        }
        assert!(pieces("Your fasting glucose was 143.7 mg/dL on 2026-06-16.").count() > 1);
    }
}
