//! From a question as read to the calls of the readings tool.

use jiff::Timestamp;
use mirobody_derive::LocalDay;
use mirobody_query::{HealthQuery, Indicator, Selector, View, indicators};
use mirobody_store::{Scope, Store, StoreError};

use crate::{
    question::{self, Ask, Bucket, Intent, Mention, Question},
    reported,
};

/// The call that a question in plain words stands for; a question that names nothing recorded asks for the list.
pub(crate) async fn planned(
    store: &Store,
    scope: &Scope,
    text: &str,
    now: Timestamp,
) -> Result<HealthQuery, StoreError> {
    let known = indicators(store, scope, now).await?;
    let today = LocalDay::of(now, &store.profile(scope).await?.zone_at(now)).date();
    let question = question::read(&[text], &known, today);
    let ever = mirobody_query::reported(store, scope, now).await?;
    let complaints = reported::read(&[text], &question, &ever, today);
    let question = if complaints.is_some() { reported::rest(question) } else { Some(question) };
    let complaints = complaints.as_ref();
    let Some(Question::Ask(ask)) = question else {
        return Ok(complaints.map_or_else(HealthQuery::catalogue, |asked| asked.query(View::Raw)));
    };
    let reports = complaints.map(reported::Asked::words).unwrap_or_default();
    let recorded = named(&ask.mentions.iter().collect::<Vec<_>>(), &known);
    Ok(match (recorded.is_empty(), ask.mentions.is_empty()) {
        (true, true) => HealthQuery::catalogue(),
        (true, false) => query(Selector::Keywords([texts(&ask.mentions), reports].concat()), &ask, view(&ask.intent)),
        (false, _) if reports.is_empty() => query(Selector::Indicators(names(&recorded)), &ask, view(&ask.intent)),
        (false, _) => query(Selector::Keywords([names(&recorded), reports].concat()), &ask, view(&ask.intent)),
    })
}

fn texts(mentions: &[Mention]) -> Vec<String> {
    mentions.iter().map(|mention| mention.text.clone()).collect()
}

/// A call over the window of the question.
pub(crate) fn query(selector: Selector, ask: &Ask, view: View) -> HealthQuery {
    let (start, end) = ask.days.map_or((None, None), |days| (days.start, days.end));
    HealthQuery { selector, start, end, view }
}

/// The view that answers an intent over some series.
pub(crate) fn view(intent: &Intent) -> View {
    match intent {
        Intent::Latest | Intent::Judge => View::Latest,
        Intent::List | Intent::Catalogue => View::Raw,
        Intent::Buckets(Bucket::Day, _) => View::Day,
        Intent::Buckets(Bucket::Week, _) => View::Week,
        Intent::Buckets(Bucket::Month, _) => View::Month,
        Intent::Trend
        | Intent::Stats
        | Intent::Count
        | Intent::First
        | Intent::Ever(..)
        | Intent::Extreme(_)
        | Intent::Abnormal
        | Intent::Share
        | Intent::Turned(..)
        | Intent::Compare(..) => View::Stats,
    }
}

/// The recorded series that mentions mean, each once.
pub(crate) fn named<'a>(mentions: &[&Mention], known: &'a [Indicator]) -> Vec<&'a Indicator> {
    let mut places: Vec<usize> = Vec::new();
    for place in mentions.iter().flat_map(|mention| &mention.series) {
        if !places.contains(place) {
            places.push(*place);
        }
    }
    places.iter().filter_map(|&place| known.get(place)).collect()
}

/// Their names, as the tool takes them.
pub(crate) fn names(indicators: &[&Indicator]) -> Vec<String> {
    indicators.iter().map(|indicator| indicator.name.clone()).collect()
}
