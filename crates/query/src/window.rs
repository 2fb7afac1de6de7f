//! The window of a query: local days, inclusive at both ends.

use mirobody_derive::LocalDay;

/// Days from `start` to `end`, inclusive; an open end has no bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) start: Option<LocalDay>,
    pub(crate) end: Option<LocalDay>,
    /// The ends came in the wrong order and were swapped.
    pub(crate) swapped: bool,
}

impl Window {
    pub(crate) fn new(start: Option<LocalDay>, end: Option<LocalDay>) -> Self {
        match (start, end) {
            (Some(a), Some(b)) if a > b => Self { start: Some(b), end: Some(a), swapped: true },
            _ => Self { start, end, swapped: false },
        }
    }

    pub(crate) fn is_all(self) -> bool {
        self.start.is_none() && self.end.is_none()
    }

    /// Whether any of the days `first` to `last` lies inside.
    pub(crate) fn meets(self, first: LocalDay, last: LocalDay) -> bool {
        self.start.is_none_or(|start| last >= start) && self.end.is_none_or(|end| first <= end)
    }

    /// How the answer names it.
    pub(crate) fn label(self) -> String {
        match (self.start, self.end) {
            (None, None) => "all recorded data".to_owned(),
            (Some(start), None) => format!("{start} onwards"),
            (None, Some(end)) => format!("up to {end}"),
            (Some(start), Some(end)) if start == end => start.to_string(),
            (Some(start), Some(end)) => format!("{start}..{end}"),
        }
    }

    pub(crate) fn swap_note(self) -> Option<String> {
        self.swapped.then(|| "start was after end: the two were swapped".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> LocalDay {
        text.parse().unwrap()
    }

    #[test]
    fn a_swapped_pair_is_swapped_back_and_said() {
        let window = Window::new(Some(day("2026-05-31")), Some(day("2026-05-01")));
        assert_eq!(window.label(), "2026-05-01..2026-05-31");
        assert!(window.swap_note().is_some());
        assert_eq!(Window::new(Some(day("2026-05-01")), Some(day("2026-05-31"))).swap_note(), None);
    }

    #[test]
    fn no_dates_is_the_whole_record() {
        assert_eq!(Window::new(None, None).label(), "all recorded data");
        assert!(Window::new(None, None).meets(day("1999-01-01"), day("1999-01-01")));
    }

    #[test]
    fn both_ends_are_inside() {
        let window = Window::new(Some(day("2026-05-01")), Some(day("2026-05-31")));
        assert!(window.meets(day("2026-05-31"), day("2026-06-30")));
        assert!(window.meets(day("2026-04-01"), day("2026-05-01")));
        assert!(!window.meets(day("2026-06-01"), day("2026-06-30")));
        assert!(!window.meets(day("2026-04-01"), day("2026-04-30")));
    }
}
