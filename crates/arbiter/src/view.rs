//! How a table looks to one actor: the value that clients draw. It holds no seed and no proof of
//! a seat. The address of the table is the shell's to add.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya_rules::{ByColor, Color, Mode, Outcome, Square};

use crate::claim::ClaimsView;
use crate::clock::{Hold, Timestamp};
use crate::command::CommandKind;
use crate::ending::Termination;
use crate::prospect::Prospect;
use crate::record::PlayedMove;
use crate::seat::{Actor, BySeat, Seat};
use crate::settings::{Settings, start_fen};
use crate::table::{Table, TableGame};

/// Where a table stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Phase {
    /// Before a game: for the guest, for Ready, for Start.
    Waiting,
    /// A game runs.
    Playing,
    /// The last game is over, and its settings hold for a rematch.
    Over,
}

/// Whose eyes a view is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[expect(missing_docs, reason = "each says what it is")]
pub enum Viewer {
    Owner,
    Guest,
    Spectator,
    Arbiter,
}

/// A table as one actor sees it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct View {
    /// The sequence number of the last event.
    pub seq: u64,
    /// Where the table stands in its life.
    pub phase: Phase,
    /// Whose eyes this is for.
    pub you: Viewer,
    /// What is agreed for the running game, or for the next.
    pub settings: Settings,
    /// The two players.
    pub seats: BySeat<SeatView>,
    /// How the series stands.
    pub score: Score,
    /// The running game or the last one; `None` before the first.
    pub game: Option<GameView>,
    /// The player who wants a rematch.
    pub rematch_offer: Option<Seat>,
    /// An absence that the viewer's opponent (for a spectator: either player) is charged with.
    pub away: Option<Away>,
    /// The commands that would be judged now and not refused out of hand. `claim_away` is among
    /// them as soon as an absence is counted; from `away.claim_from` on it is granted.
    pub can: Vec<CommandKind>,
    /// All moves of the game; only in a full view.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub moves: Option<Vec<PlayedMove>>,
}

/// One player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SeatView {
    /// What the player is called, if he said.
    pub name: Option<String>,
    /// Whether anybody holds the seat.
    pub taken: bool,
    /// How the computer plays that holds the seat; `None` if a person does, or nobody.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub computer: Option<String>,
    /// Whether the player is ready for the next game. The owner always is: he starts it.
    pub ready: bool,
    /// Whether the player is connected.
    pub present: bool,
    /// When the player's vacation ends, if he was on one at the last event. Where each move has days
    /// his time stands until then.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub vacation_until: Option<Timestamp>,
    /// The color in the running or last game; while waiting that in the next, `None` if it is
    /// left to chance.
    pub color: Option<Color>,
}

/// The series of games at one table.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Score {
    /// The owner's points: 1 for a win, 0.5 for a draw.
    pub owner: f64,
    /// The guest's points.
    pub guest: f64,
    /// Games with a result.
    pub games: u32,
}

/// The running game, or the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GameView {
    /// 1 for the first game at this table.
    pub number: u32,
    /// The seat that plays White.
    pub white: Seat,
    /// The position that the game started from.
    pub start_fen: String,
    /// Whether castling follows Chess960.
    pub chess960: bool,
    /// Half-moves played.
    pub ply: u32,
    /// The side to move.
    pub turn: Color,
    /// The position on the board.
    pub fen: String,
    /// The clock; `None` in an untimed game.
    pub clock: Option<ClockView>,
    /// The color whose draw offer is open.
    pub draw_offer: Option<Color>,
    /// When the open draw offer becomes a draw if nobody answers it, outages left out.
    pub offer_lapses_at: Option<Timestamp>,
    /// The color whose takeback offer is open.
    pub takeback_offer: Option<Color>,
    /// Whose made move waits for the press of the clock.
    pub to_press: Option<Color>,
    /// The illegal move that stands on the board, or the pawn that nobody has exchanged yet. The
    /// position in `fen` is that before it.
    pub standing: Option<StandingView>,
    /// The men that the player to move has touched, in order, on a table with touch-move.
    pub touched: Vec<Square>,
    /// Whether the player to move is adjusting: touching obliges to nothing then.
    pub adjusting: bool,
    /// What binds the player to move.
    pub due: Option<DueView>,
    /// Irregularities of each player in this game: the second loses it (FIDE 7.5.5).
    pub faults: ByColor<u32>,
    /// How near the game is to a claim; `None` where the rules do not let players be told.
    pub claims: Option<ClaimsView>,
    /// How it ended; `None` while it runs.
    pub ending: Option<EndingView>,
}

/// An illegal move that stands on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StandingView {
    /// The move in UCI notation.
    pub uci: String,
    /// The men as they are seen: the first field of a FEN.
    pub placement: String,
}

/// What binds the player to move to some of his legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DueView {
    /// The moves that are left, in UCI notation; never none.
    pub moves: Vec<String>,
    /// The article of the FIDE Laws behind it.
    pub article: &'static str,
    /// One English sentence for people.
    pub message: String,
}

/// The clock as it stands at the moment `at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClockView {
    /// White's time left at `at`.
    pub white_ms: u64,
    /// Black's time left at `at`.
    pub black_ms: u64,
    /// The side that uses time from `at` on: first `delay_left_ms`, then its own.
    pub running: Option<Color>,
    /// Whether the clock stands still after an outage.
    pub paused: bool,
    /// Why else it stands although the game goes on.
    pub held: Option<Hold>,
    /// The moment that this was read at.
    pub at: Timestamp,
    /// What is left of the per-move delay.
    pub delay_left_ms: u64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EndingView {
    /// Who won, or a draw; `None` if the game was aborted.
    pub outcome: Option<Outcome>,
    /// What each side gets, in half points, where the arbiter gave less than a game has.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub points: Option<ByColor<u32>>,
    /// What ended it.
    pub termination: Termination,
    /// The color whose doing or time it was; `None` if the position ended the game.
    pub by: Option<Color>,
    /// The article of the FIDE Laws behind it.
    pub article: Option<&'static str>,
    /// Where the result rests on who could still mate: how that stood, one for each side that
    /// was asked about.
    pub prospects: Vec<Prospect>,
    /// One English sentence for people.
    pub message: String,
}

/// An absence that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Away {
    /// Who is away.
    pub seat: Seat,
    /// Since when it counts.
    pub since: Timestamp,
    /// The first moment at which the opponent's claim is granted.
    pub claim_from: Timestamp,
}

impl Table {
    /// What this actor sees, without the moves.
    #[must_use]
    pub fn view(&self, actor: Actor) -> View {
        let running = self.phase == Phase::Playing;
        let is_listed = |kind: &CommandKind| self.may(actor, *kind);
        View {
            seq: self.sequence,
            phase: self.phase,
            you: match actor.seat() {
                Some(Seat::Owner) => Viewer::Owner,
                Some(Seat::Guest) => Viewer::Guest,
                None if actor == Actor::Arbiter => Viewer::Arbiter,
                None => Viewer::Spectator,
            },
            settings: match &self.game {
                Some(game) if running => game.settings.clone(),
                Some(_) | None => self.settings.clone(),
            },
            seats: BySeat {
                owner: self.seat_view(Seat::Owner),
                guest: self.seat_view(Seat::Guest),
            },
            score: Score {
                owner: f64::from(self.score.owner) / 2.0,
                guest: f64::from(self.score.guest) / 2.0,
                games: self.games_scored,
            },
            game: self.game.as_ref().map(game_view),
            rematch_offer: self.rematch_offer,
            away: self.away_view(actor),
            can: CommandKind::FOR_CLIENTS
                .into_iter()
                .filter(is_listed)
                .collect(),
            moves: None,
        }
    }

    /// What this actor sees, with all moves of the game.
    #[must_use]
    pub fn full_view(&self, actor: Actor) -> View {
        let moves = self
            .game
            .as_ref()
            .map_or_else(Vec::new, |game| game.moves.clone());
        View {
            moves: Some(moves),
            ..self.view(actor)
        }
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        let player = self.players.get(seat);
        let white = match (self.phase, &self.game) {
            (Phase::Playing | Phase::Over, Some(game)) => Some(game.white),
            _ => self.next_white(),
        };
        let color = |white| {
            if white == seat {
                Color::White
            } else {
                Color::Black
            }
        };
        SeatView {
            name: player.name.clone(),
            taken: player.taken,
            computer: player.computer.clone(),
            ready: player.ready,
            present: player.present,
            vacation_until: Some(player.vacation_until).filter(|until| *until > self.now),
            color: white.map(color),
        }
    }

    /// The absence that this actor should know of; of two, the longer one.
    fn away_view(&self, actor: Actor) -> Option<Away> {
        Seat::ALL
            .into_iter()
            .filter(|seat| actor.seat() != Some(*seat))
            .filter_map(|seat| self.absence(seat).ok())
            .min_by_key(|absence| absence.since)
            .map(|absence| Away {
                seat: absence.seat,
                since: absence.since,
                claim_from: absence.claim_from(),
            })
    }
}

fn game_view(game: &TableGame) -> GameView {
    let start = game.line.start();
    let position = game.line.position();
    GameView {
        number: game.number,
        white: game.white,
        start_fen: start_fen(start),
        chess960: matches!(start.mode(), Mode::Chess960),
        ply: game.ply(),
        turn: position.turn(),
        fen: position.fen(),
        clock: game.clock.face().map(|face| ClockView {
            white_ms: face.remaining_ms.white,
            black_ms: face.remaining_ms.black,
            running: face.running,
            paused: face.paused,
            held: face.held,
            at: face.at,
            delay_left_ms: face.delay_left_ms,
        }),
        draw_offer: game.draw.open(),
        offer_lapses_at: game.offer_lapses_at(),
        takeback_offer: game.takeback.open(),
        to_press: game.to_press(),
        standing: game.conduct.standing.map(|standing| StandingView {
            uci: standing.uci.to_string(),
            placement: standing.placement(position),
        }),
        touched: game.conduct.touched().to_vec(),
        adjusting: game.conduct.is_adjusting(),
        due: game.duty().map(|duty| DueView {
            moves: duty.texts(position),
            article: duty.obligation.article(),
            message: duty.obligation.to_string(),
        }),
        faults: game.conduct.faults(),
        claims: game.claims_view(),
        ending: game.ending.as_ref().map(|ending| EndingView {
            outcome: ending.outcome,
            points: ending.points,
            termination: ending.termination,
            by: ending.by,
            article: ending.termination.article(),
            prospects: ending.prospects.clone(),
            message: ending.message.clone(),
        }),
    }
}
