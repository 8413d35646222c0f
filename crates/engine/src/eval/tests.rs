//! What must hold of any evaluation, whatever its numbers are.

use tabiya_rules::{Bitboard, CastlingRights, Color, Mode, Piece, Position, Role, Setup, Square};

use super::bits::{bit, square};
use super::kpk::KingAndPawn;
use super::*;

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// Positions of games by random moves, from all kinds of starts.
fn positions(games: usize) -> Vec<Position> {
    let mut numbers = Numbers(0x5eed_0001_2345_6789);
    let mut found = Vec::new();
    for game in 0..games {
        let mut position = if game % 3 == 0 {
            Position::chess960(numbers.below(960) as u16).unwrap()
        } else {
            Position::standard()
        };
        for _ in 0..250 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.board().occupied().count() == 2 {
                break;
            }
            let mv = moves[numbers.below(moves.len())];
            position = position.after_unchecked(mv);
            found.push(position.clone());
        }
    }
    found
}

/// The same arrangement as the other color sees it.
fn with_colors_changed(position: &Position) -> Position {
    let setup = position.to_setup();
    changed(&setup, position.mode(), true, Square::flip_rank)
}

/// The same arrangement with left and right changed; nobody may castle in it.
fn mirrored(setup: &Setup) -> Position {
    changed(setup, Mode::Standard, false, |at| square(at.index() ^ 7))
}

fn changed(setup: &Setup, mode: Mode, swap: bool, place: impl Fn(Square) -> Square) -> Position {
    let mut next = setup.clone();
    for at in Bitboard::ALL {
        next.board.remove(at);
    }
    for at in setup.board.occupied() {
        let Piece { role, color } = setup.board.piece_at(at).unwrap();
        let color = if swap { !color } else { color };
        next.board.set(place(at), Piece { role, color });
    }
    if swap {
        next.turn = !setup.turn;
    }
    next.castling = CastlingRights::none();
    for (color, side, rook) in setup.castling.iter() {
        next.castling.set(!color, side, Some(place(rook)));
    }
    next.ep_square = setup.ep_square.map(place);
    next.playable(mode).unwrap()
}

#[test]
fn both_colors_are_judged_alike() {
    let mut evaluator = Evaluator::new();
    for position in positions(60) {
        let value = evaluator.evaluate(&position);
        let other = evaluator.evaluate(&with_colors_changed(&position));
        assert_eq!(value, other, "{}", position.fen());
        assert!(value.abs() <= MOST_VALUE);
    }
}

#[test]
fn left_and_right_are_judged_alike() {
    let mut evaluator = Evaluator::new();
    for position in positions(40) {
        let mut setup = position.to_setup();
        setup.castling = CastlingRights::none();
        setup.ep_square = None;
        let plain = setup.playable(Mode::Standard).unwrap();
        let value = evaluator.evaluate(&plain);
        assert_eq!(
            value,
            evaluator.evaluate(&mirrored(&setup)),
            "{}",
            plain.fen()
        );
    }
}

#[test]
fn memory_does_not_change_a_value() {
    let mut used = Evaluator::new();
    let positions = positions(20);
    let values: Vec<i32> = positions.iter().map(|p| used.evaluate(p)).collect();
    for (position, value) in positions.iter().zip(values).rev().step_by(97) {
        assert_eq!(used.evaluate(position), value);
        assert_eq!(Evaluator::new().evaluate(position), value);
    }
}

#[test]
fn boards_that_no_game_reaches_have_a_value_too() {
    let mut evaluator = Evaluator::new();
    for fen in [
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQ1/8/k6K w - - 0 1",
        "QQQQQQQQ/8/8/8/8/8/7k/K7 w - - 0 1",
        "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK b - - 0 1",
        "k7/nnnnnnnn/nnnnnnnn/8/8/NNNNNNNN/NNNNNNNN/K7 w - - 0 1",
        "8/8/8/4k3/8/4K3/8/8 w - - 99 1",
    ] {
        let setup = tabiya_rules::Fen::parse(fen).unwrap();
        let Ok(position) = setup.playable(Mode::Standard) else {
            continue;
        };
        let value = evaluator.evaluate(&position);
        assert!(value.abs() <= MOST_VALUE, "{fen}");
        assert_eq!(
            value,
            evaluator.evaluate(&with_colors_changed(&position)),
            "{fen}"
        );
    }
}

fn value(fen: &str) -> i32 {
    Evaluator::new().evaluate(&Position::from_fen(fen, Mode::Standard).unwrap())
}

#[test]
fn more_is_better_and_draws_are_near_zero() {
    assert!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 0);
    // A queen, a rook, a piece and a pawn less.
    let less = [
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
        "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ];
    let values = less.map(value);
    assert!(values.is_sorted_by(|a, b| a > b), "{values:?}");
    // Nothing to win with; the wrong bishop; a knight and a bishop against a rook.
    for fen in [
        "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/2NNK3/8/8 w - - 0 1",
        "k7/8/1K6/8/P7/8/5B2/8 w - - 0 1",
        "8/8/4k3/8/5r2/3BK3/8/8 w - - 0 1",
    ] {
        let bound = if fen.starts_with("k7") { 0 } else { 40 };
        assert!(value(fen).abs() <= bound, "{fen}: {}", value(fen));
    }
    // The right bishop wins, and so does the pair that mates.
    assert!(value("k7/8/1K6/8/P7/8/4B3/8 w - - 0 1") > 200);
    assert!(value("8/8/4k3/8/8/2BNK3/8/8 w - - 0 1") > 1500);
}

#[test]
fn a_bare_king_is_worth_less_near_its_corner() {
    // The bishop holds dark squares: a1 is dark.
    let right = value("8/8/8/8/3K4/8/1N3B2/k7 w - - 0 1");
    let wrong = value("8/8/8/8/4K3/8/1N3B2/7k w - - 0 1");
    let middle = value("8/8/8/3k4/8/4K3/1N3B2/8 w - - 0 1");
    assert!(right > wrong && wrong > middle, "{right} {wrong} {middle}");
}

#[test]
fn king_and_pawn_is_known() {
    // Opposition decides; so does whose turn it is; rook pawns draw.
    assert!(value("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1") > 300);
    assert!(value("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1") < -300);
    assert_eq!(value("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"), 0);
    assert!(value("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1") < -300);
    assert_eq!(value("k7/8/1K6/P7/8/8/8/8 w - - 0 1"), 0);
    assert!(value("8/8/8/8/8/k1p5/8/1K6 b - - 0 1") > 300);
    assert_eq!(value("8/8/8/8/8/p1k5/8/1K6 b - - 0 1"), 0);
}

/// How often the side with the pawn wins, over all legal arrangements with the pawn on the left
/// half: the sums that the tables of Syzygy give.
#[test]
fn king_and_pawn_wins_as_often_as_tables_say() {
    let table = KingAndPawn::shared();
    let mut won = [0, 0];
    let mut all = [0, 0];
    for pawn in (8..56).filter(|at| at % 8 < 4) {
        for king in 0..64 {
            for bare in 0..64 {
                for first in [true, false] {
                    let men = bit(pawn) | bit(king) | bit(bare);
                    let touching = bits::distance(king, bare) < 2;
                    let illegal = first && bits::pawn_attacks::<false>(bit(pawn)) & bit(bare) != 0;
                    if men.count_ones() == 3 && !touching && !illegal {
                        all[usize::from(first)] += 1;
                        let is_won = table.is_won(king, pawn, bare, false, first);
                        won[usize::from(first)] += i32::from(is_won);
                    }
                }
            }
        }
    }
    assert_eq!((all, won), ([84_012, 81_664], [48_802, 62_480]));
}

/// Adds up what it hears by the weights as they are.
#[derive(Default)]
struct Heard {
    value: [i32; 2],
    danger: [i32; 2],
    complexity: i32,
    frame: Frame,
}

impl Trace for Heard {
    const ON: bool = true;
    fn term(&mut self, index: usize, count: i32) {
        let weight = weights::WEIGHTS[index];
        self.value[0] += weight.middle() * count;
        self.value[1] += weight.end() * count;
    }
    fn danger(&mut self, black: bool, index: usize, count: i32) {
        self.danger[usize::from(black)] += weights::DANGER_WEIGHTS[index] * count;
    }
    fn complexity(&mut self, index: usize, count: i32) {
        self.complexity += COMPLEXITY_WEIGHTS[index] * count;
    }
    fn frame(&mut self, frame: Frame) {
        self.frame = frame;
    }
}

#[test]
fn what_is_told_adds_up_to_the_value() {
    let mut evaluator = Evaluator::new();
    let mut counted = 0;
    for position in positions(60) {
        let mut heard = Heard::default();
        let Some(value) = evaluator.traced(&position, &mut heard) else {
            continue;
        };
        let [white, black] = heard.danger.map(king::cost_of_danger);
        let middle = heard.value[0] - white.0 + black.0;
        let end = heard.value[1] - white.1 + black.1;
        assert_eq!(value, together(middle, end, heard.complexity, heard.frame));
        let silent = evaluator.count(&mut Men::new(&position), position.turn(), &mut Silent);
        assert_eq!(value, silent, "{}", position.fen());
        counted += 1;
    }
    assert!(counted > 5000, "{counted}");
    assert_eq!(Color::White as usize, 0);
    assert_eq!(Role::ALL.map(|role| role as usize), [0, 1, 2, 3, 4, 5]);
}
