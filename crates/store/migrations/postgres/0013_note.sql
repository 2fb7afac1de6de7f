-- What an agent noted for a person, under a path of its own; path and text are sealed.
CREATE TABLE note (
    subject    BIGINT NOT NULL REFERENCES subject (id),
    -- chance: the path says what the note is about
    id         TEXT COLLATE "C" NOT NULL,
    path       BYTEA NOT NULL,
    text       BYTEA NOT NULL,
    -- of the text
    bytes      BIGINT NOT NULL,
    written_us BIGINT NOT NULL,
    PRIMARY KEY (subject, id)
);

-- The conversations that a note was written in: it goes with any of them.
CREATE TABLE note_origin (
    subject BIGINT NOT NULL,
    note    TEXT COLLATE "C" NOT NULL,
    origin  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (subject, note, origin),
    FOREIGN KEY (subject, note) REFERENCES note (subject, id) ON DELETE CASCADE
);
