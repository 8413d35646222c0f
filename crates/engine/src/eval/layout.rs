//! Which weights there are, by name: where each stands in the lists of `weights`. Not here: what
//! they are (`weights`), how they count (`pieces`, `pawns`, `king`, `threats`, `passed`).

/// A run of weights in a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    /// Its first index.
    pub(crate) start: usize,
    /// How many there are.
    pub(crate) len: usize,
    /// The name in `weights` and in the documents.
    #[cfg_attr(not(feature = "training"), allow(dead_code))]
    pub(crate) name: &'static str,
}

/// Lays terms out one after the other; the last line names the list of all of them and its length.
macro_rules! layout {
    ($all:ident, $total:ident; $($(#[$doc:meta])* $name:ident $len:expr;)*) => {
        layout!(@ 0; $($(#[$doc])* $name $len;)*);
        pub(crate) const $all: &[Term] = &[$($name),*];
        pub(crate) const $total: usize = {
            let mut total = 0;
            let mut i = 0;
            while i < $all.len() {
                total += $all[i].len;
                i += 1;
            }
            total
        };
    };
    (@ $start:expr;) => {};
    (@ $start:expr; $(#[$doc:meta])* $name:ident $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $name: Term = Term { start: $start, len: $len, name: stringify!($name) };
        layout!(@ $name.start + $name.len; $($rest)*);
    };
}

layout! { TERMS, TERM_COUNT;
    /// By role, pawn to queen.
    MATERIAL 5;
    /// Half boards: rank from the own side × distance from the edge, one for each role.
    PAWN_SQUARE 32;
    KNIGHT_SQUARE 32;
    BISHOP_SQUARE 32;
    ROOK_SQUARE 32;
    QUEEN_SQUARE 32;
    KING_SQUARE 32;
    /// By the number of safe squares.
    KNIGHT_MOBILITY 9;
    BISHOP_MOBILITY 14;
    ROOK_MOBILITY 15;
    QUEEN_MOBILITY 28;
    /// For each own pawn beyond or below five, by role knight to queen.
    PAWNS_WITH 4;
    BISHOP_PAIR 1;
    /// Another own pawn ahead on the file: without, with a neighbor that defends it.
    DOUBLED 2;
    /// No own pawn on a neighbor file: opposed on its file, not opposed.
    ISOLATED 2;
    /// Cannot be defended by a pawn and cannot advance safely: opposed, not opposed.
    BACKWARD 2;
    /// A neighbor beside it, by rank.
    PHALANX 8;
    /// Defended by a pawn, by rank.
    SUPPORTED 8;
    /// No enemy pawn ahead on its file, and enough helpers against those beside, by rank.
    CANDIDATE 8;
    /// By rank.
    PASSED 8;
    /// By distance from the edge.
    PASSED_FILE 4;
    /// An enemy man stands right before it, by rank.
    PASSED_BLOCKED 8;
    /// The square before it is empty and not attacked, by rank.
    PASSED_SAFE 8;
    /// No enemy man and no enemy attack on its whole way, by rank.
    PASSED_FREE 8;
    /// A pawn defends it, by rank.
    PASSED_SUPPORTED 8;
    /// By the own king's distance from the square before it; counts more on high ranks.
    PASSED_OUR_KING 8;
    /// By the enemy king's distance from the square before it; counts more on high ranks.
    PASSED_THEIR_KING 8;
    /// Rook or queen behind it: an own one, an enemy one.
    PASSED_BEHIND 2;
    /// The enemy has only king and pawns, and his king comes too late.
    PASSED_RUNS 1;
    /// A knight on a square that no enemy pawn can attack: defended by a pawn, not defended.
    KNIGHT_OUTPOST 2;
    /// The same for a bishop.
    BISHOP_OUTPOST 2;
    /// A knight can go to a defended outpost.
    OUTPOST_NEAR 1;
    /// A minor piece right behind a pawn.
    BEHIND_PAWN 1;
    /// For each king's move between a minor piece and its own king, by role knight, bishop.
    FAR_FROM_KING 2;
    /// For each own pawn on squares of its color: all, and for each blocked one in the center too.
    BISHOP_PAWNS 2;
    /// Looks at both center squares of its long diagonal.
    BISHOP_LONG_DIAGONAL 1;
    /// No own pawn on the file, and no enemy pawn; no own pawn.
    ROOK_FILE 2;
    /// On the seventh rank, with enemy pawns or the king there to bother.
    ROOK_SEVENTH 1;
    /// Few squares, and the own king shuts it in: may still castle, may not.
    ROOK_SHUT_IN 2;
    /// An enemy slider would attack her if one man moved away.
    QUEEN_EXPOSED 1;
    /// A pawn on each file beside and before the own king, by the file's distance from the edge and
    /// the pawn's rank (0 if there is none).
    SHELTER 28;
    /// An enemy pawn on these files: free to advance, by distance from the edge and its rank as the
    /// king sees it (0 if there is none).
    STORM 28;
    /// The same, stopped by an own pawn: by rank.
    STORM_STOPPED 7;
    /// May still castle: to one side, to both.
    CASTLING 2;
    /// No own pawn on the king's file, and no enemy pawn; no own pawn.
    KING_FILE 2;
    /// For each king's move to the nearest pawn of either side.
    KING_FAR_FROM_PAWNS 1;
    /// Men that a pawn attacks safely, by role pawn to queen.
    THREAT_PAWN 5;
    /// Men that a minor piece attacks, by role.
    THREAT_MINOR 5;
    /// Badly defended men that a rook attacks, by role.
    THREAT_ROOK 5;
    /// Badly defended men that the king attacks.
    THREAT_KING 1;
    /// Badly defended men that are attacked and cannot hold.
    HANGING 1;
    /// Men that a pawn can attack by a safe step.
    THREAT_PUSH 1;
    /// Squares that both sides attack and the enemy does not hold firmly.
    RESTRICTED 1;
    /// Safe squares from which a knight would attack the queen.
    KNIGHT_ON_QUEEN 1;
    /// Safe squares from which a bishop or rook would attack the queen.
    SLIDER_ON_QUEEN 1;
    /// Attacked men that only the queen defends.
    QUEEN_DEFENDS 1;
    /// Safe squares behind the own pawns, times what there is to put on them.
    SPACE 1;
    /// It is that side's turn.
    TEMPO 1;
}

layout! { DANGERS, DANGER_COUNT;
    /// Pieces that attack squares by the king, times how many there are, by role knight to queen.
    ATTACKERS 4;
    /// Their attacks on the squares next to the king.
    NEXT_ATTACKS 1;
    /// Squares by the king that are attacked and defended by king or queen only.
    WEAK_SQUARES 1;
    /// Checks from safe squares, by role knight to queen: one square, several.
    SAFE_CHECK 8;
    /// Squares of checks that are not safe.
    OTHER_CHECKS 1;
    /// Own men that shield the king from a slider.
    SHIELDS 1;
    /// Attacked squares of the king's camp and flank, and twice attacked ones once more.
    FLANK_ATTACKS 1;
    /// Defended squares of the same.
    FLANK_DEFENSES 1;
    /// Files by the king without an own pawn ahead.
    OPEN_FILES 1;
    /// The attacker has no queen.
    NO_QUEEN 1;
    /// A knight defends squares by the king.
    KNIGHT_HOME 1;
    /// Always.
    DANGER_BASE 1;
}

layout! { COMPLEXITIES, COMPLEXITY_COUNT;
    /// For each passed pawn.
    EACH_PASSED 1;
    /// For each pawn.
    EACH_PAWN 1;
    /// How much farther the kings are apart by files than by ranks.
    OUTFLANKING 1;
    /// There are pawns on both wings.
    BOTH_WINGS 1;
    /// A king is beyond the middle.
    INFILTRATION 1;
    /// There are pawns and kings only.
    PAWN_ENDING 1;
    /// Neither outflanking nor pawns on both wings.
    ONE_WING 1;
    /// Always.
    COMPLEXITY_BASE 1;
}
