//! What can be put into the mailbox of a hot table, and what comes back. What is done with it
//! stands in `keeper.rs`.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tabiya_arbiter::{Actor, Command, GameRecord, Refusal, Seat, Timestamp, View};
use tokio::sync::{Notify, mpsc, oneshot};

use super::card::Card;
use crate::ids::TokenHash;
use crate::store::{ChatLine, PersonId};

/// A message to the task that keeps a table.
pub(crate) enum Letter {
    /// A player or a newcomer wants something.
    Do(Box<Wish>),
    /// Somebody wants to follow the table.
    Attach(Attach),
    /// Somebody wants to see the table once, moves included.
    Look {
        actor: Actor,
        reply: oneshot::Sender<Result<View, Unavailable>>,
    },
    /// Somebody wants the record of a game.
    Record {
        number: u32,
        reply: oneshot::Sender<Result<Option<GameRecord>, Unavailable>>,
    },
    /// The table shall look after itself: time is about to bring something about, or a player is on
    /// vacation.
    Refresh,
    /// A player has closed the account, and the log was changed: it is read anew.
    Reread,
    /// Somebody wants to see the running game in few words.
    Card {
        reply: oneshot::Sender<Result<Option<Card>, Unavailable>>,
    },
    /// A player looks at the answers that he has prepared, or prepares others.
    Plan {
        seat: Seat,
        wanted: Option<NewPlan>,
        reply: oneshot::Sender<Result<Result<PlanAnswer, PlanRefused>, Unavailable>>,
    },
    /// Somebody at the table has said something, and it is kept already.
    Said(Arc<ChatLine>),
    /// Whether its games are listed has changed.
    Show,
    /// The service was away since this moment.
    Pause {
        since: Timestamp,
        until: Timestamp,
        reply: oneshot::Sender<Result<(), Unavailable>>,
    },
}

/// Answers that a player wants to prepare.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPlan {
    /// How many half-moves he sees on the board.
    pub(crate) ply: u32,
    /// Lines of moves in UCI notation, a move of the opponent and the answer in turn. None: nothing
    /// is prepared any more.
    pub(crate) lines: Vec<Vec<String>>,
}

/// The answers that a player has prepared, as far as they can still come about.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PlanAnswer {
    /// How many half-moves have been played, while it is the opponent's turn and answers can be
    /// prepared.
    pub(crate) ply: Option<u32>,
    /// From the position on the board.
    pub(crate) lines: Vec<Vec<String>>,
}

/// Why answers were not prepared.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PlanRefused {
    /// It is not the opponent's turn in a running game by letter.
    NotNow,
    /// The board has changed.
    Stale,
    /// A line does not end with an answer.
    NoAnswer,
    /// Two answers to the same move.
    TwoAnswers,
    /// A move cannot be played: the one with this number in its line, counted from 0.
    Illegal { number: usize, text: String },
    /// More lines, or longer ones, than may be.
    TooMany,
    /// The store could not take it.
    StoreAway,
}

/// A command with everything that belongs to it.
pub(crate) struct Wish {
    pub(crate) actor: Actor,
    /// The client's id for it, by which a retry is known.
    pub(crate) id: Option<String>,
    pub(crate) command: Command,
    /// The token that shall hold the seat, when one is taken.
    pub(crate) token: Option<TokenHash>,
    /// Who takes it, if that is known.
    pub(crate) person: Option<PersonId>,
    /// When it was received: the moment that counts for the clock.
    pub(crate) at: Timestamp,
    pub(crate) reply: Reply,
}

/// Where the answer to a wish goes.
pub(crate) enum Reply {
    /// To a socket, behind the events that the command caused.
    Socket(mpsc::Sender<Frame>),
    /// To somebody who waits for it.
    Caller(oneshot::Sender<Result<Answer, Unavailable>>),
}

/// The sequence number that a command led to, or why it was not granted.
pub(crate) type Answer = Result<u64, Refused>;

/// Why a command was not granted. Nothing has changed by it.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The arbiter says no.
    ByArbiter(Refusal),
    /// The table has had as many events as a table may have.
    TooManyEvents,
    /// The store could not take it; the same command may be sent again.
    StoreAway,
    /// The name is that of an account, and whoever wants it is somebody else.
    NameOfAccount,
    /// The host has no computer to play against, or its engine cannot be used.
    NoComputer,
    /// The engine has no such level.
    NoSuchLevel,
    /// The engine does not play Chess960.
    NoChess960,
    /// So many tables have a computer already that one more would have to wait too long.
    ComputersBusy,
}

/// Why a table cannot be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unavailable {
    /// There is none.
    NoSuchTable,
    /// It cannot be read or written now, or its task has broken off; it may be asked again.
    Away,
    /// As many sockets follow it as may.
    Crowded,
}

/// A new follower.
pub(crate) struct Attach {
    pub(crate) actor: Actor,
    /// The last event that it has seen, if it comes back.
    pub(crate) since: Option<u64>,
    /// Where its frames go. It is dropped from the table when the queue is full or its other end
    /// gone.
    pub(crate) queue: mpsc::Sender<Frame>,
    pub(crate) reply: oneshot::Sender<Result<Ticket, Unavailable>>,
}

/// What a follower holds: when it is dropped, the table looks who is gone.
pub(crate) struct Ticket(pub(crate) Arc<Notify>);

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

/// What a table sends to a follower.
#[derive(Clone)]
pub(crate) enum Frame {
    /// The whole table.
    Hello(Arc<Hello>),
    /// What happened.
    Happened(Arc<Happening>),
    /// What a player has said.
    Said(Arc<ChatLine>),
    /// The answer to a command of this follower.
    Answer { id: String, answer: Arc<Answer> },
}

/// The whole table as one actor sees it.
pub(crate) struct Hello {
    pub(crate) view: View,
    pub(crate) now: Timestamp,
}

/// Events, and how things stand after them, for each kind of follower that there is.
pub(crate) struct Happening {
    pub(crate) events: Box<RawValue>,
    pub(crate) views: Views,
    pub(crate) now: Timestamp,
}

/// A view for each kind of follower.
#[derive(Default)]
pub(crate) struct Views {
    pub(crate) owner: Option<View>,
    pub(crate) guest: Option<View>,
    pub(crate) spectator: Option<View>,
}

impl Views {
    pub(crate) fn of(&self, actor: Actor) -> Option<&View> {
        match actor.seat() {
            Some(Seat::Owner) => self.owner.as_ref(),
            Some(Seat::Guest) => self.guest.as_ref(),
            None => self.spectator.as_ref(),
        }
    }

    pub(crate) fn set(&mut self, actor: Actor, view: View) {
        let place = match actor.seat() {
            Some(Seat::Owner) => &mut self.owner,
            Some(Seat::Guest) => &mut self.guest,
            None => &mut self.spectator,
        };
        *place = Some(view);
    }
}

impl Letter {
    /// Tells whoever wrote that the table cannot be asked.
    pub(crate) fn fail(self, why: Unavailable) {
        // Whoever does not wait any more needs no answer.
        match self {
            Self::Do(wish) => match wish.reply {
                Reply::Caller(reply) => {
                    let _ = reply.send(Err(why));
                }
                // A socket sees its queue end, and its client comes back.
                Reply::Socket(_) => {}
            },
            // It is read from the store as well.
            Self::Said(_) | Self::Show => {}
            Self::Attach(attach) => {
                let _ = attach.reply.send(Err(why));
            }
            Self::Look { reply, .. } => {
                let _ = reply.send(Err(why));
            }
            Self::Record { reply, .. } => {
                let _ = reply.send(Err(why));
            }
            Self::Pause { reply, .. } => {
                let _ = reply.send(Err(why));
            }
            Self::Card { reply } => {
                let _ = reply.send(Err(why));
            }
            Self::Plan { reply, .. } => {
                let _ = reply.send(Err(why));
            }
            Self::Refresh | Self::Reread => {}
        }
    }
}
