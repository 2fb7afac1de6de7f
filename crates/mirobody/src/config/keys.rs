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
pub const KEYS: [Key; 55] = [
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
    key(
        "S3_BUCKET",
        "",
        "the S3 bucket for the bytes of files; empty, with all other S3_ keys, means the data directory",
    ),
    key("S3_KEY", "", "the id of the access key of the bucket"),
    key("S3_TOKEN", "", "the secret of the access key of the bucket"),
    key("S3_REGION", "", "the region of the bucket"),
    key("S3_PREFIX", "", "what the names of all objects begin with"),
    key("S3_ENDPOINT", "", "the URL of an S3 service that is not Amazon's, such as MinIO"),
    key("S3_PATH_STYLE", "", "true or false: the bucket in the path and not in the host; true when S3_ENDPOINT is set"),
    key("S3_ALLOW_HTTP", "false", "true lets an http:// S3_ENDPOINT be on another machine"),
    key("HTTP_HOST", "127.0.0.1", "the address to listen on; 0.0.0.0 for all"),
    key("HTTP_PORT", "18080", "the port to listen on"),
    key("MCP_PUBLIC_URL", "", "the address that others reach this server at, such as https://health.example.org"),
    key("DEFAULT_TIMEZONE", "UTC", "the IANA time zone of people who have not said theirs"),
    key(
        "EMBEDDING_PROVIDER",
        "",
        "gemini, qwen or compatible: asked for names that nothing else matches; empty: nobody is asked",
    ),
    key("EMBEDDING_MODEL", "", "the model of the embedding provider; empty: gemini-embedding-001 or text-embedding-v4"),
    key("EMBEDDING_BASE_URL", "", "what /embeddings is put after; needed for compatible"),
    key("EMBEDDING_API_KEY", "", "the key of a compatible provider, when it wants one"),
    key("GOOGLE_API_KEY", "", "the key of EMBEDDING_PROVIDER=gemini, or one that PROVIDERS_DEEP names"),
    key("DASHSCOPE_API_KEY", "", "the key of EMBEDDING_PROVIDER=qwen, or one that PROVIDERS_DEEP names"),
    key(
        "LLM_BASE_URL",
        "",
        "what /chat/completions is put after: a language model that speaks as OpenAI's do; empty: none is asked",
    ),
    key("LLM_MODEL", "", "the name of that model"),
    key("LLM_API_KEY", "", "its key, when it wants one"),
    key("LLM_SUPPORTS_IMAGE", "false", "true when it sees images"),
    key("LLM_SUPPORTS_PDF", "false", "true when it reads PDFs"),
    key("LLM_ALLOW_HTTP", "false", "true lets the http:// address of a model be on another machine"),
    key("LLM_PROXY", "", "the URL of a proxy that models are reached through; that of the environment is not used"),
    key("LLM_FIRST_TIMEOUT", "120", "seconds that a model may take to begin its answer"),
    key("LLM_IDLE_TIMEOUT", "120", "seconds that it may be silent in the middle"),
    key("LLM_TIMEOUT", "600", "seconds that an answer may take"),
    key("PROVIDERS_DEEP", "", "several models: a map of names to blocks with llm_type, api_key, base_url and model"),
    key("PROVIDERS_BASE", "", "more of them, under names that PROVIDERS_DEEP has not"),
    key("MODELS_FLASH", "", "names of models in the order that mirobody-flash asks them; empty: all of them"),
    key("MODELS_EXPERT", "", "the same for mirobody-expert"),
    key("OPENAI_API_KEY", "", "a key that a block of PROVIDERS_DEEP may name; alone it asks nobody"),
    key("OPENROUTER_API_KEY", "", "the same"),
    key("ANTHROPIC_API_KEY", "", "the same"),
    key(
        "MCP_ATTACH_PRIVATE_HOSTS",
        "",
        "hosts, or hosts and ports, with commas between: MCP servers there may be attached to a request though their \
         addresses are not public",
    ),
    key("EVIDENCE_ENABLED", "false", "true lets a model search published evidence at the public services"),
    key(
        "EVIDENCE_PUBMED_URL",
        "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
        "where PubMed is; empty: it is not asked",
    ),
    key(
        "EVIDENCE_EUROPE_PMC_URL",
        "https://www.ebi.ac.uk/europepmc/webservices/rest",
        "where Europe PMC is; empty: it is not asked",
    ),
    key(
        "EVIDENCE_TRIALS_URL",
        "https://clinicaltrials.gov/api/v2",
        "where ClinicalTrials.gov is; empty: it is not asked",
    ),
    key("EVIDENCE_EMAIL", "", "whom PubMed may write to about the requests of this server"),
    key(
        "EVIDENCE_INDEX",
        "",
        "a directory of .ndjson files with publications, searched beside the public services or without them",
    ),
    key(
        "PROMPTS_DEEP",
        "",
        "files with what a model works by, as Jinja templates, with commas between: the first is used; empty: ours",
    ),
    key(
        "SKILL_DIRS",
        "",
        "directories of skills, with commas between, beside those that are shipped: one of the same name replaces it",
    ),
    key("LOG_LEVEL", "info", "error, warn, info, debug or trace"),
    key("LOG_FORMAT", "text", "text or json"),
    key(
        "MIROBODY_CLOCK_OFFSET",
        "",
        "for tests: how far this program's clock is moved, such as 31d, or @FILE with that; refused under ENV=prod",
    ),
    key("ADMIN_TOKEN_SHA256", "", "the SHA-256, in hexadecimal, of the token of /admin; empty: there is no /admin"),
    key("REQUESTS_PER_MINUTE", "60", "requests a minute of an API key that has no number of its own"),
];
