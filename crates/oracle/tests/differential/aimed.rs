//! Random positions that aim at what chance seldom brings: pins along every line, en passant that
//! is pinned or answers a check, many promotions, castling of Chess960 with few men in the way.

use tabiya_rules::{
    Bitboard, Color, File, Mode, Piece, Position, Rank, Role, Setup, Side, Square, home_rank,
};

use crate::support::Rng;

const DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (-1, 1),
    (1, -1),
    (-1, -1),
];
const PIECES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// A playable position that was set up with one of the aims.
pub(crate) fn aimed_setup(rng: &mut Rng) -> Position {
    loop {
        let mode = rng.pick(&[Mode::Standard, Mode::Chess960]);
        let mut setup = Setup {
            turn: rng.pick(&Color::ALL),
            halfmove_clock: u32::from(rng.one_in(2)),
            ..Setup::default()
        };
        match rng.below(6) {
            0 => pins(rng, &mut setup),
            1 => en_passant(rng, &mut setup),
            2 => promotions(rng, &mut setup),
            3 => many_alike(rng, &mut setup),
            _ => castling(rng, mode, &mut setup),
        }
        if let Ok(position) = setup.cleared(mode).position(mode) {
            return position;
        }
    }
}

/// Puts a man on a free square, unless it is a pawn on the first or last rank.
fn put(setup: &mut Setup, square: Option<Square>, role: Role, color: Color) {
    let Some(square) = square else { return };
    let on_end = role == Role::Pawn && Bitboard::BACK_RANKS.contains(square);
    if setup.board.piece_at(square).is_none() && !on_end {
        setup.board.set(square, Piece { role, color });
    }
}

fn scatter(rng: &mut Rng, setup: &mut Setup, roles: &[Role], most: usize) {
    for _ in 0..rng.below(most + 1) {
        let (square, color) = (rng.pick(&Square::ALL), rng.pick(&Color::ALL));
        put(setup, Some(square), rng.pick(roles), color);
    }
}

fn steps(from: Square, (files, ranks): (i8, i8), count: usize) -> Option<Square> {
    let count = i8::try_from(count).ok()?;
    from.offset(files * count, ranks * count)
}

/// A man that moves along that direction.
fn slider(rng: &mut Rng, (files, ranks): (i8, i8)) -> Role {
    let straight = files == 0 || ranks == 0;
    let own = if straight { Role::Rook } else { Role::Bishop };
    rng.pick(&[own, Role::Queen])
}

/// Up to three men of the side to move between their king and a line piece.
fn pins(rng: &mut Rng, setup: &mut Setup) {
    let us = setup.turn;
    let king = rng.pick(&Square::ALL);
    put(setup, Some(king), Role::King, us);
    for _ in 0..=rng.below(3) {
        let direction = rng.pick(&DIRECTIONS);
        let near = 1 + rng.below(4);
        let far = near + 1 + rng.below(4);
        let shield = rng.pick(&[
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Pawn,
        ]);
        let role = slider(rng, direction);
        if steps(king, direction, far).is_some() {
            put(setup, steps(king, direction, near), shield, us);
            put(setup, steps(king, direction, far), role, !us);
        }
    }
    put(setup, Some(rng.pick(&Square::ALL)), Role::King, !us);
    scatter(rng, setup, &[Role::Pawn, Role::Knight, Role::Bishop], 6);
}

/// A double step with a neighbor, and a king that has to do with it.
fn en_passant(rng: &mut Rng, setup: &mut Setup) {
    let us = setup.turn;
    let (passed_rank, arrived_rank) = match us {
        Color::White => (Rank::Six, Rank::Five),
        Color::Black => (Rank::Three, Rank::Four),
    };
    let file = rng.pick(&File::ALL);
    let arrived = Square::new(file, arrived_rank);
    let side = rng.pick(&[-1, 1]);
    let Some(beside) = arrived.offset(side, 0) else {
        return;
    };
    put(setup, Some(arrived), Role::Pawn, !us);
    put(setup, Some(beside), Role::Pawn, us);
    setup.ep_square = Some(Square::new(file, passed_rank));
    // The squares that the pawn has passed stay free.
    let forward = if us == Color::White { 1 } else { -1 };
    let behind = [1, 2].map(|count| steps(arrived, (0, forward), count));
    let place = |setup: &mut Setup, square: Option<Square>, role, color| {
        if !behind.contains(&square) {
            put(setup, square, role, color);
        }
    };
    let (one, other) = (1 + rng.below(4), 1 + rng.below(4));
    match rng.below(4) {
        // King and line piece on both sides of the two pawns, or of one of them.
        kind @ 0..=2 => {
            let through = rng.pick(&[arrived, beside]);
            let direction = match kind {
                0 => rng.pick(&[(1, 0), (-1, 0)]),
                1 => rng.pick(&[(0, 1), (0, -1)]),
                _ => rng.pick(&[(1, 1), (1, -1), (-1, 1), (-1, -1)]),
            };
            let back = (-direction.0, -direction.1);
            let role = slider(rng, direction);
            place(setup, steps(through, direction, one), Role::King, us);
            place(setup, steps(through, back, other), role, !us);
        }
        // The pawn gives check.
        _ => {
            let square = arrived.offset(rng.pick(&[-1, 1]), -forward);
            place(setup, square, Role::King, us);
        }
    }
    for color in Color::ALL {
        if setup.board.king(color).is_none() {
            place(setup, Some(rng.pick(&Square::ALL)), Role::King, color);
        }
    }
    for _ in 0..rng.below(6) {
        let (square, color) = (rng.pick(&Square::ALL), rng.pick(&Color::ALL));
        place(setup, Some(square), rng.pick(&PIECES), color);
    }
}

/// Pawns before their last step, something to take behind them, and promoted men.
fn promotions(rng: &mut Rng, setup: &mut Setup) {
    for color in Color::ALL {
        put(setup, Some(rng.pick(&Square::ALL)), Role::King, color);
    }
    for color in Color::ALL {
        let (before, last) = match color {
            Color::White => (Rank::Seven, Rank::Eight),
            Color::Black => (Rank::Two, Rank::One),
        };
        for _ in 0..rng.below(9) {
            let square = Square::new(rng.pick(&File::ALL), before);
            put(setup, Some(square), Role::Pawn, color);
        }
        for _ in 0..rng.below(4) {
            let square = Square::new(rng.pick(&File::ALL), last);
            put(setup, Some(square), rng.pick(&PIECES), !color);
        }
    }
    scatter(rng, setup, &PIECES, 8);
}

/// Many men of one kind, which their notation must tell apart, and a king in a corner, who is soon
/// mated or stalemated.
fn many_alike(rng: &mut Rng, setup: &mut Setup) {
    let us = setup.turn;
    let corner = rng.pick(&[Square::A1, Square::A8, Square::H1, Square::H8]);
    put(setup, Some(corner), Role::King, !us);
    put(setup, Some(rng.pick(&Square::ALL)), Role::King, us);
    let role = rng.pick(&PIECES);
    for _ in 0..2 + rng.below(5) {
        put(setup, Some(rng.pick(&Square::ALL)), role, us);
    }
    scatter(rng, setup, &[Role::Pawn, Role::Knight], 3);
}

/// Kings and rooks at home and little between them; sometimes a rook of the enemy at the edge.
fn castling(rng: &mut Rng, mode: Mode, setup: &mut Setup) {
    for color in Color::ALL {
        let rank = home_rank(color);
        let king = match mode {
            Mode::Standard => File::E,
            Mode::Chess960 => rng.pick(&File::ALL),
        };
        put(setup, Some(Square::new(king, rank)), Role::King, color);
        for side in Side::ALL {
            let file = match mode {
                Mode::Standard => side.corner_file(),
                // A rook on b1 may shield c1, where the king wants to go.
                Mode::Chess960 if side == Side::Queen && rng.one_in(4) => File::B,
                Mode::Chess960 => rng.pick(&File::ALL),
            };
            let square = Square::new(file, rank);
            if setup.board.piece_at(square).is_none() {
                put(setup, Some(square), Role::Rook, color);
                setup.castling.set(color, side, Some(square));
            }
        }
        if rng.one_in(2) {
            let corner = Square::new(rng.pick(&[File::A, File::H]), rank);
            put(
                setup,
                Some(corner),
                rng.pick(&[Role::Rook, Role::Queen]),
                !color,
            );
        }
    }
    let roles = [
        Role::Pawn,
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ];
    scatter(rng, setup, &roles, 8);
}
