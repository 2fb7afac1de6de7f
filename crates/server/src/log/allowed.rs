//! Which fields a line may hold, and in which form.

use std::{collections::HashMap, fmt, sync::LazyLock};

use serde_json::Value;
use tracing::field::{Field, Visit};

/// What stands in place of a value that may not be written.
pub(super) const MASKED: &str = "[masked]";

/// Messages of our own are literal; longer ones are not ours.
const LONGEST_MESSAGE: usize = 200;
const LONGEST_WORD: usize = 64;
const LONGEST_CAUSE: usize = 200;

/// Where in its source a library that uses the `log` facade wrote a line; which library it is says `log.target`.
const WHERE: [&str; 3] = ["log.module_path", "log.file", "log.line"];

/// The form of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Number,
    Word,
    Route,
    Place,
    Cause,
}

static FIELDS: LazyLock<HashMap<&'static str, Form>> = LazyLock::new(|| {
    let line = |line: &'static str| {
        let (name, form) = line.split_once('\t')?;
        Some((name, Form::named(form)?))
    };
    include_str!("fields.tsv").lines().filter(|line| !line.starts_with('#')).filter_map(line).collect()
});

impl Form {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "number" => Self::Number,
            "word" => Self::Word,
            "route" => Self::Route,
            "place" => Self::Place,
            "cause" => Self::Cause,
            _ => return None,
        })
    }

    fn fits(self, text: &str) -> bool {
        let made_of = |marks: &str, most: usize| {
            text.len() <= most && text.chars().all(|c| c.is_ascii_alphanumeric() || marks.contains(c))
        };
        match self {
            Self::Number => text.parse::<f64>().is_ok() || matches!(text, "true" | "false"),
            Self::Word => made_of("_-.", LONGEST_WORD),
            Self::Route => made_of("_-./{}*", LONGEST_CAUSE),
            Self::Place => made_of("_-./:", LONGEST_CAUSE),
            Self::Cause => made_of("_-. :()", LONGEST_CAUSE),
        }
    }
}

/// The fields of an event or a span, as they may be written.
#[derive(Default)]
pub(super) struct Kept {
    /// Whether the event is this project's own: only then is its message known to be literal.
    pub(super) ours: bool,
    pub(super) message: Option<String>,
    pub(super) fields: Vec<(&'static str, Value)>,
}

impl Kept {
    fn keep(&mut self, field: &Field, text: &str, value: impl FnOnce() -> Value) {
        if field.name() == "message" {
            let shown = if self.ours && is_literal(text) { text } else { MASKED };
            self.message = Some(shown.to_owned());
            return;
        }
        if WHERE.contains(&field.name()) {
            return;
        }
        let fits = FIELDS.get(field.name()).is_some_and(|form| form.fits(text));
        self.fields.push((field.name(), if fits { value() } else { MASKED.into() }));
    }
}

/// Whether a message looks like one that was written as it stands: nothing put in, no digit, plain letters.
fn is_literal(message: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphabetic() || " ,;:.'()-_/".contains(c);
    message.len() <= LONGEST_MESSAGE && message.chars().all(plain)
}

impl Visit for Kept {
    fn record_i64(&mut self, field: &Field, value: i64) {
        self.keep(field, &value.to_string(), || value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.keep(field, &value.to_string(), || value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.keep(field, &value.to_string(), || value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.keep(field, &value.to_string(), || value.into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.keep(field, value, || value.into());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        self.keep(field, &text, || text.as_str().into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_names_a_form_there_is() {
        let lines = include_str!("fields.tsv").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), FIELDS.len());
    }

    #[test]
    fn a_value_has_the_form_of_its_field_or_is_masked() {
        for (form, text, fits) in [
            (Form::Number, "42", true),
            (Form::Number, "ferritin", false),
            (Form::Word, "0190b1c2-aaaa-7bbb-8ccc-0123456789ab", true),
            (Form::Word, "Ferritin 97", false),
            (Form::Word, "血红蛋白", false),
            (Form::Route, "/v1/files/{*file_key}", true),
            (Form::Route, "/v1/files/a?user=ann", false),
            (Form::Place, "crates/query/src/run.rs:12:5", true),
            (Form::Place, "a_library::fonts", true),
            (Form::Cause, "store_failed (database 23505)", true),
            (Form::Cause, "no such user \"ann\"", false),
        ] {
            assert_eq!(form.fits(text), fits, "{form:?} {text}");
        }
    }

    #[test]
    fn a_message_with_something_put_in_is_no_literal() {
        for (message, literal) in [
            ("background work failed; trying again", true),
            ("ferritin is 97.2", false),
            ("no such file: 报告.pdf", false),
            ("{\"keywords\":[\"a\"]}", false),
        ] {
            assert_eq!(is_literal(message), literal, "{message}");
        }
    }
}
