//! The language of an answer: the question's own, unless another was asked for.

use mirobody_query::is_unspaced;

use crate::turn::{Message, Role, Turn};

/// A language answers are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Language {
    English,
    Chinese,
}

/// The language to answer `question` in.
pub(crate) fn of(turn: &Turn, question: &str) -> Language {
    let asked = turn.messages.iter().rev().filter(|message| message.role == Role::System).find_map(requested);
    asked.or_else(|| written(question)).unwrap_or_else(|| hinted(turn.language.as_deref()))
}

/// A language a system message asks for.
fn requested(message: &Message) -> Option<Language> {
    let text = message.text.to_lowercase();
    let asks = ["answer", "respond", "reply", "speak", "write", "回答", "回复", "使用", "请用"];
    if !asks.iter().any(|word| text.contains(word)) {
        return None;
    }
    let named = |names: &[&str]| names.iter().any(|name| text.contains(name));
    match (named(&["chinese", "中文", "汉语"]), named(&["english", "英文", "英语"])) {
        (true, false) => Some(Language::Chinese),
        (false, true) => Some(Language::English),
        _ => None,
    }
}

/// The language a text is written in: a Chinese test name in an English sentence does not make it Chinese.
fn written(text: &str) -> Option<Language> {
    let han = text.chars().filter(|c| is_unspaced(*c)).count();
    let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 1).count();
    match (han, words) {
        (0, 0) => None,
        (han, words) if han > 0 && han >= words * 2 => Some(Language::Chinese),
        _ => Some(Language::English),
    }
}

fn hinted(language: Option<&str>) -> Language {
    if language.is_some_and(|tag| tag.to_lowercase().starts_with("zh")) { Language::Chinese } else { Language::English }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(system: Option<&str>, question: &str) -> Language {
        let system = system.map(|text| Message { role: Role::System, text: text.to_owned() });
        let turn = Turn {
            messages: system.into_iter().collect(),
            now: "2026-06-30T12:00:00Z".parse().unwrap(),
            language: None,
        };
        of(&turn, question)
    }

    #[test]
    fn an_answer_is_in_the_questions_language() {
        use Language::{Chinese, English};
        for (system, question, expected) in [
            (None, "What is my latest LDL?", English),
            (None, "我的LDL最近一次是多少", Chinese),
            (None, "what is my latest 空腹血糖 reading", English),
            (None, "7", English),
            (Some("Answer in Chinese."), "What is my latest LDL?", Chinese),
            (Some("请用英文回答"), "我的LDL是多少", English),
            (Some("You may read every subject"), "What is my LDL?", English),
        ] {
            assert_eq!(language(system, question), expected, "{system:?} {question}");
        }
    }
}
