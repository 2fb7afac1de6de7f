//! What a skill says of itself: YAML between two lines of `---`.

use serde::Deserialize;

/// The longest name.
const LONGEST_NAME: usize = 64;
/// The longest description, in characters.
const LONGEST_DESCRIPTION: usize = 1024;

/// The part of it that is used; whatever else there is belongs to other programs.
#[derive(Debug, Deserialize)]
pub(super) struct Frontmatter {
    pub(super) name: String,
    pub(super) description: String,
}

/// Reads it, or says what is wrong with it.
pub(super) fn read(text: &str) -> Result<Frontmatter, String> {
    let yaml = between(text).ok_or("SKILL.md: must begin with YAML between two lines of ---")?;
    let read = serde_saphyr::from_str::<Frontmatter>(yaml);
    let read = read.map_err(|_| "SKILL.md: the frontmatter must be YAML with a name and a description")?;
    let description = read.description.split_whitespace().collect::<Vec<_>>().join(" ");
    if !is_a_name(&read.name) {
        return Err("SKILL.md: name must be 1 to 64 of a-z, 0-9 and - (not at an end)".to_owned());
    }
    if description.is_empty() || description.chars().count() > LONGEST_DESCRIPTION {
        return Err("SKILL.md: description must be 1 to 1,024 characters".to_owned());
    }
    Ok(Frontmatter { name: read.name, description })
}

fn between(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rest = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Some(&rest[..at]);
        }
        at += line.len();
    }
    None
}

fn is_a_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(plain)
        && !name.starts_with('-')
        && !name.ends_with('-')
}
