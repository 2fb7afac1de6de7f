//! Tokens: the words of a folded name, the same in the index and in what is asked.
//!
//! True here: a run of letters and digits is one token; of Chinese, which has no spaces, every two neighbours are one.

use crate::fold::is_han;

/// The tokens of a folded text, in order; one may come twice.
pub fn tokens(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphanumeric()).flat_map(scripts).flat_map(|run| {
        let width = if run.starts_with(is_han) { 2 } else { usize::MAX };
        windows(run, width)
    })
}

/// Cuts where Chinese characters begin or end.
fn scripts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let han = rest.chars().next().map(is_han)?;
        let end = rest.find(|c| is_han(c) != han).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        Some(run)
    })
}

/// Every stretch of `width` characters, or the whole run if it is shorter.
fn windows(run: &str, width: usize) -> impl Iterator<Item = &str> {
    let mut rest = run;
    std::iter::from_fn(move || {
        let mut ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
        let first = ends.next()?;
        let end = ends.nth(width.saturating_sub(2)).unwrap_or(rest.len());
        let window = &rest[..end];
        rest = if end == rest.len() { "" } else { &rest[first..] };
        Some(window)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_falls_into_its_words() {
        for (name, expected) in [
            ("hemoglobin a1c/hemoglobin.total", "hemoglobin a1c hemoglobin total"),
            ("25-oh-vitamin d", "25 oh vitamin d"),
            ("血红蛋白", "血红 红蛋 蛋白"),
            ("钾", "钾"),
            ("糖化血红蛋白a1c(hba1c)", "糖化 化血 血红 红蛋 蛋白 a1c hba1c"),
            ("헤모글로빈 수치", "헤모글로빈 수치"),
            ("μmol/24h", "μmol 24h"),
            ("--- ()", ""),
        ] {
            assert_eq!(tokens(name).collect::<Vec<_>>().join(" "), expected, "{name}");
        }
    }

    proptest! {
        #[test]
        fn tokens_are_pieces_of_the_text(text in "\\PC{0,40}|[中文字ab1 -]{0,20}") {
            for token in tokens(&text) {
                prop_assert!(!token.is_empty() && text.contains(token));
                prop_assert!(token.chars().all(char::is_alphanumeric));
            }
        }
    }
}
