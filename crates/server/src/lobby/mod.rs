//! The lobby: who is here, who seeks a game, and pairing those who fit. Everything that is only
//! true now lives here in memory, under one lock; what must outlive the process is in the store.
//! Matching itself is in `seek.rs`, the words of the socket in `words.rs`.

mod challenges;
mod chat;
mod games;
mod pairing;
mod room;
mod seek;
mod session;
mod words;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_arbiter::{BySeat, Seat, TimeControl, Timestamp};

use crate::clock::Clock;
use crate::ids::TableId;
use crate::limits::{self, PerKey};
use crate::live::{Awaited, Hall, News, Shown};
use crate::names;
use crate::ratings::RatingClass;
use crate::store::{DaysSeek, PersonId, Store, StoreError};

use self::challenges::Challenge;
use self::games::Player;
use self::room::Room;
use self::seek::{Pairing, RatingRange, Seek, Seeker, Standing, Terms, Unfit};
use self::words::{Fault, LetterShown, Sought};

pub(crate) use self::challenges::{Challenged, NotChallenged, Reason};
pub(crate) use self::chat::Said;
pub(crate) use self::room::{Notice, Visitor};
pub(crate) use self::seek::Party;
pub(crate) use self::session::Session;

/// The rating of somebody who has not played a rated game yet.
const FIRST_RATING: u16 = 1200;
/// A rating after fewer games than this is provisional.
const PROVISIONAL_GAMES: u32 = 30;

/// The lobby of this service.
pub(crate) struct Lobby {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    hall: Arc<Hall>,
    room: Mutex<Room>,
    challenge_rates: PerKey<PersonId>,
    talks: PerKey<(TableId, Seat)>,
}

/// A place in the room for something that is being written; given back in any case.
struct Reserved<'a> {
    lobby: &'a Lobby,
    id: TableId,
}

impl<'a> Reserved<'a> {
    fn new(lobby: &'a Lobby, id: &TableId) -> Self {
        let id = id.clone();
        Self { lobby, id }
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        self.lobby.room().release(&self.id);
    }
}

impl Lobby {
    /// The lobby with the seeks by days that still wait.
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        hall: Arc<Hall>,
    ) -> Result<Arc<Self>, StoreError> {
        let lobby = Self {
            store,
            clock,
            hall,
            room: Mutex::default(),
            challenge_rates: PerKey::new(limits::challenges()),
            talks: PerKey::new(limits::talk()),
        };
        lobby.bring_back_challenges().await?;
        let since = lobby.days_seeks_begin();
        for (kept, person) in lobby.store.seeks_since(since).await? {
            let clock = TimeControl::Days { days: kept.days };
            let class = RatingClass::of(&clock);
            let seeker = Seeker {
                standing: Some(lobby.standing(&person.id, class).await?),
                mutes: lobby.mutes_of(&person.id).await?,
                party: Party::Person(person.id),
                name: person.name,
            };
            lobby.room().bring_back(Seek {
                id: kept.id,
                seeker,
                terms: Terms {
                    clock,
                    rated: kept.rated,
                },
                color: kept.color,
                range: kept.range.map(|(min, max)| RatingRange { min, max }),
                made: kept.made,
            });
        }
        Ok(Arc::new(lobby))
    }

    /// Tells about twice a second what changes all the time. Never ends.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(limits::LOBBY_TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.tick().await;
        }
    }

    async fn tick(&self) {
        let (oldest, now) = (self.days_seeks_begin(), self.clock.now());
        {
            let mut room = self.room();
            room.tick(oldest);
            room.drop_old_challenges(now);
        }
        let News {
            games,
            awaited,
            letters,
        } = self.hall.showcase.take_news();
        let mut changes = Vec::with_capacity(games.len());
        for (table, shown) in games {
            let players = match &shown {
                Some(shown) if !self.room().knows_game(&table, shown.number) => {
                    Some(self.players_of(&table, shown).await)
                }
                _ => None,
            };
            changes.push((table, shown, players));
        }
        self.room().games_changed(changes, now);
        for (table, awaited) in awaited {
            self.tell_awaited(&table, awaited).await;
        }
        for table in letters {
            self.tell_letter(&table).await;
        }
    }

    /// Tells the players of a game by letter who are here how it stands now.
    async fn tell_letter(&self, table: &TableId) {
        let people = match self.store.people_at(table.clone()).await {
            Ok(people) => people,
            Err(error) => {
                tracing::error!(%error, "nobody could be told of a letter");
                return;
            }
        };
        let here: Vec<(Seat, Party)> = Seat::ALL
            .into_iter()
            .filter_map(|seat| {
                let person = people.get(seat).as_ref()?;
                Some((seat, Party::Person(person.id.clone())))
            })
            .filter(|(_, party)| self.room().is_here(party))
            .collect();
        if here.is_empty() {
            return;
        }
        // A table that does not answer is asked by whoever looks at the list.
        let Ok(card) = self.hall.card(table).await else {
            return;
        };
        for (seat, party) in here {
            let letter = LetterShown {
                table: table.as_str(),
                seat,
                card: card.as_ref(),
            };
            self.room().tell_letter(&party, letter);
        }
    }

    /// Who plays there; without the store only what they are called.
    async fn players_of(&self, table: &TableId, shown: &Shown) -> BySeat<Player> {
        let people = self
            .store
            .people_at(table.clone())
            .await
            .unwrap_or_default();
        let class = RatingClass::of(&shown.clock);
        let mut players = BySeat::default();
        for seat in Seat::ALL {
            let account = people
                .get(seat)
                .as_ref()
                .filter(|person| person.name.is_some());
            let standing = match account {
                Some(person) => self.standing(&person.id, class).await.ok(),
                None => None,
            };
            *players.get_mut(seat) = Player {
                name: shown.names.get(seat).clone(),
                guest: account.is_none(),
                standing,
            };
        }
        players
    }

    /// Tells whoever has left a table that the opponent wants to play again, or that this is over.
    async fn tell_awaited(&self, table: &TableId, awaited: Option<Awaited>) {
        let people = match self.store.people_at(table.clone()).await {
            Ok(people) => people,
            Err(error) => {
                tracing::error!(%error, "nobody could be told of a rematch");
                return;
            }
        };
        let party_at = |seat: Seat| {
            let person = people.get(seat).as_ref();
            let known = person.map(|person| Party::Person(person.id.clone()));
            known.or_else(|| self.room().guest_at(table, seat))
        };
        let Some(Awaited { seat, by }) = awaited else {
            for party in Seat::ALL.into_iter().filter_map(party_at) {
                self.room().untell_rematch(&party, table);
            }
            return;
        };
        if let Some(party) = party_at(seat) {
            let table = table.to_string();
            self.room()
                .tell(&party, Notice::Rematch { table, name: by });
        }
    }

    /// Whether somebody stands in the list of who is here from now on.
    pub(crate) fn list_person(&self, person: &PersonId, on: bool) {
        self.room().list_person(&Party::Person(person.clone()), on);
    }

    /// Somebody is banned or has closed the account: his sockets end, his seeks and challenges too.
    pub(crate) fn expel(&self, person: &PersonId) {
        self.room().expel(&Party::Person(person.clone()));
    }

    /// Seeks by days that were made before this have waited for long enough.
    fn days_seeks_begin(&self) -> Timestamp {
        let now = self.clock.now().0;
        Timestamp(now.saturating_sub(limits::DAYS_SEEK_LIFE_MS))
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        // Nothing panics while it is held.
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn standing(
        &self,
        person: &PersonId,
        class: RatingClass,
    ) -> Result<Standing, StoreError> {
        let known = self.store.standing(person.clone(), class).await?;
        let (rating, games) = known.unwrap_or((FIRST_RATING, 0));
        Ok(Standing {
            rating,
            provisional: games < PROVISIONAL_GAMES,
        })
    }

    async fn mutes_of(&self, person: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        let muted = self.store.mutes_of(person.clone()).await?;
        Ok(muted.into_iter().map(|person| person.id).collect())
    }

    /// Who somebody is as a seeker of games with this clock.
    async fn seeker(
        &self,
        visitor: &Visitor,
        name: Option<&str>,
        clock: &TimeControl,
    ) -> Result<Seeker, StoreError> {
        let (standing, mutes) = match visitor.party.person() {
            Some(person) => (
                Some(self.standing(person, RatingClass::of(clock)).await?),
                self.mutes_of(person).await?,
            ),
            None => (None, Vec::new()),
        };
        Ok(Seeker {
            party: visitor.party.clone(),
            name: visitor.name.clone().or_else(|| name.map(str::to_owned)),
            standing,
            mutes,
        })
    }

    /// Whether somebody may still play here: a socket may be older than a ban.
    async fn may_play(&self, visitor: &Visitor) -> Result<(), Fault> {
        let Some(id) = visitor.party.person() else {
            return Ok(());
        };
        let person = self.store.person(id.clone()).await?;
        let Some(person) = person.filter(|person| !person.closed) else {
            return Err(Fault::NeedsAccount);
        };
        let who = crate::store::Visitor {
            person: Some(person.id),
            address: person.address,
            network: None,
        };
        match self.store.ban_on(who, self.clock.now()).await? {
            Some(_) => Err(Fault::Banned),
            None => Ok(()),
        }
    }

    /// Takes a seek: it is paired with the oldest that fits, or waits.
    async fn seek(
        self: &Arc<Self>,
        socket: u64,
        visitor: &Visitor,
        sought: Sought,
    ) -> Result<(), Fault> {
        let terms = sought.terms();
        let name = visitor.name.as_deref().or(sought.name.as_deref());
        let name = pairing::checked(&terms, name)?;
        self.check_name(visitor, name.as_deref()).await?;
        let is_by_days = matches!(terms.clock, TimeControl::Days { .. });
        if (terms.rated || is_by_days) && visitor.party.person().is_none() {
            return Err(Fault::NeedsAccount);
        }
        if sought.range.is_some_and(|range| !range.is_one()) {
            return Err(Fault::BadRange);
        }
        self.may_play(visitor).await?;
        let seeker = self.seeker(visitor, name.as_deref(), &terms.clock).await?;
        let id = TableId::random().map_err(|_| Fault::Away)?;
        let seek = Seek {
            id,
            seeker,
            terms,
            color: sought.color,
            range: sought.range,
            made: self.clock.now(),
        };
        self.room().reserve_seek(&seek)?;
        let _place = Reserved::new(self, &seek.id);
        if let Some(person) = visitor.party.person().filter(|_| is_by_days) {
            self.keep_seek(person, &seek).await?;
        }
        let kept = is_by_days.then(|| seek.clone());
        let sought = self.room().seek(socket, seek);
        match (sought, kept) {
            (Ok(Some(pairing)), kept) => self.begin(pairing, kept),
            (Ok(None), _) => {}
            (Err(fault), Some(kept)) => {
                self.store.take_seek(kept.id).await?;
                return Err(fault);
            }
            (Err(fault), None) => return Err(fault),
        }
        Ok(())
    }

    /// Mutes somebody, or lets him be heard again; false: as many are muted as can be.
    pub(crate) async fn mute(
        &self,
        person: PersonId,
        other: PersonId,
        on: bool,
    ) -> Result<bool, StoreError> {
        let set = self.store.set_mute(person.clone(), other.clone(), on);
        if !set.await? {
            return Ok(false);
        }
        let gone = self.room().mute(&person, &other, on);
        for challenge in gone.into_iter().filter(Challenge::is_by_days) {
            self.store.take_challenge(challenge.id).await?;
        }
        Ok(true)
    }

    /// Whoever has no account does not pass for somebody who has one.
    async fn check_name(&self, visitor: &Visitor, name: Option<&str>) -> Result<(), Fault> {
        let Some(name) = name else { return Ok(()) };
        if names::is_borrowed(&*self.store, name, visitor.party.person()).await? {
            return Err(Fault::NameOfAccount);
        }
        Ok(())
    }

    async fn keep_seek(&self, person: &PersonId, seek: &Seek) -> Result<(), StoreError> {
        let TimeControl::Days { days } = seek.terms.clock else {
            return Ok(());
        };
        let kept = DaysSeek {
            id: seek.id.clone(),
            person: person.clone(),
            days,
            rated: seek.terms.rated,
            color: seek.color,
            range: seek.range.map(|range| (range.min, range.max)),
            made: seek.made,
        };
        self.store.add_seek(kept).await
    }

    /// Lets somebody take a seek of the list.
    async fn accept(
        self: &Arc<Self>,
        socket: u64,
        visitor: &Visitor,
        id: &TableId,
        name: Option<&str>,
    ) -> Result<(), Fault> {
        let clock = self.room().clock_of(id).ok_or(Unfit::Gone)?;
        let terms = Terms {
            clock,
            rated: false,
        };
        let name = pairing::checked(&terms, visitor.name.as_deref().or(name))?;
        self.check_name(visitor, name.as_deref()).await?;
        self.may_play(visitor).await?;
        let seeker = self.seeker(visitor, name.as_deref(), &terms.clock).await?;
        let pairing = self.room().accept(socket, id, &seeker)?;
        self.begin(pairing, None);
        Ok(())
    }

    async fn cancel(&self, visitor: &Visitor, id: &TableId) -> Result<(), Fault> {
        let gone = self.room().cancel(&visitor.party, id);
        if gone.iter().any(Seek::is_by_days) {
            self.store.take_seek(id.clone()).await?;
        }
        Ok(())
    }

    /// Opens a table for a pair, whatever becomes of the socket that asked for it.
    fn begin(self: &Arc<Self>, pairing: Pairing, own: Option<Seek>) {
        let lobby = Arc::clone(self);
        tokio::spawn(async move { lobby.seat(pairing, own).await });
    }
}
