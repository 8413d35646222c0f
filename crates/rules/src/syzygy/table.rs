//! One file of tables: what its head says, and the value that it holds for a position. Not here:
//! captures and everything else that a table leaves out (`mod`).

use std::path::Path;
use std::vec::Vec;

use super::index::{Layout, Squares, lead_file};
use super::pairs::Pairs;
use super::source::Source;
use super::{Fault, Wdl};
use crate::{Board, Color, Position, Role};

/// The first four bytes.
const WDL_MAGIC: u32 = 0x5D23_E871;
const DTZ_MAGIC: u32 = 0xA50C_66D7;

// Flags of a file.
const HAS_TWO_SIDES: u8 = 1;
const HAS_PAWNS: u8 = 2;

// Flags of a sequence in a DTZ file.
const SIDE_TO_MOVE: u8 = 1;
const IS_MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const MAP_IS_WIDE: u8 = 16;

/// What a file is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Wdl,
    Dtz,
}

/// What a DTZ file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    /// Half-moves to the next capture or pawn move, less one.
    Plies(u32),
    /// Only positions with the other side to move are there.
    OtherSide,
}

/// Men of the two sides, the first being White in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Material {
    pub(super) sides: [[u8; 6]; 2],
}

impl Material {
    /// The men on a board, White's first.
    pub(super) fn of(board: &Board) -> Material {
        let side = |color| {
            Role::ALL.map(|role| u8::try_from(board.by_piece(color, role).count()).unwrap_or(64))
        };
        Material {
            sides: Color::ALL.map(side),
        }
    }

    /// Reads a name such as `KQvKR`.
    pub(super) fn from_name(name: &str) -> Option<Material> {
        let (first, second) = name.split_once('v')?;
        let side = |text: &str| {
            let mut counts = [0u8; 6];
            for letter in text.chars() {
                let role = Role::from_letter(letter)?;
                let at = Role::ALL.iter().position(|known| *known == role)?;
                let count = counts.get_mut(at)?;
                *count = count.checked_add(1)?;
            }
            (count(&counts, Role::King) == 1).then_some(counts)
        };
        Some(Material {
            sides: [side(first)?, side(second)?],
        })
    }

    pub(super) const fn swapped(self) -> Material {
        let [first, second] = self.sides;
        Material {
            sides: [second, first],
        }
    }

    /// The stronger side first, as files are named.
    pub(super) fn max_first(self) -> Material {
        let strength = |side: &[u8; 6]| {
            let men: u32 = side.iter().copied().map(u32::from).sum();
            let order = Role::ALL.iter().rev().map(|role| count(side, *role));
            (men, order.collect::<Vec<_>>())
        };
        let [first, second] = &self.sides;
        if strength(second) > strength(first) {
            self.swapped()
        } else {
            self
        }
    }

    pub(super) fn men(&self) -> usize {
        self.sides.iter().flatten().copied().map(usize::from).sum()
    }

    fn is_symmetric(&self) -> bool {
        *self == self.swapped()
    }

    /// Pawns of the color whose pawns are counted first, and of the other.
    fn pawns(&self) -> [usize; 2] {
        let [first, second] = self.sides.map(|side| usize::from(count(&side, Role::Pawn)));
        if second > 0 && (first == 0 || second < first) {
            [second, first]
        } else {
            [first, second]
        }
    }
}

fn count(side: &[u8; 6], role: Role) -> u8 {
    let at = Role::ALL.iter().position(|known| *known == role);
    at.and_then(|at| side.get(at)).copied().unwrap_or_default()
}

impl core::fmt::Display for Material {
    /// As files are named: `KQvKR`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (number, side) in self.sides.iter().enumerate() {
            if number > 0 {
                f.write_str("v")?;
            }
            for role in Role::ALL.iter().rev() {
                for _ in 0..count(side, *role) {
                    write!(f, "{}", role.letter())?;
                }
            }
        }
        Ok(())
    }
}

/// A file that has been opened.
pub(super) struct Table {
    source: Source,
    kind: Kind,
    material: Material,
    /// One, or with pawns four for the files a to d; in each one side to move, or both.
    parts: Vec<Vec<Part>>,
}

/// Positions with one side to move.
struct Part {
    /// The men in the order in which squares are counted: 1 to 6 for White's pawn to king, 9 to 14
    /// for Black's.
    pieces: Vec<u8>,
    layout: Layout,
    pairs: Pairs,
    /// Where the four lists of a DTZ file begin that its values are numbers of.
    maps: [u64; 4],
}

/// A place in the head of a file.
struct Reader<'a> {
    source: &'a Source,
    at: u64,
}

impl Table {
    pub(super) fn open(path: &Path, kind: Kind, material: Material) -> Result<Table, Fault> {
        let source = Source::open(path)?;
        let magic = match kind {
            Kind::Wdl => WDL_MAGIC,
            Kind::Dtz => DTZ_MAGIC,
        };
        if source.u32(0)? != magic {
            return Err(Fault::Header("its first four bytes"));
        }
        let flags = source.u8(4)?;
        let [leading, others] = material.pawns();
        if (flags & HAS_PAWNS != 0) != (leading > 0) {
            return Err(Fault::Header("whether it has pawns"));
        }
        let sides = if kind == Kind::Wdl && flags & HAS_TWO_SIDES != 0 {
            2
        } else {
            1
        };
        let mut reader = Reader {
            source: &source,
            at: 5,
        };
        let files = if leading > 0 { 4 } else { 1 };
        let mut layouts = Vec::new();
        for file in 0..files {
            layouts.push(reader.layouts(&material, [leading, others], file, sides)?);
        }
        reader.align();
        let mut parts = Vec::new();
        for layouts in layouts {
            parts.push(reader.parts(layouts, kind)?);
        }
        if kind == Kind::Dtz {
            reader.maps(&mut parts)?;
        }
        let mut end = reader.at;
        for place in [Pairs::place_index, Pairs::place_sizes, Pairs::place_blocks] {
            for part in parts.iter_mut().flatten() {
                end = place(&mut part.pairs, end);
            }
        }
        if end > source.length() {
            return Err(Fault::Short);
        }
        Ok(Table {
            source,
            kind,
            material,
            parts,
        })
    }

    /// What a WDL file says about a position, captures left aside.
    pub(super) fn wdl(&self, position: &Position) -> Result<Wdl, Fault> {
        debug_assert_eq!(self.kind, Kind::Wdl);
        let (part, place, _) = self.find(position)?;
        let value = part.pairs.value(&self.source, place)?;
        Wdl::from_stored(value).ok_or(Fault::Data)
    }

    /// What a DTZ file says about a position of that value, captures and pawn moves left aside.
    pub(super) fn dtz(&self, position: &Position, wdl: Wdl) -> Result<Distance, Fault> {
        debug_assert_eq!(self.kind, Kind::Dtz);
        let (part, place, side) = self.find(position)?;
        let flags = part.pairs.flags;
        let has_pawns = self.parts.len() > 1;
        let holds_both = self.material.is_symmetric() && !has_pawns;
        if (flags & SIDE_TO_MOVE) != side && !holds_both {
            return Ok(Distance::OtherSide);
        }
        let mut value = u32::from(part.pairs.value(&self.source, place)?);
        if flags & IS_MAPPED != 0 {
            let [win, loss, cursed, blessed] = part.maps;
            let map = match wdl {
                Wdl::Win | Wdl::Draw => win,
                Wdl::Loss => loss,
                Wdl::CursedWin => cursed,
                Wdl::BlessedLoss => blessed,
            };
            value = if flags & MAP_IS_WIDE != 0 {
                self.source.u16(map + 2 * u64::from(value))?.into()
            } else {
                self.source.u8(map + u64::from(value))?.into()
            };
        }
        let is_in_plies = match wdl {
            Wdl::Win => flags & WINS_IN_PLIES != 0,
            Wdl::Loss => flags & LOSSES_IN_PLIES != 0,
            _ => false,
        };
        Ok(Distance::Plies(if is_in_plies { value } else { value * 2 }))
    }

    /// The part that a position is in, its place there, and the side to move as the file counts.
    fn find(&self, position: &Position) -> Result<(&Part, u64, u8), Fault> {
        let board = position.board();
        let is_black = position.turn() == Color::Black;
        let is_swapped = if self.material.is_symmetric() {
            is_black
        } else {
            Material::of(board) != self.material
        };
        let side = u8::from(is_black != is_swapped);
        let has_pawns = self.parts.len() > 1;
        let view = View {
            board,
            is_swapped,
            is_flipped: is_swapped && has_pawns,
        };
        let first = self.part(0, side).ok_or(Fault::Data)?;
        let mut squares = Squares::new();
        let mut file = 0;
        if has_pawns {
            let pawn = first.pieces.first().copied().unwrap_or_default();
            view.add(pawn, &mut squares);
            let pawns = squares.len();
            file = lead_file(&mut squares, pawns).ok_or(Fault::Data)?;
        }
        let part = self.part(file, side).ok_or(Fault::Data)?;
        while let Some(piece) = part.pieces.get(squares.len()) {
            let before = squares.len();
            view.add(*piece, &mut squares);
            if squares.len() == before {
                return Err(Fault::Data);
            }
        }
        if squares.len() != part.pieces.len() {
            return Err(Fault::Data);
        }
        Ok((part, part.layout.place(squares)?, side))
    }

    fn part(&self, file: u8, side: u8) -> Option<&Part> {
        let sides = self.parts.get(usize::from(file))?;
        sides.get(usize::from(side)).or_else(|| sides.first())
    }
}

/// A board as a file sees it.
struct View<'a> {
    board: &'a Board,
    /// Black has the men that are White's in the file.
    is_swapped: bool,
    /// The eighth rank is the first in the file.
    is_flipped: bool,
}

impl View<'_> {
    /// Adds the squares of all men of this kind.
    fn add(&self, piece: u8, squares: &mut Squares) {
        let role = Role::ALL.get(usize::from(piece & 7).wrapping_sub(1));
        let Some(&role) = role else { return };
        let color = if (piece & 8 != 0) == self.is_swapped {
            Color::White
        } else {
            Color::Black
        };
        for square in self.board.by_piece(color, role) {
            let square = if self.is_flipped {
                square.flip_rank()
            } else {
                square
            };
            squares.extend(u8::try_from(square.index()));
        }
    }
}

impl Reader<'_> {
    /// Everything behind the head of a section begins at an even place.
    const fn align(&mut self) {
        self.at = self.at.next_multiple_of(2);
    }

    fn next(&mut self) -> Result<u8, Fault> {
        let byte = self.source.u8(self.at)?;
        self.at += 1;
        Ok(byte)
    }

    /// The pieces and their order, for each side to move.
    fn layouts(
        &mut self,
        material: &Material,
        pawns: [usize; 2],
        file: u8,
        sides: u8,
    ) -> Result<Vec<(Vec<u8>, Layout)>, Fault> {
        let orders = self.next()?;
        let pawn_orders = if pawns.iter().all(|count| *count > 0) {
            Some(self.next()?)
        } else {
            None
        };
        let mut pieces = Vec::new();
        for _ in 0..material.men() {
            pieces.push(self.next()?);
        }
        // Each byte holds one number for each side to move.
        (0..sides)
            .map(|side| {
                let half = |byte: u8| byte >> (4 * side) & 15;
                let pieces: Vec<u8> = pieces.iter().copied().map(half).collect();
                check_pieces(&pieces, material)?;
                let order = half(orders);
                let layout = if pawns[0] > 0 {
                    Layout::of_pawns(&pieces, pawns, file, (order, pawn_orders.map(half)))
                } else {
                    Layout::of_pieces(&pieces, order)
                };
                Ok((pieces, layout?))
            })
            .collect()
    }

    fn parts(&mut self, layouts: Vec<(Vec<u8>, Layout)>, kind: Kind) -> Result<Vec<Part>, Fault> {
        let mut parts = Vec::new();
        for (pieces, layout) in layouts {
            let is_wdl = kind == Kind::Wdl;
            let (pairs, end) = Pairs::read(self.source, self.at, layout.places, is_wdl)?;
            self.at = end;
            parts.push(Part {
                pieces,
                layout,
                pairs,
                maps: [0; 4],
            });
        }
        Ok(parts)
    }

    /// The lists of values of a DTZ file: for wins, losses, cursed wins and blessed losses.
    fn maps(&mut self, parts: &mut [Vec<Part>]) -> Result<(), Fault> {
        for part in parts.iter_mut().flatten() {
            if part.pairs.flags & IS_MAPPED == 0 {
                continue;
            }
            let is_wide = part.pairs.flags & MAP_IS_WIDE != 0;
            if is_wide {
                self.align();
            }
            for map in &mut part.maps {
                let (length, head) = if is_wide {
                    (2 * u64::from(self.source.u16(self.at)?), 2)
                } else {
                    (u64::from(self.source.u8(self.at)?), 1)
                };
                *map = self.at + head;
                self.at = *map + length;
            }
        }
        self.align();
        Ok(())
    }
}

/// Whether the pieces of a part are those that the file is named after.
fn check_pieces(pieces: &[u8], material: &Material) -> Result<(), Fault> {
    let mut found = [[0u8; 6]; 2];
    for piece in pieces {
        let side = found.get_mut(usize::from(piece >> 3));
        let count = side.and_then(|side| side.get_mut(usize::from(piece & 7).wrapping_sub(1)));
        *count.ok_or(Fault::Header("its men"))? += 1;
    }
    if found == material.sides {
        Ok(())
    } else {
        Err(Fault::Header("its men"))
    }
}
