//! Two times that a question sets beside each other.

use jiff::civil::Date;

use super::{
    days::{CalendarUnit, Days, Period},
    lexicon::List,
    window::take_times,
    words::Words,
};

/// What a question says of two times.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Compared {
    /// The two times, the earlier first.
    pub(super) sides: Option<(Days, Days)>,
    /// One time alone: it is the window.
    pub(super) window: Option<Days>,
    /// Something was started and no day is named: what it was, as far as that is said.
    pub(super) start_unknown: Option<String>,
}

/// Reads a time when something was abnormal and one when it was not, in that order, and marks their words.
pub(super) fn take_turned(words: &mut Words<'_>, today: Date) -> Option<(Days, Days)> {
    if !words.says(List::ButNot) || !words.says(List::Abnormal) {
        return None;
    }
    let mut trial = words.clone();
    let [then, now] = take_times(&mut trial, today, 2)[..] else { return None };
    trial.take_list(List::ButNot);
    *words = trial;
    Some((then, now))
}

/// Reads two times and marks their words.
pub(super) fn take(words: &mut Words<'_>, today: Date) -> Compared {
    let around = words.take_list(List::BeforeAndAfter);
    let started =
        words.find_list(List::Started).filter(|(at, _)| around || leads_a_time(words) || follows_when(words, *at));
    if around || started.is_some() {
        return around_a_start(words, started, today);
    }
    if !words.says(List::Compare) {
        return Compared::default();
    }
    let times = take_times(words, today, 2);
    if times.is_empty() {
        return Compared::default();
    }
    words.take_list(List::Compare);
    let sides = match times.as_slice() {
        [one, other] => Some(in_order(*one, *other)),
        [one] => beside(words, *one, today).map(|other| in_order(*one, other)),
        _ => None,
    };
    let window = times.first().copied().filter(|_| sides.is_none());
    Compared { sides, window, start_unknown: None }
}

/// `since`, `after` or `before` somebody started something.
fn leads_a_time(words: &Words<'_>) -> bool {
    [List::Since, List::After, List::Before, List::TrailSince, List::TrailAfter]
        .into_iter()
        .any(|list| words.says(list))
}

/// `when` somebody started something.
fn follows_when(words: &Words<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| words.folded(before)).unwrap_or_default();
    matches!(before, "when" | "als" | "quand" | "lorsque" | "cuando")
}

/// The days before a day and the days from it on.
fn around_a_start(words: &mut Words<'_>, started: Option<(usize, usize)>, today: Date) -> Compared {
    let day = take_times(words, today, 1).first().copied();
    let what = started.map(|(at, length)| object(words, at, length)).unwrap_or_default();
    let start = day.and_then(|days| days.start);
    let sides = start.and_then(|start| {
        let before = Days { start: None, end: Some(start.date().yesterday().ok()?.into()) };
        Some((before, Days { start: Some(start), end: None }))
    });
    let start_unknown = sides.is_none().then_some(what);
    Compared { sides, window: None, start_unknown }
}

/// What was started: the words after the phrase, to the end of the clause or to the day. They name no test that is asked for.
fn object(words: &mut Words<'_>, at: usize, length: usize) -> String {
    let from = at + length;
    let ends = |i: usize| words.is_used(i) || (i > from && words.items.get(i).is_some_and(|word| word.starts_clause));
    let count = (from..words.len()).take_while(|&i| !ends(i)).count();
    let telling = (from..from + count).filter(|&i| !words.is_plain(i)).collect::<Vec<_>>();
    let what = match (telling.first(), telling.last()) {
        (Some(first), Some(last)) => words.span(*first, last + 1 - first).to_owned(),
        _ => String::new(),
    };
    words.mark(at, length + count);
    what
}

/// The time that one named alone is set beside: the one before it, or the present one.
fn beside(words: &mut Words<'_>, one: Days, today: Date) -> Option<Days> {
    let units = [CalendarUnit::Week, CalendarUnit::Month, CalendarUnit::Year];
    let (unit, now) = units.into_iter().find_map(|unit| {
        let now = Period::calendar(unit, 0, today)?.days();
        let before = Period::calendar(unit, 1, today)?.days();
        (one == now || one == before).then_some((unit, now))
    })?;
    words.take_list(List::Previous);
    Some(if one == now { Period::calendar(unit, 1, today)?.days() } else { now })
}

fn in_order(one: Days, other: Days) -> (Days, Days) {
    if other.start < one.start { (other, one) } else { (one, other) }
}
