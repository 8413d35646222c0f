//! Winnability against exhaustive truth on random positions: locked pawns, crowded corners and
//! few men, small enough that every position that can follow is generated here, with no pruning.
//! The seed is fixed; `TABIYA_LONG=1` runs many more.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a broken test may panic"
)]

use std::collections::HashSet;

use tabiya_rules::{Budget, Color, Mode, Position, Verdict, verify, winnable};

/// A small generator of numbers (xorshift), so that every run is the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick(&mut self, men: &str) -> char {
        char::from(men.as_bytes()[self.below(men.len())])
    }
}

/// Squares from a1 to h8, a FEN letter or a space each.
type Grid = [char; 64];

fn position(grid: &Grid, white_to_move: bool) -> Option<Position> {
    let rank = |rank: usize| -> String {
        let mut text = String::new();
        for square in &grid[rank * 8..rank * 8 + 8] {
            match (text.chars().last(), square) {
                (Some(last @ '1'..='7'), ' ') => {
                    text.pop();
                    text.push(char::from(last as u8 + 1));
                }
                (_, ' ') => text.push('1'),
                (_, man) => text.push(*man),
            }
        }
        text
    };
    let placement: Vec<String> = (0..8).rev().map(rank).collect();
    let turn = if white_to_move { 'w' } else { 'b' };
    let fen = format!("{} {turn} - - 0 1", placement.join("/"));
    Position::from_fen(&fen, Mode::Standard).ok()
}

fn put_anywhere(grid: &mut Grid, dice: &mut Dice, man: char, squares: std::ops::Range<usize>) {
    let square = squares.start + dice.below(squares.len());
    if grid[square] == ' ' {
        grid[square] = man;
    }
}

/// Locked positions, to be mutated: walls, corners, trapped kings, and men that may leave their
/// guard.
const LOCKED: [&str; 12] = [
    "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K",
    "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8",
    "8/8/p1p5/PkP5/1P6/PP6/1K6/8",
    "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3",
    "8/2k5/1p3p2/pPp1pPp1/P1P1P1P1/8/3K4/8",
    "6k1/8/6pK/6P1/8/8/8/8",
    "k7/1p6/1P6/8/8/1p6/1P6/K7",
    "1k6/1Pp5/2P5/8/8/2p5/1pP5/1K6",
    "8/2b5/8/1p1p1p1p/pP1P1P1P/P1k5/2P5/K7",
    "7k/5p1p/5P1P/8/8/8/6p1/6K1",
    "kb6/p1p5/P1P5/8/8/8/8/7K",
    "8/8/3k4/p1p1p1p1/P1P1P1P1/b2K4/8/8",
];

fn grid_of(placement: &str) -> Grid {
    let mut grid = [' '; 64];
    for (rank, row) in placement.split('/').rev().enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(gap) = letter.to_digit(10) {
                file += gap as usize;
            } else {
                grid[rank * 8 + file] = letter;
                file += 1;
            }
        }
    }
    grid
}

/// A locked position with a few changes: a king elsewhere, a man more or less, or a step aside.
fn blocked(dice: &mut Dice) -> Grid {
    let mut grid = grid_of(LOCKED[dice.below(LOCKED.len())]);
    for _ in 0..dice.below(5) {
        let (from, to) = (dice.below(64), 8 + dice.below(48));
        let is_king = grid[from].eq_ignore_ascii_case(&'k');
        let target_is_king = grid[to].eq_ignore_ascii_case(&'k');
        match dice.below(4) {
            0 if !is_king => grid[from] = ' ',
            1 if grid[to] == ' ' => grid[to] = dice.pick("PpPpPpBbn"),
            2 if !target_is_king && from != to => {
                grid[to] = grid[from];
                grid[from] = ' ';
            }
            _ => {
                let king = dice.pick("Kk");
                if let (Some(old), ' ') = (grid.iter().position(|&man| man == king), grid[to]) {
                    grid.swap(old, to);
                }
            }
        }
    }
    grid
}

/// Many men around two kings in one corner of the board.
fn crowded(dice: &mut Dice) -> Grid {
    let mut grid = [' '; 64];
    let corner = |dice: &mut Dice| dice.below(4) * 8 + dice.below(4);
    for man in ['K', 'k'] {
        grid[corner(dice)] = man;
    }
    for _ in 0..2 + dice.below(7) {
        let square = corner(dice);
        let man = dice.pick("PPpppBbBbNnRrq");
        let is_pawn_at_edge = square < 8 && man.eq_ignore_ascii_case(&'p');
        if grid[square] == ' ' && !is_pawn_at_edge {
            grid[square] = man;
        }
    }
    grid
}

/// A king in a corner next to its enemy, and one to three men.
fn few(dice: &mut Dice) -> Grid {
    let mut grid = [' '; 64];
    grid[0] = 'k';
    grid[[2, 10, 16, 17, 18][dice.below(5)]] = 'K';
    for _ in 0..1 + dice.below(3) {
        let man = dice.pick("PpBbNnRrQq");
        put_anywhere(&mut grid, dice, man, 8..56);
    }
    grid
}

/// Whether `color` can mate, by generating all that can follow; `None` where that is too much.
fn truth(start: &Position, color: Color, limit: usize) -> Option<bool> {
    let identity = |position: &Position| -> String {
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        fields.join(" ")
    };
    let mut seen = HashSet::from([identity(start)]);
    let mut open = std::collections::VecDeque::from([start.clone()]);
    while let Some(position) = open.pop_front() {
        if position.turn() != color && position.is_checkmate() {
            return Some(true);
        }
        for &mv in position.legal_moves().iter() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            if seen.insert(identity(&child)) {
                open.push_back(child);
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(false)
}

/// Compares every answer with the truth; how often the truth was yes and no.
fn compare(seed: u64, count: usize, generate: fn(&mut Dice) -> Grid) -> (u32, u32) {
    let mut dice = Dice(seed);
    let (mut yes, mut no, mut tried) = (0, 0, 0);
    while tried < count {
        let grid = generate(&mut dice);
        let Some(start) = position(&grid, dice.one_in(2)) else {
            continue;
        };
        tried += 1;
        for color in Color::ALL {
            let Some(truth) = truth(&start, color, 1_500) else {
                continue;
            };
            *(if truth { &mut yes } else { &mut no }) += 1;
            for budget in [
                Budget::default(),
                Budget::after_move(),
                Budget::positions(100),
            ] {
                let verdict = winnable(&start, color, budget);
                let is_right = match verdict {
                    Verdict::Yes { .. } => truth,
                    Verdict::No { .. } => !truth,
                    Verdict::Undecided => budget != Budget::default(),
                };
                let report = || format!("{color} in {}: {verdict:?}, not {truth}", start.fen());
                assert!(is_right, "{}", report());
                assert!(verify(&start, color, &verdict), "{}", report());
            }
        }
    }
    eprintln!("{count} positions: {yes} winnable, {no} not");
    (yes, no)
}

/// How many positions to try: few in every test run, many in a long one.
fn count(short: usize) -> usize {
    let long = std::env::var_os("TABIYA_LONG").is_some_and(|value| value == "1");
    if long { short * 50 } else { short }
}

#[test]
fn locked_pawns_are_judged_right() {
    let (yes, no) = compare(0x7AB1_0001, count(200), blocked);
    assert!(yes >= 5 && no >= 5, "both answers must occur often");
}

#[test]
fn crowded_corners_are_judged_right() {
    let (yes, no) = compare(0x7AB1_0002, count(120), crowded);
    assert!(yes >= 5 && no >= 5, "both answers must occur often");
}

#[test]
fn few_men_are_judged_right() {
    let (yes, no) = compare(0x7AB1_0003, count(120), few);
    assert!(yes >= 5 && no >= 5, "both answers must occur often");
}
