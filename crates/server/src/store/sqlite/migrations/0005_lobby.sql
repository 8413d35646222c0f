-- Challenges, chat, and who does not want to hear whom.

-- Seeks for games by days; those for now live as long as their seeker is here, and in memory only.
CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    person_key INTEGER NOT NULL REFERENCES people (key),
    days INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    color TEXT NOT NULL CHECK (color IN ('white', 'black', 'toss')),
    -- The opponent's rating; both or none.
    lowest INTEGER,
    highest INTEGER,
    made_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX seeks_of_person ON seeks (person_key);

-- Challenges to games by days, until they are answered.
CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    from_key INTEGER NOT NULL REFERENCES people (key),
    to_key INTEGER NOT NULL REFERENCES people (key),
    days INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    color TEXT NOT NULL CHECK (color IN ('white', 'black', 'toss')),
    made_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX challenges_to_person ON challenges (to_key);
CREATE INDEX challenges_from_person ON challenges (from_key);

-- Tables whose games stand in the list of running games.
CREATE TABLE listed_tables (
    table_key INTEGER PRIMARY KEY REFERENCES tables (key)
) STRICT;

CREATE TABLE chat (
    table_key INTEGER NOT NULL REFERENCES tables (key),
    number INTEGER NOT NULL,
    seat TEXT NOT NULL,
    -- What was written, or the name of a phrase.
    text TEXT,
    phrase TEXT,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (table_key, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE mutes (
    person_key INTEGER NOT NULL REFERENCES people (key),
    muted_key INTEGER NOT NULL REFERENCES people (key),
    PRIMARY KEY (person_key, muted_key)
) STRICT, WITHOUT ROWID;

-- What a person wants of the lobby, where it is not the usual: listed, challenged by everybody.
CREATE TABLE lobby_wishes (
    person_key INTEGER PRIMARY KEY REFERENCES people (key),
    listed INTEGER NOT NULL,
    challenges TEXT NOT NULL CHECK (challenges IN ('all', 'known', 'none'))
) STRICT;
