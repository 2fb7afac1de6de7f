-- Days and device samples.

-- What each source says of a day of a series, written with its readings.
CREATE TABLE day_summary (
    subject    INTEGER NOT NULL REFERENCES subject (id),
    series     TEXT NOT NULL,
    day        TEXT NOT NULL,
    line       INTEGER NOT NULL,
    source     TEXT NOT NULL,
    tag        TEXT NOT NULL,
    unit       TEXT NOT NULL,
    count      INTEGER NOT NULL,
    -- none: more digits than a decimal has
    sum        TEXT,
    min        TEXT NOT NULL,
    max        TEXT NOT NULL,
    first_us   INTEGER NOT NULL,
    first      TEXT NOT NULL,
    last_us    INTEGER NOT NULL,
    last       TEXT NOT NULL,
    covered_s  INTEGER NOT NULL,
    -- why this source counts for the day; none when another does
    why        TEXT,
    -- from then on the line says too much, and the day is added up anew
    expires_us INTEGER,
    PRIMARY KEY (subject, series, day, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE sample_series (
    subject INTEGER NOT NULL REFERENCES subject (id),
    series  TEXT NOT NULL,
    name    TEXT NOT NULL,
    loinc   TEXT,
    unit    TEXT NOT NULL,
    PRIMARY KEY (subject, series)
) STRICT;

-- A UTC day of one source's samples, as compressed columns; late ones in blocks of higher seq until they are merged.
CREATE TABLE sample_block (
    subject INTEGER NOT NULL REFERENCES subject (id),
    series  TEXT NOT NULL,
    tag     TEXT NOT NULL,
    unit    TEXT NOT NULL,
    day     TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    count   INTEGER NOT NULL,
    columns BLOB NOT NULL,
    PRIMARY KEY (subject, series, tag, unit, day, seq)
) STRICT;

-- Work that waits. It says what to do by identifiers and holds nothing of a record.
CREATE TABLE job (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    kind            TEXT NOT NULL,
    about           TEXT NOT NULL,
    subject         INTEGER REFERENCES subject (id),
    after_us        INTEGER NOT NULL,
    failures        INTEGER NOT NULL,
    error           TEXT NOT NULL DEFAULT '',
    -- what only the worker that holds it knows
    lease           TEXT,
    leased_until_us INTEGER,
    -- asked for again while it was being done
    again           INTEGER NOT NULL DEFAULT 0,
    dead_us         INTEGER,
    UNIQUE (kind, about)
) STRICT;
CREATE INDEX job_next ON job (after_us, id) WHERE dead_us IS NULL;
CREATE INDEX job_subject ON job (subject) WHERE subject IS NOT NULL;

CREATE TABLE schedule (
    name    TEXT PRIMARY KEY,
    next_us INTEGER NOT NULL
) STRICT;

-- What keys have used. Nothing here is of a record.
CREATE TABLE usage_day (
    account       INTEGER NOT NULL REFERENCES account (id),
    -- 0: none
    key           INTEGER NOT NULL,
    day           TEXT NOT NULL,
    requests      INTEGER NOT NULL,
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    micro_usd     INTEGER NOT NULL,
    PRIMARY KEY (account, key, day)
) STRICT;
CREATE INDEX usage_of_day ON usage_day (day);

CREATE TABLE account_cap (
    account       INTEGER PRIMARY KEY REFERENCES account (id),
    cap_micro_usd INTEGER NOT NULL
) STRICT;

CREATE TABLE rate_minute (
    key     INTEGER PRIMARY KEY REFERENCES api_key (id),
    start_s INTEGER NOT NULL,
    used    INTEGER NOT NULL
) STRICT;
