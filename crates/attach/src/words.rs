//! Words of a server, made fit to stand among ours: no control characters, no more of them than we bear.

/// A text of so many characters at most, on one line, without characters that change how it is shown.
pub(crate) fn line(text: &str, longest: usize) -> String {
    let shown = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| !is_hidden(*c));
    let words: String = shown.collect();
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(longest) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// A text of so many bytes at most, its lines kept; whether something was cut.
pub(crate) fn block(text: &str, largest: usize) -> (String, bool) {
    let mut out = String::new();
    for c in text.chars().filter(|c| matches!(c, '\n' | '\t') || !is_hidden(*c)) {
        if out.len() + c.len_utf8() > largest {
            return (out, true);
        }
        out.push(c);
    }
    (out, false)
}

/// Control characters, directions, zero widths and the invisible alphabet, which say to a model what a person does not see.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_taken_out() {
        assert_eq!(line("look\n up\u{0}\u{202e} \u{e0041}it", 100), "look up it");
        assert_eq!(line("a\u{fe01}\u{e0155}\u{61c}b", 100), "ab");
        assert_eq!(line(&"a".repeat(9), 3), "aaa…");
        assert_eq!(block("a\r\n\tb\u{200b}", 100), ("a\n\tb".into(), false));
        assert_eq!(block("äöü", 5), ("äö".into(), true));
    }
}
