//! Whether a reading is printed where it says it is.

use mirobody_collect::Row;

/// How many lines a result told in words may run on.
const RUN_ON: usize = 12;

/// Whether value and unit stand on the row's line, or, for words, on it and the lines below.
pub(super) fn on_its_line(row: &Row, pages: &[String]) -> bool {
    let Some(page) = pages.get((row.page as usize).saturating_sub(1)) else { return false };
    let first = (row.line as usize).saturating_sub(1);
    let lines: Vec<&str> = page.lines().skip(first).take(RUN_ON).collect();
    let Some(own) = lines.first() else { return false };
    let reading = &row.reading;
    let told = holds(own, &reading.value)
        || (!reading.value.starts_with(|c: char| c.is_ascii_digit()) && holds(&lines.join(" "), &reading.value));
    told && holds(own, &reading.unit)
}

/// Blanks aside.
fn holds(text: &str, piece: &str) -> bool {
    let squeeze = |t: &str| t.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    squeeze(text).contains(&squeeze(piece))
}
