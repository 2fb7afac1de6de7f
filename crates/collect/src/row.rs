//! A row's cells to readings as printed.

use mirobody_standardize::Reading;

use crate::{
    dates, header, lex, names,
    page::Line,
    pressure, results,
    table::Fields,
    unit_shape,
    value::{self, Parts},
};

/// The longest text that is a result rather than a report.
pub(crate) const LONGEST_WORD: usize = 80;

/// The longest text that is a unit; a longer one is a sentence of the page.
const LONGEST_UNIT: usize = 24;

/// The readings of a row: none, one, or two for a pair; the `date` is that of its column when it has one.
pub(crate) fn readings(fields: &Fields) -> Vec<(Option<String>, Reading)> {
    let name = names::trimmed(&fields.name);
    if !names::is_test_name(name) || fields.furniture {
        return Vec::new();
    }
    if fields.dated.is_empty() {
        return of_value(fields, name, &fields.value).into_iter().map(|r| (None, r)).collect();
    }
    let each = fields.dated.iter();
    each.flat_map(|(date, cell)| of_value(fields, name, cell).into_iter().map(|r| (Some(date.clone()), r))).collect()
}

fn of_value(fields: &Fields, name: &str, cell: &str) -> Vec<Reading> {
    let parts = value::read(cell, !fields.unit.is_empty());
    if !is_result(&parts, fields.aligned) || fields.unit.chars().count() > LONGEST_UNIT {
        return Vec::new();
    }
    pressure::split(assemble(fields, name, parts))
}

/// Whether the cell holds a result: numbers and steps always, other words when they stand in the column and are short.
fn is_result(parts: &Parts, aligned: bool) -> bool {
    if parts.exact {
        return true;
    }
    let text = &parts.value;
    let short = text.chars().count() <= LONGEST_WORD && !text.ends_with(['.', ':', '：']);
    let worded = text.chars().any(char::is_alphanumeric) && dates::first_in(text).is_none();
    aligned && short && worded && !results::is_not_done(text) && !text.contains('@')
}

fn assemble(fields: &Fields, name: &str, parts: Parts) -> Reading {
    let reference = value::reference(&fields.range);
    let (unit, range) = swapped(&fields.unit, &reference.range);
    let flag = flag(&first_of([&fields.flag, &reference.flag, ""]), &parts.flag);
    Reading {
        name: name.to_owned(),
        value: parts.value,
        unit: first_of([&unit, &parts.unit, &reference.unit]),
        range: first_of([&range, &parts.range, ""]),
        flag,
        specimen: fields.specimen.clone(),
        language: String::new(),
    }
}

/// The flag of the row's own column before that of the result's cell; `- -` printed apart is one flag.
fn flag(column: &str, cell: &str) -> String {
    let joined = format!("{column}{cell}");
    if !column.is_empty() && !cell.is_empty() && results::is_flag(&joined) {
        return joined;
    }
    let chosen = if results::is_flag(column) || cell.is_empty() { column } else { cell };
    chosen.trim().to_owned()
}

/// Unit and range may have changed places on a page whose columns lean.
fn swapped(unit: &str, range: &str) -> (String, String) {
    if lex::is_range(unit) && !unit_shape::is_unit(unit) && (range.is_empty() || unit_shape::is_unit(range)) {
        return (range.to_owned(), unit.to_owned());
    }
    if unit.is_empty() && unit_shape::is_unit(range) && range.contains('/') {
        return (range.to_owned(), String::new());
    }
    (unit.to_owned(), range.to_owned())
}

fn first_of(texts: [&str; 3]) -> String {
    texts.into_iter().find(|t| !t.trim().is_empty()).unwrap_or_default().trim().to_owned()
}

/// A row without a name directly under a reading: the same test in a second unit.
pub(crate) fn second_unit(fields: &Fields, above: &Reading) -> Option<Reading> {
    let parts = value::read(&fields.value, true);
    let numeric = parts.exact && lex::is_number(&parts.value);
    let carried = fields.name.is_empty() && numeric && fields.aligned && !fields.unit.is_empty();
    (carried && fields.unit != above.unit).then(|| assemble(fields, &above.name, parts))
}

/// A line of a susceptibility table: `Amoxicilline  R  S  -`. A reading per organism tested.
pub(crate) fn susceptibilities(line: &Line) -> Vec<Reading> {
    let Some((name, rest)) = line.cells.split_first() else { return Vec::new() };
    let is_grade = |text: &str| matches!(text, "S" | "I" | "R" | "SDD" | "NS" | "-");
    let grades: Vec<&str> = rest.iter().flat_map(|c| c.text.split_whitespace()).collect();
    if grades.is_empty() || !grades.iter().all(|g| is_grade(g)) || !names::is_test_name(&name.text) {
        return Vec::new();
    }
    let tested = grades.into_iter().filter(|g| *g != "-");
    tested.map(|g| Reading { name: name.text.clone(), value: g.to_owned(), ..Reading::default() }).collect()
}

/// Whether a row is a column heading repeated or a date alone.
pub(crate) fn is_furniture(fields: &Fields) -> bool {
    header::is_lone_date(&fields.value) && fields.unit.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(name: &str, value: &str, unit: &str, range: &str) -> Fields {
        let own = String::from;
        Fields {
            name: own(name),
            value: own(value),
            unit: own(unit),
            range: own(range),
            aligned: true,
            ..Fields::default()
        }
    }

    #[test]
    fn rows_become_readings() {
        let read = |f: &Fields| {
            readings(f).into_iter().map(|(_, r)| [r.name, r.value, r.unit, r.range, r.flag]).collect::<Vec<_>>()
        };
        let cases = [
            (fields("Glucose", "118 H", "", "65-99 mg/dL"), ["Glucose", "118", "mg/dL", "65-99", "H"]),
            (fields("癌胚抗原", "1.69", "", "<7.00&ng/mL"), ["癌胚抗原", "1.69", "ng/mL", "<7.00", ""]),
            (fields("Staal*", "Serum", "", ""), ["Staal", "Serum", "", "", ""]),
            (fields("尿酸", "512 H", "μmol/L", "208-428"), ["尿酸", "512", "μmol/L", "208-428", "H"]),
            (fields("Kalium", "++ 8,50", "mmol/L", "3,50 - 5,10"), ["Kalium", "8,50", "mmol/L", "3,50 - 5,10", "++"]),
        ];
        for (row, wanted) in cases {
            assert_eq!(read(&row), [wanted.map(String::from)], "{}", row.name);
        }
        for row in [
            fields("尿葡萄糖", "未做", "", "阴性"),
            fields("检验者", "李四", "", ""),
            fields("rs4680", "AG", "", ""),
            fields("Na", "", "", ""),
        ] {
            assert!(readings(&row).is_empty(), "{}", row.name);
        }
    }
}
