//! The days of a series as numbers in one unit.
//!
//! True here: which source counts for a day was decided when its readings were written, and is only read. A day on which
//! devices or programs speak is one number, that of the source that counts: its total where readings add up over the
//! day, else their mean. On any other day every reading counts, so a morning and an evening blood pressure are two.

use std::sync::Arc;

use mirobody_derive::{Daily, LocalDay};
use mirobody_store::{DaySummary, Source};
use rust_decimal::Decimal;

use crate::{
    numbers::{LeftOut, Unit},
    round::mean_of,
    rows::source_name,
};

/// What counts on one day, from one source, in the series' unit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Point {
    pub(crate) day: LocalDay,
    /// How many readings it is made of.
    pub(crate) readings: u64,
    /// How many times it counts: once for the day, or once for each reading.
    pub(crate) weight: u64,
    /// What it counts for, all times together.
    pub(crate) sum: Decimal,
    pub(crate) min: Decimal,
    pub(crate) max: Decimal,
    pub(crate) first: Decimal,
    pub(crate) last: Decimal,
    /// `api, garmin`.
    pub(crate) source: Arc<str>,
    pub(crate) converted: bool,
}

impl Point {
    fn decimals(&self) -> u32 {
        self.min.normalize().scale().max(self.max.normalize().scale())
    }
}

/// The points of a series, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Points {
    /// The unit of every number, as shown.
    pub(crate) unit: String,
    pub(crate) all: Vec<Point>,
    /// Readings that were converted.
    pub(crate) converted: u64,
    /// Readings in units that cannot be brought to the common one.
    pub(crate) left_out: LeftOut,
    /// On how many days one source was chosen.
    pub(crate) elected_days: usize,
    /// The chosen sources, in the order of their names.
    pub(crate) sources: Vec<Arc<str>>,
    pub(crate) daily: Option<Daily>,
}

/// The name of the source that spoke last: days that follow each other mostly have the same.
#[derive(Default)]
struct Spoken<'a>(Option<(&'a DaySummary, Arc<str>)>);

impl<'a> Spoken<'a> {
    fn of(&mut self, line: &'a DaySummary) -> Arc<str> {
        let same = self.0.as_ref().filter(|(last, _)| last.source == line.source && last.tag == line.tag);
        if let Some((_, name)) = same {
            return Arc::clone(name);
        }
        let name: Arc<str> = source_name(line.source, &line.tag).into();
        self.0 = Some((line, Arc::clone(&name)));
        name
    }
}

/// Whether a source was chosen for any of the days: a device, or several programs, speak of it.
pub(crate) fn is_elected(days: &[DaySummary], loinc: Option<&str>) -> bool {
    by_day(days).any(|lines| one_counts(lines, Daily::of(loinc)))
}

/// The lines of each day; those of one series come in the order of their days.
fn by_day(days: &[DaySummary]) -> impl Iterator<Item = &[DaySummary]> {
    days.chunk_by(|one, next| one.day == next.day)
}

/// Whether one source counts for the day, instead of every reading.
fn one_counts(lines: &[DaySummary], daily: Daily) -> bool {
    let device = lines.iter().any(|line| line.source == Source::Device);
    let programs = |line: &&DaySummary| line.source == Source::Api && !line.tag.is_empty();
    let mut tags = lines.iter().filter(programs).map(|line| &line.tag);
    let first = tags.next();
    device || daily == Daily::Total || tags.any(|tag| first != Some(tag))
}

impl Points {
    /// The points of days of one series with this code.
    pub(crate) fn of(days: &[DaySummary], loinc: Option<&str>) -> Self {
        let daily = Daily::of(loinc);
        let counting: Vec<(&DaySummary, bool)> = by_day(days).flat_map(|lines| counting(lines, daily)).collect();
        let common = counting.last().map_or(Unit::None, |(line, _)| Unit::of_text(&line.unit));
        let all = Vec::with_capacity(counting.len());
        let mut points = Self { unit: common.shown().to_owned(), daily: Some(daily), all, ..Self::default() };
        let mut source = Spoken::default();
        for (line, once) in counting {
            points.take(line, once, common, loinc, source.of(line));
        }
        points.sources.sort_unstable();
        points.sources.dedup();
        points
    }

    fn take(&mut self, line: &DaySummary, once: bool, common: Unit<'_>, loinc: Option<&str>, source: Arc<str>) {
        let own = if *line.unit == *common.shown() { common } else { Unit::of_text(&line.unit) };
        let bring = |number: Decimal| if own == common { Some(number) } else { own.bring(number, common, loinc) };
        let Some(point) = self.point(line, once, bring, source) else {
            self.left_out.add(own.shown(), line.summary.count);
            return;
        };
        let converted = own != common;
        self.converted += if converted { line.summary.count } else { 0 };
        if once {
            if self.sources.last() != Some(&point.source) {
                self.sources.push(Arc::clone(&point.source));
            }
            self.elected_days += usize::from(self.all.last().is_none_or(|last| last.day != line.day));
        }
        self.all.push(Point { converted, ..point });
    }

    fn point(
        &self,
        line: &DaySummary,
        once: bool,
        bring: impl Fn(Decimal) -> Option<Decimal>,
        source: Arc<str>,
    ) -> Option<Point> {
        let summary = &line.summary;
        let daily = self.daily.filter(|_| once).unwrap_or(Daily::Mean);
        let weight = if once { 1 } else { summary.count };
        // The sum itself where there is one: a mean times its count may not be what was added up.
        let sum = summary.sum.filter(|_| !once).filter(|sum| bring(*sum) == Some(*sum));
        let own = if sum.is_none() { Some(bring(daily.number(summary)?)?) } else { None };
        let extreme = |number| if daily == Daily::Total { own } else { bring(number) };
        // A day that counts once begins and ends with its own number.
        let end = |number| if once { own } else { bring(number) };
        Some(Point {
            day: line.day,
            readings: summary.count,
            weight,
            sum: sum.or_else(|| own?.checked_mul(Decimal::from(weight)))?,
            min: extreme(summary.min)?,
            max: extreme(summary.max)?,
            first: end(summary.first.value)?,
            last: end(summary.last.value)?,
            source,
            converted: false,
        })
    }

    /// The mean of some of them, as a reader sees it.
    pub(crate) fn mean<'a>(points: impl IntoIterator<Item = &'a Point>) -> Option<Decimal> {
        let (mut sum, mut weight, mut recorded) = (Decimal::ZERO, 0, 0);
        for point in points {
            sum = sum.checked_add(point.sum)?;
            weight += point.weight;
            recorded = recorded.max(point.decimals());
        }
        mean_of(sum, weight, recorded)
    }

    /// The decimals they were recorded with.
    pub(crate) fn decimals(points: &[Point]) -> u32 {
        points.iter().map(Point::decimals).max().unwrap_or(0)
    }

    /// How many readings they are made of.
    pub(crate) fn readings(&self) -> u64 {
        self.all.iter().map(|point| point.readings).sum()
    }

    /// What a reader must know about these numbers.
    pub(crate) fn notes(&self, indicator: &str) -> Vec<String> {
        let mut notes = Vec::new();
        if self.elected_days > 0 {
            let number = match self.daily {
                Some(Daily::Total) => "its readings added up",
                _ => "the mean of its readings",
            };
            let days = if self.elected_days == 1 { "day" } else { "days" };
            notes.push(format!(
                "{indicator}: each of {} {days} counts once, with {number}, from the source that counts for it ({})",
                self.elected_days,
                self.sources.join("; ")
            ));
        }
        notes.extend(self.left_out.notes(indicator, &self.unit, self.converted));
        notes
    }
}

/// The lines of a day that count, and whether they count once.
fn counting(lines: &[DaySummary], daily: Daily) -> impl Iterator<Item = (&DaySummary, bool)> {
    let once = one_counts(lines, daily);
    lines.iter().filter(move |line| !once || line.elected.is_some()).map(move |line| (line, once))
}

#[cfg(test)]
mod tests {
    use jiff::{Timestamp, ToSpan as _};
    use mirobody_derive::{Point as Reading, Summary, Why};

    use super::*;

    const STEPS: Option<&str> = Some("55423-8");

    fn line(day: &str, source: Source, tag: &str, unit: &str, values: &[i64], elected: Option<Why>) -> DaySummary {
        let day: LocalDay = day.parse().unwrap();
        let start: Timestamp = format!("{day}T00:00:00Z").parse().unwrap();
        let at = |hour: usize, value: i64| Reading { at: start + (hour as i64).hours(), value: value.into() };
        let of = |(hour, value): (usize, &i64)| Summary::of(at(hour, *value), 0);
        DaySummary {
            series: "s".into(),
            day,
            source,
            tag: tag.into(),
            unit: unit.into(),
            summary: Summary::all(values.iter().enumerate().map(of)).unwrap(),
            elected,
        }
    }

    /// `2026-01-01 watch: 70 (60..80) x1 of 2`.
    fn shown(points: &Points) -> Vec<String> {
        let one = |point: &Point| {
            let Point { day, source, sum, min, max, weight, readings, .. } = point;
            let mean = sum / Decimal::from(*weight);
            format!("{day} {source}: {mean} ({min}..{max}) x{weight} of {readings}")
        };
        points.all.iter().map(one).collect()
    }

    #[test]
    fn a_day_of_devices_is_one_number_from_the_source_that_counts() {
        let days = [
            line("2026-01-01", Source::Device, "phone", "/min", &[90], None),
            line("2026-01-01", Source::Device, "watch", "/min", &[60, 80], Some(Why::Coverage)),
            line("2026-01-02", Source::Api, "", "/min", &[64, 66], Some(Why::Only)),
        ];
        assert!(is_elected(&days, None));
        let points = Points::of(&days, None);
        assert_eq!(
            shown(&points),
            ["2026-01-01 device, watch: 70 (60..80) x1 of 2", "2026-01-02 api: 65 (64..66) x2 of 2"]
        );
        assert_eq!(
            points.notes("Pulse"),
            ["Pulse: each of 1 day counts once, with the mean of its readings, from the source that counts for it \
              (device, watch)"]
        );
        assert!(!is_elected(&days[2..], None));
    }

    #[test]
    fn what_adds_up_over_a_day_is_added_up_and_two_programs_are_not() {
        let days = [
            line("2026-01-01", Source::Api, "garmin", "{steps}", &[4000, 5000], Some(Why::Coverage)),
            line("2026-01-01", Source::Api, "phone", "{steps}", &[8000], None),
        ];
        assert_eq!(shown(&Points::of(&days, STEPS)), ["2026-01-01 api, garmin: 9000 (9000..9000) x1 of 2"]);
    }

    #[test]
    fn one_unit_is_that_of_the_newest_day_and_the_others_are_brought_to_it_or_left_out() {
        let days = [
            line("2026-01-01", Source::Api, "", "mmol/L", &[5], Some(Why::Only)),
            line("2026-01-02", Source::Api, "", "%", &[5], Some(Why::Only)),
            line("2026-01-03", Source::Api, "", "mg/dL", &[100], Some(Why::Only)),
        ];
        let points = Points::of(&days, Some("2345-7"));
        assert_eq!(
            shown(&points),
            ["2026-01-01 api: 90.1 (90.1..90.1) x1 of 1", "2026-01-03 api: 100 (100..100) x1 of 1"]
        );
        assert_eq!((points.unit.as_str(), points.converted, points.left_out.total()), ("mg/dL", 1, 1));
    }
}
