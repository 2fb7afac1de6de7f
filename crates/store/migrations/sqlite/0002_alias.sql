-- What a person has decided about the names their laboratories print. Keys are folded; an empty condition always holds.

CREATE TABLE alias (
    subject        INTEGER NOT NULL REFERENCES subject (id),
    name_key       TEXT NOT NULL,
    unit_family    TEXT NOT NULL,
    specimen_key   TEXT NOT NULL,
    laboratory_key TEXT NOT NULL,
    -- as given
    name           TEXT NOT NULL,
    specimen       TEXT NOT NULL,
    laboratory     TEXT NOT NULL,
    -- none: the name is left uncoded
    loinc          TEXT,
    said_us        INTEGER NOT NULL,
    PRIMARY KEY (subject, name_key, unit_family, specimen_key, laboratory_key)
) STRICT;
