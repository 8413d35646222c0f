//! The moves of a node one after the other, the most promising first, and none made before it is
//! needed. Not here: what has been learnt of moves (`history`), which ones a node leaves out
//! (`node`).

use tabiya_rules::{Move, Position, Role};

use super::history::{Earlier, Histories, MOST};
use crate::see;

/// A move and what it promises.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    mv: Move,
    score: i32,
}

/// Where a picker is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The move from the table is next, if there is one.
    Table,
    /// Captures and promotions are to be found.
    FindForcing,
    Forcing,
    /// Quiet moves are to be found.
    FindQuiet,
    Quiet,
    /// Captures that lose men, put off before.
    Losing,
    /// All moves are to be found, out of check.
    FindEvasions,
    Evasions,
    End,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    All,
    /// Captures and promotions that win at least so much.
    Forcing(i32),
}

/// Goes through the moves of one node. The moves themselves are on a stack that all nodes of a
/// thread share; whoever makes a picker takes what is above `start` away in the end.
pub(super) struct Picker {
    stage: Stage,
    kind: Kind,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    earlier: Earlier,
    /// Where its part of the stack begins; up to `losing` there are moves that were put off.
    start: usize,
    losing: usize,
    /// The moves of the present stage that have not been given yet.
    next: usize,
    end: usize,
    wants_quiet: bool,
}

/// Before all quiet moves without that distinction.
const KILLER: i32 = 8 * MOST;
/// Evasions that take come before those that do not.
const EVADING_CAPTURE: i32 = 32 * MOST;

impl Picker {
    /// All moves. The move from the table has to be legal.
    pub(super) fn all(
        position_is_check: bool,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        earlier: Earlier,
        start: usize,
    ) -> Picker {
        let first = if position_is_check {
            Stage::FindEvasions
        } else {
            Stage::FindForcing
        };
        Picker {
            stage: if table_move.is_some() {
                Stage::Table
            } else {
                first
            },
            kind: Kind::All,
            table_move,
            killers,
            earlier,
            start,
            losing: start,
            next: start,
            end: start,
            wants_quiet: true,
        }
    }

    /// Captures and promotions that win at least so much, the table's move first if it is one.
    pub(super) fn forcing(
        position: &Position,
        table_move: Option<Move>,
        least: i32,
        start: usize,
    ) -> Picker {
        let table_move = table_move
            .filter(|&mv| is_forcing(position, mv) && see::wins_at_least(position, mv, least));
        Picker {
            kind: Kind::Forcing(least),
            ..Picker::all(
                false,
                table_move,
                [None; 2],
                [super::history::NOWHERE; 3],
                start,
            )
        }
    }

    /// No more quiet moves.
    pub(super) fn skip_quiet(&mut self) {
        self.wants_quiet = false;
    }

    /// Whether the moves that come now were put off because they lose men.
    pub(super) fn is_losing(&self) -> bool {
        self.stage == Stage::Losing
    }

    /// The next move.
    pub(super) fn next(
        &mut self,
        position: &Position,
        is_check: bool,
        moves: &mut Vec<Scored>,
        histories: &Histories,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if is_check {
                        Stage::FindEvasions
                    } else {
                        Stage::FindForcing
                    };
                    return self.table_move;
                }
                Stage::FindForcing => {
                    let found = position.legal_forcing_moves();
                    self.find(&found, moves, |mv| forcing_score(position, mv, histories));
                    self.losing = self.next;
                    self.stage = Stage::Forcing;
                }
                Stage::Forcing => {
                    let Some(mv) = self.best(moves) else {
                        self.stage = match self.kind {
                            Kind::All => Stage::FindQuiet,
                            Kind::Forcing(_) => Stage::End,
                        };
                        continue;
                    };
                    let least = match self.kind {
                        // A good history makes up for a small loss.
                        Kind::All => -histories.forcing(position, mv) / 64,
                        Kind::Forcing(least) => least,
                    };
                    let is_small = mv.promotion().is_some_and(|role| role != Role::Queen);
                    if !is_small && see::wins_at_least(position, mv, least) {
                        return Some(mv);
                    }
                    if self.kind == Kind::All {
                        // A place whose move has been given is free.
                        moves[self.losing] = Scored { mv, score: 0 };
                        self.losing += 1;
                    }
                }
                Stage::FindQuiet => {
                    if self.wants_quiet {
                        let found = position.legal_quiet_moves();
                        let color = position.turn();
                        let (killers, earlier) = (self.killers, self.earlier);
                        self.find(&found, moves, |mv| {
                            let bonus = if killers[0] == Some(mv) {
                                KILLER + 1
                            } else if killers[1] == Some(mv) {
                                KILLER
                            } else {
                                0
                            };
                            histories.quiet(color, mv, &earlier) + bonus
                        });
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if self.wants_quiet
                        && let Some(mv) = self.best(moves)
                    {
                        return Some(mv);
                    }
                    self.next = self.start;
                    self.end = self.losing;
                    self.stage = Stage::Losing;
                }
                // In the order in which they were put off.
                Stage::Losing => {
                    if self.next < self.end {
                        let mv = moves[self.next].mv;
                        self.next += 1;
                        return Some(mv);
                    }
                    self.stage = Stage::End;
                }
                Stage::FindEvasions => {
                    let found = position.legal_moves();
                    let color = position.turn();
                    let earlier = self.earlier;
                    self.find(&found, moves, |mv| {
                        if is_forcing(position, mv) {
                            EVADING_CAPTURE + forcing_score(position, mv, histories)
                        } else {
                            histories.quiet(color, mv, &earlier)
                        }
                    });
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => {
                    let Some(mv) = self.best(moves) else {
                        self.stage = Stage::End;
                        continue;
                    };
                    if self.wants_quiet || is_forcing(position, mv) {
                        return Some(mv);
                    }
                }
                Stage::End => return None,
            }
        }
    }

    /// Puts moves on the stack, except the table's.
    fn find(
        &mut self,
        found: &[Move],
        moves: &mut Vec<Scored>,
        mut score: impl FnMut(Move) -> i32,
    ) {
        self.next = moves.len();
        for &mv in found {
            if Some(mv) != self.table_move {
                let score = score(mv);
                moves.push(Scored { mv, score });
            }
        }
        self.end = moves.len();
    }

    /// Takes the best move of the present stage.
    fn best(&mut self, moves: &mut [Scored]) -> Option<Move> {
        let left = &mut moves[self.next..self.end];
        let first = left.first()?;
        let (mut best, mut most) = (0, first.score);
        for (place, scored) in left.iter().enumerate() {
            if scored.score > most {
                (best, most) = (place, scored.score);
            }
        }
        left.swap(0, best);
        self.next += 1;
        Some(left[0].mv)
    }
}

/// Whether a move takes a man or promotes a pawn.
pub(super) fn is_forcing(position: &Position, mv: Move) -> bool {
    mv.is_capture(position) || mv.promotion().is_some()
}

/// What a capture or promotion promises: first what it takes, then how captures like it have done.
fn forcing_score(position: &Position, mv: Move, histories: &Histories) -> i32 {
    let taken = mv
        .capture_square(position)
        .and_then(|square| position.board().role_at(square))
        .map_or(0, see::value);
    let promoted = match mv.promotion() {
        None => 0,
        Some(Role::Queen) => see::value(Role::Queen),
        Some(_) => -see::value(Role::Queen),
    };
    8 * (taken + promoted) + histories.forcing(position, mv)
}
