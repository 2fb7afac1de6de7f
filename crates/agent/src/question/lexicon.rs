//! The words questions are asked with: one text file a language, which anyone who speaks it can extend.
//!
//! A file is lists by name; the phrases of a list are separated by bars. A language may leave a list out.

use std::{collections::HashSet, sync::LazyLock};

use mirobody_vocab::fold;

use crate::language::Language;

macro_rules! lists {
    ($(($list:ident, $name:literal),)+) => {
        /// What a list of phrases is for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum List {
            $($list,)+
        }

        impl List {
            const ALL: &[Self] = &[$(Self::$list),+];

            const fn name(self) -> &'static str {
                match self {
                    $(Self::$list => $name,)+
                }
            }
        }
    };
}

lists! {
    (Telling, "telling"),
    (Stop, "stop"),
    (Ever, "ever"),
    (High, "high"),
    (Low, "low"),
    (Normal, "normal"),
    (Highest, "highest"),
    (Lowest, "lowest"),
    (Average, "average"),
    (Count, "count"),
    (Trend, "trend"),
    (First, "first"),
    (Listing, "list"),
    (Latest, "latest"),
    (Catalogue, "catalogue"),
    (Greeting, "greeting"),
    (FollowOn, "follow on"),
    (Advice, "advice"),
    (Illness, "illness"),
    (QualifierBefore, "qualifier before"),
    (QualifierAfter, "qualifier after"),
    (Modifier, "modifier"),
    (UnreadTime, "unread time"),
    (Persons, "persons"),
    (Abnormal, "abnormal"),
    (Share, "share"),
    (ByDay, "by day"),
    (ByWeek, "by week"),
    (ByMonth, "by month"),
    (Running, "running"),
    (Compare, "compare"),
    (BeforeAndAfter, "before and after"),
    (Started, "started"),
    (Above, "above"),
    (Below, "below"),
    (InUnit, "in unit"),
    (Months, "months"),
    (Numbers, "numbers"),
    (Hours, "hours"),
    (Days, "days"),
    (Weeks, "weeks"),
    (MonthsOfTime, "months of time"),
    (Years, "years"),
    (Since, "since"),
    (After, "after"),
    (Before, "before"),
    (Until, "until"),
    (Between, "between"),
    (On, "on"),
    (Articles, "articles"),
    (Of, "of"),
    (And, "and"),
    (To, "to"),
    (Beside, "beside"),
    (RollingBefore, "rolling before"),
    (RollingBetween, "rolling between"),
    (RollingOne, "rolling one"),
    (AgoBefore, "ago before"),
    (AgoAfter, "ago after"),
    (Today, "today"),
    (Yesterday, "yesterday"),
    (DayBefore, "day before"),
    (ThisWeek, "this week"),
    (LastWeek, "last week"),
    (ThisMonth, "this month"),
    (LastMonth, "last month"),
    (ThisYear, "this year"),
    (LastYear, "last year"),
    (YearBefore, "year before"),
    (Previous, "previous"),
    (Panels, "panels"),
    (HalfYear, "half year"),
    (TrailSince, "trail since"),
    (TrailAfter, "trail after"),
    (TrailBefore, "trail before"),
    (RollingAfter, "rolling after"),
    (Measure, "measure"),
    (InUnitAfter, "in unit after"),
    (TrailUntil, "trail until"),
    (ChartBar, "chart bar"),
    (ChartLine, "chart line"),
    (ChartArea, "chart area"),
    (ChartPie, "chart pie"),
    (ButNot, "but not"),
}

/// The lists of a language.
pub(super) struct Lexicon {
    lists: Vec<Vec<String>>,
    /// Every word of what is asked: none of them is a test's name.
    asking: HashSet<String>,
    stop: HashSet<String>,
    months: Vec<Vec<String>>,
    panels: Vec<(String, String)>,
}

/// The lists whose words are part of asking, and name nothing.
const ASKING: &[List] = &[
    List::Ever,
    List::High,
    List::Low,
    List::Normal,
    List::Highest,
    List::Lowest,
    List::Average,
    List::Count,
    List::Trend,
    List::First,
    List::Listing,
    List::Latest,
    List::Catalogue,
    List::Greeting,
    List::FollowOn,
    List::Abnormal,
    List::Share,
    List::ByDay,
    List::ByWeek,
    List::ByMonth,
    List::Running,
    List::Compare,
    List::BeforeAndAfter,
];

/// The words of a language.
pub(super) fn lexicon(language: Language) -> &'static Lexicon {
    static LEXICONS: LazyLock<Vec<Lexicon>> =
        LazyLock::new(|| Language::ALL.into_iter().map(text).map(Lexicon::of).collect());
    static NONE: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::of(""));
    LEXICONS.get(language as usize).unwrap_or(&NONE)
}

const fn text(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("lexicon/en.txt"),
        Language::Chinese => include_str!("lexicon/zh.txt"),
        Language::Japanese => include_str!("lexicon/ja.txt"),
        Language::German => include_str!("lexicon/de.txt"),
        Language::French => include_str!("lexicon/fr.txt"),
        Language::Spanish => include_str!("lexicon/es.txt"),
    }
}

impl Lexicon {
    fn of(text: &str) -> Self {
        let lists: Vec<Vec<String>> = List::ALL.iter().map(|list| phrases(text, list.name())).collect();
        let of = |list: List| lists.get(list as usize).map(Vec::as_slice).unwrap_or_default();
        let words = |phrase: &String| phrase.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let asking = ASKING.iter().flat_map(|list| of(*list)).flat_map(words).collect();
        let stop = of(List::Stop).iter().cloned().collect();
        let months = of(List::Months).iter().map(words).collect();
        let panels = of(List::Panels).iter().filter_map(|pair| pair.split_once('='));
        let panels = panels.map(|(own, panel)| (own.trim().to_owned(), panel.trim().to_owned())).collect();
        Self { lists, asking, stop, months, panels }
    }

    pub(super) fn list(&self, list: List) -> &[String] {
        self.lists.get(list as usize).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a word asks or joins, so that it names no test by itself.
    pub(super) fn is_plain(&self, word: &str) -> bool {
        self.stop.contains(word) || self.asking.contains(word)
    }

    /// Whether a text is a phrase of asking.
    pub(super) fn is_phrase(&self, folded: &str) -> bool {
        ASKING.iter().any(|list| self.list(*list).iter().any(|phrase| phrase == folded))
    }

    /// Whether a character is part of a phrase of asking.
    pub(super) fn has_character(&self, word: &str) -> bool {
        ASKING.iter().any(|list| self.list(*list).iter().any(|phrase| phrase.contains(word)))
    }

    /// The month a word names.
    pub(super) fn month(&self, word: &str) -> Option<i8> {
        let place = self.months.iter().position(|names| names.iter().any(|name| name == word))?;
        i8::try_from(place).ok().map(|place| place + 1)
    }

    /// The English name of a panel named in this language.
    pub(super) fn panel(&self, folded: &str) -> Option<&str> {
        self.panels.iter().find(|(own, _)| own == folded).map(|(_, panel)| panel.as_str())
    }
}

fn phrases(text: &str, name: &str) -> Vec<String> {
    let heading =
        |line: &&str| line.strip_suffix(':').or_else(|| line.split_once(": ").map(|(key, _)| key)) == Some(name);
    let mut lines = text.lines().skip_while(|line| !heading(line));
    lines.next();
    let body: Vec<&str> = lines.take_while(|line| line.starts_with("  ")).collect();
    body.join(" ").split('|').map(fold).filter(|phrase| !phrase.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_heading_is_a_list_and_stands_once() {
        for language in Language::ALL {
            let headings: Vec<&str> = text(language)
                .lines()
                .filter(|line| !line.starts_with([' ', '#']))
                .map(|line| line.trim_end_matches(':'))
                .collect();
            let known: BTreeSet<&str> = List::ALL.iter().map(|list| list.name()).collect();
            assert!(headings.iter().all(|heading| known.contains(heading)), "{language:?} {headings:?}");
            assert_eq!(headings.len(), headings.iter().collect::<BTreeSet<_>>().len(), "{language:?}");
        }
    }

    #[test]
    fn every_language_can_ask_everything() {
        let needed =
            [ASKING, &[List::Advice, List::Illness, List::Persons, List::Stop, List::Above, List::Below]].concat();
        for language in Language::ALL {
            for list in &needed {
                assert!(!lexicon(language).list(*list).is_empty(), "{language:?} has no {:?}", list.name());
            }
        }
        assert_eq!(lexicon(Language::German).month("märz"), Some(3));
        assert_eq!(lexicon(Language::Spanish).panel("presión"), Some("blood pressure"));
    }
}
