//! The kind of chart a question asks for.

use super::{Intent, lexicon::List, words::Words};

/// A kind of chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ChartKind {
    Bar,
    Line,
    Area,
    /// Parts of a whole.
    Pie,
}

impl ChartKind {
    /// Its name in the data of a chart.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Bar => "bar",
            Self::Line => "line",
            Self::Area => "area",
            Self::Pie => "pie",
        }
    }

    /// What is wanted, when only a chart is asked for: a course over time, or of a pie the parts of a whole.
    pub(super) fn intent(self, said: Option<Intent>) -> Intent {
        match (said, self) {
            (None | Some(Intent::List | Intent::Latest), Self::Pie) => Intent::Share,
            (None | Some(Intent::List | Intent::Latest), _) => Intent::Trend,
            (Some(intent), _) => intent,
        }
    }
}

/// Reads the kind and marks its words.
pub(super) fn take(words: &mut Words<'_>) -> Option<ChartKind> {
    let kinds = [
        (List::ChartBar, ChartKind::Bar),
        (List::ChartLine, ChartKind::Line),
        (List::ChartArea, ChartKind::Area),
        (List::ChartPie, ChartKind::Pie),
    ];
    kinds.into_iter().find(|(list, _)| words.take_list(*list)).map(|(_, kind)| kind)
}
