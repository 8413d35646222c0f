//! What people are told besides seeks and pairings: challenges, notices, and the games that run.

use tabiya_arbiter::{BySeat, Seat, TimeControl, Timestamp};
use tokio::time::Instant;

use super::super::challenges::{Challenge, ChallengeShown, NotChallenged};
use super::super::games::Player;
use super::super::pairing::Seated;
use super::super::seek::{Pairing, Party, Seeker};
use super::super::words::{GameNews, LetterShown, NoticeShown, Outgoing, Topic};
use super::{Attendance, Notice, Room};
use crate::ids::TableId;
use crate::limits;
use crate::live::Shown;
use crate::store::PersonId;

impl Room {
    // ---- challenges ------------------------------------------------------------

    /// Keeps a place for one more challenge, if there is room and whoever is challenged is here.
    pub(in crate::lobby) fn reserve_challenge(
        &mut self,
        challenge: &Challenge,
    ) -> Result<(), NotChallenged> {
        let to = Party::Person(challenge.to.clone());
        if !challenge.is_by_days() && !self.is_here(&to) {
            return Err(NotChallenged::NotHere);
        }
        let waiting = self.challenges.iter();
        let waiting = waiting.map(|other| (&other.from.party, &other.to));
        let coming = self.reserved.iter();
        let coming = coming.filter_map(|other| other.to.as_ref().map(|to| (&other.from, to)));
        let all: Vec<(&Party, &PersonId)> = waiting.chain(coming).collect();
        let (from, to) = (&challenge.from.party, &challenge.to);
        let own = all.iter().filter(|other| other.0 == from).count();
        let of_other = all.iter().filter(|other| other.1 == to).count();
        if all.contains(&(from, to))
            || own >= limits::CHALLENGES_FROM_PERSON
            || of_other >= limits::CHALLENGES_TO_PERSON
        {
            return Err(NotChallenged::TooMany);
        }
        self.reserve(&challenge.id, from, Some(to));
        Ok(())
    }

    pub(in crate::lobby) fn challenge(&mut self, challenge: Challenge) {
        self.challenges.push(challenge.clone());
        self.tell_challenges(&challenge);
    }

    pub(in crate::lobby) fn challenge_clock(&self, id: &TableId) -> Option<TimeControl> {
        let challenge = self.challenges.iter().find(|other| other.id == *id);
        challenge.map(|challenge| challenge.terms.clock.clone())
    }

    /// Takes a challenge that is for this person; both are paired with nobody else meanwhile.
    pub(in crate::lobby) fn accept_challenge(
        &mut self,
        id: &TableId,
        by: &Seeker,
    ) -> Result<Challenge, NotChallenged> {
        let place = self
            .challenges
            .iter()
            .position(|other| other.id == *id && by.party.person() == Some(&other.to));
        let place = place.ok_or(NotChallenged::Gone)?;
        if self
            .challenges
            .get(place)
            .is_some_and(|other| !other.is_by_days())
        {
            self.may_be_paired(&by.party)?;
        }
        let challenge = self.challenges.remove(place);
        let until = Instant::now() + limits::PAIRED_REST;
        if !challenge.is_by_days() {
            for party in [&challenge.from.party, &by.party] {
                if let Some(attendance) = self.parties.get_mut(party) {
                    attendance.rests_until = Some(until);
                    attendance.seeks_on = None;
                }
            }
            let both = [&challenge.from.party, &by.party];
            let gone = self
                .book
                .remove(|seek| !seek.is_by_days() && both.contains(&&seek.seeker.party));
            self.tell_gone(&gone);
        }
        self.tell_challenges(&challenge);
        Ok(challenge)
    }

    /// Takes away a challenge that this person made or was sent.
    pub(in crate::lobby) fn drop_challenge(
        &mut self,
        party: &Party,
        id: &TableId,
    ) -> Option<Challenge> {
        let place = self
            .challenges
            .iter()
            .position(|other| other.id == *id && other.concerns(party))?;
        let challenge = self.challenges.remove(place);
        self.tell_challenges(&challenge);
        Some(challenge)
    }

    /// Takes away all challenges that are meant, and tells their people.
    pub(in crate::lobby) fn drop_challenges(
        &mut self,
        is_meant: impl Fn(&Challenge) -> bool,
    ) -> Vec<Challenge> {
        let (gone, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut self.challenges)
            .into_iter()
            .partition(is_meant);
        self.challenges = kept;
        for challenge in &gone {
            self.tell_challenges(challenge);
        }
        gone
    }

    pub(in crate::lobby) fn challenges_of(&self, party: &Party) -> Vec<ChallengeShown<'_>> {
        let own = self.challenges.iter().filter(|other| other.concerns(party));
        own.map(Challenge::shown).collect()
    }

    /// Shows its two people which challenges there are now.
    pub(in crate::lobby) fn tell_challenges(&mut self, challenge: &Challenge) {
        for party in [&challenge.from.party, &Party::Person(challenge.to.clone())] {
            let text = Outgoing::Challenges(self.challenges_of(party)).text();
            for number in self.sockets_of(party) {
                if self.hears_challenges(number) {
                    self.send(number, text.clone());
                }
            }
        }
    }

    fn hears_challenges(&self, number: u64) -> bool {
        let member = self.members.get(&number);
        member.is_some_and(|member| member.visitor.hears_challenges)
    }

    /// The table of a challenge is open; whoever accepted has it as the answer.
    pub(in crate::lobby) fn challenge_seated(&mut self, pairing: &Pairing, seated: &Seated) {
        let (seeker, accepter) = (&pairing.seek.seeker, &pairing.accepter);
        self.wake(&accepter.party);
        if pairing.seek.is_by_days() {
            self.tell_began(seeker, accepter, &seated.table);
        } else {
            let owner = (Seat::Owner, &seated.owner);
            self.tell_seat(seeker, accepter, &seated.table, owner);
        }
    }

    /// A game by days has begun.
    pub(in crate::lobby) fn tell_began(
        &mut self,
        who: &Seeker,
        opponent: &Seeker,
        table: &TableId,
    ) {
        let notice = Notice::Began {
            table: table.to_string(),
            name: opponent.name.clone(),
        };
        self.tell(&who.party, notice);
    }

    pub(in crate::lobby) fn is_here(&self, party: &Party) -> bool {
        self.parties.get(party).is_some_and(Attendance::is_here)
    }

    /// Shows a person how a game by letter stands.
    pub(in crate::lobby) fn tell_letter(&mut self, party: &Party, letter: LetterShown<'_>) {
        let text = Outgoing::Letter(letter).text();
        for number in self.sockets_of(party) {
            self.send(number, text.clone());
        }
    }

    // ---- notices ---------------------------------------------------------------

    /// Tells a person something, on every page, now or when he comes.
    pub(in crate::lobby) fn tell(&mut self, party: &Party, notice: Notice) {
        if self.notices.len() >= limits::NOTICED && !self.notices.contains_key(party) {
            return;
        }
        self.last_notice += 1;
        let id = self.last_notice;
        let text = Outgoing::Notice(NoticeShown {
            id,
            notice: &notice,
        })
        .text();
        let kept = self.notices.entry(party.clone()).or_default();
        // What is said of a table takes the place of what was said of it before.
        kept.retain(|(_, other)| notice.table().is_none() || other.table() != notice.table());
        if kept.len() >= limits::NOTICES {
            kept.pop_front();
        }
        kept.push_back((id, notice));
        for number in self.sockets_of(party) {
            self.send(number, text.clone());
        }
    }

    /// A notice has been seen.
    pub(in crate::lobby) fn seen(&mut self, party: &Party, id: u64) {
        self.untell(party, |other, _| other == id);
    }

    /// What was said of this table is no longer so.
    pub(in crate::lobby) fn untell_rematch(&mut self, party: &Party, table: &TableId) {
        self.untell(party, |_, notice| {
            let is_rematch = matches!(notice, Notice::Rematch { .. });
            is_rematch && notice.table() == Some(table.as_str())
        });
    }

    fn untell(&mut self, party: &Party, is_meant: impl Fn(u64, &Notice) -> bool) {
        let Some(kept) = self.notices.get_mut(party) else {
            return;
        };
        let meant = kept.iter().filter(|(id, notice)| is_meant(*id, notice));
        let gone: Vec<u64> = meant.map(|(id, _)| *id).collect();
        kept.retain(|(id, _)| !gone.contains(id));
        if kept.is_empty() {
            self.notices.remove(party);
        }
        for id in gone {
            let text = Outgoing::NoticeGone(id).text();
            for number in self.sockets_of(party) {
                self.send(number, text.clone());
            }
        }
    }

    /// What a person has not seen yet, for a socket that has just come.
    pub(in crate::lobby) fn tell_kept(&mut self, number: u64) {
        let Some(member) = self.members.get(&number) else {
            return;
        };
        let party = member.visitor.party.clone();
        let challenges = self.challenges_of(&party);
        let mut texts = Vec::new();
        if !challenges.is_empty() && member.visitor.hears_challenges {
            texts.push(Outgoing::Challenges(challenges).text());
        }
        for (id, notice) in self.notices.get(&party).into_iter().flatten() {
            texts.push(Outgoing::Notice(NoticeShown { id: *id, notice }).text());
        }
        for text in texts {
            self.send(number, text);
        }
    }

    /// The guest whom the lobby has seated there.
    pub(in crate::lobby) fn guest_at(&self, table: &TableId, seat: Seat) -> Option<Party> {
        self.guests_at.get(table)?.get(seat).clone()
    }

    pub(in crate::lobby) fn note_guests(&mut self, pairing: &Pairing, table: &TableId) {
        let guest = |party: &Party| party.person().is_none().then(|| party.clone());
        let guests = BySeat {
            owner: guest(&pairing.seek.seeker.party),
            guest: guest(&pairing.accepter.party),
        };
        if self.guests_at.len() >= limits::NOTICED {
            self.guests_at.clear();
        }
        if guests.owner.is_some() || guests.guest.is_some() {
            self.guests_at.insert(table.clone(), guests);
        }
    }

    // ---- games to watch --------------------------------------------------------

    pub(in crate::lobby) fn knows_game(&self, table: &TableId, number: u32) -> bool {
        self.games.knows(table, number)
    }

    /// Takes over what the tables show, and tells those who watch.
    pub(in crate::lobby) fn games_changed(
        &mut self,
        changes: Vec<(TableId, Option<Shown>, Option<BySeat<Player>>)>,
        now: Timestamp,
    ) {
        let tables: Vec<TableId> = changes.iter().map(|(table, _, _)| table.clone()).collect();
        for (table, shown, players) in changes {
            self.games.change(table, shown, players, now);
        }
        if !tables.is_empty() {
            let (there, gone): (Vec<_>, Vec<_>) = tables
                .iter()
                .partition(|table| self.games.shown(table).is_some());
            let news = Outgoing::Games(GameNews {
                changed: there
                    .into_iter()
                    .filter_map(|table| self.games.shown(table))
                    .collect(),
                gone: gone.into_iter().map(TableId::as_str).collect(),
            });
            let text = news.text();
            self.cast_text(Some(Topic::Games), text);
        }
        let best = self.games.choose().cloned();
        if best != self.told_best {
            let text = Outgoing::Tv(best.as_ref().map(TableId::as_str)).text();
            self.told_best = best;
            self.cast_text(Some(Topic::Games), text);
        }
    }
}
