-- What a record said before it was amended, and what it said when it was retracted. A record keeps its FHIR id through all
-- of that, so the rows of one record have the same. They go when it is erased, and expire as it does.

CREATE TABLE observation_past (
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
    -- `amended` or `retracted`, when, and by which API key; none: by the command line, or before an import
    how            TEXT NOT NULL,
    changed_us     INTEGER NOT NULL,
    by_key         INTEGER,
    PRIMARY KEY (subject, id)
) STRICT;
CREATE INDEX past_record ON observation_past (subject, fhir_id);
CREATE INDEX past_session ON observation_past (subject, session) WHERE session IS NOT NULL;
CREATE INDEX past_file ON observation_past (subject, file_key) WHERE file_key IS NOT NULL;
CREATE INDEX past_expiry ON observation_past (expires_us) WHERE expires_us IS NOT NULL;

-- The row of the past that this one stands for now.
ALTER TABLE observation ADD COLUMN amends INTEGER;
