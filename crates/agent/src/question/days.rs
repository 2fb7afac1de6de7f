//! Spans of local days, reckoned from today.

use jiff::{Span, ToSpan, civil::Date};
use mirobody_derive::LocalDay;

/// Local days, inclusive; an open end has no bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Days {
    pub(crate) start: Option<LocalDay>,
    pub(crate) end: Option<LocalDay>,
}

/// A unit of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CalendarUnit {
    Hour,
    Day,
    Week,
    Month,
    Year,
}

/// A closed run of days: a day, a month, a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) first: Date,
    pub(crate) last: Date,
}

impl Period {
    pub(crate) fn day(date: Date) -> Self {
        Self { first: date, last: date }
    }

    pub(crate) fn month(year: i16, month: i8) -> Option<Self> {
        let first = Date::new(year, month, 1).ok()?;
        Some(Self { first, last: first.last_of_month() })
    }

    pub(crate) fn year(year: i16) -> Option<Self> {
        let first = Date::new(year, 1, 1).ok()?;
        Some(Self { first, last: first.last_of_year() })
    }

    /// The month of that number that has begun most recently.
    pub(crate) fn recent_month(month: i8, today: Date) -> Option<Self> {
        let year = if month > today.month() { today.year() - 1 } else { today.year() };
        Self::month(year, month)
    }

    /// The day of that month and number that was most recently.
    pub(crate) fn recent_day(month: i8, day: i8, today: Date) -> Option<Self> {
        let this_year = Date::new(today.year(), month, day).ok().filter(|date| *date <= today);
        this_year.or_else(|| Date::new(today.year() - 1, month, day).ok()).map(Self::day)
    }

    /// The calendar unit that lies `back` units before the one of today: 0 is this week, 1 is last week.
    pub(crate) fn calendar(unit: CalendarUnit, back: i64, today: Date) -> Option<Self> {
        match unit {
            CalendarUnit::Hour | CalendarUnit::Day => Some(Self::day(minus(today, back, CalendarUnit::Day)?)),
            CalendarUnit::Week => {
                let monday = i64::from(today.weekday().to_monday_zero_offset());
                let first = minus(today, back.checked_mul(7)?.checked_add(monday)?, CalendarUnit::Day)?;
                Some(Self { first, last: first.checked_add(6.days()).ok()? })
            }
            CalendarUnit::Month => {
                let date = minus(today.first_of_month(), back, CalendarUnit::Month)?;
                Self::month(date.year(), date.month())
            }
            CalendarUnit::Year => Self::year(today.year().checked_sub(i16::try_from(back).ok()?)?),
        }
    }

    pub(crate) fn days(self) -> Days {
        Days { start: Some(self.first.into()), end: Some(self.last.into()) }
    }

    pub(crate) fn onwards(self) -> Days {
        Days { start: Some(self.first.into()), end: None }
    }

    pub(crate) fn until(self) -> Days {
        Days { start: None, end: Some(self.last.into()) }
    }

    /// The days before the period.
    pub(crate) fn before(self) -> Option<Days> {
        Some(Days { start: None, end: Some(self.first.yesterday().ok()?.into()) })
    }

    /// The days after the period.
    pub(crate) fn after(self) -> Option<Days> {
        Some(Days { start: Some(self.last.tomorrow().ok()?.into()), end: None })
    }

    pub(crate) fn through(self, last: Self) -> Days {
        Days { start: Some(self.first.into()), end: Some(last.last.into()) }
    }
}

/// The last `count` units, today included.
pub(crate) fn rolling(count: i64, unit: CalendarUnit, today: Date) -> Option<Days> {
    let start = match unit {
        CalendarUnit::Hour => minus(today, (count / 24).max(1), CalendarUnit::Day)?,
        CalendarUnit::Day => minus(today, (count - 1).max(0), CalendarUnit::Day)?,
        CalendarUnit::Week => minus(today, count.checked_mul(7)?.checked_sub(1)?.max(0), CalendarUnit::Day)?,
        CalendarUnit::Month | CalendarUnit::Year => minus(today, count, unit)?,
    };
    Some(Days { start: Some(start.into()), end: Some(today.into()) })
}

/// The day that lies `count` units before today.
pub(crate) fn ago(count: i64, unit: CalendarUnit, today: Date) -> Option<Period> {
    let (count, unit) = match unit {
        CalendarUnit::Hour => (count / 24, CalendarUnit::Day),
        other => (count, other),
    };
    minus(today, count, unit).map(Period::day)
}

fn minus(date: Date, count: i64, unit: CalendarUnit) -> Option<Date> {
    let span = match unit {
        CalendarUnit::Hour => Span::new().try_hours(count),
        CalendarUnit::Day => Span::new().try_days(count),
        CalendarUnit::Week => Span::new().try_weeks(count),
        CalendarUnit::Month => Span::new().try_months(count),
        CalendarUnit::Year => Span::new().try_years(count),
    };
    date.checked_sub(span.ok()?).ok()
}
