//! Which place a placement of men has in a table. Positions that are mirror images share one, and
//! men of one kind are interchangeable. Not here: which men a table has (`table`), what is stored
//! at a place (`pairs`).

use std::sync::OnceLock;
use std::vec::Vec;

use super::Fault;

/// Squares as a table counts them, 0 for a1 to 63 for h8.
pub(super) type Squares = Vec<u8>;

/// Placements of three different men of which the first is in the triangle a1-d1-d4.
const THREE_PLACEMENTS: u64 = 31_332;
/// Placements of two kings likewise.
const TWO_KINGS_PLACEMENTS: u64 = 462;

/// In which order the men of a table are counted, and how much each step of each counts for.
pub(super) struct Layout {
    lead: Lead,
    lead_factor: u64,
    groups: Vec<Group>,
    /// How many places there are.
    pub(super) places: u64,
}

/// What is placed first and decides about mirroring.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lead {
    ThreeMen,
    TwoKings,
    /// So many pawns, of which the foremost towards the edge stands on the table's file.
    Pawns(usize),
}

/// Men of one kind.
struct Group {
    men: usize,
    factor: u64,
    /// Pawns of the other color, for which two ranks are closed.
    is_pawns: bool,
}

impl Lead {
    const fn men(self) -> usize {
        match self {
            Lead::ThreeMen => 3,
            Lead::TwoKings => 2,
            Lead::Pawns(count) => count,
        }
    }
}

impl Layout {
    /// The layout of a table without pawns. `order` says when the leading men are counted.
    pub(super) fn of_pieces(pieces: &[u8], order: u8) -> Result<Layout, Fault> {
        let is_single = |piece: &&u8| pieces.iter().filter(|other| other == piece).count() == 1;
        let lead = if pieces.iter().filter(is_single).count() >= 3 {
            (Lead::ThreeMen, THREE_PLACEMENTS)
        } else {
            (Lead::TwoKings, TWO_KINGS_PLACEMENTS)
        };
        let rest = pieces.get(lead.0.men()..).ok_or(MEN)?;
        Layout::new(lead, groups(rest), (order, None))
    }

    /// The layout of one file of a table with pawns: `pawns` of the leading color and of the other.
    pub(super) fn of_pawns(
        pieces: &[u8],
        pawns: [usize; 2],
        file: u8,
        orders: (u8, Option<u8>),
    ) -> Result<Layout, Fault> {
        let [leading, others] = pawns;
        let rest = pieces.get(leading + others..).ok_or(MEN)?;
        let mut all = Vec::new();
        if others > 0 {
            all.push(Group {
                men: others,
                factor: 0,
                is_pawns: true,
            });
        }
        all.extend(groups(rest));
        let places = (1..=6)
            .map(|rank| lead_pawn_placements(leading, file, rank))
            .sum();
        Layout::new((Lead::Pawns(leading), places), all, orders)
    }

    fn new(
        (lead, lead_places): (Lead, u64),
        mut groups: Vec<Group>,
        (order, pawns_order): (u8, Option<u8>),
    ) -> Result<Layout, Fault> {
        let lead_men = number(lead.men());
        let pawns = groups.iter().filter(|group| group.is_pawns);
        let mut free = 64 - lead_men - pawns.map(|group| number(group.men)).sum::<u64>();
        let (mut places, mut lead_factor) = (1u64, None);
        let mut waiting: Vec<usize> = (0..groups.len()).rev().collect();
        let mut pawns_wait = groups.first().is_some_and(|group| group.is_pawns);
        if pawns_wait {
            waiting.pop();
        }
        for step in 0u8..16 {
            let (choices, group) = if step == order {
                lead_factor = Some(places);
                (lead_places, None)
            } else if pawns_wait && Some(step) == pawns_order {
                pawns_wait = false;
                let men = number(groups.first().map_or(0, |group| group.men));
                (binomial(48 - lead_men, men), Some(0))
            } else if let Some(next) = waiting.pop() {
                let men = number(groups.get(next).map_or(0, |group| group.men));
                let choices = binomial(free, men);
                free = free.saturating_sub(men);
                (choices, Some(next))
            } else {
                continue;
            };
            if let Some(group) = group.and_then(|group| groups.get_mut(group)) {
                group.factor = places;
            }
            places = places.checked_mul(choices).ok_or(ORDER)?;
        }
        if pawns_wait || !waiting.is_empty() {
            return Err(ORDER);
        }
        Ok(Layout {
            lead,
            lead_factor: lead_factor.ok_or(ORDER)?,
            groups,
            places,
        })
    }

    /// The place of men on these squares, in the order of the table's pieces.
    pub(super) fn place(&self, mut squares: Squares) -> Result<u64, Fault> {
        let lead = match self.lead {
            Lead::Pawns(count) => lead_pawns(&mut squares, count),
            Lead::ThreeMen | Lead::TwoKings => {
                self.turn(&mut squares);
                self.lead_pieces(&squares)
            }
        };
        let mut place = lead.ok_or(MEN)? * self.lead_factor;
        let mut start = self.lead.men();
        for group in &self.groups {
            let (placed, rest) = squares.split_at_mut_checked(start).ok_or(MEN)?;
            let men = rest.get_mut(..group.men).ok_or(MEN)?;
            men.sort_unstable();
            let mut choice = 0;
            for (taken, square) in (1u64..).zip(men.iter()) {
                let passed = placed.iter().filter(|other| *other < square).count();
                let closed = if group.is_pawns { 8 } else { 0 };
                let open = u64::from(*square).saturating_sub(number(passed) + closed);
                choice += binomial(open, taken);
            }
            place += choice * group.factor;
            start += group.men;
        }
        if place < self.places {
            Ok(place)
        } else {
            Err(MEN)
        }
    }

    /// Turns the board so that the first man stands in the triangle a1-d1-d4.
    fn turn(&self, squares: &mut Squares) {
        let turn = |squares: &mut Squares, mask| {
            for square in squares {
                *square ^= mask;
            }
        };
        let first = squares.first().copied().unwrap_or_default();
        if first & 4 != 0 {
            turn(squares, 7);
        }
        if first & 32 != 0 {
            turn(squares, 56);
        }
        let mut lead = squares.iter().take(self.lead.men());
        let off = lead.find(|square| side_of_diagonal(**square) != 0);
        if off.is_some_and(|square| side_of_diagonal(*square) > 0) {
            for square in squares {
                *square = (*square >> 3) | (*square & 7) << 3;
            }
        }
    }

    fn lead_pieces(&self, squares: &[u8]) -> Option<u64> {
        let maps = maps();
        let (&[a, b], rest) = squares.split_first_chunk()?;
        if self.lead == Lead::TwoKings {
            return maps.kings(a, b);
        }
        let c = *rest.first()?;
        // Squares that are taken do not count.
        let second = u64::from(b).checked_sub((b > a).into())?;
        let third = u64::from(c).checked_sub(u64::from(c > a) + u64::from(c > b))?;
        let diagonal = |square: u8| u64::from(square >> 3);
        let (lower_b, lower_c) = (maps.lower(b), maps.lower(c));
        Some(if side_of_diagonal(a) != 0 {
            maps.triangle(a)? * 63 * 62 + second * 62 + third
        } else if side_of_diagonal(b) != 0 {
            6 * 63 * 62 + diagonal(a) * 28 * 62 + lower_b? * 62 + third
        } else if side_of_diagonal(c) != 0 {
            let second = diagonal(b).checked_sub((b > a).into())?;
            6 * 63 * 62 + 4 * 28 * 62 + diagonal(a) * 7 * 28 + second * 28 + lower_c?
        } else {
            let second = diagonal(b).checked_sub((b > a).into())?;
            let third = diagonal(c).checked_sub(u64::from(c > a) + u64::from(c > b))?;
            6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + diagonal(a) * 7 * 6 + second * 6 + third
        })
    }
}

const MEN: Fault = Fault::Header("its men");
const ORDER: Fault = Fault::Header("the order of its men");

/// Puts the pawn that decides first, and says on which of the files a to d the table has it.
pub(super) fn lead_file(squares: &mut Squares, pawns: usize) -> Option<u8> {
    let foremost = |square: &u8| {
        let (file, rank) = (*square & 7, *square >> 3);
        (file.min(7 - file), rank)
    };
    let pawns = squares.get(..pawns)?;
    let (lead, square) = pawns
        .iter()
        .enumerate()
        .min_by_key(|(_, square)| foremost(square))?;
    let file = foremost(square).0;
    squares.swap(0, lead);
    Some(file)
}

fn lead_pawns(squares: &mut Squares, count: usize) -> Option<u64> {
    let first = *squares.first()?;
    if first & 4 != 0 {
        for square in squares.iter_mut() {
            *square ^= 7;
        }
    }
    let first = *squares.first()?;
    let (file, rank) = (first & 7, first >> 3);
    let before: u64 = (1..rank)
        .map(|rank| lead_pawn_placements(count, file, rank))
        .sum();
    let others = squares.get_mut(1..count)?;
    others.sort_unstable_by_key(|square| twist(*square));
    let choice: u64 = (1u64..)
        .zip(others.iter())
        .map(|(taken, square)| binomial(twist(*square), taken))
        .sum();
    Some(before + choice)
}

/// In how many ways the other leading pawns can stand when the first is on this square.
fn lead_pawn_placements(pawns: usize, file: u8, rank: u8) -> u64 {
    binomial(twist(rank * 8 + file), number(pawns).saturating_sub(1))
}

/// The order of squares for pawns: from the edges to the middle, from the second rank to the
/// seventh, the last first.
fn twist(square: u8) -> u64 {
    let (file, rank) = (u64::from(square & 7), u64::from(square >> 3));
    let from_edge = file.min(7 - file);
    let mirrored = u64::from(file > 3);
    49u64.saturating_sub(12 * from_edge + 2 * rank + mirrored)
}

/// Positive above the diagonal from a1 to h8, negative below it.
fn side_of_diagonal(square: u8) -> i8 {
    (square >> 3).cmp(&(square & 7)) as i8
}

/// Runs of equal pieces.
fn groups(pieces: &[u8]) -> Vec<Group> {
    let runs = pieces.chunk_by(|a, b| a == b);
    let group = |run: &[u8]| Group {
        men: run.len(),
        factor: 0,
        is_pawns: false,
    };
    runs.map(group).collect()
}

/// In how many ways so many can be chosen from so many.
fn binomial(from: u64, chosen: u64) -> u64 {
    if chosen > from {
        return 0;
    }
    (0..chosen).fold(1, |ways, step| ways * (from - step) / (step + 1))
}

fn number(count: usize) -> u64 {
    // Men and squares are few.
    u64::try_from(count).unwrap_or(0)
}

/// Numbers of squares that no formula gives.
struct Maps {
    /// The squares of the triangle a1-d1-d4, those below the diagonal first.
    triangle: [Option<u8>; 64],
    /// The squares below the diagonal; a square above it counts as its mirror image.
    lower: [Option<u8>; 64],
    /// Two kings, the first by its number in the triangle.
    kings: Vec<[Option<u16>; 64]>,
}

fn maps() -> &'static Maps {
    static MAPS: OnceLock<Maps> = OnceLock::new();
    MAPS.get_or_init(Maps::new)
}

impl Maps {
    fn new() -> Maps {
        let below = |square: &u8| side_of_diagonal(*square) < 0;
        let in_triangle = |square: &u8| *square < 32 && *square & 7 < 4;
        let on_diagonal = |square: &u8| side_of_diagonal(*square) == 0;
        let mut corner: Vec<u8> = (0..64).filter(in_triangle).filter(below).collect();
        corner.extend((0..64).filter(in_triangle).filter(on_diagonal));
        let mut triangle = [None; 64];
        for (number, square) in (0u8..).zip(&corner) {
            set(&mut triangle, *square, number);
        }
        let mut lower = [None; 64];
        for (number, square) in (0u8..).zip((0..64).filter(below)) {
            set(&mut lower, square, number);
            set(&mut lower, square >> 3 | (square & 7) << 3, number);
        }
        let mut kings = std::vec![[None; 64]; corner.len()];
        let is_far = |a: u8, b: u8| (a >> 3).abs_diff(b >> 3) > 1 || (a & 7).abs_diff(b & 7) > 1;
        let mut next = 0u16;
        // Pairs with both on the diagonal come last.
        for both_on_diagonal in [false, true] {
            for (row, &a) in kings.iter_mut().zip(&corner) {
                for b in (0..64).filter(|&b| is_far(a, b)) {
                    let side = side_of_diagonal(b);
                    let is_mirrored = on_diagonal(&a) && side > 0;
                    let are_both = on_diagonal(&a) && side == 0;
                    if !is_mirrored && are_both == both_on_diagonal {
                        set(row, b, next);
                        next += 1;
                    }
                }
            }
        }
        Maps {
            triangle,
            lower,
            kings,
        }
    }

    fn triangle(&self, square: u8) -> Option<u64> {
        get(&self.triangle, square)
    }

    fn lower(&self, square: u8) -> Option<u64> {
        get(&self.lower, square)
    }

    fn kings(&self, first: u8, second: u8) -> Option<u64> {
        let row = self.triangle.get(usize::from(first)).copied().flatten()?;
        get(self.kings.get(usize::from(row))?, second)
    }
}

fn set<T>(map: &mut [Option<T>; 64], square: u8, number: T) {
    if let Some(slot) = map.get_mut(usize::from(square)) {
        *slot = Some(number);
    }
}

fn get<T: Copy + Into<u64>>(map: &[Option<T>; 64], square: u8) -> Option<u64> {
    map.get(usize::from(square))
        .copied()
        .flatten()
        .map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_kings_have_462_placements() {
        let all = maps().kings.iter().flatten().flatten();
        let mut numbers: Vec<_> = all.copied().collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..462).collect::<Vec<u16>>());
    }

    #[test]
    fn pawn_squares_are_twisted() {
        let corners = [
            (8, 47),
            (15, 46),
            (11, 11),
            (12, 10),
            (48, 37),
            (51, 1),
            (52, 0),
        ];
        for (square, number) in corners {
            assert_eq!(twist(square), number, "{square}");
        }
    }

    #[test]
    fn the_ways_to_choose_are_counted() {
        assert_eq!(
            [binomial(64, 2), binomial(5, 5), binomial(4, 5)],
            [2016, 1, 0]
        );
        assert_eq!(binomial(0, 0), 1);
    }
}
