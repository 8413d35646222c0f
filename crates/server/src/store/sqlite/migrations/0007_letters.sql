-- Chess by letter: invitations by address, conditional moves, vacations, notes; and what is kept of a game by letter
-- so that it need not be in memory.

-- When the table has to be woken: time brings something about then. Written with the events it follows from.
ALTER TABLE tables ADD COLUMN wake_ms INTEGER;
-- How a game by letter stands, as JSON for the list of one's games; NULL for all others.
ALTER TABLE tables ADD COLUMN card TEXT;

CREATE INDEX tables_by_wake ON tables (wake_ms) WHERE wake_ms IS NOT NULL;

-- Times in which the service was away while games by letter ran: a table that was not in memory hears of them when it
-- is loaded.
CREATE TABLE outages (
    since_ms INTEGER PRIMARY KEY,
    until_ms INTEGER NOT NULL
) STRICT;

-- The answers that a player has prepared, as JSON. Nobody else may see them.
CREATE TABLE plans (
    table_key INTEGER NOT NULL REFERENCES tables (key),
    seat TEXT NOT NULL,
    plan TEXT NOT NULL,
    PRIMARY KEY (table_key, seat)
) STRICT, WITHOUT ROWID;

-- What a player has written for himself.
CREATE TABLE notes (
    table_key INTEGER NOT NULL REFERENCES tables (key),
    seat TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (table_key, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE vacations (
    person_key INTEGER NOT NULL REFERENCES people (key),
    from_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,
    PRIMARY KEY (person_key, from_ms)
) STRICT, WITHOUT ROWID;

-- Games that are to be made when both addresses are confirmed. The id of the table is fixed beforehand, so that it is
-- made once.
CREATE TABLE letter_invitations (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    table_id TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    settings TEXT NOT NULL,
    owner_name TEXT NOT NULL,
    owner_address TEXT NOT NULL,
    owner_key TEXT NOT NULL,
    guest_name TEXT NOT NULL,
    guest_address TEXT NOT NULL,
    guest_key TEXT NOT NULL,
    owner_confirmed INTEGER NOT NULL,
    guest_confirmed INTEGER NOT NULL,
    -- 'open', 'made', 'declined', 'expired'
    state TEXT NOT NULL
) STRICT;

CREATE INDEX letter_invitations_by_guest ON letter_invitations (guest_key, created_ms);
CREATE INDEX letter_invitations_by_owner ON letter_invitations (owner_key, created_ms);
CREATE INDEX letter_invitations_open ON letter_invitations (expires_ms) WHERE state = 'open';
