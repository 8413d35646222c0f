//! How finely positions are grouped. Where all men but kings and pawns are told only by the squares on
//! which they may be, a mate may seem possible that is none. Then one kind of men more is told
//! exactly, or all those of one side: far more groups, and far fewer than positions. What a group
//! is, and why no mate follows from some, is told in `scene` and `scenes`.

use alloc::vec::Vec;

use super::Proof;
use super::class::{Classes, KINDS, Kind};
use super::field::Field;
use super::scenes::{Failure, Purpose, Scenes};
use crate::Color;

/// All ways to group what can come about from one position.
pub(super) struct Grains {
    root: Field,
    winner: Color,
    /// What was not worked out yet.
    left: Vec<Classes>,
    /// The groups of the most kinds that float, if they were worked out and are no proof.
    coarse: Option<Scenes>,
}

impl Grains {
    pub(super) fn new(root: Field, winner: Color) -> Self {
        let all = Classes::all(&root);
        let mut left = Vec::from([all.clone()]);
        let mut add = |is_exact: &dyn Fn(Kind) -> bool| {
            let kinds = all.without(is_exact);
            if !left.contains(&kinds) && !kinds.are_none() {
                left.push(kinds);
            }
        };
        for exact in KINDS {
            add(&|kind| kind == exact);
        }
        for color in Color::ALL {
            add(&|kind| kind.color == color);
        }
        Self {
            root,
            winner,
            left,
            coarse: None,
        }
    }

    /// Works out those ways that make at most `limit` groups; a proof that no mate can come about,
    /// if one of them is.
    pub(super) fn proof(&mut self, limit: usize) -> Option<Proof> {
        let all = Classes::all(&self.root);
        for classes in core::mem::take(&mut self.left) {
            let purpose = if classes == all {
                Purpose::Guide
            } else {
                Purpose::Proof
            };
            let scenes = Scenes::of(&self.root, self.winner, classes.clone(), limit, purpose);
            let scenes = match scenes {
                Ok(scenes) => scenes,
                Err(Failure::NoUse) => continue,
                Err(Failure::TooMany) => {
                    self.left.push(classes);
                    continue;
                }
            };
            if let Some(proof) = scenes.proof() {
                return Some(proof);
            }
            self.coarse = Some(scenes);
        }
        None
    }

    /// What was worked out and is no proof: it may be one for what can come about later.
    pub(super) fn take_scenes(&mut self) -> Option<Scenes> {
        self.coarse.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::winnable::packed::Packed;
    use crate::{Budget, Mode, Position, Verdict, verify, winnable};

    #[test]
    fn few_groups_spare_a_search_of_a_million_positions() {
        let fen = "3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 0 1";
        let position = Position::from_fen(fen, Mode::Standard).unwrap();
        let root = Field::of(Packed::of(&position));
        for winner in Color::ALL {
            let proof = Grains::new(root, winner).proof(1_000).unwrap();
            let verdict = Verdict::No { proof };
            assert!(verify(&position, winner, &verdict), "{winner}");
            let verdict = winnable(&position, winner, Budget::positions(50_000));
            assert!(!verdict.is_winnable(), "{winner}");
        }
    }

    #[test]
    fn a_mate_that_is_possible_is_in_some_group_however_fine() {
        for (fen, winner) in [
            ("8/8/8/8/8/1k6/4B3/K3n3 w - - 0 1", Color::Black),
            (
                "8/2k5/2b1b3/1p1p1pBp/1P1P1P1P/8/2bK1B2/8 b - - 0 1",
                Color::White,
            ),
        ] {
            let position = Position::from_fen(fen, Mode::Standard).unwrap();
            let root = Field::of(Packed::of(&position));
            let verdict = winnable(&position, winner, Budget::default());
            assert!(matches!(verdict, Verdict::Yes { .. }), "{fen}");
            assert!(verify(&position, winner, &verdict), "{fen}");
            assert_eq!(Grains::new(root, winner).proof(50_000), None, "{fen}");
        }
    }
}
