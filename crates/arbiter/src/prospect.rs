//! Could this side still have mated? The answer as an end of a game states it: with the line or
//! with the reason why there is none. When it is asked stands in `ending.rs`; how it is found out
//! is the business of `tabiya_rules::winnable`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya_rules::{
    Budget, ByColor, Color, MaterialClass, Position, Proof, Verdict, verify, winnable,
};

/// The proofs that nobody can mate any more by any series of legal moves (FIDE 5.2.2), if they are
/// found within the whole budget, which may take seconds: what [`Command::DeclareDead`] asks for.
///
/// [`Command::DeclareDead`]: crate::Command::DeclareDead
#[must_use]
pub fn nobody_can_mate(position: &Position) -> Option<ByColor<Proof>> {
    let proof = |color| match winnable(position, color, Budget::default()) {
        Verdict::No { proof } => Some(proof),
        Verdict::Yes { .. } | Verdict::Undecided => None,
    };
    // The side with more men mostly can mate, and then all is said.
    let men = |color| position.board().by_color(color).count();
    let [more, fewer] = if men(Color::White) < men(Color::Black) {
        [Color::Black, Color::White]
    } else {
        [Color::White, Color::Black]
    };
    let (of_more, of_fewer) = (proof(more)?, proof(fewer)?);
    let (white, black) = match more {
        Color::White => (of_more, of_fewer),
        Color::Black => (of_fewer, of_more),
    };
    Some(ByColor { white, black })
}

/// What is known about one side's chance to mate by any series of legal moves (FIDE 5.1.2, 5.2.2,
/// 6.9), in the last position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
pub enum Prospect {
    /// It could mate like this.
    Mate {
        /// Which side.
        color: Color,
        /// Legal moves of both sides in UCI notation, the last of which mates; none if it is mate
        /// already.
        line: Vec<String>,
    },
    /// No series of legal moves ends in its mating.
    NoMate {
        /// Which side.
        color: Color,
        /// Why not.
        reason: NoMateReason,
    },
    /// No proof was found within the budget. That counts as being able to mate.
    Undecided {
        /// Which side.
        color: Color,
    },
}

/// Why no series of legal moves ends in mate: the kind of the proof. The proof itself was checked
/// and is not kept: anyone can make it again from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "by", rename_all = "snake_case"))]
pub enum NoMateReason {
    /// The men on the board never suffice.
    Material {
        /// Which men they are.
        class: MaterialClass,
    },
    /// The men that could mate are locked in for ever.
    Locked,
    /// Every position that can arise was looked at.
    ClosedSet {
        /// How many.
        positions: u32,
    },
}

impl Prospect {
    /// Asks how `color` stands in `position`. What comes back is checked by the judge that knows
    /// nothing of the search; an answer that does not pass counts as none.
    pub(crate) fn of(position: &Position, color: Color, budget: Budget) -> Self {
        let verdict = winnable(position, color, budget);
        if !verify(position, color, &verdict) {
            return Self::Undecided { color };
        }
        match verdict {
            Verdict::Yes { line } => Self::Mate {
                color,
                line: uci_of(position, &line),
            },
            Verdict::No { proof } => Self::NoMate {
                color,
                reason: (&proof).into(),
            },
            Verdict::Undecided => Self::Undecided { color },
        }
    }

    /// What a certificate says that comes from elsewhere, if it is right.
    pub(crate) fn by_certificate(position: &Position, color: Color, proof: &Proof) -> Option<Self> {
        let verdict = Verdict::No {
            proof: proof.clone(),
        };
        verify(position, color, &verdict).then(|| Self::NoMate {
            color,
            reason: proof.into(),
        })
    }

    pub(crate) const fn by_material(color: Color, class: MaterialClass) -> Self {
        Self::NoMate {
            color,
            reason: NoMateReason::Material { class },
        }
    }

    /// Whether it is proved that this side cannot mate.
    #[must_use]
    pub const fn is_no_mate(&self) -> bool {
        matches!(self, Self::NoMate { .. })
    }
}

impl From<&Proof> for NoMateReason {
    fn from(proof: &Proof) -> Self {
        match proof {
            Proof::Material(class) => Self::Material { class: *class },
            Proof::Invariant(_) => Self::Locked,
            Proof::ClosedSet(set) => Self::ClosedSet {
                positions: u32::try_from(set.positions.len()).unwrap_or(u32::MAX),
            },
        }
    }
}

fn uci_of(start: &Position, line: &[tabiya_rules::Move]) -> Vec<String> {
    let mut position = start.clone();
    line.iter()
        .map(|mv| {
            let text = mv.uci(&position).to_string();
            position.play_unchecked(*mv);
            text
        })
        .collect()
}
