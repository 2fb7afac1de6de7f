//! Which calls of the readings tool a question needs, and making them.

use jiff::Timestamp;
use mirobody_derive::LocalDay;
use mirobody_query::{
    Envelope, HealthQuery, Indicator, Mark, ROW_CAP, SERIES_CAP, Selector, StatsRow, View, render_compact, render_rest,
};
use mirobody_store::{Scope, Store};
use uuid::Uuid;

use crate::{
    gather::{Gathered, Missing},
    plan::{named, names, query, view},
    question::{Ask, Days, Intent, Mention},
    tool::{self, QUERY_HEALTH_DATA},
    turn::ToolStep,
};

/// The most series that a question about all of them reads.
const MOST_SERIES: usize = 10 * SERIES_CAP;

/// The most days that are read one by one for the readings behind a statistic.
const MOST_DAYS: usize = 6;

/// The calls of a turn.
pub(crate) struct Calls<'a> {
    store: &'a Store,
    scope: &'a Scope,
    now: Timestamp,
    text: &'a str,
    pub(crate) steps: Vec<ToolStep>,
}

impl<'a> Calls<'a> {
    pub(crate) const fn new(store: &'a Store, scope: &'a Scope, now: Timestamp, text: &'a str) -> Self {
        Self { store, scope, now, text, steps: Vec::new() }
    }

    /// What is recorded.
    pub(crate) async fn catalogue(&mut self) -> Gathered {
        let mut gathered = Gathered::default();
        gathered.take(self.call(HealthQuery::catalogue()).await);
        gathered
    }

    /// Everything a question needs.
    pub(crate) async fn gather(&mut self, ask: &Ask, known: &[Indicator]) -> Gathered {
        if ask.intent == Intent::Catalogue {
            return self.catalogue().await;
        }
        let mut gathered = Gathered { days: ask.days, ..Gathered::default() };
        let (found, missing): (Vec<&Mention>, Vec<&Mention>) = ask.mentions.iter().partition(|m| !m.series.is_empty());
        let recorded: Vec<&Indicator> = match (ask.mentions.is_empty(), &ask.intent) {
            (false, _) => named(&found, known),
            (true, Intent::List) => known.iter().filter(|indicator| has_any(indicator, ask.days)).collect(),
            (true, _) => known.iter().collect(),
        };
        gathered.truncated = recorded.len() > MOST_SERIES;
        for some in recorded.get(..recorded.len().min(MOST_SERIES)).unwrap_or_default().chunks(SERIES_CAP) {
            self.read(ask, some, &mut gathered).await;
        }
        if !missing.is_empty() {
            let texts = missing.iter().map(|mention| mention.text.clone()).collect();
            let envelope = self.call(query(Selector::Keywords(texts), ask, View::Latest)).await;
            gathered.failed |= envelope.status == mirobody_query::Status::Error;
        }
        gathered.missing = missing.into_iter().map(|mention| never_recorded(mention, known)).collect();
        gathered
    }

    async fn read(&mut self, ask: &Ask, recorded: &[&Indicator], gathered: &mut Gathered) {
        let selector = Selector::Indicators(names(recorded));
        match &ask.intent {
            Intent::Compare(first, second) | Intent::Turned(first, second) => {
                for (place, days) in [*first, *second].into_iter().enumerate() {
                    let envelope = self.call(over(selector.clone(), Some(days), View::Stats)).await;
                    gathered.take_side(place, days, envelope);
                    let stats = gathered.sides.get(place).map(|side| side.stats.clone()).unwrap_or_default();
                    self.details(ask, &stats, Some(days), gathered).await;
                }
            }
            intent => {
                let before = gathered.stats.len();
                gathered.take(self.call(over(selector.clone(), ask.days, view(intent))).await);
                let stats: Vec<StatsRow> = gathered.stats.iter().skip(before).cloned().collect();
                let points = points(intent, &stats);
                if let Some(view) = points {
                    gathered.take(self.call(over(selector, ask.days, view)).await);
                }
                if points != Some(View::Raw) {
                    self.details(ask, &stats, ask.days, gathered).await;
                }
            }
        }
    }

    /// The readings behind statistics, where what is said of them is not in the statistics themselves.
    async fn details(&mut self, ask: &Ask, stats: &[StatsRow], days: Option<Days>, gathered: &mut Gathered) {
        // Against a limit, readings that are few enough are counted one by one.
        let counts = |row: &&StatsRow| matches!(ask.intent, Intent::Ever(_, Some(_))) && row.count <= ROW_CAP;
        let (few, many): (Vec<&StatsRow>, Vec<&StatsRow>) =
            stats.iter().filter(|row| counts(row) || needs_details(row)).partition(|row| row.count <= ROW_CAP);
        if !few.is_empty() {
            let names = few.iter().map(|row| row.indicator.clone()).collect();
            let envelope = self.call(over(Selector::Indicators(names), days, View::Raw)).await;
            gathered.take_details(envelope);
        }
        for (name, day) in many.iter().flat_map(|row| telling_days(row)).take(MOST_DAYS) {
            let one = Days { start: Some(day), end: Some(day) };
            let envelope = self.call(over(Selector::Indicators(vec![name]), Some(one), View::Raw)).await;
            gathered.take_details(envelope);
        }
    }

    pub(crate) async fn call(&mut self, query: HealthQuery) -> Envelope {
        let arguments = tool::arguments(self.text, &query);
        let envelope = tool::query_health_data(self.store, self.scope, &arguments, self.now, None).await;
        self.steps.push(ToolStep {
            id: format!("call_{}", Uuid::new_v4().simple()),
            name: QUERY_HEALTH_DATA.name.to_owned(),
            arguments,
            result: render_compact(&envelope),
            data: render_rest(&envelope),
        });
        envelope
    }
}

fn over(selector: Selector, days: Option<Days>, view: View) -> HealthQuery {
    let (start, end) = days.map_or((None, None), |days| (days.start, days.end));
    HealthQuery { selector, start, end, view }
}

/// Whether an indicator may have readings in the window.
fn has_any(indicator: &Indicator, days: Option<Days>) -> bool {
    let (start, end) = days.map_or((None, None), |days| (days.start, days.end));
    start.is_none_or(|start| indicator.last >= start) && end.is_none_or(|end| indicator.first <= end)
}

fn never_recorded(mention: &Mention, known: &[Indicator]) -> Missing {
    let related = mention.related.iter().filter_map(|&place| known.get(place)).map(|indicator| indicator.name.clone());
    let uncoded = known.iter().filter(|indicator| indicator.code.is_none()).map(|indicator| indicator.name.clone());
    Missing { text: mention.text.clone(), related: related.collect(), uncoded: uncoded.collect() }
}

fn marks(row: &StatsRow) -> impl Iterator<Item = &Mark> {
    [&row.min, &row.max, &row.first, &row.last, &row.last_high, &row.last_low].into_iter().flatten()
}

/// Whether a statistic is told with something only its readings say: a page, a recorded value, a source with a number.
fn needs_details(row: &StatsRow) -> bool {
    let tells = |mark: &Mark| {
        mark.page.is_some()
            || mark.converted
            || mark.number.is_none()
            || mark.source.chars().any(|c| c.is_ascii_digit())
            || mark.number.is_some_and(|number| number.to_string() != mark.value)
    };
    row.last_high.is_some() || row.last_low.is_some() || row.counted < row.count || marks(row).any(tells)
}

fn telling_days(row: &StatsRow) -> Vec<(String, LocalDay)> {
    let mut days: Vec<LocalDay> = marks(row).map(|mark| mark.day).collect();
    days.sort_unstable();
    days.dedup();
    days.into_iter().map(|day| (row.indicator.clone(), day)).collect()
}

/// The view that reads a trend point by point: the readings themselves when they are few and in one unit.
fn points(intent: &Intent, stats: &[StatsRow]) -> Option<View> {
    if *intent != Intent::Trend || stats.iter().all(|row| row.counted < 2) {
        return None;
    }
    let plain = |row: &StatsRow| row.count <= ROW_CAP && row.converted == 0 && row.left_out == 0;
    if stats.iter().all(plain) {
        return Some(View::Raw);
    }
    Some(match stats.iter().map(span_days).max().unwrap_or(0) {
        ..=92 => View::Day,
        93..=644 => View::Week,
        _ => View::Month,
    })
}

fn span_days(row: &StatsRow) -> i32 {
    let (Some(first), Some(last)) = (&row.first, &row.last) else { return 0 };
    first.day.date().until(last.day.date()).map_or(0, |span| span.get_days())
}
