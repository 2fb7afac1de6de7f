-- What series a record has and under which names, kept with the readings, so that nobody has to go through them to
-- know. A line of device samples is one of its own.

CREATE TABLE series_name (
    subject    INTEGER NOT NULL REFERENCES subject (id),
    series     TEXT NOT NULL,
    name       TEXT NOT NULL,
    -- empty: none
    loinc      TEXT NOT NULL,
    unit       TEXT NOT NULL,
    device     INTEGER NOT NULL,
    canonical  TEXT NOT NULL,
    count      INTEGER NOT NULL,
    first      TEXT NOT NULL,
    last       TEXT NOT NULL,
    newest_us  INTEGER NOT NULL,
    -- when the first of them expires: what the line says holds until then
    expires_us INTEGER,
    PRIMARY KEY (subject, series, name, loinc, unit, device)
) STRICT, WITHOUT ROWID;

CREATE INDEX observation_flag ON observation (subject, series, flag, day) WHERE flag IS NOT NULL;

-- What a record made by an earlier version lacks, which the program adds when it starts.
CREATE TABLE unfinished (
    task TEXT PRIMARY KEY
) STRICT;
INSERT INTO unfinished (task) SELECT 'days' WHERE EXISTS (SELECT 1 FROM observation);
