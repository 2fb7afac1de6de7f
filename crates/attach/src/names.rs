//! What a tool of a server is called here: `mcp__{label}__{tool}`, as every vendor of models takes it.

use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

/// Characters of a name.
const LONGEST: usize = 64;

/// Whether tools can be named after a label.
pub(crate) fn is_label(label: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=64).contains(&label.len()) && label.bytes().all(is_plain)
}

/// A name that none of the taken ones is, and that is the same for the same tool each time.
pub(crate) fn name(label: &str, tool: &str, taken: &mut BTreeSet<String>) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    let name: String = format!("mcp__{label}__{tool}").chars().map(plain).collect();
    let is_same = name.len() <= LONGEST && tool.chars().all(|c| plain(c) == c) && !taken.contains(&name);
    let name = if is_same {
        name
    } else {
        (0..u32::MAX).map(|round| marked(&name, label, tool, round)).find(|name| !taken.contains(name)).unwrap_or(name)
    };
    taken.insert(name.clone());
    name
}

/// What was cut or replaced is told apart by a sum of the whole.
fn marked(name: &str, label: &str, tool: &str, round: u32) -> String {
    let mut sum = DefaultHasher::new();
    (label, tool, round).hash(&mut sum);
    let mark = format!("_{:08x}", sum.finish() as u32);
    let kept = name.len().min(LONGEST - mark.len());
    format!("{}{mark}", &name[..kept])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_short_and_unlike() {
        let mut taken = BTreeSet::new();
        assert_eq!(name("formulary", "lookup_drug", &mut taken), "mcp__formulary__lookup_drug");
        let long = "x".repeat(100);
        let tools = ["look up", "look.up", "look/up", "日本", "", &long, &format!("{long}y")];
        let names: Vec<_> = tools.iter().map(|tool| name("a", tool, &mut taken)).collect();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        assert!(names.iter().all(|name| name.len() <= LONGEST && name.chars().all(is_plain)), "{names:?}");
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert_eq!(name("a", "look up", &mut BTreeSet::new()), names[0]);
        assert_ne!(name("a", "look up", &mut taken), names[0]);
    }

    #[test]
    fn labels() {
        for (label, is_one) in [("a", true), ("A-b_1", true), ("bad label!", false), ("", false), ("ä", false)] {
            assert_eq!(is_label(label), is_one, "{label}");
        }
        assert!(!is_label(&"a".repeat(65)));
    }
}
