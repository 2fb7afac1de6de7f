//! `.env` files: `KEY=value` lines, `#` comments, optional quotes and `export`.

/// The pairs of a `.env` file, and the numbers of the lines that are none.
pub(super) fn parse(text: &str) -> (Vec<(String, String)>, Vec<usize>) {
    let (mut pairs, mut bad) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match pair(line) {
            Some(pair) => pairs.push(pair),
            None => bad.push(index + 1),
        }
    }
    (pairs, bad)
}

fn pair(line: &str) -> Option<(String, String)> {
    let line = line.strip_prefix("export ").unwrap_or(line);
    let (key, value) = line.split_once('=')?;
    let key = key.trim();
    let plain = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    plain.then(|| (key.to_owned(), unquote(value.trim())))
}

fn unquote(value: &str) -> String {
    for quote in ['"', '\''] {
        if let Some(rest) = value.strip_prefix(quote)
            && let Some((inside, _)) = rest.split_once(quote)
        {
            return inside.to_owned();
        }
    }
    value.split(" #").next().unwrap_or_default().trim_end().to_owned()
}
