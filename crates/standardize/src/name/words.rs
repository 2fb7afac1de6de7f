//! Words of a test's name that are not its analyte: quantity, time, challenge, method, noise; by language.

mod lists;

use std::sync::LazyLock;

use crate::quick::Map;

/// What kind of quantity a name asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A number of things: `count`, `absolute`, `#`, `计数`.
    Count,
    /// A part of a whole: `%`, `fraction`, `百分比`.
    Fraction,
    /// `ratio`, `比值`.
    Ratio,
    /// `activity`.
    Activity,
    /// `titer`.
    Titre,
    /// Present or not: `qualitative`, `screen`, `定性`.
    Presence,
    /// A number of any kind: `quantitative`, `level`, `定量`.
    Quantity,
}

/// What else a name can state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Extra {
    /// `fasting`, `空腹`.
    Fasting,
    /// `24h`, `daily` urine.
    Day,
    /// `random`, `spot`.
    Random,
    /// `trough`.
    Trough,
    /// `peak`.
    Peak,
    /// `post`, `after`, `餐后`: some challenge, read further by its own words.
    Post,
    /// `panel`, `profile`.
    Panel,
    /// A part of the white cells, as the Nordic prefix `l-` says.
    Fraction,
}

/// The part a word plays in a name, when it is not the analyte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Kind(Kind),
    Extra(Extra),
    /// The start of LOINC METHOD values, casefolded, that the word names.
    Method(&'static str),
    Noise,
}

impl Role {
    /// Whether a name without the word may be another test: `ck index` is no creatine kinase.
    pub(crate) fn matters(self) -> bool {
        match self {
            Self::Noise | Self::Kind(Kind::Count | Kind::Fraction | Kind::Activity | Kind::Quantity) => false,
            Self::Kind(Kind::Ratio | Kind::Titre | Kind::Presence) | Self::Extra(_) | Self::Method(_) => true,
        }
    }
}

/// The part a folded word plays, if it has one.
pub(crate) fn role(word: &str) -> Option<Role> {
    ROLES.get(word).copied()
}

/// What kind of test a name asks for beside its analyte, in one word each and in this order.
pub(crate) const TEST_KINDS: [&str; 7] = ["quant", "qual", "screen", "confirm", "titer", "culture", "pcr"];

/// The kind of test a word with a role names, if it names one.
pub(crate) fn test_kind(word: &str, role: Role) -> Option<&'static str> {
    match role {
        Role::Kind(Kind::Quantity) => Some("quant"),
        Role::Kind(Kind::Presence) if word.starts_with("sc") => Some("screen"),
        Role::Kind(Kind::Presence) => Some("qual"),
        Role::Kind(Kind::Titre) => Some("titer"),
        Role::Method("confirm") => Some("confirm"),
        Role::Method("culture") => Some("culture"),
        Role::Method("probe.amp.tar") => Some("pcr"),
        _ => None,
    }
}

/// Words of scripts without spaces, to be cut off a name's ends.
pub(crate) fn unspaced() -> impl Iterator<Item = (&'static str, Role)> {
    UNSPACED.iter().copied()
}

/// The role of each word; of a word in two lists, the first.
static ROLES: LazyLock<Map<&'static str, Role>> = LazyLock::new(|| {
    let mut roles = Map::default();
    for (word, role) in all() {
        roles.entry(word).or_insert(role);
    }
    roles
});

static UNSPACED: LazyLock<Vec<(&'static str, Role)>> =
    LazyLock::new(|| all().filter(|(word, _)| word.starts_with(crate::text::is_cjk)).collect());

/// Every word of the lists with its role.
fn all() -> impl Iterator<Item = (&'static str, Role)> {
    let kinds = spread(lists::KINDS, Role::Kind);
    let extras = spread(lists::EXTRAS, Role::Extra);
    let methods = spread(lists::METHODS, Role::Method);
    let noise = lists::NOISE.iter().flat_map(|words| split(words)).map(|word| (word, Role::Noise));
    kinds.chain(extras).chain(methods).chain(noise)
}

fn spread<T: Copy + 'static>(
    table: &'static [(T, &'static [&'static str])],
    role: impl Fn(T) -> Role + Copy,
) -> impl Iterator<Item = (&'static str, Role)> {
    table.iter().flat_map(move |(meaning, lists)| {
        lists.iter().flat_map(|words| split(words)).map(move |word| (word, role(*meaning)))
    })
}

/// The words of a list.
pub(super) fn split(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_as_a_name_is_folded() {
        for (word, _) in all() {
            assert_eq!(mirobody_vocab::fold(word), word);
        }
    }
}
