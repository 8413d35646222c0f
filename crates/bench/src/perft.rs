//! Counting all lines of play to a depth: with the last ply only counted ("bulk") and with every
//! leaf played.

use std::hint::black_box;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow};
use shakmaty::{CastlingMode, Chess, Position as _};
use tabiya_rules::{Mode, Position};

use crate::contest::{Contest, Entrant, OURS};

/// Name, depth and FEN: the start and the test positions of the Chess Programming Wiki.
const POSITIONS: [(&str, u32, &str); 6] = [
    (
        "start",
        5,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    (
        "kiwipete",
        4,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ),
    ("position 3", 5, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    (
        "position 4",
        4,
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    ),
    (
        "position 5",
        4,
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    ),
    (
        "position 6",
        4,
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    ),
];

pub(crate) fn contests(deeper: u32) -> Result<Vec<Contest>> {
    let mut contests = Vec::new();
    for (row, leaves) in [
        ("perft, bulk", Leaves::Counted),
        ("perft, every leaf made", Leaves::Made),
    ] {
        for (name, depth, fen) in POSITIONS {
            let depth = depth + deeper;
            let start = Position::from_fen(fen, Mode::Standard)?;
            contests.push(Contest {
                row: row.to_owned(),
                name: name.to_owned(),
                unit: "nodes",
                work: tabiya_rules::perft(&start, depth),
                entrants: entrants(fen, depth, leaves)?,
            });
        }
    }
    Ok(contests)
}

#[derive(Clone, Copy)]
enum Leaves {
    Counted,
    Made,
}

fn entrants(fen: &str, depth: u32, leaves: Leaves) -> Result<Vec<Entrant>> {
    let ours = Position::from_fen(fen, Mode::Standard)?;
    let shakmaty: Chess = fen
        .parse::<shakmaty::fen::Fen>()?
        .into_position(CastlingMode::Standard)?;
    let cozy = cozy_chess::Board::from_fen(fen, false)
        .ok()
        .context("cozy-chess refuses the FEN")?;
    let chess = chess::Board::from_str(fen).map_err(|error| anyhow!("{error}"))?;
    Ok(match leaves {
        Leaves::Counted => vec![
            Entrant::new(OURS, move || tabiya_rules::perft(&ours, depth)),
            Entrant::new("shakmaty", move || shakmaty::perft(&shakmaty, depth)),
            Entrant::new("cozy-chess", move || cozy_counted(&cozy, depth)),
            Entrant::new("chess", move || {
                chess::MoveGen::movegen_perft_test(&chess, depth as usize) as u64
            }),
        ],
        Leaves::Made => vec![
            Entrant::new(OURS, move || tabiya_rules::perft_by_play(&ours, depth)),
            Entrant::new("shakmaty", move || shakmaty_made(&shakmaty, depth)),
            Entrant::new("cozy-chess", move || cozy_made(&cozy, depth)),
            Entrant::new("chess", move || chess_made(&chess, depth)),
        ],
    })
}

// Below, `black_box` keeps the last position alive: making it is what is measured.

fn shakmaty_made(position: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        black_box(position);
        return 1;
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(mv);
        nodes += shakmaty_made(&next, depth - 1);
    }
    nodes
}

fn cozy_made(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        black_box(board);
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += cozy_made(&next, depth - 1);
        }
        false
    });
    nodes
}

fn cozy_counted(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += cozy_counted(&next, depth - 1);
        }
        false
    });
    nodes
}

fn chess_made(board: &chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        black_box(board);
        return 1;
    }
    let mut nodes = 0;
    for mv in chess::MoveGen::new_legal(board) {
        nodes += chess_made(&board.make_move_new(mv), depth - 1);
    }
    nodes
}
