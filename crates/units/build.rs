//! Turns the tables of `data/` into sorted statics, so that the library starts with nothing to build.

#[path = "src/fold.rs"]
mod fold;

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    error::Error,
    fmt::Write,
    fs,
    path::Path,
};

type Table = BTreeMap<String, String>;
type Rows = Vec<Vec<String>>;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=data");
    println!("cargo:rerun-if-changed=src/fold.rs");
    let mut out = String::new();
    let spellings = spellings()?;
    let properties = rows("data/properties.tsv", 3)?;
    let morphemes = rows("data/morphemes.tsv", 3)?;
    let canonical: BTreeSet<String> =
        spellings.values().flat_map(|u| u.split(" | ").map(str::to_owned)).chain(units(&properties)).collect();
    out += &pairs("SPELLINGS", &spellings);
    out += &list("CANONICAL", canonical.iter());
    out += &property_table(&properties);
    for kind in ["exact", "any", "stem", "prefix", "of", "count", "times", "per", "share"] {
        out += &pairs(&kind.to_uppercase(), &morpheme_table(&morphemes, kind));
    }
    let atoms: BTreeSet<&String> =
        morphemes.iter().filter(|r| r[0] == "exact" || r[0] == "any").map(|r| &r[2]).collect();
    out += &list("ATOMS", atoms.into_iter());
    out += &substances()?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("tables.rs"), out)?;
    Ok(())
}

/// The substances by name, and the codes that measure them.
fn substances() -> Result<String, Box<dyn Error>> {
    let known: BTreeMap<String, Vec<String>> =
        rows("data/substances.tsv", 5)?.into_iter().map(|row| (row[0].clone(), row)).collect();
    let number = |text: &str| if text == "-" { String::new() } else { text.to_owned() };
    let records = known.values().map(|row| {
        let (name, grams, charge) = (&row[0], number(&row[1]), number(&row[3]));
        format!("Substance {{ name: {name:?}, grams: {grams:?}, charge: {charge:?} }}")
    });
    let index = |name: &str| known.keys().position(|known| known == name);
    let mut codes = BTreeMap::new();
    for row in rows("data/substance_codes.tsv", 3)? {
        let of = |name: &str| index(name).map_or_else(|| "NO_SUBSTANCE".to_owned(), |at| at.to_string());
        for code in row[2].split(' ') {
            codes.insert(code.replace('-', "").parse::<u32>()?, (of(&row[0]), of(&row[1])));
        }
    }
    let codes = codes.into_iter().map(|(code, (over, under))| format!("({code}, {over}, {under})"));
    Ok(String::from("pub(crate) const NO_SUBSTANCE: u16 = u16::MAX;\n")
        + &array("SUBSTANCES", "Substance", records)
        + &array("CODES", "(u32, u16, u16)", codes))
}

/// The lines of a table, without comments and the heading.
fn rows(path: &str, columns: usize) -> Result<Rows, Box<dyn Error>> {
    let text = fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let lines = text.lines().filter(|l| !l.starts_with("# ") && *l != "#" && !l.trim().is_empty()).skip(1);
    let rows: Rows = lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    match rows.iter().find(|row| row.len() < columns) {
        Some(row) => Err(format!("{path}: too few columns: {row:?}").into()),
        None => Ok(rows),
    }
}

/// Each printed spelling under its own text and under its folded one.
fn spellings() -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new();
    for row in rows("data/spellings.tsv", 2)? {
        for key in [row[0].clone(), fold::squeeze(&fold::fold(&row[0]))] {
            if let Some(other) = table.insert(key, row[1].clone()) {
                assert!(other == row[1], "spellings.tsv gives {} two units: {other} and {}", row[0], row[1]);
            }
        }
    }
    Ok(table)
}

fn morpheme_table(rows: &[Vec<String>], kind: &str) -> Table {
    let mut table = Table::new();
    for row in rows.iter().filter(|r| r[0] == kind) {
        let folded = fold::fold(&row[1]).replace(' ', "").trim_matches('.').to_owned();
        let key = if kind == "exact" { folded } else { folded.to_lowercase() };
        if let Some(other) = table.insert(key, row[2].clone()) {
            assert!(other == row[2], "morphemes.tsv gives {} two meanings", row[1]);
        }
    }
    table
}

fn units(properties: &[Vec<String>]) -> impl Iterator<Item = String> {
    properties.iter().filter(|r| !r[0].starts_with("family:")).map(|r| r[0].clone())
}

fn pairs(name: &str, table: &Table) -> String {
    array(name, "(&str, &str)", table.iter().map(|(key, value)| format!("({key:?}, {value:?})")))
}

fn list<'a>(name: &str, items: impl Iterator<Item = &'a String>) -> String {
    array(name, "&str", items.map(|item| format!("{item:?}")))
}

/// A static slice.
fn array(name: &str, of: &str, items: impl Iterator<Item = String>) -> String {
    let mut out = format!("pub(crate) static {name}: &[{of}] = &[\n");
    for item in items {
        let _ = writeln!(out, "    {item},");
    }
    out + "];\n"
}

/// Unit, family name, properties; and the properties of each family.
fn property_table(rows: &[Vec<String>]) -> String {
    let (mut units, mut families) = (BTreeMap::new(), BTreeMap::new());
    for row in rows {
        let listed: Vec<&str> = row[2].split_whitespace().collect();
        match row[0].strip_prefix("family:") {
            Some(family) => families.insert(family, format!("({family:?}, &{listed:?})")),
            None => units.insert(row[0].as_str(), format!("({:?}, ({:?}, &{listed:?}))", row[0], row[1])),
        };
    }
    String::from("type Names = &'static [&'static str];\n")
        + &array("PROPERTIES", "(&str, (&str, Names))", units.into_values())
        + &array("FAMILIES", "(&str, Names)", families.into_values())
}
