//! What the program writes to its log.
//!
//! True here: a line holds its literal message and the fields of `fields.tsv`, each in the form it must have; whatever
//! else an event carries, of ours or of a library, is masked before it is written. So a line that slipped past review
//! says that something happened, and nothing of whom.

mod allowed;
mod line;

use std::io::IsTerminal;

use tracing::{Level, Subscriber};
use tracing_subscriber::{
    EnvFilter, Layer, Registry,
    fmt::{self, MakeWriter},
    layer::SubscriberExt,
    registry::LookupSpan,
    util::{SubscriberInitExt, TryInitError},
};

use line::{Fields, Line};

/// What may be heard at a level. The library that speaks MCP logs whole messages, so it is never heard.
pub fn log_filter(level: Level) -> EnvFilter {
    EnvFilter::new(format!("{level},rmcp=off"))
}

/// Lines to a writer, as text or one JSON object each.
pub fn log_layer<S, W>(json: bool, colours: bool, writer: W) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let layer = fmt::layer().with_writer(writer).with_ansi(colours);
    if json {
        layer.fmt_fields(Fields::<true>).event_format(Line::<true>).boxed()
    } else {
        layer.fmt_fields(Fields::<false>).event_format(Line::<false>).boxed()
    }
}

/// Starts the log of this process on standard error.
pub fn start_log(level: Level, json: bool) -> Result<(), TryInitError> {
    // Colours are for people, not for files.
    let lines = log_layer::<Registry, _>(json, std::io::stderr().is_terminal(), std::io::stderr);
    tracing_subscriber::registry().with(lines.with_filter(log_filter(level))).try_init()
}

/// Makes panics of the whole process say only where they happened: their messages can hold the text that was being
/// read.
pub fn quiet_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "panic");
    }));
}
