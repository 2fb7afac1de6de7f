//! What an answer can say: one template a sentence, one table of templates a language.
//!
//! The layout of an answer is written once, over these. A template names what it takes in braces. `{count|reading|readings}`
//! is the first word when `count` is 1 (or when it is the high side of a range), else the second; `[ {window}]` is left out
//! when something it names is empty.

mod chinese;
mod english;
mod french;
mod german;
mod japanese;
mod spanish;

use std::fmt::Display;

use crate::language::Language;

/// What fills a place of a template.
pub(crate) type Filling<'a> = (&'a str, &'a dyn Display);

macro_rules! phrases {
    ($($name:ident),+ $(,)?) => {
        /// A language's templates.
        pub(crate) struct Phrases {
            $(pub(crate) $name: &'static str,)+
        }

        #[cfg(test)]
        impl Phrases {
            fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name)),+]
            }
        }
    };
}

phrases! {
    // Between sentences, between names of a list, beside a date axis.
    space, comma, date,
    // Windows and sources.
    window_all, window_since, window_until, window_day, window_days, source_page, dated, no_unit, other_readings,
    // One reading.
    latest, received, reference, flagged_low, flagged_normal, flagged_high, flagged_abnormal, cannot_judge, first,
    // Several readings.
    list, cut, count, trend, first_mark, last_mark, change, extremes, only_one, rising, falling, steady, mixed, too_few,
    hump, dip, too_few_days, shape_units, shape_bounded, shape_irregular,
    average, no_average, bounded, left_out, converted, extreme,
    // High and low.
    ever_flagged, never_flagged, unjudged, cannot_judge_any, outside, beyond, not_beyond, beyond_count, assumed_unit,
    limit_not_comparable,
    // Which results are outside their ranges.
    abnormal, abnormal_line, abnormal_none, abnormal_reading, abnormal_within, abnormal_undecided, abnormal_cut,
    turned, turned_line, turned_none, turned_still, turned_unknown,
    // Charts asked for.
    chart_few, chart_no_pie, chart_no_line,
    // The share of readings that is outside.
    share, share_line, share_low, share_within, share_high, share_other, share_undecided,
    // Two times beside each other.
    compared, side_average, side_one, side_none, side_no_number, difference, no_difference, one_side, start_unknown,
    // Buckets.
    by_day, by_week, by_month, bucket, running, bucket_cut,
    // A unit asked for.
    unit_asked, unit_refused, unit_none,
    // What is not there.
    never_recorded, related, uncoded, outside_window, empty, catalogue, catalogue_line, more,
    // What the person reported.
    complaints, complaint_line, complaint_count, complaint_said, complaint_none, complaint_negated, complaint_uncertain,
    complaint_past, complaint_outside, complaint_never, complaint_absence,
    // What is not answered.
    greeting, advice, other_person, unread_nothing, unread, left_aside, read_as, can_answer, recorded, failed,
}

/// The templates of a language.
pub(crate) const fn phrases(language: Language) -> &'static Phrases {
    match language {
        Language::English => &english::PHRASES,
        Language::Chinese => &chinese::PHRASES,
        Language::Japanese => &japanese::PHRASES,
        Language::German => &german::PHRASES,
        Language::French => &french::PHRASES,
        Language::Spanish => &spanish::PHRASES,
    }
}

/// A template filled in.
pub(crate) fn say(template: &str, fillings: &[Filling<'_>]) -> String {
    let mut text = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let closing = if from.starts_with('{') { '}' } else { ']' };
        let Some(end) = from.find(closing) else { break };
        let inside = from.get(1..end).unwrap_or_default();
        if closing == '}' {
            fill(&mut text, inside, fillings);
        } else {
            text.push_str(&optional(inside, fillings));
        }
        rest = from.get(end + 1..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

/// A part that is left out when a place in it stays empty.
fn optional(template: &str, fillings: &[Filling<'_>]) -> String {
    let names = template.split('{').skip(1).filter_map(|part| part.split(['}', '|']).next());
    let all_given = names.into_iter().all(|name| !filling(name, fillings).is_empty());
    if all_given { say(template, fillings) } else { String::new() }
}

fn fill(text: &mut String, place: &str, fillings: &[Filling<'_>]) {
    let mut parts = place.split('|');
    let value = filling(parts.next().unwrap_or_default(), fillings);
    match (parts.next(), parts.next()) {
        (Some(one), Some(many)) => text.push_str(if matches!(value.as_str(), "1" | "high") { one } else { many }),
        _ => text.push_str(&value),
    }
}

fn filling(name: &str, fillings: &[Filling<'_>]) -> String {
    fillings.iter().find(|(own, _)| *own == name).map(|(_, value)| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn places(template: &str) -> BTreeSet<&str> {
        template.split('{').skip(1).filter_map(|part| part.split(['}', '|']).next()).collect()
    }

    #[test]
    fn every_language_says_the_same_things() {
        let english = phrases(Language::English).all();
        for language in Language::ALL {
            for ((name, template), (_, model)) in phrases(language).all().into_iter().zip(&english) {
                let what = format!("{language:?} {name}: {template}");
                // A word that English inflects for number may stand alone elsewhere.
                let only_inflected = |place: &&str| model.contains(&format!("{{{place}|"));
                let lacking: Vec<&str> = places(model).difference(&places(template)).copied().collect();
                assert!(lacking.iter().all(only_inflected), "{what} lacks {lacking:?}");
                assert!(places(template).is_subset(&places(model)), "{what}");
                assert!(!template.is_empty() || name == "space", "{what}");
                assert_eq!(template.matches('{').count(), template.matches('}').count(), "{what}");
                assert_eq!(template.matches('[').count(), template.matches(']').count(), "{what}");
            }
        }
    }

    #[test]
    fn a_template_inflects_and_leaves_out() {
        for (template, count, window, expected) in [
            ("{count} {count|reading|readings}[ {window}].", "1", "", "1 reading."),
            ("{count} {count|reading|readings}[ {window}].", "2", "in May", "2 readings in May."),
            ("no places", "2", "", "no places"),
            ("{unclosed", "2", "", "{unclosed"),
            ("{unknown}x", "2", "", "x"),
        ] {
            assert_eq!(say(template, &[("count", &count), ("window", &window)]), expected, "{template}");
        }
    }
}
