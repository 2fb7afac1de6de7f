//! Names as words: folding, splitting, plurals, and how a printed name is shown to people.

use mirobody_vocab::fold;

/// The folded words of a name. Latin words are made singular; a run of Han or kana is one word.
pub fn tokens(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for c in folded.chars() {
        let script = Script::of(c);
        match (script, last) {
            (None, _) => {}
            (Some(now), Some(before)) if now == before => push_char(&mut words, c),
            (Some(_), _) => words.push(c.to_string()),
        }
        last = script;
    }
    words.iter().map(|word| singular(word)).collect()
}

fn push_char(words: &mut [String], c: char) {
    if let Some(word) = words.last_mut() {
        word.push(c);
    }
}

/// Which kind of word a character belongs to; none for what separates words.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Script {
    Alphabet,
    Han,
}

impl Script {
    fn of(c: char) -> Option<Self> {
        if is_unspaced(c) {
            Some(Self::Han)
        } else if c.is_alphanumeric() {
            Some(Self::Alphabet)
        } else {
            None
        }
    }
}

/// Whether the script of `c` is written without spaces between words.
pub fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a text holds any Han or kana.
pub fn has_han(text: &str) -> bool {
    text.chars().any(is_unspaced)
}

/// `readings` to `reading`, `antibodies` to `antibody`; short words and `-ss`, `-us`, `-is` stay.
pub(crate) fn singular(word: &str) -> String {
    let plain = word.len() > 3 && word.bytes().all(|b| b.is_ascii_lowercase());
    if !plain || word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
        return word.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 2) {
        return format!("{stem}y");
    }
    word.strip_suffix('s').unwrap_or(word).to_owned()
}

/// A printed name as people read it: `fasting_glucose` is shown as `fasting glucose`.
pub fn display_name(printed: &str) -> String {
    let coded = printed.contains('_') && !printed.contains(char::is_whitespace);
    if coded { printed.replace('_', " ").trim().to_owned() } else { printed.trim().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_words() {
        for (name, words) in [
            ("fasting_glucose", "fasting glucose"),
            ("Blood Pressure, systolic", "blood pressure systolic"),
            ("LDL胆固醇", "ldl 胆固醇"),
            ("空腹血糖", "空腹血糖"),
            ("Triglycerides", "triglyceride"),
            ("Thyroid antibodies", "thyroid antibody"),
            ("uric acids - status", "uric acid status"),
            ("HbA1c (%)", "hba1c"),
            ("", ""),
        ] {
            assert_eq!(tokens(name).join(" "), words, "{name}");
        }
    }

    #[test]
    fn a_machine_name_is_shown_with_spaces() {
        assert_eq!(display_name("fasting_glucose"), "fasting glucose");
        assert_eq!(display_name("LDL_C (calc)"), "LDL_C (calc)");
        assert_eq!(display_name(" 空腹血糖 "), "空腹血糖");
    }
}
