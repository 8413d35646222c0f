//! The technique of winning what is won: a king that has only pawns left is driven to mate by rule, as
//! people learn it. Not here: games that are still undecided (`opponent`).

use tabiya_rules::{Bitboard, Board, Color, Position, Role};

use super::chance::{chance, fraction, mix};
use super::judge::worth;

/// Who is a rook ahead of nothing but pawns has won.
const WON: i32 = 400;

/// The rating at which somebody knows at every second move what to do.
const HALFWAY: f64 = 700.0;

/// How many rating points make it e times likelier, as a logit.
const SLOPE: f64 = 150.0;

/// Whether a player of that rating knows now how such a game is won: where it is won, and oftener the better
/// the player is. One draw for each position of a game.
pub(super) fn knows(position: &Position, rating: u32, seed: u64) -> bool {
    let us = position.turn();
    let board = position.board();
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .fold(Bitboard::EMPTY, |all, role| all | board.by_role(role));
    let is_won = (pieces & board.by_color(!us)).is_empty()
        && (pieces & board.by_color(us)).any()
        && men(board, us) - men(board, !us) >= WON;
    is_won && fraction(mix(seed ^ 5)) < chance((f64::from(rating) - HALFWAY) / SLOPE)
}

/// What a side's men are worth together.
fn men(board: &Board, color: Color) -> i32 {
    let roles = board.by_color(color).into_iter();
    roles
        .filter_map(|square| board.role_at(square))
        .map(worth)
        .sum()
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Game, Mode, Outcome};

    use super::*;
    use crate::levels::{Level, Opponent};
    use crate::{Engine, Options, Stop};

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Mode::Standard).unwrap()
    }

    /// In how many of so many positions somebody of that rating knows how to win.
    fn share(fen: &str, rating: u32) -> f64 {
        let position = position(fen);
        let known = (0..400).filter(|&seed| knows(&position, rating, mix(seed)));
        f64::from(u32::try_from(known.count()).unwrap()) / 400.0
    }

    #[test]
    fn what_is_won_is_known_the_better_the_stronger() {
        let queen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";
        let shares = [400, 800, 1200, 2000].map(|rating| share(queen, rating));
        assert!(
            shares.is_sorted() && shares[0] < 0.25 && shares[2] > 0.9,
            "{shares:?}"
        );
        for open in [
            "8/8/8/3k4/8/8/8/1Q5K b - - 0 1",
            "8/8/4n3/3k4/8/8/8/KQ6 w - - 0 1",
            "8/8/8/3k4/8/8/P7/K7 w - - 0 1",
            "8/8/8/3k4/8/8/8/KN6 w - - 0 1",
            "8/ppppp3/8/3k4/8/8/8/KR6 w - - 0 1",
        ] {
            assert!(share(open, 2000) <= 0.0, "{open}");
        }
    }

    #[test]
    fn a_bare_king_is_mated_before_the_fifty_moves() {
        let mut engine = Engine::new(Options {
            hash_mib: 1,
            ..Options::default()
        });
        let (bruno, pip) = (Level::by_id("bruno").unwrap(), Level::by_id("pip").unwrap());
        for (seed, fen) in (0..).zip([
            "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
            "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
            "8/8/2k5/8/8/3B4/8/K1B5 w - - 0 1",
            "8/8/1k6/1p6/8/8/8/KQ1R4 w - - 0 1",
        ]) {
            let mut game = Game::new(position(fen));
            let (mut winner, mut loser) = (Opponent::new(bruno, seed), Opponent::new(pip, seed));
            while game.outcome().is_none() && game.claims().next().is_none() {
                let side = game.position().turn();
                let player = if side == Color::White {
                    &mut winner
                } else {
                    &mut loser
                };
                let choice = player
                    .choose(&mut engine, &game, None, &Stop::new())
                    .unwrap();
                game.play(choice.mv).unwrap();
            }
            let end = game.position().fen();
            assert_eq!(
                game.outcome(),
                Some(Outcome::Win(Color::White)),
                "{fen}: {end}"
            );
        }
    }
}
