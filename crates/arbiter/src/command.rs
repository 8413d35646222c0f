//! What can be asked of a table. Whether it is granted is judged in `table.rs`.

use alloc::borrow::ToOwned;
use alloc::string::String;

use tabiya_rules::{ByColor, Color, Proof, Role, Square};

use crate::claim::ClaimKind;
use crate::clock::Timestamp;
use crate::powers::Penalty;
use crate::seat::Seat;
use crate::settings::Settings;

/// Something that an actor wants to be done. In JSON there are only those that clients may send:
/// taking a seat and what the shell itself reports cannot come over the wire. What only an arbiter
/// may do can, and is refused to everybody else.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "type", rename_all = "snake_case", from = "wire::Command")
)]
pub enum Command {
    /// A newcomer takes the free seat. The shell then gives out the proof that the seat is
    /// theirs.
    #[cfg_attr(feature = "serde", serde(skip))]
    TakeSeat {
        /// The player's name, if given: see [`Command::SetName`].
        name: Option<String>,
    },
    /// The owner has a computer play in the other seat, or another one than before; not while a game
    /// runs. The shell then plays there in its name.
    #[cfg_attr(feature = "serde", serde(skip))]
    SeatComputer {
        /// What it is called: see [`Command::SetName`].
        name: String,
        /// How it plays, in the words of the shell: 1 to 32 characters like those of a name.
        level: String,
    },
    /// The owner has the computer leave the other seat, so that a person can come; not while a game
    /// runs.
    UnseatComputer,
    /// A player changes the name of his own seat.
    SetName {
        /// 1 to 32 characters after trimming, something to see among them, no control characters.
        name: String,
    },
    /// The owner changes the settings, before the start or after a game. The guest has to be
    /// ready anew.
    Configure {
        /// The settings that shall hold.
        settings: Settings,
    },
    /// The guest is ready, or no longer.
    Ready {
        /// Ready or not.
        ready: bool,
    },
    /// The owner starts the game; the guest must be ready. White's clock runs from here (FIDE
    /// 6.6). Where the time is fixed, an arbiter starts it, whoever is ready.
    Start,
    /// The player to move plays a move.
    Move {
        /// The move in UCI notation. For castling both `e1g1` and `e1h1` are understood.
        uci: String,
        /// How many half-moves the player sees on the board. The move is refused if that is not
        /// so any more.
        ply: Option<u32>,
        /// How long the move was on the wire, as the shell has measured; clients cannot say.
        #[cfg_attr(feature = "serde", serde(skip))]
        lag_ms: u64,
    },
    /// Offers a draw (FIDE 9.1), or accepts the one that the opponent has offered.
    OfferDraw,
    /// Accepts the opponent's draw offer.
    AcceptDraw,
    /// Declines the opponent's draw offer.
    DeclineDraw,
    /// Gives the game up (FIDE 5.1.2).
    Resign,
    /// Ends the game without result while fewer than two half-moves have been played.
    Abort,
    /// Asks to take back the last move of one's own.
    OfferTakeback,
    /// Lets the opponent take the move back.
    AcceptTakeback,
    /// Does not let the opponent take the move back.
    DeclineTakeback,
    /// Wants another game with colors swapped. It begins when both want it.
    OfferRematch,
    /// Does not want another game, or takes the wish back.
    DeclineRematch,
    /// Claims the game from an opponent who has been away for too long.
    ClaimAway,
    /// Gives the opponent more time.
    GiveTime {
        /// 5 s to 1 min; one day where each move has days.
        ms: u64,
    },
    /// Claims a draw (FIDE 9.2, 9.3), for the position on the board or for the one that an
    /// announced move leads to. It is judged at once and cannot be taken back (FIDE 9.5.1).
    Claim {
        /// What for.
        what: ClaimKind,
        /// The announced move in UCI notation: it is not made, and if the claim is wrong it must
        /// be.
        uci: Option<String>,
    },
    /// Presses the clock, which completes the move that was made, right or wrong (FIDE 6.2.1,
    /// 7.5).
    Press,
    /// The player to move touches a man (FIDE 4.2, 4.3).
    Touch {
        /// Where it stands.
        square: Square,
    },
    /// The player to move puts the man in his hand down: that is his move (FIDE 4.7). A king that
    /// goes two squares toward a rook has begun to castle.
    Release {
        /// Where it is put.
        square: Square,
        /// How long the move was on the wire, as the shell has measured; clients cannot say.
        #[cfg_attr(feature = "serde", serde(skip))]
        lag_ms: u64,
    },
    /// Announces that touching means adjusting from now on (FIDE 4.2.1).
    Adjust,
    /// Has done with adjusting.
    EndAdjust,
    /// Complains about what the opponent has done (FIDE 4.8, 7.5.1): an illegal move that stands
    /// goes back.
    ClaimFault,
    /// Names the piece for a pawn that stands on the last rank (FIDE 4.7.3, 7.5.2).
    Promote {
        /// What the pawn becomes.
        role: Role,
    },
    /// From the arbiter: the clocks are wrong and are set (FIDE 6.10).
    SetClock {
        /// What White has left, 1 ms to 14 days.
        white_ms: u64,
        /// What Black has left, 1 ms to 14 days.
        black_ms: u64,
    },
    /// From the arbiter: the game is interrupted (FIDE 6.11).
    StopClocks,
    /// From the arbiter: the game goes on (FIDE 6.11).
    StartClocks,
    /// From the arbiter: a player is penalised (FIDE 12.9).
    Penalise {
        /// Which player.
        color: Color,
        /// How.
        penalty: Penalty,
        /// Why, for the record: 1 to 200 characters.
        reason: String,
    },
    /// From the arbiter: this is the result (FIDE 10.2, 11.8).
    Rule {
        /// White's score: `0`, `1/2` or `1`.
        white: String,
        /// Black's score: `0`, `1/2` or `1`.
        black: String,
    },
    /// From the arbiter: an earlier position of the game comes back (FIDE 7.1).
    Restore {
        /// After how many half-moves it stood.
        ply: u32,
        /// What White has left then; `None` leaves the clock as it is.
        white_ms: Option<u64>,
        /// What Black has left then; `None` leaves the clock as it is.
        black_ms: Option<u64>,
    },
    /// From the arbiter: the last move, not completed yet, was made with both hands (FIDE 7.5.4).
    NoteTwoHands,
    /// From the system: time has come to a deadline.
    #[cfg_attr(feature = "serde", serde(skip))]
    Tick,
    /// From the system: a player came or went.
    #[cfg_attr(feature = "serde", serde(skip))]
    NotePresence {
        /// Which player.
        seat: Seat,
        /// Here or not.
        present: bool,
    },
    /// From the system: a player is on vacation. Where each move has days, his time stands as long as
    /// it is his turn, and the other's runs; an offer to him does not grow older.
    #[cfg_attr(feature = "serde", serde(skip))]
    NoteVacation {
        /// Which player.
        seat: Seat,
        /// When it ends by itself; a moment that is past ends it now.
        until: Timestamp,
    },
    /// From the system: nobody can mate any more (FIDE 5.2.2), as these proofs show. They are
    /// checked before the game is ended.
    #[cfg_attr(feature = "serde", serde(skip))]
    DeclareDead {
        /// How many half-moves the position that was looked at comes after.
        ply: u32,
        /// Why White, and why Black, can never mate.
        proofs: ByColor<Proof>,
    },
    /// From the system: the server was away. Nobody shall be charged for it.
    #[cfg_attr(feature = "serde", serde(skip))]
    Pause {
        /// The last moment at which the server is known to have been there.
        since: Timestamp,
        /// When the clock shall run on even if the side to move has not come back.
        until: Timestamp,
    },
}

/// A command without its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[expect(missing_docs, reason = "each is the command of the same name")]
pub enum CommandKind {
    TakeSeat,
    SeatComputer,
    UnseatComputer,
    SetName,
    Configure,
    Ready,
    Start,
    Move,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Resign,
    Abort,
    OfferTakeback,
    AcceptTakeback,
    DeclineTakeback,
    OfferRematch,
    DeclineRematch,
    ClaimAway,
    GiveTime,
    Claim,
    Press,
    Touch,
    Release,
    Adjust,
    EndAdjust,
    ClaimFault,
    Promote,
    SetClock,
    StopClocks,
    StartClocks,
    Penalise,
    Rule,
    Restore,
    NoteTwoHands,
    Tick,
    NotePresence,
    NoteVacation,
    DeclareDead,
    Pause,
}

impl CommandKind {
    /// Every kind.
    pub const ALL: [Self; 40] = [
        Self::TakeSeat,
        Self::SeatComputer,
        Self::UnseatComputer,
        Self::SetName,
        Self::Configure,
        Self::Ready,
        Self::Start,
        Self::Move,
        Self::OfferDraw,
        Self::AcceptDraw,
        Self::DeclineDraw,
        Self::Resign,
        Self::Abort,
        Self::OfferTakeback,
        Self::AcceptTakeback,
        Self::DeclineTakeback,
        Self::OfferRematch,
        Self::DeclineRematch,
        Self::ClaimAway,
        Self::GiveTime,
        Self::Claim,
        Self::Press,
        Self::Touch,
        Self::Release,
        Self::Adjust,
        Self::EndAdjust,
        Self::ClaimFault,
        Self::Promote,
        Self::SetClock,
        Self::StopClocks,
        Self::StartClocks,
        Self::Penalise,
        Self::Rule,
        Self::Restore,
        Self::NoteTwoHands,
        Self::Tick,
        Self::NotePresence,
        Self::NoteVacation,
        Self::DeclareDead,
        Self::Pause,
    ];

    /// What a client may ask for, in the order in which a view lists it.
    pub const FOR_CLIENTS: [Self; 33] = [
        Self::SetName,
        Self::Configure,
        Self::Ready,
        Self::Start,
        Self::Move,
        Self::OfferDraw,
        Self::AcceptDraw,
        Self::DeclineDraw,
        Self::Resign,
        Self::Abort,
        Self::OfferTakeback,
        Self::AcceptTakeback,
        Self::DeclineTakeback,
        Self::OfferRematch,
        Self::DeclineRematch,
        Self::ClaimAway,
        Self::GiveTime,
        Self::Claim,
        Self::Press,
        Self::Touch,
        Self::Release,
        Self::Adjust,
        Self::EndAdjust,
        Self::ClaimFault,
        Self::Promote,
        Self::SetClock,
        Self::StopClocks,
        Self::StartClocks,
        Self::Penalise,
        Self::Rule,
        Self::Restore,
        Self::NoteTwoHands,
        Self::UnseatComputer,
    ];
}

impl Command {
    /// The move in UCI notation, as it is played with the board in sight and no wire between.
    #[must_use]
    pub fn play(uci: &str) -> Self {
        Self::Move {
            uci: uci.to_owned(),
            ply: None,
            lag_ms: 0,
        }
    }

    /// The same command, after so long on the wire. Only a move's is asked for.
    #[must_use]
    pub fn after_lag(mut self, ms: u64) -> Self {
        if let Self::Move { lag_ms, .. } | Self::Release { lag_ms, .. } = &mut self {
            *lag_ms = ms;
        }
        self
    }

    /// The command without its fields.
    #[must_use]
    pub const fn kind(&self) -> CommandKind {
        match self {
            Self::TakeSeat { .. } => CommandKind::TakeSeat,
            Self::SeatComputer { .. } => CommandKind::SeatComputer,
            Self::UnseatComputer => CommandKind::UnseatComputer,
            Self::SetName { .. } => CommandKind::SetName,
            Self::Configure { .. } => CommandKind::Configure,
            Self::Ready { .. } => CommandKind::Ready,
            Self::Start => CommandKind::Start,
            Self::Move { .. } => CommandKind::Move,
            Self::OfferDraw => CommandKind::OfferDraw,
            Self::AcceptDraw => CommandKind::AcceptDraw,
            Self::DeclineDraw => CommandKind::DeclineDraw,
            Self::Resign => CommandKind::Resign,
            Self::Abort => CommandKind::Abort,
            Self::OfferTakeback => CommandKind::OfferTakeback,
            Self::AcceptTakeback => CommandKind::AcceptTakeback,
            Self::DeclineTakeback => CommandKind::DeclineTakeback,
            Self::OfferRematch => CommandKind::OfferRematch,
            Self::DeclineRematch => CommandKind::DeclineRematch,
            Self::ClaimAway => CommandKind::ClaimAway,
            Self::GiveTime { .. } => CommandKind::GiveTime,
            Self::Claim { .. } => CommandKind::Claim,
            Self::Press => CommandKind::Press,
            Self::Touch { .. } => CommandKind::Touch,
            Self::Release { .. } => CommandKind::Release,
            Self::Adjust => CommandKind::Adjust,
            Self::EndAdjust => CommandKind::EndAdjust,
            Self::ClaimFault => CommandKind::ClaimFault,
            Self::Promote { .. } => CommandKind::Promote,
            Self::SetClock { .. } => CommandKind::SetClock,
            Self::StopClocks => CommandKind::StopClocks,
            Self::StartClocks => CommandKind::StartClocks,
            Self::Penalise { .. } => CommandKind::Penalise,
            Self::Rule { .. } => CommandKind::Rule,
            Self::Restore { .. } => CommandKind::Restore,
            Self::NoteTwoHands => CommandKind::NoteTwoHands,
            Self::Tick => CommandKind::Tick,
            Self::NotePresence { .. } => CommandKind::NotePresence,
            Self::NoteVacation { .. } => CommandKind::NoteVacation,
            Self::DeclareDead { .. } => CommandKind::DeclareDead,
            Self::Pause { .. } => CommandKind::Pause,
        }
    }
}

#[cfg(feature = "serde")]
mod wire {
    //! The shape of a command as clients send it. Every variant is written with braces: only so
    //! are unknown fields refused in commands that have no fields.

    use alloc::string::String;

    use tabiya_rules::{Color, Role, Square};

    use crate::claim::ClaimKind;
    use crate::powers::Penalty;
    use crate::settings::Settings;

    #[derive(serde::Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    pub(super) enum Command {
        UnseatComputer {},
        SetName {
            name: String,
        },
        Configure {
            settings: Settings,
        },
        Ready {
            ready: bool,
        },
        Start {},
        Move {
            uci: String,
            ply: Option<u32>,
        },
        OfferDraw {},
        AcceptDraw {},
        DeclineDraw {},
        Resign {},
        Abort {},
        OfferTakeback {},
        AcceptTakeback {},
        DeclineTakeback {},
        OfferRematch {},
        DeclineRematch {},
        ClaimAway {},
        GiveTime {
            ms: u64,
        },
        Claim {
            what: ClaimKind,
            uci: Option<String>,
        },
        Press {},
        Touch {
            square: Square,
        },
        Release {
            square: Square,
        },
        Adjust {},
        EndAdjust {},
        ClaimFault {},
        Promote {
            role: Role,
        },
        SetClock {
            white_ms: u64,
            black_ms: u64,
        },
        StopClocks {},
        StartClocks {},
        Penalise {
            color: Color,
            penalty: Penalty,
            reason: String,
        },
        Rule {
            white: String,
            black: String,
        },
        Restore {
            ply: u32,
            white_ms: Option<u64>,
            black_ms: Option<u64>,
        },
        NoteTwoHands {},
    }

    impl From<Command> for super::Command {
        fn from(command: Command) -> Self {
            match command {
                Command::UnseatComputer {} => Self::UnseatComputer,
                Command::SetName { name } => Self::SetName { name },
                Command::Configure { settings } => Self::Configure { settings },
                Command::Ready { ready } => Self::Ready { ready },
                Command::Start {} => Self::Start,
                Command::Move { uci, ply } => Self::Move {
                    uci,
                    ply,
                    lag_ms: 0,
                },
                Command::OfferDraw {} => Self::OfferDraw,
                Command::AcceptDraw {} => Self::AcceptDraw,
                Command::DeclineDraw {} => Self::DeclineDraw,
                Command::Resign {} => Self::Resign,
                Command::Abort {} => Self::Abort,
                Command::OfferTakeback {} => Self::OfferTakeback,
                Command::AcceptTakeback {} => Self::AcceptTakeback,
                Command::DeclineTakeback {} => Self::DeclineTakeback,
                Command::OfferRematch {} => Self::OfferRematch,
                Command::DeclineRematch {} => Self::DeclineRematch,
                Command::ClaimAway {} => Self::ClaimAway,
                Command::GiveTime { ms } => Self::GiveTime { ms },
                Command::Claim { what, uci } => Self::Claim { what, uci },
                Command::Press {} => Self::Press,
                Command::Touch { square } => Self::Touch { square },
                Command::Release { square } => Self::Release { square, lag_ms: 0 },
                Command::Adjust {} => Self::Adjust,
                Command::EndAdjust {} => Self::EndAdjust,
                Command::ClaimFault {} => Self::ClaimFault,
                Command::Promote { role } => Self::Promote { role },
                Command::SetClock { white_ms, black_ms } => Self::SetClock { white_ms, black_ms },
                Command::StopClocks {} => Self::StopClocks,
                Command::StartClocks {} => Self::StartClocks,
                Command::Penalise {
                    color,
                    penalty,
                    reason,
                } => Self::Penalise {
                    color,
                    penalty,
                    reason,
                },
                Command::Rule { white, black } => Self::Rule { white, black },
                Command::Restore {
                    ply,
                    white_ms,
                    black_ms,
                } => Self::Restore {
                    ply,
                    white_ms,
                    black_ms,
                },
                Command::NoteTwoHands {} => Self::NoteTwoHands,
            }
        }
    }
}
