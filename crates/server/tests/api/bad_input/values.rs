//! What parameters are given.

use super::calls::World;

/// In what is sent, so that it can be looked for in what comes back.
pub const MARK: &str = "zq9xjk";

/// A value as JSON has it, and as text for the places that take text.
#[derive(Debug, Clone)]
pub struct Raw {
    pub json: String,
    pub text: String,
}

impl Raw {
    /// From JSON; the text is that of a string, or the JSON itself.
    pub fn json(json: &str) -> Self {
        let text = serde_json::from_str::<String>(json).unwrap_or_else(|_| json.to_owned());
        Self { json: json.to_owned(), text }
    }

    fn text(text: &str) -> Self {
        Self { json: serde_json::to_string(text).unwrap(), text: text.to_owned() }
    }
}

/// One of each JSON type.
pub const KINDS: &[(&str, &str)] = &[
    ("string", "\"zq9xjk\""),
    ("integer", "7"),
    ("number", "1.5"),
    ("boolean", "true"),
    ("array", "[[\"zq9xjk\"]]"),
    ("object", "{\"zq9xjk\": 1}"),
    ("null", "null"),
];

/// Everything, with its name.
pub fn all(world: &World) -> Vec<(&'static str, Raw)> {
    let mut values: Vec<_> = KINDS.iter().map(|(kind, json)| (*kind, Raw::json(json))).collect();
    let huge = "zq9xjk".repeat(20_000);
    let texts = [
        ("empty", String::new()),
        ("blank", " \t\n".to_owned()),
        ("huge", huge),
        ("nul", "zq9xjk\u{0}zq9xjk".to_owned()),
        ("unicode", "zq9xjk 血红蛋白 𝒳 \u{202e}\u{feff}é".to_owned()),
        ("injection", "zq9xjk'; DROP TABLE observation; --".to_owned()),
        ("like", "zq9xjk%_\\".to_owned()),
        ("path", "../../zq9xjk/../mirobody.db".to_owned()),
        ("format", "zq9xjk {0} %s ${x} <script>".to_owned()),
        ("other record", world.other_record.clone()),
        ("other file", world.other_file.clone()),
        ("other session", World::OTHER_SESSION.to_owned()),
    ];
    values.extend(texts.iter().map(|(name, text)| (*name, Raw::text(text))));
    values.extend([
        ("lone surrogate", Raw { json: "\"zq9xjk\\ud800\"".into(), text: "zq9xjk%ED%A0%80".into() }),
        ("large number", Raw::json("99999999999999999999999999")),
        ("exponent", Raw::json("1e999")),
        ("negative", Raw::json("-9223372036854775808")),
        ("deep", Raw::json(&format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000)))),
    ]);
    values
}
