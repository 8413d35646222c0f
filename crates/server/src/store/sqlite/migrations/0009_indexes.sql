-- Names that rest know whose they were; and whatever is asked for by person, by seat or by age is found along an index.

-- Whoever gave the name up, as long as there is such an account: it may be taken again. NULL: nobody may, until it has
-- rested.
ALTER TABLE resting_names ADD COLUMN person_key INTEGER REFERENCES people (key);
CREATE INDEX resting_names_of_person ON resting_names (person_key);

-- Pages of past games: by their ends, and of those that ended in the same moment by their place.
CREATE INDEX games_of_white_by_end ON games (white_key, ended_ms);
CREATE INDEX games_of_black_by_end ON games (black_key, ended_ms);

CREATE INDEX outbox_of_person ON outbox (person_key) WHERE person_key IS NOT NULL;
DROP INDEX outbox_of_seat;
CREATE INDEX outbox_of_seat ON outbox (table_key, seat) WHERE table_key IS NOT NULL;
CREATE INDEX outbox_given_up ON outbox (done_ms) WHERE state = 'given_up';
CREATE INDEX mails_read_of_seat ON mails_read (table_key, seat);
CREATE INDEX mails_read_by_time ON mails_read (at_ms);
CREATE INDEX reply_places_of_seat ON reply_places (table_key, seat);
CREATE INDEX reply_places_by_time ON reply_places (at_ms);
CREATE INDEX mail_links_of_address ON mail_links (address_key);
CREATE INDEX mail_links_by_time ON mail_links (at_ms);
CREATE INDEX letter_invitations_by_end ON letter_invitations (expires_ms);
CREATE INDEX vacations_by_end ON vacations (until_ms);
CREATE INDEX mailed_links_of_person ON mailed_links (person_key);
CREATE INDEX reports_by_reporter ON reports (reporter_key);
CREATE INDEX reports_of_person ON reports (person_key);
CREATE INDEX mutes_of_muted ON mutes (muted_key);
CREATE INDEX people_admins ON people (key) WHERE role = 'admin';
