//! The tables of a backup, in the order in which they can be filled.

use crate::{
    append, complaint,
    db::bulk::{Kind, Table},
    past,
};
use Kind::{Bool, Bytes, Int, Text};

/// Tables that a backup leaves out: what a record finds out anew, or what only means something to running servers.
#[cfg(test)]
pub const LEFT_OUT: [&str; 9] = [
    "attempt",
    "counter",
    "doomed_blob",
    "name_vector",
    "rate_minute",
    "record",
    "schedule",
    "sign_in_code",
    "unfinished",
];

const fn table(name: &'static str, columns: &'static [(&'static str, Kind)]) -> Table {
    Table { name, columns }
}

/// Every other table.
pub const TABLES: [Table; 30] = [
    table("account", &[("id", Int), ("name", Text), ("local", Bool)]),
    table(
        "api_key",
        &[
            ("id", Int),
            ("account", Int),
            ("secret_sha256", Bytes),
            ("label", Text),
            ("rpm", Int),
            ("created_us", Int),
            ("revoked", Bool),
        ],
    ),
    table(
        "audit",
        &[
            ("id", Int),
            ("at_us", Int),
            ("way", Text),
            ("action", Text),
            ("account", Int),
            ("api_key", Int),
            ("amount", Int),
        ],
    ),
    table("account_cap", &[("account", Int), ("cap_micro_usd", Int)]),
    table(
        "usage_day",
        &[
            ("account", Int),
            ("key", Int),
            ("day", Text),
            ("requests", Int),
            ("input_tokens", Int),
            ("output_tokens", Int),
            ("micro_usd", Int),
        ],
    ),
    table(
        "subject",
        &[
            ("id", Int),
            ("account", Int),
            ("user_name", Text),
            ("erased", Bool),
            ("sex", Text),
            ("birth_date", Text),
            ("units", Text),
            ("language", Text),
        ],
    ),
    table("subject_zone", &[("subject", Int), ("from_us", Int), ("zone", Text)]),
    table("subject_key", &[("subject", Int), ("wrapped", Bytes)]),
    append::OBSERVATION,
    past::OBSERVATION_PAST,
    complaint::COMPLAINT,
    table(
        "file",
        &[
            ("subject", Int),
            ("key", Text),
            ("name", Bytes),
            ("media_type", Text),
            ("bytes", Int),
            ("sha256", Bytes),
            ("blob", Text),
            ("created_us", Int),
            ("abstract_text", Bytes),
            ("session", Text),
            ("expires_us", Int),
            ("sealed", Bool),
        ],
    ),
    table("file_text", &[("subject", Int), ("key", Text), ("page", Int), ("text", Bytes)]),
    table("file_content", &[("subject", Int), ("key", Text), ("sha256", Bytes)]),
    table(
        "alias",
        &[
            ("subject", Int),
            ("name_key", Text),
            ("unit_family", Text),
            ("specimen_key", Text),
            ("laboratory_key", Text),
            ("name", Text),
            ("specimen", Text),
            ("laboratory", Text),
            ("loinc", Text),
            ("said_us", Int),
        ],
    ),
    table(
        "note",
        &[("subject", Int), ("id", Text), ("path", Bytes), ("text", Bytes), ("bytes", Int), ("written_us", Int)],
    ),
    table("note_origin", &[("subject", Int), ("note", Text), ("origin", Text)]),
    table("conversation", &[("subject", Int), ("id", Text), ("session", Text), ("created_us", Int)]),
    table(
        "response",
        &[
            ("subject", Int),
            ("id", Text),
            ("conversation", Text),
            ("parent", Text),
            ("turn", Int),
            ("created_us", Int),
            ("expires_us", Int),
            ("pending", Text),
            ("body", Bytes),
            ("said", Bytes),
        ],
    ),
    table("response_place", &[("account", Int), ("id", Text), ("subject", Int)]),
    table("memory_fact", &[("subject", Int), ("id", Text), ("conversation", Text), ("fact", Bytes), ("said_us", Int)]),
    table("month_of_days", &[("subject", Int), ("series", Text), ("month", Text), ("days", Bytes)]),
    table(
        "series_name",
        &[
            ("subject", Int),
            ("series", Text),
            ("name", Text),
            ("loinc", Text),
            ("unit", Text),
            ("device", Bool),
            ("canonical", Text),
            ("count", Int),
            ("first", Text),
            ("last", Text),
            ("newest_us", Int),
            ("expires_us", Int),
        ],
    ),
    table("sample_series", &[("subject", Int), ("series", Text), ("name", Text), ("loinc", Text), ("unit", Text)]),
    table(
        "sample_block",
        &[
            ("subject", Int),
            ("series", Text),
            ("tag", Text),
            ("unit", Text),
            ("day", Text),
            ("seq", Int),
            ("count", Int),
            ("columns", Bytes),
        ],
    ),
    table(
        "job",
        &[
            ("id", Int),
            ("kind", Text),
            ("about", Text),
            ("subject", Int),
            ("after_us", Int),
            ("failures", Int),
            ("error", Text),
            ("dead_us", Int),
        ],
    ),
    table(
        "mcp_link",
        &[
            ("id", Int),
            ("subject", Int),
            ("api_key", Int),
            ("salt", Bytes),
            ("secret_sha256", Bytes),
            ("created_us", Int),
        ],
    ),
    table(
        "oauth_client",
        &[("id", Text), ("name", Text), ("redirects", Text), ("secret_sha256", Bytes), ("created_us", Int)],
    ),
    table(
        "oauth_grant",
        &[
            ("id", Int),
            ("subject", Int),
            ("api_key", Int),
            ("client", Text),
            ("scopes", Text),
            ("resource", Text),
            ("redirect", Text),
            ("challenge", Text),
            ("created_us", Int),
        ],
    ),
    table(
        "oauth_token",
        &[("sha256", Bytes), ("subject", Int), ("grant_id", Int), ("kind", Int), ("expires_us", Int), ("spent", Bool)],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_of_the_schema_is_backed_up_or_left_out() {
        for folder in ["sqlite", "postgres"] {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
            let steps =
                std::fs::read_dir(folder).unwrap().map(|step| std::fs::read_to_string(step.unwrap().path()).unwrap());
            let all = steps.collect::<Vec<_>>().concat();
            let made = all.lines().filter_map(|line| line.strip_prefix("CREATE TABLE ")?.split(' ').next());
            for name in made.filter(|name| !all.contains(&format!("DROP TABLE {name};"))) {
                let known = TABLES.iter().any(|table| table.name == name) || LEFT_OUT.contains(&name);
                assert!(known, "the table {name} is neither backed up nor left out");
            }
        }
    }
}
