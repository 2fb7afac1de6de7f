//! One call: choose the series, read the window, make the view, say what is missing.

use jiff::Timestamp;
use mirobody_standardize::Flag;
use mirobody_store::{Observation, Scope, SeriesSummary, Store, StoreError};
use mirobody_vocab::fold;

use crate::{
    chosen::Chosen,
    complaints::{self, Complaints, REPORTS},
    envelope::{ABSENCE, Envelope, ErrorKind, Meta, NameRead, NextStep, Provenance, SHAPE, Span, Status},
    found::{Asked, DaysFound, Found},
    near::{self, Embedder, NEAR, Near},
    request::{HealthQuery, SERIES_CAP, Selector, View},
    rows::{CatalogueRow, Rows},
    select::Indicator,
    views::{Part, flagged_mark, plan},
    window::Window,
};

/// The most series a catalogue lists.
const CATALOGUE_CAP: usize = 200;

/// The series of a record by name, as [`run`] chooses among them. Series that print the same name are told apart.
pub async fn indicators(store: &Store, scope: &Scope, now: Timestamp) -> Result<Vec<Indicator>, StoreError> {
    let mut indicators: Vec<Indicator> = store.series(scope, now).await?.into_iter().map(Indicator::from).collect();
    tell_apart(&mut indicators);
    indicators.sort_by_cached_key(|indicator| (fold(&indicator.name), indicator.series.clone()));
    Ok(indicators)
}

/// Answers a query over the subject's record. It never fails: a fault is an envelope too.
pub async fn run(store: &Store, scope: &Scope, query: &HealthQuery, now: Timestamp) -> Envelope {
    run_with(store, scope, query, now, None).await
}

/// The same; names that nothing else matches are looked for with the embedder, where there is one.
pub async fn run_with(
    store: &Store,
    scope: &Scope,
    query: &HealthQuery,
    now: Timestamp,
    embedder: Option<&dyn Embedder>,
) -> Envelope {
    match read(store, scope, query, now, embedder).await {
        Ok(envelope) => envelope,
        Err(_) => Envelope::error(ErrorKind::Unavailable, "the record could not be read"),
    }
}

async fn read(
    store: &Store,
    scope: &Scope,
    query: &HealthQuery,
    now: Timestamp,
    embedder: Option<&dyn Embedder>,
) -> Result<Envelope, StoreError> {
    let profile = store.profile(scope).await?;
    let zone = profile.zone_at(now);
    let window = Window::new(query.start, query.end);
    let indicators = indicators(store, scope, now).await?;
    let tz = zone.iana_name().unwrap_or("UTC").to_owned();
    let mut chosen = Chosen::from(&indicators, &query.selector);
    let reported = complaints::read(complaints::Place { store, scope, now }, query, &mut chosen, &zone).await?;
    if let Some(embedder) = embedder {
        chosen.look_near(Near { store, scope, embedder }, &indicators).await?;
    }
    let chosen = chosen.capped();
    let found = reported.found;
    let mut draft = Draft::new(window, tz, indicators.len(), reported);
    if query.selector == Selector::Catalogue || (chosen.series.is_empty() && !found) {
        return Ok(draft.catalogue(query, chosen, &indicators));
    }
    draft.begin(query.view, &chosen, &indicators);
    for indicator in chosen.series.iter().filter_map(|&index| indicators.get(index)) {
        if !window.meets(indicator.first, indicator.last) {
            draft.nothing_of(indicator);
            continue;
        }
        let asked = Asked { store, scope, indicator, window, now };
        match asked.find(query.view).await? {
            Found::Readings(rows) => draft.add(query.view, indicator, &rows, &zone),
            Found::Days(found) => {
                let made = plan(query.view).of_days.map(|make| make(indicator, &found));
                if let Some(mut made) = made {
                    flagged(&asked, &mut made.rows).await?;
                    draft.add_days(indicator, &found, made);
                }
            }
        }
    }
    Ok(draft.finish(query.view))
}

/// The newest readings that were flagged high and low, which days do not say.
async fn flagged(asked: &Asked<'_>, rows: &mut Rows) -> Result<(), StoreError> {
    let Rows::Stats(rows) = rows else { return Ok(()) };
    for row in rows {
        if row.high > 0 {
            row.last_high = asked.newest_flagged(Flag::High).await?.as_ref().map(flagged_mark);
        }
        if row.low > 0 {
            row.last_low = asked.newest_flagged(Flag::Low).await?.as_ref().map(flagged_mark);
        }
    }
    Ok(())
}

impl From<SeriesSummary> for Indicator {
    fn from(summary: SeriesSummary) -> Self {
        Self {
            series: summary.series,
            name: summary.name,
            names: summary.names,
            code: summary.loinc,
            canonical: summary.canonical,
            unit: summary.unit,
            count: summary.count,
            samples: summary.samples,
            first: summary.first,
            last: summary.last,
        }
    }
}

/// Adds the canonical name or the unit to names that several series print.
fn tell_apart(indicators: &mut [Indicator]) {
    let folded: Vec<String> = indicators.iter().map(|indicator| fold(&indicator.name)).collect();
    for (index, indicator) in indicators.iter_mut().enumerate() {
        if folded.iter().filter(|name| **name == folded[index]).count() > 1 {
            let apart = indicator.canonical.as_ref().or(indicator.unit.as_ref()).unwrap_or(&indicator.series);
            indicator.name = format!("{} ({apart})", indicator.name);
        }
    }
}

/// An envelope while it is put together.
struct Draft {
    meta: Meta,
    parts: Vec<Rows>,
    provenance: Vec<(String, Provenance)>,
    partial: bool,
    cut_rows: bool,
    cut_series: bool,
    window: Window,
    reported: Complaints,
}

impl Draft {
    fn new(window: Window, tz: String, catalog_total: usize, reported: complaints::Part) -> Self {
        let meta = Meta {
            window: window.label(),
            tz,
            window_semantics: "tz_exact",
            view: None,
            row_count: 0,
            total: None,
            truncated: false,
            catalog_total,
            unmatched: Vec::new(),
            names: Vec::new(),
            spans: Vec::new(),
            notes: window.swap_note().into_iter().chain(reported.notes).collect(),
        };
        Self {
            meta,
            parts: Vec::new(),
            provenance: reported.names.into_iter().map(|name| (name, Provenance::Reported)).collect(),
            partial: false,
            cut_rows: reported.cut,
            cut_series: reported.cut_kinds,
            window,
            reported: reported.rows,
        }
    }

    fn begin(&mut self, view: View, chosen: &Chosen, indicators: &[Indicator]) {
        self.meta.view = Some(view);
        self.note_names(chosen);
        if let Some(fitting) = chosen.cut {
            self.cut_series = true;
            self.meta.notes.push(format!("{fitting} series fit; the best {SERIES_CAP} were read"));
        }
        self.meta.spans = chosen
            .series
            .iter()
            .filter_map(|&index| indicators.get(index))
            .map(|indicator| Span { indicator: indicator.name.clone(), first: indicator.first, last: indicator.last })
            .collect();
    }

    fn note_names(&mut self, chosen: &Chosen) {
        self.meta.notes.extend(chosen.names.iter().map(NameRead::note));
        let explained = |name: &String| chosen.names.iter().any(|read| read.asked == *name);
        let unexplained = chosen.unmatched.iter().filter(|name| !explained(name));
        self.meta.notes.extend(unexplained.map(|name| format!("no series is named \"{name}\"")));
        self.partial |= !chosen.unmatched.is_empty();
        self.meta.unmatched.clone_from(&chosen.unmatched);
        self.meta.names.clone_from(&chosen.names);
        self.meta.notes.extend(chosen.near_failed.then(|| near::FAILED.to_owned()));
    }

    fn add(&mut self, view: View, indicator: &Indicator, rows: &[Observation], zone: &jiff::tz::TimeZone) {
        let plan = plan(view);
        if rows.is_empty() {
            return self.nothing_of(indicator);
        }
        self.take(indicator, plan.provenance, (plan.make)(indicator, rows, zone));
    }

    fn add_days(&mut self, indicator: &Indicator, found: &DaysFound, made: Part) {
        if found.points.all.is_empty() && found.points.left_out.total() == 0 {
            return self.nothing_of(indicator);
        }
        let elected = found.points.elected_days > 0;
        self.take(indicator, if elected { Provenance::Elected } else { Provenance::Computed }, made);
    }

    fn nothing_of(&mut self, indicator: &Indicator) {
        self.meta.notes.push(self.outside(indicator));
    }

    fn take(&mut self, indicator: &Indicator, provenance: Provenance, made: Part) {
        let Part { rows, notes, cut, partial } = made;
        if cut && self.window.is_all() {
            self.meta.total = Some(self.meta.total.unwrap_or(0) + indicator.count as usize);
        }
        self.cut_rows |= cut;
        self.partial |= partial;
        self.meta.notes.extend(notes);
        self.provenance.push((indicator.name.clone(), provenance));
        self.parts.push(rows);
    }

    fn outside(&self, indicator: &Indicator) -> String {
        format!(
            "{}: nothing recorded in {}; its record runs from {} to {}",
            indicator.name, self.meta.window, indicator.first, indicator.last
        )
    }

    fn finish(mut self, view: View) -> Envelope {
        let data = joined(view, std::mem::take(&mut self.parts));
        let mut next_steps = Vec::new();
        if self.cut_rows {
            next_steps.push(NextStep::NarrowWindow);
            next_steps.extend((view == View::Raw).then_some(NextStep::ViewStats));
        }
        if self.cut_series || self.meta.names.iter().any(NameRead::offers_others) {
            next_steps.push(NextStep::UseIndicators);
        }
        self.close(data, next_steps)
    }

    /// The list of what is recorded: asked for, or in place of names that are not recorded.
    fn catalogue(mut self, query: &HealthQuery, chosen: Chosen, indicators: &[Indicator]) -> Envelope {
        let asked = query.selector == Selector::Catalogue;
        self.note_names(&chosen);
        if asked && (!self.window.is_all() || query.view != View::Raw) {
            self.meta
                .notes
                .push("nothing was named: the list is of the whole record, without window or view".to_owned());
        }
        if indicators.is_empty() {
            self.meta.notes.push("the record holds no readings".to_owned());
        } else if !asked {
            self.meta.notes.push("the list shows what is recorded".to_owned());
        }
        "all recorded data".clone_into(&mut self.meta.window);
        let cut_indicators = indicators.len() > CATALOGUE_CAP;
        self.cut_series |= cut_indicators;
        self.meta.total = cut_indicators.then_some(indicators.len());
        let rows = indicators.iter().take(CATALOGUE_CAP).map(catalogue_row).collect();
        let mut next_steps = Vec::new();
        next_steps.extend(self.cut_series.then_some(NextStep::UseIndicators));
        let has_any = !indicators.is_empty() || !self.reported.is_empty();
        next_steps.extend((!asked && has_any).then_some(NextStep::PickFromCatalog));
        let mut envelope = self.close(Rows::Catalogue(rows), next_steps);
        if !asked {
            envelope.error_kind = Some(ErrorKind::NoData);
            envelope.error_class = Some(ErrorKind::NoData.class());
        }
        envelope
    }

    fn close(mut self, data: Rows, next_steps: Vec<NextStep>) -> Envelope {
        self.meta.row_count = data.len();
        self.meta.truncated = self.cut_rows || self.cut_series;
        let mut assumptions = vec![ABSENCE];
        let asked_of_reports = self.provenance.iter().any(|(_, provenance)| *provenance == Provenance::Reported);
        assumptions.extend((asked_of_reports || !self.reported.is_empty()).then_some(REPORTS));
        let only_reports = asked_of_reports && data.is_empty();
        assumptions.extend((matches!(data, Rows::Stats(_)) && !only_reports).then_some(SHAPE));
        assumptions.extend(self.meta.names.iter().any(NameRead::is_near).then_some(NEAR));
        Envelope {
            status: if self.partial { Status::Partial } else { Status::Ok },
            data,
            complaints: self.reported,
            meta: self.meta,
            error_class: None,
            error_kind: None,
            provenance: self.provenance,
            assumptions,
            next_steps,
        }
    }
}

fn catalogue_row(indicator: &Indicator) -> CatalogueRow {
    CatalogueRow {
        indicator: indicator.name.clone(),
        canonical: indicator.canonical.clone(),
        code: indicator.code.clone(),
        unit: indicator.unit.clone(),
        count: indicator.count,
        first: indicator.first,
        last: indicator.last,
    }
}

/// The rows of all series as one; all of them are of the view's kind.
fn joined(view: View, parts: Vec<Rows>) -> Rows {
    let mut readings = Vec::new();
    let mut buckets = Vec::new();
    let mut stats = Vec::new();
    for part in parts {
        match part {
            Rows::Readings(rows) => readings.extend(rows),
            Rows::Buckets(rows) => buckets.extend(rows),
            Rows::Stats(rows) => stats.extend(rows),
            Rows::Catalogue(_) => {}
        }
    }
    match view {
        View::Raw | View::Latest => Rows::Readings(readings),
        View::Stats => Rows::Stats(stats),
        View::Minute | View::Hour | View::Day | View::Week | View::Month => Rows::Buckets(buckets),
    }
}
