//! What an answer can say, one method per sentence. Each language is one implementation.

use mirobody_derive::LocalDay;
use mirobody_query::Direction;
use mirobody_standardize::Flag;

use crate::{language::Language, question::Side};

/// A language's sentences. Amounts come with their unit, sources as `api, garmin`.
pub(crate) trait Voice: Sync {
    fn window(&self, start: Option<LocalDay>, end: Option<LocalDay>) -> String;
    fn source(&self, source: &str, page: Option<u32>) -> String;
    /// `window` is said when only part of the record was looked at.
    fn latest(&self, name: &str, amount: &str, day: LocalDay, source: &str, window: Option<&str>) -> String;
    fn received(&self) -> String;
    fn reference(&self, range: &str) -> String;
    fn flag(&self, flag: Flag) -> String;
    fn cannot_judge(&self) -> String;
    fn list(&self, name: &str, window: &str, shown: usize) -> String;
    fn cut(&self) -> String;
    fn count(&self, name: &str, count: usize, first: LocalDay, last: LocalDay, window: &str) -> String;
    fn first(&self, name: &str, amount: &str, day: LocalDay, source: &str) -> String;
    fn trend(&self, name: &str, count: usize, window: &str) -> String;
    fn first_and_last(&self, first: &Dated, last: &Dated, change: Option<&str>) -> String;
    fn extremes(&self, least: &Dated, greatest: &Dated) -> String;
    fn only_one(&self) -> String;
    fn direction(&self, direction: Direction) -> String;
    fn stats(&self, name: &str, average: &str, counted: usize, window: &str) -> String;
    fn no_average(&self, name: &str, count: usize, window: &str) -> String;
    fn bounded(&self, count: usize) -> String;
    fn left_out(&self, count: usize, unit: &str) -> String;
    fn converted(&self, count: usize, unit: &str) -> String;
    fn extreme(&self, side: Side, name: &str, amount: &str, day: LocalDay, source: &str, window: &str) -> String;
    fn ever_flagged(
        &self,
        side: Side,
        name: &str,
        flagged: usize,
        count: usize,
        latest: &Dated,
        window: &str,
    ) -> String;
    fn never_flagged(&self, side: Side, name: &str, judged: usize, window: &str) -> String;
    fn unjudged(&self, count: usize) -> String;
    fn cannot_judge_any(&self, side: Side, name: &str, window: &str) -> String;
    fn outside(&self, count: usize) -> String;
    fn beyond(&self, side: Side, name: &str, limit: &str, extreme: &Dated, window: &str) -> String;
    fn not_beyond(&self, side: Side, name: &str, limit: &str, counted: usize, extreme: &Dated, window: &str) -> String;
    fn assumed_unit(&self, unit: &str) -> String;
    fn limit_not_comparable(&self, name: &str, limit: &str, unit: &str) -> String;
    fn never_recorded(&self, name: &str) -> String;
    fn related(&self, names: &[String]) -> String;
    fn uncoded(&self, names: &[String]) -> String;
    fn outside_window(&self, name: &str, window: &str, first: LocalDay, last: LocalDay) -> String;
    fn empty(&self) -> String;
    fn catalogue(&self, total: usize) -> String;
    fn catalogue_line(&self, name: &str, count: u64, first: LocalDay, last: LocalDay) -> String;
    fn more(&self, count: usize) -> String;
    fn greeting(&self) -> String;
    fn advice(&self) -> String;
    fn other_person(&self) -> String;
    fn unread(&self, what: &str) -> String;
    fn left_aside(&self, what: &str) -> String;
    fn can_answer(&self, names: &[String]) -> String;
    fn failed(&self) -> String;
    /// What stands between two sentences.
    fn space(&self) -> &'static str;
    fn date(&self) -> &'static str;
}

/// An amount and its day, with its source.
pub(crate) struct Dated {
    pub(crate) amount: String,
    pub(crate) day: LocalDay,
    pub(crate) source: String,
}

/// The voice of a language.
pub(crate) fn voice(language: Language) -> &'static dyn Voice {
    match language {
        Language::English => &super::english::English,
        Language::Chinese => &super::chinese::Chinese,
    }
}
