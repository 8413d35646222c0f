//! Where in a game a puzzle may be: right after a mistake. Not here: whether it is one (`prove`).

use tabiya_rules::{Game, Move, Position};

use super::prove::{Effort, HELD, LOST, NOT_WON, Proved, WON, prove};
use crate::{Engine, Limits, Score, Stop};

/// A puzzle of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// Half-moves of the game before the first move of the puzzle.
    pub ply: usize,
    /// What the solver could expect before the mistake, 0 to 1.
    pub before: f64,
    /// The puzzle and what is known of it.
    pub proved: Proved,
}

/// How much more the solver must be able to expect after the mistake.
const LEAP: f64 = 0.28;
/// Whoever could expect so much before has no need of the mate in one that is offered.
const MATTERS: f64 = 0.985;
/// Longer mates are left alone.
const LONGEST_MATE: i32 = 5;

/// Finds the puzzles of a game. The same game and effort give the same ones; `None` if it was
/// stopped.
pub fn find(engine: &mut Engine, game: &Game, effort: Effort, stop: &Stop) -> Option<Vec<Find>> {
    engine.new_game();
    let positions = positions(game);
    let scores = scores(engine, &positions, effort.glance, stop)?;
    let mut found: Vec<Find> = Vec::new();
    let pairs = positions.windows(2).zip(scores.windows(2));
    for (ply, (pair, &mv)) in pairs.zip(game.moves()).enumerate() {
        let ([start, position], [before, after]) = pair else {
            continue;
        };
        if !is_promising(*before, *after) || position.count_legal_moves() < 2 {
            continue;
        }
        let proved = prove(engine, start, mv, effort, stop);
        if stop.is_stopped() {
            return None;
        }
        let Some(proved) = proved else { continue };
        let again = |find: &Find| is_same(&find.proved, &proved);
        if !found.iter().any(again) {
            found.push(Find {
                ply,
                before: 1.0 - before.expectation(),
                proved,
            });
        }
    }
    Some(found)
}

/// All positions of a game, its start first.
pub(super) fn positions(game: &Game) -> Vec<Position> {
    let mut position = game.start().clone();
    let mut all = vec![position.clone()];
    for &mv in game.moves() {
        position.play_unchecked(mv);
        all.push(position.clone());
    }
    all
}

/// What each position is worth to its side to move, looked at from the last to the first, so that
/// what comes later is known.
fn scores(
    engine: &mut Engine,
    positions: &[Position],
    nodes: u64,
    stop: &Stop,
) -> Option<Vec<Score>> {
    let mut scores = Vec::with_capacity(positions.len());
    for position in positions.iter().rev() {
        scores.push(glance(engine, position, nodes, stop)?.0);
    }
    scores.reverse();
    Some(scores)
}

/// What a position is worth to its side to move, and the line that is expected. `None` if it was
/// stopped.
pub(super) fn glance(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    stop: &Stop,
) -> Option<(Score, Vec<Move>)> {
    let game = Game::new(position.clone());
    let report = engine.search_alone(&game, &Limits::nodes(nodes), stop);
    if stop.is_stopped() {
        return None;
    }
    Some(match report.lines.into_iter().next() {
        Some(line) => (line.score, line.moves),
        None if position.is_check() => (Score::Mate(0), Vec::new()),
        None => (Score::Centipawns(0), Vec::new()),
    })
}

/// Whether a move that led from one score to the other, each for its side to move, was a mistake
/// to make something of.
pub(super) fn is_promising(before: Score, after: Score) -> bool {
    let had = 1.0 - before.expectation();
    let has = after.expectation();
    if let Score::Mate(moves @ 1..=LONGEST_MATE) = after {
        // Not where the other side could not help being mated, or soon.
        // Nor a mate in one that hardly matters.
        let matters = moves > 1 || had < MATTERS;
        return matters && !matches!(before, Score::Mate(-8..=0));
    }
    let wins = has >= WON - 0.04 && had <= NOT_WON + 0.05 && has - had >= LEAP;
    let saves = had <= LOST + 0.04 && has >= HELD - 0.05 && has - had >= LEAP;
    wins || saves
}

/// Whether two puzzles of a game have the same point: the same first moves, though the mistake was
/// another one.
fn is_same(one: &Proved, other: &Proved) -> bool {
    let first =
        |proved: &Proved| -> Option<Move> { proved.puzzle.own().next().map(|step| step.mv) };
    one.puzzle.solver() == other.puzzle.solver() && first(one) == first(other)
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Mode, Uci};

    use super::*;
    use crate::Options;

    fn found(fen: &str, moves: &[&str]) -> Vec<(usize, Vec<String>)> {
        let mut game = Game::new(Position::from_fen(fen, Mode::Standard).unwrap());
        for text in moves {
            let mv = text
                .parse::<Uci>()
                .unwrap()
                .resolve(game.position())
                .unwrap();
            game.play(mv).unwrap();
        }
        let mut engine = Engine::new(Options {
            hash_mib: 4,
            ..Options::default()
        });
        let found = find(&mut engine, &game, Effort::of(60_000), &Stop::new()).unwrap();
        let told = |find: &Find| (find.ply, find.proved.puzzle.uci());
        found.iter().map(told).collect()
    }

    #[test]
    fn a_puzzle_stands_after_the_mistake_and_only_there() {
        let fen = "6k1/5ppp/8/8/8/7r/5PPP/1R4K1 b - - 0 1";
        // Black guards his first rank, and at his second move leaves it.
        let game = ["h3h6", "g1f1", "g7g6"];
        assert_eq!(found(fen, &game), [(0, vec!["h3h6".into(), "b1b8".into()])]);
        assert_eq!(found(fen, &["g7g6", "g1f1", "h3h2"]), []);
    }

    #[test]
    fn what_was_won_before_is_no_puzzle() {
        // Mate in two either way: White is two queens ahead, and no move of Black has spoiled it.
        let before = Score::Mate(-2);
        assert!(!is_promising(before, Score::Mate(2)));
        assert!(is_promising(Score::Centipawns(0), Score::Mate(2)));
        // A mate in one that is offered to somebody who wins anyhow.
        assert!(!is_promising(Score::Centipawns(-2000), Score::Mate(1)));
        assert!(is_promising(Score::Centipawns(0), Score::Centipawns(500)));
        assert!(!is_promising(
            Score::Centipawns(-400),
            Score::Centipawns(500)
        ));
        assert!(is_promising(Score::Centipawns(900), Score::Centipawns(0)));
    }
}
