//! Chance without a source of chance: numbers drawn from a seed and what they are drawn for, so that
//! the same opponent does the same in the same game. Not here: what is decided by them.

/// Well mixed bits of a number.
pub(super) const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A number between 0 and 1, both excluded.
pub(super) fn fraction(bits: u64) -> f64 {
    (f64::from(u32::try_from(bits >> 32).unwrap_or(0)) + 0.5) / 4_294_967_296.0
}

/// A number around 0 with deviation 1, bell-shaped: the sum of four fractions.
pub(super) fn bell(bits: u64) -> f64 {
    let parts = [0, 1, 2, 3].map(|part| fraction(mix(bits ^ mix(part))));
    (parts.iter().sum::<f64>() - 2.0) * 3.0_f64.sqrt()
}

/// From a number of the whole line to a chance.
pub(super) fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_spread_as_they_should() {
        let draws: Vec<f64> = (0..20_000).map(|n| bell(mix(n))).collect();
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        let spread = draws.iter().map(|draw| draw * draw).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 0.03, "{mean}");
        assert!((spread - 1.0).abs() < 0.05, "{spread}");
        assert!((0..9999).all(|n| (0.0..1.0).contains(&fraction(mix(n)))));
    }
}
