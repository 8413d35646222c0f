//! Where a thing is in a list, by its hash.

use alloc::vec::Vec;

/// Open addressing, at most half full. A slot holds the upper half of the hash, and the place of
/// the thing plus one.
#[derive(Clone)]
pub(super) struct Index {
    slots: Vec<u64>,
    used: usize,
}

/// A power of two, as all that follow.
const FIRST_SLOTS: usize = 64;
/// So many slots are many.
const LARGE: usize = 1 << 16;

const LOW: u64 = 0xFFFF_FFFF;

impl Index {
    pub(super) fn new() -> Self {
        Self {
            slots: alloc::vec![0; FIRST_SLOTS],
            used: 0,
        }
    }

    /// The first slot to try: from the upper half of the hash, which the slot itself repeats.
    fn start(hash: u64, slots: usize) -> usize {
        usize::try_from(hash >> 32).unwrap_or(0) & (slots - 1)
    }

    /// Notes under `hash` the place of a thing that was not noted yet.
    pub(super) fn insert(&mut self, hash: u64, place: u32) {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        self.used += 1;
        fill(&mut self.slots, (hash & !LOW) | (u64::from(place) + 1));
    }

    /// The place in the first slot to try, whether or not it is of the same hash.
    pub(super) fn first(&self, hash: u64) -> u32 {
        let slot = self.slots.get(Self::start(hash, self.slots.len()));
        let place = slot.map_or(0, |slot| slot & LOW);
        u32::try_from(place).unwrap_or(0).wrapping_sub(1)
    }

    /// The place that was noted under `hash` of a thing that `is_same`.
    pub(super) fn find(&self, hash: u64, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = Self::start(hash, self.slots.len());
        while let Some(&slot) = self.slots.get(at) {
            if slot == 0 {
                return None;
            }
            let place = u32::try_from(slot & LOW).unwrap_or(0).wrapping_sub(1);
            if (slot ^ hash) & !LOW == 0 && is_same(place) {
                return Some(place);
            }
            at = (at + 1) & mask;
        }
        None
    }

    fn grow(&mut self) {
        // Small ones grow fast, large ones save memory.
        let factor = if self.slots.len() < LARGE { 4 } else { 2 };
        let mut slots = alloc::vec![0_u64; self.slots.len() * factor];
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            fill(&mut slots, slot);
        }
        self.slots = slots;
    }
}

/// Writes `slot` to the first free slot of its chain.
fn fill(slots: &mut [u64], slot: u64) {
    let mask = slots.len() - 1;
    let mut at = Index::start(slot, slots.len());
    while let Some(free) = slots.get_mut(at) {
        if *free == 0 {
            *free = slot;
            break;
        }
        at = (at + 1) & mask;
    }
}
