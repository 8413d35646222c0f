//! What a person sees: each move is noticed or overlooked, by what makes moves easy or hard to see.
//! Not here: what the moves that are seen are worth (`look`).
//!
//! One draw is made for each move (by its squares) and each position on the board of the game. So
//! who has overlooked a bishop on a long diagonal has overlooked it in every line that he thinks
//! through: his mistake is one and the same, and he does not find the one move behind which it
//! hides.

use tabiya_rules::{Color, Move, MoveKind, Position, Role, Square};

use super::chance::{chance, fraction, mix};
use super::judge::{distance, rank_of, worth};

/// The eyes of one opponent in one position.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// Of the game's seed and the position on the board.
    seed: u64,
    /// The logit of noticing a plain quiet move at once.
    vision: f64,
    /// By how much that falls with each half-move ahead.
    fade: f64,
    /// By how much more it is for moves of the opponent.
    guard: f64,
}

impl Sight {
    pub(super) const fn new(seed: u64, vision: f64, fade: f64, guard: f64) -> Sight {
        Sight {
            seed,
            vision,
            fade,
            guard,
        }
    }

    /// The draw of a move, 0 to 1: the same wherever it is thought of.
    fn draw(&self, color: Color, mv: Move) -> f64 {
        let from = u64::try_from(mv.from().index()).unwrap_or(0);
        let to = u64::try_from(mv.to().index()).unwrap_or(0);
        let side = u64::from(color == Color::White);
        fraction(mix(self.seed ^ mix(from | to << 8 | side << 16)))
    }

    /// Whether a move is noticed so many half-moves ahead, after the last man went to `last`.
    pub(super) fn sees(
        &self,
        position: &Position,
        mv: Move,
        checks: bool,
        ply: u32,
        last: Option<Square>,
    ) -> bool {
        let ease = self.vision
            + ease(position, mv, last)
            + if checks { 0.8 } else { 0.0 }
            + if ply % 2 == 1 { self.guard } else { 0.0 }
            - self.fade * f64::from(ply);
        self.draw(position.turn(), mv) < chance(ease)
    }

    /// How clearly a move at hand is noticed, above 0 it is; `familiar` is how much more likely
    /// than others it is by habit, a logit.
    pub(super) fn clearness(
        &self,
        position: &Position,
        mv: Move,
        familiar: f64,
        last: Option<Square>,
    ) -> f64 {
        let ease = self.vision + ease(position, mv, last) + familiar;
        chance(ease) - self.draw(position.turn(), mv)
    }

    /// Whether a move is noticed to be mate, by somebody who notices a plain one with that logit.
    pub(super) fn sees_mate(
        &self,
        position: &Position,
        mv: Move,
        last: Option<Square>,
        plain: f64,
    ) -> bool {
        self.draw(position.turn(), mv) < chance(plain + 0.5 * ease(position, mv, last))
    }
}

/// How much easier a move is to see than a plain quiet one nearby: a logit.
fn ease(position: &Position, mv: Move, last: Option<Square>) -> f64 {
    let color = position.turn();
    let (from, to) = (mv.from(), mv.destination());
    let far = f64::from(distance(from, to));
    let mut ease = 0.0;
    if let Some(square) = mv.capture_square(position) {
        let taken = position.board().role_at(square).map_or(0, worth);
        ease += 1.0 + f64::from(taken) * 0.003;
        // Everybody looks where a lesser man attacks a greater one.
        if taken > worth(mv.role()) + 50 && mv.role() != Role::King {
            ease += 2.5;
        }
        if last == Some(to) {
            ease += 3.0;
        }
    }
    match mv.promotion() {
        Some(Role::Queen) => ease += 2.5,
        Some(_) => ease -= 1.5,
        None => {}
    }
    match mv.kind() {
        MoveKind::EnPassant => ease -= 1.5,
        MoveKind::Castle(_) => return ease + 1.5,
        MoveKind::Normal => {}
    }
    let diagonal = from.file() != to.file() && from.rank() != to.rank();
    match mv.role() {
        Role::Knight => ease -= 0.5,
        Role::Bishop | Role::Rook | Role::Queen => {
            ease -= 0.3 * (far - 3.0).max(0.0);
            if diagonal {
                ease -= 0.2 * (far - 2.0).max(0.0);
            }
        }
        Role::Pawn | Role::King => {}
    }
    let is_piece = !matches!(mv.role(), Role::Pawn | Role::King);
    if is_piece && rank_of(to, color) < rank_of(from, color) {
        ease -= 0.7;
    }
    if let Some(last) = last {
        ease -= 0.12 * f64::from((distance(to, last) - 2).max(0));
    }
    ease
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Mode, Uci};

    use super::*;

    fn share(fen: &str, uci: &str, last: Option<Square>) -> f64 {
        let position = Position::from_fen(fen, Mode::Standard).unwrap();
        let mv = uci.parse::<Uci>().unwrap().resolve(&position).unwrap();
        let seen = (0..2000)
            .filter(|&seed| {
                Sight::new(mix(seed), 0.0, 0.5, 0.0).sees(&position, mv, false, 1, last)
            })
            .count();
        f64::from(u32::try_from(seen).unwrap()) / 2000.0
    }

    #[test]
    fn long_and_backward_moves_are_overlooked_more() {
        let fen = "k7/8/8/8/3B4/8/8/7K w - - 0 1";
        let near = share(fen, "d4e5", Some(Square::E5));
        let long = share(fen, "d4h8", Some(Square::E5));
        let back = share(fen, "d4c3", Some(Square::E5));
        assert!(near > long && near > back, "{near} {long} {back}");
    }

    #[test]
    fn taking_back_is_seen_and_a_prize_as_well() {
        let fen = "7k/8/5q2/8/3B4/8/8/7K w - - 0 1";
        let queen = share(fen, "d4f6", None);
        let quiet = share(fen, "d4e3", None);
        assert!(queen > 0.9 && queen > quiet, "{queen} {quiet}");
        assert!(share(fen, "d4f6", Some(Square::F6)) > 0.99);
    }
}
