//! The words of other languages: read, checked, and written as a map, with their endings as records.

use std::collections::BTreeMap;

use super::{Bundle, NameFile, Problem, tables::Strings};
use crate::{
    fold::fold,
    layout::{Section, words},
};

const HEADER: &str = "words\tmeans\twhy";
const ENDINGS: &str = "endings.tsv";
const ENDINGS_HEADER: &str = "lang\tending\tbecomes\tshortest\twhy";

/// Reads the tables and adds their sections.
pub fn add(files: &[NameFile], strings: &mut Strings, bundle: &mut Bundle) -> Result<(), Problem> {
    let mut map = BTreeMap::new();
    let mut languages = Vec::new();
    let mut endings = Vec::new();
    for file in files {
        match file.name.strip_suffix(".tsv") {
            _ if file.name == ENDINGS => endings = read_endings(file)?,
            Some(language) => {
                read_words(file, language, strings, &mut map)?;
                languages.push(language);
            }
            None => return Err(Problem::new(&file.name, 0, "a table of words is a .tsv file")),
        }
    }
    languages.sort_unstable();
    let numbers = languages.iter().flat_map(|language| strings.number(language).to_le_bytes()).collect();
    bundle.set(Section::WordLanguages, numbers);
    bundle.set(Section::Endings, records(endings, strings));
    bundle.set(Section::WordFilter, filter(map.keys()));
    let map = fst::Map::from_iter(map).map_err(|wrong| Problem::new("words", 0, wrong.to_string()))?;
    bundle.set(Section::Words, map.into_fst().into_inner());
    Ok(())
}

/// Sixteen bits or more for each key, so that one in sixty texts that are none is looked for in vain.
fn filter<'a>(keys: impl ExactSizeIterator<Item = &'a String>) -> Vec<u8> {
    let size = (keys.len() * 2).next_power_of_two();
    let (mut bytes, last) = (vec![0_u8; size], size as u64 * 8 - 1);
    for (word, language) in keys.filter_map(|key| key.split_once('\0')) {
        for bit in words::bits(language, [word, ""]) {
            bytes[(bit & last) as usize / 8] |= 1 << (bit % 8);
        }
    }
    bytes
}

fn lines<'a>(file: &'a NameFile, header: &str) -> Result<impl Iterator<Item = (usize, Vec<&'a str>)>, Problem> {
    let mut lines = (1..).zip(file.text.lines());
    if lines.next().is_none_or(|(_, first)| first != header) {
        return Err(Problem::new(&file.name, 1, format!("the first line must be {header:?}")));
    }
    let rows = lines.filter(|(_, text)| !text.trim().is_empty() && !text.starts_with('#'));
    Ok(rows.map(|(line, text)| (line, text.split('\t').map(str::trim).collect())))
}

/// A row is a word or a phrase; the words of a phrase become known as parts of it.
fn read_words(
    file: &NameFile,
    language: &str,
    strings: &mut Strings,
    map: &mut BTreeMap<String, u64>,
) -> Result<(), Problem> {
    let mut parts = Vec::new();
    for (line, cells) in lines(file, HEADER)? {
        let &[word, means, _] = &cells[..] else {
            return Err(Problem::new(&file.name, line, format!("3 columns were expected, {} found", cells.len())));
        };
        let (word, means) = (fold(word), fold(means));
        if word.is_empty() || means.is_empty() {
            return Err(Problem::new(&file.name, line, "a word and its meaning are needed; `-` is no meaning"));
        }
        if word.contains(' ') {
            parts.extend(word.split(' ').map(|part| words::key(part, language)));
        }
        let number = if means == "-" { 0 } else { strings.number(&means) };
        let key = words::key(&word, language);
        if map.insert(key, u64::from(number)).is_some_and(|other| other != u64::from(number)) {
            return Err(Problem::new(&file.name, line, format!("{word:?} stands here with two meanings")));
        }
    }
    for part in parts {
        map.entry(part).or_insert(u64::from(words::PART));
    }
    Ok(())
}

/// Language, ending, what it becomes, and the least number of characters before it.
type Row<'a> = (&'a str, String, String, u32);

fn read_endings(file: &NameFile) -> Result<Vec<Row<'_>>, Problem> {
    let mut rows = Vec::new();
    for (line, cells) in lines(file, ENDINGS_HEADER)? {
        let &[language, ending, becomes, shortest, _] = &cells[..] else {
            return Err(Problem::new(&file.name, line, format!("5 columns were expected, {} found", cells.len())));
        };
        let shortest = shortest.parse().map_err(|_| Problem::new(&file.name, line, "the least length is no number"))?;
        if language.is_empty() || ending.is_empty() {
            return Err(Problem::new(&file.name, line, "a language and an ending are needed"));
        }
        rows.push((language, fold(ending), fold(becomes), shortest));
    }
    rows.sort_by(|a, b| (a.0, b.1.len(), &a.1, &a.2).cmp(&(b.0, a.1.len(), &b.1, &b.2)));
    Ok(rows)
}

fn records(rows: Vec<Row<'_>>, strings: &mut Strings) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (language, ending, becomes, shortest) in rows {
        let texts = [language, &ending, &becomes].map(|text| strings.number(text));
        for field in texts.into_iter().chain([shortest]) {
            bytes.extend(field.to_le_bytes());
        }
    }
    bytes
}
