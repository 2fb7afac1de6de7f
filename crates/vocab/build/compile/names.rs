//! The curated names: read, checked against each other and the codes, and written as records.

use super::{NameFile, Problem, codes::RowOf, tables::Strings, unaccented};
use crate::{fold::fold, layout::curated, loinc::Loinc};

const HEADER: &str = "name\tlang\tloinc\tunit_family\tspecimen\twhy";

/// One row of a file of curated names. Ordered by what it is about, then by what it says.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CuratedRow<'a> {
    pub(super) name: String,
    pub(super) language: &'a str,
    unit_family: &'a str,
    specimen: &'a str,
    /// 0 is a refusal.
    pub(super) number: u32,
    why: &'a str,
    file: &'a str,
    line: usize,
}

/// Reads all files; the rows are sorted by folded name.
pub fn read<'a>(files: &'a [NameFile], rows: &RowOf) -> Result<Vec<CuratedRow<'a>>, Problem> {
    let mut read = Vec::new();
    for file in files {
        read_file(file, rows, &mut read)?;
    }
    read.sort();
    let contradicts =
        |pair: &&[CuratedRow<'_>]| pair[0].subject() == pair[1].subject() && pair[0].number != pair[1].number;
    if let Some([first, second]) = read.windows(2).find(contradicts) {
        let (early, late) = if first.place() < second.place() { (first, second) } else { (second, first) };
        let problem = format!("contradicts {}:{}, which gives the same name another code", early.file, early.line);
        return Err(Problem::new(late.file, late.line, problem));
    }
    read.dedup_by(|later, earlier| later.subject() == earlier.subject());
    unaccented::add(&mut read);
    Ok(read)
}

impl CuratedRow<'_> {
    /// The same under another name.
    pub(super) fn renamed(&self, name: String) -> Self {
        Self { name, ..self.clone() }
    }

    pub(super) fn subject(&self) -> [&str; 4] {
        [&self.name, self.language, self.unit_family, self.specimen]
    }

    fn place(&self) -> (&str, usize) {
        (self.file, self.line)
    }
}

fn read_file<'a>(file: &'a NameFile, rows: &RowOf, read: &mut Vec<CuratedRow<'a>>) -> Result<(), Problem> {
    let mut lines = file.text.lines().zip(1..);
    if lines.next().is_none_or(|(header, _)| header != HEADER) {
        return Err(Problem::new(&file.name, 1, format!("the first line must be {HEADER:?}")));
    }
    for (text, line) in lines {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        read.push(read_line(&file.name, line, text, rows)?);
    }
    Ok(())
}

fn read_line<'a>(file: &'a str, line: usize, text: &'a str, rows: &RowOf) -> Result<CuratedRow<'a>, Problem> {
    let wrong = |problem: String| Problem::new(file, line, problem);
    let cells: Vec<&str> = text.split('\t').map(str::trim).collect();
    let &[name, language, loinc, unit_family, specimen, why] = &cells[..] else {
        return Err(wrong(format!("6 columns were expected, {} found", cells.len())));
    };
    let name = fold(name);
    if name.is_empty() {
        return Err(wrong("the name is empty".into()));
    }
    if loinc.is_empty() && why.is_empty() {
        return Err(wrong("a row without a code is a refusal and must say why".into()));
    }
    let number = if loinc.is_empty() {
        0
    } else {
        let code = loinc.parse::<Loinc>().map_err(|_| wrong(format!("{loinc:?} is not a LOINC code")))?;
        rows.get(code.number()).ok_or_else(|| wrong(format!("{loinc} is not among the codes of the vocabulary")))?;
        code.number()
    };
    Ok(CuratedRow { name, language, unit_family, specimen, number, why, file, line })
}

/// The strings of a row's language, unit family and specimen.
pub type Fields = [u16; 3];

/// Those of all rows.
pub fn fields(rows: &[CuratedRow<'_>], strings: &mut Strings) -> Result<Vec<Fields>, Problem> {
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        let few = || Problem::new(row.file, row.line, "too many different languages, families and specimens");
        let mut fields = [0; 3];
        for (own, text) in fields.iter_mut().zip([row.language, row.unit_family, row.specimen]) {
            *own = u16::try_from(strings.number(text)).map_err(|_| few())?;
        }
        all.push(fields);
    }
    Ok(all)
}

/// The records of the curated names.
pub fn records(rows: &[CuratedRow<'_>], fields: &[Fields], codes: &RowOf, strings: &mut Strings) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(rows.len() * curated::SIZE);
    for (row, fields) in rows.iter().zip(fields) {
        let code = codes.get(row.number).unwrap_or(curated::REFUSED);
        let (name, why) = (strings.number(&row.name), strings.number(row.why));
        bytes.extend([name, code, why].into_iter().flat_map(u32::to_le_bytes));
        bytes.extend(fields.iter().flat_map(|field| field.to_le_bytes()));
    }
    bytes
}
