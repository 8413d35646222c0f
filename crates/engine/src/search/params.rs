//! The numbers of the search, each with its meaning. They were chosen by hand; whether another is
//! better, a match says (docs/engine.md). Values are in hundredths of a pawn, depths in half-moves.

/// The first window around the last iteration's value reaches so far.
pub(super) const WINDOW: i32 = 14;
/// From this depth on there is a window at all.
pub(super) const WINDOW_DEPTH: i32 = 4;

/// A window that has grown beyond this is opened on that side.
pub(super) const MOST_WINDOW: i32 = 800;

/// Evaluations fade toward a draw: after so many half-moves without progress they would be none.
pub(super) const FIFTY_SCALE: i32 = 220;

/// Reduction of late moves in 1024ths: the part that does not depend on anything.
pub(super) const REDUCTION_BASE: i32 = 600;
/// The product of the logarithms of depth and number is divided by this, in 1024ths.
pub(super) const REDUCTION_DIVISOR: i32 = 2300;
/// Less reduction on a principal variation.
pub(super) const REDUCTION_PRINCIPAL: i32 = 1100;
/// More reduction where a cut is expected.
pub(super) const REDUCTION_CUT: i32 = 1500;
/// More reduction where the position is not getting better.
pub(super) const REDUCTION_WORSENING: i32 = 700;
/// More reduction where the table's move takes a man: quiet moves hardly beat it.
pub(super) const REDUCTION_TABLE_CAPTURE: i32 = 800;
/// Less reduction for a move that gives check.
pub(super) const REDUCTION_CHECK: i32 = 900;
/// Less reduction for a killer.
pub(super) const REDUCTION_KILLER: i32 = 900;
/// More reduction where the next half-move has been cut off often.
pub(super) const REDUCTION_CUTOFFS: i32 = 700;
/// So much history is worth one half-move.
pub(super) const REDUCTION_HISTORY: i32 = 7000;
/// A reduced search that is better by this than the best so far earns one half-move more.
pub(super) const DEEPER_MARGIN: i32 = 45;
/// The same by the depth of the new search.
pub(super) const DEEPER_SLOPE: i32 = 3;

/// History that a best move gains, by depth.
pub(super) const BONUS_SLOPE: i32 = 170;
pub(super) const BONUS_OFFSET: i32 = 60;
pub(super) const MOST_BONUS: i32 = 1500;
/// History that the moves lose that were tried before it.
pub(super) const MALUS_SLOPE: i32 = 170;
pub(super) const MALUS_OFFSET: i32 = 60;
pub(super) const MOST_MALUS: i32 = 1300;

/// Weights of what the pawns, a side's pieces and the last two moves say about the evaluation.
pub(super) const CORRECTION_PAWNS: i32 = 5;
pub(super) const CORRECTION_PIECES: i32 = 4;
pub(super) const CORRECTION_MOVES: i32 = 4;
pub(super) const CORRECTION_SCALE: i32 = 96;

/// Up to this depth a value so far above the window ends the node (reverse futility).
pub(super) const REVERSE_DEPTH: i32 = 9;
/// The margin for each half-move of depth, and for one that gets better.
pub(super) const REVERSE_MARGIN: i32 = 75;
pub(super) const REVERSE_IMPROVING: i32 = 60;

/// Up to this depth a value so far below the window is left to the quiescence search.
pub(super) const RAZOR_DEPTH: i32 = 4;
pub(super) const RAZOR_BASE: i32 = 220;
pub(super) const RAZOR_SLOPE: i32 = 200;

/// From this depth on a pass is tried.
pub(super) const PASS_DEPTH: i32 = 3;
/// Its reduction: a base, a part of the depth, and one half-move for each so much above the window.
pub(super) const PASS_BASE: i32 = 3;
pub(super) const PASS_DEPTH_SHARE: i32 = 3;
pub(super) const PASS_MARGIN: i32 = 200;
/// The static value has to be so much above the window at depth 0, less at each half-move.
pub(super) const PASS_STATIC_BASE: i32 = 160;
pub(super) const PASS_STATIC_SLOPE: i32 = 18;
/// From this depth on, what a pass has shown is verified by a search without passes.
pub(super) const PASS_VERIFY_DEPTH: i32 = 13;

/// From this depth on captures are tried against a raised bound.
pub(super) const PROBCUT_DEPTH: i32 = 5;
pub(super) const PROBCUT_MARGIN: i32 = 190;

/// From this depth on a node without a move from the table is searched one less deeply.
pub(super) const REDUCE_UNKNOWN_DEPTH: i32 = 4;

/// Up to this depth quiet moves are left out where the value is hopeless (futility).
pub(super) const FUTILITY_DEPTH: i32 = 9;
pub(super) const FUTILITY_BASE: i32 = 110;
pub(super) const FUTILITY_SLOPE: i32 = 90;
/// The same for captures, with what they take.
pub(super) const FUTILITY_CAPTURE_DEPTH: i32 = 6;
pub(super) const FUTILITY_CAPTURE_BASE: i32 = 200;
pub(super) const FUTILITY_CAPTURE_SLOPE: i32 = 180;

/// So many quiet moves are tried at depth 0; then more by the square of the depth.
pub(super) const LATE_BASE: i32 = 4;

/// Up to this depth quiet moves with a bad history are left out: worse than this for each
/// half-move.
pub(super) const BAD_HISTORY_DEPTH: i32 = 5;
pub(super) const BAD_HISTORY_SLOPE: i32 = -3200;

/// Exchanges that lose more are left out: quiet moves by the square of the depth, captures by the
/// depth.
pub(super) const LOSING_QUIET: i32 = -24;
pub(super) const LOSING_CAPTURE: i32 = -95;
pub(super) const LOSING_DEPTH: i32 = 9;

/// From this depth on the table's move is tested for being the only good one.
pub(super) const SINGULAR_DEPTH: i32 = 7;
/// Others have to stay so much below its value, by depth, in sixteenths.
pub(super) const SINGULAR_SLOPE: i32 = 24;
/// Below that by so much more, it is worth two half-moves.
pub(super) const SINGULAR_DOUBLE: i32 = 18;
/// A line is given so many extra half-moves by that at most.
pub(super) const MOST_DOUBLES: i32 = 6;

/// A capture in the quiescence search has to reach the window with so much to spare.
pub(super) const QUIET_DELTA: i32 = 160;
