//! Mails that come in: each is read once, and what it asks for is done in the name of the seat whose
//! secret stands in its address. A reply that cannot be followed is answered once, with the reason.
//! Where mails are fetched stands in `maildir.rs` and `imap.rs`, how one is read in `reader.rs`,
//! what it wants in `wish.rs`.

mod imap;
mod maildir;
mod reader;
mod wish;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use tabiya_arbiter::{Actor, Command, Phase, Timestamp};
use tokio::sync::watch;

use self::reader::Letter;
use self::wish::{Wanted, understand};
use super::config::Incoming;
use super::kinds::Mail;
use crate::ids::TokenHash;
use crate::limits;
use crate::live::{Refused, Unavailable, Wish};
use crate::secrets;
use crate::service::{App, stops};
use crate::store::{MailTo, NewMail, ReplyPlace, StoreError};

const DAY_MS: u64 = 86_400_000;

/// Whoever reads the mails that come in.
pub(crate) struct MailReading {
    app: Arc<App>,
    stopping: watch::Receiver<bool>,
    /// Mails in the mailbox that are not for us, by its validity and their numbers.
    foreign: Mutex<HashSet<(Option<u32>, u32)>>,
}

/// What became of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handled {
    /// It was read, and is done with.
    Done,
    /// It is not for us, or no mail: it is put aside.
    Foreign,
    /// The store or the table does not answer: it stays where it is.
    Later,
}

/// What came of following a mail.
enum Followed {
    Granted,
    Refused(String),
    Later,
}

impl MailReading {
    pub(crate) fn new(app: Arc<App>) -> Self {
        let stopping = app.stopping.clone();
        Self {
            app,
            stopping,
            foreign: Mutex::default(),
        }
    }

    /// Whether this mail was found not to be for us.
    fn is_foreign(&self, validity: Option<u32>, uid: u32) -> bool {
        let foreign = self.foreign.lock().unwrap_or_else(PoisonError::into_inner);
        foreign.contains(&(validity, uid))
    }

    fn note_foreign(&self, validity: Option<u32>, uid: u32) {
        let mut foreign = self.foreign.lock().unwrap_or_else(PoisonError::into_inner);
        if foreign.len() >= limits::FOREIGN_MAILS {
            foreign.clear();
        }
        foreign.insert((validity, uid));
    }

    /// Fetches mails again and again until the service stops.
    pub(crate) async fn run(self) {
        let config = &self.app.config.mail;
        let Some(incoming) = config.incoming.clone() else {
            return;
        };
        let mut stopping = self.stopping.clone();
        let mut wait = config.look_every;
        loop {
            tokio::select! {
                biased;
                () = stops(&mut stopping) => return,
                () = tokio::time::sleep(wait) => {}
            }
            let fetched = match &incoming {
                Incoming::Maildir(folder) => maildir::fetch(folder, &self).await,
                Incoming::Imap(url) => {
                    let fetching = imap::fetch(url, &self);
                    let fetched = tokio::time::timeout(limits::MAIL_FETCH_TIME, fetching).await;
                    fetched.unwrap_or_else(|_| Err("the mail server is too slow".to_owned()))
                }
            };
            wait = match fetched {
                Ok(()) => incoming.look_every().max(config.look_every),
                Err(why) => {
                    tracing::warn!(%why, "mails could not be fetched");
                    longer(wait)
                }
            };
        }
    }

    /// Reads one mail and does what it asks for.
    async fn handle(&self, mail: &[u8]) -> Handled {
        let Some(letter) = reader::read(mail) else {
            return Handled::Foreign;
        };
        let place = match self.place(&letter).await {
            Ok(Some(place)) => place,
            Ok(None) => return Handled::Foreign,
            Err(error) => return later(&error),
        };
        if letter.is_automatic {
            return Handled::Done;
        }
        let hash = name(&letter, mail);
        match self.app.store.is_mail_read(hash).await {
            Ok(false) => {}
            Ok(true) => return Handled::Done,
            Err(error) => return later(&error),
        }
        let refused = match self.follow(&letter, &place, hash).await {
            Followed::Granted => None,
            Followed::Refused(why) => Some(why),
            Followed::Later => return Handled::Later,
        };
        let is_refused = refused.is_some();
        if let Some(why) = refused
            && let Err(error) = self.refuse(&letter, &place, hash, why).await
        {
            return later(&error);
        }
        // After a crash before this the same command is answered from the log, and the same refusal
        // is not posted again.
        let now = self.app.clock.now();
        let noted = self.app.store.note_mail_read(hash, place, is_refused, now);
        match noted.await {
            Ok(()) => Handled::Done,
            Err(error) => later(&error),
        }
    }

    /// Which board the writer has seen, by the secret in the address that he has written to.
    async fn place(&self, letter: &Letter) -> Result<Option<ReplyPlace>, StoreError> {
        let Some(pattern) = &self.app.config.mail.reply else {
            return Ok(None);
        };
        for secret in letter.to.iter().filter_map(|to| pattern.secret_in(to)) {
            let found = self.app.store.reply_place(secrets::hash(&secret)).await?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    async fn follow(&self, letter: &Letter, place: &ReplyPlace, hash: TokenHash) -> Followed {
        let (table, actor) = (&place.table, Actor::Seat(place.seat));
        match self.app.ban_at(table, place.seat).await {
            Ok(None) => {}
            Ok(Some(ban)) => return Followed::Refused(ban.sentence()),
            Err(error) => {
                tracing::error!(%error, "it is not known who is banned");
                return Followed::Later;
            }
        }
        let (view, record) = match tokio::join!(
            self.app.hall.look(table, actor),
            self.app.hall.record(table, place.game),
        ) {
            (Ok(view), Ok(Some(record))) => (view, record),
            (Err(Unavailable::NoSuchTable), _) | (_, Ok(None)) => {
                return Followed::Refused(wish::words::STALE.to_owned());
            }
            _ => return Followed::Later,
        };
        let wanted = match understand(&letter.lines, &record.line, place.ply) {
            Ok(wanted) => wanted,
            Err(why) => return Followed::Refused(why),
        };
        let game = view.game.as_ref();
        let is_this_game = game.is_some_and(|game| game.number == place.game);
        let is_this_ply = game.is_some_and(|game| game.ply == place.ply);
        // A move says itself which position it is for; and one that was played already is known by
        // its id, so that it is not called stale when its mail is read again.
        let is_move = matches!(wanted, Wanted::Move { .. });
        if !is_this_game || (!is_this_ply && !is_move) {
            return self
                .refused_unless_done(place, hash, wish::words::STALE)
                .await;
        }
        if view.phase != Phase::Playing && !is_move {
            return self
                .refused_unless_done(place, hash, "The game is over.")
                .await;
        }
        for (number, command) in commands(wanted, place.ply).into_iter().enumerate() {
            match self.command(place, hash, number, command).await {
                Followed::Granted => {}
                other => return other,
            }
        }
        Followed::Granted
    }

    /// Too late, unless this very mail was followed before a crash and is only read again.
    async fn refused_unless_done(
        &self,
        place: &ReplyPlace,
        hash: TokenHash,
        why: &str,
    ) -> Followed {
        let log = match self.app.store.load(place.table.clone()).await {
            Ok(log) => log.unwrap_or_default(),
            Err(error) => {
                tracing::error!(%error, "it is not known whether a mail was followed");
                return Followed::Later;
            }
        };
        let is_done = log.commands.iter().any(|(command, _)| {
            command.seat == place.seat && command.id.starts_with(&command_ids(hash))
        });
        if is_done {
            Followed::Granted
        } else {
            Followed::Refused(why.to_owned())
        }
    }

    async fn command(
        &self,
        place: &ReplyPlace,
        hash: TokenHash,
        number: usize,
        command: Command,
    ) -> Followed {
        let actor = Actor::Seat(place.seat);
        // The same mail is the same command, however often it is read.
        let id = format!("{}{number}", command_ids(hash));
        let at = self.app.clock.now();
        let wish = |reply| Wish {
            actor,
            id: Some(id),
            command,
            token: None,
            person: None,
            at,
            reply,
        };
        match self.app.hall.ask(&place.table, wish).await {
            Ok(Ok(_)) => Followed::Granted,
            Ok(Err(Refused::ByArbiter(tabiya_arbiter::Refusal::StaleBoard { .. }))) => {
                Followed::Refused(wish::words::STALE.to_owned())
            }
            Ok(Err(Refused::ByArbiter(refusal))) => Followed::Refused(refusal.to_string()),
            Ok(Err(Refused::StoreAway)) | Err(Unavailable::Away | Unavailable::Crowded) => {
                Followed::Later
            }
            Ok(Err(_)) => Followed::Refused("The table takes no more.".to_owned()),
            Err(Unavailable::NoSuchTable) => Followed::Refused(wish::words::STALE.to_owned()),
        }
    }

    /// Has the reason mailed to the player who holds the seat, whoever has written; so many a day.
    async fn refuse(
        &self,
        letter: &Letter,
        place: &ReplyPlace,
        hash: TokenHash,
        why: String,
    ) -> Result<(), StoreError> {
        let now = self.app.clock.now();
        let since = Timestamp(now.0.saturating_sub(DAY_MS));
        let today = self.app.store.refused_mails(place.clone(), since).await?;
        if today >= limits::REFUSALS_A_DAY {
            tracing::info!(table.id = %place.table, "a bad reply is not answered any more today");
            return Ok(());
        }
        let mail = NewMail {
            to: MailTo::Seat(place.table.clone(), place.seat),
            mail: Mail::Refused {
                game: place.game,
                why,
                answers: letter.repeatable_id().map(|id| format!("<{id}>")),
            },
            due: now,
            once: Some(format!("refused {}", hex(hash))),
        };
        if let Err(why) = self.app.store.post(mail).await? {
            tracing::warn!(table.id = %place.table, %why, "a refusal is not mailed");
        }
        Ok(())
    }
}

fn commands(wanted: Wanted, ply: u32) -> Vec<Command> {
    match wanted {
        Wanted::Move { uci, and_draw } => {
            let mv = Command::Move {
                uci,
                ply: Some(ply),
                lag_ms: 0,
            };
            let draw = and_draw.then_some(Command::OfferDraw);
            std::iter::once(mv).chain(draw).collect()
        }
        Wanted::Draw => vec![Command::OfferDraw],
        Wanted::Accept => vec![Command::AcceptDraw],
        Wanted::Decline => vec![Command::DeclineDraw],
        Wanted::Resign => vec![Command::Resign],
    }
}

/// By what a mail is known again: its own name, or where it has none, all of it.
fn name(letter: &Letter, mail: &[u8]) -> TokenHash {
    let name = letter.id.as_ref().map_or(mail, |id| id.as_bytes());
    TokenHash(Sha256::digest(name).into())
}

/// How the ids of a mail's commands begin.
fn command_ids(hash: TokenHash) -> String {
    format!("mail-{}-", hex(hash))
}

fn hex(hash: TokenHash) -> String {
    let bytes = hash.0.iter().take(16);
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

fn later(error: &StoreError) -> Handled {
    tracing::error!(%error, "a mail cannot be followed now");
    Handled::Later
}

/// A server that is away is not asked all the time.
fn longer(wait: Duration) -> Duration {
    (wait * 2).clamp(Duration::from_secs(1), Duration::from_secs(300))
}
