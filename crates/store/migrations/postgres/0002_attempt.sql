-- Writes that were sent under an idempotency key, so that sent again they add nothing. Nothing of what was sent is here:
-- hashes, and of the answer only ids and counts. Kept for a day.

CREATE TABLE attempt (
    subject        BIGINT NOT NULL REFERENCES subject (id),
    key_sha256     BYTEA NOT NULL,
    request_sha256 BYTEA NOT NULL,
    -- none: under way
    outcome        TEXT COLLATE "C",
    begun_us       BIGINT NOT NULL,
    PRIMARY KEY (subject, key_sha256)
);
CREATE INDEX attempt_age ON attempt (begun_us);
ALTER TABLE attempt ALTER COLUMN key_sha256 SET STATISTICS 0;
ALTER TABLE attempt ALTER COLUMN request_sha256 SET STATISTICS 0;
ALTER TABLE attempt ALTER COLUMN outcome SET STATISTICS 0;
