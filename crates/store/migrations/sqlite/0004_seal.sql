-- Sealed columns: a letter that says whether the value is plain (p) or sealed (s), then its bytes.

-- The key of a subject, wrapped by the operator's master key. It goes with the subject.
CREATE TABLE subject_key (
    subject INTEGER PRIMARY KEY REFERENCES subject (id),
    wrapped BLOB NOT NULL
) STRICT;

ALTER TABLE file ADD COLUMN name_sealed BLOB NOT NULL DEFAULT x'70';
UPDATE file SET name_sealed = CAST('p' || name AS BLOB);
ALTER TABLE file DROP COLUMN name;
ALTER TABLE file RENAME COLUMN name_sealed TO name;
ALTER TABLE file ADD COLUMN abstract_sealed BLOB NOT NULL DEFAULT x'70';
UPDATE file SET abstract_sealed = CAST('p' || abstract_text AS BLOB);
ALTER TABLE file DROP COLUMN abstract_text;
ALTER TABLE file RENAME COLUMN abstract_sealed TO abstract_text;
-- Whether the blob is sealed.
ALTER TABLE file ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0;

ALTER TABLE file_text ADD COLUMN text_sealed BLOB NOT NULL DEFAULT x'70';
UPDATE file_text SET text_sealed = CAST('p' || text AS BLOB);
ALTER TABLE file_text DROP COLUMN text;
ALTER TABLE file_text RENAME COLUMN text_sealed TO text;
