-- What is to be mailed, and to whom not.

-- The outbox. A row stays for a while after its mail has gone, so that nothing is sent twice.
CREATE TABLE outbox (
    key INTEGER PRIMARY KEY,
    -- The name in its Message-ID: made when it was posted, the same however often it is sent.
    id TEXT NOT NULL UNIQUE,
    once TEXT UNIQUE,
    -- To whom: an address, a seat, or a person.
    address TEXT,
    table_key INTEGER REFERENCES tables (key),
    seat TEXT,
    person_key INTEGER REFERENCES people (key),
    -- The address that it goes to as it is compared, as soon as that is known: what a day's mails
    -- are counted by.
    address_key TEXT,
    -- What it says, as JSON; forgotten when it is done.
    mail TEXT,
    -- 'sending' is written before the first byte leaves and 'sent' after the next server has taken
    -- it: after a crash in between it is sent again under the same id.
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'dropped', 'given_up')),
    due_ms INTEGER NOT NULL,
    try_ms INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    done_ms INTEGER,
    -- Why it was tried again, dropped or given up.
    fault TEXT
) STRICT;

CREATE INDEX outbox_due ON outbox (try_ms) WHERE state IN ('waiting', 'sending');
CREATE INDEX outbox_of_seat ON outbox (table_key, seat) WHERE state = 'waiting';
CREATE INDEX outbox_done ON outbox (done_ms) WHERE done_ms IS NOT NULL;
CREATE INDEX outbox_of_address ON outbox (address_key, due_ms);

-- Who wants no mails: about one table, or (an empty id) none at all.
CREATE TABLE mail_refusals (
    address_key TEXT NOT NULL,
    table_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (address_key, table_id)
) STRICT, WITHOUT ROWID;

-- What the secret in a reply's address stands for: which board the writer saw.
CREATE TABLE reply_places (
    hash BLOB PRIMARY KEY,
    table_key INTEGER NOT NULL REFERENCES tables (key),
    seat TEXT NOT NULL,
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Mails that were read, so that each is followed once however often it comes.
CREATE TABLE mails_read (
    hash BLOB PRIMARY KEY,
    table_key INTEGER NOT NULL REFERENCES tables (key),
    seat TEXT NOT NULL,
    refused INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX mails_refused ON mails_read (table_key, seat, at_ms) WHERE refused = 1;

-- What the link in a mail's foot may change: mails to this address, about one table or (an empty
-- id) at all.
CREATE TABLE mail_links (
    hash BLOB PRIMARY KEY,
    address_key TEXT NOT NULL,
    table_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
