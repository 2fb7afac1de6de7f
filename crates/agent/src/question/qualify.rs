//! Words beside a name that make it another test: `urine` glucose, `餐后`血糖.
//!
//! Such a word is never dropped. Either the longer name is understood as a test of its own, or it is said not to be
//! recorded, with what is recorded under the shorter name beside it.

use mirobody_query::{Fit, Indicator, Meaning};

use super::{
    mention::{Found, Mention, mention},
    words::Words,
};

const BEFORE: &[&str] = &[
    "fasting",
    "urine",
    "urinary",
    "random",
    "postprandial",
    "post-prandial",
    "free",
    "direct",
    "indirect",
    "conjugated",
    "unconjugated",
    "ionized",
    "ionised",
    "csf",
    "saliva",
    "salivary",
    "stool",
    "fecal",
    "faecal",
    "24h",
    "24-hour",
    "2h",
    "2-hour",
    "anti",
    "reverse",
    "bioavailable",
    "corrected",
    "空腹",
    "餐后",
    "饭后",
    "餐前",
    "饭前",
    "随机",
    "夜间",
    "尿液",
    "尿",
    "24小时",
    "游离",
    "直接",
    "间接",
    "结合",
    "离子",
    "脑脊液",
    "粪便",
    "唾液",
    "抗",
];

const AFTER: &[&str] = &[
    "in urine",
    "in the urine",
    "in stool",
    "in csf",
    "urine",
    "antibody",
    "antibodies",
    "ratio",
    "clearance",
    "index",
    "percentage",
    "percent",
    "抗体",
    "抗原",
    "比值",
    "清除率",
    "指数",
    "百分比",
];

/// The mention at `at`, with the words beside it that make it another test, and the words it then takes.
pub(super) fn qualified(
    words: &Words<'_>,
    named: Mention,
    at: usize,
    length: usize,
    indicators: &[Indicator],
) -> (Mention, usize, usize) {
    let from = at - before(words, at);
    let to = at + length + after(words, at + length);
    if (from, to) == (at, at + length) {
        return (named, at, length);
    }
    (read(words.span(from, to - from), named, indicators), from, to - from)
}

fn before(words: &Words<'_>, at: usize) -> usize {
    if !words.joins(at) {
        return 0;
    }
    let fits = |length: usize, phrase: &&&str| {
        at.checked_sub(length)
            .is_some_and(|from| words.phrase_at(from, phrase) == Some(length) && (from..at).all(|i| !words.is_used(i)))
    };
    (1..=4).rev().find(|&length| BEFORE.iter().any(|phrase| fits(length, &phrase))).unwrap_or(0)
}

fn after(words: &Words<'_>, at: usize) -> usize {
    let longest = AFTER.iter().filter_map(|phrase| words.phrase_at(at, phrase)).max().unwrap_or(0);
    let open = (at..at + longest).all(|i| words.joins(i) && !words.is_used(i));
    if open { longest } else { 0 }
}

/// What the longer name means, when it means another test than the shorter.
fn read(name: &str, shorter: Mention, indicators: &[Indicator]) -> Mention {
    let found = Found::of(name, indicators);
    let told_apart = match (&found.meaning, Meaning::of(&shorter.text)) {
        (Meaning::Test(long), Meaning::Test(short)) => long.loinc != short.loinc,
        (meaning, _) => matches!(meaning, Meaning::Test(_)),
    };
    match found.fit {
        Some(Fit::Exact) => mention(name, found.best, Vec::new()),
        Some(Fit::Concept) if told_apart => mention(name, found.best, Vec::new()),
        _ => mention(name, Vec::new(), [shorter.series, shorter.related].concat()),
    }
}
