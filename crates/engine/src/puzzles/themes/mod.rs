//! What a puzzle is about. Each theme has a definition, which its function in the files below
//! follows to the letter; docs/puzzles.md says how often they agree with those of a large public
//! collection. Not here: whether the puzzle is sound (`prove`).

mod captures;
mod lines;
mod mates;
mod moves;
mod phase;
mod sight;
#[cfg(test)]
mod tests;

use super::prove::Goal;
use super::puzzle::Puzzle;

macro_rules! themes {
    ($($(#[doc = $doc:expr])+ $name:ident $key:literal)+) => {
        /// What a puzzle can be about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Theme {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Theme {
            /// All of them.
            pub const ALL: &[Theme] = &[$(Theme::$name),+];

            /// Its name in files: `fork`.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $(Theme::$name => $key),+
                }
            }
        }
    };
}

themes! {
    /// The line ends in mate.
    Mate "mate"
    /// The solver mates with the first move.
    MateIn1 "mateIn1"
    /// With the second.
    MateIn2 "mateIn2"
    /// With the third.
    MateIn3 "mateIn3"
    /// With the fourth.
    MateIn4 "mateIn4"
    /// With the fifth or later.
    MateIn5 "mateIn5"
    /// A rook or queen mates along the first rank a king who is shut in by his own men before him.
    BackRankMate "backRankMate"
    /// A knight mates a king all of whose squares are taken by his own men.
    SmotheredMate "smotheredMate"
    /// A man attacks two others at once, each dearer than itself, or loose.
    Fork "fork"
    /// A man of the other side is tied to the line between an attacker and its king, and that
    /// keeps it from taking or from escaping.
    Pin "pin"
    /// A man must leave a line and leaves what stood behind it to be taken.
    Skewer "skewer"
    /// A man leaves a line, and the one behind it gives check or takes along it next.
    DiscoveredAttack "discoveredAttack"
    /// Two men give check at once.
    DoubleCheck "doubleCheck"
    /// A guard is drawn off to another square, and what it guarded falls.
    Deflection "deflection"
    /// A king, queen or rook is drawn to a square on which it is then attacked.
    Attraction "attraction"
    /// A man comes between a guard and what it guarded.
    Interference "interference"
    /// A move in between: what could be taken back is taken back a move later.
    Intermezzo "intermezzo"
    /// A pawn promotes.
    Promotion "promotion"
    /// A pawn promotes to something else than a queen.
    UnderPromotion "underPromotion"
    /// A pawn takes en passant.
    EnPassant "enPassant"
    /// The solver castles.
    Castling "castling"
    /// A pawn goes to the last rank before promotion, or promotes.
    AdvancedPawn "advancedPawn"
    /// The first move takes a piece that nobody guards.
    HangingPiece "hangingPiece"
    /// A piece that has nowhere to go is won.
    TrappedPiece "trappedPiece"
    /// The solver gives up two pawns' worth or more for what follows.
    Sacrifice "sacrifice"
    /// A move that is no check, takes nothing and attacks nothing, before the last one.
    QuietMove "quietMove"
    /// Such a move at the end: it holds what there is.
    DefensiveMove "defensiveMove"
    /// What saves the draw is that the solver would have no move left.
    StalemateTrick "stalemateTrick"
    /// All that is gained is a draw.
    Equality "equality"
    /// Something is won.
    Advantage "advantage"
    /// So much is won that it decides.
    Crushing "crushing"
    /// The first phase of a game.
    Opening "opening"
    /// The middle of it.
    Middlegame "middlegame"
    /// Its end: few pieces are left.
    Endgame "endgame"
    /// Kings and pawns only.
    PawnEndgame "pawnEndgame"
    /// Rooks and pawns only.
    RookEndgame "rookEndgame"
    /// Bishops and pawns only.
    BishopEndgame "bishopEndgame"
    /// Knights and pawns only.
    KnightEndgame "knightEndgame"
    /// Queens and pawns only.
    QueenEndgame "queenEndgame"
    /// Queens, rooks and pawns only.
    QueenRookEndgame "queenRookEndgame"
    /// One move of the solver.
    OneMove "oneMove"
    /// Two.
    Short "short"
    /// Three.
    Long "long"
    /// Four or more.
    VeryLong "veryLong"
}

impl Theme {
    /// The theme of that key.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Theme> {
        Theme::ALL.iter().copied().find(|theme| theme.key() == key)
    }
}

/// So many hundredths of a pawn decide.
const DECISIVE: i32 = 500;

/// What a puzzle is about, in the order of [`Theme::ALL`]. `gain` is what the solver has won by the
/// end, in hundredths of a pawn.
#[must_use]
pub fn themes(puzzle: &Puzzle, goal: Goal, gain: i32) -> Vec<Theme> {
    let mut found = mates::themes(puzzle);
    found.extend(moves::themes(puzzle, goal));
    found.extend(captures::themes(puzzle));
    found.extend(lines::themes(puzzle));
    found.extend(phase::themes(puzzle));
    found.push(match goal {
        Goal::Mate(_) => Theme::Mate,
        Goal::Draw => Theme::Equality,
        Goal::Win if gain >= DECISIVE => Theme::Crushing,
        Goal::Win => Theme::Advantage,
    });
    found.push(match puzzle.length() {
        1 => Theme::OneMove,
        2 => Theme::Short,
        3 => Theme::Long,
        _ => Theme::VeryLong,
    });
    found.sort_unstable();
    found.dedup();
    found
}
