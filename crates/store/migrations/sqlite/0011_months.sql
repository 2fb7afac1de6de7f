-- Days lie together by month: a row for each series and month, which years of days are read from a hundred times faster.
DROP TABLE day_summary;

CREATE TABLE month_of_days (
    subject INTEGER NOT NULL REFERENCES subject (id),
    series  TEXT NOT NULL,
    -- YYYY-MM
    month   TEXT NOT NULL,
    -- what each source says of each day, see store::days::month
    days    BLOB NOT NULL,
    PRIMARY KEY (subject, series, month)
) STRICT, WITHOUT ROWID;

-- The newest samples are found by their day, whatever their source.
CREATE INDEX sample_block_day ON sample_block (subject, series, day);

-- Days are added up anew from the readings when the program starts.
INSERT OR IGNORE INTO unfinished (task)
    SELECT 'days' WHERE EXISTS (SELECT 1 FROM observation) OR EXISTS (SELECT 1 FROM sample_block);
