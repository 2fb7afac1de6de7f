-- Writes that were sent under an idempotency key, so that sent again they add nothing. Nothing of what was sent is here:
-- hashes, and of the answer only ids and counts. Kept for a day.

CREATE TABLE attempt (
    subject        INTEGER NOT NULL REFERENCES subject (id),
    key_sha256     BLOB NOT NULL,
    request_sha256 BLOB NOT NULL,
    -- none: under way
    outcome        TEXT,
    begun_us       INTEGER NOT NULL,
    PRIMARY KEY (subject, key_sha256)
) STRICT;
CREATE INDEX attempt_age ON attempt (begun_us);
