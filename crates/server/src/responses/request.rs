//! What a request for a response may say, read and checked before anything happens.

use mirobody_attach::ServerSpec;
use mirobody_llm::{Effort, Format, Message, ToolSpec};
use serde_json::Value;

use super::{
    choice::{self, Builtin, Wanted},
    input::{self, Input},
    tools,
};
use crate::{
    ApiError,
    models::{self, Tier},
    object::Object,
};

/// What this server reads.
const OURS: [&str; 15] = [
    "model",
    "input",
    "instructions",
    "stream",
    "store",
    "previous_response_id",
    "session_id",
    "tools",
    "tool_choice",
    "mode",
    "builtin_tools",
    "text",
    "strict",
    "user",
    "reasoning",
];
/// What other servers of the protocol read: taken, and without effect here.
const TAKEN: [&str; 19] = [
    "temperature",
    "top_p",
    "max_output_tokens",
    "metadata",
    "parallel_tool_calls",
    "truncation",
    "include",
    "background",
    "service_tier",
    "max_tool_calls",
    "top_logprobs",
    "prompt_cache_key",
    "prompt_cache_retention",
    "safety_identifier",
    "conversation",
    "prompt",
    "stream_options",
    "presence_penalty",
    "frequency_penalty",
];
/// The longest name of a session.
const LONGEST_SESSION: usize = 256;

/// Who answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// The agent, over the record.
    Agent,
    /// A model and nothing else.
    Model,
}

/// A request, read.
#[derive(Debug)]
pub struct Ask {
    /// The tier.
    pub tier: Tier,
    /// Who answers.
    pub mode: Mode,
    /// What is said.
    pub input: Input,
    /// What the caller tells the model, for this turn.
    pub instructions: Option<String>,
    /// Whether to stream.
    pub stream: bool,
    /// Whether to keep it.
    pub store: bool,
    /// What it follows.
    pub previous: Option<String>,
    /// The session it belongs to.
    pub session: Option<String>,
    /// The caller's own tools.
    pub client_tools: Vec<ToolSpec>,
    /// Servers whose tools the caller brings.
    pub attach: Vec<ServerSpec>,
    /// Whether one of them is to be called.
    pub choice: Wanted,
    /// Which of our tools the agent has.
    pub builtin: Builtin,
    /// The form of the text.
    pub format: Format,
    /// How hard to think.
    pub effort: Option<Effort>,
    /// The tenant key.
    pub user: String,
    /// The tools as they were sent, for the object.
    pub tools_sent: Vec<Value>,
    /// The choice as it was sent.
    pub choice_sent: Value,
    /// The metadata as it was sent.
    pub metadata: Value,
}

impl Ask {
    /// Reads the body. `strict`: the header asked for that.
    pub fn read(object: &Object<'_>, strict: bool) -> Result<Self, ApiError> {
        if strict || object.flag("strict")?.unwrap_or(false) {
            nothing_unknown(object)?;
        }
        let declared = tools::read(object)?;
        let wanted = choice::wanted(object, &declared.client)?;
        let mut ask = Self {
            tier: tier(object)?,
            mode: mode(object)?,
            input: input::read(object)?,
            instructions: object.text("instructions")?.filter(|text| !text.trim().is_empty()),
            stream: object.flag("stream")?.unwrap_or(false),
            store: object.flag("store")?.unwrap_or(true),
            previous: object.text("previous_response_id")?.filter(|id| !id.is_empty()),
            session: session(object)?,
            client_tools: declared.client,
            attach: declared.attach,
            choice: wanted,
            builtin: choice::builtin(object)?,
            format: choice::format(object)?,
            effort: effort(object)?,
            user: object.text("user")?.unwrap_or_default(),
            tools_sent: declared.sent,
            choice_sent: value(object, "tool_choice").unwrap_or_else(|| "auto".into()),
            metadata: value(object, "metadata")
                .filter(Value::is_object)
                .unwrap_or_else(|| Value::Object(serde_json::Map::new())),
        };
        ask.fit()?;
        Ok(ask)
    }

    /// What goes together and what does not.
    fn fit(&mut self) -> Result<(), ApiError> {
        if self.choice == Wanted::None && self.mode == Mode::Agent {
            if self.previous.is_some() || self.session.is_some() {
                let must =
                    "not be `none` beside `previous_response_id` or `session_id`: without tools there is no state";
                return Err(ApiError::invalid("tool_choice", must));
            }
            self.mode = Mode::Model;
        }
        match self.mode {
            Mode::Model => self.fit_model(),
            Mode::Agent => self.fit_agent(),
        }
    }

    fn fit_model(&self) -> Result<(), ApiError> {
        let must = "be left out with `mode: \"model\"`, which keeps nothing";
        for (param, given) in [("previous_response_id", &self.previous), ("session_id", &self.session)] {
            if given.is_some() {
                return Err(ApiError::invalid(param, must));
            }
        }
        if !self.attach.is_empty() && self.choice != Wanted::None {
            return Err(ApiError::invalid("tools", "hold no `mcp` server with `mode: \"model\"`"));
        }
        self.input.stands_alone()
    }

    fn fit_agent(&self) -> Result<(), ApiError> {
        if self.format != Format::Text {
            return Err(ApiError::unsupported("text"));
        }
        if self.choice == Wanted::Required {
            return Err(ApiError::unsupported("tool_choice"));
        }
        Ok(())
    }

    /// The instructions as a message.
    pub fn system(&self) -> Option<Message> {
        self.instructions.clone().map(Message::System)
    }
}

fn nothing_unknown(object: &Object<'_>) -> Result<(), ApiError> {
    let known = |name: &&str| OURS.contains(name) || TAKEN.contains(name);
    match object.names().find(|name| !known(name)) {
        Some(name) => Err(ApiError::unknown_parameter(name)),
        None => Ok(()),
    }
}

fn tier(object: &Object<'_>) -> Result<Tier, ApiError> {
    let name = object.text("model")?;
    models::named(name.as_deref()).ok_or_else(|| {
        ApiError::invalid("model", "be one that GET /v1/models lists: `mirobody-flash` or `mirobody-expert`")
    })
}

fn mode(object: &Object<'_>) -> Result<Mode, ApiError> {
    match object.text("mode")?.as_deref() {
        None | Some("agent") => Ok(Mode::Agent),
        Some("model") => Ok(Mode::Model),
        Some(_) => Err(ApiError::invalid("mode", "be `agent` or `model`")),
    }
}

fn session(object: &Object<'_>) -> Result<Option<String>, ApiError> {
    let session = object.text("session_id")?.filter(|session| !session.is_empty());
    match session {
        Some(session) if session.len() > LONGEST_SESSION => {
            Err(ApiError::invalid("session_id", "have at most 256 bytes"))
        }
        session => Ok(session),
    }
}

fn effort(object: &Object<'_>) -> Result<Option<Effort>, ApiError> {
    let Some(raw) = object.raw("reasoning") else { return Ok(None) };
    let reasoning = Object::element(raw, "reasoning".to_owned())?;
    Ok(match reasoning.text("effort")?.as_deref() {
        None | Some("none" | "minimal") => None,
        Some("low") => Some(Effort::Low),
        Some("medium") => Some(Effort::Medium),
        Some("high" | "xhigh") => Some(Effort::High),
        Some(_) => return Err(ApiError::invalid("reasoning.effort", "be `low`, `medium` or `high`")),
    })
}

fn value(object: &Object<'_>, name: &str) -> Option<Value> {
    object.raw(name).and_then(|raw| serde_json::from_str(raw.get()).ok())
}
