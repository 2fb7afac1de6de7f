//! Which tests a question names.
//!
//! The longest run of words that is a name wins. A name in the person's own record comes first, then a name the
//! vocabulary knows; a word that only resembles something is no name.

use mirobody_query::{Fit, Indicator, Meaning, Search, has_han, is_panel, named_exactly, search, tokens};

use super::{
    intent::{is_planner_character, is_planner_phrase, is_planner_word},
    qualify,
    words::Words,
};

/// A test the question names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mention {
    /// As the person wrote it.
    pub(crate) text: String,
    /// The series it means, by their place in the record; empty when it was never recorded.
    pub(crate) series: Vec<usize>,
    /// Series that are another test and share its words.
    pub(crate) related: Vec<usize>,
}

/// The most words a Latin name takes, and the most characters of a Han one.
const LATIN_LENGTH: usize = 8;
const HAN_LENGTH: usize = 14;

/// The most tests one question names.
const MENTION_CAP: usize = 12;

const STOP: &[&str] = &[
    "a",
    "an",
    "the",
    "my",
    "me",
    "i",
    "i'm",
    "is",
    "are",
    "am",
    "be",
    "do",
    "does",
    "of",
    "in",
    "on",
    "at",
    "for",
    "to",
    "from",
    "with",
    "by",
    "as",
    "it",
    "its",
    "that",
    "this",
    "these",
    "those",
    "and",
    "or",
    "not",
    "no",
    "but",
    "if",
    "so",
    "please",
    "can",
    "could",
    "would",
    "will",
    "you",
    "your",
    "we",
    "us",
    "about",
    "than",
    "then",
    "when",
    "where",
    "who",
    "whats",
    "which",
    "why",
    "there",
    "had",
    "get",
    "got",
    "give",
    "check",
    "see",
    "look",
    "looking",
    "find",
    "say",
    "know",
    "want",
    "level",
    "levels",
    "value",
    "reading",
    "result",
    "test",
    "tests",
    "number",
    "numbers",
    "measurement",
    "score",
    "report",
    "record",
    "lab",
    "labs",
    "data",
    "health",
    "medical",
    "doing",
    "done",
    "going",
    "go",
    "up",
    "down",
    "out",
    "off",
    "over",
    "under",
    "between",
    "above",
    "below",
    "during",
    "past",
    "previous",
    "week",
    "month",
    "year",
    "day",
    "days",
    "weeks",
    "months",
    "years",
    "time",
    "times",
    "date",
    "since",
    "until",
    "before",
    "after",
    "ago",
    "today",
    "yesterday",
    "tomorrow",
    "within",
    "range",
    "compared",
    "compare",
    "versus",
    "vs",
    "like",
    "just",
    "still",
    "very",
    "much",
    "more",
    "less",
    "some",
    "better",
    "worse",
    "good",
    "bad",
    "ok",
    "okay",
    "yes",
    "well",
    "being",
    "taken",
    "took",
    "measured",
    "recorded",
    "written",
    "taking",
    "use",
    "used",
    "same",
    "other",
    "one",
    "two",
    "three",
    "的",
    "我",
    "你",
    "是",
    "吗",
    "呢",
    "了",
    "在",
    "有",
    "没",
    "和",
    "与",
    "跟",
    "及",
    "或",
    "吧",
    "啊",
    "呀",
    "请",
    "问",
    "帮",
    "给",
    "把",
    "看",
    "查",
    "想",
    "知",
    "道",
    "这",
    "那",
    "个",
    "次",
    "这个",
    "不",
    "都",
    "也",
    "就",
    "被",
    "到",
    "从",
    "去",
    "来",
    "之",
    "以",
    "于",
    "为",
    "年",
    "月",
    "日",
    "天",
    "周",
    "里",
    "内",
    "中",
    "值",
    "水",
    "平",
    "结",
    "果",
    "测",
    "量",
    "情",
    "况",
    "数",
    "据",
    "项",
    "目",
    "指",
    "标",
    "什",
    "么",
    "还",
    "最",
    "近",
    "上",
    "下",
    "前",
    "后",
    "时",
    "候",
    "间",
    "读",
    "检",
    "试",
    "您",
];

/// Words that only say which kind: alone they name no test.
const MODIFIERS: &[&str] = &[
    "fasting", "total", "direct", "indirect", "free", "serum", "plasma", "blood", "urine", "whole", "random", "fast",
    "absolute", "relative", "ratio", "rate", "body", "mean", "volume", "mass", "index", "空腹", "总", "直接", "间接",
    "游离", "血清", "血浆", "血液", "尿液", "尿", "血",
];

/// Words of time that no rule reads: leaving them aside would answer about another time.
const UNREAD_TIMES: &[&str] = &[
    "half",
    "quarter",
    "q1",
    "q2",
    "q3",
    "q4",
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
    "weekend",
    "weekends",
    "night",
    "nights",
    "evenings",
    "mornings",
    "decade",
    "christmas",
    "easter",
    "半",
    "季",
    "夜",
    "晚",
    "晨",
];

/// Elements whose Chinese name is one character.
const ONE_CHARACTER: &[&str] = &["钾", "钠", "氯", "钙", "镁", "磷", "铁", "锌", "铜", "碘", "硒"];

/// Reads the tests named and marks their words.
pub(super) fn take(words: &mut Words<'_>, indicators: &[Indicator]) -> Vec<Mention> {
    let mut mentions = Vec::new();
    scan(words, &mut mentions, indicators, |name| known(name, indicators));
    scan(words, &mut mentions, indicators, |name| described(name, indicators));
    mentions
}

/// Words left over that may have been meant as a name, as the person wrote them.
pub(super) fn unread(words: &Words<'_>) -> String {
    runs(words).iter().map(|&(at, length)| words.span(at, length)).collect::<Vec<_>>().join(", ")
}

/// Words left over beside a name, which may have been meant to change it, and words of time.
pub(super) fn left_aside(words: &Words<'_>) -> Vec<String> {
    let beside = |at: usize, length: usize| {
        (at > 0 && words.is_name(at - 1) && words.joins(at)) || (words.is_name(at + length) && words.joins(at + length))
    };
    let latin = |at: usize| words.items.get(at).is_some_and(|word| !word.han);
    let timely = |at: usize, length: usize| (at..at + length).any(|i| UNREAD_TIMES.contains(&words.folded(i)));
    let is_aside = |&(at, length): &(usize, usize)| (latin(at) && beside(at, length)) || timely(at, length);
    let aside = runs(words).into_iter().filter(is_aside);
    aside.map(|(at, length)| words.span(at, length).to_owned()).collect()
}

/// Runs of words that were not understood.
fn runs(words: &Words<'_>) -> Vec<(usize, usize)> {
    let telling = |at: usize| {
        let word = words.folded(at);
        !words.is_used(at) && !is_plain(word) && !is_number(word) && !is_planner_character(word)
    };
    let mut runs = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let length = (at..words.len()).take_while(|&i| telling(i) && (i == at || words.joins(i))).count();
        runs.extend((length > 0).then_some((at, length)));
        at += length.max(1);
    }
    runs
}

fn scan(
    words: &mut Words<'_>,
    mentions: &mut Vec<Mention>,
    indicators: &[Indicator],
    read: impl Fn(&str) -> Option<Mention>,
) {
    let mut at = 0;
    while at < words.len() && mentions.len() < MENTION_CAP {
        let found = lengths(words, at).find_map(|length| Some((read(words.span(at, length))?, length)));
        let length = found.as_ref().map_or(0, |(_, length)| *length);
        if let Some((mention, length)) = found {
            let (mention, at, length) = qualify::qualified(words, mention, at, length, indicators);
            words.mark_name(at, length);
            if !mentions.iter().any(|known| known.text == mention.text || is_same(known, &mention)) {
                mentions.push(mention);
            }
        }
        at += length.max(1);
    }
}

fn is_same(known: &Mention, other: &Mention) -> bool {
    !known.series.is_empty() && known.series == other.series
}

/// The lengths of runs of unused words from `at`, longest first, that may be a name.
fn lengths(words: &Words<'_>, at: usize) -> std::iter::Rev<std::ops::RangeInclusive<usize>> {
    let han = words.items.get(at).is_some_and(|word| word.han);
    let cap = if han { HAN_LENGTH } else { LATIN_LENGTH };
    let open = |i: usize| !words.is_used(i) && (i == at || words.joins(i));
    let longest = (at..words.len()).take(cap).take_while(|&i| open(i)).count();
    (1..=longest).rev()
}

/// A name in the record or in the vocabulary, as it stands.
fn known(name: &str, indicators: &[Indicator]) -> Option<Mention> {
    let own = is_own_name(name, indicators);
    if !own && !(may_name(name) && (named_exactly(name) || is_panel(name))) {
        return None;
    }
    if !own && (is_modifier(name) || averages_a_recorded_name(name, indicators)) {
        return None;
    }
    let found = Found::of(name, indicators);
    match found.fit {
        Some(Fit::Related) => Some(mention(name, Vec::new(), found.best)),
        Some(_) => Some(mention(name, found.best, Vec::new())),
        None => (is_panel(name) || found.is_test()).then(|| mention(name, Vec::new(), Vec::new())),
    }
}

/// A run of telling words that fits a recorded name word by word, or that the resolver reads as one test.
fn described(name: &str, indicators: &[Indicator]) -> Option<Mention> {
    let plain_inside = Words::read(name).items.iter().any(|word| is_plain(&word.folded));
    if plain_inside || !may_name(name) || is_modifier(name) {
        return None;
    }
    let found = Found::of(name, indicators);
    match found.fit {
        Some(Fit::Related) => Some(mention(name, Vec::new(), found.best)),
        Some(_) => Some(mention(name, found.best, Vec::new())),
        None => found.is_test().then(|| mention(name, Vec::new(), Vec::new())),
    }
}

/// The series that fit a name best.
pub(super) struct Found {
    pub(super) fit: Option<Fit>,
    pub(super) best: Vec<usize>,
    pub(super) meaning: Meaning,
}

impl Found {
    pub(super) fn of(name: &str, indicators: &[Indicator]) -> Self {
        let Search { hits, meaning } = search(indicators, name);
        let fit = hits.first().map(|hit| hit.fit);
        Self { fit, best: hits.iter().filter(|hit| Some(hit.fit) == fit).map(|hit| hit.index).collect(), meaning }
    }

    fn is_test(&self) -> bool {
        self.meaning.test().is_some()
    }
}

pub(super) fn mention(text: &str, series: Vec<usize>, related: Vec<usize>) -> Mention {
    Mention { text: text.to_owned(), series, related }
}

/// `average heart rate` is a test of its own to a vocabulary; to a person with heart rates in the record it is a
/// question about them.
fn averages_a_recorded_name(name: &str, indicators: &[Indicator]) -> bool {
    let rest = ["average ", "avg ", "mean "].iter().find_map(|word| name.strip_prefix(word));
    rest.is_some_and(|rest| is_own_name(rest, indicators))
}

fn is_own_name(name: &str, indicators: &[Indicator]) -> bool {
    let words = tokens(name);
    let is_it = |own: &String| tokens(own) == words;
    !words.is_empty() && indicators.iter().any(|indicator| is_it(&indicator.name) || indicator.names.iter().any(is_it))
}

/// Whether a run of words can be a name at all: not all of it is plain, and a very short one is written as a symbol is.
fn may_name(name: &str) -> bool {
    let words = Words::read(name).items;
    if is_planner_phrase(name) || words.iter().all(|word| is_plain(&word.folded) || is_number(&word.folded)) {
        return false;
    }
    let characters = name.chars().count();
    if has_han(name) {
        return characters > 1 || ONE_CHARACTER.contains(&name);
    }
    characters > 2 || name.chars().any(char::is_uppercase)
}

fn is_plain(word: &str) -> bool {
    STOP.contains(&word) || is_planner_word(word)
}

fn is_modifier(name: &str) -> bool {
    tokens(name).iter().all(|word| MODIFIERS.contains(&word.as_str()))
}

fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '/' | '-' | '%'))
}
