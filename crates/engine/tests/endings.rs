//! The last men win what is won: from sampled positions the engine mates a bare king that defends
//! itself as well as the engine can, before fifty moves are over.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by a panic"
)]

use tabiya_engine::{Engine, Limits, Options, Stop};
use tabiya_rules::{Color, Game, Mode, Position};

/// Plays on from a position, both sides with an engine of their own; returns the game's end.
fn played_out(fen: &str, nodes: u64) -> Game {
    let mut game = Game::new(Position::from_fen(fen, Mode::Standard).unwrap());
    let engine = || {
        Engine::new(Options {
            hash_mib: 2,
            ..Options::default()
        })
    };
    let mut engines = [engine(), engine()];
    while !game.position().legal_moves().is_empty() && game.position().halfmove_clock() < 100 {
        let side = usize::from(game.position().turn() == Color::Black);
        let report = engines[side].search(&game, &Limits::nodes(nodes), &Stop::new(), &mut |_| {});
        game.play(report.best_move().unwrap()).unwrap();
    }
    game
}

fn mates(fens: &[&str], nodes: u64) {
    for fen in fens {
        let game = played_out(fen, nodes);
        let position = game.position();
        assert!(
            position.is_checkmate(),
            "{fen}: after {} half-moves {}",
            game.ply(),
            position.fen()
        );
    }
}

#[test]
fn queen_and_rook_mate() {
    mates(
        &[
            "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
            "8/8/3k4/8/8/8/8/KR6 w - - 0 1",
            "7k/8/8/3K4/8/8/r7/8 w - - 0 1",
            "8/8/8/3k4/8/8/7q/K7 b - - 0 1",
        ],
        3000,
    );
}

#[test]
fn two_bishops_mate() {
    mates(&["8/8/3k4/8/8/8/8/K1BB4 w - - 0 1"], 4000);
}

#[test]
fn bishop_and_knight_mate() {
    mates(
        &[
            "8/8/4B3/4K3/1k6/8/8/1N6 w - - 0 1",
            "K7/B1N5/8/8/5k2/8/8/8 w - - 0 1",
        ],
        20_000,
    );
}
