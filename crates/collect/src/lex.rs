//! The pieces results are printed in: numbers, comparators, ranges. Each function takes a piece off the front of a
//! text and returns it verbatim with the rest; none of them changes a character.

/// A piece and what follows it.
pub(crate) type Taken<'a> = Option<(&'a str, &'a str)>;

/// Splits `text` at byte `at`.
fn cut(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// `<`, `>`, `≤`, `≥`, `<=`, `=<`, `> OR =`, `～`… at the front.
pub(crate) fn comparator(text: &str) -> Taken<'_> {
    const FORMS: &[&str] = &[
        "> OR =", "< OR =", ">or=", "<or=", "> or =", "< or =", "<=", ">=", "=<", "=>", "<", ">", "≤", "≥", "＜", "＞",
    ];
    let form = FORMS.iter().find(|f| text.starts_with(**f))?;
    Some(cut(text, form.len()))
}

/// A number without sign or comparator: `13.5`, `1,234.5`, `12,5`, `.5`, `3.2e5`; full-width digits too.
pub(crate) fn digits(text: &str) -> Taken<'_> {
    let mut end = 0;
    let mut seen = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if is_digit(c) {
            (seen, end) = (true, at + c.len_utf8());
        } else if matches!(c, '.' | ',' | '\'' | '’' | '．' | '，' | '\u{202f}') {
            if !chars.peek().is_some_and(|(_, d)| is_digit(*d)) {
                break;
            }
        } else {
            break;
        }
    }
    seen.then(|| cut(text, end + exponent(&text[end..])))
}

/// The length of `e5`, `E-3` after a number.
fn exponent(rest: &str) -> usize {
    let Some(after) = rest.strip_prefix(['e', 'E']) else { return 0 };
    let (sign, number) = after.strip_prefix(['+', '-']).map_or((0, after), |n| (1, n));
    let count = number.bytes().take_while(u8::is_ascii_digit).count();
    let ends = number[count..].chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '/');
    if count > 0 && ends { 1 + sign + count } else { 0 }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c)
}

/// A result number: comparator, sign, digits. `< 0,5`, `-1.2`, `＜5`.
pub(crate) fn number(text: &str) -> Taken<'_> {
    let after = comparator(text).map_or(text, |(_, rest)| rest.trim_start());
    let unsigned = after.strip_prefix(['-', '−', '+']).unwrap_or(after);
    let (_, rest) = digits(unsigned)?;
    Some(cut(text, text.len() - rest.len()))
}

/// Whether all of `text` is a result number.
pub(crate) fn is_number(text: &str) -> bool {
    number(text.trim()).is_some_and(|(_, rest)| rest.is_empty())
}

const DASHES: &[&str] = &["---", "--", "-", "–", "—", "−", "~", "～", "〜", "…", "to ", "tot ", "bis ", "至"];

/// A reference range at the front: `12 - 16`, `125～350`, `(0.3-4.2)`, `<5,0`, `> OR = 60`, `up to 40`.
pub(crate) fn range(text: &str) -> Taken<'_> {
    for (open, close) in [('(', ')'), ('[', ']'), ('（', '）')] {
        if let Some(inside) = text.strip_prefix(open) {
            let (_, rest) = range(strip_label(inside.trim_start()))?;
            let rest = skip_to(rest, close)?;
            return Some(cut(text, text.len() - rest.len()));
        }
    }
    two_sided(text).or_else(|| one_sided(text))
}

/// Past `close`, when little stands before it: a unit inside the brackets.
fn skip_to(rest: &str, close: char) -> Option<&str> {
    let at = rest.find(close).filter(|at| *at <= 24)?;
    Some(&rest[at + close.len_utf8()..])
}

/// Drops `ref`, `Ref.`, `参考` in front of a range.
pub(crate) fn strip_label(text: &str) -> &str {
    const LABELS: &[&str] = &[
        "reference range",
        "reference interval",
        "reference",
        "normal range",
        "normal",
        "ref. range",
        "ref range",
        "ref",
        "range",
        "参考范围",
        "参考值",
        "参考",
        "基準値",
        "norm",
    ];
    let lower = text.to_lowercase();
    let Some(label) = LABELS.iter().find(|l| lower.starts_with(**l)) else { return text };
    let Some(rest) = text.get(label.len()..) else { return text };
    let rest = rest.trim_start_matches(['.', ':', '：', ' ', '=']);
    if rest.starts_with(|c: char| is_digit(c) || "<>≤≥＜＞".contains(c)) { rest } else { text }
}

fn two_sided(text: &str) -> Taken<'_> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (_, rest) = digits(unsigned)?;
    let rest = rest.trim_start();
    let dash = DASHES.iter().find(|d| rest.starts_with(**d))?;
    let second = rest[dash.len()..].trim_start();
    let (_, after) = digits(second)?;
    let glued = after.starts_with(|c: char| c == '-' || c == '/' && after[1..].starts_with(is_digit));
    (!glued).then(|| cut(text, text.len() - after.len()))
}

fn one_sided(text: &str) -> Taken<'_> {
    const WORDS: &[&str] = &["up to ", "until ", "tot "];
    let lead = WORDS.iter().find_map(|w| text.strip_prefix(*w));
    let (_, after) = lead.map_or_else(|| comparator(text), |rest| Some(("", rest)))?;
    let (_, rest) = digits(after.trim_start())?;
    let whole = !rest.starts_with('-');
    whole.then(|| cut(text, text.len() - rest.len()))
}

/// Whether all of `text` is a reference range.
pub(crate) fn is_range(text: &str) -> bool {
    let text = text.trim();
    range(text).is_some_and(|(_, rest)| rest.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_verbatim() {
        for text in
            ["13.5", "12,5", "1,234", "<5", "< 0,10", "≥ 60", "> OR = 60", "-1.2", ".5", "3.2e5", "１３８", "＜5"]
        {
            assert!(is_number(text), "{text}");
        }
        for text in ["", "-", "<", "1/80", "2026-01-02", "12-16", "3 +", "5.", "1.2.", "B12"] {
            assert!(!is_number(text), "{text}");
        }
        assert_eq!(number("72.0kg"), Some(("72.0", "kg")));
        assert_eq!(number("10E6/µL"), Some(("10", "E6/µL")));
    }

    #[test]
    fn ranges_of_every_shape() {
        for text in [
            "12-16",
            "12 - 16",
            "130--175",
            "125～350",
            "(0.270 - 4.200)",
            "<5,0",
            "> OR = 60",
            "3,50 - 9,50",
            "up to 40",
            "(ref 70-110)",
            "[3.9–6.1]",
            "(70-110 mg/dL)",
        ] {
            assert!(is_range(text), "{text}");
        }
        for text in ["12", "2026-01-02", "90-139/60-89", "Negative", "", "(normal)"] {
            assert!(!is_range(text), "{text}");
        }
    }
}
