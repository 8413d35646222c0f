-- Who people are, which seats they hold, what they have played, and what that did to their ratings.

-- What the service keeps for itself: the secret that its own tokens are derived from.
CREATE TABLE keepsakes (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- A person has a name (then it is an account), a confirmed mail address, or both. Ratings belong to persons.
CREATE TABLE people (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- As it is written, and as it is compared: no two names that look alike.
    name TEXT,
    name_key TEXT UNIQUE,
    address TEXT,
    address_key TEXT UNIQUE,
    role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'admin')),
    created_ms INTEGER NOT NULL,
    seen_ms INTEGER NOT NULL,
    -- The settings of the pages, as JSON; they follow the account from device to device.
    preferences TEXT NOT NULL DEFAULT '{}',
    -- Set when the account was closed by its owner: the row stays for the games of others.
    closed_ms INTEGER
) STRICT;

CREATE TABLE sessions (
    hash BLOB PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person_key INTEGER NOT NULL REFERENCES people (key),
    created_ms INTEGER NOT NULL,
    seen_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    -- What the browser called itself, shortened.
    device TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_of_person ON sessions (person_key);

-- Who sits where, where that is known. The right to play is the seat's token all the same.
CREATE TABLE seat_people (
    table_key INTEGER NOT NULL REFERENCES tables (key),
    seat TEXT NOT NULL,
    person_key INTEGER NOT NULL REFERENCES people (key),
    -- The first game that counts for the ratings: whoever was a guest when a game began stays one in it.
    from_game INTEGER NOT NULL,
    PRIMARY KEY (table_key, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_people_of_person ON seat_people (person_key, table_key);

-- Games that have ended, written in the same transaction as the event that ended them.
CREATE TABLE games (
    -- The order in which they ended, and in which they moved the ratings.
    position INTEGER PRIMARY KEY,
    table_key INTEGER NOT NULL REFERENCES tables (key),
    number INTEGER NOT NULL,
    white_key INTEGER REFERENCES people (key),
    black_key INTEGER REFERENCES people (key),
    white_name TEXT,
    black_name TEXT,
    -- '1-0', '0-1', '1/2-1/2'; NULL where there was no result.
    result TEXT,
    termination TEXT NOT NULL,
    class TEXT NOT NULL,
    -- Whether it moved the ratings of both. That is settled at its end, whoever takes a seat over later.
    rated INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    UNIQUE (table_key, number)
) STRICT;

CREATE INDEX games_of_white ON games (white_key, position);
CREATE INDEX games_of_black ON games (black_key, position);
CREATE INDEX games_by_end ON games (ended_ms);

CREATE TABLE ratings (
    person_key INTEGER NOT NULL REFERENCES people (key),
    class TEXT NOT NULL,
    rating INTEGER NOT NULL,
    games INTEGER NOT NULL,
    -- The highest so far: K stays at 10 once it was 2400 (FIDE Rating Regulations 8.3.3).
    peak INTEGER NOT NULL,
    PRIMARY KEY (person_key, class)
) STRICT, WITHOUT ROWID;

-- What each rated game did to each player's rating: the history curve, and the proof.
CREATE TABLE rating_changes (
    table_key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    color TEXT NOT NULL,
    person_key INTEGER NOT NULL REFERENCES people (key),
    class TEXT NOT NULL,
    before INTEGER NOT NULL,
    after INTEGER NOT NULL,
    k INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (table_key, number, color),
    FOREIGN KEY (table_key, number) REFERENCES games (table_key, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_of_person ON rating_changes (person_key, class, at_ms);
