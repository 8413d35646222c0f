//! Who is in the lobby, on which sockets, and what they are told. All of it is under one lock, so
//! that of two who click at the same moment one comes first. What is told besides seeks and
//! pairings stands in `room/aside.rs`.

mod aside;

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use serde::Serialize;

use axum::extract::ws::Utf8Bytes;
use tabiya_arbiter::{BySeat, Seat, TimeControl, Timestamp};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::challenges::{Challenge, Reason};
use super::games::Games;
use super::pairing::Seated;
use super::seek::{Book, Offered, Pairing, Party, Seek, SeekId, Seeker};
use super::words::{Fault, Here, Outgoing, PairedBody, SeekShown, StateBody, Topic};
use crate::http::caller::seat_link;
use crate::ids::{SeatToken, TableId};
use crate::limits;
use crate::store::PersonId;

/// Who comes to the lobby.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) party: Party,
    /// The name of the account.
    pub(crate) name: Option<String>,
    /// The beginning of links for this visitor.
    pub(crate) base: String,
    /// Whether he is told of challenges on this socket.
    pub(crate) hears_challenges: bool,
}

/// Something that a person is told wherever he is, until he has seen it or it is no longer so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Notice {
    /// The opponent of a game that is over wants to play again.
    Rematch { table: String, name: Option<String> },
    /// A game has begun: a challenge or a seek of his was taken.
    Began { table: String, name: Option<String> },
    /// A challenge of his was declined.
    Declined {
        name: Option<String>,
        reason: Reason,
    },
}

impl Notice {
    /// The table that it is about.
    fn table(&self) -> Option<&str> {
        match self {
            Self::Rematch { table, .. } | Self::Began { table, .. } => Some(table),
            Self::Declined { .. } => None,
        }
    }
}

/// A socket in the lobby.
pub(super) struct Attached {
    pub(super) number: u64,
    pub(super) frames: mpsc::Receiver<Utf8Bytes>,
}

struct Member {
    visitor: Visitor,
    queue: mpsc::Sender<Utf8Bytes>,
    follows_seeks: bool,
    follows_online: bool,
    follows_games: bool,
}

impl Member {
    fn follows(&self, topic: Topic) -> bool {
        match topic {
            Topic::Seeks => self.follows_seeks,
            Topic::Online => self.follows_online,
            Topic::Games => self.follows_games,
        }
    }
}

/// One person who is here, or has been a moment ago.
#[derive(Default)]
struct Attendance {
    sockets: usize,
    name: Option<String>,
    is_listed: bool,
    /// Since when there has been no socket.
    left: Option<Instant>,
    /// The socket that asked for the seek that waits.
    seeks_on: Option<u64>,
    /// Paired a moment ago, and has not said that it is known.
    rests_until: Option<Instant>,
    /// Pairings of which he has not said that he knows them.
    kept: VecDeque<Kept>,
}

/// A pairing that is told until its person has said that it is known.
struct Kept {
    since: Instant,
    table: TableId,
    text: Utf8Bytes,
    /// The pages that were told.
    told: Vec<u64>,
}

/// A place for something that is being written: for others it counts already.
struct Reserved {
    id: TableId,
    from: Party,
    /// Whom it challenges; none: it is a seek by days.
    to: Option<PersonId>,
}

impl Attendance {
    fn is_here(&self) -> bool {
        self.sockets > 0
    }

    /// For good, and not for as long as a page takes to load again.
    fn is_gone(&self, now: Instant) -> bool {
        let left = self.left.filter(|_| !self.is_here());
        left.is_some_and(|left| now - left >= limits::LOBBY_GRACE)
    }

    fn rests(&self, now: Instant) -> bool {
        self.rests_until.is_some_and(|until| now < until)
    }
}

/// Everybody in the lobby, and what they seek.
#[derive(Default)]
pub(super) struct Room {
    members: HashMap<u64, Member>,
    last_number: u64,
    parties: HashMap<Party, Attendance>,
    book: Book,
    challenges: Vec<Challenge>,
    reserved: Vec<Reserved>,
    notices: HashMap<Party, VecDeque<(u64, Notice)>>,
    last_notice: u64,
    /// Guests who were paired here: they can be told of a rematch for as long as they are known.
    guests_at: HashMap<TableId, BySeat<Option<Party>>>,
    games: Games,
    told_best: Option<TableId>,
    /// What was told last to those who follow it.
    told_here: Here,
    told_online: BTreeSet<String>,
}

impl Room {
    // ---- coming and going ------------------------------------------------------

    /// Lets a visitor in; none when there is no room.
    pub(super) fn attach(&mut self, visitor: Visitor, is_listed: bool) -> Option<Attached> {
        let known = self.parties.get(&visitor.party);
        let sockets = known.map_or(0, |attendance| attendance.sockets);
        if self.members.len() >= limits::LOBBY_SOCKETS || sockets >= limits::LOBBY_SOCKETS_PER_PARTY
        {
            return None;
        }
        let attendance = self.parties.entry(visitor.party.clone()).or_default();
        attendance.sockets += 1;
        attendance.left = None;
        attendance.name.clone_from(&visitor.name);
        attendance.is_listed = is_listed;
        self.last_number += 1;
        let number = self.last_number;
        let (queue, frames) = mpsc::channel(limits::SOCKET_QUEUE);
        for kept in &mut attendance.kept {
            // The queue is new and longer than what is kept.
            let _ = queue.try_send(kept.text.clone());
            kept.told.push(number);
        }
        self.members.insert(
            number,
            Member {
                visitor,
                queue,
                follows_seeks: false,
                follows_online: false,
                follows_games: false,
            },
        );
        self.tell_kept(number);
        Some(Attached { number, frames })
    }

    /// A socket is gone. Its person stays for a moment: perhaps the page is only loaded again.
    pub(super) fn detach(&mut self, number: u64) {
        let Some(member) = self.members.remove(&number) else {
            return;
        };
        if let Some(attendance) = self.parties.get_mut(&member.visitor.party) {
            attendance.sockets = attendance.sockets.saturating_sub(1);
            if attendance.sockets == 0 {
                attendance.left = Some(Instant::now());
            }
            self.tell_again(&member.visitor.party, number);
        }
    }

    /// A page is gone that had been told of a pairing, and perhaps never read it: the others are told.
    fn tell_again(&mut self, party: &Party, gone: u64) {
        let pages = self.sockets_of(party);
        let Some(attendance) = self.parties.get_mut(party) else {
            return;
        };
        let mut news = Vec::new();
        for kept in &mut attendance.kept {
            if !kept.told.contains(&gone) {
                continue;
            }
            kept.told.retain(|page| *page != gone);
            let others = pages.iter().filter(|page| !kept.told.contains(page));
            let others: Vec<u64> = others.copied().collect();
            news.extend(others.iter().map(|page| (*page, kept.text.clone())));
            kept.told.extend(others);
        }
        for (page, text) in news {
            self.send(page, Some(text));
        }
    }

    /// Whether a socket has its place still.
    pub(super) fn is_in(&self, number: u64) -> bool {
        self.members.contains_key(&number)
    }

    /// Ends all sockets of somebody.
    pub(super) fn disconnect(&mut self, party: &Party) {
        for number in self.sockets_of(party) {
            self.detach(number);
        }
    }

    /// Ends all sockets of somebody, and whatever he seeks, or challenges or is challenged to.
    pub(super) fn expel(&mut self, party: &Party) {
        self.disconnect(party);
        let seeks = self.book.remove(|seek| seek.seeker.party == *party);
        self.tell_gone(&seeks);
        self.drop_challenges(|challenge| challenge.concerns(party));
    }

    /// Says from now on what a socket follows, and how that stands.
    pub(super) fn follow(&mut self, number: u64, topics: &[Topic]) {
        // What is told later is what has changed since then, for all who follow.
        self.tell_who_is_here();
        let Some(member) = self.members.get_mut(&number) else {
            return;
        };
        member.follows_seeks = topics.contains(&Topic::Seeks);
        member.follows_online = topics.contains(&Topic::Online);
        member.follows_games = topics.contains(&Topic::Games);
        let Some(member) = self.members.get(&number) else {
            return;
        };
        let party = &member.visitor.party;
        let seeks = || self.book.iter().map(SeekShown::from).collect();
        let online = || self.told_online.iter().map(String::as_str).collect();
        let state = Outgoing::State(StateBody {
            here: self.here(),
            mine: self.seeks_of(party),
            seeks: member.follows_seeks.then(seeks),
            online: member.follows_online.then(online),
            games: member.follows_games.then(|| self.games.all()),
            tv: self.games.best().map(TableId::as_str),
        });
        let text = state.text();
        self.send(number, text);
    }

    pub(super) fn list_person(&mut self, party: &Party, on: bool) {
        if let Some(attendance) = self.parties.get_mut(party) {
            attendance.is_listed = on;
        }
    }

    fn here(&self) -> Here {
        let here = self.parties.iter().filter(|(_, party)| party.is_here());
        here.fold(Here::default(), |mut count, (party, _)| {
            match party {
                Party::Person(_) => count.people += 1,
                Party::Visitor(_) => count.guests += 1,
            }
            count
        })
    }

    /// What changes all the time: who is here; who is gone for good; seeks that have waited enough.
    pub(super) fn tick(&mut self, oldest: Timestamp) {
        let now = Instant::now();
        let gone = |party: &Attendance| party.is_gone(now);
        let (parties, book) = (&mut self.parties, &mut self.book);
        let old = book.remove(|seek| {
            if seek.is_by_days() {
                return seek.made < oldest;
            }
            parties.get(&seek.seeker.party).is_none_or(gone)
        });
        parties.retain(|_, party| {
            party
                .kept
                .retain(|kept| now - kept.since < limits::PAIRED_KEPT);
            !gone(party) || !party.kept.is_empty() || party.rests(now)
        });
        let (parties, notices) = (&self.parties, &mut self.notices);
        notices.retain(|party, _| party.person().is_some() || parties.contains_key(party));
        self.tell_gone(&old);
        self.tell_who_is_here();
    }

    /// Challenges that have waited for long enough, or whose challenger has left.
    pub(super) fn drop_old_challenges(&mut self, now: Timestamp) {
        let here: HashSet<Party> = self.parties.keys().cloned().collect();
        self.drop_challenges(|challenge| {
            challenge.until() < now
                || !challenge.is_by_days() && !here.contains(&challenge.from.party)
        });
    }

    fn tell_who_is_here(&mut self) {
        let here = self.here();
        if here != self.told_here {
            self.told_here = here;
            self.cast(None, &Outgoing::Here(here));
        }
        let now = Instant::now();
        let online: BTreeSet<String> = self
            .parties
            .values()
            .filter(|party| party.is_listed && !party.is_gone(now))
            .filter_map(|party| party.name.clone())
            .collect();
        if online != self.told_online {
            let told = std::mem::replace(&mut self.told_online, online);
            let added = self.told_online.difference(&told);
            let gone = told.difference(&self.told_online);
            let news = Outgoing::Online {
                added: added.map(String::as_str).collect(),
                gone: gone.map(String::as_str).collect(),
            };
            let text = news.text();
            self.cast_text(Some(Topic::Online), text);
        }
    }

    // ---- seeks -----------------------------------------------------------------

    /// Puts a seek by days that was kept in its place.
    pub(super) fn bring_back(&mut self, seek: Seek) {
        let _ = self.book.offer(seek, |_| false);
    }

    /// Two who had found each other could not be seated: this seek waits on.
    pub(super) fn wait_on(&mut self, seek: Seek) {
        let (id, party) = (seek.id.clone(), seek.seeker.party.clone());
        self.bring_back(seek);
        self.tell_waits(&id);
        self.tell_mine(&party);
    }

    fn tell_waits(&mut self, id: &SeekId) {
        let added = self.book.find(id).map(SeekShown::from);
        let news = Outgoing::Seeks {
            added: added.into_iter().collect(),
            gone: Vec::new(),
        };
        let text = news.text();
        self.cast_text(Some(Topic::Seeks), text);
    }

    /// Keeps a place for one more, if there is room.
    pub(super) fn reserve_seek(&mut self, seek: &Seek) -> Result<(), Fault> {
        let from = &seek.seeker.party;
        let waiting = self
            .book
            .iter()
            .filter(|other| seek.is_by_days() && other.is_by_days() && other.seeker.party == *from);
        let coming = self.reserved.iter();
        let coming = coming.filter(|other| other.to.is_none() && other.from == *from);
        let is_full = self.book.iter().count() >= limits::SEEKS;
        if is_full || waiting.count() + coming.count() >= limits::DAYS_SEEKS_PER_PERSON {
            return Err(Fault::TooManySeeks);
        }
        self.reserve(&seek.id, from, None);
        Ok(())
    }

    fn reserve(&mut self, id: &TableId, from: &Party, to: Option<&PersonId>) {
        self.reserved.push(Reserved {
            id: id.clone(),
            from: from.clone(),
            to: to.cloned(),
        });
    }

    /// What was being written is there now, or will not come.
    pub(super) fn release(&mut self, id: &TableId) {
        self.reserved.retain(|other| other.id != *id);
    }

    /// Somebody wants to hear of somebody else no more, or again: what he seeks and who challenges
    /// whom follows that. Answers the challenges that are gone.
    pub(super) fn mute(&mut self, person: &PersonId, other: &PersonId, on: bool) -> Vec<Challenge> {
        let party = Party::Person(person.clone());
        self.book.mute(&party, other, on);
        if !on {
            return Vec::new();
        }
        let muted = Party::Person(other.clone());
        self.drop_challenges(|challenge| challenge.concerns(&party) && challenge.concerns(&muted))
    }

    /// Takes a seek; a person has one for a game now, and the next takes its place.
    pub(super) fn seek(&mut self, number: u64, seek: Seek) -> Result<Option<Pairing>, Fault> {
        let party = seek.seeker.party.clone();
        self.may_be_paired(&party)?;
        if !seek.is_by_days() {
            let before = self
                .book
                .remove(|other| !other.is_by_days() && other.seeker.party == party);
            self.tell_gone(&before);
            if let Some(attendance) = self.parties.get_mut(&party) {
                attendance.seeks_on = Some(number);
            }
        }
        let parties = &self.parties;
        let id = seek.id.clone();
        let offered = self
            .book
            .offer(seek, |waiting| can_be_paired(parties, waiting));
        let paired = match offered {
            Offered::Paired(pairing) => {
                self.take_out(number, &pairing);
                Some(*pairing)
            }
            Offered::Waits => {
                self.tell_waits(&id);
                None
            }
        };
        self.tell_mine(&party);
        Ok(paired)
    }

    /// Takes the seek of somebody else.
    pub(super) fn accept(
        &mut self,
        number: u64,
        id: &SeekId,
        by: &Seeker,
    ) -> Result<Pairing, Fault> {
        self.may_be_paired(&by.party)?;
        let parties = &self.parties;
        let pairing = self
            .book
            .accept(id, by, |waiting| can_be_paired(parties, waiting))?;
        self.take_out(number, &pairing);
        Ok(pairing)
    }

    pub(super) fn clock_of(&self, id: &SeekId) -> Option<TimeControl> {
        self.book.find(id).map(|seek| seek.terms.clock.clone())
    }

    /// Takes back an own seek.
    pub(super) fn cancel(&mut self, party: &Party, id: &SeekId) -> Vec<Seek> {
        let gone = self
            .book
            .remove(|seek| seek.id == *id && seek.seeker.party == *party);
        self.tell_gone(&gone);
        self.tell_mine(party);
        gone
    }

    fn may_be_paired(&self, party: &Party) -> Result<(), Fault> {
        let attendance = self.parties.get(party);
        if attendance.is_some_and(|party| party.rests(Instant::now())) {
            Err(Fault::Paired)
        } else {
            Ok(())
        }
    }

    /// Two people have found each other: what they seek for now is gone, and nobody else gets them
    /// until they know.
    fn take_out(&mut self, accepter_on: u64, pairing: &Pairing) {
        let until = Instant::now() + limits::PAIRED_REST;
        let accepter = &pairing.accepter.party;
        // A game by days keeps nobody from a game now.
        let both = if pairing.seek.is_by_days() {
            Vec::new()
        } else {
            vec![accepter, &pairing.seek.seeker.party]
        };
        for party in &both {
            if let Some(attendance) = self.parties.get_mut(*party) {
                attendance.rests_until = Some(until);
            }
        }
        if let Some(attendance) = self.parties.get_mut(accepter) {
            attendance.seeks_on = Some(accepter_on);
        }
        let mut gone = self
            .book
            .remove(|seek| !seek.is_by_days() && both.contains(&&seek.seeker.party));
        gone.push(pairing.seek.clone());
        self.tell_gone(&gone);
        self.tell_mine(&pairing.seek.seeker.party);
        self.tell_mine(accepter);
    }

    /// A person knows where the game is.
    pub(super) fn taken(&mut self, party: &Party, table: &TableId) {
        if let Some(attendance) = self.parties.get_mut(party) {
            attendance.kept.retain(|kept| kept.table != *table);
        }
        self.wake(party);
    }

    /// A person can be paired again.
    pub(super) fn wake(&mut self, party: &Party) {
        if let Some(attendance) = self.parties.get_mut(party) {
            attendance.rests_until = None;
        }
    }

    // ---- telling ---------------------------------------------------------------

    /// Tells two people where they play.
    pub(super) fn paired(&mut self, pairing: &Pairing, seated: &Seated) {
        let (seeker, accepter) = (&pairing.seek.seeker, &pairing.accepter);
        self.note_guests(pairing, &seated.table);
        if pairing.seek.is_by_days() {
            // Whoever made it may be anywhere, and is in no hurry.
            self.tell_began(seeker, accepter, &seated.table);
            self.tell_seat(
                accepter,
                seeker,
                &seated.table,
                (Seat::Guest, &seated.guest),
            );
            return;
        }
        self.tell_seat(
            seeker,
            accepter,
            &seated.table,
            (Seat::Owner, &seated.owner),
        );
        self.tell_seat(
            accepter,
            seeker,
            &seated.table,
            (Seat::Guest, &seated.guest),
        );
    }

    fn tell_seat(
        &mut self,
        who: &Seeker,
        opponent: &Seeker,
        table: &TableId,
        (seat, token): (Seat, &SeatToken),
    ) {
        let base = self
            .sockets_of(&who.party)
            .first()
            .and_then(|number| self.members.get(number))
            .map(|member| member.visitor.base.clone());
        let body = PairedBody {
            table: table.as_str(),
            seat,
            seat_link: seat_link(&base.unwrap_or_default(), table, token),
            opponent: opponent.name.as_deref(),
        };
        let text = Outgoing::Paired(body).text();
        self.tell_page(&who.party, table, text);
    }

    /// Two people could not be seated.
    pub(super) fn not_paired(&mut self, pairing: &Pairing, fault: &Fault) {
        for party in [&pairing.seek.seeker.party, &pairing.accepter.party] {
            self.wake(party);
            let (code, message) = (fault.code(), fault.message());
            let error = Outgoing::Error {
                code,
                message: &message,
            };
            for number in self.sockets_of(party) {
                let text = error.text();
                self.send(number, text);
            }
        }
    }

    /// To the page on which somebody asked; if it is gone, to every other page of the same person.
    /// Whether it has reached anybody is known when he says so; until then each page that comes is
    /// told as well.
    fn tell_page(&mut self, party: &Party, table: &TableId, text: Option<Utf8Bytes>) {
        let Some(text) = text else { return };
        let asked_on = self.parties.get(party).and_then(|party| party.seeks_on);
        let is_open = asked_on.is_some_and(|number| {
            let member = self.members.get(&number);
            member.is_some_and(|member| member.visitor.party == *party)
        });
        let pages = match asked_on.filter(|_| is_open) {
            Some(number) => vec![number],
            None => self.sockets_of(party),
        };
        let attendance = self.parties.entry(party.clone()).or_default();
        if pages.is_empty() {
            attendance.left.get_or_insert_with(Instant::now);
        }
        attendance.kept.push_back(Kept {
            since: Instant::now(),
            table: table.clone(),
            text: text.clone(),
            told: pages.clone(),
        });
        if attendance.kept.len() > limits::LOBBY_SOCKETS_PER_PARTY {
            attendance.kept.pop_front();
        }
        for number in pages {
            self.send(number, Some(text.clone()));
        }
    }

    fn tell_mine(&mut self, party: &Party) {
        let text = Outgoing::Mine(self.seeks_of(party)).text();
        for number in self.sockets_of(party) {
            self.send(number, text.clone());
        }
    }

    fn tell_gone(&mut self, seeks: &[Seek]) {
        if seeks.is_empty() {
            return;
        }
        let news = Outgoing::Seeks {
            added: Vec::new(),
            gone: seeks.iter().map(|seek| seek.id.as_str()).collect(),
        };
        self.cast(Some(Topic::Seeks), &news);
    }

    fn seeks_of(&self, party: &Party) -> Vec<&str> {
        let own = self.book.iter().filter(|seek| seek.seeker.party == *party);
        own.map(|seek| seek.id.as_str()).collect()
    }

    fn sockets_of(&self, party: &Party) -> Vec<u64> {
        let own = self
            .members
            .iter()
            .filter(|(_, member)| member.visitor.party == *party);
        own.map(|(number, _)| *number).collect()
    }

    /// Tells all who follow a topic; without one, all who follow anything.
    fn cast(&mut self, topic: Option<Topic>, news: &Outgoing<'_>) {
        let text = news.text();
        self.cast_text(topic, text);
    }

    fn cast_text(&mut self, topic: Option<Topic>, text: Option<Utf8Bytes>) {
        let Some(text) = text else { return };
        let followers: Vec<u64> = self
            .members
            .iter()
            .filter(|(_, member)| match topic {
                Some(topic) => member.follows(topic),
                None => member.follows_seeks || member.follows_online || member.follows_games,
            })
            .map(|(number, _)| *number)
            .collect();
        for number in followers {
            self.send(number, Some(text.clone()));
        }
    }

    /// Nobody is waited for: whoever has not taken as many frames as the queue holds is dropped,
    /// sees its queue end, and comes back to a fresh state.
    fn send(&mut self, number: u64, text: Option<Utf8Bytes>) -> bool {
        let Some(text) = text else { return false };
        let Some(member) = self.members.get(&number) else {
            return false;
        };
        let is_sent = member.queue.try_send(text).is_ok();
        if !is_sent {
            self.detach(number);
        }
        is_sent
    }
}

/// A seeker of a game now must be here, and not just paired with somebody else.
fn can_be_paired(parties: &HashMap<Party, Attendance>, seek: &Seek) -> bool {
    if seek.is_by_days() {
        return true;
    }
    let party = parties.get(&seek.seeker.party);
    party.is_some_and(|party| party.is_here() && !party.rests(Instant::now()))
}
