//! The skills of a directory on disk. Links are not followed, so what is read is what lies there.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use super::{SKILL_FILE, Skill, made, slashed};

/// The largest file, in bytes.
const LARGEST: u64 = 128 * 1024;
/// The most files of a skill.
const MOST_FILES: usize = 50;
/// How deep its directories may be.
const DEEPEST: usize = 4;

type Found = Vec<(String, Result<Skill, String>)>;

/// Each skill of a directory, by where it is. A directory without a [`SKILL_FILE`] is none.
pub(super) fn skills(folder: &Path) -> Found {
    let Ok(entries) = fs::read_dir(folder) else {
        return vec![(folder.display().to_string(), Err("the directory cannot be read".to_owned()))];
    };
    let mut dirs: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    dirs.sort();
    dirs.retain(|dir| is_dir(dir) && dir.join(SKILL_FILE).symlink_metadata().is_ok());
    dirs.into_iter().map(|dir| (dir.display().to_string(), skill(&dir))).collect()
}

fn is_dir(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_dir())
}

fn skill(dir: &Path) -> Result<Skill, String> {
    let name = dir.file_name().and_then(|name| name.to_str()).ok_or("the name of the directory is not plain text")?;
    let mut files = BTreeMap::new();
    read_below(dir, dir, 0, &mut files)?;
    made(name, files)
}

fn read_below(root: &Path, dir: &Path, depth: usize, files: &mut BTreeMap<String, String>) -> Result<(), String> {
    let entries = fs::read_dir(dir).map_err(|_| "a directory in it cannot be read")?;
    for entry in entries.flatten() {
        let (path, kind) = (entry.path(), entry.file_type().map_err(|_| "a file in it cannot be read")?);
        if kind.is_dir() && depth < DEEPEST {
            read_below(root, &path, depth + 1, files)?;
        } else if kind.is_file() {
            let (name, text) = read(root, &path)?;
            files.insert(name, text);
        }
        if files.len() > MOST_FILES {
            return Err(format!("there are more than {MOST_FILES} files in it"));
        }
    }
    Ok(())
}

fn read(root: &Path, path: &Path) -> Result<(String, String), String> {
    let name = path.strip_prefix(root).ok().and_then(slashed).ok_or("the name of a file is not plain text")?;
    let size = path.symlink_metadata().map_err(|_| format!("{name}: cannot be read"))?.len();
    if size > LARGEST {
        return Err(format!("{name}: larger than 128 KB"));
    }
    let text = fs::read_to_string(path).map_err(|_| format!("{name}: is not text in UTF-8"))?;
    Ok((name, text))
}
