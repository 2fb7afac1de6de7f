-- Who else may read a record: personal URLs, and what was granted to clients over OAuth. Of every secret only its SHA-256
-- is here. Each ends with the subject it opens, and with the API key it was made with.

CREATE TABLE mcp_link (
    id            INTEGER PRIMARY KEY,
    subject       INTEGER NOT NULL REFERENCES subject (id),
    -- the key it was asked for with, which the secret is made from; none: made on the machine itself
    api_key       INTEGER REFERENCES api_key (id),
    salt          BLOB NOT NULL,
    secret_sha256 BLOB NOT NULL UNIQUE,
    created_us    INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX mcp_link_of_key ON mcp_link (subject, api_key);

-- A program that registered itself. Nobody's data.
CREATE TABLE oauth_client (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    -- a JSON list
    redirects     TEXT NOT NULL,
    -- none: a public client
    secret_sha256 BLOB,
    created_us    INTEGER NOT NULL
) STRICT;

CREATE TABLE oauth_grant (
    id         INTEGER PRIMARY KEY,
    subject    INTEGER NOT NULL REFERENCES subject (id),
    api_key    INTEGER REFERENCES api_key (id),
    client     TEXT NOT NULL,
    scopes     TEXT NOT NULL,
    resource   TEXT NOT NULL,
    redirect   TEXT NOT NULL,
    challenge  TEXT NOT NULL,
    created_us INTEGER NOT NULL
) STRICT;
CREATE INDEX oauth_grant_subject ON oauth_grant (subject);

CREATE TABLE oauth_token (
    sha256     BLOB PRIMARY KEY,
    subject    INTEGER NOT NULL REFERENCES subject (id),
    grant_id   INTEGER NOT NULL,
    -- 1 code, 2 access, 3 refresh
    kind       INTEGER NOT NULL,
    expires_us INTEGER NOT NULL,
    -- a spent code or refresh token that comes back ends its grant
    spent      INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX oauth_token_grant ON oauth_token (grant_id);
CREATE INDEX oauth_token_expiry ON oauth_token (expires_us);

-- To sign in with once, shown on the server's own machine.
CREATE TABLE sign_in_code (
    sha256     BLOB PRIMARY KEY,
    subject    INTEGER NOT NULL REFERENCES subject (id),
    expires_us INTEGER NOT NULL
) STRICT;
