-- What was said in conversations that are kept: the answers as their callers were given them, and what a model is told
-- when the conversation goes on. An answer that is deleted leaves what was said until the last one of its conversation is.
CREATE TABLE conversation (
    subject    BIGINT NOT NULL REFERENCES subject (id),
    id         TEXT COLLATE "C" NOT NULL,
    -- the session it goes on in; none: only from one answer to the next
    session    TEXT COLLATE "C",
    created_us BIGINT NOT NULL,
    PRIMARY KEY (subject, id)
);
CREATE UNIQUE INDEX conversation_session ON conversation (subject, session) WHERE session IS NOT NULL;

CREATE TABLE response (
    subject          BIGINT NOT NULL REFERENCES subject (id),
    id               TEXT COLLATE "C" NOT NULL,
    conversation     TEXT COLLATE "C" NOT NULL,
    -- the answer that this one follows
    parent           TEXT COLLATE "C",
    -- its place in the conversation
    turn             BIGINT NOT NULL,
    created_us       BIGINT NOT NULL,
    -- none: as long as its session
    expires_us       BIGINT,
    -- the calls that its caller has yet to answer: a JSON list of their ids
    pending          TEXT COLLATE "C",
    -- until then somebody is answering them
    claimed_until_us BIGINT,
    -- the answer; none once it was deleted or has expired
    body             BYTEA,
    -- what was said in its turn
    said             BYTEA NOT NULL,
    PRIMARY KEY (subject, id)
);
CREATE INDEX response_conversation ON response (subject, conversation, turn);
CREATE INDEX response_expiry ON response (expires_us) WHERE expires_us IS NOT NULL;

-- Whose an answer is: its id is all that a caller has.
CREATE TABLE response_place (
    account BIGINT NOT NULL REFERENCES account (id),
    id      TEXT COLLATE "C" NOT NULL,
    subject BIGINT NOT NULL REFERENCES subject (id),
    PRIMARY KEY (account, id)
);
CREATE INDEX response_place_subject ON response_place (subject);

-- What a person said in conversations that holds beyond them. It goes with the conversation it was said in.
CREATE TABLE memory_fact (
    subject      BIGINT NOT NULL REFERENCES subject (id),
    id           TEXT COLLATE "C" NOT NULL,
    conversation TEXT COLLATE "C" NOT NULL,
    fact         BYTEA NOT NULL,
    said_us      BIGINT NOT NULL,
    PRIMARY KEY (subject, id)
);
