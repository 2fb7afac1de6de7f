-- What a person said they feel or have, as they said it, and what was made of it.

CREATE TABLE complaint (
    subject    BIGINT NOT NULL REFERENCES subject (id),
    id         BIGINT NOT NULL,
    -- the same in whichever record it is moved to
    uid        BYTEA NOT NULL,
    -- the words, sealed: see store::complaint::words
    words      BYTEA NOT NULL,
    -- ICPC-3 code and its own title, or why there is none
    icpc       TEXT COLLATE "C",
    title      TEXT COLLATE "C",
    why        TEXT COLLATE "C",
    -- `affirmed`, `negated`, `uncertain` or `past`
    status     TEXT COLLATE "C" NOT NULL,
    -- which tables read the words
    stamp      TEXT COLLATE "C" NOT NULL,
    start_us   BIGINT NOT NULL,
    offset_s   BIGINT,
    day        TEXT COLLATE "C" NOT NULL,
    precision  TEXT COLLATE "C" NOT NULL,
    time_text  TEXT COLLATE "C" NOT NULL,
    -- where from, and how long
    source     TEXT COLLATE "C" NOT NULL,
    tag        TEXT COLLATE "C" NOT NULL,
    file_key   TEXT COLLATE "C",
    session    TEXT COLLATE "C",
    expires_us BIGINT,
    PRIMARY KEY (subject, id)
);
CREATE INDEX complaint_newest ON complaint (subject, start_us DESC, id DESC);
CREATE INDEX complaint_code ON complaint (subject, icpc, day);
CREATE INDEX complaint_session ON complaint (subject, session) WHERE session IS NOT NULL;
CREATE INDEX complaint_file ON complaint (subject, file_key) WHERE file_key IS NOT NULL;
CREATE INDEX complaint_expiry ON complaint (expires_us) WHERE expires_us IS NOT NULL;
