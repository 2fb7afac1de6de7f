//! Log tables: a date column, and a column for each quantity: `date,weight (kg),pulse`.

use crate::{
    dates,
    header::{self, Role},
    names,
    page::Line,
    unit_shape,
};

/// A quantity's column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quantity {
    /// Its place among the columns of the grid.
    pub column: usize,
    /// Its name as the heading has it, without the unit.
    pub name: String,
    /// The unit printed in the heading.
    pub unit: String,
}

/// A log table's columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Log {
    /// The column of dates.
    pub date: usize,
    /// The quantities.
    pub quantities: Vec<Quantity>,
}

/// Reads a heading row whose next row begins with a date under the date heading.
pub(crate) fn read(line: &Line, next: Option<&Line>) -> Option<Log> {
    if line.grid == 0 || !(2..=64).contains(&line.cells.len()) {
        return None;
    }
    let roles: Vec<Option<Role>> = line.cells.iter().map(|c| header::role_of(&c.text)).collect();
    let date = roles.iter().position(|r| *r == Some(Role::Date))?;
    let date = column(line.cells[date].left);
    let under = next?.cells.iter().find(|c| column(c.left) == date)?;
    dates::first_in(&under.text).filter(|d| d.start == 0)?;
    let unclaimed = line.cells.iter().zip(&roles).filter(|(_, role)| role.is_none());
    let quantities: Vec<Quantity> = unclaimed.filter_map(|(cell, _)| quantity(column(cell.left), &cell.text)).collect();
    let named = roles.contains(&Some(Role::Name)) && roles.contains(&Some(Role::Value));
    (!quantities.is_empty() && !named).then_some(Log { date, quantities })
}

/// The number of a grid column by its place.
pub(crate) fn column(left: f32) -> usize {
    (left / crate::page::STEP) as usize
}

/// `Weight (kg)`, `weight_kg`, `Pulse`.
fn quantity(column: usize, heading: &str) -> Option<Quantity> {
    let (name, unit) = bracketed(heading).or_else(|| suffixed(heading)).unwrap_or((heading, ""));
    let usable = names::is_test_name(name) && !heading.to_lowercase().contains("note");
    usable.then(|| Quantity { column, name: name.trim().to_owned(), unit: unit.trim().to_owned() })
}

fn bracketed(heading: &str) -> Option<(&str, &str)> {
    let (name, rest) = heading.split_once(['(', '[', '（'])?;
    let unit = rest.trim_end().trim_end_matches([')', ']', '）']);
    unit_shape::is_unit(unit).then_some((name, unit))
}

fn suffixed(heading: &str) -> Option<(&str, &str)> {
    let (name, unit) = heading.rsplit_once(['_', ' ', ','])?;
    unit_shape::is_unit(unit).then_some((name.trim_end_matches([',', '_', ' ']), unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Cell;

    fn line(fields: &[&str]) -> Line {
        let cells = fields.iter().enumerate().filter_map(|(i, f)| Cell::of_column(i, f)).collect();
        Line { page: 1, number: 1, cells, grid: 1 }
    }

    #[test]
    fn a_column_for_each_quantity() {
        let log = read(&line(&["date", "Weight (kg)", "pulse_bpm", "BP", "note"]), Some(&line(&["2026-01-05", "72"])))
            .unwrap();
        let short: Vec<_> = log.quantities.iter().map(|q| (q.column, q.name.as_str(), q.unit.as_str())).collect();
        assert_eq!((log.date, short), (0, vec![(1, "Weight", "kg"), (2, "pulse", "bpm"), (3, "BP", "")]));
        assert_eq!(read(&line(&["date", "Weight"]), Some(&line(&["x", "72"]))), None);
    }
}
