//! Attacks along lines by one multiplication and one look into a table: for each square and each
//! arrangement of men in the way there is an entry, and the magic number of the square sends the
//! arrangement to it. The compiler fills the table, and refuses numbers that do not work. Not here:
//! the attacks themselves (`lines`).

use super::lines;
use crate::{Bitboard, File, Rank, Square};

/// Found by trying random numbers with few bits.
#[rustfmt::skip]
const BISHOP_NUMBERS: [u64; 64] = [
    0x0120_2002_0200_4010, 0x0104_0802_0400_2801, 0x0010_2080_8900_0000, 0x0902_0a02_0000_1802,
    0xf001_1041_9001_0048, 0x4000_8805_4004_2500, 0x0184_010c_1025_a100, 0x000c_8020_8820_0802,
    0x0580_0810_1002_0048, 0x0200_8504_040c_0028, 0x0808_5244_0c00_2100, 0x4000_0c92_0200_8020,
    0x0000_1405_04b3_8100, 0xca01_8101_0842_0509, 0x0040_052c_100a_1804, 0x2000_0020_9808_0804,
    0x2040_8108_1004_a081, 0x4020_0010_2410_8091, 0x0001_0050_0100_2104, 0x4604_00c8_0163_2110,
    0x0044_0080_80e0_0000, 0x2015_0002_1002_0140, 0x2044_000e_260a_0220, 0x0018_4005_0842_1080,
    0x0004_2004_0488_1000, 0x0202_4818_1a10_8408, 0x4085_2481_1001_0202, 0x2104_0800_4022_0040,
    0x0801_0100_0010_4000, 0x6801_0202_0d00_90a0, 0x2004_0430_1842_0a00, 0x0004_8201_9021_0c00,
    0x011c_a054_0020_a402, 0x4209_1030_0008_0180, 0x0410_1198_0010_0040, 0x0802_8200_8208_0080,
    0x030c_4a00_2012_0080, 0x1410_1202_0240_8888, 0x1101_010a_100c_1200, 0x0022_0428_4152_2200,
    0x0048_4210_0410_1000, 0x0004_04b4_1442_1000, 0x4002_0104_0210_8100, 0x0028_2042_0080_1800,
    0x0204_0801_0400_1040, 0x2408_4918_0420_4200, 0x1110_22d8_0140_4d00, 0x8001_4414_1040_0080,
    0x0001_0150_0220_2000, 0x0001_00a0_ac20_0000, 0x0000_1024_0658_0828, 0x8000_9201_1488_0000,
    0x0200_4034_2504_000e, 0xc000_8a10_0112_0800, 0x0420_0202_0811_0802, 0x8022_1822_0082_1000,
    0x0000_8400_8804_0210, 0x2100_0083_4818_8418, 0x02a8_6001_0061_1004, 0x0000_0000_0542_0a00,
    0x081e_0001_1002_0220, 0x1100_1020_0541_0202, 0x0400_2005_1400_8408, 0x2292_1810_0c01_8022,
];

#[rustfmt::skip]
const ROOK_NUMBERS: [u64; 64] = [
    0x4180_0040_0082_2010, 0x0040_0010_0040_2008, 0x0880_0920_0110_0082, 0x0880_1000_8008_0004,
    0x2080_0800_0400_0280, 0x8500_1804_0002_0b00, 0x0400_4210_2088_0104, 0x8080_0080_0458_a100,
    0x0001_8000_c000_8020, 0x0000_8080_4000_2000, 0x0802_0020_4012_0080, 0x0000_8010_0080_0800,
    0x0082_8044_0008_0080, 0x0012_0010_0200_8804, 0x8004_0004_0810_8102, 0x0842_0000_4c00_a112,
    0x1408_9080_0040_0020, 0x1000_8180_4000_6009, 0x0800_8080_1000_2000, 0x0899_0300_1000_08a0,
    0x0004_1100_0408_0100, 0x0002_0080_8004_0002, 0x0200_8080_0200_0100, 0x0008_a600_0081_0844,
    0x0000_4000_8020_8000, 0x8020_1000_4020_4000, 0x0c80_8022_0012_0045, 0x0648_0800_8010_0080,
    0x4244_0008_0800_4080, 0x4082_0200_8080_0400, 0x0008_5044_0002_0108, 0xd001_4042_0001_0084,
    0x0020_0040_0080_8000, 0x4120_0020_4040_1000, 0x0320_2000_8080_1002, 0x0068_1000_8080_0800,
    0x0804_8204_0080_0800, 0x0080_8002_0080_0400, 0x4015_0024_0900_0600, 0x221c_0400_4200_00a1,
    0x8600_4000_8020_8002, 0x0081_0040_0085_0020, 0x4040_2000_1101_0040, 0x0000_1000_0800_8080,
    0x0001_0008_0011_0006, 0x0800_1004_2008_0140, 0x4000_2842_9004_0001, 0x4000_208c_0042_0001,
    0x0409_0040_8000_2d00, 0x1000_4010_0020_0840, 0x0110_0480_1420_0080, 0x0100_8800_8010_0280,
    0x0400_8008_0004_0080, 0x8010_8002_0004_0080, 0x0011_8102_0810_4400, 0x0000_0041_0400_8200,
    0x0c00_8000_7300_c0a5, 0x0c00_4200_2502_1082, 0x0901_2004_0900_1041, 0x2006_4012_2016_0026,
    0x900e_0004_1020_0802, 0x0082_0008_6c15_1042, 0x2020_0108_3010_8214, 0x0002_1241_0424_8402,
];

static BISHOP: Magic<5_248> = Magic::new(Slider::Bishop, &BISHOP_NUMBERS);
static ROOK: Magic<102_400> = Magic::new(Slider::Rook, &ROOK_NUMBERS);

pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP.get(square, occupied)
}

pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK.get(square, occupied)
}

/// The two lines on which a piece moves.
#[derive(Clone, Copy)]
enum Slider {
    Bishop,
    Rook,
}

impl Slider {
    /// What is attacked on the piece's first and second line.
    const fn attacks(self, square: Square, occupied: Bitboard) -> [Bitboard; 2] {
        match self {
            Slider::Bishop => lines::on_diagonals(square, occupied),
            Slider::Rook => lines::on_straights(square, occupied),
        }
    }
}

/// The inner squares of a line: whether a man stands on its end changes nothing.
const fn inner(square: Square, line: Bitboard) -> Bitboard {
    let ranks = Bitboard::rank(Rank::One).0 | Bitboard::rank(Rank::Eight).0;
    let files = Bitboard::file(File::A).0 | Bitboard::file(File::H).0;
    let ends =
        (ranks & !Bitboard::rank(square.rank()).0) | (files & !Bitboard::file(square.file()).0);
    Bitboard(line.0 & !ends)
}

/// The next subset of a set, and the empty one after the last.
const fn next_subset(subset: u64, set: Bitboard) -> u64 {
    subset.wrapping_sub(set.0) & set.0
}

/// How the men in the way of one square become an index.
#[derive(Clone, Copy)]
struct Hash {
    mask: Bitboard,
    number: u64,
    shift: u32,
    /// Where the entries of the square begin.
    start: usize,
}

impl Hash {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at least 52 of the 64 bits have been shifted out"
    )]
    const fn index(&self, occupied: Bitboard) -> usize {
        let product = (occupied.0 & self.mask.0).wrapping_mul(self.number);
        self.start + product.wrapping_shr(self.shift) as usize
    }
}

struct Magic<const SIZE: usize> {
    hashes: [Hash; 64],
    attacks: [Bitboard; SIZE],
}

impl<const SIZE: usize> Magic<SIZE> {
    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "the compiler has filled all entries that an index can name"
    )]
    fn get(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attacks[self.hashes[square.index()].index(occupied)]
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "runs in the compiler, which stops at a wrong index"
    )]
    const fn new(slider: Slider, numbers: &[u64; 64]) -> Magic<SIZE> {
        let nothing = Hash {
            mask: Bitboard::EMPTY,
            number: 0,
            shift: 0,
            start: 0,
        };
        let mut magic = Magic {
            hashes: [nothing; 64],
            attacks: [Bitboard::EMPTY; SIZE],
        };
        let (mut start, mut square) = (0, 0);
        while square < 64 {
            start = magic.fill(slider, Square::ALL[square], numbers[square], start);
            square += 1;
        }
        assert!(
            start == SIZE,
            "the table must be as large as its entries need"
        );
        magic
    }

    /// Fills the entries of one square, and says where those of the next one begin.
    #[expect(
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "runs in the compiler, which stops at a wrong index"
    )]
    const fn fill(&mut self, slider: Slider, from: Square, number: u64, start: usize) -> usize {
        let [first, second] = slider.attacks(from, Bitboard::EMPTY);
        let (first, second) = (inner(from, first), inner(from, second));
        let mask = Bitboard(first.0 | second.0);
        let shift = 64 - mask.count();
        self.hashes[from.index()] = Hash {
            mask,
            number,
            shift,
            start,
        };
        let mut on_second = [Bitboard::EMPTY; 64];
        let (mut men, mut count) = (0, 0);
        while count < 1 << second.count() {
            [_, on_second[count]] = slider.attacks(from, Bitboard(men));
            men = next_subset(men, second);
            count += 1;
        }
        let (mut men_on_first, mut left) = (0, 1 << first.count());
        while left > 0 {
            let [on_first, _] = slider.attacks(from, Bitboard(men_on_first));
            let (mut men_on_second, mut index) = (0, 0);
            // This runs 100,000 times in the compiler, so nothing is called here.
            while index < count {
                let men: u64 = men_on_first | men_on_second;
                let entry = &mut self.attacks[start + (men.wrapping_mul(number) >> shift) as usize];
                let found = on_first.0 | on_second[index].0;
                assert!(
                    entry.0 == 0 || entry.0 == found,
                    "a magic number must not send different attacks to the same entry"
                );
                entry.0 = found;
                men_on_second = men_on_second.wrapping_sub(second.0) & second.0;
                index += 1;
            }
            men_on_first = next_subset(men_on_first, first);
            left -= 1;
        }
        start + (1 << mask.count())
    }
}
