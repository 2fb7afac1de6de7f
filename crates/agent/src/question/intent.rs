//! What is wanted of the readings: one table of phrases per intent, tried in order.

use std::{collections::HashSet, sync::LazyLock};

use mirobody_query::has_han;

use super::{Threshold, words::Words};

/// Which end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    High,
    Low,
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
    /// What is recorded at all.
    Catalogue,
}

const EVER: &[&str] =
    &["ever", "was", "were", "has", "have", "been", "did", "any", "有没有", "曾经", "曾", "过", "出现", "有过", "是否"];
const HIGH: &[&str] = &[
    "too high",
    "high",
    "elevated",
    "raised",
    "out of range",
    "abnormal",
    "偏高",
    "过高",
    "太高",
    "升高",
    "高",
    "异常",
];
const LOW: &[&str] = &["too low", "low", "偏低", "过低", "太低", "低"];
const NORMAL: &[&str] = &["normal", "in range", "within range", "正常"];

const TABLE: &[(Intent, &[&str])] = &[
    (Intent::Extreme(Side::High), &["highest", "maximum", "max", "peak", "largest", "最高", "最大", "峰值"]),
    (Intent::Extreme(Side::Low), &["lowest", "minimum", "min", "smallest", "最低", "最小"]),
    (
        Intent::Stats,
        &[
            "average",
            "averages",
            "mean",
            "avg",
            "statistics",
            "stats",
            "summary",
            "summarise",
            "summarize",
            "平均",
            "均值",
            "统计",
            "汇总",
        ],
    ),
    (
        Intent::Count,
        &[
            "how many times",
            "how many",
            "how often",
            "number of",
            "count",
            "多少次",
            "几次",
            "多少条",
            "几条",
            "次数",
            "测了多少",
            "几个",
        ],
    ),
    (
        Intent::Trend,
        &[
            "trending",
            "trend",
            "trends",
            "over time",
            "changed",
            "changing",
            "change",
            "changes",
            "going up",
            "going down",
            "improving",
            "improved",
            "getting",
            "progress",
            "progressing",
            "evolved",
            "developed",
            "rising",
            "falling",
            "increasing",
            "higher",
            "lower",
            "decreasing",
            "chart",
            "graph",
            "plot",
            "how is",
            "how are",
            "how has",
            "how have",
            "how's",
            "how was",
            "how were",
            "how did",
            "趋势",
            "变化",
            "走势",
            "走向",
            "图",
            "曲线",
            "怎么样",
            "怎样",
            "如何",
            "上升",
            "下降",
        ],
    ),
    (Intent::First, &["first", "earliest", "oldest", "第一次", "最早", "首次"]),
    (
        Intent::List,
        &[
            "all",
            "list",
            "every",
            "history",
            "values",
            "readings",
            "results",
            "records",
            "measurements",
            "show me",
            "show",
            "所有",
            "全部",
            "列出",
            "历史",
            "每次",
            "记录",
            "列表",
        ],
    ),
    (
        Intent::Latest,
        &[
            "latest",
            "last",
            "most recent",
            "newest",
            "recent",
            "current",
            "currently",
            "now",
            "right now",
            "what is",
            "what's",
            "what are",
            "what was",
            "tell me",
            "最近一次",
            "最近",
            "最新",
            "上次",
            "上一次",
            "目前",
            "现在",
            "当前",
            "是多少",
            "多少",
            "查一下",
            "看看",
            "几",
        ],
    ),
];

const CATALOGUE: &[&str] = &[
    "what do you have",
    "what data",
    "what do you know",
    "what have you got",
    "what is recorded",
    "what's recorded",
    "what is in my record",
    "what's in my record",
    "what health data",
    "which data",
    "what tests",
    "which tests",
    "what indicators",
    "which indicators",
    "what readings",
    "which readings",
    "what records",
    "list everything",
    "show everything",
    "show me everything",
    "all my data",
    "my data",
    "my records",
    "my record",
    "everything you have",
    "what can you see",
    "what measurements",
    "which measurements",
    "what lab",
    "what labs",
    "哪些数据",
    "什么数据",
    "哪些指标",
    "什么指标",
    "哪些记录",
    "什么记录",
    "哪些检查",
    "哪些项目",
    "哪些健康数据",
    "什么健康数据",
    "我的数据",
    "我的记录",
    "我的健康数据",
    "都有什么",
    "有什么",
    "有哪些",
];

const GREETINGS: &[&str] = &[
    "hi",
    "hello",
    "hey",
    "good morning",
    "good afternoon",
    "good evening",
    "thanks",
    "thank you",
    "help",
    "what can you do",
    "who are you",
    "你好",
    "您好",
    "嗨",
    "早上好",
    "下午好",
    "晚上好",
    "谢谢",
    "多谢",
    "帮助",
    "你能做什么",
    "你会什么",
    "你是谁",
];

const FOLLOW_ONS: &[&str] = &["and", "what about", "how about", "also", "same for", "那", "那么", "还有", "呢", "也"];

pub(super) fn is_greeting(words: &Words<'_>) -> bool {
    words.len() == 0 || words.has(GREETINGS)
}

/// Whether a message is nothing but a greeting and small words.
pub(super) fn is_only_greeting(words: &Words<'_>) -> bool {
    let small = ["there", "please", "you", "to", "say", "a", "very", "much", "so", "啊", "呀", "吗", "了"];
    let in_greeting = |word: &str| {
        small.contains(&word)
            || GREETINGS.iter().any(|phrase| phrase.split(' ').any(|part| part == word || part.contains(word)))
    };
    is_greeting(words) && words.items.iter().all(|word| in_greeting(&word.folded))
}

/// Whether the message goes on from the one before: `and LDL?`, `那LDL呢`.
pub(super) fn follows_on(words: &Words<'_>) -> bool {
    FOLLOW_ONS.iter().any(|phrase| words.phrase_at(0, phrase).is_some())
        || words.len().checked_sub(1).is_some_and(|last| words.folded(last) == "呢")
}

/// Reads the intent from the words not yet used and marks them.
pub(super) fn take(words: &mut Words<'_>, threshold: Option<Threshold>) -> Option<Intent> {
    if let Some(limit) = threshold {
        return Some(Intent::Ever(limit.side, Some(limit)));
    }
    if words.has(CATALOGUE) && !words.has(HIGH) && !words.has(LOW) && !words.has(NORMAL) && words.take(CATALOGUE) {
        return Some(Intent::Catalogue);
    }
    let first = TABLE.iter().find(|(_, phrases)| words.take(phrases)).map(|(intent, _)| intent.clone());
    match first {
        Some(intent @ (Intent::Extreme(_) | Intent::Stats | Intent::Count)) => Some(intent),
        other => judged(words).or(other),
    }
}

/// High, low or normal: over the readings when the question looks back, else of the newest one.
fn judged(words: &mut Words<'_>) -> Option<Intent> {
    let looks_back = words.has(EVER);
    let side = if words.take(HIGH) {
        Side::High
    } else if words.take(LOW) {
        Side::Low
    } else {
        return words.take(NORMAL).then_some(Intent::Judge);
    };
    Some(if looks_back { Intent::Ever(side, None) } else { Intent::Judge })
}

/// Whether a word belongs to the planner's own vocabulary, so that it names no test by itself.
pub(super) fn is_planner_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| phrases().flat_map(|phrase| phrase.split(' ')).collect());
    WORDS.contains(word)
}

/// Whether a text is one of the planner's own phrases.
pub(super) fn is_planner_phrase(text: &str) -> bool {
    static PHRASES: LazyLock<HashSet<&str>> = LazyLock::new(|| phrases().collect());
    PHRASES.contains(mirobody_vocab::fold(text).as_str())
}

/// Whether a character occurs in the planner's phrases: left over alone, it names nothing.
pub(super) fn is_planner_character(word: &str) -> bool {
    has_han(word) && phrases().any(|phrase| phrase.contains(word))
}

fn phrases() -> impl Iterator<Item = &'static str> {
    let lists = [EVER, HIGH, LOW, NORMAL, CATALOGUE, GREETINGS, FOLLOW_ONS];
    let tables = TABLE.iter().map(|(_, phrases)| *phrases);
    lists.into_iter().chain(tables).flatten().copied()
}
