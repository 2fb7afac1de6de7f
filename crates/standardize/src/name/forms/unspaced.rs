//! Names of scripts without spaces: the words of other axes at their ends.

use std::sync::LazyLock;

use super::{Forms, Specimen, Variant, specimen, words};
use crate::{name::words::Role, quick::Map, text::is_cjk};

/// `백혈구 수` as `백혈구수`: where Korean puts spaces between the parts of a word is the printer's choice.
pub(super) fn korean(forms: &mut Forms, form: &Variant) {
    let hangul = |c: char| matches!(c, '\u{ac00}'..='\u{d7a3}');
    if form.text.contains(' ') && form.text.contains(hangul) {
        forms.push(&form.text.replace(' ', ""), form.cost, form.specimen, form.part, form.loses);
    }
}

/// Words of other axes cut off the ends of a name written without spaces: `尿蛋白定量` as `尿蛋白` and `蛋白`.
pub(super) fn unspaced(forms: &mut Forms, form: &Variant) {
    let mut queue = vec![(form.text.clone(), form.cost, None, form.loses)];
    while let Some((text, cost, found, loses)) = queue.pop() {
        if !text.chars().any(is_cjk) || cost > 4 {
            continue;
        }
        for (rest, specimen, matters) in cuts(&text) {
            let (found, loses) = (specimen.or(found), loses || matters);
            forms.push(rest, cost + 1, found, form.part, loses);
            queue.push((rest.to_owned(), cost + 1, found, loses));
        }
    }
}

/// A word of another axis.
struct End {
    word: &'static str,
    specimen: Option<Specimen>,
    role: Option<Role>,
}

/// All such words, and where the ones are that start or end with a character.
struct Ends {
    all: Vec<End>,
    starting: Map<char, Vec<usize>>,
    ending: Map<char, Vec<usize>>,
}

static ENDS: LazyLock<Ends> = LazyLock::new(|| {
    let specimens = specimen::unspaced().map(|(word, specimen)| End { word, specimen: Some(specimen), role: None });
    let roles = words::unspaced().map(|(word, role)| End { word, specimen: None, role: Some(role) });
    let mut ends = Ends { all: specimens.chain(roles).collect(), starting: Map::default(), ending: Map::default() };
    for (at, end) in ends.all.iter().enumerate() {
        ends.starting.entry(end.word.chars().next().unwrap_or_default()).or_default().push(at);
        ends.ending.entry(end.word.chars().next_back().unwrap_or_default()).or_default().push(at);
    }
    ends
});

/// Which end of a text a word stands at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Start,
    End,
}

impl Ends {
    /// The words at the ends of a text, in their order.
    fn of(&self, text: &str) -> Vec<(&End, Side)> {
        let at = |known: &Map<char, Vec<usize>>, c: Option<char>| c.and_then(|c| known.get(&c)).cloned();
        let starts = at(&self.starting, text.chars().next()).unwrap_or_default().into_iter();
        let ends = at(&self.ending, text.chars().next_back()).unwrap_or_default().into_iter();
        let starts = starts.filter(|at| text.starts_with(self.all[*at].word)).map(|at| (at, Side::Start));
        let ends = ends.filter(|at| text.ends_with(self.all[*at].word)).map(|at| (at, Side::End));
        let mut found: Vec<(usize, Side)> = starts.chain(ends).collect();
        found.sort_unstable();
        found.into_iter().map(|(at, side)| (&self.all[at], side)).collect()
    }
}

/// Every text that is left when one word of another axis is cut off an end, and whether that word may matter.
fn cuts(text: &str) -> Vec<(&str, Option<Specimen>, bool)> {
    let rest = |end: &End, side: Side| match side {
        Side::Start => text.strip_prefix(end.word),
        Side::End => text.strip_suffix(end.word),
    };
    let found = ENDS.of(text).into_iter();
    found
        .filter_map(|(end, side)| Some((rest(end, side)?.trim(), end.specimen, end.role.is_some_and(Role::matters))))
        .filter(|(rest, ..)| {
            rest.chars().filter(|c| c.is_alphanumeric()).count() > 1
                || matches!(*rest, "钾" | "钠" | "氯" | "钙" | "镁" | "磷" | "铁" | "锌" | "铜" | "铅")
        })
        .collect()
}

/// The roles of the words at the ends of a name written without spaces.
pub(in crate::name) fn unspaced_roles(text: &str) -> Vec<Role> {
    if text.is_ascii() || !text.chars().any(is_cjk) {
        return Vec::new();
    }
    ENDS.of(text).into_iter().filter(|(end, _)| end.word != text).filter_map(|(end, _)| end.role).collect()
}
