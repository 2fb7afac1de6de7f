//! Header rows: which column holds what, by its words in many languages.

use crate::{
    dates, doc_time,
    header_words::{FLAG, HIGH, LOW, NAME, OTHER, OUT, RANGE, SPECIMEN, UNIT, VALUE},
    page::Line,
    results::fold,
};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The test's name.
    Name,
    /// The result.
    Value,
    /// The result, when out of range, beside an in-range column.
    OutOfRange,
    /// The unit.
    Unit,
    /// The reference range.
    Range,
    /// The lower bound apart from the upper.
    RangeLow,
    /// The upper bound.
    RangeHigh,
    /// The flag.
    Flag,
    /// When it was taken.
    Date,
    /// The specimen.
    Specimen,
    /// A result under a date of its own.
    Dated,
    /// An earlier result, a method, a comment, a row number.
    Other,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Column {
    /// What it holds.
    pub role: Role,
    /// Its heading as printed.
    pub text: String,
    /// The heading's left edge.
    pub left: f32,
    /// The heading's right edge.
    pub right: f32,
}

/// The role a heading's words name.
pub(crate) fn role_of(text: &str) -> Option<Role> {
    let folded = fold(&text.replace('_', " "));
    let bare = folded.split(['(', '（', '[']).next().unwrap_or_default().trim();
    let lists: [(&[&str], Role); 9] = [
        (OUT, Role::OutOfRange),
        (NAME, Role::Name),
        (VALUE, Role::Value),
        (UNIT, Role::Unit),
        (RANGE, Role::Range),
        (FLAG, Role::Flag),
        (SPECIMEN, Role::Specimen),
        (LOW, Role::RangeLow),
        (HIGH, Role::RangeHigh),
    ];
    let exact = lists.iter().find(|(words, _)| words.contains(&folded.as_str()) || words.contains(&bare));
    if let Some((_, role)) = exact {
        return Some(*role);
    }
    if OTHER.iter().any(|w| folded == *w || folded.starts_with(w) && folded.len() < 40) || is_row_number(&folded) {
        return Some(Role::Other);
    }
    if doc_time::is_date_heading(text) {
        return Some(Role::Date);
    }
    by_part(&folded)
}

fn is_row_number(folded: &str) -> bool {
    ["no", "nr", "#", "序号", "编号", "№", "번호", "s.no", "sl no", "番号", "序"].contains(&folded)
}

/// Headings with more words than one: `Biological Ref. Interval`, `检验结果值`.
fn by_part(folded: &str) -> Option<Role> {
    if folded.chars().count() > 40 {
        return None;
    }
    let has = |parts: &[&str]| parts.iter().any(|p| folded.contains(p));
    if has(&["reference", "referen", "ref. ", "référence", "riferimento", "参考", "基準", "normal range"]) {
        return Some(Role::Range);
    }
    if has(&["结果", "結果", "result", "résultat", "ergebnis", "uitslag"]) {
        return Some(Role::Value);
    }
    if has(&["单位", "単位", "單位", "einheit", "unité", "eenheid"]) {
        return Some(Role::Unit);
    }
    has(&["项目", "項目", "analyte", "test name", "测试"]).then_some(Role::Name)
}

/// The columns of a header row: a name, and a result or what stands in for one. `None` for any other line.
pub(crate) fn read(line: &Line) -> Option<Vec<Column>> {
    if !(2..=64).contains(&line.cells.len()) {
        return None;
    }
    let columns: Vec<Column> = line.cells.iter().flat_map(columns_of).collect();
    let columns = settle(columns);
    let count = |role: Role| columns.iter().filter(|c| c.role == role).count();
    let results = count(Role::Value) + count(Role::OutOfRange) + count(Role::Dated);
    let known = columns.len() - count(Role::Other);
    (count(Role::Name) >= 1 && results >= 1 && known * 2 > columns.len()).then_some(columns)
}

/// `Measurement` heads names as well as results.
fn is_measurement(column: &Column) -> bool {
    column.role == Role::Name
        && ["measurement", "measure", "quantity", "observation"].contains(&fold(&column.text).as_str())
}

/// A cell may hold several headings that stand close together: `Result Unit`.
fn columns_of(cell: &crate::page::Cell) -> Vec<Column> {
    let column = |role, text: &str, left, right| Column { role, text: text.to_owned(), left, right };
    if let Some(role) = role_of(&cell.text) {
        return vec![column(role, &cell.text, cell.left, cell.right)];
    }
    if is_lone_date(&cell.text) {
        return vec![column(Role::Dated, &cell.text, cell.left, cell.right)];
    }
    split(cell).unwrap_or_else(|| vec![column(Role::Other, &cell.text, cell.left, cell.right)])
}

fn split(cell: &crate::page::Cell) -> Option<Vec<Column>> {
    let words: Vec<&str> = cell.text.split_whitespace().collect();
    let roles: Vec<Role> = words.iter().map(|w| role_of(w)).collect::<Option<_>>()?;
    let width = (cell.right - cell.left) / words.len() as f32;
    let place = |i: usize| cell.left + width * i as f32;
    let columns = words.iter().zip(roles).enumerate().map(|(i, (word, role))| Column {
        role,
        text: (*word).to_owned(),
        left: place(i),
        right: place(i + 1) - 1.0,
    });
    (words.len() >= 2).then(|| columns.collect())
}

/// Whether a cell is a date and nothing else.
pub(crate) fn is_lone_date(text: &str) -> bool {
    dates::first_in(text).is_some_and(|d| d.start == 0 && d.end >= text.trim_end().len())
}

/// A second name column called a measurement is the result, and dated columns beside a result are earlier ones.
fn settle(mut columns: Vec<Column>) -> Vec<Column> {
    let first_name = columns.iter().position(|c| c.role == Role::Name);
    for (at, column) in columns.iter_mut().enumerate() {
        if Some(at) != first_name && is_measurement(column) {
            column.role = Role::Value;
        }
    }
    let current = columns.iter().any(|c| c.role == Role::Value);
    for column in &mut columns {
        if current && column.role == Role::Dated {
            column.role = Role::Other;
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::plain_cells;

    fn roles(text: &str) -> Option<Vec<Role>> {
        let line = Line { page: 1, number: 1, cells: plain_cells(text), grid: 0 };
        read(&line).map(|columns| columns.into_iter().map(|c| c.role).collect())
    }

    #[test]
    fn header_rows_in_many_languages() {
        use Role::{Dated, Flag, Name, Other, OutOfRange, Range, Unit, Value};
        let cases = [
            ("Test Item   Result   Unit   Reference Range   Flag", vec![Name, Value, Unit, Range, Flag]),
            ("Analyse   Resultaat   Eenheid   Ref. waarde", vec![Name, Value, Unit, Range]),
            ("Analyse   04/11/21   Eenheid   Referentie", vec![Name, Dated, Unit, Range]),
            ("序号  检验项目  结果  单位  参考范围  提示", vec![Other, Name, Value, Unit, Range, Flag]),
            ("検査項目  結果  単位  基準値", vec![Name, Value, Unit, Range]),
            ("Items   In Range   Out of Range   Reference Interval", vec![Name, Value, OutOfRange, Range]),
            ("Examen   Résultat   Unité   Valeurs de référence", vec![Name, Value, Unit, Range]),
            ("Test   Current Result   Previous Result and Date", vec![Name, Value, Other]),
        ];
        for (text, wanted) in cases {
            assert_eq!(roles(text), Some(wanted), "{text}");
        }
        for text in ["药品名称   剂量   用法", "Name: Smith   DOB: 1980-01-02", "Glucose   97   mg/dL", "Result"]
        {
            assert_eq!(roles(text), None, "{text}");
        }
    }
}
