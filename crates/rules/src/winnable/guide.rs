//! Where to look first for a mate in which both sides help: two guesses of how far a position is
//! from one. Guesses order the search and prove nothing.

use crate::{Bitboard, Color, Role, Square};

use super::field::Field;
use super::geometry::{all_ahead, king};

/// Lower is nearer to a mate by `winner`: the king to be mated is in a corner, short of squares and
/// the men that it takes are there.
pub(super) fn to_mate(board: &Field, winner: Color) -> u32 {
    let loser = !winner;
    let (hunter, fleeing) = (board.king(winner), board.king(loser));
    let corner = corner_distance(board, winner, fleeing);
    // Many men mate without their king's hand.
    let hand = if officers(board, winner) > 2 { 1 } else { 3 };
    let kings = 4 * corner + hand * distance(hunter, fleeing).saturating_sub(2);
    let weak = is_weak(board, winner);
    // With little force only the corner will do: elsewhere squares taken from the king mean
    // nothing.
    let flights = if weak && corner > 2 {
        8
    } else {
        let around = king(Bitboard::of(fleeing)) - board.by_color(loser);
        (around - guarded(board, winner, fleeing)).count()
    };
    let help = if weak { in_the_way(board, winner) } else { 0 };
    kings + 6 * flights + help + near_by(board, winner, fleeing) + lacking(board, winner)
}

/// Lower is nearer to a new queen for `winner`, or where little force is all there is, to a man
/// of the loser that stands in its own king's way.
pub(super) fn to_force(board: &Field, winner: Color) -> u32 {
    let crowd = board.by_color(!winner).count();
    let heavy = (board.by_role(Role::Queen) | board.by_role(Role::Rook)) & board.by_color(winner);
    let own = if heavy.any() {
        0
    } else {
        promotion(board, winner).unwrap_or(150)
    };
    let help = if is_weak(board, winner) {
        2 * in_the_way(board, winner)
    } else {
        150
    };
    2 * own.min(help) + crowd
}

/// What `winner`'s men attack, the fleeing king not counted as an obstacle.
fn guarded(board: &Field, winner: Color, fleeing: Square) -> Bitboard {
    board.attacked(winner, board.occupied - Bitboard::of(fleeing))
}

/// How far the king is from a corner; where little force hunts it, from one that will do: of the
/// color of the hunting bishop, not of the color of a bishop that has to stand beside the king.
fn corner_distance(board: &Field, winner: Color, fleeing: Square) -> u32 {
    let bishops = |color| board.by_piece(color, Role::Bishop);
    let (hunter, blocker) = (bishops(winner).first(), bishops(!winner).single());
    let minor = board.by_role(Role::Bishop) | board.by_role(Role::King);
    let only_blocker = (board.by_color(!winner) - minor).is_empty();
    let weak = is_weak(board, winner);
    let fits = |corner: &&Square| match (hunter, blocker) {
        _ if !weak => true,
        (Some(hunter), _) => hunter.is_dark() == corner.is_dark(),
        (None, Some(blocker)) if only_blocker => blocker.is_dark() != corner.is_dark(),
        _ => true,
    };
    let corners = [Square::A1, Square::H8, Square::A8, Square::H1];
    corners
        .iter()
        .filter(fits)
        .map(|&corner| walk(corner, fleeing))
        .min()
        .unwrap_or(0)
}

/// How far the queens are, or if there is no stronger force, the knights, that have to come near.
fn near_by(board: &Field, winner: Color, fleeing: Square) -> u32 {
    let strong = board.by_role(Role::Queen) | board.by_role(Role::Rook) | board.by_role(Role::Pawn);
    let knights = board.by_piece(winner, Role::Knight);
    let needed = if (strong & board.by_color(winner)).any() {
        board.by_piece(winner, Role::Queen)
    } else {
        knights
    };
    2 * needed
        .into_iter()
        .map(|man| distance(man, fleeing))
        .sum::<u32>()
}

/// How many men of `color` are neither king nor pawn.
fn officers(board: &Field, color: Color) -> u32 {
    (board.by_color(color) - board.by_role(Role::King) - board.by_role(Role::Pawn)).count()
}

/// How far the nearest man is that may block its own king's way: of the loser's pieces those that
/// could not just take the lone minor piece that gives check, else a pawn that promotes to one.
fn in_the_way(board: &Field, winner: Color) -> u32 {
    let loser = !winner;
    let fleeing = board.king(loser);
    let men = |role| board.by_piece(loser, role);
    let bishops = board.by_piece(winner, Role::Bishop);
    let useful = match bishops.first() {
        Some(hunter) => {
            let other = |bishop: &Square| bishop.is_dark() != hunter.is_dark();
            men(Role::Knight) | men(Role::Bishop).into_iter().filter(other).collect()
        }
        None => men(Role::Knight) | men(Role::Bishop) | men(Role::Rook),
    };
    let near = useful
        .into_iter()
        .map(|man| 4 * distance(man, fleeing))
        .min();
    near.unwrap_or_else(|| 40 + promotion(board, loser).unwrap_or(100))
}

/// Whether the winner has no pawn and no more than one knight, or bishops of one color.
pub(super) fn is_weak(board: &Field, winner: Color) -> bool {
    let men = board.by_color(winner) - board.by_role(Role::King);
    let bishops = men & board.by_role(Role::Bishop);
    let dark = bishops
        .into_iter()
        .filter(|bishop| bishop.is_dark())
        .count();
    let alike = men == bishops && (dark == 0 || dark == bishops.into_iter().count());
    alike || (men.count() == 1 && men == men & board.by_role(Role::Knight))
}

/// Whether knights and bishops are all that the winner has beside the king.
pub(super) fn has_minor_pieces_only(board: &Field, winner: Color) -> bool {
    let minor = board.knights | (board.diagonal - board.straight) | board.kings;
    (board.by_color(winner) - minor).is_empty()
}

/// How far the winner is from having the force to mate.
fn lacking(board: &Field, winner: Color) -> u32 {
    let men = |color, role| -> Bitboard { board.by_piece(color, role) };
    if (men(winner, Role::Queen) | men(winner, Role::Rook)).any() {
        return 0;
    }
    let knights = men(winner, Role::Knight).count();
    let bishops = men(winner, Role::Bishop);
    let dark = bishops.into_iter().any(Square::is_dark);
    let pair = dark && bishops.into_iter().any(|square| !square.is_dark());
    let minors = if pair || knights >= 2 || (knights == 1 && bishops.any()) {
        15
    } else {
        60
    };
    minors.min(promotion(board, winner).unwrap_or(u32::MAX))
}

/// The way of the nearest pawn to promotion: its steps, the men on it, and how far its king is
/// from the first of them.
pub(super) fn promotion(board: &Field, color: Color) -> Option<u32> {
    let pawns = board.by_piece(color, Role::Pawn);
    let one = |pawn: Square| {
        let way = all_ahead(color, Bitboard::of(pawn));
        let obstacles = way & board.occupied;
        let first = match color {
            Color::White => obstacles.first(),
            Color::Black => obstacles.last(),
        };
        let reach = first.map_or(0, |square| distance(board.king(color), square));
        6 * way.count() + 8 * obstacles.count() + 2 * reach
    };
    pawns.into_iter().map(one).min()
}

/// Steps of a king.
pub(super) fn distance(a: Square, b: Square) -> u32 {
    let (files, ranks) = apart(a, b);
    files.max(ranks)
}

/// Files and ranks between two squares, added.
fn walk(a: Square, b: Square) -> u32 {
    let (files, ranks) = apart(a, b);
    files + ranks
}

fn apart(a: Square, b: Square) -> (u32, u32) {
    let small = |distance: usize| u32::try_from(distance).unwrap_or(u32::MAX);
    (
        small(a.file().index().abs_diff(b.file().index())),
        small(a.rank().index().abs_diff(b.rank().index())),
    )
}
