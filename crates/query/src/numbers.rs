//! The numbers of a series in one unit, or not at all.

use mirobody_standardize::Value;
use mirobody_store::Observation;
use mirobody_units::{Ucum, convert, round_sig};
use rust_decimal::Decimal;

/// A plain number of the series, in the common unit.
pub(crate) struct Plain<'a> {
    pub(crate) row: &'a Observation,
    pub(crate) number: Decimal,
    pub(crate) converted: bool,
}

/// The readings of one series, sorted by what can be counted with.
pub(crate) struct Numbers<'a> {
    /// The unit of every number, as shown: UCUM, else as printed, else empty.
    pub(crate) unit: String,
    /// Plain numbers, in the order of the readings.
    pub(crate) plain: Vec<Plain<'a>>,
    /// Readings with `<` or `>`.
    pub(crate) bounded: usize,
    /// Readings in a unit that cannot be brought to the common one.
    pub(crate) left_out: LeftOut,
    /// Readings that were converted.
    pub(crate) converted: usize,
}

impl<'a> Numbers<'a> {
    /// Reads a series, newest reading first: the newest number's unit is the common one.
    pub(crate) fn read(rows: &'a [Observation]) -> Self {
        let common = rows.iter().find(|row| is_number(row)).map_or(Unit::None, Unit::of);
        let mut numbers = Self {
            unit: common.shown().to_owned(),
            plain: Vec::new(),
            bounded: 0,
            left_out: LeftOut::default(),
            converted: 0,
        };
        for row in rows {
            numbers.take(row, common);
        }
        numbers
    }

    fn take(&mut self, row: &'a Observation, common: Unit<'a>) {
        if is_bounded(row) {
            self.bounded += 1;
            return;
        }
        let Some(number) = plain_number(row) else { return };
        let own = Unit::of(row);
        if own == common {
            self.plain.push(Plain { row, number, converted: false });
        } else if let Some(number) = own.bring(number, common, row.loinc.as_deref()) {
            self.converted += 1;
            self.plain.push(Plain { row, number, converted: true });
        } else {
            self.left_out.add(own.shown(), 1);
        }
    }

    pub(crate) fn left_out_total(&self) -> usize {
        self.left_out.total() as usize
    }

    pub(crate) fn of(&self, row: &Observation) -> Option<&Plain<'a>> {
        self.plain.iter().find(|plain| plain.row.id == row.id)
    }

    /// What a reader must know about these numbers.
    pub(crate) fn notes(&self, indicator: &str) -> Vec<String> {
        let mut notes = self.left_out.notes(indicator, &self.unit, self.converted as u64);
        if self.bounded > 0 {
            notes.push(format!(
                "{indicator}: {} counted that have < or >; they are no part of the average, minimum or maximum",
                readings(self.bounded as u64)
            ));
        }
        notes
    }
}

/// Readings whose unit cannot be brought to the common one, by that unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LeftOut(Vec<(String, u64)>);

impl LeftOut {
    pub(crate) fn add(&mut self, unit: &str, count: u64) {
        match self.0.iter_mut().find(|(known, _)| known == unit) {
            Some((_, known)) => *known += count,
            None => self.0.push((unit.to_owned(), count)),
        }
    }

    pub(crate) fn total(&self) -> u64 {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// What a reader must know of the units of a series whose numbers are in one: what was converted, and what was not.
    pub(crate) fn notes(&self, indicator: &str, unit: &str, converted: u64) -> Vec<String> {
        let mut notes = Vec::new();
        if converted > 0 {
            notes.push(format!("{indicator}: {} converted to {unit}", readings(converted)));
        }
        for (own, count) in &self.0 {
            let own = if own.is_empty() { "no unit" } else { own };
            let common = if unit.is_empty() { "numbers without a unit" } else { unit };
            notes.push(format!(
                "{indicator}: {} in {own} cannot be compared with {common} and left out of every number",
                readings(*count)
            ));
        }
        notes
    }
}

pub(crate) fn readings(count: u64) -> String {
    if count == 1 { "1 reading is".to_owned() } else { format!("{count} readings are") }
}

/// Whether the value is one plain number.
pub(crate) fn plain_number(row: &Observation) -> Option<Decimal> {
    match row.value {
        Value::Quantity { comparator: None, number } => Some(number),
        _ => None,
    }
}

fn is_number(row: &Observation) -> bool {
    matches!(row.value, Value::Quantity { .. })
}

fn is_bounded(row: &Observation) -> bool {
    matches!(row.value, Value::Quantity { comparator: Some(_), .. })
}

/// A reading's unit: known, only printed, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit<'a> {
    Known(&'a str),
    Printed(&'a str),
    None,
}

impl<'a> Unit<'a> {
    fn of(row: &'a Observation) -> Self {
        match (row.unit.as_deref(), row.unit_text.trim()) {
            (Some(code), _) => Self::Known(code),
            (None, "") => Self::None,
            (None, printed) => Self::Printed(printed),
        }
    }

    /// The unit of a day: UCUM where it was known, else as printed.
    pub(crate) fn of_text(text: &'a str) -> Self {
        match text {
            "" => Self::None,
            code if Ucum::parse(code).is_ok() => Self::Known(code),
            printed => Self::Printed(printed),
        }
    }

    pub(crate) fn shown(self) -> &'a str {
        match self {
            Self::Known(unit) | Self::Printed(unit) => unit,
            Self::None => "",
        }
    }

    /// `number` in `to`, when both units are known and measure one quantity of this test.
    pub(crate) fn bring(self, number: Decimal, to: Self, loinc: Option<&str>) -> Option<Decimal> {
        let (Self::Known(from), Self::Known(to)) = (self, to) else { return None };
        let (from, to) = (Ucum::parse(from).ok()?, Ucum::parse(to).ok()?);
        let converted = convert(number, &from, &to, loinc).ok()?;
        Some(round_sig(converted, digits(number)).normalize())
    }
}

/// Significant digits worth keeping after conversion: those recorded, and at least three.
fn digits(number: Decimal) -> u32 {
    let mantissa = number.mantissa().unsigned_abs();
    (mantissa.checked_ilog10().unwrap_or(0) + 1).clamp(3, 12)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::fixture::{glucose, row};

    #[test]
    fn one_unit_is_the_newest_readings_and_the_others_are_converted() {
        let rows = [glucose("100", "mg/dL", "2026-06-02"), glucose("5.0", "mmol/L", "2026-06-01")];
        let numbers = Numbers::read(&rows);
        assert_eq!((numbers.unit.as_str(), numbers.converted), ("mg/dL", 1));
        assert_eq!(numbers.plain[1].number.to_string(), "90.1");
    }

    #[test]
    fn what_cannot_be_converted_is_left_out_and_said() {
        let rows = [glucose("100", "mg/dL", "2026-06-02"), row("Glucose", "2345-7", "99", "%", "2026-06-01")];
        let numbers = Numbers::read(&rows);
        assert_eq!((numbers.plain.len(), numbers.left_out_total()), (1, 1));
        assert!(numbers.notes("Glucose")[0].contains("cannot be compared with mg/dL"));
    }

    #[test]
    fn a_bounded_value_is_counted_apart() {
        let rows = [row("CRP", "1988-5", "<5", "mg/L", "2026-06-02"), row("CRP", "1988-5", "8", "mg/L", "2026-06-01")];
        let numbers = Numbers::read(&rows);
        assert_eq!((numbers.bounded, numbers.plain.len()), (1, 1));
        assert!(numbers.notes("CRP")[0].starts_with("CRP: 1 reading is counted"));
    }
}
