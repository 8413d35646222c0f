//! Where a thing is in a list, by its hash.

use alloc::vec::Vec;

/// Open addressing, at most half full. A slot holds the upper half of the hash, and the place of
/// the thing plus one.
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

    /// Notes `place` under `hash`, unless one that `is_same` is there already.
    pub(super) fn insert(
        &mut self,
        hash: u64,
        place: u32,
        mut is_same: impl FnMut(u32) -> bool,
    ) -> bool {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = Self::start(hash, self.slots.len());
        while let Some(slot) = self.slots.get_mut(at) {
            if *slot == 0 {
                *slot = (hash & !LOW) | (u64::from(place) + 1);
                self.used += 1;
                return true;
            }
            if (*slot ^ hash) & !LOW == 0 && is_same(place_in(*slot)) {
                return false;
            }
            at = (at + 1) & mask;
        }
        false
    }

    /// Whether one that `is_same` was noted under `hash`.
    pub(super) fn find(&self, hash: u64, mut is_same: impl FnMut(u32) -> bool) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = Self::start(hash, self.slots.len());
        while let Some(&slot) = self.slots.get(at) {
            if slot == 0 {
                return false;
            }
            if (slot ^ hash) & !LOW == 0 && is_same(place_in(slot)) {
                return true;
            }
            at = (at + 1) & mask;
        }
        false
    }

    fn grow(&mut self) {
        // Small ones grow fast, large ones save memory.
        let factor = if self.slots.len() < LARGE { 4 } else { 2 };
        let mut slots = alloc::vec![0_u64; self.slots.len() * factor];
        let mask = slots.len() - 1;
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            let mut at = Self::start(slot, slots.len());
            while let Some(place) = slots.get_mut(at) {
                if *place == 0 {
                    *place = slot;
                    break;
                }
                at = (at + 1) & mask;
            }
        }
        self.slots = slots;
    }
}

fn place_in(slot: u64) -> u32 {
    u32::try_from(slot & LOW).unwrap_or(0).wrapping_sub(1)
}
