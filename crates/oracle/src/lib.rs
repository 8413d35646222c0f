//! The same position in the hands of independent implementations, so that tests can compare what
//! they say. This crate links GPL code and is never published; nothing that is may depend on it.

pub mod features;

use std::collections::BTreeMap;

use shakmaty::fen::Fen as ShakmatyFen;
use shakmaty::{CastlingMode, Chess, Position as _, PositionError};
use tabiya_rules::{CastlingStyle, EnPassantStyle, Fen, FenStyle, Mode, MoveKind, Position, Setup};

/// What every implementation can say about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The legal moves in coordinates, sorted; castling as the king onto its rook.
    pub moves: Vec<String>,
    /// The men that give check, one bit each, a1 the lowest.
    pub checkers: u64,
    /// Whether the side to move is mated.
    pub checkmate: bool,
    /// Whether the side to move is stalemated.
    pub stalemate: bool,
}

impl Facts {
    /// What Tabiya says.
    #[must_use]
    pub fn ours(position: &Position) -> Facts {
        let text = |mv: &tabiya_rules::Move| tabiya_rules::Uci::from(mv.attempt()).to_string();
        Facts {
            moves: sorted(position.legal_moves().iter().map(text)),
            checkers: position.checkers().0,
            checkmate: position.is_checkmate(),
            stalemate: position.is_stalemate(),
        }
    }

    /// What shakmaty says.
    #[must_use]
    pub fn of_shakmaty(position: &Chess) -> Facts {
        let text = |mv: &shakmaty::Move| mv.to_uci(CastlingMode::Chess960).to_string();
        Facts {
            moves: sorted(position.legal_moves().iter().map(text)),
            checkers: position.checkers().0,
            checkmate: position.is_checkmate(),
            stalemate: position.is_stalemate(),
        }
    }

    /// What cozy-chess says.
    #[must_use]
    pub fn of_cozy(board: &cozy_chess::Board) -> Facts {
        let mut moves = Vec::new();
        board.generate_moves(|set| {
            moves.extend(set.into_iter().map(|mv| mv.to_string()));
            false
        });
        let (check, stuck) = (!board.checkers().is_empty(), moves.is_empty());
        Facts {
            moves: sorted(moves.into_iter()),
            checkers: board.checkers().0,
            checkmate: check && stuck,
            stalemate: !check && stuck,
        }
    }
}

fn sorted(moves: impl Iterator<Item = String>) -> Vec<String> {
    let mut moves: Vec<String> = moves.collect();
    moves.sort();
    moves
}

/// The text that carries everything: castling by the rooks' files, the en passant square after
/// every double step.
#[must_use]
pub fn full_fen(setup: &Setup) -> String {
    let style = FenStyle {
        en_passant: EnPassantStyle::Always,
        castling: CastlingStyle::Shredder,
    };
    Fen::write(setup, style)
}

/// The same position as shakmaty's. It is told to take what no game can reach, as we do.
///
/// # Errors
///
/// What shakmaty has against the position.
pub fn to_shakmaty(position: &Position) -> Result<Chess, String> {
    let mode = match position.mode() {
        Mode::Standard => CastlingMode::Standard,
        Mode::Chess960 => CastlingMode::Chess960,
    };
    let fen = full_fen(&position.to_setup());
    let read = ShakmatyFen::from_ascii(fen.as_bytes()).map_err(|error| error.to_string())?;
    read.into_position::<Chess>(mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| error.to_string())
}

/// The same position as cozy-chess's, which refuses some that we take.
#[must_use]
pub fn to_cozy(position: &Position) -> Option<cozy_chess::Board> {
    cozy_chess::Board::from_fen(&full_fen(&position.to_setup()), true).ok()
}

/// The legal moves of both, each beside the same one of the other. Moves that one of them lacks
/// are left out.
#[must_use]
pub fn same_moves(ours: &Position, theirs: &Chess) -> Vec<(tabiya_rules::Move, shakmaty::Move)> {
    let by_text: BTreeMap<String, shakmaty::Move> = theirs
        .legal_moves()
        .into_iter()
        .map(|mv| (mv.to_uci(CastlingMode::Chess960).to_string(), mv))
        .collect();
    let pair = |mv: tabiya_rules::Move| {
        let same = by_text.get(&tabiya_rules::Uci::from(mv.attempt()).to_string())?;
        let is_castling = matches!(mv.kind(), MoveKind::Castle(_));
        (same.is_castle() == is_castling).then_some((mv, *same))
    };
    ours.legal_moves().into_iter().filter_map(pair).collect()
}
