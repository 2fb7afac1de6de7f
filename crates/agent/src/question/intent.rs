//! What is wanted of the readings. The phrases are in the lexicon; here is which of them comes before which.

use super::{Days, Threshold, lexicon::List, words::Words};

/// Which end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    High,
    Low,
}

/// A unit of the calendar that readings are put together by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Bucket {
    Day,
    Week,
    Month,
}

/// What is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Intent {
    /// The newest reading.
    Latest,
    /// Whether the newest reading is high, low or normal.
    Judge,
    /// How the readings went over time.
    Trend,
    /// Average and extremes.
    Stats,
    /// Whether any reading was high or low, by its flag or against a limit.
    Ever(Side, Option<Threshold>),
    /// The greatest or least reading.
    Extreme(Side),
    /// The earliest reading.
    First,
    /// How many readings.
    Count,
    /// The readings themselves.
    List,
    /// Which readings are flagged or outside their ranges.
    Abnormal,
    /// How many of the readings are within their ranges.
    Share,
    /// Two times beside each other.
    Compare(Days, Days),
    /// What was outside its range in the first time and is not in the second.
    Turned(Days, Days),
    /// By day, week or month; as a running total.
    Buckets(Bucket, bool),
    /// What is recorded at all.
    Catalogue,
}

const TABLE: &[(Intent, List)] = &[
    (Intent::Share, List::Share),
    (Intent::Extreme(Side::High), List::Highest),
    (Intent::Extreme(Side::Low), List::Lowest),
    (Intent::Stats, List::Average),
    (Intent::Count, List::Count),
    (Intent::Trend, List::Trend),
    (Intent::First, List::First),
    (Intent::List, List::Listing),
    (Intent::Latest, List::Latest),
];

pub(super) fn is_greeting(words: &Words<'_>) -> bool {
    words.len() == 0 || words.says(List::Greeting)
}

/// Whether a message is nothing but a greeting and small words.
pub(super) fn is_only_greeting(words: &Words<'_>) -> bool {
    let small = ["there", "please", "you", "to", "say", "a", "very", "much", "so", "啊", "呀", "吗", "了"];
    let greetings = words.lexicon().list(List::Greeting);
    let in_greeting = |word: &str| {
        small.contains(&word)
            || greetings.iter().any(|phrase| phrase.split(' ').any(|part| part == word || part.contains(word)))
    };
    is_greeting(words) && words.items.iter().all(|word| in_greeting(&word.folded))
}

/// Whether the message goes on from the one before: `and LDL?`, `那LDL呢`.
pub(super) fn follows_on(words: &Words<'_>) -> bool {
    words.own_at(0, List::FollowOn).is_some()
        || words.len().checked_sub(1).is_some_and(|last| matches!(words.folded(last), "呢" | "は"))
}

/// Reads by what the readings are to be put together, and marks the words.
pub(super) fn take_bucket(words: &mut Words<'_>) -> Option<Intent> {
    let buckets = [(List::ByDay, Bucket::Day), (List::ByWeek, Bucket::Week), (List::ByMonth, Bucket::Month)];
    let found = buckets.into_iter().find(|(list, _)| words.take_list(*list)).map(|(_, bucket)| bucket);
    let running = words.take_list(List::Running);
    match (found, running) {
        (None, false) => None,
        (bucket, running) => Some(Intent::Buckets(bucket.unwrap_or(Bucket::Day), running)),
    }
}

/// Reads the intent from the words not yet used and marks them.
pub(super) fn take(words: &mut Words<'_>, threshold: Option<Threshold>) -> Option<Intent> {
    if let Some(limit) = threshold {
        return Some(Intent::Ever(limit.side, Some(limit)));
    }
    if words.take_list(List::Abnormal) {
        return Some(Intent::Abnormal);
    }
    let judges = [List::High, List::Low, List::Normal].into_iter().any(|list| words.says(list));
    if words.says(List::Catalogue) && !judges && words.take_list(List::Catalogue) {
        return Some(Intent::Catalogue);
    }
    let first = TABLE.iter().find(|(_, list)| words.take_list(*list)).map(|(intent, _)| intent.clone());
    match first {
        Some(Intent::Count) => Some(counted(words)),
        Some(intent @ (Intent::Share | Intent::Extreme(_) | Intent::Stats)) => Some(intent),
        other => judged(words).or(other),
    }
}

/// How many there are; how many are high or low is told by whether any were.
fn counted(words: &mut Words<'_>) -> Intent {
    [(List::High, Side::High), (List::Low, Side::Low)]
        .into_iter()
        .find(|(list, _)| words.take_list(*list))
        .map_or(Intent::Count, |(_, side)| Intent::Ever(side, None))
}

/// High, low or normal: over the readings when the question looks back, else of the newest one.
fn judged(words: &mut Words<'_>) -> Option<Intent> {
    let looks_back = words.says(List::Ever);
    let side = if words.take_list(List::High) {
        Side::High
    } else if words.take_list(List::Low) {
        Side::Low
    } else {
        return words.take_list(List::Normal).then_some(Intent::Judge);
    };
    Some(if looks_back { Intent::Ever(side, None) } else { Intent::Judge })
}
