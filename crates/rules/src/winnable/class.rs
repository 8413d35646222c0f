//! The classes of men in a group of positions: which men are told only by the squares on which they
//! may be. What a group is, is told in `scene`.

use alloc::vec::Vec;

use crate::{Bitboard, Color, Piece, Role, Square};

use super::field::Field;
use super::geometry;

/// The number of classes at most.
pub(super) const COUNT: usize = 12;

/// More men of one kind are not told apart: it would take too long.
const MOST_ALIKE: u32 = 8;

/// So many men may be exact at home. Each one may double the groups.
const MOST_HOMES: usize = 4;

/// What is alike in men that may be told to be each other: color, role, and for a bishop the color
/// of its squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) color: Color,
    pub(super) role: Role,
    shade: Bitboard,
}

const fn kind(color: Color, role: Role, shade: Bitboard) -> Kind {
    Kind { color, role, shade }
}

const LIGHT: Bitboard = Bitboard(!Bitboard::DARK.0);

/// All kinds of men that may float.
pub(super) const KINDS: [Kind; 10] = [
    kind(Color::White, Role::Knight, Bitboard::ALL),
    kind(Color::White, Role::Bishop, LIGHT),
    kind(Color::White, Role::Bishop, Bitboard::DARK),
    kind(Color::White, Role::Rook, Bitboard::ALL),
    kind(Color::White, Role::Queen, Bitboard::ALL),
    kind(Color::Black, Role::Knight, Bitboard::ALL),
    kind(Color::Black, Role::Bishop, LIGHT),
    kind(Color::Black, Role::Bishop, Bitboard::DARK),
    kind(Color::Black, Role::Rook, Bitboard::ALL),
    kind(Color::Black, Role::Queen, Bitboard::ALL),
];

impl Kind {
    /// The men of this kind.
    pub(super) fn men(&self, field: &Field) -> Bitboard {
        field.by_piece(self.color, self.role) & self.shade
    }
}

/// Some floating men of one kind: one man, where there are not too many.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) kind: Kind,
    /// Where they stand at the root.
    pub(super) start: Bitboard,
    /// A man that cannot move at the root is exact as long as it stands there.
    pub(super) home: Option<Square>,
}

impl Class {
    /// How many men there are at most.
    pub(super) const fn count(&self) -> u32 {
        self.start.0.count_ones()
    }

    /// The square of its man, if it is exact among those of the group.
    pub(super) fn at_home(&self, core: &Field) -> Option<Square> {
        let men = self.kind.men(core);
        self.home.filter(|&home| men.contains(home))
    }
}

/// The squares on which the men of each class may stand; no square of a class without men, or whose
/// man is at home.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Floating(pub(super) [Bitboard; COUNT]);

impl Floating {
    pub(super) const NONE: Self = Self([Bitboard::EMPTY; COUNT]);

    /// Adds squares; whether any was new.
    pub(super) fn add(&mut self, other: &Self) -> bool {
        let mut grew = false;
        for (set, more) in self.0.iter_mut().zip(&other.0) {
            grew |= (*more - *set).any();
            *set |= *more;
        }
        grew
    }

    pub(super) fn without(mut self, squares: Bitboard) -> Self {
        for set in &mut self.0 {
            *set -= squares;
        }
        self
    }
}

/// Which men float.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Classes(Vec<Class>);

impl Classes {
    /// All men of the position float, kings and pawns aside: each man in a class of its own, or,
    /// where they are too many, those of a kind together.
    pub(super) fn all(field: &Field) -> Self {
        let mut homes = Vec::new();
        for kind in KINDS {
            let own = field.by_color(kind.color);
            for man in kind.men(field) {
                let targets = geometry::attacks(kind.color, kind.role, man.into(), field.occupied);
                if (targets - own).is_empty() && homes.len() < MOST_HOMES {
                    homes.push(Class {
                        kind,
                        start: man.into(),
                        home: Some(man),
                    });
                }
            }
        }
        let mut men = field.occupied - field.kings - field.pawns;
        let kinds = |men: Bitboard| {
            let all = KINDS
                .into_iter()
                .map(move |kind| (kind, kind.men(field) & men));
            all.filter(|(_, men)| men.any())
        };
        let class = |(kind, start)| Class {
            kind,
            start,
            home: None,
        };
        for home in &homes {
            men -= home.start;
        }
        let mut classes = homes;
        if classes.len() + men.count() as usize <= COUNT {
            for (kind, men) in kinds(men) {
                classes.extend(men.into_iter().map(|man| class((kind, man.into()))));
            }
        } else if classes.len() + kinds(men).count() <= COUNT {
            classes.extend(kinds(men).map(class));
        } else {
            classes = kinds(Bitboard::ALL).map(class).collect();
        }
        Self(classes)
    }

    /// The same, with these kinds told exactly.
    pub(super) fn without(&self, is_exact: impl Fn(Kind) -> bool) -> Self {
        let mut left = self.clone();
        left.0.retain(|class| !is_exact(class.kind));
        left
    }

    /// Whether nothing floats.
    pub(super) const fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Class> {
        self.0.iter()
    }

    /// The men of the position, and of which class each one is that floats.
    pub(super) fn men(&self, field: &Field) -> Vec<(Piece, Option<usize>)> {
        let mut men = Vec::new();
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { role, color };
                let mut exact = field.by_piece(color, role).count();
                for (index, class) in self.0.iter().enumerate() {
                    if class.kind.color == color && class.kind.role == role {
                        exact -= class.count();
                        men.extend((0..class.count()).map(|_| (piece, Some(index))));
                    }
                }
                men.extend((0..exact).map(|_| (piece, None)));
            }
        }
        men
    }

    /// The men of the position that are not exact in its group.
    pub(super) fn floating(&self, field: &Field) -> Bitboard {
        let mut men = Bitboard::EMPTY;
        for class in &self.0 {
            men |= class.kind.men(field);
        }
        for home in self.0.iter().filter_map(|class| class.at_home(field)) {
            men -= home.into();
        }
        men
    }

    /// Where the men float at the root.
    pub(super) fn at_root(&self) -> Floating {
        let mut floating = Floating::NONE;
        for (set, class) in floating.0.iter_mut().zip(&self.0) {
            if class.home.is_none() {
                *set = class.start;
            }
        }
        floating
    }

    /// Where men of that color may float.
    pub(super) fn of(&self, floating: &Floating, color: Color) -> Bitboard {
        let mut all = Bitboard::EMPTY;
        for (set, class) in floating.0.iter().zip(&self.0) {
            if class.kind.color == color {
                all |= *set;
            }
        }
        all
    }

    /// Whether the men of the position that float can be told to be the men of the classes, each on
    /// a square of its set.
    pub(super) fn fit(&self, field: &Field, floating: &Floating) -> bool {
        let men = self.floating(field);
        let mut told = Bitboard::EMPTY;
        for class in &self.0 {
            let alike = (class.kind.men(field) & men) - told;
            told |= alike;
            if !self.can_hold(alike, floating, |kind| kind == class.kind, Some(field)) {
                return false;
            }
        }
        true
    }

    /// Whether different floating men of `color` may stand on all of `squares`.
    pub(super) fn can_fill(&self, squares: Bitboard, floating: &Floating, color: Color) -> bool {
        self.can_hold(squares, floating, |kind| kind.color == color, None)
    }

    /// Whether each of `squares` can be given a man of its own from the classes of these kinds. By
    /// Hall's theorem that is so if and only if for any of the squares there are as many men.
    fn can_hold(
        &self,
        squares: Bitboard,
        floating: &Floating,
        is_fit: impl Fn(Kind) -> bool,
        field: Option<&Field>,
    ) -> bool {
        let mut counts = [0; COUNT];
        let classes = counts.iter_mut().zip(&self.0).zip(&floating.0);
        for ((count, class), set) in classes {
            let is_home = field.is_some_and(|field| class.at_home(field).is_some());
            if is_fit(class.kind) && !is_home {
                if class.count() >= squares.count() && (squares - *set).is_empty() {
                    return true;
                }
                *count = class.count();
            }
        }
        if field.is_some() && squares.count() > MOST_ALIKE {
            return false;
        }
        let mut some = squares;
        while some.any() {
            let holders = counts.iter().zip(&floating.0);
            let holders = holders.filter(|(_, set)| (**set & some).any());
            if holders.map(|(count, _)| count).sum::<u32>() < some.count() {
                return false;
            }
            // The next smaller subset.
            some = Bitboard(some.0.wrapping_sub(1)) & squares;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::winnable::packed::Packed;
    use crate::{Budget, Mode, Position, Verdict, verify, winnable};

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Mode::Standard).unwrap()
    }

    /// A rook and a bishop beside their king cannot move, and the other bishops are each on its
    /// side of a wall.
    const LOCKED_CORNER: &str = "2b4B/4k3/8/8/p1p1p1p1/P1P1PpP1/5P1K/1b4BR w - - 0 1";

    #[test]
    fn men_at_home_and_bishops_beyond_a_wall_are_told_apart() {
        let start = position(LOCKED_CORNER);
        for winner in Color::ALL {
            let verdict = winnable(&start, winner, Budget::positions(20_000));
            assert!(!verdict.is_winnable(), "{winner}");
            assert!(matches!(verdict, Verdict::No { .. }) && verify(&start, winner, &verdict));
        }
    }

    #[test]
    fn a_position_fits_only_where_each_man_has_a_class_of_its_own() {
        let root = Field::of(Packed::of(&position(LOCKED_CORNER)));
        let classes = Classes::all(&root);
        assert_eq!(
            classes.iter().filter(|class| class.home.is_some()).count(),
            2
        );
        let fits = |fen| classes.fit(&Field::of(Packed::of(&position(fen))), &classes.at_root());
        assert!(fits(LOCKED_CORNER));
        // One of the bishops is gone: it may be.
        assert!(fits("7B/4k3/8/8/p1p1p1p1/P1P1PpP1/5P1K/1b4BR w - - 0 1"));
        // A bishop where none has its squares, or more of them than there were.
        for fen in [
            "7B/3bk3/8/8/p1p1p1p1/P1P1PpP1/5P1K/1b4BR w - - 0 1",
            "2b4B/4k3/8/3b4/p1p1p1p1/P1P1PpP1/5P1K/1b4BR w - - 0 1",
        ] {
            assert!(!fits(fen), "{fen}");
        }
    }
}
