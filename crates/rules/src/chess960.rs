//! The 960 start arrays by number (Guidelines II.1 and II.2 of the Laws). Not here: castling in
//! them.

use crate::castling::home_rank;
use crate::{Board, CastlingRights, Color, File, Mode, Position, Role, Setup, Side, Square};

impl Position {
    /// The Chess960 start position of a number, 0 to 959; 518 is the standard array.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// let array = Position::chess960(518).unwrap();
    /// assert_eq!(array.fen(), Position::standard().fen());
    /// assert!(Position::chess960(960).is_none());
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<Position> {
        let row = back_rank(number)?;
        let mut castling = CastlingRights::none();
        for color in Color::ALL {
            let rooks = File::ALL
                .into_iter()
                .zip(row)
                .filter(|&(_, role)| role == Role::Rook);
            for (side, (file, _)) in [Side::Queen, Side::King].into_iter().zip(rooks) {
                castling.set(color, side, Some(Square::new(file, home_rank(color))));
            }
        }
        let setup = Setup {
            board: Board::with_back_ranks(row),
            castling,
            ..Setup::default()
        };
        Some(Position::from_checked(&setup, Mode::Chess960))
    }
}

/// The row of pieces by Scharnagl's numbering: bishops first, then the queen, then the knights, and
/// what is left is rook, king, rook.
fn back_rank(number: u16) -> Option<[Role; 8]> {
    if number >= 960 {
        return None;
    }
    let mut row = [None; 8];
    let (rest, light) = (number / 4, usize::from(number % 4));
    let (rest, dark) = (rest / 4, usize::from(rest % 4));
    let (knights, queen) = (rest / 6, usize::from(rest % 6));
    *row.get_mut(light * 2 + 1)? = Some(Role::Bishop);
    *row.get_mut(dark * 2)? = Some(Role::Bishop);
    place_in_gap(&mut row, queen, Role::Queen)?;
    let pairs = [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 2),
        (2, 3),
        (3, 3),
    ];
    // The second knight's place is counted after the first one has filled its own.
    let (first, second) = *pairs.get(usize::from(knights))?;
    place_in_gap(&mut row, first, Role::Knight)?;
    place_in_gap(&mut row, second, Role::Knight)?;
    for role in [Role::Rook, Role::King, Role::Rook] {
        place_in_gap(&mut row, 0, role)?;
    }
    let mut roles = [Role::Rook; 8];
    for (role, placed) in roles.iter_mut().zip(row) {
        *role = placed?;
    }
    Some(roles)
}

/// Puts a piece on the empty place of that number, counted from the a-file.
fn place_in_gap(row: &mut [Option<Role>; 8], gap: usize, role: Role) -> Option<()> {
    *row.iter_mut().filter(|place| place.is_none()).nth(gap)? = Some(role);
    Some(())
}
