//! The reasons for a move, as facts about men and squares. Not here: how they are found (`explain`) or said
//! (`sentence`).

use tabiya_rules::{File, PieceAt, Role, Side, Square};

/// A reason for a move. Men are said where they stand: *before* or *after* the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Mate in so many moves of the side that plays it, 1 for at once.
    Mates {
        /// From 1.
        moves: u32,
    },
    /// The game is drawn by it.
    Draws(Drawn),
    /// There is no other legal move.
    OnlyMove,
    /// Without it, the other side would mate with its next move.
    StopsMate {
        /// Who would mate, before.
        by: PieceAt,
        /// Where it would go.
        to: Square,
    },
    /// The king was in check.
    AnswersCheck(CheckAnswer),
    /// A pawn becomes another man.
    Promotes {
        /// What it becomes.
        role: Role,
    },
    /// Takes back where the other side has just taken.
    TakesBack {
        /// What is taken, before.
        man: PieceAt,
    },
    /// Takes a man that nobody guards, and the line keeps it.
    TakesFree {
        /// What is taken, before.
        man: PieceAt,
    },
    /// Takes a man that is worth more than the one that takes it.
    TakesBigger {
        /// What is taken, before.
        man: PieceAt,
        /// What takes it.
        with: Role,
    },
    /// Takes a guarded man and comes out ahead: it is attacked more often than it is guarded.
    TakesMore {
        /// What is taken, before.
        man: PieceAt,
    },
    /// Attacks several men at once that are worth it.
    Forks {
        /// Who attacks, after.
        by: PieceAt,
        /// At least two, the most valuable first, after.
        men: Vec<PieceAt>,
    },
    /// A man must leave the line, and the one behind it is lost.
    Skewers {
        /// Who attacks, after.
        by: PieceAt,
        /// Who must leave, after.
        front: PieceAt,
        /// Who stands behind, after.
        behind: PieceAt,
    },
    /// A man cannot leave, or only by giving up the one behind it.
    Pins {
        /// Who pins, after.
        by: PieceAt,
        /// Who is pinned, after.
        man: PieceAt,
        /// Who stands behind, after.
        behind: PieceAt,
    },
    /// Two men give check at once.
    DoubleCheck,
    /// The man that moves opens the line of another.
    Discovers {
        /// Whose line is opened, after.
        by: PieceAt,
        /// What it attacks now, after.
        man: PieceAt,
    },
    /// The line wins material in the end.
    Wins {
        /// What is won beyond what is given, the most valuable first; not empty.
        taken: Vec<Role>,
        /// What it costs beyond what is equal.
        given: Vec<Role>,
        /// Within so many own moves, 1 for this one.
        moves: u32,
    },
    /// A pawn becomes another man in the line, and that pays.
    LetsPromote {
        /// The pawn, after.
        pawn: PieceAt,
        /// With which own move, from 2.
        moves: u32,
    },
    /// Takes a man that attacked one of its own.
    TakesAttacker {
        /// What is taken, before.
        man: PieceAt,
        /// What it attacked, before.
        of: PieceAt,
    },
    /// With its next move it would mate.
    ThreatensMate {
        /// Who would mate, after.
        by: PieceAt,
        /// Where it would go.
        to: Square,
    },
    /// The man that moves was in danger and is not any more.
    Escapes {
        /// Who moves, before.
        man: PieceAt,
        /// Who attacked it, before.
        from: PieceAt,
    },
    /// A man that was in danger is guarded now.
    Guards {
        /// Who was in danger, after.
        man: PieceAt,
        /// Who attacks it, after.
        from: PieceAt,
    },
    /// A man that was in danger is not attacked any more: the man that moves stands between.
    Shields {
        /// Who was in danger, after.
        man: PieceAt,
        /// Who attacked it, after.
        from: PieceAt,
    },
    /// Attacks a man that would be lost if it stayed so.
    Threatens {
        /// Who is attacked, after.
        man: PieceAt,
        /// Nobody guards it.
        unguarded: bool,
        /// It has nowhere to go where it would not be taken.
        trapped: bool,
    },
    /// Takes a man and is taken for it: an even exchange.
    Trades {
        /// What is taken, before.
        man: PieceAt,
        /// What is given.
        with: Role,
        /// The side that trades is ahead in material.
        ahead: bool,
    },
    /// Puts a man where it can be taken by its like and taken back: an even exchange.
    Offers {
        /// Which men are exchanged.
        role: Role,
        /// The side that offers it is ahead in material.
        ahead: bool,
    },
    /// No pawn can stop a pawn of its own any more that could be stopped before.
    Frees {
        /// The pawn, after.
        pawn: PieceAt,
        /// With which own move, 1 for this one.
        moves: u32,
    },
    /// A passed pawn comes nearer to the last rank.
    Pushes {
        /// The pawn, after.
        pawn: PieceAt,
        /// How many steps are left.
        steps: u32,
    },
    /// Stands in the way of a passed pawn.
    Stops {
        /// The pawn, after.
        pawn: PieceAt,
    },
    /// Castles.
    Castles {
        /// To which side.
        side: Side,
    },
    /// A knight or bishop leaves its first place.
    Develops {
        /// Who, before.
        man: PieceAt,
    },
    /// A pawn goes to one of the four squares in the middle.
    TakesCenter {
        /// Where.
        square: Square,
    },
    /// A rook comes to the seventh rank, with the king or pawns of the other side before it.
    Seventh {
        /// The rook, after.
        rook: PieceAt,
    },
    /// A rook comes to a file without pawns of its own.
    OpensFile {
        /// Which.
        file: File,
        /// No pawn stands on it at all.
        open: bool,
    },
    /// A pawn clears the way of a piece.
    Opens {
        /// Whose way, after.
        man: PieceAt,
    },
    /// A pawn gives the king, shut in on its first rank, a square to go to.
    Air {
        /// Which.
        square: Square,
    },
    /// A man that is attacked has one guard more.
    Supports {
        /// Who is guarded, after.
        man: PieceAt,
        /// Who attacks it, after.
        from: PieceAt,
    },
    /// A pawn can go where it would have been lost: there it is guarded now.
    Prepares {
        /// Where.
        square: Square,
    },
    /// A pawn attacks a square to which a piece of the other side could have gone.
    Bars {
        /// Who could, before.
        man: PieceAt,
        /// Where.
        square: Square,
    },
    /// A piece comes to one of the four squares in the middle.
    Centers {
        /// Who, before.
        man: PieceAt,
    },
    /// A piece is on its way to a square that it could not reach at once.
    Heads {
        /// Who, before.
        man: PieceAt,
        /// Where it goes next.
        to: Square,
    },
    /// A pawn on a wing crosses the middle of the board.
    Room {
        /// On which side.
        wing: Side,
    },
    /// A piece has many more squares to go to.
    Improves {
        /// Who, before.
        man: PieceAt,
        /// How many squares it had.
        before: u32,
        /// How many it has.
        after: u32,
    },
    /// The kings face each other with a square between them, and the other one must give way.
    Opposition {
        /// The other king, after.
        king: PieceAt,
    },
    /// In an endgame the king comes to its own passed pawn.
    Escorts {
        /// The pawn, after.
        pawn: PieceAt,
    },
    /// In an endgame the king goes ahead of its own passed pawn.
    Leads {
        /// The pawn, after.
        pawn: PieceAt,
    },
    /// In an endgame the king comes nearer to a pawn that nobody guards.
    Hunts {
        /// The pawn, after.
        pawn: PieceAt,
    },
    /// In an endgame the king goes towards the middle.
    CentersKing,
    /// Gives check.
    Checks,
    /// Nothing of all that: the line just stands well, or least badly.
    Keeps(Standing),
}

/// How the game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// The other side has no legal move.
    Stalemate,
    /// The same position stands for the third time.
    Repetition,
    /// Nobody has enough men to mate.
    Material,
}

/// How check is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckAnswer {
    /// The king goes away.
    King,
    /// The man that gives check is taken, before.
    Takes(PieceAt),
    /// A man stands between, before.
    Blocks(PieceAt),
}

/// How the side that moves stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It should win.
    Winning,
    /// It is better.
    Better,
    /// Nobody is much better.
    Level,
    /// It is worse: this holds out best.
    Worse,
}

impl Why {
    /// A stable name, in snake case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Why::Mates { .. } => "mates",
            Why::Draws(_) => "draws",
            Why::OnlyMove => "only_move",
            Why::StopsMate { .. } => "stops_mate",
            Why::AnswersCheck(_) => "answers_check",
            Why::Promotes { .. } => "promotes",
            Why::TakesBack { .. } => "takes_back",
            Why::TakesFree { .. } => "takes_free",
            Why::TakesBigger { .. } => "takes_bigger",
            Why::TakesMore { .. } => "takes_more",
            Why::Forks { .. } => "forks",
            Why::Skewers { .. } => "skewers",
            Why::Pins { .. } => "pins",
            Why::DoubleCheck => "double_check",
            Why::Discovers { .. } => "discovers",
            Why::Wins { .. } => "wins",
            Why::LetsPromote { .. } => "lets_promote",
            Why::TakesAttacker { .. } => "takes_attacker",
            Why::ThreatensMate { .. } => "threatens_mate",
            Why::Escapes { .. } => "escapes",
            Why::Guards { .. } => "guards",
            Why::Shields { .. } => "shields",
            Why::Threatens { .. } => "threatens",
            Why::Trades { .. } => "trades",
            Why::Offers { .. } => "offers",
            Why::Frees { .. } => "frees",
            Why::Pushes { .. } => "pushes",
            Why::Stops { .. } => "stops",
            Why::Castles { .. } => "castles",
            Why::Develops { .. } => "develops",
            Why::TakesCenter { .. } => "takes_center",
            Why::Seventh { .. } => "seventh",
            Why::OpensFile { .. } => "opens_file",
            Why::Opens { .. } => "opens",
            Why::Air { .. } => "air",
            Why::Supports { .. } => "supports",
            Why::Prepares { .. } => "prepares",
            Why::Bars { .. } => "bars",
            Why::Centers { .. } => "centers",
            Why::Heads { .. } => "heads",
            Why::Room { .. } => "room",
            Why::Improves { .. } => "improves",
            Why::Opposition { .. } => "opposition",
            Why::Escorts { .. } => "escorts",
            Why::Leads { .. } => "leads",
            Why::Hunts { .. } => "hunts",
            Why::CentersKing => "centers_king",
            Why::Checks => "checks",
            Why::Keeps(_) => "keeps",
        }
    }

    /// The men that it names where they stand before the move.
    #[must_use]
    pub fn men_before(&self) -> Vec<PieceAt> {
        match self {
            Why::StopsMate { by: man, .. }
            | Why::AnswersCheck(CheckAnswer::Takes(man) | CheckAnswer::Blocks(man))
            | Why::TakesBack { man }
            | Why::TakesFree { man }
            | Why::TakesBigger { man, .. }
            | Why::TakesMore { man }
            | Why::Trades { man, .. }
            | Why::Develops { man }
            | Why::Bars { man, .. }
            | Why::Centers { man }
            | Why::Heads { man, .. }
            | Why::Improves { man, .. } => vec![*man],
            Why::TakesAttacker { man, of } => vec![*man, *of],
            Why::Escapes { man, from } => vec![*man, *from],
            _ => Vec::new(),
        }
    }

    /// The men that it names where they stand after the move.
    #[must_use]
    pub fn men_after(&self) -> Vec<PieceAt> {
        match self {
            Why::Forks { by, men } => [*by].iter().chain(men).copied().collect(),
            Why::Skewers { by, front, behind } => vec![*by, *front, *behind],
            Why::Pins { by, man, behind } => vec![*by, *man, *behind],
            Why::Discovers { by, man } => vec![*by, *man],
            Why::ThreatensMate { by: man, .. }
            | Why::Threatens { man, .. }
            | Why::Opens { man }
            | Why::Frees { pawn: man, .. }
            | Why::Pushes { pawn: man, .. }
            | Why::LetsPromote { pawn: man, .. }
            | Why::Opposition { king: man }
            | Why::Escorts { pawn: man }
            | Why::Leads { pawn: man }
            | Why::Hunts { pawn: man }
            | Why::Stops { pawn: man }
            | Why::Seventh { rook: man } => vec![*man],
            Why::Guards { man, from }
            | Why::Shields { man, from }
            | Why::Supports { man, from } => vec![*man, *from],
            _ => Vec::new(),
        }
    }

    /// The squares that a board should mark to show it.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        let men = self.men_before().into_iter().chain(self.men_after());
        let mut squares: Vec<Square> = men.map(|man| man.square).collect();
        match self {
            Why::StopsMate { to, .. } | Why::ThreatensMate { to, .. } => squares.push(*to),
            Why::TakesCenter { square }
            | Why::Air { square }
            | Why::Prepares { square }
            | Why::Bars { square, .. }
            | Why::Heads { to: square, .. } => squares.push(*square),
            _ => {}
        }
        squares
    }
}
