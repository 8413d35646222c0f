//! The transposition table: what earlier searches have found about positions, shared by all
//! threads without locks. Not here: which entries a search may trust (`search`).

use std::sync::atomic::{AtomicU64, Ordering};

use tabiya_rules::Move;

use crate::Bound;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move found, or the one that refuted the position. It may be of another position
    /// that shares the key.
    pub(crate) mv: Option<Move>,
    /// As [`crate::search::value::to_table`] makes it.
    pub(crate) value: i32,
    /// The static evaluation before any correction, if it was made.
    pub(crate) eval: Option<i32>,
    /// How deep the search was that gave the value, 0 to 255.
    pub(crate) depth: i32,
    /// What the value says; `None` if only the evaluation is known.
    pub(crate) bound: Option<Bound>,
    /// Whether the position has been on a principal variation.
    pub(crate) is_principal: bool,
}

/// Entries for positions, in clusters of the size of a processor's cache line.
#[derive(Debug)]
pub(crate) struct Table {
    clusters: Vec<Cluster>,
    /// Which search is the present one, 0 to 31, over and over.
    age: u64,
}

const SLOTS: usize = 4;
const AGES: u64 = 32;
/// No evaluation: a value that none has.
const NO_EVAL: i16 = i16::MIN;
/// How much deeper an entry of the present search counts for each search that another is older.
const AGE_WEIGHT: u64 = 4;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS]);

/// Two words that are written one after the other. The first one is the key mixed with the second,
/// so that words of two writers do not fit each other.
#[derive(Debug, Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn read(&self) -> (u64, Data) {
        let data = self.data.load(Ordering::Relaxed);
        (self.mixed.load(Ordering::Relaxed) ^ data, Data(data))
    }

    fn write(&self, key: u64, data: Data) {
        self.mixed.store(key ^ data.0, Ordering::Relaxed);
        self.data.store(data.0, Ordering::Relaxed);
    }
}

/// An entry in 64 bits: move 16, value 16, evaluation 16, depth 8, bound 2, principal 1, age 5.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    fn pack(entry: &Entry, age: u64) -> Data {
        let bound: u64 = match entry.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        let eval = entry.eval.map_or(NO_EVAL, short);
        Data(
            u64::from(entry.mv.map_or(0, Move::to_bits))
                | u64::from(short(entry.value).cast_unsigned()) << 16
                | u64::from(eval.cast_unsigned()) << 32
                | u64::from(u8::try_from(entry.depth.clamp(0, 255)).unwrap_or(0)) << 48
                | bound << 56
                | u64::from(entry.is_principal) << 58
                | age << 59,
        )
    }

    fn entry(self) -> Entry {
        let [
            move_low,
            move_high,
            value_low,
            value_high,
            eval_low,
            eval_high,
            depth,
            rest,
        ] = self.0.to_le_bytes();
        let eval = i16::from_le_bytes([eval_low, eval_high]);
        Entry {
            mv: Move::from_bits(u16::from_le_bytes([move_low, move_high])),
            value: i32::from(i16::from_le_bytes([value_low, value_high])),
            eval: (eval != NO_EVAL).then(|| i32::from(eval)),
            depth: i32::from(depth),
            bound: match rest & 3 {
                0 => None,
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                _ => Some(Bound::Exact),
            },
            is_principal: rest & 4 != 0,
        }
    }

    /// The bits of the move.
    const fn move_bits(self) -> u64 {
        self.0 & 0xffff
    }

    const fn depth(self) -> u64 {
        self.0 >> 48 & 0xff
    }

    const fn age(self) -> u64 {
        self.0 >> 59
    }
}

fn short(value: i32) -> i16 {
    i16::try_from(value).unwrap_or(0)
}

impl Table {
    /// A table that keeps nothing.
    pub(crate) const fn none() -> Table {
        Table {
            clusters: Vec::new(),
            age: 0,
        }
    }

    /// An empty table of that many mebibytes; `None` where there is no such memory.
    pub(crate) fn new(mebibytes: usize) -> Option<Table> {
        let count = mebibytes.checked_mul(1 << 20)? / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).ok()?;
        clusters.resize_with(count, Cluster::default);
        Some(Table { clusters, age: 0 })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.age = 0;
        for cluster in &mut self.clusters {
            *cluster = Cluster::default();
        }
    }

    /// A new search begins: what is there counts less from now on.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Has the processor fetch what is known of a position, and does not wait for it.
    pub(crate) fn touch(&self, key: u64) {
        if let Some(Cluster([first, ..])) = self.cluster(key) {
            std::hint::black_box(first.mixed.load(Ordering::Relaxed));
        }
    }

    /// What is known of the position with that key.
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let cluster = self.cluster(key)?;
        cluster.0.iter().find_map(|slot| {
            let (found, data) = slot.read();
            (found == key && data.0 != 0).then(|| data.entry())
        })
    }

    /// Keeps an entry in place of the one that is worth least. What is known of the same position
    /// goes only if the new entry is about as good.
    pub(crate) fn store(&self, key: u64, entry: &Entry) {
        let Some(cluster) = self.cluster(key) else {
            return;
        };
        let mut data = Data::pack(entry, self.age);
        let mut victim: Option<(&Slot, u64)> = None;
        for slot in &cluster.0 {
            let (found, old) = slot.read();
            if found == key && old.0 != 0 {
                let is_new = entry.bound == Some(Bound::Exact)
                    || old.age() != self.age
                    || data.depth() + 4 + 2 * u64::from(entry.is_principal) > old.depth();
                if data.move_bits() == 0 {
                    data.0 |= old.move_bits();
                }
                if is_new {
                    slot.write(key, data);
                }
                return;
            }
            let years = (AGES + self.age - old.age()) % AGES;
            // An empty slot is the first to be taken.
            let worth = if old.0 == 0 {
                0
            } else {
                1 + AGES * AGE_WEIGHT + old.depth() - AGE_WEIGHT * years
            };
            if victim.is_none_or(|(_, least)| worth < least) {
                victim = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = victim {
            slot.write(key, data);
        }
    }

    /// How much of the table the present search has filled, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        let sample = self.clusters.iter().take(250);
        let slots = sample.flat_map(|cluster| &cluster.0);
        let used = slots.filter(|slot| {
            let (_, data) = slot.read();
            data.0 != 0 && data.age() == self.age
        });
        u32::try_from(used.count()).unwrap_or(0)
    }

    fn cluster(&self, key: u64) -> Option<&Cluster> {
        // The high half of the key, spread over the clusters; there are fewer than 2^32.
        let place = ((key >> 32) * self.clusters.len() as u64) >> 32;
        self.clusters.get(usize::try_from(place).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Position;

    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry {
            mv: Position::standard().legal_moves().first().copied(),
            value: -31_990,
            eval: Some(-77),
            depth,
            bound: Some(Bound::Upper),
            is_principal: true,
        }
    }

    #[test]
    fn an_entry_comes_back_as_it_was() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.probe(0), None);
        for key in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
            table.store(key, &entry(17));
            assert_eq!(table.probe(key), Some(entry(17)));
        }
        let bare = Entry {
            mv: None,
            value: 0,
            eval: None,
            depth: 0,
            bound: None,
            is_principal: false,
        };
        table.store(5, &Entry { depth: 3, ..bare });
        assert_eq!(table.probe(5), Some(Entry { depth: 3, ..bare }));
    }

    #[test]
    fn memory_is_what_was_asked_for() {
        let table = Table::new(3).unwrap();
        assert_eq!(table.clusters.len() * size_of::<Cluster>(), 3 << 20);
    }

    #[test]
    fn memory_that_nobody_has_is_not_taken() {
        assert!(Table::new(usize::MAX).is_none());
        assert!(Table::new(usize::MAX >> 20).is_none());
        let nothing = Table::none();
        nothing.store(7, &entry(3));
        assert_eq!(nothing.probe(7), None);
    }

    #[test]
    fn the_shallow_and_the_old_go_first() {
        let mut table = Table::new(1).unwrap();
        let keys = [1, 2, 3, 4];
        for (key, depth) in keys.into_iter().zip([9, 3, 8, 7]) {
            table.store(key, &entry(depth));
        }
        table.store(5, &entry(1));
        assert_eq!(table.probe(2), None);
        assert_eq!(table.probe(5), Some(entry(1)));
        for _ in 0..3 {
            table.grow_older();
        }
        table.store(6, &entry(1));
        assert_eq!(table.probe(5), None);
        table.store(7, &entry(1));
        // One search older counts as much as four half-moves.
        assert_eq!(table.probe(4), None);
        assert_eq!(table.probe(6), Some(entry(1)));
    }

    #[test]
    fn the_move_stays_when_a_search_finds_none() {
        let table = Table::new(1).unwrap();
        table.store(9, &entry(5));
        let without = Entry {
            mv: None,
            ..entry(6)
        };
        table.store(9, &without);
        assert_eq!(table.probe(9), Some(entry(6)));
        table.store(
            9,
            &Entry {
                value: 3,
                ..entry(0)
            },
        );
        assert_eq!(table.probe(9), Some(entry(6)), "too shallow to be kept");
    }
}
