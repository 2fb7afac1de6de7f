-- Days lie together by month: a row for each series and month, which years of days are read from a hundred times faster.
DROP TABLE day_summary;

CREATE TABLE month_of_days (
    subject BIGINT NOT NULL REFERENCES subject (id),
    series  TEXT COLLATE "C" NOT NULL,
    -- YYYY-MM
    month   TEXT COLLATE "C" NOT NULL,
    -- what each source says of each day, see store::days::month
    days    BYTEA NOT NULL,
    PRIMARY KEY (subject, series, month)
);

ALTER TABLE month_of_days ALTER COLUMN series SET STATISTICS 0;
ALTER TABLE month_of_days ALTER COLUMN month SET STATISTICS 0;
ALTER TABLE month_of_days ALTER COLUMN days SET STATISTICS 0;
-- Packed already.
ALTER TABLE month_of_days ALTER COLUMN days SET STORAGE EXTERNAL;

-- The newest samples are found by their day, whatever their source.
CREATE INDEX sample_block_day ON sample_block (subject, series, day);

-- Days are added up anew from the readings when the program starts.
INSERT INTO unfinished (task)
    SELECT 'days' WHERE EXISTS (SELECT 1 FROM observation) OR EXISTS (SELECT 1 FROM sample_block)
    ON CONFLICT DO NOTHING;
