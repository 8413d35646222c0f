//! How much less deeply late moves are searched: a table by depth and number of the move. Not here:
//! what a node adds to it (`node`).

use super::params;

/// Depths and numbers of moves beyond this count like this.
const SIZE: usize = 64;
/// Reductions are counted in parts of a half-move.
pub(super) const ONE: i32 = 1024;

/// Reductions in 1024ths of a half-move, by depth and number of the move.
pub(super) struct Reductions([[i32; SIZE]; SIZE]);

impl Reductions {
    pub(super) fn new() -> Reductions {
        let logs: [i32; SIZE] = std::array::from_fn(log);
        Reductions(logs.map(|depth| {
            logs.map(|count| {
                params::REDUCTION_BASE + depth * count / ONE * ONE / params::REDUCTION_DIVISOR
            })
        }))
    }

    pub(super) fn get(&self, depth: i32, count: usize) -> i32 {
        let depth = usize::try_from(depth).unwrap_or(0).min(SIZE - 1);
        self.0[depth][count.min(SIZE - 1)]
    }
}

/// The natural logarithm in 1024ths, 0 for 0. In whole numbers, so that every machine has the same.
fn log(number: usize) -> i32 {
    /// The natural logarithm of 2, in 1024ths.
    const LOG_2: i32 = 710;
    let number = u64::try_from(number).unwrap_or(1).max(1);
    let whole = number.ilog2();
    // Between 1 and 2, with 30 bits behind the point. Each squaring gives one bit of its logarithm.
    let mut rest = (number << 30) >> whole;
    let mut bits = i32::try_from(whole).unwrap_or(0);
    for _ in 0..10 {
        rest = (rest * rest) >> 30;
        bits *= 2;
        if rest >= 2 << 30 {
            rest >>= 1;
            bits += 1;
        }
    }
    bits * LOG_2 / ONE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_make_good_logarithms() {
        for number in 1..SIZE {
            #[expect(clippy::cast_precision_loss, reason = "below 64")]
            let exact = (number as f64).ln() * 1024.0;
            assert!((f64::from(log(number)) - exact).abs() < 4.0, "{number}");
        }
    }

    #[test]
    fn later_and_deeper_is_reduced_more() {
        let table = Reductions::new();
        assert!(table.get(10, 20) > table.get(10, 3));
        assert!(table.get(20, 10) > table.get(5, 10));
        assert_eq!(table.get(100, 1000), table.get(63, 63));
        assert!(table.get(0, 0) >= 0);
    }
}
