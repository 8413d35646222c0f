-- What the host decides: rules of the house, invitations, bans, reports.

-- One row, once something was decided.
CREATE TABLE house_rules (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    sign_up TEXT NOT NULL CHECK (sign_up IN ('open', 'invitation', 'closed')),
    quiet INTEGER NOT NULL,
    -- Words that no name may hold, as JSON.
    refused_words TEXT NOT NULL
) STRICT;

CREATE TABLE invitations (
    hash BLOB PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- For whom it is, as its maker wrote it.
    note TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    -- Accounts that may still be made with it.
    uses_left INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Exactly one of the three is banned: a person, a network address, a mail address.
CREATE TABLE bans (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person_key INTEGER REFERENCES people (key),
    network TEXT,
    address_key TEXT,
    reason TEXT NOT NULL,
    made_ms INTEGER NOT NULL,
    -- NULL: until it is lifted.
    until_ms INTEGER,
    lifted_ms INTEGER,
    CHECK ((person_key IS NOT NULL) + (network IS NOT NULL) + (address_key IS NOT NULL) = 1)
) STRICT;

CREATE INDEX bans_of_people ON bans (person_key);
CREATE INDEX bans_of_networks ON bans (network);
CREATE INDEX bans_of_addresses ON bans (address_key);

CREATE TABLE reports (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    made_ms INTEGER NOT NULL,
    -- Who complains, where that is known.
    reporter_key INTEGER REFERENCES people (key),
    -- About whom: a person, a seat, or both.
    person_key INTEGER REFERENCES people (key),
    table_key INTEGER REFERENCES tables (key),
    seat TEXT,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    -- What was said at the table when the report was made.
    context TEXT NOT NULL,
    closed_ms INTEGER,
    note TEXT
) STRICT;

CREATE INDEX reports_open ON reports (key) WHERE closed_ms IS NULL;
