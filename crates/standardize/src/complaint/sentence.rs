//! Where a sentence ends.

/// The byte spans of a text's sentences, each with the sign that ends it.
pub fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if ends(c, text.get(start..at).unwrap_or_default(), text.get(end..).unwrap_or_default()) {
            spans.push((start, end));
            start = end;
        }
    }
    if start < text.len() {
        spans.push((start, text.len()));
    }
    spans
}

fn ends(c: char, before: &str, after: &str) -> bool {
    match c {
        '\n' | '\r' | ';' | '；' | '。' | '！' | '？' | '｡' | '．' => true,
        '!' | '?' => !after.starts_with(char::is_alphanumeric),
        '.' => !after.starts_with(char::is_alphanumeric) && !is_abbreviation(before, after),
        _ => false,
    }
}

/// `V. a.`, `z. B.`: one letter before the stop and more to come. A number is no letter: `for 3.` ends.
fn is_abbreviation(before: &str, after: &str) -> bool {
    let mut last = before.chars().rev();
    let one = last.next().is_some_and(char::is_alphabetic) && !last.next().is_some_and(char::is_alphanumeric);
    one && !after.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        sentences(text).into_iter().map(|(start, end)| text[start..end].trim()).filter(|s| !s.is_empty()).collect()
    }

    #[test]
    fn a_sentence_ends_where_a_reader_would_stop() {
        assert_eq!(cut("Fever 38.5. No cough!"), ["Fever 38.5.", "No cough!"]);
        assert_eq!(cut("V. a. Grippe. Husten"), ["V. a. Grippe.", "Husten"]);
        assert_eq!(cut("Is it flu? ?pneumonia"), ["Is it flu?", "?pneumonia"]);
        assert_eq!(cut("头疼。发烧；咳嗽\n\n乏力"), ["头疼。", "发烧；", "咳嗽", "乏力"]);
        assert!(cut(" \n ").is_empty());
    }
}
