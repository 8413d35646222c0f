//! Endgame tables in the search: who wins with few men on the board, and at the root how to make
//! progress. Not here: the tables themselves (`tabiya_rules::syzygy`).

use tabiya_rules::syzygy::{Tables, Wdl};
use tabiya_rules::{Game, Move, Position};

use super::root::RootMove;
use super::value::{DRAW, TABLE_WIN, plies, to_table};
use super::worker::Worker;
use crate::Bound;
use crate::table::Entry;
use std::sync::atomic::Ordering;

/// What the tables say counts like a search that is so much deeper.
const WORTH: i32 = 6;

impl Worker<'_> {
    /// What the tables say of a position with few men, if that settles it.
    pub(super) fn probe_tables(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> Option<i32> {
        let tables = self.shared.syzygy?;
        // Right after a capture or pawn move: then the fifty moves begin anew.
        if position.halfmove_clock() != 0 || !covers(tables, position) {
            return None;
        }
        let wdl = tables.probe_wdl(position).ok()?;
        self.shared.table_hits.fetch_add(1, Ordering::Relaxed);
        let (value, bound) = match wdl {
            Wdl::Win => (TABLE_WIN - plies(ply), Bound::Lower),
            Wdl::Loss => (plies(ply) - TABLE_WIN, Bound::Upper),
            Wdl::CursedWin => (DRAW + 1, Bound::Exact),
            Wdl::BlessedLoss => (DRAW - 1, Bound::Exact),
            Wdl::Draw => (DRAW, Bound::Exact),
        };
        let settles = match bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        if !settles {
            return None;
        }
        let entry = Entry {
            mv: None,
            value: to_table(value, ply),
            eval: None,
            depth: depth + WORTH,
            bound: Some(bound),
            is_principal: false,
        };
        self.shared.table.store(self.key(ply), &entry);
        Some(value)
    }
}

fn covers(tables: &Tables, position: &Position) -> bool {
    let men = usize::try_from(position.board().occupied().count()).unwrap_or(usize::MAX);
    men <= tables.most_men() && position.castling_rights().is_empty()
}

/// The root moves that keep what the tables say the position is worth; all where they say nothing.
/// Of winning moves all stay that win within the fifty moves, so that the search can choose the
/// natural one; once the game has come back to a position, only those that make progress the
/// fastest.
pub(super) fn best_of(
    tables: Option<&Tables>,
    game: &Game,
    root_moves: Vec<RootMove>,
) -> Vec<RootMove> {
    let Some(tables) = tables.filter(|tables| covers(tables, game.position())) else {
        return root_moves;
    };
    let ranks: Option<Vec<i32>> = root_moves
        .iter()
        .map(|root| rank(tables, game, root.mv))
        .collect();
    let Some(ranks) = ranks else {
        return root_moves;
    };
    let best = ranks.iter().copied().max().unwrap_or(0);
    let ranked = root_moves.into_iter().zip(ranks);
    let kept = ranked.filter(|&(_, rank)| rank == best);
    kept.map(|(root, _)| root).collect()
}

/// More than any distance.
const SURE: i32 = 1_000;

/// How good a move is by the tables: more is better, and moves that are as good as each other have
/// the same.
fn rank(tables: &Tables, game: &Game, mv: Move) -> Option<i32> {
    let position = game.position();
    let child = position.after_unchecked(mv);
    let clock = i32::try_from(child.halfmove_clock()).unwrap_or(100);
    if child.is_checkmate() {
        return Some(3 * SURE);
    }
    let has_repeated = game.repetitions() > 1;
    // Half-moves to the next capture or pawn move, this one counted, as its mover sees it.
    let distance = if clock == 0 {
        i32::from((-tables.probe_wdl(&child).ok()?).value()).signum()
    } else {
        let behind = -tables.probe_dtz(&child).ok()?;
        behind + behind.signum()
    };
    let is_cursed = match clock {
        0 => tables.probe_wdl(&child).ok()?.value().abs() == 1,
        _ => distance.abs() + clock - 1 > 99,
    };
    Some(match distance.signum() {
        1 if is_cursed => SURE - distance,
        1 if has_repeated => 3 * SURE - distance,
        1 => 3 * SURE,
        -1 if is_cursed => -SURE - distance,
        // The slowest loss gives the opponent the most chances to err.
        -1 => -3 * SURE - distance,
        _ => 0,
    })
}
