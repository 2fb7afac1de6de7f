//! The table of LOINC codes: read, put in order, and written as records.

use super::{Problem, documents, tables::Strings};
use crate::{
    fold::fold,
    layout::{analyte_of, code},
    loinc::Loinc,
};

const FILE: &str = "loinc_codes.tsv";
const HEADER: &str = "LOINC_NUM\tCOMPONENT_FOLDED\tPROPERTY\tTIME_ASPCT\tSYSTEM\tSCALE_TYP\tMETHOD_TYP\tCLASS\t\
                      LONG_COMMON_NAME\tRANK_TIER\tRANK_BONUS\tEXAMPLE_UCUM_UNITS\tSTATUS";

/// One code with its axes.
pub struct Code<'a> {
    number: u32,
    /// Folded.
    pub component: String,
    axes: [&'a str; code::AXIS_COUNT],
    /// The long common name.
    pub long_name: &'a str,
    tier: u8,
    line: usize,
}

/// Reads the table; the rows are in the bundle's order, which keeps an analyte's codes together.
pub fn read(text: &str) -> Result<Vec<Code<'_>>, Problem> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, header)| header != HEADER) {
        return Err(Problem::new(FILE, 1, "the header is not the expected one"));
    }
    let mut codes = lines.map(|(index, line)| read_line(index + 1, line)).collect::<Result<Vec<_>, _>>()?;
    codes.sort_by(|a, b| key(a).cmp(&key(b)));
    Ok(codes)
}

/// The part of a component that names the analyte.
pub fn analyte(component: &str) -> &str {
    component.get(..analyte_of(component.as_bytes()).len()).unwrap_or_default()
}

fn key<'a>(code: &'a Code<'_>) -> (&'a str, &'a str, u32) {
    (analyte(&code.component), &code.component, code.number)
}

fn read_line(line: usize, text: &str) -> Result<Code<'_>, Problem> {
    let cells: Vec<&str> = text.split('\t').collect();
    let &[loinc, component, property, time, system, scale, method, class, long_name, tier, _, units, _] = &cells[..]
    else {
        return Err(Problem::new(FILE, line, "13 columns were expected"));
    };
    let number = loinc.parse::<Loinc>().map_err(|wrong| Problem::new(FILE, line, wrong.to_string()))?.number();
    let tier = tier.parse().map_err(|_| Problem::new(FILE, line, "the tier is not a small number"))?;
    let axes = [property, time, system, scale, method, class, units];
    Ok(Code { number, component: fold(component), axes, long_name, tier, line })
}

/// Which row a code is.
pub struct RowOf(Vec<u32>);

impl RowOf {
    /// From the codes in the bundle's order.
    pub fn new(codes: &[Code<'_>]) -> Result<Self, Problem> {
        let highest = codes.iter().map(|code| code.number).max().unwrap_or(0);
        let mut rows = vec![u32::MAX; highest as usize + 1];
        for (row, code) in codes.iter().enumerate() {
            let known = std::mem::replace(&mut rows[code.number as usize], row as u32);
            if known != u32::MAX {
                return Err(Problem::new(FILE, code.line, "this code stands here twice"));
            }
        }
        Ok(Self(rows))
    }

    /// The row of the code with these digits, if it is in the vocabulary.
    pub fn get(&self, number: u32) -> Option<u32> {
        self.0.get(number as usize).copied().filter(|&row| row != u32::MAX)
    }

    /// Three bytes for each number.
    pub fn bytes(&self) -> Vec<u8> {
        let after = |row: &u32| if *row == u32::MAX { 0 } else { row + 1 };
        self.0.iter().map(after).flat_map(|row| row.to_le_bytes().into_iter().take(3)).collect()
    }
}

/// The strings of each code's axes.
pub type Axes = [u16; code::AXIS_COUNT];

/// The strings of the axes of all codes.
pub fn axes(codes: &[Code<'_>], strings: &mut Strings) -> Result<Vec<Axes>, Problem> {
    let few = |code: &Code<'_>| Problem::new(FILE, code.line, "too many different axes");
    let mut all = Vec::with_capacity(codes.len());
    for code in codes {
        let mut axes = [0; code::AXIS_COUNT];
        for (own, axis) in axes.iter_mut().zip(code.axes) {
            *own = u16::try_from(strings.number(axis)).map_err(|_| few(code))?;
        }
        all.push(axes);
    }
    Ok(all)
}

/// The records of the codes.
pub fn records(codes: &[Code<'_>], axes: &[Axes], strings: &mut Strings) -> Vec<u8> {
    let components = components(codes, strings);
    let mut bytes = Vec::with_capacity(codes.len() * code::SIZE);
    for ((code, axes), component) in codes.iter().zip(axes).zip(components) {
        bytes.extend(code.number.to_le_bytes());
        bytes.extend(component.to_le_bytes());
        bytes.extend(strings.number(code.long_name).to_le_bytes());
        bytes.extend(axes.iter().flat_map(|axis| axis.to_le_bytes()));
        bytes.extend([code.tier, documents::analyte_words(&code.component)]);
    }
    bytes
}

/// The string of each code's component. One follows the other, so that a component is known by its place.
fn components(codes: &[Code<'_>], strings: &mut Strings) -> Vec<u32> {
    let mut numbers = Vec::with_capacity(codes.len());
    for (row, code) in codes.iter().enumerate() {
        let last = numbers.last().copied().filter(|_| code.component == codes[row - 1].component);
        numbers.push(last.unwrap_or_else(|| strings.next(&code.component)));
    }
    numbers
}
