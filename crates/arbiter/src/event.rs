//! What happened at a table: the events that are stored, and how they look to clients. What they
//! do to a table stands in `apply.rs`.

use alloc::string::String;
use alloc::vec::Vec;

use tabiya_rules::{ByColor, Color, Outcome, Square};

use crate::claim::{Announced, ClaimKind};
use crate::clock::Timestamp;
use crate::ending::Termination;
use crate::irregular::IrregularityKind;
use crate::powers::Penalty;
use crate::prospect::Prospect;
use crate::seat::Seat;
use crate::settings::Settings;

/// A fact at a table. The log of events *is* the table: everything else follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
pub enum Event {
    /// Always the first event, and only the first.
    TableOpened {
        /// What was agreed so far.
        settings: Settings,
        /// The owner's name, if given.
        owner_name: Option<String>,
        /// All chance of this table: the toss and the draw of a Chess960 position follow from it.
        /// Not for clients, see [`Event::public`].
        seed: u64,
    },
    /// The guest came, or a computer was seated in his place.
    SeatTaken {
        /// Which seat.
        seat: Seat,
        /// The player's name, if given.
        name: Option<String>,
        /// How the computer plays that the owner has seated there; `None` for a person.
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        computer: Option<String>,
    },
    /// The computer in this seat has left it: it is free again.
    SeatFreed {
        /// Which seat.
        seat: Seat,
    },
    /// A player is called something else from now on.
    NameSet {
        /// Whose name.
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// The owner changed the settings; the guest has to be ready anew. After a game this leads
    /// back to waiting.
    SettingsChanged {
        /// The settings that hold now.
        settings: Settings,
    },
    /// A player is, or is no longer, ready.
    ReadySet {
        /// Which player.
        seat: Seat,
        /// Ready or not.
        ready: bool,
    },
    /// A game began, and with it the clock of the side to move.
    GameStarted {
        /// 1 for the first game at this table.
        number: u32,
        /// The seat that plays White.
        white: Seat,
        /// The position that the game starts from.
        start_fen: String,
        /// Whether castling follows Chess960 (Guidelines II).
        chess960: bool,
    },
    /// A move was played. It declines a draw offer of the other side and closes a takeback offer
    /// of either.
    MovePlayed {
        /// Half-moves played, this one included.
        ply: u32,
        /// The move in UCI notation (king takes rook for castling in Chess960).
        uci: String,
        /// The move in standard algebraic notation.
        san: String,
        /// Time used on this move.
        spent_ms: u64,
        /// The mover's time left, with all that the move brings; `None` in an untimed game.
        clock_ms: Option<u64>,
        /// The part of the time on the wire that was not charged.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
        lag_ms: u64,
    },
    /// A move was made on a table with a clock to press: it stands, and the mover's clock runs on.
    /// It does to offers what [`Event::MovePlayed`] does.
    MoveMade {
        /// Half-moves made, this one included.
        ply: u32,
        /// The move in UCI notation (king takes rook for castling in Chess960).
        uci: String,
        /// The move in standard algebraic notation.
        san: String,
        /// Time used on it so far; 0 if the opponent's time was running.
        spent_ms: u64,
        /// The mover's time left; `None` in an untimed game.
        clock_ms: Option<u64>,
    },
    /// The clock was pressed: the last move of that color is completed, and the other clock runs.
    ClockPressed {
        /// Who pressed.
        by: Color,
        /// Time used on the move, making and pressing.
        spent_ms: u64,
        /// The time left, an increment included; `None` in an untimed game.
        clock_ms: Option<u64>,
    },
    /// A move was completed without a press, since the next one is being made (FIDE 6.2.1.2). The
    /// clock runs on as it did.
    MoveCompleted {
        /// Whose last move.
        by: Color,
        /// Time used on it; 0 if the opponent's time was running.
        spent_ms: u64,
        /// The time left, an increment included; `None` in an untimed game.
        clock_ms: Option<u64>,
    },
    /// The player to move touched a man (FIDE 4.3). It declines a draw offer of the other side.
    Touched {
        /// Who touched it.
        by: Color,
        /// Where it stands.
        square: Square,
    },
    /// The player to move announced that touching means adjusting (FIDE 4.2.1).
    Adjusting {
        /// Who announced it.
        by: Color,
    },
    /// Touching means touching again.
    Adjusted {
        /// Who has done with adjusting.
        by: Color,
    },
    /// The king was released two squares away: castling has begun (FIDE 4.7.2).
    CastlingBegun {
        /// Who castles.
        by: Color,
        /// The king's way in UCI notation.
        uci: String,
    },
    /// An illegal move was made and stands on the board, or a pawn stands on the last rank, until
    /// it is put right, claimed or completed (FIDE 7.5).
    IllegalMade {
        /// Who made it.
        by: Color,
        /// The move in UCI notation.
        uci: String,
    },
    /// What stood illegally went back before it was completed: nothing follows but what touching
    /// it binds to.
    IllegalRetracted {
        /// Whose move it was.
        by: Color,
    },
    /// A player completed an illegal move, or did what counts as that (FIDE 7.5.1 to 7.5.5). With
    /// the second one the end follows.
    Irregularity {
        /// Who did it.
        by: Color,
        /// What.
        kind: IrregularityKind,
        /// The article of the FIDE Laws behind it.
        article: String,
        /// How many it is of this player's in this game.
        count: u32,
        /// What the opponent's clock gets.
        penalty_ms: u64,
        /// The illegal move, if there is one.
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        uci: Option<String>,
    },
    /// The arbiter set the clocks (FIDE 6.10).
    ClockSet {
        /// What White has left.
        white_ms: u64,
        /// What Black has left.
        black_ms: u64,
    },
    /// The arbiter interrupted the game (FIDE 6.11).
    ClocksStopped,
    /// The arbiter let the game go on.
    ClocksStarted,
    /// The arbiter penalised a player (FIDE 12.9). After a loss the end follows.
    Penalised {
        /// Which player.
        color: Color,
        /// How.
        penalty: Penalty,
        /// Why.
        reason: String,
    },
    /// The arbiter put an earlier position back (FIDE 7.1). Open offers go with what came after
    /// it.
    MovesRestored {
        /// How many half-moves went back.
        plies: u32,
        /// What White has left, if that was set.
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        white_ms: Option<u64>,
        /// What Black has left, if that was set.
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        black_ms: Option<u64>,
    },
    /// The arbiter saw both hands make the last move (FIDE 7.5.4): that counts when the clock is
    /// pressed. A next move without a press drops it.
    TwoHandsNoted {
        /// Whose move it is.
        by: Color,
    },
    /// A draw was offered.
    DrawOffered {
        /// The color that offered it.
        by: Color,
    },
    /// A draw offer was declined in words.
    DrawDeclined {
        /// The color that declined it.
        by: Color,
    },
    /// A draw was claimed and the claim was judged (FIDE 9.5). If it was right the end of the game
    /// follows; if not it stands as a draw offer, and an announced move must be played.
    DrawClaimed {
        /// The color that claimed it.
        by: Color,
        /// What for.
        what: ClaimKind,
        /// The move that was announced and not made.
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        intended: Option<Announced>,
        /// Whether the claim was right.
        right: bool,
        /// What the opponent's clock gained.
        penalty_ms: u64,
        /// After which half-moves the claimed position stood, an announced move counted; empty for
        /// a claim by the 50-move rule.
        plies: Vec<u32>,
    },
    /// A player asks to take back the last move of his own.
    TakebackOffered {
        /// The color that asks.
        by: Color,
    },
    /// Moves were taken back. An open draw offer goes with them.
    TakebackAccepted {
        /// The color that agreed.
        by: Color,
        /// How many half-moves went back, 1 or 2.
        plies: u32,
    },
    /// A takeback was declined in words.
    TakebackDeclined {
        /// The color that declined it.
        by: Color,
    },
    /// The game ended. No event changes this game any more.
    GameEnded {
        /// Who won, or a draw; `None` if the game was aborted.
        outcome: Option<Outcome>,
        /// What each side gets, in half points, where the arbiter gave less than a game has (FIDE
        /// 10.2, 11.8). There is no outcome then.
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        points: Option<ByColor<u32>>,
        /// What ended it.
        termination: Termination,
        /// The color whose doing or time it was: who resigned, accepted, aborted, ran out of time
        /// or stayed away; `None` if the position ended the game.
        by: Option<Color>,
        /// Where the result rests on who could still mate: how that stood.
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Vec::is_empty")
        )]
        prospects: Vec<Prospect>,
    },
    /// A player gave the opponent time.
    TimeGiven {
        /// The color that gave it.
        by: Color,
        /// The color that has more time now.
        to: Color,
        /// How much.
        ms: u64,
    },
    /// A player wants another game.
    RematchOffered {
        /// Which player.
        by: Seat,
    },
    /// A player does not want another game.
    RematchDeclined {
        /// Which player.
        by: Seat,
    },
    /// A player came or went.
    PresenceNoted {
        /// Which player.
        seat: Seat,
        /// Here or not.
        present: bool,
    },
    /// A player is on vacation, or, where `until` has come already, back from it.
    VacationNoted {
        /// Which player.
        seat: Seat,
        /// When it ends by itself.
        until: Timestamp,
    },
    /// The server was away: the clock stood still from `since` on, and stands until the side to
    /// move is back, moves, or `until` is reached. Nobody counts as present.
    Paused {
        /// From when on nobody is charged.
        since: Timestamp,
        /// When the clock runs on at the latest.
        until: Timestamp,
    },
    /// The clock of the side to move runs again.
    Resumed,
}

#[cfg(feature = "serde")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// An event with its place and time in the log of its table: what is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Recorded {
    /// 1, 2, 3 … without gaps.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub event: Event,
}

/// An event as clients may see it: the same JSON, without the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicEvent<'a>(&'a Event);

impl Event {
    /// What clients get. Serialized it equals the event but for the seed of
    /// [`Event::TableOpened`], from which a player could compute the toss and the start positions
    /// of games to come.
    #[must_use]
    pub const fn public(&self) -> PublicEvent<'_> {
        PublicEvent(self)
    }
}

/// A recorded event as clients may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PublicRecorded<'a> {
    /// The place in the log.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub event: PublicEvent<'a>,
}

impl Recorded {
    /// What clients get, see [`Event::public`].
    #[must_use]
    pub const fn public(&self) -> PublicRecorded<'_> {
        PublicRecorded {
            seq: self.seq,
            at: self.at,
            event: self.event.public(),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for PublicEvent<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        #[serde(tag = "type", rename = "table_opened")]
        struct TableOpened<'a> {
            settings: &'a Settings,
            owner_name: &'a Option<String>,
        }
        match self.0 {
            Event::TableOpened {
                settings,
                owner_name,
                seed: _,
            } => TableOpened {
                settings,
                owner_name,
            }
            .serialize(serializer),
            event => event.serialize(serializer),
        }
    }
}
