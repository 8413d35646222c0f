//! How long and how far a search goes. Not here: how time is shared out among the moves (`time`).

use std::time::Duration;

use tabiya_rules::Move;

/// What bounds a search. Every bound that is set holds; with none the search ends by [`crate::Stop`]
/// only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Full half-moves to look ahead, 1 to 127.
    pub depth: Option<u32>,
    /// Positions to visit, all threads together.
    pub nodes: Option<u64>,
    /// Ends when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// What time there is.
    pub time: TimeLimit,
    /// How many best lines to report, at least 1.
    pub lines: usize,
    /// The only moves to consider at the root; all when empty.
    pub only: Vec<Move>,
}

/// What time a search has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// As much as it takes.
    Unlimited,
    /// Exactly so much for this move.
    Move(Duration),
    /// A clock; the engine decides how much of it this move is worth.
    Clock(ClockLeft),
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLeft {
    /// What is left.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves to the next time control; to the end of the game when `None`.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// No bound at all.
    #[must_use]
    pub fn none() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            mate: None,
            time: TimeLimit::Unlimited,
            lines: 1,
            only: Vec::new(),
        }
    }

    /// So many half-moves deep.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::none()
        }
    }

    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::none()
        }
    }

    /// So long.
    #[must_use]
    pub fn move_time(time: Duration) -> Limits {
        Limits {
            time: TimeLimit::Move(time),
            ..Limits::none()
        }
    }
}
