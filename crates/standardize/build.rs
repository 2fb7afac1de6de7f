//! Turns the tables of `data/` into sorted statics, so that the library starts with nothing to build.

#[path = "src/spelling.rs"]
mod spelling;

use std::{collections::BTreeMap, env, error::Error, fmt::Write, fs, path::Path};

type Anything<T> = Result<T, Box<dyn Error>>;

/// What stands under each key of a table, as Rust.
type Table = BTreeMap<String, Vec<String>>;

fn main() -> Anything<()> {
    println!("cargo:rerun-if-changed=data");
    println!("cargo:rerun-if-changed=src/spelling.rs");
    println!("cargo:rerun-if-changed=build.rs");
    let mut out = String::new();
    write_one(&mut out, "WORDS", "Meaning", &words()?)?;
    write_all(&mut out, "FLAGS", "FlagWord", &flags()?)?;
    write_all(&mut out, "BOUNDS", "BoundWord", &bounds()?)?;
    write_all(&mut out, "PEOPLE", "People", &people()?)?;
    write_list(&mut out, "SEX_LETTERS", "SexLetters", &sex_letters()?)?;
    write_one(&mut out, "LIMITS", "Limits", &limits()?)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("tables.rs"), out)?;
    Ok(())
}

/// The lines of a table, without comments and the heading.
fn rows<const N: usize>(path: &str) -> Anything<Vec<[String; N]>> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let comment = |line: &&str| line.starts_with("# ") || *line == "#" || line.trim().is_empty();
    let lines = text.lines().filter(|line| !comment(line)).skip(1);
    lines
        .map(|line| {
            let mut cells: Vec<String> = line.split('\t').map(|cell| cell.trim().to_owned()).collect();
            cells.resize(cells.len().max(N), String::new());
            cells.truncate(N);
            if cells[0].is_empty() {
                return Err(format!("{path}: nothing printed in {line:?}").into());
            }
            cells.try_into().map_err(|_| format!("{path}: {line:?}").into())
        })
        .collect()
}

/// Puts an entry under its key, and under `ss` where capitals or the Swiss have that for `ß`.
fn put(table: &mut Table, printed: &str, entry: String) {
    let key = spelling::key(printed);
    for key in [key.replace('ß', "ss"), key] {
        let entries = table.entry(key).or_default();
        if !entries.contains(&entry) {
            entries.push(entry.clone());
        }
    }
}

fn words() -> Anything<Table> {
    let mut table = Table::new();
    for [printed, meaning] in rows("data/words.tsv")? {
        let meaning = match meaning.split_once(' ').unwrap_or((&meaning, "")) {
            ("absent", "") => "Absent".to_owned(),
            ("none", "") => "None".to_owned(),
            ("negative", "") => "Step(Ordinal::Negative)".to_owned(),
            ("trace", "") => "Step(Ordinal::Trace)".to_owned(),
            ("positive", "") => "Step(Ordinal::Positive)".to_owned(),
            ("weak", "") => "Weak".to_owned(),
            ("step", "1" | "2" | "3" | "4") => format!("Step(Ordinal::Plus({}))", &meaning[5..]),
            ("amount", "0") => "Amount(Ordinal::Trace)".to_owned(),
            ("amount", "1" | "2" | "3" | "4") => format!("Amount(Ordinal::Plus({}))", &meaning[7..]),
            ("nominal", kind) if !kind.is_empty() => "Nominal".to_owned(),
            _ => return Err(format!("data/words.tsv: {printed} has no meaning {meaning:?}").into()),
        };
        put(&mut table, &printed, format!("Meaning::{meaning}"));
    }
    Ok(table)
}

fn flags() -> Anything<Table> {
    let mut table = Table::new();
    for [printed, flag, _, only] in rows("data/flags.tsv")? {
        let flag = match flag.as_str() {
            "high" => "Some(Flag::High)",
            "low" => "Some(Flag::Low)",
            "abnormal" => "Some(Flag::Abnormal)",
            "normal" => "Some(Flag::Normal)",
            "unclear" => "None",
            _ => return Err(format!("data/flags.tsv: {printed} has no flag {flag:?}").into()),
        };
        put(&mut table, &printed, format!("FlagWord {{ flag: {flag}, only: {only:?} }}"));
    }
    Ok(table)
}

fn bounds() -> Anything<Table> {
    let mut table = Table::new();
    for [printed, role, place] in rows("data/bounds.tsv")? {
        let role = match role.as_str() {
            "<" => "Sign(Comparator::Less)",
            "<=" => "Sign(Comparator::LessOrEqual)",
            ">" => "Sign(Comparator::Greater)",
            ">=" => "Sign(Comparator::GreaterOrEqual)",
            "to" => "To",
            "from" => "From",
            "lead" => "Lead",
            _ => return Err(format!("data/bounds.tsv: {printed} has no role {role:?}").into()),
        };
        let place = match place.as_str() {
            "before" => "Before",
            "after" => "After",
            "between" => "Between",
            _ => return Err(format!("data/bounds.tsv: {printed} has no place {place:?}").into()),
        };
        put(&mut table, &printed, format!("BoundWord {{ role: Role::{role}, place: Place::{place} }}"));
    }
    Ok(table)
}

fn people() -> Anything<Table> {
    let mut table = Table::new();
    for [printed, who] in rows("data/people.tsv")? {
        let who = match who.as_str() {
            "male" => "Sex(Sex::Male)",
            "female" => "Sex(Sex::Female)",
            "adult" => "Adult",
            "child" => "Child",
            "newborn" => "Newborn",
            "everyone" => "Everyone",
            "age" => "Age",
            "years" => "Unit(AgeUnit::Years)",
            "months" => "Unit(AgeUnit::Months)",
            "weeks" => "Unit(AgeUnit::Weeks)",
            "days" => "Unit(AgeUnit::Days)",
            _ => return Err(format!("data/people.tsv: {printed} is for no {who:?}").into()),
        };
        put(&mut table, &printed, format!("People::{who}"));
    }
    Ok(table)
}

fn sex_letters() -> Anything<Vec<String>> {
    let rows = rows("data/sex_letters.tsv")?;
    let letters = |[male, female, languages]: &[String; 3]| {
        let (male, female) = (spelling::key(male), spelling::key(female));
        format!("SexLetters {{ male: {male:?}, female: {female:?}, languages: {languages:?} }}")
    };
    Ok(rows.iter().map(letters).collect())
}

fn limits() -> Anything<Table> {
    let mut table = Table::new();
    for [loinc, unit, low, high] in rows("data/plausibility.tsv")? {
        let limits = format!("Limits {{ unit: {unit:?}, low: {low:?}, high: {high:?} }}");
        table.entry(loinc).or_default().push(limits);
    }
    Ok(table)
}

/// A table in which a key may have one entry only.
fn write_one(out: &mut String, name: &str, kind: &str, table: &Table) -> Anything<()> {
    writeln!(out, "pub(crate) static {name}: &[(&str, {kind})] = &[")?;
    for (key, entries) in table {
        let [entry] = entries.as_slice() else {
            return Err(format!("{name}: {key:?} is printed for two things: {entries:?}").into());
        };
        writeln!(out, "    ({key:?}, {entry}),")?;
    }
    Ok(writeln!(out, "];")?)
}

fn write_all(out: &mut String, name: &str, kind: &str, table: &Table) -> Anything<()> {
    writeln!(out, "pub(crate) static {name}: &[(&str, &[{kind}])] = &[")?;
    for (key, entries) in table {
        writeln!(out, "    ({key:?}, &[{}]),", entries.join(", "))?;
    }
    Ok(writeln!(out, "];")?)
}

fn write_list(out: &mut String, name: &str, kind: &str, entries: &[String]) -> Anything<()> {
    writeln!(out, "pub(crate) static {name}: &[{kind}] = &[")?;
    for entry in entries {
        writeln!(out, "    {entry},")?;
    }
    Ok(writeln!(out, "];")?)
}
