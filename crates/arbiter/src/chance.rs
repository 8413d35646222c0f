//! All chance at a table, computed from the seed that came with `TableOpened`: the toss for
//! colors and the draw of a Chess960 position. The same seed and game number always give the
//! same.

use crate::seat::Seat;
use crate::settings::StartPosition;

/// The seat that plays White by lot.
pub(crate) fn toss(seed: u64, game_number: u32) -> Seat {
    if draw(seed, game_number, 0).is_multiple_of(2) {
        Seat::Owner
    } else {
        Seat::Guest
    }
}

/// A Chess960 number by lot.
pub(crate) fn chess960_number(seed: u64, game_number: u32) -> u16 {
    let arrays = u64::from(StartPosition::CHESS960_ARRAYS);
    u16::try_from(draw(seed, game_number, 1) % arrays).unwrap_or_default()
}

/// Two draws for each game, each from a state of its own.
fn draw(seed: u64, game_number: u32, which: u64) -> u64 {
    split_mix(split_mix(seed).wrapping_add(u64::from(game_number) * 2 + which))
}

/// One step of SplitMix64: a bijection that spreads neighboring states over all of its range.
const fn split_mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toss_is_fair_and_repeatable() {
        let owners = (0..10_000).filter(|n| toss(7, *n) == Seat::Owner).count();
        assert!((4_800..5_200).contains(&owners), "{owners} of 10000");
        assert_eq!(toss(7, 1), toss(7, 1));
        let first_games = (0..10_000)
            .filter(|seed| toss(*seed, 1) == Seat::Owner)
            .count();
        assert!(
            (4_800..5_200).contains(&first_games),
            "{first_games} of 10000"
        );
    }

    #[test]
    fn every_chess960_array_is_drawn() {
        let mut drawn = [false; 960];
        for seed in 0..20_000 {
            drawn[usize::from(chess960_number(seed, 1))] = true;
        }
        assert!(drawn.into_iter().all(|hit| hit));
    }
}
