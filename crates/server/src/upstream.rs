//! What a caller is told when a model fails: by what it can do about it, without a word of the vendor's unless the request
//! itself was at fault.

use mirobody_llm::Fault;

use crate::{ApiError, error::Code};

/// Seconds to wait when the vendor says nothing.
const WAIT: u64 = 5;

/// No model is configured.
pub fn no_model() -> ApiError {
    ApiError::Upstream(
        "No model is configured on this server. Set LLM_BASE_URL and LLM_MODEL, or PROVIDERS_DEEP in config.yaml; the \
         agent answers from the record without one.",
    )
}

/// A call that had to be made was not.
pub const fn not_honoured() -> ApiError {
    ApiError::Upstream("The model did not make the call that `tool_choice` requires. Retry.")
}

/// A fault of a turn over a record: whatever it was, the caller's request was good.
pub fn of_agent(fault: &Fault) -> ApiError {
    match fault {
        Fault::NotConfigured(_) => no_key(),
        Fault::TimedOut => ApiError::Upstream("The model did not answer in time. Retry with a pause."),
        Fault::Limited { .. } | Fault::Resting => {
            ApiError::Upstream("The model is asked too often. Retry with a pause.")
        }
        _ => ApiError::Upstream("The model failed. Retry with a pause, and give the `X-Request-Id` when reporting it."),
    }
}

/// A fault of a model that was asked for itself.
pub fn of_model(fault: &Fault) -> ApiError {
    match fault {
        Fault::Rejected { message, .. } => {
            ApiError::coded(Code::UpstreamRejected, format!("The model refused the request: {message}"), None)
        }
        Fault::Limited { retry_after } => {
            ApiError::UpstreamBusy { retry_after: retry_after.map_or(WAIT, |wait| wait.as_secs().max(1)) }
        }
        fault => of_agent(fault),
    }
}

const fn no_key() -> ApiError {
    ApiError::Upstream("The key of the model is missing on this server: `mirobody doctor` says which.")
}
