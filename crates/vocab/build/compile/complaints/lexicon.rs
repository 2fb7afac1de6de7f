//! The phrases and words of every language, as one map from language and key to meaning.
//!
//! True here: one key has one meaning. Words that say nothing ([`Role::Glue`]) are left out of a complaint's key where
//! they stand inside it, as the reader leaves them out of a text: `blood in stool` is also `blood in my stool`.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ComplaintInputs, NameFile, Problem, Strings,
    forms::forms,
    icpc::Classes,
    places::Places,
    rows::{Row, rows},
};
use crate::{
    complaint_layout::{Tag, lexicon_key, pack},
    language::Language,
    phrase::{Unit, units},
    role::Role,
};

const PHRASES: &str = "phrase\ticpc3\twhy";
const WORDS: &str = "role\tof\twords";

/// What a key means, and where a row says so; nowhere if the key is a form of another phrase.
struct Entry {
    meaning: u64,
    said: Option<(String, usize)>,
}

#[derive(Default)]
struct Lexicon {
    entries: BTreeMap<String, Entry>,
    /// Keys of the words that say nothing.
    glue: BTreeSet<(Language, String)>,
}

/// Builds the map.
pub fn build(
    inputs: &ComplaintInputs<'_>,
    classes: &Classes<'_>,
    places: &Places<'_>,
    strings: &mut Strings,
) -> Result<Vec<u8>, Problem> {
    let mut lexicon = Lexicon { glue: glue(inputs.words)?, ..Lexicon::default() };
    for file in inputs.phrases {
        let language = language(file)?;
        for row in rows::<3>(file, PHRASES)? {
            let meaning = phrase_meaning(&row, classes, strings)?;
            lexicon.add_forms(language, row.cells[0], meaning, &row)?;
        }
    }
    for file in inputs.words {
        let language = language(file)?;
        for row in rows::<3>(file, WORDS)? {
            lexicon.add_words(language, word_meaning(&row, places)?, &row)?;
        }
    }
    lexicon.into_map().map_err(|wrong| Problem::new("complaints", 0, wrong.to_string()))
}

fn language(file: &NameFile) -> Result<Language, Problem> {
    let tag = file.name.trim_start_matches("words/").trim_end_matches(".tsv");
    tag.parse().map_err(|_| Problem::new(&file.name, 0, "the file is not named after one of the languages"))
}

fn glue(files: &[NameFile]) -> Result<BTreeSet<(Language, String)>, Problem> {
    let mut glue = BTreeSet::new();
    for file in files {
        let language = language(file)?;
        let rows = rows::<3>(file, WORDS)?;
        let says_nothing = rows.iter().filter(|row| Role::named(row.cells[0]).is_some_and(Role::is_glue));
        let words = says_nothing.flat_map(|row| row.cells[2].split('|'));
        glue.extend(words.map(|word| (language, joined(units(word, language)))));
    }
    Ok(glue)
}

fn joined(units: impl IntoIterator<Item = Unit>) -> String {
    let keys = units.into_iter().enumerate().map(|(at, unit)| if at == 0 { unit.key } else { unit.inner_key() });
    keys.collect::<Vec<_>>().join(" ")
}

fn phrase_meaning(row: &Row<'_, 3>, classes: &Classes<'_>, strings: &mut Strings) -> Result<u64, Problem> {
    let [_, code, why] = row.cells;
    if !code.is_empty() {
        return Ok(pack(Tag::Code, classes.code(code).map_err(|wrong| row.wrong(wrong))?.number()));
    }
    if why.is_empty() {
        return Err(row.wrong("a row without a code is a refusal and must say why"));
    }
    Ok(pack(Tag::Refused, strings.number(why)))
}

fn word_meaning(row: &Row<'_, 3>, places: &Places<'_>) -> Result<u64, Problem> {
    let [role, of, _] = row.cells;
    let part = || places.part(of).map(u32::from).ok_or_else(|| row.wrong(format!("no place has the part {of:?}")));
    let symptom =
        || places.symptom(of).map(u32::from).ok_or_else(|| row.wrong(format!("no place has the symptom {of:?}")));
    Ok(match role {
        "part" => pack(Tag::Part, part()?),
        "tissue" => pack(Tag::Tissue, part()?),
        "symptom" => pack(Tag::Symptom, symptom()?),
        "symptom-of" => pack(Tag::SymptomOf, symptom()?),
        _ if !of.is_empty() => return Err(row.wrong("only a part, a tissue or a symptom is of something")),
        _ => {
            let role = Role::named(role).ok_or_else(|| row.wrong(format!("there is no role {role:?}")))?;
            pack(Tag::Role, role as u32)
        }
    })
}

impl Lexicon {
    fn add_words(&mut self, language: Language, meaning: u64, row: &Row<'_, 3>) -> Result<(), Problem> {
        let inflects = row.cells[0].starts_with("symptom");
        for word in row.cells[2].split('|').map(str::trim) {
            if inflects {
                self.add_forms(language, word, meaning, row)?;
            } else {
                self.add(language, word, joined(units(word, language)), meaning, row)?;
            }
        }
        Ok(())
    }

    fn add_forms(&mut self, language: Language, phrase: &str, meaning: u64, row: &Row<'_, 3>) -> Result<(), Problem> {
        let mut others = forms(phrase, language).into_iter();
        others.next().map_or(Ok(()), |_| self.add(language, phrase, self.key(phrase, language), meaning, row))?;
        for form in others {
            let key = lexicon_key(language, &self.key(&form, language));
            self.entries.entry(key).or_insert(Entry { meaning, said: None });
        }
        Ok(())
    }

    fn add(
        &mut self,
        language: Language,
        phrase: &str,
        key: String,
        meaning: u64,
        row: &Row<'_, 3>,
    ) -> Result<(), Problem> {
        if key.is_empty() {
            return Err(row.wrong("a phrase is empty"));
        }
        let entry = Entry { meaning, said: Some((row.file.to_owned(), row.line)) };
        match self.entries.insert(lexicon_key(language, &key), entry) {
            Some(Entry { meaning: known, said: Some((file, line)) }) if known != meaning => {
                Err(row.wrong(format!("{phrase:?} contradicts {file}:{line}: both are compared as {key:?}")))
            }
            _ => Ok(()),
        }
    }

    /// The key of a complaint: without words inside that say nothing.
    fn key(&self, phrase: &str, language: Language) -> String {
        let units = units(phrase, language);
        let last = units.len().saturating_sub(1);
        let kept = units.into_iter().enumerate().filter(|(at, unit)| {
            let inside = *at > 0 && *at < last;
            !(inside && !language.is_unspaced() && self.glue.contains(&(language, unit.key.clone())))
        });
        joined(kept.map(|(_, unit)| unit))
    }

    fn into_map(self) -> Result<Vec<u8>, fst::Error> {
        let mut map = fst::MapBuilder::memory();
        for (key, entry) in self.entries {
            map.insert(key, entry.meaning)?;
        }
        map.into_inner()
    }
}
