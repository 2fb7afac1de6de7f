//! How long and how bad, when it stands right beside a mention.
//!
//! True here: what is attached is a run of lexemes, given verbatim; a run belongs to one mention.

use mirobody_vocab::{Language, Role};

use super::{
    lexeme::{Lexeme, What},
    mention::Mention,
};

/// Runs of lexemes, first to last.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Attached {
    pub(super) duration: Option<(usize, usize)>,
    pub(super) severity: Option<(usize, usize)>,
}

/// What is attached to each mention.
pub(super) fn attached(lexemes: &[Lexeme], mentions: &[Mention], language: Language) -> Vec<Attached> {
    let mut attached = vec![Attached::default(); mentions.len()];
    for run in runs(lexemes, is_of_time).into_iter().filter_map(|run| duration(lexemes, run)) {
        let owner = owner(lexemes, mentions, run, true);
        if let Some(slot) = owner.and_then(|index| attached.get_mut(index)) {
            slot.duration.get_or_insert(run);
        }
    }
    let after = matches!(language, Language::Fr | Language::Es | Language::Pt);
    for run in runs(lexemes, |lexeme| lexeme.is(Role::Severity)) {
        let owner = owner(lexemes, mentions, run, after);
        if let Some(slot) = owner.and_then(|index| attached.get_mut(index)) {
            slot.severity.get_or_insert(run);
        }
    }
    attached
}

/// Longest runs of lexemes that pass.
fn runs(lexemes: &[Lexeme], passes: impl Fn(&Lexeme) -> bool) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (index, _) in lexemes.iter().enumerate().filter(|(_, lexeme)| passes(lexeme)) {
        match found.last_mut().filter(|(_, last)| last + 1 == index) {
            Some((_, last)) => *last = index,
            None => found.push((index, index)),
        }
    }
    found
}

fn is_of_time(lexeme: &Lexeme) -> bool {
    use Role::{Ago, Moment, Number, Onset, Since, SinceAfter, Time, Years};
    let role = matches!(lexeme.role(), Some(Number | Time | Years | Since | SinceAfter | Ago | Moment | Onset));
    role || lexeme.what == What::Number || is_weightless(lexeme)
}

fn is_weightless(lexeme: &Lexeme) -> bool {
    matches!(lexeme.role(), Some(Role::Glue | Role::Filler))
}

/// The part of a run of words of time that says how long: a count of days, or since when.
fn duration(lexemes: &[Lexeme], (first, last): (usize, usize)) -> Option<(usize, usize)> {
    let run = lexemes.get(first..=last)?;
    let has = |test: fn(&Lexeme) -> bool| run.iter().any(test);
    let counted = has(Lexeme::is_number) && has(|l| matches!(l.role(), Some(Role::Time | Role::Years)));
    let dated = has(|l| matches!(l.role(), Some(Role::Since | Role::SinceAfter | Role::Onset)))
        && has(|l| matches!(l.role(), Some(Role::Moment | Role::Time | Role::Years)));
    if !counted && !dated {
        return None;
    }
    let weighs = |lexeme: &Lexeme| !is_weightless(lexeme);
    let (start, end) = (run.iter().position(weighs)?, run.iter().rposition(weighs)?);
    Some((first + start, first + end))
}

/// The mention that a run stands in or right beside; between two, the one before it if `earlier`.
fn owner(lexemes: &[Lexeme], mentions: &[Mention], (first, last): (usize, usize), earlier: bool) -> Option<usize> {
    let inside = mentions.iter().position(|mention| mention.first <= first && last <= mention.last);
    let before = || neighbour(lexemes, (0..first).rev(), |at| mentions.iter().position(|mention| mention.last == at));
    let after =
        || neighbour(lexemes, last + 1..lexemes.len(), |at| mentions.iter().position(|mention| mention.first == at));
    inside.or_else(|| if earlier { before().or_else(after) } else { after().or_else(before) })
}

/// The mention found first on the way, past words that say nothing.
fn neighbour(
    lexemes: &[Lexeme],
    way: impl Iterator<Item = usize>,
    mention: impl Fn(usize) -> Option<usize>,
) -> Option<usize> {
    for at in way {
        if let Some(found) = mention(at) {
            return Some(found);
        }
        let passes = lexemes.get(at).is_some_and(|lexeme| {
            is_of_time(lexeme)
                || matches!(
                    lexeme.role(),
                    Some(Role::Have | Role::Had | Role::IHave | Role::Severity | Role::Own | Role::Now)
                )
        });
        if !passes {
            return None;
        }
    }
    None
}
