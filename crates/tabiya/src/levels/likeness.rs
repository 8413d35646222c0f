//! How unlike people an opponent errs: moves that lose two pawns or more, and that a model of
//! people's moves finds unlikely.

use anyhow::Result;
use tabiya_engine::levels::Opponent;
use tabiya_engine::{Engine, Limits, Options, Score, Stop};
use tabiya_rules::{Game, Move, Uci};
use tabiya_server::engine_process::GoLimits;

use super::anchors::{Anchor, Asked};
use super::calibrate::Measured;
use super::ladder::start;
use super::state::State;
use crate::progress::Progress;

/// Less likely moves are unlike people, in percent.
const UNLIKELY: f64 = 2.0;

/// A move that loses so many centipawns is an error.
const ERROR: i32 = 200;

/// Beyond that a game is decided, and differences say nothing.
const DECIDED: i32 = 1000;

/// What the judge of moves visits.
const JUDGE_NODES: u64 = 10_000;

/// Moves looked at in one game, from the ninth half-move on.
const MOVES: usize = 40;

/// Asks the model about so many games of each level against itself.
pub(super) fn measure(
    levels: &mut [Measured],
    model: &Anchor,
    games: u64,
    state: &mut State,
) -> Result<()> {
    let total = u64::try_from(levels.len()).unwrap_or(0) * games;
    let mut progress = Progress::of_things(Some(total), "games looked through");
    let mut asked: Option<Asked> = None;
    for one in levels {
        let mut sums = [0.0; 3];
        for number in 0..games {
            let name = format!("likeness {} {} {number}", model.name, one.print);
            let found = state.get_or(&name, || {
                let asked = match &mut asked {
                    Some(asked) => asked,
                    none => none.insert(Asked::start(model)?),
                };
                let rating = one.level.rating.clamp(600, 2000).to_string();
                asked.try_option("Elo", &rating)?;
                asked.try_option("VerboseMoveStats", "true")?;
                one_game(one, asked, number)
            })?;
            for (sum, found) in sums.iter_mut().zip(found) {
                *sum += found;
            }
            progress.add(1);
        }
        one.likeness = Some(sums);
    }
    Ok(())
}

/// Moves looked at, errors, unlikely errors.
fn one_game(one: &Measured, asked: &mut Asked, number: u64) -> Result<Vec<f64>> {
    let mut engine = Engine::new(Options::default());
    let mut opponent = Opponent::made_of(one.level, number);
    let mut game = Game::new(start(number));
    let (mut moves, mut errors, mut unlikely) = (0.0, 0.0, 0.0);
    while game.outcome().is_none() && game.ply() < 8 + 2 * MOVES {
        let Some(choice) = opponent.choose(&mut engine, &game, None, &Stop::new()) else {
            break;
        };
        // Every second move of either side: the ones between are much alike.
        if game.ply() >= 8 && game.ply() % 4 < 2 {
            moves += 1.0;
            if loss(&game, choice.mv) >= ERROR {
                errors += 1.0;
                let answer = asked.ask(&game, &GoLimits::nodes(1))?;
                let share = answer
                    .words
                    .iter()
                    .find_map(|words| likelihood(words, &game, choice.mv));
                if share.unwrap_or(0.0) < UNLIKELY {
                    unlikely += 1.0;
                }
            }
        }
        if game.play(choice.mv).is_err() {
            break;
        }
    }
    Ok(vec![moves, errors, unlikely])
}

/// What a move loses, by the full engine.
fn loss(game: &Game, mv: Move) -> i32 {
    let mut engine = Engine::new(Options::default());
    let limits = Limits::nodes(JUDGE_NODES);
    let stop = Stop::new();
    let best = engine.search(game, &limits, &stop, &mut |_| {});
    if best.best_move() == Some(mv) {
        return 0;
    }
    let only = Limits {
        only: vec![mv],
        ..limits
    };
    let played = engine.search(game, &only, &stop, &mut |_| {});
    let value = |report: &tabiya_engine::Report| {
        report.best().map_or(0, |line| match line.score {
            Score::Centipawns(value) => value.clamp(-DECIDED, DECIDED),
            Score::Mate(moves) if moves > 0 => DECIDED,
            Score::Mate(_) => -DECIDED,
        })
    };
    value(&best) - value(&played)
}

/// Reads `e2e4 … (P: 12.34%)`, as lc0 writes with its option `VerboseMoveStats`.
fn likelihood(words: &str, game: &Game, mv: Move) -> Option<f64> {
    let (text, rest) = words.split_once(' ')?;
    let named = text.parse::<Uci>().ok()?.resolve(game.position()).ok()?;
    let (_, share) = rest.split_once("(P:")?;
    let (share, _) = share.split_once('%')?;
    (named == mv).then(|| share.trim().parse().ok())?
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Position;

    use super::*;

    #[test]
    fn the_likelihood_of_a_move_is_read() {
        let game = Game::new(Position::standard());
        let mv = "e2e4".parse::<Uci>().unwrap();
        let mv = mv.resolve(game.position()).unwrap();
        let words = "e2e4  (322 ) N:       0 (+ 0) (P: 12.34%) (WL:  -.-----)";
        assert_eq!(likelihood(words, &game, mv), Some(12.34));
        assert_eq!(likelihood("d2d4 (P: 5.00%)", &game, mv), None);
        assert_eq!(likelihood("node (20) (P: 5.00%)", &game, mv), None);
    }
}
