//! Words of names, and when two of them are the same word.

pub(crate) use mirobody_vocab::{canonical, is_filler, is_marker, same_word as same};

/// Splits a folded text into words. Dashes and dots stay inside: `ldl-c`, `ab.ige`, `1.25`.
pub(crate) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| {
        c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}' | ':' | '"' | '、' | '+' | '\'')
    })
    .map(|word| if word.len() > 1 { word.trim_matches(['-', '.', '/', '*', '_']) } else { word })
    .filter(|word| !word.is_empty() && *word != "-" && *word != "&")
}

/// The small parts of words that are compared: split at every dash, dot and slash too.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '%' && c != '#').filter(|part| !part.is_empty())
}

/// A set of words to compare others with.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tokens {
    words: Vec<String>,
}

impl Tokens {
    pub(crate) fn of<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut all = Vec::new();
        for word in words.flat_map(parts) {
            let word = canonical(word);
            if !all.iter().any(|known: &String| known == word) && !is_filler(word) {
                all.push(word.to_owned());
            }
        }
        Self { words: all }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// Whether one of these words is the same as this.
    pub(crate) fn contains(&self, part: &str) -> bool {
        let part = canonical(part);
        self.words.iter().any(|word| same(word, part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_spellings_are_the_same_word() {
        let tokens = Tokens::of(["antibodies", "total", "hgb"].into_iter());
        assert!(tokens.contains("ab") && tokens.contains("hemoglobin") && !tokens.contains("total"));
        assert!(same("platelet", "platelets") && !same("iris", "iri"));
    }
}
