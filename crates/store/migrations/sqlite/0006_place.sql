-- What the record is called where it shares a bucket with others, and where the bytes of its files are.
CREATE TABLE record (
    one   INTEGER PRIMARY KEY DEFAULT 1 CHECK (one = 1),
    name  TEXT NOT NULL,
    -- none: in the data directory
    files TEXT
) STRICT;
