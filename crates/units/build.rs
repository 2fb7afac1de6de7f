//! Turns the tables of `data/` into sorted statics, so that the library starts with nothing to build.

#[path = "src/fold.rs"]
mod fold;

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
};

type Table = BTreeMap<String, String>;

fn main() {
    println!("cargo:rerun-if-changed=data");
    println!("cargo:rerun-if-changed=src/fold.rs");
    let mut out = String::new();
    let spellings = spellings();
    let properties = rows("data/properties.tsv", 3);
    let morphemes = rows("data/morphemes.tsv", 3);
    let canonical: BTreeSet<String> =
        spellings.values().flat_map(|u| u.split(" | ").map(str::to_owned)).chain(units(&properties)).collect();
    out += &pairs("SPELLINGS", &spellings);
    out += &list("CANONICAL", canonical.iter());
    out += &property_table(&properties);
    for kind in ["exact", "any", "stem", "prefix", "of", "count", "times", "per"] {
        out += &pairs(&kind.to_uppercase(), &morpheme_table(&morphemes, kind));
    }
    let atoms: BTreeSet<&String> =
        morphemes.iter().filter(|r| r[0] == "exact" || r[0] == "any").map(|r| &r[2]).collect();
    out += &list("ATOMS", atoms.into_iter());
    let molar: Table = rows("data/molar_mass.tsv", 2).into_iter().map(|r| (r[0].clone(), r[1].clone())).collect();
    out += &pairs("MOLAR_MASS", &molar);
    let charge: Table = rows("data/charge.tsv", 2).into_iter().map(|r| (r[0].clone(), r[1].clone())).collect();
    out += &pairs("CHARGE", &charge);
    let dir = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&dir).join("tables.rs"), out).expect("the output folder is writable");
}

/// The lines of a table, without comments and the heading.
fn rows(path: &str, columns: usize) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let lines = text.lines().filter(|l| !l.starts_with("# ") && *l != "#" && !l.trim().is_empty()).skip(1);
    lines
        .map(|line| {
            let row: Vec<String> = line.split('\t').map(str::to_owned).collect();
            assert!(row.len() >= columns, "{path}: too few columns: {line}");
            row
        })
        .collect()
}

/// Each printed spelling under its own text and under its folded one.
fn spellings() -> Table {
    let mut table = Table::new();
    for row in rows("data/spellings.tsv", 2) {
        for key in [row[0].clone(), fold::squeeze(&fold::fold(&row[0]))] {
            if let Some(other) = table.insert(key, row[1].clone()) {
                assert!(other == row[1], "spellings.tsv gives {} two units: {other} and {}", row[0], row[1]);
            }
        }
    }
    table
}

fn morpheme_table(rows: &[Vec<String>], kind: &str) -> Table {
    let mut table = Table::new();
    for row in rows.iter().filter(|r| r[0] == kind) {
        let folded = fold::fold(&row[1]).replace(' ', "");
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
    let body: String = table.iter().map(|(k, v)| format!("    ({k:?}, {v:?}),\n")).collect();
    format!("pub(crate) static {name}: &[(&str, &str)] = &[\n{body}];\n")
}

fn list<'a>(name: &str, items: impl Iterator<Item = &'a String>) -> String {
    let body: String = items.map(|item| format!("    {item:?},\n")).collect();
    format!("pub(crate) static {name}: &[&str] = &[\n{body}];\n")
}

/// Unit, family name, properties; and the properties of each family.
fn property_table(rows: &[Vec<String>]) -> String {
    let (mut units, mut families) = (BTreeMap::new(), BTreeMap::new());
    for row in rows {
        let listed: Vec<&str> = row[2].split_whitespace().collect();
        match row[0].strip_prefix("family:") {
            Some(family) => families.insert(family, format!("    ({family:?}, &{listed:?}),\n")),
            None => units.insert(row[0].as_str(), format!("    ({:?}, ({:?}, &{listed:?})),\n", row[0], row[1])),
        };
    }
    let joined = |table: BTreeMap<&str, String>| table.into_values().collect::<String>();
    format!(
        "type Names = &'static [&'static str];\n\
         pub(crate) static PROPERTIES: &[(&str, (&str, Names))] = &[\n{}];\n\
         pub(crate) static FAMILIES: &[(&str, Names)] = &[\n{}];\n",
        joined(units),
        joined(families)
    )
}
