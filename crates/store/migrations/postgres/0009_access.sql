-- Who else may read a record: personal URLs, and what was granted to clients over OAuth. Of every secret only its SHA-256
-- is here. Each ends with the subject it opens, and with the API key it was made with.

CREATE TABLE mcp_link (
    id            BIGINT PRIMARY KEY,
    subject       BIGINT NOT NULL REFERENCES subject (id),
    -- the key it was asked for with, which the secret is made from; none: made on the machine itself
    api_key       BIGINT REFERENCES api_key (id),
    salt          BYTEA NOT NULL,
    secret_sha256 BYTEA NOT NULL UNIQUE,
    created_us    BIGINT NOT NULL
);
CREATE UNIQUE INDEX mcp_link_of_key ON mcp_link (subject, api_key);

-- A program that registered itself. Nobody's data.
CREATE TABLE oauth_client (
    id            TEXT COLLATE "C" PRIMARY KEY,
    name          TEXT COLLATE "C" NOT NULL,
    -- a JSON list
    redirects     TEXT COLLATE "C" NOT NULL,
    -- none: a public client
    secret_sha256 BYTEA,
    created_us    BIGINT NOT NULL
);

CREATE TABLE oauth_grant (
    id         BIGINT PRIMARY KEY,
    subject    BIGINT NOT NULL REFERENCES subject (id),
    api_key    BIGINT REFERENCES api_key (id),
    client     TEXT COLLATE "C" NOT NULL,
    scopes     TEXT COLLATE "C" NOT NULL,
    resource   TEXT COLLATE "C" NOT NULL,
    redirect   TEXT COLLATE "C" NOT NULL,
    challenge  TEXT COLLATE "C" NOT NULL,
    created_us BIGINT NOT NULL
);
CREATE INDEX oauth_grant_subject ON oauth_grant (subject);

CREATE TABLE oauth_token (
    sha256     BYTEA PRIMARY KEY,
    subject    BIGINT NOT NULL REFERENCES subject (id),
    grant_id   BIGINT NOT NULL,
    -- 1 code, 2 access, 3 refresh
    kind       BIGINT NOT NULL,
    expires_us BIGINT NOT NULL,
    -- a spent code or refresh token that comes back ends its grant
    spent      BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX oauth_token_grant ON oauth_token (grant_id);
CREATE INDEX oauth_token_expiry ON oauth_token (expires_us);

-- To sign in with once, shown on the server's own machine.
CREATE TABLE sign_in_code (
    sha256     BYTEA PRIMARY KEY,
    subject    BIGINT NOT NULL REFERENCES subject (id),
    expires_us BIGINT NOT NULL
);

ALTER TABLE mcp_link ALTER COLUMN salt SET STATISTICS 0;
ALTER TABLE mcp_link ALTER COLUMN secret_sha256 SET STATISTICS 0;
ALTER TABLE oauth_client ALTER COLUMN id SET STATISTICS 0;
ALTER TABLE oauth_client ALTER COLUMN name SET STATISTICS 0;
ALTER TABLE oauth_client ALTER COLUMN redirects SET STATISTICS 0;
ALTER TABLE oauth_client ALTER COLUMN secret_sha256 SET STATISTICS 0;
ALTER TABLE oauth_grant ALTER COLUMN client SET STATISTICS 0;
ALTER TABLE oauth_grant ALTER COLUMN scopes SET STATISTICS 0;
ALTER TABLE oauth_grant ALTER COLUMN resource SET STATISTICS 0;
ALTER TABLE oauth_grant ALTER COLUMN redirect SET STATISTICS 0;
ALTER TABLE oauth_grant ALTER COLUMN challenge SET STATISTICS 0;
ALTER TABLE oauth_token ALTER COLUMN sha256 SET STATISTICS 0;
ALTER TABLE sign_in_code ALTER COLUMN sha256 SET STATISTICS 0;
