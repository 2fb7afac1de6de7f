-- Where the names of a record's series lie in the space of an embedding model. It says no more than the names, which are
-- plain in the tables they come from, so it is plain as well. It is made anew whenever it is missing.
CREATE TABLE name_vector (
    subject     BIGINT NOT NULL REFERENCES subject (id),
    series      TEXT COLLATE "C" NOT NULL,
    -- provider and model: vectors of another are of no use beside these
    model       TEXT COLLATE "C" NOT NULL,
    -- of the text it was made from
    text_sha256 BYTEA NOT NULL,
    vector      BYTEA NOT NULL,
    PRIMARY KEY (subject, series)
);
