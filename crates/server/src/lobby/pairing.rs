//! From two people who fit to a game: the table is opened, both seats are taken and the game is
//! started, through the same door as everything at a table; then both are told where they play.

use std::sync::Arc;
use tabiya_arbiter::{
    Actor, BySeat, ColorChoice, Command, Event, NotifyRule, Preset, RatingRule, RuleSet, Seat,
    Settings, StartPosition, StartRule, Table, TakebackRule, TimeControl,
};

use super::Lobby;
use super::seek::{Pairing, Seek, Seeker, Terms, Unfit};
use super::words::Fault;
use crate::ids::{SeatToken, TableId};
use crate::limits;
use crate::live::{Agreed, NotOpened, Refused, Unavailable, Wish};
use crate::store::{Grant, Waiting};

/// A table with two people at it.
pub(super) struct Seated {
    pub(super) table: TableId,
    pub(super) owner: SeatToken,
    pub(super) guest: SeatToken,
}

/// Why a pair has no table.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotSeated {
    #[error("no table could be opened: {0:?}")]
    NotOpened(NotOpened),
    #[error("it does not wait any more")]
    Gone(TableId),
    #[error("the table does not answer: {0:?}")]
    Unavailable(Unavailable),
    #[error("the table refuses: {0:?}")]
    Refused(Refused),
    #[error(transparent)]
    NoRandomness(#[from] crate::ids::NoRandomness),
}

/// The settings of a game between two people who may not know each other: the clock stands until
/// the first move, which must come soon; moves are taken back, and time is given, only where the
/// game counts for nothing.
fn settings(terms: &Terms, owner_color: ColorChoice) -> Settings {
    let rating = if terms.rated {
        RatingRule::Elo
    } else {
        RatingRule::None
    };
    let takeback = if terms.rated {
        TakebackRule::Off
    } else {
        TakebackRule::ByAgreement
    };
    let rules = if matches!(terms.clock, TimeControl::Days { .. }) {
        RuleSet {
            rating,
            notify: NotifyRule::Email,
            ..RuleSet::preset(Preset::Letter)
        }
    } else {
        RuleSet {
            rating,
            takeback,
            give_time: !terms.rated,
            lag_compensation: true,
            start: StartRule::OnFirstMove,
            first_move_limit_ms: Some(limits::LOBBY_FIRST_MOVE_MS),
            ..RuleSet::preset(Preset::FideOnline)
        }
    };
    Settings {
        rules,
        clock: terms.clock.clone(),
        owner_color,
        start: StartPosition::Standard,
    }
}

/// Has the arbiter look at terms and name before anything waits for them. Answers the name as it
/// will be kept.
pub(super) fn checked(terms: &Terms, name: Option<&str>) -> Result<Option<String>, Fault> {
    if !terms.clock.is_timed() {
        return Err(Fault::NoClock);
    }
    match Table::open(settings(terms, ColorChoice::Toss), name, 0) {
        Ok(Event::TableOpened { owner_name, .. }) => Ok(owner_name),
        Ok(_) => Ok(None),
        Err(refusal) => Err(Fault::Refused(refusal)),
    }
}

impl Pairing {
    /// The color of whoever has waited.
    fn owner_color(&self) -> ColorChoice {
        match (self.seek.color, self.color) {
            (ColorChoice::Toss, ColorChoice::White) => ColorChoice::Black,
            (ColorChoice::Toss, ColorChoice::Black) => ColorChoice::White,
            (color, _) => color,
        }
    }
}

impl Lobby {
    /// Opens the table of a pair, starts the game and tells both. By days `own` is the seek of whoever
    /// came, if it was kept as well; what cannot be seated waits on.
    pub(super) async fn seat(self: Arc<Self>, pairing: Pairing, own: Option<Seek>) {
        let kept: Vec<&Seek> = std::iter::once(&pairing.seek)
            .filter(|seek| seek.is_by_days())
            .chain(&own)
            .collect();
        let takes = kept.iter().map(|seek| Waiting::Seek(seek.id.clone()));
        let (fault, gone) = match self.set_up(&pairing, takes.collect()).await {
            Ok(seated) => {
                self.room().paired(&pairing, &seated);
                return;
            }
            // Its seeker has closed the account since then, or is banned.
            Err(NotSeated::Gone(id)) => (Fault::Unfit(Unfit::Gone), Some(id)),
            Err(error) => {
                tracing::error!(%error, "two people could not be seated");
                (Fault::Away, None)
            }
        };
        let mut room = self.room();
        for seek in kept {
            if Some(&seek.id) != gone.as_ref() {
                room.wait_on(seek.clone());
            }
        }
        room.not_paired(&pairing, &fault);
    }

    /// Opens the table of a pair and starts the game. What `takes` names goes out of the store with
    /// it, or nothing is opened.
    pub(super) async fn set_up(
        &self,
        pairing: &Pairing,
        takes: Vec<Waiting>,
    ) -> Result<Seated, NotSeated> {
        if pairing.seek.is_by_days() {
            self.set_up_by_days(pairing, takes).await
        } else {
            self.set_up_now(pairing).await
        }
    }

    /// By days nobody need be there: everything is one write.
    async fn set_up_by_days(
        &self,
        pairing: &Pairing,
        takes: Vec<Waiting>,
    ) -> Result<Seated, NotSeated> {
        let Pairing { seek, accepter, .. } = pairing;
        let seated = Seated {
            table: TableId::random()?,
            owner: SeatToken::random()?,
            guest: SeatToken::random()?,
        };
        let grant = |seat, token: &SeatToken, seeker: &Seeker| Grant {
            seat,
            token: token.hash(),
            person: seeker.party.person().cloned(),
        };
        let agreed = Agreed {
            table: seated.table.clone(),
            settings: settings(&seek.terms, pairing.owner_color()),
            names: BySeat {
                owner: seek.seeker.name.as_deref(),
                guest: accepter.name.as_deref(),
            },
            grants: BySeat {
                owner: grant(Seat::Owner, &seated.owner, &seek.seeker),
                guest: grant(Seat::Guest, &seated.guest, accepter),
            },
            takes,
            is_mailed: true,
        };
        match self.hall.open_begun(agreed).await {
            Ok(()) => Ok(seated),
            Err(NotOpened::Gone(id)) => Err(NotSeated::Gone(id)),
            Err(why) => Err(NotSeated::NotOpened(why)),
        }
    }

    async fn set_up_now(&self, pairing: &Pairing) -> Result<Seated, NotSeated> {
        let Pairing { seek, accepter, .. } = pairing;
        let settings = settings(&seek.terms, pairing.owner_color());
        let (owner_name, owner_person) = (seek.seeker.name.as_deref(), seek.seeker.party.person());
        let opened = self.hall.open(settings, owner_name, owner_person.cloned());
        let (table, owner) = opened.await.map_err(NotSeated::NotOpened)?;
        // A table that nobody finds in the list is a table all the same.
        if let Err(error) = self.store.set_listed(table.clone(), true).await {
            tracing::warn!(table.id = %table, %error, "a table could not be listed");
        }
        let guest = SeatToken::random()?;
        let take = |reply| Wish {
            actor: Actor::Spectator,
            id: None,
            command: Command::TakeSeat {
                name: accepter.name.clone(),
            },
            token: Some(guest.hash()),
            person: accepter.party.person().cloned(),
            at: self.clock.now(),
            reply,
        };
        let taken = self.hall.ask(&table, take).await;
        taken
            .map_err(NotSeated::Unavailable)?
            .map_err(NotSeated::Refused)?;
        self.play(&table, Seat::Guest, Command::Ready { ready: true })
            .await?;
        self.play(&table, Seat::Owner, Command::Start).await?;
        Ok(Seated {
            table,
            owner,
            guest,
        })
    }

    async fn play(&self, table: &TableId, seat: Seat, command: Command) -> Result<(), NotSeated> {
        let wish = |reply| Wish {
            actor: Actor::Seat(seat),
            id: None,
            command,
            token: None,
            person: None,
            at: self.clock.now(),
            reply,
        };
        let answer = self.hall.ask(table, wish).await;
        let answer = answer.map_err(NotSeated::Unavailable)?;
        answer.map(|_| ()).map_err(NotSeated::Refused)
    }
}
