//! How the values of a table are packed: a sequence in blocks, each a canonical Huffman code of
//! symbols, each symbol a value or a pair of symbols. Not here: which place a position has in the
//! sequence (`index`), what a value means (`table`).

use std::vec::Vec;

use super::Fault;
use super::source::Source;

/// The flag of a sequence in which all values are the same.
const SINGLE_VALUE: u8 = 0x80;
/// The right half of a symbol that is a value.
const NO_PAIR: u16 = 0xFFF;
/// The longest code and the largest block that any generator makes, and then some.
const LONGEST_CODE: u8 = 32;
const LARGEST_BLOCK_BITS: u8 = 16;
const LARGEST_INDEX_BITS: u8 = 31;
/// No symbol of a table stands for more values than that, one left out.
const LONGEST_SYMBOL: u32 = 255;

/// One sequence of values.
pub(super) struct Pairs {
    pub(super) flags: u8,
    packing: Packing,
}

enum Packing {
    /// All values are this one.
    Constant(u16),
    Huffman(Huffman),
}

struct Huffman {
    /// A block has two to this power bytes.
    block_bits: u8,
    /// The index has an entry for two to this power values.
    index_bits: u8,
    shortest: u8,
    /// For each length of code, from the shortest: the first symbol, and the first code, aligned
    /// to the left of 64 bits.
    codes: Vec<(u16, u64)>,
    symbols: Vec<Symbol>,
    index_bytes: u64,
    size_entries: u64,
    blocks: u64,
    index_at: u64,
    sizes_at: u64,
    data_at: u64,
}

#[derive(Clone, Copy)]
struct Symbol {
    left: u16,
    right: u16,
    /// How many values it stands for, less one.
    more: u32,
}

impl Pairs {
    /// Reads the description of a sequence of so many values, and where the description ends.
    pub(super) fn read(
        source: &Source,
        at: u64,
        values: u64,
        constants_count: bool,
    ) -> Result<(Pairs, u64), Fault> {
        let flags = source.u8(at)?;
        if flags & SINGLE_VALUE != 0 {
            let value = if constants_count {
                source.u8(at + 1)?
            } else {
                0
            };
            let packing = Packing::Constant(value.into());
            return Ok((Pairs { flags, packing }, at + 2));
        }
        let (block_bits, index_bits) = (source.u8(at + 1)?, source.u8(at + 2)?);
        let (longest, shortest) = (source.u8(at + 8)?, source.u8(at + 9)?);
        let is_sound = (1..=LARGEST_INDEX_BITS).contains(&index_bits)
            && block_bits <= LARGEST_BLOCK_BITS
            && (1..=longest).contains(&shortest)
            && longest <= LONGEST_CODE;
        if !is_sound {
            return Err(Fault::Header("the sizes of its codes and blocks"));
        }
        let blocks = u64::from(source.u32(at + 4)?);
        let lengths = u64::from(longest - shortest) + 1;
        let count = source.u16(at + 10 + 2 * lengths)?;
        let symbols_at = at + 12 + 2 * lengths;
        let symbols = read_symbols(source, symbols_at, count)?;
        let codes = read_codes(source, at + 10, lengths, shortest)?;
        let huffman = Huffman {
            block_bits,
            index_bits,
            shortest,
            codes,
            symbols,
            index_bytes: 6 * values.div_ceil(1 << index_bits),
            size_entries: blocks + u64::from(source.u8(at + 3)?),
            blocks,
            index_at: 0,
            sizes_at: 0,
            data_at: 0,
        };
        let end = symbols_at + 3 * u64::from(count) + u64::from(count % 2);
        let packing = Packing::Huffman(huffman);
        Ok((Pairs { flags, packing }, end))
    }

    /// Takes note of where its index begins, and says where it ends.
    pub(super) fn place_index(&mut self, at: u64) -> u64 {
        let Packing::Huffman(huffman) = &mut self.packing else {
            return at;
        };
        huffman.index_at = at;
        at.saturating_add(huffman.index_bytes)
    }

    /// The same for the sizes of its blocks.
    pub(super) fn place_sizes(&mut self, at: u64) -> u64 {
        let Packing::Huffman(huffman) = &mut self.packing else {
            return at;
        };
        huffman.sizes_at = at;
        at.saturating_add(2 * huffman.size_entries)
    }

    /// The same for the blocks, which begin at a multiple of 64.
    pub(super) fn place_blocks(&mut self, at: u64) -> u64 {
        let at = at.next_multiple_of(64);
        let Packing::Huffman(huffman) = &mut self.packing else {
            return at;
        };
        huffman.data_at = at;
        at.saturating_add(huffman.blocks << huffman.block_bits)
    }

    /// The value at a place.
    pub(super) fn value(&self, source: &Source, place: u64) -> Result<u16, Fault> {
        match &self.packing {
            Packing::Constant(value) => Ok(*value),
            Packing::Huffman(huffman) => huffman.value(source, place),
        }
    }
}

fn read_symbols(source: &Source, at: u64, count: u16) -> Result<Vec<Symbol>, Fault> {
    let mut bytes = std::vec![0; usize::from(count) * 3];
    source.read(at, &mut bytes)?;
    let mut symbols: Vec<Symbol> = bytes
        .as_chunks()
        .0
        .iter()
        .map(|&[a, b, c]| Symbol {
            left: u16::from(a) | u16::from(b & 0xF) << 8,
            right: u16::from(b >> 4) | u16::from(c) << 4,
            more: u32::MAX,
        })
        .collect();
    // A symbol is measured when both its halves are: those that are values first.
    let (mut waiting, mut before) = (symbols.len(), usize::MAX);
    while waiting < before {
        before = waiting;
        waiting = 0;
        for number in 0..symbols.len() {
            let more = |number: u16| symbols.get(usize::from(number)).map(|symbol| symbol.more);
            let Some(&Symbol {
                left,
                right,
                more: known,
            }) = symbols.get(number)
            else {
                continue;
            };
            if known != u32::MAX {
                continue;
            }
            let found = match (right, more(left), more(right)) {
                (NO_PAIR, ..) => 0,
                (_, Some(left), Some(right)) if left != u32::MAX && right != u32::MAX => {
                    left + right + 1
                }
                (_, Some(_), Some(_)) => {
                    waiting += 1;
                    continue;
                }
                _ => return Err(Fault::Header("its symbols")),
            };
            if found > LONGEST_SYMBOL {
                return Err(Fault::Header("its symbols"));
            }
            if let Some(symbol) = symbols.get_mut(number) {
                symbol.more = found;
            }
        }
    }
    if waiting > 0 {
        return Err(Fault::Header("its symbols, which contain themselves"));
    }
    Ok(symbols)
}

fn read_codes(
    source: &Source,
    at: u64,
    lengths: u64,
    shortest: u8,
) -> Result<Vec<(u16, u64)>, Fault> {
    let mut firsts = Vec::new();
    for length in 0..lengths {
        firsts.push(source.u16(at + 2 * length)?);
    }
    let mut codes = Vec::new();
    // From the longest code, whose first is 0.
    let (mut code, mut longer) = (0u64, None);
    let mut length = u32::from(shortest) + u32::try_from(firsts.len()).unwrap_or(64);
    for &first in firsts.iter().rev() {
        length = length.saturating_sub(1);
        if let Some(longer) = longer {
            code = code.wrapping_add(first.into()).wrapping_sub(longer) / 2;
        }
        longer = Some(u64::from(first));
        codes.push((first, code.unbounded_shl(64u32.saturating_sub(length))));
    }
    codes.reverse();
    Ok(codes)
}

impl Huffman {
    fn value(&self, source: &Source, place: u64) -> Result<u16, Fault> {
        let (block, offset) = self.find_block(source, place)?;
        let mut bytes = std::vec![0; 1 << self.block_bits];
        let at = self.data_at.checked_add(block << self.block_bits);
        source.read(at.ok_or(Fault::Short)?, &mut bytes)?;
        let (mut symbol, mut offset) = self.find_symbol(&bytes, offset)?;
        while symbol.more != 0 {
            let left = self.symbol(symbol.left)?;
            if offset <= left.more {
                symbol = left;
            } else {
                offset -= left.more + 1;
                symbol = self.symbol(symbol.right)?;
            }
        }
        Ok(symbol.left)
    }

    /// The block in which a place is, and how many values come before it there.
    fn find_block(&self, source: &Source, place: u64) -> Result<(u64, u32), Fault> {
        let entry = self.index_at + 6 * (place >> self.index_bits);
        let (mut block, first) = (u64::from(source.u32(entry)?), source.u16(entry + 4)?);
        // The index knows the middle of each run of places.
        let run = 1i64 << self.index_bits;
        let in_run = i64::try_from(place).map_err(|_| Fault::Data)? % run;
        let mut offset = in_run - run / 2 + i64::from(first);
        while offset < 0 {
            block = block.checked_sub(1).ok_or(Fault::Data)?;
            offset += self.block_size(source, block)?;
        }
        loop {
            let size = self.block_size(source, block)?;
            if offset < size {
                break;
            }
            offset -= size;
            block += 1;
        }
        if block >= self.blocks {
            return Err(Fault::Data);
        }
        Ok((block, u32::try_from(offset).map_err(|_| Fault::Data)?))
    }

    fn block_size(&self, source: &Source, block: u64) -> Result<i64, Fault> {
        if block >= self.size_entries {
            return Err(Fault::Data);
        }
        Ok(i64::from(source.u16(self.sizes_at + 2 * block)?) + 1)
    }

    /// The symbol in a block that a value is in, and how many values come before it there.
    fn find_symbol(&self, block: &[u8], mut offset: u32) -> Result<(Symbol, u32), Fault> {
        let mut bit = 0;
        while bit < block.len() * 8 {
            let code = bits(block, bit);
            let mut length = u32::from(self.shortest);
            let mut codes = self.codes.iter();
            let (first, base) = loop {
                let (first, base) = codes.next().ok_or(Fault::Data)?;
                if code >= *base {
                    break (u64::from(*first), *base);
                }
                length += 1;
            };
            let number = first + ((code - base) >> (64 - length));
            let number = u16::try_from(number).map_err(|_| Fault::Data)?;
            let symbol = self.symbol(number)?;
            if offset <= symbol.more {
                return Ok((symbol, offset));
            }
            offset -= symbol.more + 1;
            bit += usize::try_from(length).map_err(|_| Fault::Data)?;
        }
        Err(Fault::Data)
    }

    fn symbol(&self, number: u16) -> Result<Symbol, Fault> {
        self.symbols
            .get(usize::from(number))
            .copied()
            .ok_or(Fault::Data)
    }
}

/// The 64 bits from a place on; zeros behind the end.
fn bits(bytes: &[u8], bit: usize) -> u64 {
    let from = bytes.iter().skip(bit / 8).take(9);
    let wide = from.fold((0u128, 128u32), |(wide, shift), byte| {
        let shift = shift.saturating_sub(8);
        (wide | u128::from(*byte) << shift, shift)
    });
    let shifted = wide.0 << (bit % 8);
    u64::try_from(shifted >> 64).unwrap_or(u64::MAX)
}
