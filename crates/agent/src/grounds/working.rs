//! Numbers that nobody declared and that come out of the rows of one series all the same: a difference, a change in percent,
//! a mean.

use rust_decimal::Decimal;

use super::{
    Grounds,
    facts::RowCount,
    judge::Context,
    near::{digits, is_rounded},
};

/// A number and its row.
type Point = (Decimal, usize);

impl Grounds {
    /// The rows that a number comes out of, if it does. Without a unit one digit says too little.
    pub(super) fn working(&self, value: Decimal, unit: Option<&str>, context: &Context<'_>) -> Option<Vec<usize>> {
        if unit.is_none() && digits(value) < 2 {
            return None;
        }
        let written = Written { value, unit };
        self.of_pairs(&context.found, &written).or_else(|| {
            let about = |name: &str| context.is_about(name);
            let is_told = self.facts.series().any(|(name, _)| about(name));
            let series = self.facts.series().filter(|(name, _)| !is_told || about(name));
            series.map(|(_, rows)| rows).find_map(|rows| self.of_series(rows, &written))
        })
    }

    fn of_series(&self, rows: &RowCount, written: &Written<'_>) -> Option<Vec<usize>> {
        let (newest, oldest) = (*rows.points.first()?, *rows.points.last()?);
        self.of_pairs(&[newest, oldest], written).or_else(|| self.of_mean(&rows.points, written))
    }

    fn of_pairs(&self, points: &[Point], written: &Written<'_>) -> Option<Vec<usize>> {
        let pairs = points.iter().flat_map(|one| points.iter().map(move |other| (one, other)));
        let comes_out = |(one, other): &(&Point, &Point)| {
            self.is_one_series(one.1, other.1)
                && one != other
                && (self.fits(one.1, written) && one.0.checked_sub(other.0).is_some_and(|less| written.is(less))
                    || written.unit == Some("%") && percent(other.0, one.0).is_some_and(|change| written.is(change)))
        };
        pairs
            .into_iter()
            .find(comes_out)
            .map(|(one, other)| if one.1 == other.1 { vec![one.1] } else { vec![one.1, other.1] })
    }

    fn of_mean(&self, points: &[Point], written: &Written<'_>) -> Option<Vec<usize>> {
        let row = points.first().filter(|_| points.len() > 1)?.1;
        let sum = points.iter().try_fold(Decimal::ZERO, |sum, (value, _)| sum.checked_add(*value))?;
        let mean = sum.checked_div(points.len().into())?;
        (self.fits(row, written) && written.is(mean)).then(|| points.iter().map(|(_, row)| *row).collect())
    }

    fn is_one_series(&self, one: usize, other: usize) -> bool {
        let name = |row: usize| self.facts.rows.get(row).and_then(|row| row.indicator.as_deref());
        name(one).is_some() && name(one) == name(other)
    }

    fn fits(&self, row: usize, written: &Written<'_>) -> bool {
        let own = self.facts.rows.get(row).map(|row| &row.unit);
        own.is_some_and(|own| written.unit.is_none_or(|unit| own.allows(unit)))
    }
}

/// A number as it is written.
struct Written<'w> {
    value: Decimal,
    unit: Option<&'w str>,
}

impl Written<'_> {
    fn is(&self, result: Decimal) -> bool {
        !result.is_zero() && is_rounded(result, self.value)
    }
}

fn percent(from: Decimal, to: Decimal) -> Option<Decimal> {
    to.checked_sub(from)?.checked_mul(Decimal::ONE_HUNDRED)?.checked_div(from)
}
