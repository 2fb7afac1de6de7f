//! The bodies and parameters of `/admin`, described; they are read field by field.

#![expect(dead_code, reason = "these describe bodies, which are read field by field")]

use utoipa::{IntoParams, ToSchema};

/// A key to make.
#[derive(ToSchema)]
#[schema(example = json!({"account": "clinic", "label": "server 1", "rpm": 120}))]
pub struct NewKey {
    /// The name of the account it opens, which is made when new; `local` is that of the command line.
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    account: String,
    /// What to call it.
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    label: Option<String>,
    /// Requests a minute; the server's own number when left out.
    #[schema(minimum = 1, maximum = 1000000)]
    rpm: Option<i64>,
}

/// What a key may.
#[derive(ToSchema)]
#[schema(example = json!({"rpm": 120}))]
pub struct KeyRate {
    /// Requests a minute.
    #[schema(minimum = 1, maximum = 1000000)]
    rpm: i64,
}

/// What an account may be billed a month.
#[derive(ToSchema)]
#[schema(example = json!({"usd": "20.50"}))]
pub struct NewCap {
    /// US dollars as text, so that no reader rounds them.
    #[schema(pattern = r"^[0-9]{1,9}(\.[0-9]{1,6})?$")]
    usd: String,
}

/// Which days, in UTC.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Days {
    /// The first; today when left out.
    #[param(example = "2026-06-01", format = Date)]
    from: Option<String>,
    /// The last, itself included; that of `from` when left out.
    #[param(example = "2026-06-30", format = Date)]
    to: Option<String>,
}

/// Which part of what was done.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditPage {
    /// How many at most; 100 when left out.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<i64>,
    /// Only what has a smaller number than this: that of the last one seen.
    #[param(minimum = 0)]
    before: Option<i64>,
}
