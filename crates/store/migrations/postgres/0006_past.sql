-- What a record said before it was amended, and what it said when it was retracted. A record keeps its FHIR id through all
-- of that, so the rows of one record have the same. They go when it is erased, and expire as it does.

CREATE TABLE observation_past (
    subject        BIGINT NOT NULL REFERENCES subject (id),
    id             BIGINT NOT NULL,
    fhir_id        BYTEA NOT NULL,
    -- as printed
    name           TEXT COLLATE "C" NOT NULL,
    name_lower     TEXT COLLATE "C" NOT NULL,
    value_text     TEXT COLLATE "C" NOT NULL,
    unit_text      TEXT COLLATE "C" NOT NULL,
    specimen       TEXT COLLATE "C" NOT NULL,
    range_text     TEXT COLLATE "C" NOT NULL,
    flag_text      TEXT COLLATE "C" NOT NULL,
    time_text      TEXT COLLATE "C" NOT NULL,
    language       TEXT COLLATE "C" NOT NULL,
    -- computed
    value_json     TEXT COLLATE "C" NOT NULL,
    number         TEXT COLLATE "C",
    unit           TEXT COLLATE "C",
    loinc          TEXT COLLATE "C",
    canonical      TEXT COLLATE "C",
    series         TEXT COLLATE "C" NOT NULL,
    low            TEXT COLLATE "C",
    low_inclusive  BOOLEAN,
    high           TEXT COLLATE "C",
    high_inclusive BOOLEAN,
    range_unit     TEXT COLLATE "C",
    flag           TEXT COLLATE "C",
    decision       TEXT COLLATE "C" NOT NULL,
    marks          TEXT COLLATE "C" NOT NULL,
    -- when
    start_us       BIGINT NOT NULL,
    end_us         BIGINT,
    offset_s       BIGINT,
    day            TEXT COLLATE "C" NOT NULL,
    precision      TEXT COLLATE "C" NOT NULL,
    -- where from, and how long
    source         TEXT COLLATE "C" NOT NULL,
    tag            TEXT COLLATE "C" NOT NULL,
    file_key       TEXT COLLATE "C",
    page           BIGINT,
    session        TEXT COLLATE "C",
    expires_us     BIGINT,
    -- `amended` or `retracted`, when, and by which API key; none: by the command line, or before an import
    how            TEXT COLLATE "C" NOT NULL,
    changed_us     BIGINT NOT NULL,
    by_key         BIGINT,
    PRIMARY KEY (subject, id)
);
CREATE INDEX past_record ON observation_past (subject, fhir_id);
CREATE INDEX past_session ON observation_past (subject, session) WHERE session IS NOT NULL;
CREATE INDEX past_file ON observation_past (subject, file_key) WHERE file_key IS NOT NULL;
CREATE INDEX past_expiry ON observation_past (expires_us) WHERE expires_us IS NOT NULL;

-- The row of the past that this one stands for now.
ALTER TABLE observation ADD COLUMN amends BIGINT;
