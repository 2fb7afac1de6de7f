//! Results that are words: ordered steps, what is pending, what was not done; and the flags printed beside numbers.

use unicode_normalization::UnicodeNormalization;

/// NFKC, lower case, spaces and closing punctuation trimmed: how every word list here is compared.
pub(crate) fn fold(text: &str) -> String {
    let folded: String = text.nfkc().flat_map(char::to_lowercase).collect();
    let joined = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    joined.trim_matches([':', '.', '*', ' ', '：']).to_owned()
}

const ORDINALS: &[&str] = &[
    "negative",
    "positive",
    "neg",
    "pos",
    "trace",
    "traces",
    "reactive",
    "non-reactive",
    "nonreactive",
    "non reactive",
    "detected",
    "not detected",
    "undetected",
    "none detected",
    "weakly positive",
    "weak positive",
    "borderline",
    "equivocal",
    "indeterminate",
    "normal",
    "abnormal",
    "absent",
    "present",
    "none seen",
    "few",
    "moderate",
    "many",
    "small",
    "large",
    "rare",
    "negatief",
    "positief",
    "niet gedetecteerd",
    "spoor",
    "zwak positief",
    "négatif",
    "positif",
    "négative",
    "negativ",
    "positiv",
    "nachweisbar",
    "nicht nachweisbar",
    "negativo",
    "positivo",
    "negativa",
    "positiva",
    "阴性",
    "阳性",
    "陰性",
    "陽性",
    "弱阳性",
    "可疑",
    "未检出",
    "检出",
    "正常",
    "异常",
    "微量",
    "阴性(-)",
    "阳性(+)",
    "음성",
    "양성",
    "clear",
    "cloudy",
    "yellow",
    "turbid",
    "清",
    "清亮",
    "黄色",
    "淡黄色",
    "透明",
    "無",
    "负",
    "-",
    "+-",
];

/// A word or sign that is a result by itself: `阴性`, `2+`, `1:80`, `(-)`, `trace`.
pub(crate) fn is_ordinal(text: &str) -> bool {
    let folded = fold(text);
    ORDINALS.contains(&folded.as_str()) || is_plus(&folded) || is_titre(&folded)
}

/// `+`, `++`, `2+`, `+1`, `(-)`, `±`.
fn is_plus(text: &str) -> bool {
    let inside = text.trim_matches(['(', ')']);
    let signs = inside.chars().filter(|c| matches!(c, '+' | '-' | '±')).count();
    let digits = inside.chars().filter(char::is_ascii_digit).count();
    (1..=4).contains(&signs)
        && digits <= 1
        && signs + digits == inside.chars().count()
        && (digits == 0 || inside.contains('+'))
}

/// `1:80`, `1/80` is left to ratios and pairs.
pub(crate) fn is_titre(text: &str) -> bool {
    let text = text.trim_start_matches(['<', '>', '≤', '≥', ' ']);
    text.split_once(':').is_some_and(|(a, b)| {
        let plain = |t: &str| !t.is_empty() && t.len() <= 6 && t.trim().bytes().all(|b| b.is_ascii_digit());
        a.trim() == "1" && plain(a) && plain(b)
    })
}

/// A cell that says nothing was measured and nothing will be.
pub(crate) fn is_not_done(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "",
        "未做",
        "未检",
        "未测",
        "未查",
        "not done",
        "not performed",
        "not tested",
        "cancelled",
        "canceled",
        "n/a",
        "na",
        "nd",
        "niet bepaald",
        "non effectué",
        "nicht bestimmt",
        "no realizado",
        "未実施",
        "--",
        "---",
        "/",
        "—",
    ];
    WORDS.contains(&fold(text).as_str())
}

/// A flag as printed beside a result.
pub(crate) fn is_flag(text: &str) -> bool {
    const FLAGS: &[&str] = &[
        "h", "l", "hh", "ll", "h*", "l*", "*h", "*l", "*", "**", "!", "a", "aa", "high", "low", "abnormal", "critical",
        "↑", "↓", "↑↑", "↓↓", "▲", "▼", "+", "++", "+++", "-", "--", "---", "高", "低", "偏高", "偏低", "异常", "升高",
        "降低", "hoog", "laag", "hi", "lo", "(h)", "(l)",
    ];
    let folded: String = text.trim().nfkc().flat_map(char::to_lowercase).collect();
    FLAGS.contains(&folded.as_str())
}

/// A flag that no result is spelt like, so it may stand right at a number: `6.49↑`, `512 H`.
pub(crate) fn trailing_flag(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end();
    if let Some((before, last)) = text.rsplit_once(char::is_whitespace)
        && is_flag(last)
        && !is_plus(last)
    {
        return Some((before.trim_end(), last));
    }
    let arrows = text.trim_end_matches(['↑', '↓', '▲', '▼', '*']);
    (arrows.len() < text.len() && !arrows.is_empty()).then(|| (arrows.trim_end(), &text[arrows.len()..]))
}

/// A flag in front, apart by a space or an arrow: `++ 8,50`, `↑ 6.5`, `* 12`, `H 8.1`.
pub(crate) fn leading_flag(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    if let Some((first, rest)) = text.split_once(char::is_whitespace)
        && (is_flag(first) || first == "@")
    {
        return Some((if first == "@" { "" } else { first }, rest.trim_start()));
    }
    let rest = text.trim_start_matches(['↑', '↓', '▲', '▼', '*']);
    (rest.len() < text.len() && !rest.is_empty()).then(|| (&text[..text.len() - rest.len()], rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_results() {
        for text in ["Negative", "阴性", "2+", "+++", "±", "(-)", "Trace", "1:80", "Positief", "Non-Reactive", "<1:40"]
        {
            assert!(is_ordinal(text), "{text}");
        }
        for text in ["Smith", "12", "2026-01-02", "10:30", "Dr.", "++++++", ""] {
            assert!(!is_ordinal(text), "{text}");
        }
    }

    #[test]
    fn flags_come_off_either_end() {
        assert_eq!(trailing_flag("6.49↑"), Some(("6.49", "↑")));
        assert_eq!(trailing_flag("512 H"), Some(("512", "H")));
        assert_eq!(trailing_flag("1+"), None);
        assert_eq!(leading_flag("++ 8,50"), Some(("++", "8,50")));
        assert_eq!(leading_flag("- 6,6"), Some(("-", "6,6")));
        assert_eq!(leading_flag("-6.6"), None);
        assert_eq!(leading_flag("@ 2345"), Some(("", "2345")));
    }
}
