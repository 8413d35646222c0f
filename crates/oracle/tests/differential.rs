//! Random positions in three implementations. Ordinarily 20,000 positions; with `TABIYA_LONG=1` a
//! million.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by a panic"
)]

#[path = "../../rules/tests/support/mod.rs"]
mod support;

use std::env;
use std::thread;

use shakmaty::fen::Fen as ShakmatyFen;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position as _};
use support::{Rng, random_start};
use tabiya_oracle::{Facts, full_fen, shakmaty_move, to_cozy, to_shakmaty};
use tabiya_rules::{Mode, MoveKind, Position, San};

/// What one worker has compared.
#[derive(Default)]
struct Tally {
    positions: u32,
    by_cozy: u32,
    checks: u32,
    mates: u32,
    stalemates: u32,
    en_passant: u32,
    castling: u32,
    promotions: u32,
    chess960: u32,
}

fn compare(ours: &Position, theirs: &Chess, rng: &mut Rng, tally: &mut Tally) {
    let fen = full_fen(&ours.to_setup());
    let facts = Facts::ours(ours);
    assert_eq!(facts, Facts::of_shakmaty(theirs), "shakmaty: {fen}");
    let legal = ShakmatyFen::from_position(theirs, EnPassantMode::Legal);
    assert_eq!(ours.fen(), legal.to_string(), "FEN of {fen}");
    let key: Zobrist64 = theirs.zobrist_hash(EnPassantMode::PseudoLegal);
    assert_eq!(ours.key().0, key.0, "key of {fen}");
    if let Some(board) = to_cozy(ours) {
        tally.by_cozy += 1;
        assert_eq!(facts, Facts::of_cozy(&board), "cozy-chess: {fen}");
    }
    let moves = ours.legal_moves();
    tally.positions += 1;
    tally.checks += u32::from(ours.is_check());
    tally.mates += u32::from(facts.checkmate);
    tally.stalemates += u32::from(facts.stalemate);
    tally.chess960 += u32::from(ours.mode() == Mode::Chess960);
    tally.en_passant += u32::from(ours.ep_square().is_some());
    tally.castling += u32::from(
        moves
            .iter()
            .any(|mv| matches!(mv.kind(), MoveKind::Castle(_))),
    );
    tally.promotions += u32::from(moves.iter().any(|mv| mv.promotion().is_some()));
    if !moves.is_empty() {
        let mv = rng.pick(&moves);
        let same = shakmaty_move(theirs, mv).expect("a move that both have");
        let san = SanPlus::from_move(theirs.clone(), same).to_string();
        assert_eq!(San::write(ours, mv), san, "SAN in {fen}");
        let read = San::parse(&san).expect("SAN").resolve(ours);
        assert_eq!(read.ok(), Some(mv), "{san} in {fen}");
    }
}

/// Plays random games in both implementations side by side.
fn work(seed: u64, positions: u32) -> Tally {
    let mut rng = Rng(seed);
    let mut tally = Tally::default();
    while tally.positions < positions {
        let (mut ours, plies) = random_start(&mut rng);
        let mut theirs =
            to_shakmaty(&ours).unwrap_or_else(|error| panic!("{}: {error}", ours.fen()));
        for _ in 0..=plies {
            compare(&ours, &theirs, &mut rng, &mut tally);
            let moves = ours.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = support::lively_move(&mut rng, &ours, &moves);
            theirs.play_unchecked(shakmaty_move(&theirs, mv).expect("a move that both have"));
            ours.play_unchecked(mv);
        }
    }
    tally
}

#[test]
fn three_implementations_agree() {
    let wanted: u32 = if env::var_os("TABIYA_LONG").is_some() {
        1_000_000
    } else {
        20_000
    };
    let threads =
        u32::try_from(thread::available_parallelism().map_or(1, usize::from)).expect("few");
    let share = wanted.div_ceil(threads);
    let tallies: Vec<Tally> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|n| scope.spawn(move || work(0x7ab1_7a00 + u64::from(n), share)))
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("agreement"))
            .collect()
    });
    let sum = |count: fn(&Tally) -> u32| tallies.iter().map(count).sum::<u32>();
    let rare = [
        ("positions", sum(|t| t.positions), wanted),
        ("also by cozy-chess", sum(|t| t.by_cozy), wanted / 2),
        ("in check", sum(|t| t.checks), wanted / 50),
        ("mates", sum(|t| t.mates), wanted / 2000),
        ("stalemates", sum(|t| t.stalemates), wanted / 5000),
        ("with legal en passant", sum(|t| t.en_passant), wanted / 200),
        ("with legal castling", sum(|t| t.castling), wanted / 50),
        ("with promotions", sum(|t| t.promotions), wanted / 50),
        ("Chess960", sum(|t| t.chess960), wanted / 5),
    ];
    for (name, count, least) in rare {
        eprintln!("{count} {name}");
        assert!(
            count >= least,
            "only {count} {name}: the random positions are too tame"
        );
    }
}
