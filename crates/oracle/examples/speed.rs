//! How fast the rules count moves beside shakmaty and cozy-chess, as ratios of one run: the counts
//! alternate between the three, and the fastest round of each counts. `cargo run --release -p
//! tabiya-oracle --example speed`.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by a panic"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use shakmaty::Position as _;
use tabiya_oracle::{to_cozy, to_shakmaty};
use tabiya_rules::{Mode, Position};

const ROUNDS: usize = 5;
const LINES: [(&str, &str, u32); 3] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
    ),
    (
        "promotions",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        4,
    ),
];

fn our_leaves(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let step = |mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        our_leaves(&next, depth - 1)
    };
    position.legal_moves().into_iter().map(step).sum()
}

fn shakmaty_bulk(position: &shakmaty::Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let step = |mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        shakmaty_bulk(&next, depth - 1)
    };
    moves.into_iter().map(step).sum()
}

fn shakmaty_leaves(position: &shakmaty::Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let step = |mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        shakmaty_leaves(&next, depth - 1)
    };
    position.legal_moves().into_iter().map(step).sum()
}

fn cozy(board: &cozy_chess::Board, depth: u32, bulk: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|set| {
        if bulk && depth == 1 {
            nodes += set.len() as u64;
            return false;
        }
        for mv in set {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += cozy(&next, depth - 1, bulk);
        }
        false
    });
    nodes
}

fn time(best: &mut Duration, expected: &mut u64, count: impl Fn() -> u64) {
    let start = Instant::now();
    let nodes = black_box(count());
    *best = start.elapsed().min(*best);
    assert!(
        *expected == 0 || *expected == nodes,
        "{nodes} instead of {expected}"
    );
    *expected = nodes;
}

fn main() {
    println!(
        "{:<11} {:>6} {:>12} {:>10} {:>10} {:>10}",
        "position", "", "nodes/s", "ours", "shakmaty", "cozy"
    );
    for (name, fen, depth) in LINES {
        let ours = Position::from_fen(fen, Mode::Standard).expect("playable");
        let theirs = to_shakmaty(&ours).expect("playable");
        let board = to_cozy(&ours).expect("playable");
        for bulk in [true, false] {
            let mut best = [Duration::MAX; 3];
            let [a, b, c] = &mut best;
            let mut nodes = 0;
            for _ in 0..ROUNDS {
                if bulk {
                    time(a, &mut nodes, || tabiya_rules::perft(&ours, depth));
                    time(b, &mut nodes, || shakmaty_bulk(&theirs, depth));
                } else {
                    time(a, &mut nodes, || our_leaves(&ours, depth));
                    time(b, &mut nodes, || shakmaty_leaves(&theirs, depth));
                }
                time(c, &mut nodes, || cozy(&board, depth, bulk));
            }
            let rate = u32::try_from(nodes).map_or(f64::MAX, f64::from) / a.as_secs_f64();
            let ratio = |other: &Duration| b.as_secs_f64() / other.as_secs_f64();
            println!(
                "{name:<11} {:>6} {rate:>12.0} {:>10.2} {:>10.2} {:>10.2}",
                if bulk { "bulk" } else { "leaves" },
                ratio(a),
                1.0,
                ratio(c)
            );
        }
    }
}
