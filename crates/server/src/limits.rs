//! Every limit of the service has its name here, and the token bucket that keeps the rates.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The largest message of a client on a WebSocket.
pub(crate) const MESSAGE_BYTES: usize = 4 * 1024;
/// The largest body of an HTTP request.
pub(crate) const BODY_BYTES: usize = 16 * 1024;
/// The largest head of an HTTP request.
pub(crate) const HEAD_BYTES: usize = 16 * 1024;
/// The most header lines of an HTTP request.
pub(crate) const HEADERS: usize = 64;
/// How long a client may take to send the head of a request.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long a request may take in all.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(15);
/// The most TCP connections at a time; more wait in the system's queue.
pub(crate) const CONNECTIONS: u32 = 15_000;
/// The read buffer of a WebSocket: small, since most of them are idle most of the time.
pub(crate) const SOCKET_READ_BUFFER_BYTES: usize = 1024;
/// What may wait for a slow WebSocket below the queue of frames.
pub(crate) const SOCKET_WRITE_BYTES: usize = 1024 * 1024;
/// A WebSocket that is silent for this long is closed.
pub(crate) const SOCKET_IDLE_TIME: Duration = Duration::from_secs(60);
/// How often a player's WebSocket is pinged, so that the server knows how long a move is on its way.
pub(crate) const LAG_PING_TIME: Duration = Duration::from_secs(10);
/// How long one frame may take to leave for a slow client.
pub(crate) const SOCKET_SEND_TIME: Duration = Duration::from_secs(10);
/// How often it is looked at whether what opened a socket still opens it.
pub(crate) const PASS_LOOK_TIME: Duration = Duration::from_secs(60);
/// How often it is looked at whether somebody was banned, perhaps by another process.
pub(crate) const BANS_LOOK_TIME: Duration = Duration::from_secs(1);
/// Sockets that are to be looked at again, until each has heard of it; who is too late looks at once.
pub(crate) const RECALLS: usize = 64;
/// Messages that were not understood, after which a WebSocket is closed.
pub(crate) const SOCKET_FAULTS: u32 = 10;
/// Frames that wait for one WebSocket; a slower one is dropped and told to resync.
pub(crate) const SOCKET_QUEUE: usize = 64;
/// WebSockets that watch one table.
pub(crate) const WATCHERS_PER_TABLE: usize = 500;
/// WebSockets of one seat: a player's devices and tabs.
pub(crate) const SOCKETS_PER_SEAT: usize = 50;
/// Letters in the id of a command.
pub(crate) const COMMAND_ID_LETTERS: usize = 64;
/// Private links to one seat.
pub(crate) const TOKENS_PER_SEAT: u32 = 50;
/// Letters of an account's name.
pub(crate) const NAME_LEAST_LETTERS: usize = 2;
/// Letters of an account's name.
pub(crate) const NAME_MOST_LETTERS: usize = 20;
/// Entries of one part of a list.
pub(crate) const LIST_ENTRIES: u32 = 50;
/// Puzzles that come at once.
pub(crate) const PUZZLES_AT_ONCE: u32 = 50;
/// Half-moves that a game needs to count for ratings: one of each side.
pub(crate) const RATED_PLIES_LEAST: u32 = 2;
/// Points of a rating's curve.
pub(crate) const CURVE_POINTS: u32 = 500;
/// Letters of a report, and of the note with which it is closed.
pub(crate) const REPORT_LETTERS: usize = 1000;
/// Lines of a table's chat that are kept with a report.
pub(crate) const REPORT_LINES: u32 = 30;
/// Reports that are open at a time.
pub(crate) const OPEN_REPORTS: u32 = 5000;
/// Letters of a ban's reason and of an invitation's note.
pub(crate) const REASON_LETTERS: usize = 200;
/// Days of the longest ban that ends by itself.
pub(crate) const BAN_DAYS: u32 = 3650;
/// Days for which an invitation can be used.
pub(crate) const INVITATION_DAYS: u32 = 365;
/// Accounts that one invitation makes.
pub(crate) const INVITATION_USES: u32 = 1000;
/// Invitations at a time.
pub(crate) const INVITATIONS: usize = 200;
/// Words that names may not hold.
pub(crate) const REFUSED_WORDS: usize = 500;
/// A day.
pub(crate) const DAY_MS: u64 = 86_400_000;
/// Games that are counted again between two looks at how far it has come.
pub(crate) const GAMES_RECOUNTED: u32 = 1000;
/// Bytes of a backup that are sent together.
pub(crate) const BACKUP_CHUNK: usize = 256 * 1024;
/// Letters of a mail address (RFC 5321, 4.5.3.1.3).
pub(crate) const ADDRESS_LETTERS: usize = 254;
/// Letters of a password.
pub(crate) const PASSWORD_LEAST_LETTERS: usize = 8;
/// Letters of a password.
pub(crate) const PASSWORD_MOST_LETTERS: usize = 200;
/// Passwords that are hashed at once: each takes some 20 MB and some hundredths of a second.
pub(crate) const PASSWORDS_AT_ONCE: usize = 2;
/// Passwords that are hashed or wait for it.
pub(crate) const PASSWORDS_WAITING: usize = 64;
/// A session that is not used for this long ends by itself.
pub(crate) const SESSION_LIFE_MS: u64 = 365 * 24 * 3_600_000;
/// Letters of what a browser calls itself that are kept.
pub(crate) const DEVICE_LETTERS: usize = 100;
/// Sessions of one person; a new one ends the one that was longest unused.
pub(crate) const SESSIONS_PER_PERSON: u32 = 50;
/// A mailed link opens its account for this long.
pub(crate) const LINK_LIFE_MS: u64 = 30 * 60_000;
/// Whoever has proved by a mailed link or a passkey who he is need not prove it again for this long.
pub(crate) const PROVED_MS: u64 = 30 * 60_000;
/// Passkeys of one person.
pub(crate) const PASSKEYS_PER_PERSON: u32 = 20;
/// Letters of what people call their passkeys and tokens.
pub(crate) const LABEL_LETTERS: usize = 60;
/// How long a browser may take to make or to show a passkey.
pub(crate) const PASSKEY_TIME: Duration = Duration::from_secs(300);
/// Passkeys that are being made or shown.
pub(crate) const PASSKEYS_PENDING: usize = 1000;
/// API tokens of one person.
pub(crate) const TOKENS_PER_PERSON: u32 = 50;
/// An API token ends by itself after at most this many days.
pub(crate) const TOKEN_MOST_DAYS: u32 = 365;
/// Bytes of all preferences of a person as JSON.
pub(crate) const PREFERENCES_BYTES: usize = 16 * 1024;
/// Bytes of one game that a browser gives to an account, as PGN and as its own list has it.
pub(crate) const KEPT_GAME_BYTES: usize = 64 * 1024;
/// Games that a browser gives to an account.
pub(crate) const KEPT_GAMES: u32 = 5_000;
/// The name of a closed account rests for this long, so that nobody passes for its owner.
pub(crate) const NAME_RESTS_MS: u64 = 30 * 24 * 3_600_000;
/// How exactly it is known when a session was last used.
pub(crate) const SESSION_NOTED_EVERY_MS: u64 = 3_600_000;
/// Commands that wait for one table.
pub(crate) const TABLE_MAILBOX: usize = 256;
/// Events of one table, after which the running game is played to its end and no more is taken.
pub(crate) const TABLE_EVENTS: u64 = 100_000;
/// Events that are left for that game; then only what ends it is taken. The longest possible game has
/// 11,798 half-moves, each perhaps touched and pressed.
pub(crate) const LAST_GAME_EVENTS: u64 = 50_000;
/// Events that a hot table keeps for clients that come back; older ones are replaced by a view.
pub(crate) const TABLE_HISTORY: usize = 512;
/// A table that nobody looks at and no clock drives leaves the memory after this time.
pub(crate) const TABLE_IDLE_TIME: Duration = Duration::from_secs(30);
/// A seat whose last WebSocket is gone counts as away after this time: a page that is loaded again
/// is not an absence.
pub(crate) const PRESENCE_GRACE: Duration = Duration::from_secs(2);
/// A flag is judged this long after its deadline (and as of the deadline), so that a move that was
/// received before it, and is still on its way to the table, counts.
pub(crate) const FLAG_GRACE_MS: u64 = 10;
/// After an outage the clocks stand this long unless the side to move comes back earlier.
pub(crate) const OUTAGE_GRACE_MS: u64 = 30_000;
/// An outage that was shorter is not entered in a game by letter in which nothing falls due near it.
pub(crate) const LETTER_OUTAGE_MS: u64 = 300_000;
/// After an outage the clocks of games by letter stand as long as it was, at most so long, unless the
/// player to move comes back earlier.
pub(crate) const LETTER_GRACE_MS: u64 = 43_200_000;
/// How long outages are remembered for games by letter that are not in memory: longer than any of them
/// waits.
pub(crate) const OUTAGES_KEPT_MS: u64 = 100 * 86_400_000;
/// How often it is looked which games by letter fall due, and noted that the service is there.
pub(crate) const WAKE_TIME: Duration = Duration::from_secs(30);
/// How long before it falls due a game by letter is loaded.
pub(crate) const WAKE_AHEAD_MS: u64 = 60_000;
/// Lines of conditional moves that a player may prepare at a table.
pub(crate) const PLAN_LINES: usize = 40;
/// How long an invitation to a game by letter stands.
pub(crate) const INVITATION_MS: u64 = 14 * 86_400_000;
/// How often old and half-settled invitations are looked for.
pub(crate) const INVITATIONS_TIME: Duration = Duration::from_secs(60);
/// Invitations from one mail address in a day.
pub(crate) const INVITATIONS_FROM_ONE: u32 = 20;
/// Invitations to one mail address in a day.
pub(crate) const INVITATIONS_TO_ONE: u32 = 5;
/// Letters of a mail address (RFC 5321, 4.5.3.1.3).
pub(crate) const ADDRESS_BYTES: usize = 254;
/// Characters of a note that a player writes for himself.
pub(crate) const NOTE_CHARS: usize = 10_000;
/// The largest body of a request that holds such a note: some characters have four bytes, and JSON
/// writes a few in six.
pub(crate) const NOTE_BYTES: usize = 64 * 1024;
/// Games that have ended in one answer.
pub(crate) const PAST_GAMES: u32 = 50;
/// Running games by the clock in one list.
pub(crate) const ASKED_GAMES: usize = 20;
/// A moment after all others.
pub(crate) const LATEST_MS: u64 = 1 << 52;
/// Days of vacation in a year.
pub(crate) const VACATION_DAYS: u64 = 30;
/// The year in which they are counted.
pub(crate) const VACATION_YEAR_MS: u64 = 365 * 86_400_000;
/// Days of one vacation.
pub(crate) const VACATION_DAYS_AT_ONCE: u64 = 14;
/// Time between two vacations.
pub(crate) const BETWEEN_VACATIONS_MS: u64 = 3 * 86_400_000;
/// Half-moves of one such line.
pub(crate) const PLAN_PLIES: usize = 40;
/// How often the service notes that it is alive while a clock runs.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(1);
/// Tables whose computer is to move or about to begin, for each engine that thinks at once; more have
/// to wait until one is free.
pub(crate) const COMPUTER_TABLES: usize = 16;
/// The longest time that an engine thinks about one move, whatever the clock says: others wait.
pub(crate) const COMPUTER_TIME: Duration = Duration::from_secs(5);
/// What an engine gets for a move where there is no clock.
pub(crate) const COMPUTER_UNTIMED: Duration = Duration::from_secs(1);
/// A move of a computer takes at least this long, or a fortieth of its clock: people want to see it
/// come.
pub(crate) const COMPUTER_LEAST_TIME: Duration = Duration::from_millis(500);
/// The longest pause that an engine may wish for, so that it seems to think like a person.
pub(crate) const COMPUTER_LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// An engine that nobody has needed for this long is ended.
pub(crate) const COMPUTER_IDLE_TIME: Duration = Duration::from_secs(60);
/// A table whose computer could not play, or is gone, looks again after this time.
pub(crate) const COMPUTER_RETRY: Duration = Duration::from_secs(30);
/// Writes that wait for the store.
pub(crate) const WRITE_QUEUE: usize = 4096;
/// Writes that are committed together at most.
pub(crate) const WRITE_BATCH: usize = 1024;
/// Idle connections that are kept for reading the store.
pub(crate) const READ_CONNECTIONS: usize = 4;
/// Pictures that are kept for whoever asks for the same one: some 50 KB each.
pub(crate) const KEPT_PICTURES: usize = 64;
/// Mails that wait in the outbox and could leave now; reminders of later days are not among them.
pub(crate) const MAILS_WAITING: u64 = 20_000;
/// Mails a day to an address that a person has confirmed.
pub(crate) const MAILS_A_DAY: u32 = 200;
/// Mails a day to any other address: nobody shall be bombed by somebody who knows his address.
pub(crate) const MAILS_A_DAY_UNCONFIRMED: u32 = 3;
/// Refusals that are mailed to one seat in a day; after that bad replies are only noted.
pub(crate) const REFUSALS_A_DAY: u32 = 5;
/// The largest mail that is read.
pub(crate) const MAIL_BYTES: usize = 4 * 1024 * 1024;
/// Mails that are read at a time.
pub(crate) const MAILS_READ: usize = 50;
/// How long one look into a mailbox may take.
pub(crate) const MAIL_FETCH_TIME: Duration = Duration::from_secs(120);
/// Mails of others in the same mailbox that are remembered, so that they are not read each time.
pub(crate) const FOREIGN_MAILS: usize = 10_000;
/// Games in a daily mail.
pub(crate) const DIGEST_GAMES: u32 = 40;
/// Mails that are taken from the outbox at a time.
pub(crate) const MAILS_TAKEN: u32 = 32;
/// Mails that are sent at the same time.
pub(crate) const MAILS_TOGETHER: usize = 4;
/// How often the outbox is looked at.
pub(crate) const MAIL_LOOK_TIME: Duration = Duration::from_secs(1);
/// How long one mail may take to be handed over.
pub(crate) const MAIL_SEND_TIME: Duration = Duration::from_secs(60);
/// A mail that could not be sent for so long is given up.
pub(crate) const MAIL_GIVE_UP_MS: u64 = 5 * 86_400_000;
/// The longest time between two tries.
pub(crate) const MAIL_LONGEST_WAIT_MS: u64 = 4 * 3_600_000;
/// How long it is remembered that a mail was sent.
pub(crate) const MAIL_REMEMBERED_MS: u64 = 30 * 86_400_000;
/// For so long after a game has ended a reply to a mail about it is answered.
pub(crate) const REPLIES_ANSWERED_MS: u64 = 180 * 86_400_000;
/// How long the link in the foot of a mail works after the last mail with it.
pub(crate) const MAIL_LINK_LIFE_MS: u64 = 365 * 86_400_000;
/// A seek, and a person in the list of who is here, outlive their last WebSocket by this time: a page
/// that is loaded again is no departure.
pub(crate) const LOBBY_GRACE: Duration = Duration::from_secs(5);
/// How often what changes all the time is told in the lobby: who is here, and boards.
pub(crate) const LOBBY_TICK: Duration = Duration::from_millis(500);
/// WebSockets in the lobby, in the whole service.
pub(crate) const LOBBY_SOCKETS: usize = 10_000;
/// WebSockets of one person in the lobby: each page of somebody who is signed in has one.
pub(crate) const LOBBY_SOCKETS_PER_PARTY: usize = 20;
/// Seeks that wait, in the whole service.
pub(crate) const SEEKS: usize = 2_000;
/// Seeks for games by days of one person.
pub(crate) const DAYS_SEEKS_PER_PERSON: usize = 5;
/// How long a seek for a game by days waits.
pub(crate) const DAYS_SEEK_LIFE_MS: u64 = 14 * 86_400_000;
/// Whoever has been paired and has not said that he knows is not paired again for this time.
pub(crate) const PAIRED_REST: Duration = Duration::from_secs(5);
/// How long a pairing is kept for somebody whose page is being loaded at that moment.
pub(crate) const PAIRED_KEPT: Duration = Duration::from_secs(60);
/// Each first move of a game from the lobby must come within this time.
pub(crate) const LOBBY_FIRST_MOVE_MS: u64 = 30_000;
/// How long a challenge to a game now waits.
pub(crate) const CHALLENGE_LIFE_MS: u64 = 60_000;
/// Challenges of one person that wait.
pub(crate) const CHALLENGES_FROM_PERSON: usize = 5;
/// Challenges to one person that wait.
pub(crate) const CHALLENGES_TO_PERSON: usize = 20;
/// Notices of one person that were not seen.
pub(crate) const NOTICES: usize = 20;
/// People who have such notices, and tables at which guests from the lobby are known.
pub(crate) const NOTICED: usize = 20_000;
/// Letters of what a player says.
pub(crate) const CHAT_CHARS: usize = 140;
/// Lines that are kept of what is said at a table.
pub(crate) const CHAT_LINES: u32 = 200;
/// People whom one person has muted.
pub(crate) const MUTES: u32 = 500;
/// Addresses whose rates are remembered.
const REMEMBERED_ADDRESSES: usize = 10_000;

const MINUTE: Duration = Duration::from_secs(60);

/// How often something may be done: bursts of `burst`, in the long run `per_second`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// What may be done at once after a pause; 0 means no limit at all.
    pub burst: u32,
    /// What comes back each second.
    pub per_second: f64,
}

impl Rate {
    /// A minute's worth at once.
    pub fn per_minute(count: u32) -> Self {
        Self {
            burst: count,
            per_second: f64::from(count) / 60.0,
        }
    }

    /// This many at once, and as many again in each span of this length.
    pub fn per(span: Duration, count: u32) -> Self {
        Self {
            burst: count,
            per_second: f64::from(count) / span.as_secs_f64(),
        }
    }

    /// Ten seconds' worth at once.
    pub fn per_second(count: u32) -> Self {
        Self {
            burst: count.saturating_mul(10),
            per_second: f64::from(count),
        }
    }
}

/// The rates that an operator may set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Tables opened from one address.
    pub opens: Rate,
    /// Seats taken, links and tokens tried from one address.
    pub joins: Rate,
    /// Commands on one WebSocket, or by HTTP from one address.
    pub commands: Rate,
    /// Passwords, keys and mailed links tried from one address.
    pub sign_ins: Rate,
    /// Passwords tried for one name.
    pub tries: Rate,
    /// Accounts made from one address.
    pub sign_ups: Rate,
    /// The same, for a whole day.
    pub sign_ups_a_day: Rate,
    /// Links that are mailed for one address on the network, and to one mail address.
    pub mailed_links: Rate,
    /// WebSockets of the lobby opened from one address.
    pub visits: Rate,
    /// Everything that one address asks of the API.
    pub requests: Rate,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            opens: Rate::per_minute(30),
            joins: Rate::per_minute(60),
            commands: Rate::per_second(10),
            sign_ins: Rate::per(10 * MINUTE, 300),
            tries: Rate::per(15 * MINUTE, 20),
            sign_ups: Rate::per(10 * MINUTE, 10),
            sign_ups_a_day: Rate::per(24 * 60 * MINUTE, 150),
            mailed_links: Rate::per(10 * MINUTE, 5),
            visits: Rate::per_minute(300),
            requests: Rate::per_minute(1200),
        }
    }
}

/// Pictures of boards for one address. Those who fetch previews for many people come from few
/// addresses; drawing one takes some hundredths of a second.
pub(crate) fn pictures() -> Rate {
    Rate::per_minute(120)
}

/// Challenges of one person.
pub(crate) fn challenges() -> Rate {
    Rate::per_minute(10)
}

/// What one player says at a table.
pub(crate) fn talk() -> Rate {
    Rate {
        burst: 5,
        per_second: 1.0,
    }
}

/// Seeks, and answers to those of others, on one WebSocket.
pub(crate) fn seeks() -> Rate {
    Rate::per_minute(20)
}

/// Invitations to games by letter from one address of the network.
pub(crate) fn invites() -> Rate {
    Rate {
        burst: 10,
        per_second: 20.0 / 3_600.0,
    }
}

/// Asking for puzzles, from one address.
pub(crate) fn puzzles() -> Rate {
    Rate::per_minute(60)
}

/// Reports from one address.
pub(crate) fn reports() -> Rate {
    Rate::per(10 * MINUTE, 10)
}

/// Mails that leave in all: what a mail server lets a small sender send.
pub(crate) fn mails() -> Rate {
    Rate::per_minute(120)
}

/// A token bucket: full at first, emptied by use, filled by time.
#[derive(Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    filled: f64,
    looked: Instant,
}

impl Bucket {
    pub(crate) fn new(rate: Rate, now: Instant) -> Self {
        Self {
            rate,
            filled: f64::from(rate.burst),
            looked: now,
        }
    }

    /// Takes one, or says after how long there will be one.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), Duration> {
        if self.rate.burst == 0 {
            return Ok(());
        }
        self.fill(now);
        if self.filled >= 1.0 {
            self.filled -= 1.0;
            return Ok(());
        }
        let missing = (1.0 - self.filled) / self.rate.per_second;
        Err(Duration::try_from_secs_f64(missing).unwrap_or(Duration::from_secs(60)))
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.looked).as_secs_f64();
        self.looked = now;
        self.filled = (self.filled + passed * self.rate.per_second).min(f64::from(self.rate.burst));
    }

    /// Whether there is none left now.
    pub(crate) fn is_empty(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.rate.burst > 0 && self.filled < 1.0
    }

    fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.filled >= f64::from(self.rate.burst)
    }
}

/// One bucket for each key, for as many keys as are worth remembering.
pub(crate) struct PerKey<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

impl<K: Hash + Eq> PerKey<K> {
    pub(crate) fn new(rate: Rate) -> Self {
        Self {
            rate,
            buckets: Mutex::default(),
        }
    }

    /// Takes one for this key, or says after how long there will be one.
    pub(crate) fn take_for(&self, key: K) -> Result<(), Duration> {
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED_ADDRESSES {
            make_room(&mut buckets, now);
        }
        let bucket = buckets.entry(key);
        bucket
            .or_insert_with(|| Bucket::new(self.rate, now))
            .take(now)
    }
}

/// One bucket for each address.
pub(crate) type PerAddress = PerKey<AddressKey>;

impl PerAddress {
    /// Takes one for this address, or says after how long there will be one.
    pub(crate) fn take(&self, address: IpAddr) -> Result<(), Duration> {
        self.take_for(AddressKey::of(address))
    }
}

/// Forgets whoever has waited long enough anyway and, if that is nobody, all: the limit is a brake,
/// and memory must stay bounded.
fn make_room<K: Hash + Eq>(buckets: &mut HashMap<K, Bucket>, now: Instant) {
    buckets.retain(|_, bucket| !bucket.is_full(now));
    if buckets.len() >= REMEMBERED_ADDRESSES {
        buckets.clear();
    }
}

/// Whom a rate is counted for: an IPv4 address or an IPv6 network, since one machine has 2^64 of
/// the latter's addresses.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct AddressKey(u64);

impl AddressKey {
    fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(u64::from(u32::from(address))),
            // The first 64 bits are never 0 for a real network, so they meet no IPv4 address.
            IpAddr::V6(address) => Self((u128::from(address) >> 64).try_into().unwrap_or(u64::MAX)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_a_burst_and_then_fills_with_time() {
        let start = Instant::now();
        let mut bucket = Bucket::new(
            Rate {
                burst: 2,
                per_second: 2.0,
            },
            start,
        );
        assert!(bucket.take(start).is_ok());
        assert!(bucket.take(start).is_ok());
        assert_eq!(bucket.take(start), Err(Duration::from_millis(500)));
        assert!(bucket.take(start + Duration::from_millis(500)).is_ok());
        assert!(bucket.take(start + Duration::from_millis(600)).is_err());
    }

    #[test]
    fn zero_is_no_limit() {
        let start = Instant::now();
        let mut bucket = Bucket::new(Rate::per_second(0), start);
        assert!((0..10_000).all(|_| bucket.take(start).is_ok()));
    }

    #[test]
    fn each_address_has_its_own_bucket_and_the_memory_is_bounded() {
        let limiter = PerAddress::new(Rate::per_minute(1));
        assert!(limiter.take([10, 0, 0, 1].into()).is_ok());
        assert!(limiter.take([10, 0, 0, 1].into()).is_err());
        assert!(limiter.take([10, 0, 0, 2].into()).is_ok());
        let network = |last: u16| IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, last]);
        assert!(limiter.take(network(1)).is_ok());
        assert!(
            limiter.take(network(2)).is_err(),
            "one IPv6 network is one address"
        );
        for number in 0..30_000_u32 {
            let _ = limiter.take(IpAddr::V4(number.into()));
        }
        assert!(limiter.buckets.lock().unwrap().len() <= REMEMBERED_ADDRESSES);
    }
}
