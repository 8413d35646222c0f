-- Everything at a table is an event; the rest can be worked out from the events or is an address book.

CREATE TABLE tables (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    -- 1 while a clock runs: whom a restart has to look after at once.
    running INTEGER NOT NULL
) STRICT;

CREATE INDEX tables_running ON tables (key) WHERE running = 1;

-- Append only, in the order of writing: new rows always go to the last page of the file.
CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    table_key INTEGER NOT NULL REFERENCES tables (key),
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    -- The shape of `event`; old shapes are translated when they are read and never rewritten.
    version INTEGER NOT NULL,
    event TEXT NOT NULL,
    -- The command that caused this event and those before it, on the last event of the command.
    command_seat TEXT,
    command_id TEXT
) STRICT;

CREATE UNIQUE INDEX events_of_table ON events (table_key, seq);

CREATE TABLE seat_tokens (
    table_key INTEGER NOT NULL REFERENCES tables (key),
    hash BLOB NOT NULL,
    seat TEXT NOT NULL,
    PRIMARY KEY (table_key, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_tokens_of_seat ON seat_tokens (table_key, seat);

-- One row: when the service last knew that it was alive while a clock ran.
CREATE TABLE heartbeat (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    alive_ms INTEGER NOT NULL
) STRICT;
