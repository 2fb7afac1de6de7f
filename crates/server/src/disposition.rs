//! The name of a file in a `Content-Disposition`: `filename`, and `filename*` for names that are not ASCII.
//!
//! `filename*` is RFC 8187's form: `UTF-8'en'%E4%BD%93.txt`. It wins over `filename`, as that RFC asks.

use percent_encoding::percent_decode_str;

/// The value of `filename*`, decoded; none when it is not there or not in a form that can be read.
pub fn extended_name(header: &[u8]) -> Option<String> {
    let header = std::str::from_utf8(header).ok()?;
    let value = parameters(header).into_iter().find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("filename*").then_some(value.trim())
    })?;
    decoded(value)
}

/// The parts between semicolons that are not inside quotes.
fn parameters(header: &str) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    let is_end = move |c: char| {
        let end = c == ';' && !quoted;
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && quoted && !escaped;
        end
    };
    header.split(is_end).collect()
}

fn decoded(value: &str) -> Option<String> {
    // Some clients quote it, which the RFC does not allow and nothing is lost by reading.
    let mut parts = value.trim_matches('"').splitn(3, '\'');
    let (charset, _language, text) = (parts.next()?, parts.next()?, parts.next()?);
    let bytes: Vec<u8> = percent_decode_str(text).collect();
    match charset.to_ascii_lowercase().as_str() {
        "utf-8" => String::from_utf8(bytes).ok(),
        "iso-8859-1" => Some(bytes.into_iter().map(char::from).collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extended_form_is_decoded() {
        let table = [
            (r#"form-data; name="file"; filename*=UTF-8''%E4%BD%93%E6%A3%80.txt"#, Some("体检.txt")),
            (r#"form-data; name="file"; filename="x.txt"; FILENAME* = utf-8'zh'a%20b.txt"#, Some("a b.txt")),
            ("form-data; filename*=iso-8859-1'fr'r%E9sultat.pdf; name=file", Some("résultat.pdf")),
            (r#"form-data; filename*="UTF-8''a.txt"; name=file"#, Some("a.txt")),
            (r#"form-data; name="file"; filename="; filename*=UTF-8''no""#, None),
            (r#"form-data; name="file"; filename="\"; filename*=UTF-8''no""#, None),
            ("form-data; filename*=UTF-8''%FF", None),
            ("form-data; filename*=x", None),
            ("form-data; filename*=koi8-r''x", None),
            ("form-data", None),
        ];
        for (header, name) in table {
            assert_eq!(extended_name(header.as_bytes()).as_deref(), name, "{header}");
        }
        assert_eq!(extended_name(b"form-data; filename*=UTF-8''\xff"), None);
    }
}
