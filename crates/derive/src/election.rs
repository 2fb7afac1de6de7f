//! Which of several sources counts for a day.
//!
//! True here: one source is chosen, and sources are never added: a phone and a watch both count the same steps. What
//! was measured goes before what was typed, and that before what only repeats another source; then what covers more of
//! the day, then what is newer. Every choice says what decided it, and does not depend on the order of the sources.
//! Must not be here: reading the record. The choice is made when readings are written, and never again when they are
//! read.

use std::cmp::{Ordering, Reverse};

use jiff::Timestamp;

use crate::Summary;

/// How a source came to its numbers. The first is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// By an instrument.
    Measured,
    /// By a person who wrote down or said it.
    Typed,
    /// By repeating what another source or an older entry says, as a profile's weight does every day.
    Echoed,
}

/// The tags that a writer's own origin may have when a person entered the number.
const TYPED: &[&str] = &["manual", "typed", "self", "self-reported", "self_reported", "user", "journal", "diary"];
/// And when it is copied from what somebody once set.
const ECHOED: &[&str] = &["profile", "estimate", "estimated", "goal", "default"];

impl Origin {
    /// What a writer's tag says, such as `garmin`, `manual` or `garmin:manual`; what says nothing was measured.
    pub fn of_tag(tag: &str) -> Self {
        let tag = tag.trim().to_lowercase();
        let says = |words: &[&str]| tag.split([':', '/', ' ']).any(|part| words.contains(&part));
        match (says(ECHOED), says(TYPED)) {
            (true, _) => Self::Echoed,
            (_, true) => Self::Typed,
            _ => Self::Measured,
        }
    }
}

/// What a source has to say for a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim<'a> {
    /// How it came to its numbers.
    pub origin: Origin,
    /// What they add up to.
    pub summary: Summary,
    /// The source's name, which decides when nothing else does.
    pub source: &'a str,
}

/// What decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Why {
    /// There was one source.
    Only,
    /// Measured before typed before echoed.
    Origin,
    /// More of the day covered.
    Coverage,
    /// A later measurement.
    Freshness,
    /// Nothing but the name: the sources are equal.
    Name,
}

impl Why {
    /// Its name in the record and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Only => "only",
            Self::Origin => "origin",
            Self::Coverage => "coverage",
            Self::Freshness => "freshness",
            Self::Name => "name",
        }
    }
}

/// No day is longer, even the one when clocks go back, and clocks of devices differ a little.
const LONGEST_DAY: u64 = 25 * 3_600 + 1_800;

impl Claim<'_> {
    /// Seconds, then readings. Episodes that last longer than the day are wrong, and cover none of it.
    fn coverage(&self) -> (u64, u64) {
        let possible = self.summary.covered <= LONGEST_DAY;
        if possible { (self.summary.covered, self.summary.count) } else { (0, 0) }
    }

    fn freshness(&self) -> Timestamp {
        self.summary.last.at
    }

    /// The better claim first.
    fn before(&self, other: &Self) -> Ordering {
        self.origin
            .cmp(&other.origin)
            .then_with(|| Reverse(self.coverage()).cmp(&Reverse(other.coverage())))
            .then_with(|| Reverse(self.freshness()).cmp(&Reverse(other.freshness())))
            .then_with(|| self.source.cmp(other.source))
    }

    /// What this claim has over the next best.
    fn beats(&self, next: &Self) -> Why {
        if self.origin != next.origin {
            Why::Origin
        } else if self.coverage() != next.coverage() {
            Why::Coverage
        } else if self.freshness() != next.freshness() {
            Why::Freshness
        } else {
            Why::Name
        }
    }
}

/// The place of the source that counts, and what decided; none when there is no source.
pub fn elect(claims: &[Claim<'_>]) -> Option<(usize, Why)> {
    let (place, best) = claims.iter().enumerate().min_by(|a, b| a.1.before(b.1))?;
    let next =
        claims.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, claim)| claim).min_by(|a, b| a.before(b));
    Some((place, next.map_or(Why::Only, |next| best.beats(next))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    fn claim(source: &str, origin: Origin, covered: u64, count: u64, last: i64) -> Claim<'_> {
        let point = Point { at: Timestamp::from_second(last).unwrap(), value: 1.into() };
        Claim { origin, summary: Summary { count, ..Summary::of(point, covered) }, source }
    }

    fn winner<'a>(claims: &[Claim<'a>]) -> (&'a str, Why) {
        let (place, why) = elect(claims).unwrap();
        let mut turned = claims.to_vec();
        turned.reverse();
        let (other, same) = elect(&turned).unwrap();
        assert_eq!((claims[place].source, why), (turned[other].source, same), "the order decided");
        (claims[place].source, why)
    }

    #[test]
    fn what_was_measured_goes_before_what_covers_more() {
        use Origin::{Echoed, Measured, Typed};
        let watch = claim("watch", Measured, 60, 1, 10);
        let typed = claim("manual", Typed, 6_000, 9, 99);
        let profile = claim("profile", Echoed, 60_000, 99, 999);
        assert_eq!(winner(&[typed, watch, profile]), ("watch", Why::Origin));
        assert_eq!(winner(&[profile, typed]), ("manual", Why::Origin));
        assert_eq!(winner(&[profile]), ("profile", Why::Only));
        assert_eq!(elect(&[]), None);
    }

    #[test]
    fn then_coverage_then_freshness_then_the_name() {
        use Origin::Measured;
        let (phone, watch) = (claim("phone", Measured, 3_600, 4, 50), claim("watch", Measured, 7_200, 2, 40));
        assert_eq!(winner(&[phone, watch]), ("watch", Why::Coverage));
        let (phone, watch) = (claim("phone", Measured, 0, 4, 50), claim("watch", Measured, 0, 2, 90));
        assert_eq!(winner(&[phone, watch]), ("phone", Why::Coverage));
        let (phone, watch) = (claim("phone", Measured, 0, 2, 50), claim("watch", Measured, 0, 2, 90));
        assert_eq!(winner(&[phone, watch]), ("watch", Why::Freshness));
        let (b, a) = (claim("b", Measured, 0, 2, 50), claim("a", Measured, 0, 2, 50));
        assert_eq!(winner(&[b, a]), ("a", Why::Name));
    }

    #[test]
    fn a_day_of_more_than_a_day_covers_nothing() {
        let (broken, watch) =
            (claim("broken", Origin::Measured, 200_000, 90, 50), claim("watch", Origin::Measured, 10, 1, 1));
        assert_eq!(winner(&[broken, watch]), ("watch", Why::Coverage));
    }

    #[test]
    fn a_tag_says_how_a_number_came_about() {
        for (tag, origin) in [
            ("garmin", Origin::Measured),
            ("", Origin::Measured),
            ("apple_health", Origin::Measured),
            ("Manual", Origin::Typed),
            ("garmin:manual", Origin::Typed),
            ("self-reported", Origin::Typed),
            ("withings profile", Origin::Echoed),
            ("manually calibrated meter", Origin::Measured),
        ] {
            assert_eq!(Origin::of_tag(tag), origin, "{tag}");
        }
    }
}
