//! `xtask vocab`: the vocabulary's inputs from an official LOINC release.
//!
//! True here: rows of the release are kept or left out, never edited, and the same release gives the same files.
//! Must not be here: names of our own; those are `crates/vocab/data/names`.

mod cut;
mod designations;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use mirobody_vocab::fold;

use cut::Fate;
use designations::Designations;

/// What to rebuild from, and where to.
#[derive(Debug, clap::Args)]
pub struct VocabArgs {
    /// The folder of an unpacked LOINC release, with LoincTable/Loinc.csv in it
    #[arg(long)]
    pub loinc: PathBuf,
    /// The release's number, such as 2.83
    #[arg(long)]
    pub release: String,
    /// Where the vocabulary's LOINC files are
    #[arg(long, default_value = "crates/vocab/data/loinc")]
    pub out: PathBuf,
}

/// Rebuilds the files and says what was kept.
pub fn run(args: &VocabArgs) -> anyhow::Result<()> {
    let table = read_table(&args.loinc.join("LoincTable/Loinc.csv"))?;
    let mut designations = table.designations;
    let variants = read_variants(&args.loinc.join("AccessoryFiles/LinguisticVariants"), &mut designations)?;
    let (names, count) = designations.into_tsv();

    pack(&args.out.join("loinc_codes.tsv.zst"), &table.codes)?;
    pack(&args.out.join("loinc_designations.tsv.zst"), &names)?;
    pack(&args.out.join("loinc_skip.txt.zst"), &table.left_out)?;
    write_release(&args.out, &args.release)?;

    println!("LOINC {}: {} codes, {count} designations", args.release, table.codes.lines().count() - 1);
    println!("linguistic variants: {}", variants.join(", "));
    for (fate, rows) in table.fates {
        println!("{fate:?}: {rows}");
    }
    println!("Put these numbers into {}", args.out.join("NOTICE").display());
    Ok(())
}

/// What the main table gives.
struct Table {
    codes: String,
    left_out: String,
    designations: Designations,
    fates: BTreeMap<Fate, usize>,
}

const CODES_HEADER: &str = "LOINC_NUM\tCOMPONENT_FOLDED\tPROPERTY\tTIME_ASPCT\tSYSTEM\tSCALE_TYP\tMETHOD_TYP\tCLASS\t\
                            LONG_COMMON_NAME\tRANK_TIER\tRANK_BONUS\tEXAMPLE_UCUM_UNITS\tSTATUS\n";

fn read_table(path: &Path) -> anyhow::Result<Table> {
    let rows = Csv::open(path)?;
    let (mut codes, mut left_out) = (BTreeMap::new(), Vec::new());
    let (mut designations, mut fates) = (Designations::default(), BTreeMap::new());
    for row in rows {
        let row = row?;
        let fate = cut::fate(&row)?;
        *fates.entry(fate).or_default() += 1;
        let code = row.get("LOINC_NUM")?;
        if fate == Fate::Kept {
            designations.add_row(code, &row);
            codes.insert(code.to_owned(), code_line(&row)?);
        } else if fate != Fate::Status {
            left_out.push(format!("{code}\n"));
        }
    }
    left_out.sort();
    designations.keep_only(codes.keys());
    let codes = std::iter::once(CODES_HEADER.to_owned()).chain(codes.into_values()).collect();
    Ok(Table { codes, left_out: left_out.concat(), designations, fates })
}

fn code_line(row: &Row) -> anyhow::Result<String> {
    let tier = tier(row.get("COMMON_TEST_RANK")?);
    let axes = ["PROPERTY", "TIME_ASPCT", "SYSTEM", "SCALE_TYP", "METHOD_TYP", "CLASS", "LONG_COMMON_NAME"];
    let mut cells = vec![row.get("LOINC_NUM")?.to_owned(), fold(row.get("COMPONENT")?)];
    for axis in axes {
        cells.push(one_line(row.get(axis)?));
    }
    cells.extend([tier.to_string(), format!("0.{:03}", tier * 5), one_line(row.get("EXAMPLE_UCUM_UNITS")?)]);
    cells.push(row.get("STATUS")?.to_owned());
    Ok(cells.join("\t") + "\n")
}

/// Tabs and line ends would break the table.
fn one_line(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ").trim().to_owned()
}

/// The hundred commonest tests are tier 4, the first thousand 3, the first five thousand 2, any other rank 1.
fn tier(rank: &str) -> u32 {
    match rank.trim().parse().unwrap_or(0) {
        0 => 0,
        1..=100 => 4,
        101..=1000 => 3,
        1001..=5000 => 2,
        _ => 1,
    }
}

/// Reads every variant; gives their names.
fn read_variants(folder: &Path, designations: &mut Designations) -> anyhow::Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("no folder {}", folder.display()))? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut read = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(name) = name.strip_suffix("LinguisticVariant.csv") {
            for row in Csv::open(&path)? {
                let row = row?;
                designations.add_row(row.get("LOINC_NUM")?, &row);
            }
            read.push(name.to_owned());
        }
    }
    Ok(read)
}

fn pack(path: &Path, text: &str) -> anyhow::Result<()> {
    let packed = zstd::encode_all(text.as_bytes(), 19)?;
    fs::write(path, packed).with_context(|| format!("cannot write {}", path.display()))
}

/// The release's number stands in two places: the file that the program reads, and the notice.
fn write_release(out: &Path, release: &str) -> anyhow::Result<()> {
    const BEFORE: &str = "Source: LOINC release ";
    fs::write(out.join("VERSION"), format!("{release}\n"))?;
    let path = out.join("NOTICE");
    let notice = fs::read_to_string(&path).with_context(|| format!("no notice at {}", path.display()))?;
    let lines = notice.lines().map(|line| match line.strip_prefix(BEFORE).and_then(|rest| rest.split_once(' ')) {
        Some((_, rest)) => format!("{BEFORE}{release} {rest}\n"),
        None => format!("{line}\n"),
    });
    Ok(fs::write(path, lines.collect::<String>())?)
}

/// One of the release's files, row by row.
struct Csv {
    columns: std::rc::Rc<Vec<String>>,
    records: csv::StringRecordsIntoIter<fs::File>,
}

/// One row, its cells by the name of their column.
struct Row {
    columns: std::rc::Rc<Vec<String>>,
    cells: csv::StringRecord,
}

impl Csv {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let mut reader = csv::Reader::from_path(path).with_context(|| format!("cannot read {}", path.display()))?;
        let columns = reader.headers()?.iter().map(str::to_owned).collect();
        Ok(Self { columns: std::rc::Rc::new(columns), records: reader.into_records() })
    }
}

impl Iterator for Csv {
    type Item = csv::Result<Row>;

    fn next(&mut self) -> Option<Self::Item> {
        let cells = self.records.next()?;
        Some(cells.map(|cells| Row { columns: self.columns.clone(), cells }))
    }
}

impl Row {
    /// The cell under a column that must be there.
    fn get(&self, column: &str) -> anyhow::Result<&str> {
        self.find(column).with_context(|| format!("the release's file has no column {column}"))
    }

    /// The cell under a column that not every file has.
    fn find(&self, column: &str) -> Option<&str> {
        let at = self.columns.iter().position(|name| name == column)?;
        self.cells.get(at)
    }
}
