//! The fingerprint: how many positions a fixed search visits. Whatever changes the search or the
//! evaluation changes it, and nothing else does: it is the same on every machine. Not here: how
//! strong the engine is (docs/engine.md).

use std::time::Duration;

use tabiya_rules::{Game, Mode, Position};
use web_time::Instant;

use crate::{Engine, Limits, Options, Stop};

/// The sum over all positions at [`DEPTH`]. Whoever changes the search or the evaluation on purpose
/// writes the new number here and into the message of the commit.
pub const FINGERPRINT: u64 = 344_749;

/// How deep each position is searched, in half-moves.
pub const DEPTH: u32 = 10;

/// Positions from games that the engine has played against itself, one of them of Chess960.
const POSITIONS: [&str; 15] = [
    "r1bqkb1r/p2n1ppp/5n2/1Pppp3/8/1P1PP1Q1/2P2PPP/RNB1KBNR w KQkq - 3 8",
    "r2k1bnr/pbp1p1pp/np6/1B6/4p3/N1P2PP1/PP5P/R1B1K1NR w KQ - 2 11",
    "rnbqk2r/5p2/2p2n1p/p2p2p1/3P4/2PN4/P3PNPP/R2QKB1R w KQkq - 1 14",
    "r1bqk2r/2p5/p1nbp1p1/1p1p1nP1/3P4/P1N1BN2/1PP3BP/R2Q1RK1 w - - 1 17",
    "r5n1/pp2bkp1/1qp3b1/7r/3P4/P1B2P2/1Pn3B1/RNQ1K2R w KQ - 2 20",
    "r3kb1r/2p1pppp/1p6/p3P2N/P1R2n2/3P1P1N/1q4PP/4KBR1 w kq - 0 23",
    "3r1k2/8/2N1q1p1/1p1n1p1p/P1B5/4PQP1/2PP3P/5RK1 w - - 0 26",
    "2kr4/p2q2rp/1p3p2/8/2PP4/2QBN1n1/PB5R/2K1R3 w - - 11 31",
    "1k5r/8/8/4RR1p/P5pP/2K5/r3BPP1/8 w - - 3 36",
    "8/1B4k1/1p6/5p2/PKP4R/8/4r3/8 w - - 0 41",
    "8/p7/nkp5/1p2pr2/3q4/4Q3/5PK1/8 w - - 0 46",
    "8/8/4bk2/2b1r3/5K1p/5B2/8/3R4 w - - 0 56",
    "1nbqk2r/2pp1ppp/pn6/p1b1p1P1/4P3/P6N/1P1P1P1P/RNBQK2R w KQk - 0 10",
    "r1b2rk1/2qpb1pp/3n1p2/p2P4/1nB2P2/1PN1B3/2PN2PP/R2QK2R w KQ - 5 16",
    "1rkr4/pppbppp1/2n3qp/4P3/3p1n2/2PN2B1/PP1BQPPP/1RKR4 w DBdb - 2 13",
];

/// What a run has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Positions visited.
    pub nodes: u64,
    /// What it took.
    pub time: Duration,
}

/// Searches the positions to a depth, one thread, with a table of 16 MiB that knows nothing. After
/// each, `on_position` is told how many are done, how many there are and the nodes so far.
pub fn run(depth: u32, on_position: &mut dyn FnMut(usize, usize, u64)) -> Run {
    let begun = Instant::now();
    let mut engine = Engine::new(Options::default());
    let limits = Limits::depth(depth);
    let mut nodes = 0;
    for (done, fen) in POSITIONS.iter().enumerate() {
        if let Ok(position) = Position::from_fen(fen, Mode::Chess960) {
            engine.new_game();
            let game = Game::new(position);
            nodes += engine
                .search(&game, &limits, &Stop::new(), &mut |_| {})
                .nodes;
        }
        on_position(done + 1, POSITIONS.len(), nodes);
    }
    Run {
        nodes,
        time: begun.elapsed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_is_the_one_that_was_measured() {
        let nodes = run(DEPTH, &mut |_, _, _| {}).nodes;
        assert_eq!(
            nodes, FINGERPRINT,
            "the search or the evaluation has changed; if it should, write {nodes} into bench.rs"
        );
    }

    #[test]
    fn every_position_can_be_played() {
        for fen in POSITIONS {
            assert!(Position::from_fen(fen, Mode::Chess960).is_ok(), "{fen}");
        }
    }
}
