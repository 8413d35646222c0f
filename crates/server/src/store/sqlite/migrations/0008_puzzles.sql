-- Puzzles that the host has brought in. Each has a number by lot: whoever looks on from some number gets a fair choice.

CREATE TABLE puzzles (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    fen TEXT NOT NULL,
    -- With blanks between.
    moves TEXT NOT NULL,
    rating INTEGER NOT NULL,
    themes TEXT NOT NULL,
    url TEXT,
    lot INTEGER NOT NULL
) STRICT;

CREATE INDEX puzzles_by_lot ON puzzles (lot, rating);

CREATE TABLE themes (
    key INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE puzzle_themes (
    theme_key INTEGER NOT NULL REFERENCES themes (key),
    lot INTEGER NOT NULL,
    puzzle_key INTEGER NOT NULL REFERENCES puzzles (key),
    rating INTEGER NOT NULL,
    PRIMARY KEY (theme_key, lot, puzzle_key)
) STRICT, WITHOUT ROWID;
