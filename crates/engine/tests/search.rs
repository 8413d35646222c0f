//! What a search must find, whatever it is tuned to: mates with their whole lines, draws by the
//! Laws, the same twice, and an end when it is told to.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by a panic"
)]

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tabiya_engine::{
    Bound, ClockLeft, Engine, Info, Limits, Line, Options, Report, Score, Stop, TimeLimit,
};
use tabiya_rules::{Game, Mode, Position, Uci};

const MATES: &str = include_str!("../../../testdata/engine/mates.epd");

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen, Mode::Standard).unwrap())
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let uci: Uci = text.parse().unwrap();
        game.play(uci.resolve(game.position()).unwrap()).unwrap();
    }
}

fn search(game: &Game, limits: &Limits) -> Report {
    let mut engine = Engine::new(Options::default());
    engine.search(game, limits, &Stop::new(), &mut |info| {
        check_info(game, info)
    })
}

/// What is told on the way: bounds are told of with whatever line there is.
fn check_info(game: &Game, info: &Info) {
    if info.bound == Bound::Exact {
        check_line(game, &info.line);
    }
}

/// Every move of a line is legal, and a mate is a whole one.
fn check_line(game: &Game, line: &Line) {
    let mut game = game.clone();
    assert!(!line.moves.is_empty());
    for &mv in &line.moves {
        assert_eq!(game.play(mv), Ok(()), "{:?}", line.moves);
    }
    if let Score::Mate(moves) = line.score {
        let half_moves = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        assert_eq!(
            line.moves.len(),
            usize::try_from(half_moves).unwrap(),
            "{line:?}"
        );
        assert!(game.position().is_checkmate(), "{line:?}");
    }
}

fn score(report: &Report) -> Score {
    report.best().unwrap().score
}

#[test]
fn mates_are_found_with_their_whole_lines() {
    for line in MATES.lines().filter(|line| !line.starts_with('#')) {
        let (fen, moves) = line.split_once(" ;dm ").unwrap();
        let expected = Score::Mate(moves.parse().unwrap());
        let game = game(fen);
        let mut engine = Engine::new(Options::default());
        let limits = Limits {
            mate: moves.parse().ok().filter(|&moves: &u32| moves > 0),
            nodes: Some(400_000),
            ..Limits::depth(24)
        };
        let report = engine.search(&game, &limits, &Stop::new(), &mut |info: &Info| {
            check_info(&game, info);
        });
        assert_eq!(score(&report), expected, "{fen}: {:?}", report.best());
    }
}

#[test]
fn nothing_to_play_is_no_line() {
    for fen in [
        "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
        "7k/8/6QK/8/8/8/8/8 b - - 0 1",
    ] {
        let report = search(&game(fen), &Limits::depth(3));
        assert_eq!(report.best_move(), None, "{fen}");
    }
}

/// White is a rook down, and holds the game by checks without end.
#[test]
fn perpetual_check_is_a_draw() {
    let game = game("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1");
    let report = search(&game, &Limits::depth(10));
    assert_eq!(score(&report), Score::Centipawns(0), "{:?}", report.best());
}

/// What the game has seen twice is a draw the third time, and the side that stands better avoids it.
#[test]
fn the_third_time_is_a_draw() {
    // Black to move stands a rook up; going back to b8 would repeat for the third time.
    let mut line = game("1r4k1/5ppp/8/8/8/7P/5PP1/6K1 w - - 0 1");
    play(&mut line, "g1f1 b8b7 f1g1 b7b8 g1f1 b8b7 f1g1");
    let back = line.clone();
    let only = vec![
        "b7b8"
            .parse::<Uci>()
            .unwrap()
            .resolve(back.position())
            .unwrap(),
    ];
    let report = search(
        &back,
        &Limits {
            only,
            ..Limits::depth(8)
        },
    );
    assert_eq!(score(&report), Score::Centipawns(0));
    let report = search(&line, &Limits::depth(8));
    let Score::Centipawns(value) = score(&report) else {
        panic!("{:?}", report.best());
    };
    assert!(value > 200, "{value}");
}

#[test]
fn fifty_moves_are_a_draw_and_mate_on_the_last_is_not() {
    let drawn = game("7k/8/8/8/8/8/R7/K7 w - - 99 90");
    let report = search(&drawn, &Limits::depth(6));
    assert_eq!(score(&report), Score::Centipawns(0));
    let mate = game("7k/8/5KQ1/8/8/8/8/8 w - - 99 90");
    assert_eq!(score(&search(&mate, &Limits::depth(6))), Score::Mate(1));
    // Two moves are one too many.
    let in_time = game("k7/8/8/1K6/8/8/8/7R w - - 97 90");
    assert_eq!(score(&search(&in_time, &Limits::depth(14))), Score::Mate(2));
    let too_late = game("k7/8/8/1K6/8/8/8/7R w - - 98 90");
    let report = search(&too_late, &Limits::depth(14));
    assert_eq!(score(&report), Score::Centipawns(0));
}

#[test]
fn men_that_cannot_mate_are_worth_nothing() {
    let last_pawn = game("8/8/8/3k4/8/8/4p3/4K3 w - - 0 1");
    let report = search(&last_pawn, &Limits::depth(6));
    assert_eq!(score(&report), Score::Centipawns(0));
    let bare = game("8/8/8/3k4/8/8/4n3/4K3 w - - 0 1");
    let report = search(&bare, &Limits::depth(6));
    assert_eq!(score(&report), Score::Centipawns(0));
}

#[test]
fn a_stalemate_is_seen() {
    // The pawn would be lost on any other square, and on this one the game is drawn.
    let lone = game("5k2/5P2/4K3/8/8/8/8/8 w - - 0 1");
    let report = search(&lone, &Limits::depth(8));
    assert_eq!(score(&report), Score::Centipawns(0), "{:?}", report.best());
}

#[test]
fn the_same_search_visits_the_same_positions() {
    let game = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let first = search(&game, &Limits::depth(9));
    let second = search(&game, &Limits::depth(9));
    assert_eq!((first.nodes, first.lines), (second.nodes, second.lines));
    let mut engine = Engine::new(Options::default());
    let nodes = |engine: &mut Engine| {
        let report = engine.search(&game, &Limits::depth(9), &Stop::new(), &mut |_| {});
        report.nodes
    };
    let fresh = nodes(&mut engine);
    let experienced = nodes(&mut engine);
    engine.new_game();
    assert_eq!(nodes(&mut engine), fresh);
    assert_ne!(experienced, fresh);
}

#[test]
fn a_limit_of_nodes_is_kept_to_the_node_once_a_move_is_known() {
    let game = Game::new(Position::standard());
    for nodes in [1000, 1023, 1024, 1025, 20_000] {
        let report = search(&game, &Limits::nodes(nodes));
        assert_eq!(report.nodes, nodes, "{:?}", report.lines);
        assert!(report.best_move().is_some());
    }
}

/// The queen hangs, by a move that is not generated first: whatever the limits, it is taken.
#[test]
fn no_move_is_played_unseen() {
    let game = game("7k/pp6/8/3q4/8/2N5/PP6/K7 w - - 0 1");
    let stopped = Stop::new();
    stopped.stop();
    let hurried = TimeLimit::Clock(ClockLeft {
        remaining: Duration::from_millis(1),
        increment: Duration::ZERO,
        moves_to_go: None,
    });
    for (limits, stop) in [
        (Limits::nodes(1), Stop::new()),
        (Limits::move_time(Duration::ZERO), Stop::new()),
        (
            Limits {
                time: hurried,
                ..Limits::none()
            },
            Stop::new(),
        ),
        (Limits::none(), stopped),
    ] {
        for threads in [1, 2] {
            let mut engine = Engine::new(Options {
                threads,
                ..Options::default()
            });
            let report = engine.search(&game, &limits, &stop, &mut |_| {});
            let best = report.best_move().map(|mv| mv.to().to_string());
            assert_eq!(best.as_deref(), Some("d5"), "{limits:?}");
            assert!(report.depth >= 1 && report.nodes < 20_000, "{limits:?}");
        }
    }
}

#[test]
fn whoever_asks_for_the_end_gets_it() {
    let game = Game::new(Position::standard());
    let mut engine = Engine::new(Options::default());
    let stop = Stop::new();
    stop.stop();
    let report = engine.search(&game, &Limits::none(), &stop, &mut |_| {});
    assert!(report.nodes < 5000);
    assert!(report.best_move().is_some());
    let stop = Stop::new();
    let report = engine.search(&game, &Limits::none(), &stop, &mut |info| {
        if info.depth == 6 {
            stop.stop();
        }
    });
    assert!(report.depth >= 6 && report.depth < 30);
}

#[test]
fn whoever_cannot_call_is_asked() {
    let game = Game::new(Position::standard());
    let asked = Arc::new(AtomicU32::new(0));
    let stop = {
        let asked = Arc::clone(&asked);
        Stop::with_poll(Arc::new(move || {
            asked.fetch_add(1, Ordering::Relaxed) == 10
        }))
    };
    let mut engine = Engine::new(Options::default());
    let report = engine.search(&game, &Limits::none(), &stop, &mut |_| {});
    assert!(report.nodes < 20_000, "{}", report.nodes);
    assert!(asked.load(Ordering::Relaxed) > 10 && stop.is_stopped());
}

#[test]
fn threads_search_together() {
    let game = game("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let mut engine = Engine::new(Options {
        threads: 3,
        ..Options::default()
    });
    let report = engine.search(&game, &Limits::nodes(100_000), &Stop::new(), &mut |info| {
        check_info(&game, info);
    });
    assert!(report.nodes >= 100_000, "{}", report.nodes);
    check_line(&game, report.best().unwrap());
}

#[test]
fn several_lines_differ_and_the_best_comes_first() {
    let game = game("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let limits = Limits {
        lines: 5,
        ..Limits::depth(7)
    };
    let report = search(&game, &limits);
    assert_eq!(report.lines.len(), 5);
    let first: HashSet<_> = report.lines.iter().map(|line| line.moves.first()).collect();
    assert_eq!(first.len(), 5);
    let values = report.lines.iter().map(|line| line.score.expectation());
    assert!(values.is_sorted_by(|better, worse| better >= worse));
    // No more lines than moves.
    let corner = self::game("7k/8/8/8/8/8/1r6/K7 w - - 0 1");
    let report = search(&corner, &limits);
    assert_eq!(report.lines.len(), corner.position().legal_moves().len());
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let game = Game::new(Position::standard());
    let only: Vec<_> = ["a2a3", "h2h4"]
        .iter()
        .map(|text| {
            text.parse::<Uci>()
                .unwrap()
                .resolve(game.position())
                .unwrap()
        })
        .collect();
    let limits = Limits {
        only: only.clone(),
        lines: 3,
        ..Limits::depth(6)
    };
    let report = search(&game, &limits);
    assert_eq!(report.lines.len(), 2);
    assert!(
        report
            .lines
            .iter()
            .all(|line| only.contains(&line.moves[0]))
    );
}

#[test]
fn with_one_move_the_answer_comes_at_once() {
    let game = game("7k/8/8/8/8/8/6r1/K6r w - - 0 1");
    assert_eq!(game.position().legal_moves().len(), 0);
    let game = self::game("7k/8/8/8/8/8/1r6/K7 w - - 0 1");
    assert_eq!(game.position().legal_moves().len(), 1);
    let clock = ClockLeft {
        remaining: Duration::from_secs(3600),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let limits = Limits {
        time: TimeLimit::Clock(clock),
        ..Limits::none()
    };
    let report = search(&game, &limits);
    assert_eq!(report.depth, 1);
}

/// Positions in which much is going on: nothing may be illegal, and nothing may crash.
#[test]
fn crowded_and_strange_positions_are_searched() {
    for fen in [
        "knQQQQQQ/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK b - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "8/PPPPPPPP/8/2k5/8/2K5/pppppppp/8 w - - 0 1",
        "8/8/8/8/2pPp3/8/8/K6k b - d3 0 1",
    ] {
        let setup = tabiya_rules::Fen::parse_lenient(fen).unwrap();
        let game = Game::new(setup.playable(Mode::Standard).unwrap());
        let report = search(&game, &Limits::nodes(20_000));
        assert!(report.best_move().is_some(), "{fen}");
    }
}

#[test]
fn time_is_kept() {
    let game = Game::new(Position::standard());
    let report = search(&game, &Limits::move_time(Duration::from_millis(50)));
    assert!(report.time >= Duration::from_millis(50));
    // Nothing else would end it before half-move 127.
    assert!(report.depth < 100, "{}", report.depth);
}

#[cfg(feature = "syzygy")]
mod syzygy {
    //! With the tables for three and four men, which are too large to be kept here.

    use std::path::Path;

    use tabiya_rules::syzygy::Tables;

    use super::*;

    fn with_tables() -> Option<Engine> {
        let folder = "../../../shared/cases/engine/syzygy";
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        if !folder.is_dir() {
            eprintln!("SKIPPED: no Syzygy tables in {}", folder.display());
            return None;
        }
        Some(Engine::new(Options {
            syzygy: Some(Arc::new(Tables::open(folder).unwrap())),
            ..Options::default()
        }))
    }

    /// Bishop and knight mate within the fifty moves, whoever plays them, if the tables are asked.
    #[test]
    fn a_won_ending_is_won() {
        let Some(mut engine) = with_tables() else {
            return;
        };
        let mut game = game("8/8/8/3k4/8/8/8/KBN5 w - - 0 1");
        while game.automatic_end().is_none() {
            assert!(
                game.position().halfmove_clock() < 100,
                "{}",
                game.position().fen()
            );
            let report = engine.search(&game, &Limits::nodes(2_000), &Stop::new(), &mut |_| {});
            game.play(report.best_move().unwrap()).unwrap();
        }
        assert!(game.position().is_checkmate(), "{}", game.position().fen());
    }

    #[test]
    fn tables_are_asked_behind_the_root() {
        let Some(mut engine) = with_tables() else {
            return;
        };
        // Five men; taking the rook leaves a won ending of four.
        let game = game("8/8/8/8/3k4/8/1r6/K1Q1r3 w - - 0 1");
        let mut hits = 0;
        let report = engine.search(&game, &Limits::depth(8), &Stop::new(), &mut |info| {
            hits = info.table_hits;
        });
        assert!(hits > 0, "{:?}", report.best());
    }
}
