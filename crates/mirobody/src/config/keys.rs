//! Every key there is, with its default and what it does.

/// A setting.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The flat upper-case name.
    pub name: &'static str,
    /// The value when nothing sets it.
    pub default: &'static str,
    /// What it does.
    pub what: &'static str,
}

const fn key(name: &'static str, default: &'static str, what: &'static str) -> Key {
    Key { name, default, what }
}

/// The keys that exist. A key in a file that is not here is reported.
pub const KEYS: [Key; 13] = [
    key("ENV", "dev", "which config.{ENV}.yaml to lay over config.yaml"),
    key("MIROBODY_HOME", "", "the data directory; empty means mirobody/ in the user's data directory"),
    key("DATABASE_URL", "", "postgres://user:password@host:5432/database; empty means SQLite in the data directory"),
    key("DATABASE_CONNECTIONS", "16", "the most connections to PostgreSQL that this process opens"),
    key(
        "PG_ENCRYPTION_KEY",
        "",
        "seals file names, texts and bytes, on either engine; `openssl rand -hex 32`, kept safe",
    ),
    key("PG_ENCRYPTION_KEY_PREVIOUS", "", "keys before it, with commas between, until `mirobody rekey` has run"),
    key("HTTP_HOST", "127.0.0.1", "the address to listen on; 0.0.0.0 for all"),
    key("HTTP_PORT", "18080", "the port to listen on"),
    key("MCP_PUBLIC_URL", "", "the address that others reach this server at, such as https://health.example.org"),
    key("DEFAULT_TIMEZONE", "UTC", "the IANA time zone of people who have not said theirs"),
    key("LOG_LEVEL", "info", "error, warn, info, debug or trace"),
    key("LOG_FORMAT", "text", "text or json"),
    key("REQUESTS_PER_MINUTE", "60", "requests a minute of an API key that has no number of its own"),
];
