//! How long a search may last, and how `go` says it. Not here: who decides that.

use std::fmt;
use std::time::Duration;

/// The clocks of both sides as the engine is told of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTimes {
    /// What White has left.
    pub white: Duration,
    /// What Black has left.
    pub black: Duration,
    /// What White gets for each move.
    pub white_increment: Duration,
    /// What Black gets for each move.
    pub black_increment: Duration,
    /// Moves until more time comes; `None`: the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// What ends a search; whatever comes first. Without any of these it lasts until `stop`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// Half-moves to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit. Some engines do not know this limit and search on.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clocks, of which the engine makes what it will.
    pub clocks: Option<ClockTimes>,
}

impl GoLimits {
    /// So much time for the move.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self {
            move_time: Some(time),
            ..Self::default()
        }
    }

    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// So many half-moves ahead.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// What the clocks allow.
    #[must_use]
    pub fn clocks(clocks: ClockTimes) -> Self {
        Self {
            clocks: Some(clocks),
            ..Self::default()
        }
    }
}

impl fmt::Display for GoLimits {
    /// The command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if *self == Self::default() {
            return f.write_str(" infinite");
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(time) = self.move_time {
            write!(f, " movetime {}", at_least_one(time))?;
        }
        let Some(clocks) = self.clocks else {
            return Ok(());
        };
        write!(
            f,
            " wtime {} btime {} winc {} binc {}",
            at_least_one(clocks.white),
            at_least_one(clocks.black),
            clocks.white_increment.as_millis(),
            clocks.black_increment.as_millis(),
        )?;
        match clocks.moves_to_go {
            Some(moves) => write!(f, " movestogo {moves}"),
            None => Ok(()),
        }
    }
}

/// Engines take a time of 0 for a time that was not given.
fn at_least_one(time: Duration) -> u128 {
    time.as_millis().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_written_as_go_has_them() {
        let ms = Duration::from_millis;
        assert_eq!(GoLimits::default().to_string(), "go infinite");
        assert_eq!(GoLimits::depth(7).to_string(), "go depth 7");
        assert_eq!(GoLimits::nodes(500).to_string(), "go nodes 500");
        assert_eq!(GoLimits::move_time(ms(0)).to_string(), "go movetime 1");
        let clocks = ClockTimes {
            white: ms(61_500),
            black: ms(0),
            white_increment: ms(100),
            black_increment: ms(0),
            moves_to_go: Some(4),
        };
        assert_eq!(
            GoLimits::clocks(clocks).to_string(),
            "go wtime 61500 btime 1 winc 100 binc 0 movestogo 4"
        );
    }
}
