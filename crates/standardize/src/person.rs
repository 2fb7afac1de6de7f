//! What may be known of the person a reading is of: it decides which of several printed ranges holds.

/// Sex, as laboratories print ranges for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
}

/// A unit in which ages are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AgeUnit {
    /// Years.
    Years,
    /// Months.
    Months,
    /// Weeks.
    Weeks,
    /// Days.
    Days,
}

/// An age on the day of a reading, in completed units, each from birth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Age {
    /// Completed years.
    pub years: u32,
    /// Completed months, 12 and more for those older than a year.
    pub months: u32,
    /// Completed days.
    pub days: u32,
}

impl Age {
    /// The age of somebody whose birthday was just so many years ago.
    pub const fn of_years(years: u32) -> Self {
        Self { years, months: years.saturating_mul(12), days: years.saturating_mul(1461) / 4 }
    }

    /// The age in one unit, completed.
    pub const fn in_units(self, unit: AgeUnit) -> u32 {
        match unit {
            AgeUnit::Years => self.years,
            AgeUnit::Months => self.months,
            AgeUnit::Weeks => self.days / 7,
            AgeUnit::Days => self.days,
        }
    }
}

/// The person a reading is of, as far as known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Person {
    /// Sex.
    pub sex: Option<Sex>,
    /// Age on the day of the reading.
    pub age: Option<Age>,
}
