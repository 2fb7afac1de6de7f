//! Any text at all can be read.

use jiff::civil::Date;
use proptest::prelude::*;

use super::{Question, read};

const TODAY: Date = Date::constant(2026, 6, 30);

/// Fragments that lead deep into the rules, in any order.
fn fragment() -> impl Strategy<Value = String> {
    let known = [
        "last",
        "past",
        "since",
        "between",
        "and",
        "from",
        "to",
        "may",
        "2026",
        "2026-05-01",
        "99",
        "31",
        "month",
        "weeks",
        "above",
        "7",
        "mmol/L",
        "最近",
        "三",
        "十",
        "个",
        "月",
        "年",
        "日",
        "到",
        "以来",
        "超过",
        "空腹",
        "血糖",
        "glucose",
        "urine",
        "LDL",
        "was",
        "high",
        "ago",
        "9999",
        "-1",
        "'s",
        "?",
        "%",
        "+",
        "０",
        "ﬀ",
        "\u{301}",
        "🩸",
    ];
    prop_oneof![prop::sample::select(known.to_vec()).prop_map(str::to_owned), "\\PC{0,12}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_text_is_read(parts in prop::collection::vec(fragment(), 0..24), glue in prop::sample::select(vec!["", " "])) {
        let text = parts.join(glue);
        let question = read(&[text.as_str(), text.as_str()], &[], TODAY);
        prop_assert_eq!(question, read(&[text.as_str(), text.as_str()], &[], TODAY));
    }

    #[test]
    fn no_words_are_no_question(text in "[ \\t.,;:!?。、]{0,20}") {
        prop_assert_eq!(read(&[text.as_str()], &[], TODAY), Question::Greeting);
    }
}
