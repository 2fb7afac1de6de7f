//! The sentences in English.

use mirobody_derive::LocalDay;
use mirobody_query::Direction;
use mirobody_standardize::Flag;

use super::voice::{Dated, Voice};
use crate::question::Side;

pub(super) struct English;

const fn high(side: Side) -> &'static str {
    match side {
        Side::High => "high",
        Side::Low => "low",
    }
}

const fn highest(side: Side) -> &'static str {
    match side {
        Side::High => "highest",
        Side::Low => "lowest",
    }
}

const fn above(side: Side) -> &'static str {
    match side {
        Side::High => "above",
        Side::Low => "below",
    }
}

fn readings(count: usize) -> String {
    if count == 1 { "1 reading".to_owned() } else { format!("{count} readings") }
}

fn dated(dated: &Dated) -> String {
    format!("{} on {} (source: {})", dated.amount, dated.day, dated.source)
}

impl Voice for English {
    fn window(&self, start: Option<LocalDay>, end: Option<LocalDay>) -> String {
        match (start, end) {
            (None, None) => "in all recorded data".to_owned(),
            (Some(start), None) => format!("since {start}"),
            (None, Some(end)) => format!("up to {end}"),
            (Some(start), Some(end)) if start == end => format!("on {start}"),
            (Some(start), Some(end)) => format!("from {start} to {end}"),
        }
    }

    fn source(&self, source: &str, page: Option<u32>) -> String {
        page.map_or_else(|| source.to_owned(), |page| format!("{source}, page {page}"))
    }

    fn latest(&self, name: &str, amount: &str, day: LocalDay, source: &str, window: Option<&str>) -> String {
        let window = window.map_or(String::new(), |window| format!(" {window}"));
        format!("Your latest {name}{window}: **{amount}** on {day} (source: {source}).")
    }

    fn received(&self) -> String {
        "The source gave no date; this is the day it was received.".to_owned()
    }

    fn reference(&self, range: &str) -> String {
        format!("Its recorded reference range is {range}.")
    }

    fn flag(&self, flag: Flag) -> String {
        match flag {
            Flag::Low => "It is flagged low against that report's own range.",
            Flag::Normal => "It is within that report's own range.",
            Flag::High => "It is flagged high against that report's own range.",
            Flag::Abnormal => "It is flagged abnormal, without a direction.",
        }
        .to_owned()
    }

    fn cannot_judge(&self) -> String {
        "No flag or usable reference range was recorded with it, so I cannot tell whether it is high, low or normal."
            .to_owned()
    }

    fn list(&self, name: &str, window: &str, shown: usize) -> String {
        format!("{name}, {} {window}, newest first:", readings(shown))
    }

    fn cut(&self) -> String {
        "There are more readings than are shown here: name a shorter time to see the others.".to_owned()
    }

    fn count(&self, name: &str, count: usize, first: LocalDay, last: LocalDay, window: &str) -> String {
        format!("{name}: {} {window}, the first on {first}, the last on {last}.", readings(count))
    }

    fn first(&self, name: &str, amount: &str, day: LocalDay, source: &str) -> String {
        format!("Your earliest {name}: **{amount}** on {day} (source: {source}).")
    }

    fn trend(&self, name: &str, count: usize, window: &str) -> String {
        format!("{name}: {} {window}.", readings(count))
    }

    fn first_and_last(&self, first: &Dated, last: &Dated, change: Option<&str>) -> String {
        let change = change.map_or(String::new(), |change| format!("\n- Change: {change}"));
        format!(
            "- First: {}\n- Latest: **{}** on {} (source: {}){change}",
            dated(first),
            last.amount,
            last.day,
            last.source
        )
    }

    fn extremes(&self, least: &Dated, greatest: &Dated) -> String {
        format!("- Lowest: {} on {}; highest: {} on {}", least.amount, least.day, greatest.amount, greatest.day)
    }

    fn only_one(&self) -> String {
        "There is only one reading, so no trend can be told.".to_owned()
    }

    fn direction(&self, direction: Direction) -> String {
        match direction {
            Direction::Rising => "- Direction: rising",
            Direction::Falling => "- Direction: falling",
            Direction::Steady => "- Direction: steady",
            Direction::Mixed => "- Direction: none that is clear; the readings go both ways",
            Direction::TooFew => "- Direction: cannot be told from fewer than three readings",
        }
        .to_owned()
    }

    fn stats(&self, name: &str, average: &str, counted: usize, window: &str) -> String {
        format!("{name} {window}: average **{average}** over {}.", readings(counted))
    }

    fn no_average(&self, name: &str, count: usize, window: &str) -> String {
        format!("{name} {window}: {}, none of which is a plain number, so there is no average.", readings(count))
    }

    fn bounded(&self, count: usize) -> String {
        format!("{} with < or > counted, but not part of the average, lowest or highest.", are(count))
    }

    fn left_out(&self, count: usize, unit: &str) -> String {
        let unit = if unit.is_empty() { "the other readings" } else { unit };
        format!("{} in a unit that cannot be compared with {unit}, and left out.", are(count))
    }

    fn converted(&self, count: usize, unit: &str) -> String {
        format!("{} converted to {unit}.", are(count))
    }

    fn extreme(&self, side: Side, name: &str, amount: &str, day: LocalDay, source: &str, window: &str) -> String {
        format!("Your {} {name} {window}: **{amount}** on {day} (source: {source}).", highest(side))
    }

    fn ever_flagged(
        &self,
        side: Side,
        name: &str,
        flagged: usize,
        count: usize,
        latest: &Dated,
        window: &str,
    ) -> String {
        format!(
            "Yes: {flagged} of {} of {name} {window} {} flagged {} against the report's own range, most recently {}.",
            readings(count),
            if flagged == 1 { "is" } else { "are" },
            high(side),
            dated(latest)
        )
    }

    fn never_flagged(&self, side: Side, name: &str, judged: usize, window: &str) -> String {
        format!(
            "No: of the {} of {name} {window} with a flag or range, none is flagged {}.",
            readings(judged),
            high(side)
        )
    }

    fn unjudged(&self, count: usize) -> String {
        format!(
            "{} without a flag or range, so nothing can be said of {}.",
            are(count),
            if count == 1 { "it" } else { "them" }
        )
    }

    fn cannot_judge_any(&self, side: Side, name: &str, window: &str) -> String {
        format!(
            "No flag or reference range was recorded with any {name} reading {window}, so I cannot tell whether it was {}.",
            high(side)
        )
    }

    fn outside(&self, count: usize) -> String {
        format!("{} flagged abnormal without a direction.", are(count))
    }

    fn beyond(&self, side: Side, name: &str, limit: &str, extreme: &Dated, window: &str) -> String {
        format!("Yes: {name} was {} {limit} {window}. The {} was {}.", above(side), highest(side), dated(extreme))
    }

    fn not_beyond(&self, side: Side, name: &str, limit: &str, counted: usize, extreme: &Dated, window: &str) -> String {
        format!(
            "No: none of the {} of {name} {window} is {} {limit}. The {} was {}.",
            readings(counted),
            above(side),
            highest(side),
            dated(extreme)
        )
    }

    fn assumed_unit(&self, unit: &str) -> String {
        format!("You named no unit: I took {unit}, the one recorded.")
    }

    fn limit_not_comparable(&self, name: &str, limit: &str, unit: &str) -> String {
        let unit = if unit.is_empty() { "no unit" } else { unit };
        format!("{limit} cannot be compared with the {name} readings, which are in {unit}.")
    }

    fn never_recorded(&self, name: &str) -> String {
        format!(
            "No {name} reading has been recorded. That does not mean it is normal or that a condition is absent; it only \
             means there is no such reading here."
        )
    }

    fn related(&self, names: &[String]) -> String {
        format!("Recorded under a related name, which may be another test: {}.", names.join(", "))
    }

    fn uncoded(&self, names: &[String]) -> String {
        format!("Recorded names that match no known test, and could be it: {}.", names.join(", "))
    }

    fn outside_window(&self, name: &str, window: &str, first: LocalDay, last: LocalDay) -> String {
        format!("No {name} reading is recorded {window}. Its readings run from {first} to {last}.")
    }

    fn empty(&self) -> String {
        "Nothing has been recorded yet. That does not mean anything is normal or absent: there are no readings here."
            .to_owned()
    }

    fn catalogue(&self, total: usize) -> String {
        let indicators = if total == 1 { "1 indicator".to_owned() } else { format!("{total} indicators") };
        format!("Your record holds {indicators}:")
    }

    fn catalogue_line(&self, name: &str, count: u64, first: LocalDay, last: LocalDay) -> String {
        let days = if first == last { first.to_string() } else { format!("{first} to {last}") };
        format!("- {name}: {}, {days}", readings(count as usize))
    }

    fn more(&self, count: usize) -> String {
        format!("- and {count} more")
    }

    fn greeting(&self) -> String {
        format!("Hello. {}", self.can_answer(&[]))
    }

    fn advice(&self) -> String {
        "I cannot diagnose or advise on treatment, medication or what a result means for you: please ask a clinician, and if \
         it is urgent, your local emergency service. I can show you the recorded readings to take along, for example the \
         latest value or the trend of a test."
            .to_owned()
    }

    fn other_person(&self) -> String {
        "I can only read the record this conversation was opened on, which is one person's. I cannot answer about anyone \
         else. Ask about your own readings, for example \"what is my latest LDL?\"."
            .to_owned()
    }

    fn unread(&self, what: &str) -> String {
        if what.is_empty() {
            return "I could not read which recorded test this is about.".to_owned();
        }
        format!("I could not match \"{what}\" to a test, so I have not looked anything up.")
    }

    fn left_aside(&self, what: &str) -> String {
        format!("I did not understand \"{what}\" and left it aside: please check that this is the test you meant.")
    }

    fn can_answer(&self, names: &[String]) -> String {
        let text =
            "I answer from your recorded readings: the latest value, the trend, an average over a time, whether a \
                        value was ever above a limit, or what is recorded at all."
                .to_owned();
        if names.is_empty() { text } else { format!("{text} Recorded: {}.", names.join(", ")) }
    }

    fn failed(&self) -> String {
        "The record could not be read just now. Please try again.".to_owned()
    }

    fn space(&self) -> &'static str {
        " "
    }

    fn date(&self) -> &'static str {
        "date"
    }
}

fn are(count: usize) -> String {
    if count == 1 { "1 reading is".to_owned() } else { format!("{count} readings are") }
}
