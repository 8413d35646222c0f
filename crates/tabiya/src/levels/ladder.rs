//! Each opponent against its neighbour below.

use anyhow::Result;
use tabiya_engine::levels::Level;
use tabiya_engine::levels::measure::{Player, play};
use tabiya_engine::{Engine, Options};
use tabiya_rules::{Game, Position};

use super::calibrate::Measured;
use super::state::State;
use crate::progress::Progress;

/// Every second pair of games begins with moves drawn by chance, so that the opponents also meet
/// in positions that they would not choose.
const DRAWN_PLIES: u64 = 4;

fn player(level: Level) -> Player {
    let options = Options {
        hash_mib: 4,
        ..Options::default()
    };
    Player::new(level, Engine::new(options))
}

/// The start of a pair of games.
pub(super) fn start(pair: u64) -> Position {
    let mut game = Game::new(Position::standard());
    if pair % 2 == 1 {
        let mut draw = pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for _ in 0..DRAWN_PLIES {
            draw ^= draw << 13;
            draw ^= draw >> 7;
            draw ^= draw << 17;
            let moves = game.position().legal_moves();
            let count = u64::try_from(moves.len()).unwrap_or(1).max(1);
            let place = usize::try_from(draw % count).unwrap_or(0);
            if let Some(&mv) = moves.get(place) {
                // It comes from the list of legal moves.
                let _ = game.play(mv);
            }
        }
    }
    game.position().clone()
}

/// Whether nobody stands between the two.
fn are_neighbors(below: Level, above: Level) -> bool {
    let place = |level: Level| Level::all().iter().position(|other| other.id == level.id);
    place(below).map(|place| place + 1) == place(above)
}

/// Plays so many games between neighbours; the upper one's points go into `below`.
pub(super) fn measure(levels: &mut [Measured], games: u64, state: &mut State) -> Result<()> {
    let pairs = u64::try_from(levels.len().saturating_sub(1)).unwrap_or(0);
    let mut progress = Progress::of_things(Some(pairs * games), "games");
    for upper in 1..levels.len() {
        let (Some(below), Some(above)) = (levels.get(upper - 1), levels.get(upper)) else {
            continue;
        };
        if !are_neighbors(below.level, above.level) {
            progress.add(games);
            continue;
        }
        let mut points = 0.0;
        for number in 0..games {
            let name = format!("game {} {} {number}", above.print, below.print);
            let result = state.get_or(&name, || {
                let (mut first, mut second) = (player(above.level), player(below.level));
                let from = start(number / 2);
                let points = if number.is_multiple_of(2) {
                    play(&mut first, &mut second, from, number).0
                } else {
                    1.0 - play(&mut second, &mut first, from, number).0
                };
                Ok(vec![points])
            })?;
            points += result.first().copied().unwrap_or(0.5);
            progress.add(1);
        }
        if let Some(above) = levels.get_mut(upper) {
            above.below = Some((points, games));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_neighbors_are_compared() {
        let level = |id| *Level::by_id(id).unwrap();
        assert!(are_neighbors(level("pip"), level("mabel")));
        assert!(!are_neighbors(level("pip"), level("tomas")));
        assert!(!are_neighbors(level("mabel"), level("pip")));
    }
}
