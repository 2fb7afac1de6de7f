//! Walks the lines of a document once, top to bottom, and collects its readings.
//!
//! What a line means depends on what stands above it: the table's header, the section's heading, a name that waits
//! for its result.

use mirobody_standardize::Reading;

use crate::{
    Issue, Row, RowTime,
    dates::{self, Order},
    header, line as free_line,
    log_table::{self, Log},
    names,
    page::Line,
    pressure, results, row, section,
    table::{Fields, Table},
    value,
};

/// What holds for the whole document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context {
    /// Which comes first, day or month.
    pub order: Order,
    /// The language, for the readings.
    pub language: Option<&'static str>,
    /// Free lines are read as sentences only outside a page layout: a PDF's footers are not results.
    pub layout: bool,
}

/// The readings and what could not be read.
pub(crate) fn lines(lines: &[Line], context: Context) -> (Vec<Row>, Vec<Issue>) {
    let mut walk = Walk { context, ..Walk::new(context) };
    for (at, line) in lines.iter().enumerate() {
        walk.step(line, lines.get(at + 1));
    }
    walk.settle();
    (walk.rows, walk.issues)
}

struct Walk {
    context: Context,
    rows: Vec<Row>,
    issues: Vec<Issue>,
    table: Option<Table>,
    log: Option<(u32, Log)>,
    specimen: Specimen,
    /// A name whose result may stand on the lines below it.
    waiting: Option<Waiting>,
    /// The line of the last table row: a row without a name continues only that.
    last_row: (u32, u32),
}

/// The specimen a heading named, and how the heading stood: one at its own height ends it.
#[derive(Default)]
struct Specimen {
    text: String,
    left: f32,
    capitals: bool,
}

struct Waiting {
    name: String,
    page: u32,
    line: u32,
    left: f32,
    flag: String,
    text: String,
}

/// A result told over more lines than this is a report.
const LONGEST_BLOCK: usize = 200;

impl Walk {
    fn new(context: Context) -> Self {
        Self {
            context,
            rows: Vec::new(),
            issues: Vec::new(),
            table: None,
            log: None,
            specimen: Specimen::default(),
            waiting: None,
            last_row: (0, 0),
        }
    }

    fn step(&mut self, line: &Line, next: Option<&Line>) {
        if line.cells.is_empty() {
            return;
        }
        if self.opens_table(line, next) {
            return;
        }
        if let Some((_, log)) = self.log.clone().filter(|(grid, _)| *grid == line.grid) {
            return self.log_row(line, &log);
        }
        match self.table.clone().filter(|t| t.takes(line)) {
            Some(table) => self.table_line(line, &table),
            None => self.free(line),
        }
    }

    fn opens_table(&mut self, line: &Line, next: Option<&Line>) -> bool {
        if let Some(log) = log_table::read(line, next) {
            self.settle();
            self.log = Some((line.grid, log));
            return true;
        }
        let Some(columns) = header::read(line) else { return false };
        self.settle();
        self.table = Some(Table::new(columns, line.grid));
        true
    }

    fn table_line(&mut self, line: &Line, table: &Table) {
        let rows_before = self.rows.len();
        let all = table.fields(line);
        for fields in &all {
            self.table_row(line, fields, all.len() == 1);
        }
        let silent = self.rows.len() == rows_before;
        if silent && !self.context.layout && line.grid == 0 && line.cells.len() == 1 {
            self.free(line);
        }
    }

    fn table_row(&mut self, line: &Line, fields: &Fields, alone: bool) {
        if row::is_furniture(fields) && fields.dated.is_empty() {
            return;
        }
        let bare = fields.value.is_empty() && fields.dated.is_empty();
        if fields.name.is_empty() {
            self.nameless(line, fields);
        } else if bare && alone && fields.unit.is_empty() {
            self.name_only(line, fields, "");
        } else if is_sign(&fields.value) && fields.unit.is_empty() && fields.range.is_empty() && line.grid == 0 {
            self.name_only(line, fields, &fields.value);
        } else {
            self.settle();
            self.push_all(line, fields);
        }
    }

    fn push_all(&mut self, line: &Line, fields: &Fields) {
        for (date, reading) in row::readings(fields) {
            let printed = date.as_deref().unwrap_or(&fields.date);
            let time = self.time_of(printed);
            self.last_row = (line.page, line.number);
            self.push(line.page, line.number, time, reading);
        }
    }

    /// A line under a row or a waiting name, without a name of its own.
    fn nameless(&mut self, line: &Line, fields: &Fields) {
        let tested = row::susceptibilities(line);
        if !tested.is_empty() {
            return self.tested(line, tested);
        }
        if let Some(waiting) = &mut self.waiting {
            if !fields.value.is_empty() && !is_numbering(line) {
                waiting.text.push(' ');
                waiting.text.push_str(&fields.value);
            }
            return;
        }
        let continues = self.last_row == (line.page, line.number.saturating_sub(1));
        let above = self.rows.last().filter(|_| continues).map(|r| r.reading.clone());
        if let Some(reading) = above.and_then(|above| row::second_unit(fields, &above)) {
            self.last_row = (line.page, line.number);
            self.push(line.page, line.number, RowTime::Unsaid, reading);
        }
    }

    /// Grades of an antibiotic, a column per organism; which organism is printed elsewhere.
    fn tested(&mut self, line: &Line, tested: Vec<Reading>) {
        if tested.len() > 1 {
            let message = "an antibiotic was tested on several organisms; check which result belongs to which";
            self.issues.push(Issue { page: line.page, line: line.number, message });
        }
        for reading in tested {
            self.push(line.page, line.number, RowTime::Unsaid, reading);
        }
    }

    /// A line with only a name: the rest of the name above, a heading, or a test whose result follows.
    fn name_only(&mut self, line: &Line, fields: &Fields, flag: &str) {
        let follows = self.last_row == (line.page, line.number.saturating_sub(1));
        if follows && fields.name.starts_with('(') && self.waiting.is_none() {
            if let Some(last) = self.rows.last_mut() {
                last.reading.name = format!("{} {}", last.reading.name, fields.name.trim());
            }
            return;
        }
        self.settle();
        if names::trimmed(&fields.name).chars().count() <= LONGEST_BLOCK / 2 {
            let left = if line.grid == 0 { line.cells[0].left } else { f32::MAX };
            let (name, flag) = (fields.name.clone(), flag.to_owned());
            self.waiting = Some(Waiting { name, page: line.page, line: line.number, left, flag, text: String::new() });
        }
    }

    /// Ends the waiting name: with text below it, it was a test; without, a heading.
    fn settle(&mut self) {
        let Some(waiting) = self.waiting.take() else { return };
        let told = waiting.text.trim();
        if told.is_empty() && waiting.flag.is_empty() {
            return self.heading(&waiting.name, waiting.left);
        }
        let name = names::trimmed(&waiting.name).to_owned();
        // A sign with nothing below it was the result itself.
        let text = if told.is_empty() { waiting.flag.as_str() } else { told };
        if text.chars().count() > LONGEST_BLOCK || !names::is_test_name(&name) {
            return;
        }
        let parts = value::read(text, false);
        let flag = if told.is_empty() || waiting.flag.is_empty() { parts.flag } else { waiting.flag };
        let reading =
            Reading { name, value: parts.value, flag, unit: parts.unit, range: parts.range, ..Reading::default() };
        self.push(waiting.page, waiting.line, RowTime::Unsaid, reading);
    }

    fn heading(&mut self, text: &str, left: f32) {
        if !section::is_heading(text) {
            return;
        }
        let capitals = section::is_capitals(text);
        let same_height = left <= self.specimen.left + 0.5 && (capitals || !self.specimen.capitals);
        match section::read(text) {
            section::Heading::Specimen => {
                let text = text.trim().trim_matches(['#', ':', '：', ' ']).to_owned();
                self.specimen = Specimen { text, left, capitals };
            }
            section::Heading::Anew => self.specimen = Specimen::default(),
            section::Heading::Inner if same_height && left < f32::MAX => self.specimen = Specimen::default(),
            section::Heading::Inner => {}
        }
    }

    fn log_row(&mut self, line: &Line, log: &Log) {
        let at = |column: usize| line.cells.iter().find(|c| log_table::column(c.left) == column);
        let Some(date) = at(log.date) else { return };
        let time = self.time_of(&date.text);
        for quantity in &log.quantities {
            let Some(cell) = at(quantity.column) else { continue };
            let parts = value::read(&cell.text, !quantity.unit.is_empty());
            if parts.exact {
                let unit = if parts.unit.is_empty() { quantity.unit.clone() } else { parts.unit };
                let reading = Reading {
                    name: quantity.name.clone(),
                    value: parts.value,
                    unit,
                    flag: parts.flag,
                    range: parts.range,
                    ..Reading::default()
                };
                for reading in pressure::split(reading) {
                    self.push(line.page, line.number, time.clone(), reading);
                }
            }
        }
    }

    fn free(&mut self, line: &Line) {
        self.settle();
        let text = line.text();
        let found = free_line::read(&text);
        if found.is_empty() {
            self.unread(line, &text);
        }
        for free_line::Found { name, parts } in found {
            let reading = Reading {
                name,
                value: parts.value,
                unit: parts.unit,
                range: parts.range,
                flag: parts.flag,
                ..Reading::default()
            };
            for reading in pressure::split(reading) {
                self.push(line.page, line.number, RowTime::Unsaid, reading);
            }
        }
    }

    fn unread(&mut self, line: &Line, text: &str) {
        if free_line::is_nameless(text) {
            let message = "a number with a unit has no name beside it; it was not read";
            self.issues.push(Issue { page: line.page, line: line.number, message });
        } else if line.grid == 0 {
            self.heading(text, line.cells[0].left);
        }
    }

    fn time_of(&self, printed: &str) -> RowTime {
        dates::first_in(printed).map_or(RowTime::Unsaid, |found| dates::said(printed, &found, self.context.order))
    }

    fn push(&mut self, page: u32, line: u32, time: RowTime, mut reading: Reading) {
        if reading.specimen.is_empty() {
            reading.specimen.clone_from(&self.specimen.text);
        }
        if section::is_origin(&reading.name, &reading.value) {
            self.specimen.text.clone_from(&reading.value);
        }
        self.context.language.unwrap_or_default().clone_into(&mut reading.language);
        self.rows.push(Row { reading, page, line, time });
    }
}

/// A sign that is a flag when a result is told below it, and the result otherwise.
fn is_sign(value: &str) -> bool {
    results::is_flag(value) && value.contains(['+', '-', '↑', '↓'])
}

/// A line of bare counters over the columns of a susceptibility table: `1  2  3`.
fn is_numbering(line: &Line) -> bool {
    line.cells.iter().enumerate().all(|(at, cell)| {
        cell.text.split(' ').all(|n| n.parse::<usize>().is_ok_and(|n| (1..=9).contains(&n))) && at < 9
    })
}
