//! "Insufficient material" as four rule books and sites define it. Not here: what the Laws
//! themselves ask, whether any legal line mates ([`winnable`](crate::winnable())).

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::{Color, Position, Role, cannot_mate_by_material};

/// How many moves of the winner a forced win may take to be seen.
const FORCED_WIN_MOVES: u32 = 6;
/// How many positions are looked at for a forced win. The men are few, the wins are short.
const FORCED_WIN_NODES: u32 = 100_000;

/// Which men count as too few to win when the opponent's time has run out.
///
/// Article 6.9 asks whether the opponent could mate by **any** series of legal moves, and
/// [`winnable`](crate::winnable()) answers that. Many sites and one federation look at the men
/// instead, each in its own way:
///
/// | | too few are | used by |
/// | --- | --- | --- |
/// | [`LoneKing`](Self::LoneKing) | K | house rules |
/// | [`MaterialPair`](Self::MaterialPair) | what cannot mate those men | lichess, python-chess |
/// | [`UsChess`](Self::UsChess) | K, K+B, K+N, K+N+N, no forced win | US Chess, rule 14E |
/// | [`SimpleMinor`](Self::SimpleMinor) | K, K+B, K+N, K+N+N against K | chess.com |
///
/// All call a lone king insufficient. Beyond that only `MaterialPair` is never unjust to the
/// player who still has time.
///
/// ```
/// use tabiya_rules::{Color, InsufficientMaterial, Mode, Position};
///
/// // Black's flag falls. Can a knight win against a rook?
/// let position = Position::from_fen("8/8/4k3/4r3/8/3N4/3K4/8 b - - 0 1", Mode::Standard)?;
/// assert!(!InsufficientMaterial::LoneKing.applies(&position, Color::White));
/// assert!(!InsufficientMaterial::MaterialPair.applies(&position, Color::White));
/// assert!(InsufficientMaterial::UsChess.applies(&position, Color::White));
/// assert!(InsufficientMaterial::SimpleMinor.applies(&position, Color::White));
/// # Ok::<(), tabiya_rules::FromFenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum InsufficientMaterial {
    /// A king and nothing else.
    LoneKing,
    /// What can mate in no position that is reachable with these men on both sides: a king; king
    /// and knight against a king and queens; king and bishops of one square color against no pawn,
    /// knight or bishop of the other square color. It never takes a win away that is possible; see
    /// [`cannot_mate_by_material`], which it is, for the proof.
    MaterialPair,
    /// US Chess rule 14E: a king; king and bishop or king and knight; king and two knights against
    /// an opponent without pawns. A **forced** win of at most six moves is looked for and makes the
    /// material sufficient; longer ones with these men are curiosities and are not seen.
    UsChess,
    /// A king; king and bishop; king and knight; king and two knights against a king. What else
    /// stands there does not matter, so a mate in one may be declared a draw.
    SimpleMinor,
}

impl InsufficientMaterial {
    /// All four.
    pub const ALL: [Self; 4] = [
        Self::LoneKing,
        Self::MaterialPair,
        Self::UsChess,
        Self::SimpleMinor,
    ];

    /// Whether `color` has insufficient material to win, by this definition. None of them asks
    /// whether the game is over: test for mate before.
    #[must_use]
    pub fn applies(self, position: &Position, color: Color) -> bool {
        let board = position.board();
        let enemies = board.by_color(!color);
        match self {
            Self::LoneKing => men(position, color) == Men::King,
            Self::MaterialPair => cannot_mate_by_material(board, color),
            Self::UsChess => match men(position, color) {
                Men::King => true,
                Men::Minor => !wins_by_force(position, color),
                Men::TwoKnights => {
                    (enemies & board.by_role(Role::Pawn)).is_empty()
                        && !wins_by_force(position, color)
                }
                Men::More => false,
            },
            Self::SimpleMinor => match men(position, color) {
                Men::King | Men::Minor => true,
                Men::TwoKnights => !enemies.more_than_one(),
                Men::More => false,
            },
        }
    }

    /// Whether neither side has sufficient material. For [`MaterialPair`](Self::MaterialPair) the
    /// position is then dead (article 5.2.2), and this is
    /// [`is_dead_by_material`](crate::is_dead_by_material).
    #[must_use]
    pub fn applies_to_both(self, position: &Position) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.applies(position, color))
    }

    /// The name in settings and files: `lone_king`, `material_pair`, `us_chess`, `simple_minor`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LoneKing => "lone_king",
            Self::MaterialPair => "material_pair",
            Self::UsChess => "us_chess",
            Self::SimpleMinor => "simple_minor",
        }
    }
}

impl fmt::Display for InsufficientMaterial {
    /// The [name](InsufficientMaterial::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text names none of the four definitions of insufficient material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a definition of insufficient material is lone_king, material_pair, us_chess or simple_minor"
)]
pub struct InsufficientMaterialError;

impl FromStr for InsufficientMaterial {
    type Err = InsufficientMaterialError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|definition| definition.name() == text)
            .ok_or(InsufficientMaterialError)
    }
}

/// What a side has, as the definitions that count men sort it.
#[derive(PartialEq, Eq)]
enum Men {
    King,
    /// One knight or one bishop beside the king.
    Minor,
    TwoKnights,
    More,
}

fn men(position: &Position, color: Color) -> Men {
    let board = position.board();
    let knights = board.by_piece(color, Role::Knight).count();
    let bishops = board.by_piece(color, Role::Bishop).count();
    match (board.by_color(color).count(), knights, bishops) {
        (1, ..) => Men::King,
        (2, 1, 0) | (2, 0, 1) => Men::Minor,
        (3, 2, 0) => Men::TwoKnights,
        _ => Men::More,
    }
}

/// Whether `color` mates against every defense in a few moves, as far as the nodes reach.
fn wins_by_force(position: &Position, color: Color) -> bool {
    let mut nodes = FORCED_WIN_NODES;
    (1..=FORCED_WIN_MOVES).any(|moves| mates_within(position, color, moves, &mut nodes))
}

/// Whether `color` mates within so many moves of its own. Running out of nodes means no.
fn mates_within(position: &Position, color: Color, moves: u32, nodes: &mut u32) -> bool {
    if *nodes == 0 {
        return false;
    }
    *nodes -= 1;
    let after = |mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        after
    };
    let replies = position.legal_moves();
    if position.turn() != color {
        return if replies.is_empty() {
            position.is_check()
        } else {
            // The last man taken, or no move left, ends the hope.
            moves > 0
                && !cannot_mate_by_material(position.board(), color)
                && replies
                    .iter()
                    .all(|&mv| mates_within(&after(mv), color, moves, nodes))
        };
    }
    let mut replies = replies.iter().map(|&mv| after(mv));
    match moves {
        0 => false,
        // Only a check can mate at once.
        1 => replies.any(|next| next.is_check() && next.legal_moves().is_empty()),
        _ => replies.any(|next| mates_within(&next, color, moves - 1, nodes)),
    }
}
