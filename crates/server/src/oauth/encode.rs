//! Text put where it could be taken for something else: into a page, into an address, into a challenge.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest, Sha256};

/// All but what RFC 3986 leaves as it is.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Text for HTML, in an element or between the quotes of an attribute.
pub fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// An address with these parameters added.
pub fn with_parameters(address: &str, parameters: &[(&str, &str)]) -> String {
    let mut out = address.to_owned();
    for (name, value) in parameters {
        out.push(if out.contains('?') { '&' } else { '?' });
        out.push_str(name);
        out.push('=');
        out.extend(utf8_percent_encode(value, RESERVED));
    }
    out
}

/// The S256 challenge of a verifier (RFC 7636).
pub fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_stays_text() {
        assert_eq!(html("<b a='\"'>&"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;");
        let address = with_parameters("http://a/?x=1", &[("state", "a&b=c#\r\n"), ("code", "mb_code_x-Y~")]);
        assert_eq!(address, "http://a/?x=1&state=a%26b%3Dc%23%0D%0A&code=mb_code_x-Y~");
        assert_eq!(with_parameters("app:/cb", &[("code", "1")]), "app:/cb?code=1");
    }

    #[test]
    fn the_challenge_is_that_of_the_rfc() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert_eq!(challenge(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
