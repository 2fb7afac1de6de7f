//! The parts that words play around a complaint: what denies it, doubts it, dates it, or says whose it is.
//!
//! True here: a role has one name, the one the tables of words use. Must not be here: what a role does to a sentence
//! (that is `mirobody-standardize`).

/// What a word does in a sentence about complaints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Says nothing: articles, sides, forms of "to be", `very`.
    Glue,
    /// The same, and stands inside phrases even where words are written without spaces: `很`.
    Filler,
    /// Nothing but: `just`, `nur`.
    Only,
    /// Joins things of a kind: `and`, `、`.
    And,
    /// Joins alternatives: `or`, `nor`.
    Or,
    /// One more of a kind, without a join: `も`.
    Also,
    /// A new thought begins: `but`, `because`.
    Ends,
    /// To have or feel: `have`, `出现`.
    Have,
    /// To have had: `tuve`.
    Had,
    /// To have, said of oneself: `tengo`.
    IHave,
    /// The person's own: `my`.
    Own,
    /// The person: `I`.
    Myself,
    /// Somebody else: `my mother`.
    Person,
    /// Somebody else's, of what stands before it, else of what comes after it: `family history`.
    Family,
    /// Whoever was spoken of last: `she`.
    They,
    /// Makes the somebody after it no owner of what follows: `from my daughter`.
    By,
    /// They only said it, or passed it on: `says`, `gave me`.
    Told,
    /// Denies the things named after it: `no`, `without`.
    No,
    /// Denies the whole list after it: `denies`.
    Denies,
    /// Denies the verb after it: `not`.
    Not,
    /// Denies what stands before it: `negative`, `ない`.
    NotAfter,
    /// Denies what stands before it, else what comes after it: `нет`.
    NotAround,
    /// Doubts what comes after it: `possible`.
    Maybe,
    /// Doubts what stands before it: `の疑い`.
    MaybeAfter,
    /// Doubts what stands before it, else what comes after it: `möglich`.
    MaybeAround,
    /// Was once: what comes after it, `history of`.
    Past,
    /// Was once: what stands before it, `病史`.
    PastAfter,
    /// Was once: what stands around it, `as a child`.
    PastAround,
    /// How bad: `severe`.
    Severity,
    /// A number in words: `three`.
    Number,
    /// A measure of time: `days`.
    Time,
    /// A measure of years.
    Years,
    /// A length of time or a start follows: `for`, `since`.
    Since,
    /// It stood before: `以来`, `から`.
    SinceAfter,
    /// A time before now: `ago`.
    Ago,
    /// A point in time: `yesterday`.
    Moment,
    /// The present: `now`.
    Now,
    /// It began: `started`.
    Onset,
    /// Makes what stands before it another thing than a complaint: `vaccine`, `syrup`.
    Thing,
    /// The same with what comes after it: `vaccinated against`.
    ThingBefore,
    /// Asks for more than yes or no: `why`.
    Asks,
    /// A word that is known to mean something else.
    Word,
}

/// Every role with its name in the tables.
const NAMES: [(Role, &str); 42] = [
    (Role::Glue, "glue"),
    (Role::Filler, "filler"),
    (Role::Only, "only"),
    (Role::And, "and"),
    (Role::Or, "or"),
    (Role::Also, "also"),
    (Role::Ends, "ends"),
    (Role::Have, "have"),
    (Role::Had, "had"),
    (Role::IHave, "i-have"),
    (Role::Own, "own"),
    (Role::Myself, "self"),
    (Role::Person, "person"),
    (Role::Family, "family"),
    (Role::They, "they"),
    (Role::By, "by"),
    (Role::Told, "told"),
    (Role::No, "no"),
    (Role::Denies, "denies"),
    (Role::Not, "not"),
    (Role::NotAfter, "not-after"),
    (Role::NotAround, "not-around"),
    (Role::Maybe, "maybe"),
    (Role::MaybeAfter, "maybe-after"),
    (Role::MaybeAround, "maybe-around"),
    (Role::Past, "past"),
    (Role::PastAfter, "past-after"),
    (Role::PastAround, "past-around"),
    (Role::Severity, "severity"),
    (Role::Number, "number"),
    (Role::Time, "time"),
    (Role::Years, "years"),
    (Role::Since, "since"),
    (Role::SinceAfter, "since-after"),
    (Role::Ago, "ago"),
    (Role::Moment, "moment"),
    (Role::Now, "now"),
    (Role::Onset, "onset"),
    (Role::Thing, "thing"),
    (Role::ThingBefore, "thing-before"),
    (Role::Asks, "asks"),
    (Role::Word, "word"),
];

impl Role {
    /// Whether the word says nothing of a complaint, so that phrases may have it inside.
    pub const fn is_glue(self) -> bool {
        matches!(self, Self::Glue | Self::Filler | Self::Only | Self::Own)
    }

    /// The role with this name.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, known)| *known == name).map(|(role, _)| *role)
    }

    /// The role with this number.
    pub(crate) fn from_number(number: u32) -> Option<Self> {
        NAMES.iter().map(|(role, _)| *role).find(|role| *role as u32 == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_one_name_and_one_number() {
        for (index, (role, name)) in NAMES.iter().enumerate() {
            assert_eq!(*role as usize, index);
            assert_eq!(Role::named(name), Some(*role));
            assert_eq!(Role::from_number(index as u32), Some(*role));
        }
        assert_eq!(Role::named("Glue"), None);
        assert_eq!(Role::from_number(NAMES.len() as u32), None);
    }
}
