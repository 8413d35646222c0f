-- How people prove who they are: passwords, mailed links, passkeys, tokens. Of each secret only a hash is kept.

CREATE TABLE passwords (
    person_key INTEGER PRIMARY KEY REFERENCES people (key),
    -- Argon2id in the form of the PHC: with its salt and what it cost.
    hash TEXT NOT NULL,
    changed_ms INTEGER NOT NULL
) STRICT;
