-- What an agent noted for a person, under a path of its own; path and text are sealed.
CREATE TABLE note (
    subject    INTEGER NOT NULL REFERENCES subject (id),
    -- chance: the path says what the note is about
    id         TEXT NOT NULL,
    path       BLOB NOT NULL,
    text       BLOB NOT NULL,
    -- of the text
    bytes      INTEGER NOT NULL,
    written_us INTEGER NOT NULL,
    PRIMARY KEY (subject, id)
) STRICT;

-- The conversations that a note was written in: it goes with any of them.
CREATE TABLE note_origin (
    subject INTEGER NOT NULL,
    note    TEXT NOT NULL,
    origin  TEXT NOT NULL,
    PRIMARY KEY (subject, note, origin),
    FOREIGN KEY (subject, note) REFERENCES note (subject, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
