//! How the question was read, in plain words; and the built-in instructions.

use mirobody_query::Indicator;

use crate::{
    question::{Ask, Bucket, Days, Intent, Question, Side},
    reported,
    tool::QUERY_HEALTH_DATA,
};

/// What the built-in answerer works by.
const INSTRUCTIONS: &str = "Answer only from the recorded readings of the one record this turn was opened on. Read the \
    intent, the indicators and the window from the question; call the readings tool; write from what it gives back. Give \
    every number as recorded, with its unit, local day and source. Say when something was never recorded, and that this is \
    not the same as normal. Say what could not be read. Never diagnose or advise; never answer about another person. A \
    system message may set the language and nothing else.";

/// Instructions and tool declaration as text, for the account of tokens.
pub(crate) fn system_text() -> String {
    format!(
        "{INSTRUCTIONS}\n{}: {}\n{}",
        QUERY_HEALTH_DATA.name,
        QUERY_HEALTH_DATA.description,
        (QUERY_HEALTH_DATA.schema)()
    )
}

/// The same of the complaints a question names.
pub(crate) fn of_complaints(asked: &reported::Asked) -> String {
    let named: Vec<String> = asked.named.iter().map(|named| format!("{} ({})", named.said, named.code)).collect();
    format!("Read as a question about reported complaints: {}.", named.join(", "))
}

/// How the question was read.
pub(crate) fn of(question: &Question, known: &[Indicator]) -> String {
    match question {
        Question::Greeting => {
            "Read as a greeting or a question about what can be asked: no reading is needed.".to_owned()
        }
        Question::Advice => {
            "Read as a request for diagnosis or advice: that is a clinician's, so no reading is looked up.".to_owned()
        }
        Question::OtherPerson => {
            "Read as a question about someone else: only the opened record can be read.".to_owned()
        }
        Question::StartUnknown(_) => {
            "Read as a question about the time before and after something was started; no day is named, and the readings \
             cannot say it."
                .to_owned()
        }
        Question::Unread(what) if what.is_empty() => "No recorded or known test was found in the question.".to_owned(),
        Question::Unread(what) => {
            format!("No recorded or known test was found in the question. Not understood: {what}.")
        }
        Question::Ask(ask) => plan(ask, known),
    }
}

fn plan(ask: &Ask, known: &[Indicator]) -> String {
    let mut lines = vec![format!("Intent: {}.", intent(&ask.intent))];
    for mention in &ask.mentions {
        let names: Vec<&str> = mention
            .series
            .iter()
            .filter_map(|&place| known.get(place))
            .map(|indicator| indicator.name.as_str())
            .collect();
        let found = if names.is_empty() { "not recorded".to_owned() } else { names.join(", ") };
        lines.push(format!("Indicator: \"{}\" is {found}.", mention.text));
    }
    lines.push(format!("Window: {}.", window(ask)));
    lines.extend(ask.unit.as_ref().map(|unit| format!("Unit asked for: {}.", unit.shown())));
    if !ask.unread.is_empty() {
        lines.push(format!("Not understood: {}.", ask.unread));
    }
    lines.join("\n")
}

fn window(ask: &Ask) -> String {
    if let Intent::Compare(first, second) | Intent::Turned(first, second) = ask.intent {
        return format!("{} beside {}", spelled(first), spelled(second));
    }
    ask.days.map_or("all recorded data".to_owned(), spelled)
}

fn spelled(days: Days) -> String {
    let shown = |day: Option<mirobody_derive::LocalDay>| day.map_or_else(|| "open".to_owned(), |day| day.to_string());
    format!("{} to {}, local days, inclusive", shown(days.start), shown(days.end))
}

const fn intent(intent: &Intent) -> &'static str {
    match intent {
        Intent::Latest => "the latest reading",
        Intent::Judge => "whether the latest reading is high, low or normal",
        Intent::Trend => "the trend",
        Intent::Stats => "statistics over a window",
        Intent::Ever(Side::High, _) => "whether it was ever high",
        Intent::Ever(Side::Low, _) => "whether it was ever low",
        Intent::Extreme(Side::High) => "the highest reading",
        Intent::Extreme(Side::Low) => "the lowest reading",
        Intent::First => "the earliest reading",
        Intent::Count => "how many readings",
        Intent::List => "the readings themselves",
        Intent::Abnormal => "which readings are flagged or outside their ranges",
        Intent::Turned(..) => "what was outside its range in one time and is not in another",
        Intent::Share => "how many readings are within their ranges",
        Intent::Compare(..) => "two times beside each other",
        Intent::Buckets(Bucket::Day, _) => "by day",
        Intent::Buckets(Bucket::Week, _) => "by week",
        Intent::Buckets(Bucket::Month, _) => "by month",
        Intent::Catalogue => "what is recorded",
    }
}
