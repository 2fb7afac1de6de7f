//! The person a reading is of, as far as their profile and the day of the reading tell.

use jiff::{Unit, civil::Date};
use mirobody_derive::{Precision, When};
use mirobody_standardize::{Age, Person, Sex};
use mirobody_store::{self as store, Profile};

/// The person on the day of a reading. Nobody's age is known on a day that is only the day of receipt.
pub fn on(profile: &Profile, when: &When) -> Person {
    let sex = match profile.sex {
        Some(store::Sex::Female) => Some(Sex::Female),
        Some(store::Sex::Male) => Some(Sex::Male),
        Some(store::Sex::Other) | None => None,
    };
    let dated = when.precision != Precision::Received;
    let age = profile.birth_date.filter(|_| dated).and_then(|birth| age(birth, when.day.date()));
    Person { sex, age }
}

fn age(birth: Date, day: Date) -> Option<Age> {
    let months = birth.until((Unit::Month, day)).ok()?.get_months();
    let days = birth.until((Unit::Day, day)).ok()?.get_days();
    let (months, days) = (u32::try_from(months).ok()?, u32::try_from(days).ok()?);
    Some(Age { years: months / 12, months, days })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aged(birth: &str, day: &str) -> Option<(u32, u32, u32)> {
        age(birth.parse().unwrap(), day.parse().unwrap()).map(|age| (age.years, age.months, age.days))
    }

    #[test]
    fn ages_are_completed_units() {
        assert_eq!(aged("1984-05-02", "2026-05-01"), Some((41, 503, 15_339)));
        assert_eq!(aged("1984-05-02", "2026-05-02"), Some((42, 504, 15_340)));
        assert_eq!(aged("2026-05-02", "2026-05-12"), Some((0, 0, 10)));
        assert_eq!(aged("2026-05-02", "2026-05-01"), None);
    }
}
