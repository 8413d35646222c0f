//! The arbiter's "no": a stable code, the article of the Laws where one stands behind it, the
//! squares to look at, the values for a translated sentence, and the English sentence. When it is
//! said stands in `table.rs` and `offer.rs`.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya_rules::{Color, Reason, Square};

use crate::claim::ClaimKind;
use crate::duty::Obligation;
use crate::powers::MAX_REASON_CHARS;
use crate::settings::{MAX_NAME_CHARS, SettingsFault};

/// Why a command is not granted. Nothing has changed by it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Only who has a seat may do this.
    #[error("You are watching; only the two players can do that.")]
    NotSeated,
    /// Only the owner of the table may do this.
    #[error("Only the player who opened the table can do that.")]
    OwnerOnly,
    /// Only the guest may do this.
    #[error("Only the guest can say ready; you start the game.")]
    GuestOnly,
    /// Only the system may do this.
    #[error("Only the server itself can do that.")]
    SystemOnly,
    /// The system cannot play.
    #[error("The server itself does not play.")]
    NotForSystem,
    /// Both seats are taken.
    #[error("Both seats at this table are taken; you can watch.")]
    TableFull,
    /// A person has the seat that a computer was to leave.
    #[error("A person sits there: only a computer can be told to go.")]
    PersonSits,
    /// The actor has a seat already.
    #[error("You have a seat at this table already.")]
    AlreadySeated,
    /// The guest has not come yet.
    #[error("Your opponent is not here yet.")]
    SeatFree,
    /// The guest has not said that he is ready.
    #[error("The guest is not ready yet.")]
    GuestNotReady,
    /// The name has nothing to see, is too long, or has characters that control text.
    #[error("A name has 1 to {MAX_NAME_CHARS} characters that can be seen and control no text.")]
    BadName,
    /// The settings cannot be played.
    #[error(transparent)]
    BadSettings(#[from] SettingsFault),
    /// Not while a game runs.
    #[error("That has to wait until the game is over.")]
    GameRunning,
    /// No game has been started yet.
    #[error("The game has not started yet.")]
    NoGame,
    /// The game has ended.
    #[error("The game is over.")]
    GameOver,
    /// The other side is to move (FIDE 1.3).
    #[error("It is not your turn: {turn} is to move.", turn = name(*turn))]
    NotYourTurn {
        /// The side to move.
        turn: Color,
    },
    /// The board has changed since the player saw it.
    #[error("The board has changed: {ply} half-moves have been played, not {seen}.")]
    StaleBoard {
        /// Half-moves played.
        ply: u32,
        /// What the player saw.
        seen: u32,
    },
    /// The text is no move.
    #[error("\"{text}\" is not a move; write the squares from and to, such as e2e4.")]
    BadMove {
        /// The first characters of what was sent.
        text: String,
    },
    /// The move is illegal (FIDE 3.10).
    #[error("{0}")]
    IllegalMove(Reason),
    /// The player is bound to another move (FIDE 4).
    #[error("{0}")]
    Bound(Obligation),
    /// The player's own move stands and cannot be changed (FIDE 4.7).
    #[error("Your move is made and cannot be changed.")]
    MoveStands,
    /// An illegal move of the opponent's stands (FIDE 7.5.1).
    #[error("The move on the board is illegal: claim it, or wait until it is put right.")]
    IllegalStands,
    /// A pawn of the opponent's waits on the last rank (FIDE 4.7.3).
    #[error("{} has not chosen the piece yet.", name(*color))]
    PieceNotChosen {
        /// Whose pawn it is.
        color: Color,
    },
    /// Moves are completed by making them.
    #[error("At this table there is no clock to press.")]
    NoPress,
    /// The opponent's clock runs (FIDE 6.2.1).
    #[error("Your clock is not running.")]
    ClockNotRunning,
    /// No move was made (FIDE 7.5.3).
    #[error("Make your move before you press the clock.")]
    NothingToPress,
    /// The arbiter has interrupted the game (FIDE 6.11).
    #[error("The arbiter has stopped the clocks.")]
    ClocksStopped,
    /// Nothing stands on the square.
    #[error("No man stands on {square}.")]
    NothingToTouch {
        /// Which square.
        square: Square,
    },
    /// Nothing of the player's own was touched.
    #[error("Touch one of your men before you release it.")]
    NothingInHand,
    /// The rules of this game know no touch-move.
    #[error("At this table a man is moved, not touched and released.")]
    TouchOff,
    /// The other side is to move (FIDE 4.2.1).
    #[error("Only the player to move may adjust men.")]
    AdjustNotToMove,
    /// The opponent's clock runs (FIDE 6.2.5).
    #[error("Only the player whose clock is running may adjust men.")]
    AdjustClock,
    /// The player has said too often on this move that he adjusts (FIDE 11.5).
    #[error("Men are adjusted at most {times} times on one move: make your move.")]
    AdjustRepeated {
        /// How often it is allowed.
        times: u32,
    },
    /// The player has put too many moves right on this move (FIDE 11.5).
    #[error("At most {times} illegal moves are put right on one move: make a legal one.")]
    IllegalRepeated {
        /// How many are allowed.
        times: u32,
    },
    /// No pawn waits for a piece.
    #[error("No pawn of yours waits on the last rank.")]
    NothingToPromote,
    /// The piece was chosen with the move (FIDE 4.4.4).
    #[error("The piece was chosen when it touched the square.")]
    PromotionFixed,
    /// The opponent's last move is in order.
    #[error("There is nothing wrong with your opponent's last move.")]
    NoFault,
    /// The player has touched a man since (FIDE 4.8).
    #[error("You have touched a man: it is too late to complain.")]
    ComplaintTooLate,
    /// Only an arbiter may do this.
    #[error("Only the arbiter can do that.")]
    ArbiterOnly,
    /// An arbiter has no seat.
    #[error("The arbiter does not play.")]
    NotForArbiter,
    /// The game is untimed.
    #[error("This game has no clock.")]
    Untimed,
    /// The time is out of range.
    #[error(
        "A clock is set to between 1 ms and 14 days, and a penalty is between 1 ms and 1 hour."
    )]
    BadTime,
    /// The player has no more than that (FIDE 12.9.3).
    #[error("The player has no more time than that.")]
    LeavesNoTime,
    /// The reason is missing or too long.
    #[error("A reason has 1 to {MAX_REASON_CHARS} characters that control no text.")]
    BadReason,
    /// No normal score, or more than a game has to give (FIDE 10.2).
    #[error("Each player gets 0, 1/2 or 1, and both together no more than 1.")]
    BadPoints,
    /// The game is not that far.
    #[error("Only {ply} half-moves have been played.")]
    NotPlayedYet {
        /// Half-moves played.
        ply: u32,
    },
    /// The rules of this game do not penalise how a move is made.
    #[error("Under the rules of this game that is not penalised.")]
    NotPenalised,
    /// The last move is completed.
    #[error("No move waits to be completed.")]
    NothingUnpressed,
    /// The time of the side to move has run out; the game is about to be ended for that (FIDE
    /// 6.9).
    #[error("Time is up.")]
    TimeIsUp,
    /// What was handed in does not prove that nobody can mate any more (FIDE 5.2.2).
    #[error("That does not prove that nobody can mate any more.")]
    NotProvedDead,
    /// The rules of this game end only those dead positions that the material decides.
    #[error("Under the rules of this game only the material makes a position dead.")]
    DeadByMaterialOnly,
    /// The rules of this game know no such claim.
    #[error("Under the rules of this game such a draw is not claimed: it comes by itself.")]
    ClaimsOff {
        /// What was claimed for.
        what: ClaimKind,
    },
    /// The rules of this game know claims for the position on the board only.
    #[error("Under the rules of this game only the position on the board can be claimed.")]
    AnnouncedClaimsOff {
        /// What was claimed for.
        what: ClaimKind,
    },
    /// The other side has the move (FIDE 9.2, 9.3).
    #[error("Only the player who has the move can claim: {turn} is to move.", turn = name(*turn))]
    ClaimOutOfTurn {
        /// What was claimed for.
        what: ClaimKind,
        /// The side to move.
        turn: Color,
    },
    /// The player has claimed the same in the position on the board (FIDE 11.5).
    #[error("You have claimed that in this position already: make a move first.")]
    ClaimRepeated {
        /// What was claimed for.
        what: ClaimKind,
    },
    /// The player has touched a man (FIDE 9.4).
    #[error("You have touched a man: before this move no draw can be claimed any more.")]
    ClaimAfterTouch,
    /// The rules of this game let a player resign on his own turn only.
    #[error("Under the rules of this game you resign on your own turn: {turn} is to move.", turn = name(*turn))]
    ResignOutOfTurn {
        /// The side to move.
        turn: Color,
    },
    /// The rules of this game know no draw offers (FIDE 9.1.1).
    #[error("Under the rules of this game no draw can be offered.")]
    OffersOff,
    /// An offer waits for the opponent, and cannot be taken back (FIDE 9.1.2.1).
    #[error("Your own offer is for your opponent to answer; it cannot be taken back.")]
    OfferStands,
    /// An offer has stayed without an answer for so long that it became a draw.
    #[error("The draw offer has stayed without an answer for too long: the game is drawn.")]
    OfferUnanswered,
    /// Too early for a draw (FIDE 5.2.3, 9.1.1).
    #[error("A draw can be agreed after {min_plies} half-moves at the earliest.")]
    DrawTooEarly {
        /// Half-moves that must have been played.
        min_plies: u32,
    },
    /// An offer of this kind has been made since the player's last move.
    #[error("Offers are limited to {offers} between two moves of your own.")]
    OfferRepeated {
        /// How many are allowed.
        offers: u32,
    },
    /// The player's own offer is still open.
    #[error("Your offer is still open.")]
    OfferStillOpen,
    /// The opponent's offer waits for an answer.
    #[error("Answer your opponent's offer first.")]
    AnswerFirst,
    /// There is nothing to answer.
    #[error("There is no offer to answer.")]
    NoOpenOffer,
    /// The rules of this game know no takebacks.
    #[error("Moves cannot be taken back under the rules of this game.")]
    TakebackOff,
    /// The player has not moved yet.
    #[error("You have no move to take back.")]
    NothingToTakeBack,
    /// Two half-moves have been played.
    #[error("The game can no longer be aborted: both players have moved. You can resign.")]
    AbortTooLate,
    /// The rules of this game know no claim against an absent player.
    #[error("Under the rules of this game an absent player loses only by the clock.")]
    AwayClaimOff,
    /// The opponent is here.
    #[error("Your opponent is here.")]
    OpponentPresent,
    /// The opponent has not been away for long enough.
    #[error("Your opponent must be away for more than {} seconds.", after_ms / 1000)]
    AwayTooShort {
        /// The absence must be longer than this.
        after_ms: u64,
        /// How long it is.
        away_ms: u64,
    },
    /// The clock stands after an outage, and absence is not counted.
    #[error("The clock stands still after an outage; absence is not counted now.")]
    ClockPaused,
    /// The limit for a side's first move has passed; the game is about to be ended for that.
    #[error("The time for the first move is over.")]
    FirstMoveTooLate,
    /// The rules of this game know no gifts of time.
    #[error("Under the rules of this game players do not give time.")]
    GiveTimeOff,
    /// The gift is too small or too large.
    #[error("{}", gift_text(*least_ms, *most_ms))]
    BadGift {
        /// The smallest that can be given.
        least_ms: u64,
        /// The largest.
        most_ms: u64,
    },
    /// The opponent has so much time left that none can be given.
    #[error("Your opponent has enough time.")]
    TimeEnough,
    /// The settings were changed: the next game is started, not asked for.
    #[error("The settings were changed: the guest says ready and the owner starts.")]
    SettingsWereChanged,
}

fn gift_text(least_ms: u64, most_ms: u64) -> String {
    if least_ms < most_ms {
        let (least, most) = (least_ms / 1000, most_ms / 1000);
        alloc::format!("You can give {least} to {most} seconds.")
    } else {
        "In a game with days for each move you can give one day.".to_string()
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Refusal {
    /// The stable code. For an illegal move that of the reason.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotSeated => "not_seated",
            Self::OwnerOnly => "owner_only",
            Self::GuestOnly => "guest_only",
            Self::SystemOnly => "system_only",
            Self::NotForSystem => "not_for_system",
            Self::TableFull => "table_full",
            Self::PersonSits => "person_sits",
            Self::AlreadySeated => "already_seated",
            Self::SeatFree => "seat_free",
            Self::GuestNotReady => "guest_not_ready",
            Self::BadName => "bad_name",
            Self::BadSettings(fault) => fault.code(),
            Self::GameRunning => "game_running",
            Self::NoGame => "no_game",
            Self::GameOver => "game_over",
            Self::NotYourTurn { .. } => "not_your_turn",
            Self::StaleBoard { .. } => "stale_board",
            Self::BadMove { .. } => "bad_move",
            Self::IllegalMove(reason) => reason.code(),
            Self::Bound(obligation) => obligation.code(),
            Self::MoveStands => "move_stands",
            Self::IllegalStands => "illegal_stands",
            Self::PieceNotChosen { .. } => "piece_not_chosen",
            Self::NoPress => "no_press",
            Self::ClockNotRunning => "clock_not_running",
            Self::NothingToPress => "nothing_to_press",
            Self::ClocksStopped => "clocks_stopped",
            Self::NothingToTouch { .. } => "nothing_to_touch",
            Self::NothingInHand => "nothing_in_hand",
            Self::TouchOff => "touch_off",
            Self::AdjustNotToMove => "adjust_not_to_move",
            Self::AdjustClock => "adjust_clock",
            Self::AdjustRepeated { .. } => "adjust_repeated",
            Self::IllegalRepeated { .. } => "illegal_repeated",
            Self::NothingToPromote => "nothing_to_promote",
            Self::PromotionFixed => "promotion_fixed",
            Self::NoFault => "no_fault",
            Self::ComplaintTooLate => "complaint_too_late",
            Self::ArbiterOnly => "arbiter_only",
            Self::NotForArbiter => "not_for_arbiter",
            Self::Untimed => "untimed",
            Self::BadTime => "bad_time",
            Self::LeavesNoTime => "leaves_no_time",
            Self::BadReason => "bad_reason",
            Self::BadPoints => "bad_points",
            Self::NotPlayedYet { .. } => "not_played_yet",
            Self::NotPenalised => "not_penalised",
            Self::NothingUnpressed => "nothing_unpressed",
            Self::TimeIsUp => "time_is_up",
            Self::NotProvedDead => "not_proved_dead",
            Self::DeadByMaterialOnly => "dead_by_material_only",
            Self::ClaimsOff { .. } => "claims_off",
            Self::AnnouncedClaimsOff { .. } => "announced_claims_off",
            Self::ClaimOutOfTurn { .. } => "claim_out_of_turn",
            Self::ClaimRepeated { .. } => "claim_repeated",
            Self::ClaimAfterTouch => "claim_after_touch",
            Self::ResignOutOfTurn { .. } => "resign_out_of_turn",
            Self::OffersOff => "offers_off",
            Self::OfferStands => "offer_stands",
            Self::OfferUnanswered => "offer_unanswered",
            Self::DrawTooEarly { .. } => "draw_too_early",
            Self::OfferRepeated { .. } => "offer_repeated",
            Self::OfferStillOpen => "offer_still_open",
            Self::AnswerFirst => "answer_first",
            Self::NoOpenOffer => "no_open_offer",
            Self::TakebackOff => "takeback_off",
            Self::NothingToTakeBack => "nothing_to_take_back",
            Self::AbortTooLate => "abort_too_late",
            Self::AwayClaimOff => "away_claim_off",
            Self::OpponentPresent => "opponent_present",
            Self::AwayTooShort { .. } => "away_too_short",
            Self::ClockPaused => "clock_paused",
            Self::FirstMoveTooLate => "first_move_too_late",
            Self::GiveTimeOff => "give_time_off",
            Self::BadGift { .. } => "bad_gift",
            Self::TimeEnough => "time_enough",
            Self::SettingsWereChanged => "settings_were_changed",
        }
    }

    /// The article of the FIDE Laws behind it, if there is one.
    #[must_use]
    pub fn article(&self) -> Option<&'static str> {
        match self {
            Self::BadSettings(fault) => fault.article(),
            Self::IllegalMove(reason) => Some(reason.article()),
            Self::NotYourTurn { .. } => Some("1.3"),
            Self::Bound(obligation) => Some(obligation.article()),
            Self::MoveStands => Some("4.7"),
            Self::IllegalStands => Some("7.5.1"),
            Self::PieceNotChosen { .. } => Some("4.7.3"),
            Self::ClockNotRunning => Some("6.2.1"),
            Self::NothingToPress => Some("7.5.3"),
            Self::ClocksStopped => Some("6.11"),
            Self::AdjustNotToMove => Some("4.2.1"),
            Self::AdjustClock => Some("6.2.5"),
            Self::PromotionFixed => Some("4.4.4"),
            Self::ComplaintTooLate => Some("4.8"),
            Self::LeavesNoTime => Some("12.9.3"),
            Self::BadPoints => Some("10.2"),
            Self::NothingUnpressed => Some("7.5.4"),
            Self::TimeIsUp => Some("6.9"),
            Self::NotProvedDead => Some("5.2.2"),
            Self::ClaimsOff { what }
            | Self::AnnouncedClaimsOff { what }
            | Self::ClaimOutOfTurn { what, .. } => Some(what.article()),
            Self::ClaimAfterTouch => Some("9.4"),
            Self::OffersOff => Some("9.1.1"),
            // Both have moved: what asks for more is the event (FIDE 9.1.1).
            Self::DrawTooEarly { min_plies } if *min_plies > 2 => Some("9.1.1"),
            Self::DrawTooEarly { .. } => Some("5.2.3"),
            Self::OfferRepeated { .. }
            | Self::ClaimRepeated { .. }
            | Self::AdjustRepeated { .. }
            | Self::IllegalRepeated { .. } => Some("11.5"),
            Self::OfferStillOpen | Self::OfferStands | Self::NoOpenOffer => Some("9.1.2.1"),
            _ => None,
        }
    }

    /// The squares that a board should mark.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Self::IllegalMove(reason) => reason.squares().to_vec(),
            Self::Bound(obligation) => obligation.squares(),
            Self::NothingToTouch { square } => alloc::vec![*square],
            _ => Vec::new(),
        }
    }

    /// The values that a translated sentence needs, by name.
    #[must_use]
    pub fn params(&self) -> BTreeMap<&'static str, String> {
        let mut params = BTreeMap::new();
        let mut put = |key, value: String| {
            params.insert(key, value);
        };
        match self {
            Self::BadName => put("max", MAX_NAME_CHARS.to_string()),
            Self::BadSettings(fault) => put("why", fault.to_string()),
            Self::NotYourTurn { turn }
            | Self::ClaimOutOfTurn { turn, .. }
            | Self::ResignOutOfTurn { turn } => put("turn", turn.to_string()),
            Self::PieceNotChosen { color } => put("color", color.to_string()),
            Self::StaleBoard { ply, seen } => {
                put("ply", ply.to_string());
                put("seen", seen.to_string());
            }
            Self::BadMove { text } => put("text", text.clone()),
            Self::IllegalMove(reason) => {
                for (key, value) in reason.params() {
                    put(key, value.to_string());
                }
            }
            Self::Bound(obligation) => obligation.params(put),
            Self::NothingToTouch { square } => put("square", square.to_string()),
            Self::BadReason => put("max", MAX_REASON_CHARS.to_string()),
            Self::NotPlayedYet { ply } => put("ply", ply.to_string()),
            Self::DrawTooEarly { min_plies } => put("min_plies", min_plies.to_string()),
            Self::OfferRepeated { offers } => put("offers", offers.to_string()),
            Self::AdjustRepeated { times } | Self::IllegalRepeated { times } => {
                put("times", times.to_string());
            }
            Self::BadGift { least_ms, most_ms } => {
                put("least_ms", least_ms.to_string());
                put("most_ms", most_ms.to_string());
            }
            Self::AwayTooShort { after_ms, away_ms } => {
                put("after_ms", after_ms.to_string());
                put("away_ms", away_ms.to_string());
            }
            _ => {}
        }
        params
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Refusal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Written {
            code: &'static str,
            article: Option<&'static str>,
            message: String,
            squares: Vec<String>,
            params: BTreeMap<&'static str, String>,
        }
        Written {
            code: self.code(),
            article: self.article(),
            message: self.to_string(),
            squares: self.squares().iter().map(ToString::to_string).collect(),
            params: self.params(),
        }
        .serialize(serializer)
    }
}
