-- What series a record has and under which names, kept with the readings, so that nobody has to go through them to
-- know. A line of device samples is one of its own.

CREATE TABLE series_name (
    subject    BIGINT NOT NULL REFERENCES subject (id),
    series     TEXT COLLATE "C" NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    -- empty: none
    loinc      TEXT COLLATE "C" NOT NULL,
    unit       TEXT COLLATE "C" NOT NULL,
    device     BOOLEAN NOT NULL,
    canonical  TEXT COLLATE "C" NOT NULL,
    count      BIGINT NOT NULL,
    first      TEXT COLLATE "C" NOT NULL,
    last       TEXT COLLATE "C" NOT NULL,
    newest_us  BIGINT NOT NULL,
    -- when the first of them expires: what the line says holds until then
    expires_us BIGINT,
    PRIMARY KEY (subject, series, name, loinc, unit, device)
);

CREATE INDEX observation_flag ON observation (subject, series, flag, day) WHERE flag IS NOT NULL;

-- What a record made by an earlier version lacks, which the program adds when it starts.
CREATE TABLE unfinished (
    task TEXT COLLATE "C" PRIMARY KEY
);
INSERT INTO unfinished (task) SELECT 'days' WHERE EXISTS (SELECT 1 FROM observation);
