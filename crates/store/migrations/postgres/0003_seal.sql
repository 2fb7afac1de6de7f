-- Sealed columns: a letter that says whether the value is plain (p) or sealed (s), then its bytes.

-- The key of a subject, wrapped by the operator's master key. It goes with the subject.
CREATE TABLE subject_key (
    subject BIGINT PRIMARY KEY REFERENCES subject (id),
    wrapped BYTEA NOT NULL
);

ALTER TABLE file ALTER COLUMN name TYPE BYTEA USING convert_to('p' || name, 'UTF8');
ALTER TABLE file ALTER COLUMN abstract_text DROP DEFAULT;
ALTER TABLE file ALTER COLUMN abstract_text TYPE BYTEA USING convert_to('p' || abstract_text, 'UTF8');
ALTER TABLE file ALTER COLUMN abstract_text SET DEFAULT convert_to('p', 'UTF8');
-- Whether the blob is sealed.
ALTER TABLE file ADD COLUMN sealed BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE file_text ALTER COLUMN text TYPE BYTEA USING convert_to('p' || text, 'UTF8');
