//! Who acts at a table: the two seats, spectators, an arbiter and the system. What they may do stands in
//! `table.rs`.

use core::fmt;
use core::ops::Not;

/// One of the two places at a table. A seat plays either color; colors change from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Seat {
    /// Who opened the table: chooses the settings and starts the game.
    Owner,
    /// Who came by the link.
    Guest,
}

impl Seat {
    /// Both seats, the owner first.
    pub const ALL: [Self; 2] = [Self::Owner, Self::Guest];

    /// The seat across the board.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Owner => Self::Guest,
            Self::Guest => Self::Owner,
        }
    }
}

impl Not for Seat {
    type Output = Self;

    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Owner => "owner",
            Self::Guest => "guest",
        })
    }
}

/// Whose command it is, and for whom a view is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player, proven by the shell to hold this seat.
    Seat(Seat),
    /// Anybody else who looks on.
    Spectator,
    /// Who sees to it that the Laws are kept (FIDE 12): somebody whom the shell trusts with that, or
    /// a script. He has no seat and does not play.
    Arbiter,
    /// The shell itself: time, presence, outages.
    System,
}

impl Actor {
    /// The seat, if the actor has one.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Spectator | Self::Arbiter | Self::System => None,
        }
    }
}

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BySeat<T> {
    /// The owner's.
    pub owner: T,
    /// The guest's.
    pub guest: T,
}

impl<T> BySeat<T> {
    /// The value of this seat.
    pub const fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::Owner => &self.owner,
            Seat::Guest => &self.guest,
        }
    }

    /// The value of this seat, to change it.
    pub const fn get_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::Owner => &mut self.owner,
            Seat::Guest => &mut self.guest,
        }
    }
}
