//! Patterns for names (`**/*.md`) and for text, both as regular expressions of a bounded size.

use regex::{Regex, RegexBuilder};

/// The longest pattern, in bytes.
const LONGEST: usize = 256;
/// The most memory a compiled pattern takes.
const COMPILED: usize = 512 * 1024;

/// A pattern for paths: `*` within a part, `**` over parts, `?`, `[ab]`, `{one,other}`. One without `/` is held against
/// the last part of a path. Case does not matter.
pub(super) fn of_path(glob: &str) -> Result<Regex, &'static str> {
    let glob = glob.trim();
    if glob.is_empty() || glob.len() > LONGEST {
        return Err("pattern: 1 to 256 bytes, such as **/*.md");
    }
    let anywhere = if glob.contains('/') { "" } else { "(?:.*/)?" };
    let glob = glob.trim_start_matches('/');
    let body = translated(glob).ok_or("pattern: a [ or { in it is not closed")?;
    compiled(&format!("^/?{anywhere}{body}$"), true)
}

/// A pattern for text.
pub(super) fn of_text(pattern: &str, is_regex: bool, ignore_case: bool) -> Result<Regex, &'static str> {
    if pattern.is_empty() || pattern.len() > LONGEST {
        return Err("pattern: 1 to 256 bytes");
    }
    let literal = if is_regex { pattern.to_owned() } else { regex::escape(pattern) };
    compiled(&literal, ignore_case)
}

fn compiled(pattern: &str, ignore_case: bool) -> Result<Regex, &'static str> {
    let mut builder = RegexBuilder::new(pattern);
    let builder = builder.case_insensitive(ignore_case).size_limit(COMPILED).dfa_size_limit(COMPILED);
    builder.build().map_err(|_| "pattern: not a regular expression that can be used; leave regex out for plain text")
}

fn translated(glob: &str) -> Option<String> {
    let (mut out, mut rest, mut depth) = (String::new(), glob, 0_usize);
    while let Some(next) = rest.chars().next() {
        let (taken, piece) = match next {
            '*' if rest.starts_with("**/") => (3, "(?:.*/)?".to_owned()),
            '*' if rest.starts_with("**") => (2, ".*".to_owned()),
            '*' => (1, "[^/]*".to_owned()),
            '?' => (1, "[^/]".to_owned()),
            '[' => class(rest)?,
            '{' => (1, "(?:".to_owned()),
            '}' if depth > 0 => (1, ")".to_owned()),
            ',' if depth > 0 => (1, "|".to_owned()),
            plain => (plain.len_utf8(), regex::escape(plain.encode_utf8(&mut [0; 4]))),
        };
        depth += usize::from(next == '{');
        depth -= usize::from(next == '}' && depth > 0);
        out.push_str(&piece);
        rest = &rest[taken..];
    }
    (depth == 0).then_some(out)
}

/// `[ab]` or `[!ab]`: how long it is, and what it becomes.
fn class(rest: &str) -> Option<(usize, String)> {
    let end = rest.find(']').filter(|end| *end > 1)?;
    let inside = &rest[1..end];
    let (not, inside) = inside.strip_prefix(['!', '^']).map_or(("", inside), |inside| ("^", inside));
    let escaped: String =
        inside.chars().flat_map(|c| if "\\[]&~^".contains(c) { vec!['\\', c] } else { vec![c] }).collect();
    Some((end + 1, format!("[{not}{escaped}]")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_matches_whole_paths() {
        for (glob, path, is) in [
            ("*.pdf", "/files/ab/cd.pdf", true),
            ("*.PDF", "/files/ab/cd.pdf", true),
            ("*.pdf", "/files/ab/cd.pdf.txt", false),
            ("/files/**/*.pdf", "/files/ab/cd.pdf", true),
            ("/files/*.pdf", "/files/ab/cd.pdf", false),
            ("**", "/notes/a", true),
            ("/notes/**/a.md", "/notes/a.md", true),
            ("a?.{md,txt}", "/notes/ab.txt", true),
            ("a[!b-d].md", "/notes/ab.md", false),
            ("a[!b-d].md", "/notes/ax.md", true),
            ("a.b", "/notes/axb", false),
            ("报告*", "/files/报告.pdf", true),
        ] {
            assert_eq!(of_path(glob).unwrap().is_match(path), is, "{glob} {path}");
        }
        for bad in ["", "[a", "{a,b", "[]", &"x".repeat(257)] {
            assert!(of_path(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn text_is_searched_as_it_is_or_by_a_bounded_expression() {
        assert!(of_text("a.c", false, true).unwrap().is_match("xA.Cx"));
        assert!(!of_text("a.c", false, true).unwrap().is_match("abc"));
        assert!(of_text("a.c", true, false).unwrap().is_match("abc"));
        for bad in ["", "(", r"(?:\w{1,500}){1,500}"] {
            assert!(of_text(bad, true, true).is_err(), "{bad}");
        }
    }
}
