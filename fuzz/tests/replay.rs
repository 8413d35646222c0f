//! The targets without a fuzzer: every seed, and seeds changed at random, the same in every run.

use std::env;
use std::fs;
use std::path::Path;

use tabiya_fuzz::TARGETS;

/// A small generator of random numbers (SplitMix64).
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count.max(1) as u64).expect("below a usize")
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("seeds")
        .join(target);
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let seeds: Vec<_> = paths
        .into_iter()
        .map(|path| fs::read(path).expect("a seed"))
        .collect();
    assert!(seeds.len() >= 3, "{target} has {} seeds", seeds.len());
    seeds
}

/// One of the seeds with a few changes: bytes changed, removed, doubled, taken from another seed.
fn changed(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[rng.below(seeds.len())].clone();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len());
        let end = at + rng.below(bytes.len() - at).min(16);
        match rng.below(5) {
            0 if !bytes.is_empty() => bytes[at] = rng.byte(),
            1 if !bytes.is_empty() => bytes[at] ^= 1 << rng.below(8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let other = &seeds[rng.below(seeds.len())];
                let from = rng.below(other.len());
                let to = from + rng.below(other.len() - from).min(32);
                bytes.splice(at..end, other[from..to].iter().copied());
            }
        }
    }
    bytes
}

#[test]
fn all_targets_hold_for_the_seeds_and_what_comes_of_them() {
    let changes = if env::var_os("TABIYA_LONG").is_some() {
        100_000
    } else {
        1_000
    };
    for (name, target) in TARGETS {
        let seeds = seeds(name);
        seeds.iter().for_each(|seed| target(seed));
        let mut rng = Rng(0xf022);
        for _ in 0..changes {
            target(&changed(&mut rng, &seeds));
        }
    }
}
