//! Text with a little HTML in it, as plain text.

/// The text without its tags, in paragraphs; the five entities are read.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        // A sign that opens no tag is a sign: "p < 0.05".
        let is_tag = tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        if let Some(end) = is_tag.then(|| tag.find('>')).flatten() {
            let breaks = ["<h", "</h", "<p", "</p", "<br", "<sec", "</sec"];
            let tag_name = tag[..=end].to_ascii_lowercase();
            out.push_str(if breaks.iter().any(|name| tag_name.starts_with(name)) { "\n" } else { "" });
            rest = &tag[end + 1..];
        } else {
            out.push('<');
            rest = &tag[1..];
        }
    }
    out.push_str(rest);
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&amp;", "&")];
    let text = entities.iter().fold(out, |text, (entity, sign)| text.replace(entity, sign));
    paragraphs(&text)
}

/// Lines that say something, each in one piece.
pub(crate) fn paragraphs(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_and_signs_stay() {
        for (text, is) in [
            ("<h4>Background</h4>Statins &amp; <i>muscle</i>.", "Background\nStatins & muscle."),
            ("p < 0.05 and n > 3", "p < 0.05 and n > 3"),
            ("a &lt; b <sub>2</sub>", "a < b 2"),
            ("x <unclosed", "x <unclosed"),
            ("<", "<"),
        ] {
            assert_eq!(plain(text), is, "{text}");
        }
    }
}
