//! A path as a model writes it, in its one form.

/// The longest path, in bytes.
const LONGEST: usize = 512;
/// The most parts of a path.
const DEEPEST: usize = 16;

/// Where a path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mount {
    /// Uploaded documents.
    Files,
    /// Notes for the person.
    Notes,
    /// Procedures.
    Skills,
}

impl Mount {
    pub(super) const ALL: [Self; 3] = [Self::Files, Self::Notes, Self::Skills];

    /// `/files` and the like.
    pub(super) const fn root(self) -> &'static str {
        match self {
            Self::Files => "/files",
            Self::Notes => "/notes",
            Self::Skills => "/skills",
        }
    }

    /// What is there.
    pub(super) const fn about(self) -> &'static str {
        match self {
            Self::Files => "documents the person uploaded; read only",
            Self::Notes => "notes kept for the person from one conversation to the next",
            Self::Skills => "procedures; read only",
        }
    }

    /// The whole path of something in it.
    pub(super) fn path(self, rest: &str) -> String {
        format!("{}/{rest}", self.root())
    }
}

/// A path that names something, or could.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Path {
    /// `/`.
    Root,
    /// Below a mount; the rest is empty at the mount itself.
    Below(Mount, String),
}

impl Path {
    /// Reads a path; what cannot be one is refused with what it should be.
    pub(super) fn read(text: &str) -> Result<Self, &'static str> {
        let text = text.trim();
        if text.len() > LONGEST || text.chars().any(char::is_control) {
            return Err("path: at most 512 bytes of plain text");
        }
        let parts: Vec<&str> = text.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        if parts.contains(&"..") {
            return Err("path: no .. in it; every path begins at /");
        }
        if parts.len() > DEEPEST {
            return Err("path: at most 16 parts");
        }
        let Some((first, rest)) = parts.split_first() else { return Ok(Self::Root) };
        let mount = Mount::ALL.into_iter().find(|mount| &mount.root()[1..] == *first);
        let mount = mount.ok_or("path: there is only /files, /notes and /skills")?;
        Ok(Self::Below(mount, rest.join("/")))
    }

    /// Whether something below a mount is this, or below this.
    pub(super) fn holds(&self, mount: Mount, rest: &str) -> bool {
        match self {
            Self::Root => true,
            Self::Below(own, above) => {
                let below = rest.strip_prefix(above.as_str()).is_some_and(|tail| tail.starts_with('/'));
                *own == mount && (above.is_empty() || above == rest || below)
            }
        }
    }

    /// The mounts that it reaches into.
    pub(super) fn mounts(&self) -> Vec<Mount> {
        match self {
            Self::Root => Mount::ALL.to_vec(),
            Self::Below(mount, _) => vec![*mount],
        }
    }

    /// How it is written.
    pub(super) fn written(&self) -> String {
        match self {
            Self::Root => "/".to_owned(),
            Self::Below(mount, rest) if rest.is_empty() => mount.root().to_owned(),
            Self::Below(mount, rest) => mount.path(rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_one_form_or_is_refused() {
        for (text, written) in [
            ("", "/"),
            ("/", "/"),
            (" . ", "/"),
            ("notes", "/notes"),
            ("//notes/./a//b.md/", "/notes/a/b.md"),
            ("/files/ab/cd.pdf", "/files/ab/cd.pdf"),
            ("/notes/a..b", "/notes/a..b"),
        ] {
            assert_eq!(Path::read(text).unwrap().written(), written, "{text}");
        }
        let long = "/notes/".to_owned() + &"x".repeat(512);
        let deep = "/notes".to_owned() + &"/x".repeat(16);
        for text in ["/notes/../files/x", "..", "/etc/passwd", "/notesx", "/notes/a\nb", "/notes/\0", &long, &deep] {
            assert!(Path::read(text).unwrap_err().starts_with("path: "), "{text}");
        }
    }

    #[test]
    fn what_is_below_a_path_is_told_by_whole_parts() {
        let path = Path::read("/notes/a").unwrap();
        for (mount, rest, is) in [
            (Mount::Notes, "a", true),
            (Mount::Notes, "a/b", true),
            (Mount::Notes, "ab", false),
            (Mount::Files, "a", false),
        ] {
            assert_eq!(path.holds(mount, rest), is, "{mount:?} {rest}");
        }
        assert!(Path::read("/notes").unwrap().holds(Mount::Notes, "ab"));
    }
}
