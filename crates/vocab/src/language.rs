//! The languages in which complaints are read.

use std::{fmt, str::FromStr};

/// A language with tables of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// English.
    En,
    /// Chinese, simplified or traditional.
    Zh,
    /// Japanese.
    Ja,
    /// Russian.
    Ru,
    /// German.
    De,
    /// French.
    Fr,
    /// Spanish.
    Es,
    /// Portuguese.
    Pt,
    /// Korean.
    Ko,
}

/// The tag names no language that complaints are read in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not one of the languages en, zh, ja, ru, de, fr, es, pt, ko")]
pub struct UnknownLanguage;

impl Language {
    /// All of them.
    pub const ALL: [Self; 9] =
        [Self::En, Self::Zh, Self::Ja, Self::Ru, Self::De, Self::Fr, Self::Es, Self::Pt, Self::Ko];

    /// Its tag, such as `en`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
            Self::Ja => "ja",
            Self::Ru => "ru",
            Self::De => "de",
            Self::Fr => "fr",
            Self::Es => "es",
            Self::Pt => "pt",
            Self::Ko => "ko",
        }
    }

    /// Whether its words are written without spaces between them, or with particles that hang on: phrases are then
    /// compared character by character.
    pub const fn is_unspaced(self) -> bool {
        matches!(self, Self::Zh | Self::Ja | Self::Ko)
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    /// From a tag such as `en`, `pt-BR` or `zh_Hant`.
    fn from_str(tag: &str) -> Result<Self, UnknownLanguage> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default().trim();
        Self::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary)).ok_or(UnknownLanguage)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_read_with_or_without_its_region() {
        for language in Language::ALL {
            assert_eq!(language.tag().parse(), Ok(language));
        }
        assert_eq!("pt-BR".parse(), Ok(Language::Pt));
        assert_eq!("ZH_Hant".parse(), Ok(Language::Zh));
        for tag in ["", "nl", "english", "-en"] {
            assert_eq!(tag.parse::<Language>(), Err(UnknownLanguage), "{tag}");
        }
    }
}
