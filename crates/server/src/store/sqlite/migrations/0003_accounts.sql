-- How people prove who they are: passwords, mailed links, passkeys, tokens. Of each secret only a hash is kept.

CREATE TABLE passwords (
    person_key INTEGER PRIMARY KEY REFERENCES people (key),
    -- Argon2id in the form of the PHC: with its salt and what it cost.
    hash TEXT NOT NULL,
    changed_ms INTEGER NOT NULL
) STRICT;

-- When the person of a session proved by a mailed link or a passkey who it is; NULL: by a password.
ALTER TABLE sessions ADD COLUMN proved_ms INTEGER;

-- Links that were mailed and not opened yet.
CREATE TABLE mailed_links (
    hash BLOB PRIMARY KEY,
    address TEXT NOT NULL,
    -- Whose address it shall become; NULL: the link signs in whoever reads it.
    person_key INTEGER REFERENCES people (key),
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
    credential BLOB PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person_key INTEGER NOT NULL REFERENCES people (key),
    -- What its owner calls it.
    name TEXT NOT NULL,
    -- The public key and what else its next use is checked against, as JSON.
    passkey TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    used_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_of_person ON passkeys (person_key);

CREATE TABLE api_tokens (
    hash BLOB PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person_key INTEGER NOT NULL REFERENCES people (key),
    name TEXT NOT NULL,
    -- The names of its scopes with spaces between.
    scopes TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    used_ms INTEGER,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX api_tokens_of_person ON api_tokens (person_key);

-- Games that no table of the server knows: against the computer in the browser, at one device.
CREATE TABLE kept_games (
    person_key INTEGER NOT NULL REFERENCES people (key),
    -- The browser's name for it.
    id TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    pgn TEXT NOT NULL,
    -- The game in the form of the browser's own list, as JSON.
    game TEXT NOT NULL,
    PRIMARY KEY (person_key, id)
) STRICT;

CREATE INDEX kept_games_by_end ON kept_games (person_key, ended_ms);

-- Names of closed accounts, as they are compared, that nobody may take yet.
CREATE TABLE resting_names (
    name_key TEXT PRIMARY KEY,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
