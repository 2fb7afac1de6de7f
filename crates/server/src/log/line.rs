//! One line of the log: for people, or a JSON object.

use std::fmt;

use serde_json::{Map, Value, json};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::{
    field::RecordFields,
    fmt::{
        FmtContext, FormatEvent, FormatFields, FormattedFields,
        format::Writer,
        time::{FormatTime, SystemTime},
    },
    registry::{LookupSpan, Scope},
};

use super::allowed::Kept;

/// How a line is put together.
pub(super) struct Line<const JSON: bool>;

/// How the fields of a span are kept until a line needs them.
pub(super) struct Fields<const JSON: bool>;

impl<'w, const JSON: bool> FormatFields<'w> for Fields<JSON> {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'w>, fields: R) -> fmt::Result {
        let mut kept = Kept::default();
        fields.record(&mut kept);
        for (at, (name, value)) in kept.fields.iter().enumerate() {
            let between = if at > 0 { " " } else { "" };
            write!(writer, "{between}{name}={}", plain(value))?;
        }
        Ok(())
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl<S, N, const JSON: bool> FormatEvent<S, N> for Line<JSON>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let metadata = event.metadata();
        let mut kept = Kept { ours: is_ours(metadata), ..Kept::default() };
        event.record(&mut kept);
        let spans = spans(context);
        if JSON { json(&mut writer, metadata, kept, &spans) } else { text(&mut writer, metadata, &kept, &spans) }
    }
}

fn is_ours(metadata: &Metadata<'_>) -> bool {
    metadata.target().split("::").next().is_some_and(|first| first.starts_with("mirobody"))
}

/// The spans around an event, outermost first: name and fields.
fn spans<S, N>(context: &FmtContext<'_, S, N>) -> Vec<(&'static str, String)>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    let scope = context.event_scope().into_iter().flat_map(Scope::from_root);
    scope
        .map(|span| {
            let extensions = span.extensions();
            let fields = extensions.get::<FormattedFields<N>>().map(|fields| fields.fields.clone());
            (span.name(), fields.unwrap_or_default())
        })
        .collect()
}

fn text(
    writer: &mut Writer<'_>,
    metadata: &Metadata<'_>,
    kept: &Kept,
    spans: &[(&'static str, String)],
) -> fmt::Result {
    SystemTime.format_time(writer)?;
    write!(writer, " {} ", level(*metadata.level(), writer.has_ansi_escapes()))?;
    for (name, fields) in spans {
        write!(writer, "{name}{{{fields}}}:")?;
    }
    let between = if spans.is_empty() { "" } else { " " };
    write!(writer, "{between}{}:", metadata.target())?;
    if let Some(message) = &kept.message {
        write!(writer, " {message}")?;
    }
    for (name, value) in &kept.fields {
        write!(writer, " {name}={}", plain(value))?;
    }
    writeln!(writer)
}

fn level(level: Level, colours: bool) -> String {
    let colour = match level {
        Level::ERROR => 31,
        Level::WARN => 33,
        Level::INFO => 32,
        Level::DEBUG => 34,
        Level::TRACE => 35,
    };
    if colours { format!("\u{1b}[{colour}m{level:>5}\u{1b}[0m") } else { format!("{level:>5}") }
}

fn json(writer: &mut Writer<'_>, metadata: &Metadata<'_>, kept: Kept, spans: &[(&'static str, String)]) -> fmt::Result {
    let mut at = String::new();
    SystemTime.format_time(&mut Writer::new(&mut at))?;
    let mut fields = Map::new();
    fields.extend(kept.message.map(|message| ("message".to_owned(), message.into())));
    fields.extend(kept.fields.into_iter().map(|(name, value)| (name.to_owned(), value)));
    let spans: Vec<Value> = spans.iter().map(|(name, fields)| span(name, fields)).collect();
    let level = metadata.level().as_str();
    let line = json!({"timestamp": at, "level": level, "target": metadata.target(), "fields": fields, "spans": spans});
    writeln!(writer, "{line}")
}

/// A span from its fields as they were kept: none of their values has a blank in it.
fn span(name: &str, fields: &str) -> Value {
    let pairs = fields.split(' ').filter_map(|field| field.split_once('='));
    let mut span: Map<String, Value> = pairs.map(|(name, value)| (name.to_owned(), value.into())).collect();
    span.insert("name".to_owned(), name.into());
    Value::Object(span)
}
