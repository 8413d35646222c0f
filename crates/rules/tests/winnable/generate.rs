//! A mutator: random positions in which it is hard to say who can mate. Locked pawns, walls with
//! and without a hole, crowded corners, few men. The same seed gives the same positions everywhere.

use tabiya_rules::{Mode, Position};

/// A small generator of numbers (xorshift).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    pub(crate) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick(&mut self, men: &str) -> char {
        char::from(men.as_bytes()[self.below(men.len())])
    }
}

/// Squares from a1 to h8, a FEN letter or a space each.
type Grid = [char; 64];

/// A way to make positions.
pub(crate) type Generator = fn(&mut Dice) -> Grid;

/// All ways, by name.
pub(crate) const GENERATORS: [(&str, Generator); 4] = [
    ("locked", locked),
    ("walls", walls),
    ("crowded", crowded),
    ("few", few),
];

/// The next playable position of that kind: perhaps seen in a mirror, perhaps some moves later.
pub(crate) fn generate(dice: &mut Dice, generator: Generator) -> Position {
    loop {
        let mut grid = generator(dice);
        if dice.one_in(2) {
            grid = colors_exchanged(&grid);
        }
        if dice.one_in(2) {
            grid.chunks_mut(8).for_each(<[char]>::reverse);
        }
        let Some(mut position) = position(&grid, dice.one_in(2)) else {
            continue;
        };
        if dice.one_in(4) {
            for _ in 0..dice.below(12) {
                let moves = position.legal_moves();
                if !moves.is_empty() {
                    position.play_unchecked(moves[dice.below(moves.len())]);
                }
            }
        }
        return position;
    }
}

fn colors_exchanged(grid: &Grid) -> Grid {
    let mut exchanged = [' '; 64];
    for (square, man) in grid.iter().enumerate() {
        exchanged[square ^ 56] = if man.is_ascii_lowercase() {
            man.to_ascii_uppercase()
        } else {
            man.to_ascii_lowercase()
        };
    }
    exchanged
}

fn position(grid: &Grid, white_to_move: bool) -> Option<Position> {
    let rank = |row: &[char]| -> String {
        let mut text = String::new();
        let mut gap = 0;
        for man in row {
            if *man == ' ' {
                gap += 1;
                continue;
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            gap = 0;
            text.push(*man);
        }
        if gap > 0 {
            text + &gap.to_string()
        } else {
            text
        }
    };
    let placement: Vec<String> = grid.chunks(8).rev().map(rank).collect();
    let turn = if white_to_move { 'w' } else { 'b' };
    let fen = format!("{} {turn} - - 0 1", placement.join("/"));
    Position::from_fen(&fen, Mode::Standard).ok()
}

fn put(grid: &mut Grid, square: usize, man: char) {
    let is_pawn_at_edge = !(8..56).contains(&square) && man.eq_ignore_ascii_case(&'p');
    if grid[square] == ' ' && !is_pawn_at_edge {
        grid[square] = man;
    }
}

/// Locked positions, to be mutated: walls, corners, trapped kings, men that may leave their guard,
/// bishops behind their own pawns, stalemates with a last pawn move.
const LOCKED: [&str; 24] = [
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
    "8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/B2k4/3K4",
    "bk6/p1p5/P1P1p3/4P3/8/4K3/8/8",
    "8/p1p5/PpP5/kP6/p7/P1K5/8/8",
    "7k/7p/6pP/5pP1/4pP2/3pP3/2pP4/2K4b",
    "2b5/kp6/1p6/1P1p4/3P4/8/8/2K1B3",
    "n1k5/1p1p4/1P1P4/8/8/1p1p4/1P1P4/2K1N3",
    "5bnk/4p1pp/4P1PP/8/8/8/8/6K1",
    "8/8/1p6/1Pp1p3/2PpPp2/3P1P1k/6pP/6K1",
    "rk6/p1p5/P1P5/8/8/2p5/1pP5/1K6",
    "6bk/5p1p/5PpP/6P1/8/8/8/K7",
    "8/8/8/3k4/1p1p1p2/1P1P1P2/P1P1P3/K7",
    "8/k1p5/p1Pp4/P2P4/4p1p1/4P1P1/5K2/8",
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
fn locked(dice: &mut Dice) -> Grid {
    let mut grid = grid_of(LOCKED[dice.below(LOCKED.len())]);
    for _ in 0..dice.below(5) {
        mutate(&mut grid, dice);
    }
    grid
}

fn mutate(grid: &mut Grid, dice: &mut Dice) {
    let (from, to) = (dice.below(64), 8 + dice.below(48));
    let is_king = |man: char| man.eq_ignore_ascii_case(&'k');
    match dice.below(4) {
        0 if !is_king(grid[from]) => grid[from] = ' ',
        1 if grid[to] == ' ' => grid[to] = dice.pick("PpPpPpBbnN"),
        2 if !is_king(grid[to]) && from != to => {
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

/// Pawns face to face on nearly every file, each pair a step higher or lower than the one beside it,
/// so that they do not take each other; a king on each side, and perhaps a minor piece.
fn walls(dice: &mut Dice) -> Grid {
    let mut grid = [' '; 64];
    let mut height = 2 + dice.below(3);
    for file in 0..8 {
        if dice.one_in(15) {
            continue;
        }
        put(&mut grid, height * 8 + file, 'P');
        put(&mut grid, (height + 1) * 8 + file, 'p');
        let is_up = height == 1 || (height < 5 && dice.one_in(2));
        if !dice.one_in(20) {
            height = if is_up { height + 1 } else { height - 1 };
        }
    }
    put(&mut grid, dice.below(8), 'K');
    put(&mut grid, 56 + dice.below(8), 'k');
    if dice.one_in(2) {
        let (square, man) = (dice.below(64), dice.pick("BbBbNnPp"));
        put(&mut grid, square, man);
    }
    if dice.one_in(3) {
        mutate(&mut grid, dice);
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
        put(&mut grid, square, man);
    }
    grid
}

/// A king in a corner next to its enemy, and one to three men.
fn few(dice: &mut Dice) -> Grid {
    let mut grid = [' '; 64];
    grid[0] = 'k';
    grid[[2, 10, 16, 17, 18][dice.below(5)]] = 'K';
    for _ in 0..1 + dice.below(3) {
        let (square, man) = (8 + dice.below(48), dice.pick("PpBbNnRrQq"));
        put(&mut grid, square, man);
    }
    grid
}
