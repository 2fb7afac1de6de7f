-- What administrators did, by the numbers of accounts and keys. It holds nothing of a person, and outlives what it is about.

CREATE TABLE audit (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at_us   INTEGER NOT NULL,
    -- how they came: `command line` or `http`
    way     TEXT NOT NULL,
    action  TEXT NOT NULL,
    account INTEGER,
    api_key INTEGER,
    -- requests a minute, or millionths of a US dollar a month; none: there is none, or the cap was taken away
    amount  INTEGER
) STRICT;
