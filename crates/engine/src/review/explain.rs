//! Why a move is good: the facts that the board and the line bear out, the weightiest first. Each kind of fact is
//! looked for in a file of its own: `tactics`, `defence`, `plans`.

use tabiya_rules::{Color, Game, Move, MoveKind, PieceAt, Position, Role, is_dead_by_material};

use super::line::{Yield, follow};
use super::sight::{exchange, least_attacker, passed};
use super::{Drawn, Standing, Why, defence, plans, quiet, tactics};
use crate::{Line, Score};

/// A move on its two boards, and the line that it begins.
pub(super) struct Scene<'a> {
    pub(super) game: &'a Game,
    pub(super) before: &'a Position,
    pub(super) after: Position,
    pub(super) mv: Move,
    pub(super) line: &'a Line,
    pub(super) us: Color,
    /// The man that moves, where it stood and where it stands; of castling the king.
    pub(super) mover: PieceAt,
    pub(super) placed: PieceAt,
    /// What is taken, where it stood.
    pub(super) taken: Option<PieceAt>,
    /// The board before the move with the other side to move: what it threatened. `None` in check.
    pub(super) threat: Option<Position>,
    /// The board after the move with our side to move again: what it threatens. `None` if it gives check.
    pub(super) idle: Option<Position>,
    /// What the line brings.
    pub(super) brings: Yield,
}

impl<'a> Scene<'a> {
    fn new(game: &'a Game, line: &'a Line) -> Option<Scene<'a>> {
        let before = game.position();
        let mv = *line.moves.first()?;
        if !before.is_legal(mv) {
            return None;
        }
        let after = before.after_unchecked(mv);
        Some(Scene {
            mover: before.board().man_at(mv.from())?,
            placed: after.board().man_at(mv.destination())?,
            taken: mv
                .capture_square(before)
                .and_then(|square| before.board().man_at(square)),
            threat: passed(before),
            idle: passed(&after),
            brings: follow(before, &line.moves),
            us: before.turn(),
            game,
            before,
            after,
            mv,
            line,
        })
    }

    /// A man of ours that the other side could take with profit, were it to move now: by how much, and with what.
    pub(super) fn danger_before(&self, man: PieceAt) -> Option<(i32, PieceAt)> {
        let threat = self.threat.as_ref()?;
        let loss = exchange(threat, man.square);
        let by = least_attacker(threat.board(), man.square, !self.us)?;
        (loss > 0).then_some((loss, by))
    }

    /// Whether the other side cannot take a man of ours with profit after the move.
    pub(super) fn is_safe_after(&self, man: PieceAt) -> bool {
        exchange(&self.after, man.square) == 0
    }

    pub(super) fn is_castling(&self) -> bool {
        matches!(self.mv.kind(), MoveKind::Castle(_))
    }

    /// Few enough men are left for the kings to come out.
    pub(super) fn is_endgame(&self) -> bool {
        let board = self.after.board();
        let pieces = board.occupied() - board.by_role(Role::Pawn) - board.by_role(Role::King);
        pieces.count() <= 4 && board.by_role(Role::Queen).is_empty()
    }
}

/// Why the first move of a line is good: each reason is borne out by the board, and what it promises by the line.
/// The weightiest comes first; empty only if the line does not begin with a legal move.
#[must_use]
pub fn explain(game: &Game, line: &Line) -> Vec<Why> {
    let Some(scene) = Scene::new(game, line) else {
        return Vec::new();
    };
    let mut why = Vec::new();
    if let Some(end) = ends(&scene) {
        // What it wins on the way to mate nobody asks.
        return vec![end];
    }
    if scene.before.count_legal_moves() == 1 {
        why.push(Why::OnlyMove);
    }
    defence::against_mate(&scene, &mut why);
    tactics::find(&scene, &mut why);
    defence::find(&scene, &mut why);
    plans::find(&scene, &mut why);
    if scene.after.is_check() && !why.iter().any(speaks_of_check) {
        why.push(Why::Checks);
    }
    if why.is_empty() {
        let small = tactics::small_threat(&scene)
            .or_else(|| defence::small_rescue(&scene))
            .or_else(|| quiet::plan(&scene));
        why.extend(small);
    }
    if why.is_empty() {
        why.push(Why::Keeps(standing(line.score)));
    }
    why
}

/// The move mates or draws, or the line mates.
fn ends(scene: &Scene<'_>) -> Option<Why> {
    if scene.after.is_checkmate() {
        return Some(Why::Mates { moves: 1 });
    }
    if let Score::Mate(moves @ 1..) = scene.line.score {
        return Some(Why::Mates {
            moves: u32::try_from(moves).unwrap_or(1),
        });
    }
    // A draw is a reason only for whoever cannot have more.
    if scene.line.score.expectation() > 0.55 {
        return None;
    }
    if scene.after.is_stalemate() {
        Some(Why::Draws(Drawn::Stalemate))
    } else if is_dead_by_material(scene.after.board()) {
        Some(Why::Draws(Drawn::Material))
    } else if scene
        .game
        .repetitions_after(scene.mv)
        .is_some_and(|times| times >= 3)
    {
        Some(Why::Draws(Drawn::Repetition))
    } else {
        None
    }
}

fn speaks_of_check(why: &Why) -> bool {
    match why {
        Why::DoubleCheck | Why::Mates { .. } => true,
        Why::Discovers { man, .. } => man.piece.role == Role::King,
        Why::Skewers { front, .. } => front.piece.role == Role::King,
        Why::Forks { men, .. } => men.iter().any(|man| man.piece.role == Role::King),
        _ => false,
    }
}

fn standing(score: Score) -> Standing {
    let expected = score.expectation();
    if expected >= 0.8 {
        Standing::Winning
    } else if expected >= 0.6 {
        Standing::Better
    } else if expected >= 0.4 {
        Standing::Level
    } else {
        Standing::Worse
    }
}
