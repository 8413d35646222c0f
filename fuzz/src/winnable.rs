//! Can this side still mate? Every answer must be proved to the judge, which knows nothing of how
//! it was found.

use tabiya_rules::{Budget, Color, Verdict, cannot_mate_by_material, verify};

use crate::positions::{Bytes, position};

/// Asks about both sides of a position that the bytes describe, with little work.
///
/// # Panics
/// When the judge refuses an answer, or a small budget and a large one contradict each other.
pub fn winnable(data: &[u8]) {
    let Some(position) = position(&mut Bytes(data)) else {
        return;
    };
    for color in Color::ALL {
        let verdicts = [
            Budget::after_move(),
            Budget::positions(300),
            Budget::positions(3_000),
        ]
        .map(|budget| tabiya_rules::winnable(&position, color, budget));
        for verdict in &verdicts {
            assert!(
                verify(&position, color, verdict),
                "{verdict:?} for {color} in {}",
                position.fen()
            );
        }
        let says_yes = |verdict: &Verdict| matches!(verdict, Verdict::Yes { .. });
        let says_no = |verdict: &Verdict| matches!(verdict, Verdict::No { .. });
        assert!(
            !(verdicts.iter().any(says_yes) && verdicts.iter().any(says_no)),
            "yes and no for {color} in {}",
            position.fen()
        );
        if cannot_mate_by_material(position.board(), color) {
            assert!(
                verdicts.iter().any(says_no),
                "{color} in {}",
                position.fen()
            );
        }
    }
}
