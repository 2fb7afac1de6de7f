-- The first schema. Instants are microseconds since 1970 UTC; decimals are text; days are YYYY-MM-DD.
-- Every table of health data has a key that starts with the subject.

CREATE TABLE account (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    name  TEXT NOT NULL,
    local INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX account_local ON account (local) WHERE local = 1;

CREATE TABLE api_key (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    account       INTEGER NOT NULL REFERENCES account (id),
    secret_sha256 BLOB NOT NULL UNIQUE,
    label         TEXT NOT NULL,
    rpm           INTEGER NOT NULL,
    created_us    INTEGER NOT NULL,
    revoked       INTEGER NOT NULL DEFAULT 0
) STRICT;

-- An erased subject keeps its random id as a tombstone and nothing else, so the mapping can never come back.
CREATE TABLE subject (
    id         INTEGER PRIMARY KEY,
    account    INTEGER NOT NULL REFERENCES account (id),
    user_name  TEXT,
    erased     INTEGER NOT NULL DEFAULT 0,
    sex        TEXT,
    birth_date TEXT,
    units      TEXT,
    language   TEXT,
    UNIQUE (account, user_name),
    CHECK ((erased = 0) = (user_name IS NOT NULL))
) STRICT;

CREATE TABLE subject_zone (
    subject INTEGER NOT NULL REFERENCES subject (id),
    from_us INTEGER NOT NULL,
    zone    TEXT NOT NULL,
    PRIMARY KEY (subject, from_us)
) STRICT;

CREATE TABLE counter (
    name    TEXT PRIMARY KEY,
    next_id INTEGER NOT NULL
) STRICT;
INSERT INTO counter (name, next_id) VALUES ('observation', 1);

CREATE TABLE observation (
    subject        INTEGER NOT NULL REFERENCES subject (id),
    id             INTEGER NOT NULL,
    fhir_id        BLOB NOT NULL,
    -- as printed
    name           TEXT NOT NULL,
    name_lower     TEXT NOT NULL,
    value_text     TEXT NOT NULL,
    unit_text      TEXT NOT NULL,
    specimen       TEXT NOT NULL,
    range_text     TEXT NOT NULL,
    flag_text      TEXT NOT NULL,
    time_text      TEXT NOT NULL,
    language       TEXT NOT NULL,
    -- computed
    value_json     TEXT NOT NULL,
    number         TEXT,
    unit           TEXT,
    loinc          TEXT,
    canonical      TEXT,
    series         TEXT NOT NULL,
    low            TEXT,
    low_inclusive  INTEGER,
    high           TEXT,
    high_inclusive INTEGER,
    range_unit     TEXT,
    flag           TEXT,
    decision       TEXT NOT NULL,
    marks          TEXT NOT NULL,
    -- when
    start_us       INTEGER NOT NULL,
    end_us         INTEGER,
    offset_s       INTEGER,
    day            TEXT NOT NULL,
    precision      TEXT NOT NULL,
    -- where from, and how long
    source         TEXT NOT NULL,
    tag            TEXT NOT NULL,
    file_key       TEXT,
    page           INTEGER,
    session        TEXT,
    expires_us     INTEGER,
    PRIMARY KEY (subject, id)
) STRICT;
CREATE INDEX observation_newest ON observation (subject, start_us DESC, id DESC);
CREATE INDEX observation_series ON observation (subject, series, day);
CREATE INDEX observation_session ON observation (subject, session) WHERE session IS NOT NULL;
CREATE INDEX observation_file ON observation (subject, file_key) WHERE file_key IS NOT NULL;
CREATE INDEX observation_expiry ON observation (expires_us) WHERE expires_us IS NOT NULL;

CREATE TABLE file (
    subject       INTEGER NOT NULL REFERENCES subject (id),
    key           TEXT NOT NULL,
    name          TEXT NOT NULL,
    media_type    TEXT NOT NULL,
    bytes         INTEGER NOT NULL,
    sha256        BLOB NOT NULL,
    blob          TEXT NOT NULL,
    created_us    INTEGER NOT NULL,
    abstract_text TEXT NOT NULL DEFAULT '',
    session       TEXT,
    expires_us    INTEGER,
    PRIMARY KEY (subject, key)
) STRICT;
CREATE INDEX file_newest ON file (subject, created_us DESC, key);
CREATE INDEX file_hash ON file (subject, sha256);
CREATE INDEX file_expiry ON file (expires_us) WHERE expires_us IS NOT NULL;

CREATE TABLE file_text (
    subject INTEGER NOT NULL,
    key     TEXT NOT NULL,
    page    INTEGER NOT NULL,
    text    TEXT NOT NULL,
    PRIMARY KEY (subject, key, page),
    FOREIGN KEY (subject, key) REFERENCES file (subject, key) ON DELETE CASCADE
) STRICT;

-- Which bytes a key held. It outlives the file, as its records do, so that the same bytes do not add them again.
CREATE TABLE file_content (
    subject INTEGER NOT NULL REFERENCES subject (id),
    key     TEXT NOT NULL,
    sha256  BLOB NOT NULL,
    PRIMARY KEY (subject, key)
) STRICT;
CREATE INDEX file_content_hash ON file_content (subject, sha256);

-- Blobs whose row is gone and whose bytes still have to be removed: written with the deletion, so that a crash
-- between the commit and the removal is made good by the next maintenance.
CREATE TABLE doomed_blob (
    blob TEXT PRIMARY KEY
) STRICT;
