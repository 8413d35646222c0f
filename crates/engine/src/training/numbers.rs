//! Numbers that look random and follow from a seed.

/// A number that stands for all of these in their order.
pub(super) fn fingerprint(words: impl IntoIterator<Item = u64>) -> u64 {
    let mix = |print: u64, word| Numbers::new(print ^ word).next();
    words.into_iter().fold(0, mix)
}

/// SplitMix64.
#[derive(Clone, Debug)]
pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) const fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub(super) const fn below(&mut self, bound: usize) -> usize {
        (self.next() % (bound as u64)) as usize
    }
}
