//! Positions looked at in groups: some men are told exactly, the others only by squares on which
//! they may be. Where no mate is possible in any group that can come about, there is none.
//! What one legal move can make of a group is worked out in `scene`.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::class::{Class, Classes, Floating};
use super::field::Field;
use super::index::Index;
use super::packed::Packed;
use super::scene::{Scene, may_be_mate, results, without_checks};
use super::{Invariant, ManRange, Phase, Proof};
use crate::{Bitboard, Color, Piece};

/// How far a group is from one in which a mate may be possible: `NEVER` for a group from which
/// no such group can be reached.
pub(super) const NEVER: u32 = u32::MAX;

/// What groups are worked out for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// For a proof alone: as soon as a mate seems possible they are good for nothing.
    Proof,
    /// Also to know how far a mate is.
    Guide,
}

/// Why there are no groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failure {
    /// There would be too many.
    TooMany,
    /// They would serve no purpose, however many.
    NoUse,
}

/// All groups that can come about from a position, as far as they were worked out.
#[derive(Clone)]
pub(super) struct Scenes {
    classes: Classes,
    winner: Color,
    scenes: Vec<Scene>,
    known: Index,
    /// Which group may follow which; the same pair may stand here more than once.
    edges: Vec<(u32, u32)>,
    /// The men of the root, and of which class each one is that floats.
    men: Vec<(Piece, Option<usize>)>,
    /// Groups in which a mate or a promotion may be possible.
    exits: Vec<u32>,
    distances: Vec<u32>,
}

impl Scenes {
    /// Works out what can come from `root`, telling the men of `classes` only by their squares;
    /// a failure if these are more than `limit` groups, or if somebody may castle. So too where
    /// there is no such man: a group would be one position, and nothing gained.
    pub(super) fn of(
        root: &Field,
        winner: Color,
        classes: Classes,
        limit: usize,
        purpose: Purpose,
    ) -> Result<Self, Failure> {
        if root.packed.state.may_castle() || classes.are_none() {
            return Err(Failure::NoUse);
        }
        let mut scenes = Self {
            men: classes.men(root),
            classes,
            winner,
            scenes: Vec::new(),
            known: Index::new(),
            edges: Vec::new(),
            exits: Vec::new(),
            distances: Vec::new(),
        };
        let mut open = VecDeque::new();
        let first = Scene::new(root, &scenes.classes, scenes.classes.at_root());
        scenes.merge(first, &mut open);
        while let Some(index) = open.pop_front() {
            let is_exit = scenes.follow(index, &mut open, purpose);
            if is_exit && purpose == Purpose::Proof {
                return Err(Failure::NoUse);
            }
            if scenes.scenes.len() > limit {
                return Err(Failure::TooMany);
            }
        }
        scenes.find_exits();
        scenes.edges = Vec::new();
        Ok(scenes)
    }

    /// Works out what may follow a group; for a proof, whether a mate or a promotion may be in it.
    fn follow(&mut self, index: u32, open: &mut VecDeque<u32>, purpose: Purpose) -> bool {
        let Some(scene) = self.scenes.get_mut(index as usize) else {
            return false;
        };
        scene.is_open = false;
        let mut scene = *scene;
        let classes = self.classes.clone();
        scene.floating = without_checks(&scene, &classes);
        if purpose == Purpose::Proof
            && scene.core.state.turn() != self.winner
            && may_be_mate(&scene, &classes)
        {
            return true;
        }
        let may_promote = results(&scene, &classes, |next| {
            let to = self.merge(next, open);
            self.edges.push((index, to));
        });
        if may_promote {
            self.exits.push(index);
        }
        may_promote
    }

    /// Adds a group, or its squares to those of the same group, and opens it again if there are new
    /// ones.
    fn merge(&mut self, scene: Scene, open: &mut VecDeque<u32>) -> u32 {
        let hash = scene.core.hash();
        let Some(at) = self.place_of(&scene.core, hash) else {
            let count = u32::try_from(self.scenes.len()).unwrap_or(NEVER);
            self.known.insert(hash, count);
            self.scenes.push(Scene {
                is_open: true,
                ..scene
            });
            open.push_back(count);
            return count;
        };
        if let Some(known) = self.scenes.get_mut(at as usize)
            && known.floating.add(&scene.floating)
            && !known.is_open
        {
            known.is_open = true;
            open.push_back(at);
        }
        at
    }

    /// Where the group with these exact men is.
    fn place_of(&self, core: &Packed, hash: u64) -> Option<u32> {
        let is_same = |index: u32| {
            let known = self.scenes.get(index as usize);
            known.is_some_and(|known| known.core == *core)
        };
        self.known.find(hash, is_same)
    }

    /// Finds the groups with a possible mate, and how far every group is from the nearest.
    fn find_exits(&mut self) {
        for (index, scene) in (0..).zip(&self.scenes) {
            if scene.core.state.turn() == self.winner {
                continue;
            }
            let floating = without_checks(scene, &self.classes);
            if may_be_mate(&Scene { floating, ..*scene }, &self.classes) {
                self.exits.push(index);
            }
        }
        let mut heads = alloc::vec![u32::MAX; self.scenes.len()];
        let mut links = Vec::with_capacity(self.edges.len());
        for (edge, &(from, to)) in (0_u32..).zip(&self.edges) {
            let head = heads.get_mut(to as usize);
            links.push((from, head.as_ref().map_or(u32::MAX, |head| **head)));
            if let Some(head) = head {
                *head = edge;
            }
        }
        self.distances = alloc::vec![NEVER; self.scenes.len()];
        let mut layer = self.exits.clone();
        let mut distance = 0;
        while !layer.is_empty() {
            let mut next = Vec::new();
            for index in layer {
                let Some(known) = self.distances.get_mut(index as usize) else {
                    continue;
                };
                if *known != NEVER {
                    continue;
                }
                *known = distance;
                let mut link = heads.get(index as usize).copied().unwrap_or(u32::MAX);
                while let Some(&(from, following)) = links.get(link as usize) {
                    next.push(from);
                    link = following;
                }
            }
            layer = next;
            distance += 1;
        }
    }

    /// The group that the position fits.
    pub(super) fn find(&self, field: &Field) -> Option<u32> {
        let scene = Scene::new(field, &self.classes, Floating::NONE);
        let found = self.place_of(&scene.core, scene.core.hash())?;
        let known = self.scenes.get(found as usize)?;
        self.classes.fit(field, &known.floating).then_some(found)
    }

    /// Whether the position is of this group.
    pub(super) fn fits(&self, group: u32, field: &Field) -> bool {
        let scene = Scene::new(field, &self.classes, Floating::NONE);
        let known = self.scenes.get(group as usize);
        known.is_some_and(|known| {
            known.core == scene.core && self.classes.fit(field, &known.floating)
        })
    }

    /// The groups.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Scene> {
        self.scenes.iter()
    }

    /// How many groups there are.
    pub(super) const fn count(&self) -> usize {
        self.scenes.len()
    }

    /// How many moves at least lie between a position of the group and one in which a mate may be
    /// possible.
    pub(super) fn distance(&self, index: u32) -> u32 {
        self.distances.get(index as usize).copied().unwrap_or(0)
    }

    /// The certificate that no mate follows from the groups from which none can be reached, and for
    /// each group the place of its phase.
    pub(super) fn to_invariant(&self) -> (Invariant, Vec<u32>) {
        let men = &self.men;
        let mut invariant = Invariant {
            men: men.iter().map(|(man, _)| *man).collect(),
            ..Invariant::default()
        };
        let mut places = Vec::with_capacity(self.scenes.len());
        for (scene, &distance) in self.scenes.iter().zip(&self.distances) {
            let place = u32::try_from(invariant.phases.len()).unwrap_or(NEVER);
            places.push(if distance == NEVER { place } else { NEVER });
            if distance == NEVER {
                invariant.phases.push(self.phase(scene));
            }
        }
        (invariant, places)
    }

    /// Whether no mate follows from the root, whose group is the first.
    pub(super) fn is_hopeless(&self) -> bool {
        self.distance(0) == NEVER
    }

    /// The certificate that no mate follows from the root, if none does.
    pub(super) fn proof(&self) -> Option<Proof> {
        self.is_hopeless()
            .then(|| Proof::Invariant(self.to_invariant().0))
    }

    fn phase(&self, scene: &Scene) -> Phase {
        let core = Field::of(scene.core);
        let at_home = |class: &Class| class.at_home(&core);
        let mut exact = core.occupied - self.classes.iter().filter_map(at_home).collect();
        let range = |(man, class): &(Piece, Option<usize>)| {
            let class = class.and_then(|at| self.classes.iter().zip(&scene.floating.0).nth(at));
            if let Some((class, set)) = class {
                let home = at_home(class);
                return ManRange {
                    squares: home.map_or(*set, Bitboard::of),
                    promoted: Bitboard::EMPTY,
                    may_be_gone: home.is_none(),
                };
            }
            let stand = (core.by_piece(man.color, man.role) & exact).first();
            let squares = stand.map_or(Bitboard::EMPTY, Bitboard::of);
            exact -= squares;
            ManRange {
                squares,
                promoted: Bitboard::EMPTY,
                may_be_gone: squares.is_empty(),
            }
        };
        Phase {
            turn: Some(scene.core.state.turn()),
            passed: scene.core.state.passed(),
            ranges: self.men.iter().map(range).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mode, Position};

    /// Plays random moves and asserts that every position fits a group, and that none is a mate
    /// where none should be possible.
    fn stroll(fen: &str, scenes: &Scenes, seed: &mut u64) -> bool {
        let mut position = Position::from_fen(fen, Mode::Standard).unwrap();
        let (root, winner) = (Field::of(Packed::of(&position)), scenes.winner);
        let mut is_hopeless = false;
        for _ in 0..80 {
            let field = Field::of(Packed::of(&position));
            let Some(group) = scenes.find(&field) else {
                let board = position.board();
                assert!(board.by_role(crate::Role::Pawn) != root.pawns, "{fen}");
                break;
            };
            is_hopeless |= scenes.distance(group) == NEVER;
            let is_mated = position.is_checkmate() && position.turn() != winner;
            assert!(!(is_hopeless && is_mated), "{fen}: {}", position.fen());
            assert!(!is_mated || scenes.distance(group) == 0, "{fen}");
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mv = moves[usize::try_from(*seed >> 33).unwrap() % moves.len()];
            position.play_unchecked(mv);
        }
        is_hopeless
    }

    #[test]
    fn every_position_that_follows_fits_a_group() {
        let mut seed = 11;
        let mut hopeless = 0;
        for fen in [
            "8/8/3b3p/5p1P/3b1p1K/5Pp1/6P1/5kb1 b - - 0 1",
            "8/1p2B1B1/1PpB1B2/k1P1B3/p1P2B2/P7/5K2/8 w - - 0 1",
            "8/8/8/8/8/5k2/1n6/N3K3 w - - 0 1",
            "8/8/8/8/8/5k2/8/4K2R b - - 0 1",
        ] {
            let root = Position::from_fen(fen, Mode::Standard).unwrap();
            let root = Field::of(Packed::of(&root));
            let scenes = Scenes::of(
                &root,
                Color::White,
                Classes::all(&root),
                50_000,
                Purpose::Guide,
            )
            .unwrap();
            for _ in 0..100 {
                hopeless += u32::from(stroll(fen, &scenes, &mut seed));
            }
        }
        assert!(hopeless >= 100, "only {hopeless}");
    }
}
