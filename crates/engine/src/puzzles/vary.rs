//! Mistakes that a game did not have: other moves than the one that was played, after which there
//! would be a puzzle of a theme that is rare. Not here: the mistakes that were made (`find`), how
//! the game goes on from there (`play`).

use tabiya_rules::{Color, Game, Move, MoveKind, Position, Rank, Role};

use super::find::{Find, glance, is_promising, positions};
use super::material::{balance, gain};
use super::prove::{Effort, Goal, LOST, WON, is_banked, prove};
use super::puzzle::Puzzle;
use super::themes::{Theme, themes};
use crate::see::value;
use crate::{Engine, Score, Stop};

/// The first half-moves of a whole game are left as they are.
const BEGINNING: usize = 8;
/// Half-moves between two puzzles of a game, so that they are not nearly the same.
const APART: usize = 12;

/// A puzzle that would have been in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// The puzzle, after so many half-moves of the game.
    pub find: Find,
    /// What it is about.
    pub themes: Vec<Theme>,
}

/// Looks through the other moves of a game for mistakes after which a puzzle of one of the themes
/// `wanted` stands, `most` of them at most. The same game, themes and effort give the same ones;
/// `None` if it was stopped.
pub fn vary(
    engine: &mut Engine,
    game: &Game,
    wanted: &[Theme],
    most: usize,
    effort: Effort,
    stop: &Stop,
) -> Option<Vec<Variation>> {
    engine.new_game();
    let positions = positions(game);
    let mut found = Vec::new();
    // A position that was set up has its beginning behind it.
    let mut next = match *game.start() == Position::standard() {
        true => BEGINNING,
        false => 0,
    };
    for (ply, (start, &played)) in positions.iter().zip(game.moves()).enumerate() {
        if found.len() == most {
            break;
        }
        if ply < next {
            continue;
        }
        if let Some(variation) = mistake(engine, (start, ply), played, wanted, effort, stop) {
            found.push(variation);
            next = ply + APART;
        }
        if stop.is_stopped() {
            return None;
        }
    }
    Some(found)
}

/// The first mistake of that kind in a position of the game.
fn mistake(
    engine: &mut Engine,
    (start, ply): (&Position, usize),
    played: Move,
    wanted: &[Theme],
    effort: Effort,
    stop: &Stop,
) -> Option<Variation> {
    let (before, _) = glance(engine, start, effort.glance, stop)?;
    if matches!(before, Score::Mate(_)) {
        return None;
    }
    // Who tricks by stalemate was lost.
    let is_won = before.expectation() >= 1.0 - LOST;
    let may_be = |theme: Theme, position: &Position| {
        (theme != Theme::StalemateTrick || is_won) && is_thinkable(theme, position)
    };
    let moves = start.legal_moves();
    let thinkable =
        |mv: &&Move| **mv != played && mv.promotion().is_none_or(|to| to == Role::Queen);
    moves.iter().filter(thinkable).find_map(|&mv| {
        let position = start.after_unchecked(mv);
        if !wanted.iter().any(|&theme| may_be(theme, &position)) {
            return None;
        }
        let (after, line) = glance(engine, &position, effort.glance / 4, stop)?;
        if !is_promising(before, after) || !line.first().is_some_and(|&mv| asks(&position, mv)) {
            return None;
        }
        let (after, line) = glance(engine, &position, effort.glance * 2, stop)?;
        if !is_promising(before, after) || !shows(start, mv, &line, after, wanted) {
            return None;
        }
        let proved = prove(engine, start, mv, effort, stop)?;
        let themes = themes(&proved.puzzle, proved.goal, proved.gain);
        let is_wanted = themes.iter().any(|theme| wanted.contains(theme));
        let find = Find {
            ply,
            before: 1.0 - before.expectation(),
            proved,
        };
        is_wanted.then_some(Variation { find, themes })
    })
}

/// Whether a puzzle that begins in the position could be about the theme, as far as that is seen
/// without a search.
fn is_thinkable(theme: Theme, position: &Position) -> bool {
    let own = position.turn();
    let board = position.board();
    match theme {
        Theme::UnderPromotion => {
            let seventh = match own {
                Color::White => Rank::Seven,
                Color::Black => Rank::Two,
            };
            let mut pawns = board.by_piece(own, Role::Pawn).into_iter();
            pawns.any(|pawn| pawn.rank() == seventh)
        }
        Theme::EnPassant => {
            let moves = position.legal_moves();
            moves.iter().any(|mv| mv.kind() == MoveKind::EnPassant)
        }
        Theme::SmotheredMate => board.by_piece(own, Role::Knight).any(),
        Theme::DoubleCheck => {
            let moves = position.legal_moves();
            let checks_twice = |mv: &Move| position.after_unchecked(*mv).checkers().count() > 1;
            moves.iter().any(checks_twice)
        }
        Theme::StalemateTrick => {
            let men = board.by_color(own) - board.by_role(Role::Pawn);
            men.count() <= 3
        }
        _ => true,
    }
}

/// Whether an answer is more than taking what was left to be taken: most mistakes are of that kind.
fn asks(position: &Position, mv: Move) -> bool {
    let is_special = mv.promotion().is_some() || mv.kind() == MoveKind::EnPassant;
    is_special || gain(position, mv) < value(Role::Pawn)
}

/// Whether the line that a first look expects is about one of the themes.
fn shows(start: &Position, first: Move, line: &[Move], score: Score, wanted: &[Theme]) -> bool {
    let goal = match score {
        Score::Mate(moves @ 1..) => Goal::Mate(moves.unsigned_abs()),
        score if score.expectation() < WON => Goal::Draw,
        _ => Goal::Win,
    };
    expected(start, first, line, goal).is_some_and(|puzzle| {
        let shown = themes(&puzzle, goal, 0);
        shown.iter().any(|theme| wanted.contains(theme))
    })
}

/// The puzzle that a line would make if every own move in it were the only one.
fn expected(start: &Position, first: Move, line: &[Move], goal: Goal) -> Option<Puzzle> {
    let mut position = start.after_unchecked(first);
    let solver = position.turn();
    let before = balance(start, solver);
    let mut moves = vec![first];
    for (place, &mv) in line.iter().enumerate() {
        let takes = mv.is_capture(&position);
        position.play_unchecked(mv);
        let is_reply = place % 2 == 1;
        if is_reply && goal == Goal::Win && is_banked(&position, solver, before, takes) {
            break;
        }
        moves.push(mv);
    }
    if moves.len() % 2 == 1 {
        moves.pop();
    }
    Puzzle::new(start, &moves)
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Mode, Uci};

    use super::*;
    use crate::Options;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Mode::Standard).unwrap()
    }

    fn mv(position: &Position, text: &str) -> Move {
        text.parse::<Uci>().unwrap().resolve(position).unwrap()
    }

    fn varied(fen: &str, played: &str, wanted: &[Theme]) -> Vec<(usize, Vec<String>)> {
        let mut game = Game::new(position(fen));
        game.play(mv(game.position(), played)).unwrap();
        let mut engine = Engine::new(Options {
            hash_mib: 4,
            ..Options::default()
        });
        let effort = Effort::of(60_000);
        let found = vary(&mut engine, &game, wanted, 2, effort, &Stop::new()).unwrap();
        let told = |variation: &Variation| {
            assert!(variation.themes.iter().any(|theme| wanted.contains(theme)));
            (variation.find.ply, variation.find.proved.puzzle.uci())
        };
        found.iter().map(told).collect()
    }

    /// Black has lost a rook's worth of ways to go wrong; Ke7 runs into a double check.
    const DOUBLE: &str = "3r1k2/p1p2r1p/1p6/8/6pK/P3Bb2/1R3P1P/4R3 b - - 5 23";

    #[test]
    fn a_mistake_that_was_not_made_is_found_by_its_theme() {
        let found = varied(DOUBLE, "h7h5", &[Theme::DoubleCheck]);
        let [(0, line)] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(line[..2], ["f8e7", "e3g5"], "{line:?}");
        // The mistake that was made is for `find`.
        assert!(varied(DOUBLE, "f8e7", &[Theme::DoubleCheck]).is_empty());
        assert!(varied(DOUBLE, "h7h5", &[Theme::UnderPromotion]).is_empty());
    }

    #[test]
    fn themes_that_cannot_be_are_seen_without_a_search() {
        let check = |theme: Theme, fen: &str| is_thinkable(theme, &position(fen));
        let pawn = "4k3/1P6/8/8/8/8/6p1/4K3 w - - 0 1";
        assert!(check(Theme::UnderPromotion, pawn));
        assert!(!check(
            Theme::UnderPromotion,
            "4k3/6p1/1P6/8/8/8/8/4K3 w - - 0 1"
        ));
        let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        assert!(check(Theme::EnPassant, passed));
        assert!(!check(Theme::EnPassant, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2"));
        assert!(!check(Theme::SmotheredMate, pawn));
        assert!(!check(Theme::DoubleCheck, pawn));
        assert!(check(Theme::StalemateTrick, pawn));
        assert!(!check(Theme::StalemateTrick, &Position::standard().fen()));
        assert!(check(Theme::Fork, pawn));
    }

    #[test]
    fn what_is_simply_left_to_be_taken_asks_nothing() {
        let loose = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
        assert!(!asks(&loose, mv(&loose, "e4d5")));
        assert!(asks(&loose, mv(&loose, "e4e5")));
        let passed = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        assert!(asks(&passed, mv(&passed, "e5d6")));
    }
}
