-- What a person said they feel or have, as they said it, and what was made of it.

CREATE TABLE complaint (
    subject    INTEGER NOT NULL REFERENCES subject (id),
    id         INTEGER NOT NULL,
    -- the same in whichever record it is moved to
    uid        BLOB NOT NULL,
    -- the words, sealed: see store::complaint::words
    words      BLOB NOT NULL,
    -- ICPC-3 code and its own title, or why there is none
    icpc       TEXT,
    title      TEXT,
    why        TEXT,
    -- `affirmed`, `negated`, `uncertain` or `past`
    status     TEXT NOT NULL,
    -- which tables read the words
    stamp      TEXT NOT NULL,
    start_us   INTEGER NOT NULL,
    offset_s   INTEGER,
    day        TEXT NOT NULL,
    precision  TEXT NOT NULL,
    time_text  TEXT NOT NULL,
    -- where from, and how long
    source     TEXT NOT NULL,
    tag        TEXT NOT NULL,
    file_key   TEXT,
    session    TEXT,
    expires_us INTEGER,
    PRIMARY KEY (subject, id)
) STRICT;
CREATE INDEX complaint_newest ON complaint (subject, start_us DESC, id DESC);
CREATE INDEX complaint_code ON complaint (subject, icpc, day);
CREATE INDEX complaint_session ON complaint (subject, session) WHERE session IS NOT NULL;
CREATE INDEX complaint_file ON complaint (subject, file_key) WHERE file_key IS NOT NULL;
CREATE INDEX complaint_expiry ON complaint (expires_us) WHERE expires_us IS NOT NULL;
