//! Skills: procedures in prose, a directory each, that a model is told of by name and reads when one fits.
//!
//! True here: a skill is a directory with a `SKILL.md`, whose frontmatter has a name and a description; it is read whole
//! when the program starts, and nothing is read from its directory after that; one that is wrong is left out and told.
//! Must not be here: what a skill may do, which is nothing: it is text.

mod folder;
mod frontmatter;
mod shipped;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use frontmatter::Frontmatter;

/// The file that makes a directory a skill.
pub const SKILL_FILE: &str = "SKILL.md";
/// The most skills there are.
const MOST: usize = 100;

/// Where skills come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkillSource {
    /// Those that came with this program.
    Shipped,
    /// A directory of directories.
    Folder(PathBuf),
}

impl SkillSource {
    /// `shipped`, or a path.
    pub fn read(text: &str) -> Self {
        if text == "shipped" { Self::Shipped } else { Self::Folder(PathBuf::from(text)) }
    }
}

/// A skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skill {
    /// Its name, and that of its directory.
    pub name: String,
    /// When to use it.
    pub description: String,
    /// Its files by their path below its directory, [`SKILL_FILE`] among them.
    files: BTreeMap<String, String>,
}

/// A directory that should be a skill and is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSkill {
    /// Where it is.
    pub place: String,
    /// What is wrong with it, and what it should be.
    pub reason: String,
}

/// All skills, by name.
#[derive(Debug, Clone, Default)]
pub struct Skills {
    all: BTreeMap<String, Skill>,
}

impl Skills {
    /// Those that came with this program.
    pub fn shipped() -> Self {
        Self::load(&[SkillSource::Shipped]).0
    }

    /// Reads the skills of every source, and says which are wrong. Of two with one name the first is taken, so that a
    /// skill of one's own replaces one that was shipped. Blocks: files are read.
    pub fn load(sources: &[SkillSource]) -> (Self, Vec<BadSkill>) {
        let (mut skills, mut bad) = (Self::default(), Vec::new());
        for source in sources {
            let found = match source {
                SkillSource::Shipped => shipped::skills(),
                SkillSource::Folder(folder) => folder::skills(folder),
            };
            for (place, read) in found {
                let added = read.and_then(|skill| skills.add(skill));
                bad.extend(added.err().map(|reason| BadSkill { place, reason }));
            }
        }
        (skills, bad)
    }

    fn add(&mut self, skill: Skill) -> Result<(), String> {
        if self.all.len() >= MOST && !self.all.contains_key(&skill.name) {
            return Err(format!("there are {MOST} skills already"));
        }
        self.all.entry(skill.name.clone()).or_insert(skill);
        Ok(())
    }

    /// For a model's instructions: what there is and when to use it, a line each. Empty when there is nothing.
    pub fn listing(&self) -> String {
        let mut text = String::new();
        for skill in self.all.values() {
            // Writing to a text cannot fail.
            _ = writeln!(text, "- {} (/skills/{0}/{SKILL_FILE}): {}", skill.name, skill.description);
        }
        text
    }

    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.keys().map(String::as_str)
    }

    /// What is in a file: `NAME/SKILL.md`.
    pub(super) fn file(&self, path: &str) -> Option<&str> {
        let (name, file) = path.split_once('/')?;
        self.all.get(name)?.files.get(file).map(String::as_str)
    }

    /// Every file: its path, its text, and when to use the skill it belongs to.
    pub(super) fn files(&self) -> impl Iterator<Item = (String, &str, &str)> {
        self.all.values().flat_map(|skill| {
            let path = |(file, text)| (format!("{}/{file}", skill.name), text, skill.description.as_str());
            skill.files.iter().map(|(file, text)| (file, text.as_str())).map(path)
        })
    }
}

/// A skill of these files, whose directory has this name.
fn made(directory: &str, files: BTreeMap<String, String>) -> Result<Skill, String> {
    let text = files.get(SKILL_FILE).ok_or_else(|| format!("there is no {SKILL_FILE} in it"))?;
    let Frontmatter { name, description } = frontmatter::read(text)?;
    if name != directory {
        return Err(format!("{SKILL_FILE}: name must be that of its directory, {directory}"));
    }
    Ok(Skill { name, description, files })
}

/// A path as a model writes it: with `/` on every machine.
fn slashed(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.iter().map(std::ffi::OsStr::to_str).collect();
    Some(parts?.join("/"))
}

#[cfg(test)]
mod tests;
