//! Random positions for property and differential tests: from play, and set up with many promoted
//! men, pins, checks, castling and en passant. The same seed gives the same positions everywhere.

use tabiya_rules::{
    Bitboard, Color, File, Mode, Move, Piece, Position, Rank, Role, Setup, Side, Square,
};

/// A small generator of random numbers (SplitMix64).
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `count - 1`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count as u64).expect("below a usize")
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }
}

/// A start for a random game, and how many half-moves to play: long games from one of the arrays,
/// short ones from anything playable, since the rare things that are set up do not last.
pub(crate) fn random_start(rng: &mut Rng) -> (Position, usize) {
    match rng.below(80) {
        0 => (Position::standard(), 150),
        1 => {
            let number = u16::try_from(rng.below(960)).expect("small");
            (Position::chess960(number).expect("below 960"), 150)
        }
        _ => (random_setup(rng), rng.below(12)),
    }
}

/// Any move, but a rare kind more often than by chance.
pub(crate) fn lively_move(rng: &mut Rng, position: &Position, moves: &[Move]) -> Move {
    let is_rare = |mv: &Move| {
        mv.promotion().is_some()
            || mv.castling_side().is_some()
            || mv.from().index().abs_diff(mv.to().index()) == 16
                && position.board().role_at(mv.from()) == Some(Role::Pawn)
    };
    let rare: Vec<Move> = moves.iter().copied().filter(is_rare).collect();
    if !rare.is_empty() && rng.one_in(3) {
        rng.pick(&rare)
    } else {
        rng.pick(moves)
    }
}

/// A random arrangement that is playable.
pub(crate) fn random_setup(rng: &mut Rng) -> Position {
    loop {
        let mode = rng.pick(&[Mode::Standard, Mode::Chess960]);
        if let Ok(position) = random_arrangement(rng, mode).position(mode) {
            return position;
        }
    }
}

fn random_arrangement(rng: &mut Rng, mode: Mode) -> Setup {
    let mut setup = Setup {
        turn: rng.pick(&Color::ALL),
        ..Setup::default()
    };
    let at_home = rng.one_in(2);
    for color in Color::ALL {
        if at_home {
            set_up_for_castling(rng, mode, color, &mut setup);
        } else {
            setup.board.set(
                rng.pick(&Square::ALL),
                Piece {
                    role: Role::King,
                    color,
                },
            );
        }
    }
    if rng.one_in(3) {
        set_up_en_passant(rng, &mut setup);
    }
    let men = rng.below(20);
    // A side with nothing but its king is mated or stalemated soon.
    let only = rng.one_in(4).then(|| rng.pick(&Color::ALL));
    let roles = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
        Role::Pawn,
    ];
    for _ in 0..men {
        let role = rng.pick(&roles);
        let square = match role {
            Role::Pawn if rng.one_in(2) => {
                Square::new(rng.pick(&File::ALL), rng.pick(&[Rank::Two, Rank::Seven]))
            }
            _ => rng.pick(&Square::ALL),
        };
        let on_end = role == Role::Pawn && Bitboard::BACK_RANKS.contains(square);
        let spoils = setup.ep_square.is_some_and(|ep| ep.file() == square.file());
        if setup.board.piece_at(square).is_none() && !on_end && !spoils {
            let color = only.unwrap_or_else(|| rng.pick(&Color::ALL));
            setup.board.set(square, Piece { role, color });
        }
    }
    setup.halfmove_clock = u32::try_from(rng.below(100)).expect("small");
    setup.cleared(mode)
}

fn set_up_for_castling(rng: &mut Rng, mode: Mode, color: Color, setup: &mut Setup) {
    let rank = tabiya_rules::home_rank(color);
    let king = match mode {
        Mode::Standard => File::E,
        Mode::Chess960 => rng.pick(&File::ALL),
    };
    setup.board.set(
        Square::new(king, rank),
        Piece {
            role: Role::King,
            color,
        },
    );
    for side in Side::ALL {
        let rook = match mode {
            Mode::Standard => side.corner_file(),
            Mode::Chess960 => rng.pick(&File::ALL),
        };
        let square = Square::new(rook, rank);
        if setup.board.piece_at(square).is_none() {
            setup.board.set(
                square,
                Piece {
                    role: Role::Rook,
                    color,
                },
            );
            setup.castling.set(color, side, Some(square));
        }
    }
}

/// A pawn that has just advanced two squares, and mostly one or two that stand beside it.
fn set_up_en_passant(rng: &mut Rng, setup: &mut Setup) {
    let (passed, arrived) = match setup.turn {
        Color::White => (Rank::Six, Rank::Five),
        Color::Black => (Rank::Three, Rank::Four),
    };
    let file = rng.pick(&File::ALL);
    let square = Square::new(file, arrived);
    setup.board.set(
        square,
        Piece {
            role: Role::Pawn,
            color: !setup.turn,
        },
    );
    for side in [-1, 1] {
        if let Some(beside) = square.offset(side, 0).filter(|_| !rng.one_in(3)) {
            setup.board.set(
                beside,
                Piece {
                    role: Role::Pawn,
                    color: setup.turn,
                },
            );
        }
    }
    setup.ep_square = Some(Square::new(file, passed));
}
