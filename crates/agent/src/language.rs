//! The language of a question, and of its answer: the question's own, unless another was asked for.

use mirobody_query::is_unspaced;

use crate::{
    question::telling,
    turn::{Message, Role, Turn},
};

/// A language questions are read and answers are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Language {
    English,
    Chinese,
    Japanese,
    German,
    French,
    Spanish,
}

impl Language {
    /// Every language, in the order they were learned.
    pub(crate) const ALL: [Self; 6] =
        [Self::English, Self::Chinese, Self::Japanese, Self::German, Self::French, Self::Spanish];

    const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
            Self::Japanese => "ja",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
        }
    }

    /// What the language is called, in itself and in others.
    const fn names(self) -> &'static [&'static str] {
        match self {
            Self::English => &["english", "英文", "英语", "英語", "englisch", "anglais", "inglés"],
            Self::Chinese => &["chinese", "中文", "汉语", "中国語", "chinesisch", "chinois", "chino"],
            Self::Japanese => &["japanese", "日本語", "日语", "日文", "japanisch", "japonais", "japonés"],
            Self::German => &["german", "deutsch", "德语", "德文", "ドイツ語", "allemand", "alemán"],
            Self::French => &["french", "français", "法语", "法文", "フランス語", "französisch", "francés"],
            Self::Spanish => &["spanish", "español", "西班牙语", "スペイン語", "spanisch", "espagnol"],
        }
    }
}

/// The language to answer the last of the person's messages in.
pub(crate) fn of(turn: &Turn, asked: &[&str]) -> Language {
    let requested = turn.messages.iter().rev().filter(|message| message.role == Role::System).find_map(requested);
    let spoken = || asked.iter().rev().find_map(|text| told(text));
    let hint = || turn.language.as_deref().and_then(hinted);
    requested.or_else(spoken).or_else(hint).unwrap_or(Language::English)
}

/// A language a system message asks for.
fn requested(message: &Message) -> Option<Language> {
    let text = message.text.to_lowercase();
    let asks = [
        "answer", "respond", "reply", "speak", "write", "回答", "回复", "使用", "请用", "答え", "antwort", "répond",
        "respond", "contest",
    ];
    if !asks.iter().any(|word| text.contains(word)) {
        return None;
    }
    let mut named =
        Language::ALL.into_iter().filter(|language| language.names().iter().any(|name| text.contains(name)));
    named.next().filter(|_| named.next().is_none())
}

/// The language a text is written in: English when nothing in it tells.
pub(crate) fn written(text: &str) -> Language {
    told(text).unwrap_or(Language::English)
}

/// The language a text is written in, when something in it tells. A Chinese test name in an English sentence does not make
/// it Chinese.
fn told(text: &str) -> Option<Language> {
    let unspaced = text.chars().filter(|c| is_unspaced(*c)).count();
    let words: Vec<String> = latin_words(text);
    let long = words.iter().filter(|word| word.len() > 1).count();
    if unspaced > 0 && unspaced >= long * 2 {
        let kana = text.chars().any(|c| matches!(c, '\u{3041}'..='\u{30ff}') && c != '・' && c != 'ー');
        return Some(if kana { Language::Japanese } else { Language::Chinese });
    }
    let score = |language: Language| {
        let telling = telling(language);
        words.iter().filter(|word| telling.contains(word)).count() + letters(text, language)
    };
    let scored = Language::ALL.into_iter().map(|language| (score(language), language));
    // The first of equals: English before the others.
    scored.rev().max_by_key(|(score, _)| *score).filter(|(score, _)| *score > 0).map(|(_, language)| language)
}

fn latin_words(text: &str) -> Vec<String> {
    let plain = text.to_lowercase().replace('’', "'");
    let split = |c: char| !(c.is_alphabetic() || c == '\'' || c == '-') || is_unspaced(c);
    let parted = plain.replace("l'", "l ").replace("d'", "d ").replace("j'", "j ").replace("qu'", "qu ");
    parted.split(split).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Letters that only one of the languages has.
fn letters(text: &str, language: Language) -> usize {
    let own: &[char] = match language {
        Language::German => &['ä', 'ö', 'ü', 'ß'],
        Language::French => &['è', 'ê', 'ç', 'à', 'û', 'î'],
        Language::Spanish => &['ñ', '¿', '¡', 'á', 'í', 'ó', 'ú'],
        _ => &[],
    };
    usize::from(text.to_lowercase().contains(own))
}

fn hinted(tag: &str) -> Option<Language> {
    let tag = tag.to_lowercase();
    Language::ALL.into_iter().find(|language| tag.starts_with(language.tag()))
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
        of(&turn, &[question])
    }

    #[test]
    fn an_answer_is_in_the_questions_language() {
        use Language::{Chinese, English, French, German, Japanese, Spanish};
        for (system, question, expected) in [
            (None, "What is my latest LDL?", English),
            (None, "我的LDL最近一次是多少", Chinese),
            (None, "what is my latest 空腹血糖 reading", English),
            (None, "7", English),
            (None, "LDL?", English),
            (None, "最新のLDLは？", Japanese),
            (None, "体重の推移を見せて", Japanese),
            (None, "Wie ist mein letzter LDL-Wert?", German),
            (None, "Was war mein Blutzucker im Mai", German),
            (None, "Quel est mon dernier LDL ?", French),
            (None, "L'évolution de mon poids", French),
            (None, "¿Cuál es mi último LDL?", Spanish),
            (None, "promedio de glucosa el año pasado", Spanish),
            (None, "and HDL?", English),
            (None, "und HDL?", German),
            (None, "et le HDL ?", French),
            (None, "¿y el HDL?", Spanish),
            (Some("Answer in Chinese."), "What is my latest LDL?", Chinese),
            (Some("请用英文回答"), "我的LDL是多少", English),
            (Some("Antworte auf Deutsch."), "What is my LDL?", German),
            (Some("You may read every subject"), "What is my LDL?", English),
        ] {
            assert_eq!(language(system, question), expected, "{system:?} {question}");
        }
    }

    #[test]
    fn a_word_that_tells_nothing_is_answered_as_the_conversation_went() {
        let turn =
            Turn { messages: Vec::new(), now: "2026-06-30T12:00:00Z".parse().unwrap(), language: Some("zh-CN".into()) };
        assert_eq!(of(&turn, &["LDL"]), Language::Chinese);
        assert_eq!(of(&turn, &["Wie ist mein LDL?", "HDL"]), Language::German);
    }
}
