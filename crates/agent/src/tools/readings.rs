//! `query_health_indicators`: the readings of the record.

use mirobody_query::{Envelope, ErrorKind, run_with};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Declared, Needs, Output, Record, ToolName, arguments::schema};
use crate::tool::read_arguments;

/// What it takes. Read by [`read_arguments`], which the turn's own readings tool shares.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the schema is made from it")]
struct Arguments {
    /// Names to look for among the person's own, in any language and spelling. Give an abbreviation and its full
    /// name both. Not beside indicators.
    #[schemars(length(max = 20))]
    keywords: Option<Vec<String>>,
    /// Exact names, codes or series from an earlier answer.
    #[schemars(length(max = 20))]
    indicators: Option<Vec<String>>,
    /// First day, YYYY-MM-DD, in the person's own time zone, inclusive.
    start: Option<String>,
    /// Last day, YYYY-MM-DD, inclusive.
    end: Option<String>,
    /// How the readings are put; raw when left out.
    #[schemars(extend("enum" = ["raw", "minute", "hour", "day", "week", "month", "stats", "latest"]))]
    view: Option<String>,
}

pub(crate) fn declared() -> Declared {
    Declared {
        tool: ToolName::QueryHealthIndicators,
        name: "query_health_indicators",
        title: "Health readings",
        description: "Reads the person's own recorded readings (laboratory results, vital signs, device data) and \
            what they reported feeling or having. With neither keywords nor indicators it lists what is recorded. View: raw (readings, newest first, at most 50 \
            per indicator), minute, hour, day, week, month (one point per bucket), stats (count, min, max, avg, first, \
            last, change over the window; first and last third of the days, slope, direction and shape, or why none \
            is told), latest. Without start and end the whole record is read. Ask for stats or a \
            bucket rather than raw when the question is about a trend. The answer is a table; (constants: ...) holds \
            the columns that are the same in every row. No data for an indicator means it was never recorded, not \
            that the condition is absent.",
        schema: schema::<Arguments>(),
        needs: Needs::Readings,
    }
}

pub(crate) async fn call(record: Record<'_>, arguments: &Map<String, Value>) -> Output {
    let envelope = match read_arguments(&Value::Object(arguments.clone())) {
        Ok(query) => run_with(record.store, record.scope, &query, record.now, record.embedder).await,
        Err(reason) => Envelope::error(ErrorKind::InvalidArguments, reason),
    };
    Output::envelope(&envelope)
}

#[cfg(test)]
mod tests {
    use mirobody_query::View;

    use super::*;

    #[test]
    fn the_schema_offers_the_views_there_are() {
        let declared = declared();
        let views: Vec<&str> = View::ALL.iter().map(|view| view.as_str()).collect();
        assert_eq!(declared.schema["properties"]["view"]["enum"], serde_json::json!(views));
        let names: Vec<&String> = declared.schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["keywords", "indicators", "start", "end", "view"]);
        assert!(declared.schema.get("required").is_none());
    }
}
