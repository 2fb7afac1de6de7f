-- What was said in conversations that are kept: the answers as their callers were given them, and what a model is told
-- when the conversation goes on. An answer that is deleted leaves what was said until the last one of its conversation is.
CREATE TABLE conversation (
    subject    INTEGER NOT NULL REFERENCES subject (id),
    id         TEXT NOT NULL,
    -- the session it goes on in; none: only from one answer to the next
    session    TEXT,
    created_us INTEGER NOT NULL,
    PRIMARY KEY (subject, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX conversation_session ON conversation (subject, session) WHERE session IS NOT NULL;

CREATE TABLE response (
    subject          INTEGER NOT NULL REFERENCES subject (id),
    id               TEXT NOT NULL,
    conversation     TEXT NOT NULL,
    -- the answer that this one follows
    parent           TEXT,
    -- its place in the conversation
    turn             INTEGER NOT NULL,
    created_us       INTEGER NOT NULL,
    -- none: as long as its session
    expires_us       INTEGER,
    -- the calls that its caller has yet to answer: a JSON list of their ids
    pending          TEXT,
    -- until then somebody is answering them
    claimed_until_us INTEGER,
    -- the answer; none once it was deleted or has expired
    body             BLOB,
    -- what was said in its turn
    said             BLOB NOT NULL,
    PRIMARY KEY (subject, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX response_conversation ON response (subject, conversation, turn);
CREATE INDEX response_expiry ON response (expires_us) WHERE expires_us IS NOT NULL;

-- Whose an answer is: its id is all that a caller has.
CREATE TABLE response_place (
    account INTEGER NOT NULL REFERENCES account (id),
    id      TEXT NOT NULL,
    subject INTEGER NOT NULL REFERENCES subject (id),
    PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX response_place_subject ON response_place (subject);

-- What a person said in conversations that holds beyond them. It goes with the conversation it was said in.
CREATE TABLE memory_fact (
    subject      INTEGER NOT NULL REFERENCES subject (id),
    id           TEXT NOT NULL,
    conversation TEXT NOT NULL,
    fact         BLOB NOT NULL,
    said_us      INTEGER NOT NULL,
    PRIMARY KEY (subject, id)
) STRICT, WITHOUT ROWID;
