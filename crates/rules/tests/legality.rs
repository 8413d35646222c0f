//! What must hold in every position: a move is legal if and only if there is no reason against it,
//! what is kept from move to move equals what is found afresh, and text forms lead back to where
//! they came from.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by a panic"
)]

mod support;

use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use support::{Rng, lively_move, random_start};
use tabiya_rules::{
    Attempt, Bitboard, EnPassantStyle, Fen, FenStyle, Game, Mode, Move, MoveKind, Piece, Position,
    Reason, Role, Square, Uci, perft, perft_by_play,
};

/// Plays random moves, and shows each position on the way, the start included.
fn walk(rng: &mut Rng, start: Position, plies: usize, mut visit: impl FnMut(&Position)) {
    let mut position = start;
    for _ in 0..plies {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let mv = lively_move(rng, &position, &moves);
        position.play(mv).expect("a legal move");
    }
    visit(&position);
}

/// All attempts that are legal: what the generator makes, and the other spelling of castling.
fn legal_attempts(position: &Position) -> HashSet<Attempt> {
    let mut attempts = HashSet::new();
    for mv in position.legal_moves() {
        attempts.insert(mv.attempt());
        let is_castling = matches!(mv.kind(), MoveKind::Castle(_));
        let steps = mv
            .from()
            .file()
            .index()
            .abs_diff(mv.destination().file().index());
        if is_castling && (position.mode() == Mode::Standard || steps > 1) {
            attempts.insert(Attempt {
                to: mv.destination(),
                ..mv.attempt()
            });
        }
    }
    attempts
}

fn check_reasons(position: &Position) {
    let legal = legal_attempts(position);
    let promotions = [
        None,
        Some(Role::Queen),
        Some(Role::Knight),
        Some(Role::Rook),
        Some(Role::Bishop),
    ];
    for from in Square::ALL {
        for to in Square::ALL {
            for promotion in promotions
                .into_iter()
                .chain([Some(Role::King), Some(Role::Pawn)])
            {
                let attempt = Attempt {
                    from,
                    to,
                    promotion,
                };
                let reason = position.why_illegal(attempt);
                let fen = position.fen();
                assert_eq!(
                    reason.is_none(),
                    legal.contains(&attempt),
                    "{fen} {attempt:?} {reason:?}"
                );
                let Some(reason) = reason else { continue };
                assert!(
                    !matches!(reason, Reason::StaleMove { .. }),
                    "{fen} {attempt:?}"
                );
                assert!(!reason.squares().is_empty(), "{fen} {reason:?}");
                assert!(reason.to_string().ends_with('.'), "{reason}");
            }
        }
    }
}

/// What a position keeps must be what a fresh look at the same arrangement finds.
fn check_kept_state(position: &Position) {
    let fresh = position
        .to_setup()
        .playable(position.mode())
        .expect("play keeps it playable");
    assert_eq!(&fresh, position);
    assert_eq!(fresh.key(), position.key(), "{}", position.fen());
    assert_eq!(fresh.checkers(), position.checkers());
    assert_eq!(fresh.pinned(), position.pinned());
    assert_eq!(fresh.ep_square(), position.ep_square());
    assert_eq!(fresh.legal_moves(), position.legal_moves());
}

/// Who gives check and who is pinned, by the plain meaning of the words.
fn check_king_safety(position: &Position) {
    let (us, board) = (position.turn(), position.board());
    let king = position.king(us);
    assert_eq!(
        board.piece_at(king),
        Some(Piece {
            role: Role::King,
            color: us
        })
    );
    let checkers = board.attackers(king, !us);
    assert_eq!(position.checkers(), checkers);
    assert_eq!(position.is_check(), checkers.any());
    let is_pinned = |man: &Square| {
        let mut without = *board;
        without.remove(*man);
        *man != king && (without.attackers(king, !us) - checkers).any()
    };
    let pinned = board.by_color(us).into_iter().filter(is_pinned).collect();
    assert_eq!(position.pinned(), pinned, "{}", position.fen());
}

/// The sets hold the moves of the list, each once, and say rightly how many they are.
fn check_sets(position: &Position) {
    let mut moves = Vec::new();
    let end = position.for_each_move_set(|set| -> ControlFlow<()> {
        let own: Vec<Move> = set.into_iter().collect();
        assert_eq!(own.len(), set.len(), "{} {set:?}", position.fen());
        assert_eq!(own.is_empty(), set.is_empty());
        assert_eq!(
            own.iter().map(|mv| mv.to()).collect::<Bitboard>(),
            set.targets()
        );
        moves.extend(own);
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    assert_eq!(moves, position.legal_moves().to_vec(), "{}", position.fen());
    assert_eq!(position.count_legal_moves(), moves.len());
    for mv in moves {
        let mover = position.board().role_at(mv.from());
        assert_eq!(Some(mv.role()), mover, "{} {mv:?}", position.fen());
    }
}

/// The ways of playing a move and of counting lead to the same.
fn check_play(position: &Position) {
    for &mv in &position.legal_moves() {
        let after = position.after_unchecked(mv);
        let mut played = position.clone();
        played.play(mv).expect("a legal move");
        assert_eq!(after, played);
        assert_eq!(after.to_setup(), played.to_setup());
    }
    for depth in 0..3 {
        assert_eq!(perft(position, depth), perft_by_play(position, depth));
    }
}

fn check_generator_doors(position: &Position, others: &HashSet<Move>) {
    let moves = position.legal_moves();
    let set: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "no move twice: {}", position.fen());
    assert_eq!(perft(position, 1), moves.len() as u64);
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    let is_forcing = |mv: &Move| mv.is_capture(position) || mv.promotion().is_some();
    let (forcing, quiet): (Vec<Move>, Vec<Move>) = moves.iter().partition(|mv| is_forcing(mv));
    assert_eq!(*position.legal_forcing_moves(), forcing);
    assert_eq!(*position.legal_quiet_moves(), quiet);
    for mv in others.iter().chain(&set) {
        assert_eq!(
            position.is_legal(*mv),
            set.contains(mv),
            "{} {mv:?}",
            position.fen()
        );
    }
}

/// Whatever number a table holds, only the legal moves are taken for legal.
fn check_numbers(position: &Position) {
    let moves = position.legal_moves();
    let read = (0..=u16::MAX).filter_map(Move::from_bits);
    let legal: HashSet<Move> = read.filter(|&mv| position.is_legal(mv)).collect();
    assert_eq!(legal, moves.iter().copied().collect(), "{}", position.fen());
    assert!(
        moves
            .iter()
            .all(|mv| Move::from_bits(mv.to_bits()) == Some(*mv))
    );
}

fn check_text_forms(position: &Position) {
    let style = FenStyle {
        en_passant: EnPassantStyle::Always,
        ..FenStyle::default()
    };
    let text = Fen::write(&position.to_setup(), style);
    assert_eq!(
        Fen::parse(&text).as_ref(),
        Ok(&position.to_setup()),
        "{text}"
    );
    for mv in position.legal_moves() {
        let uci = mv.uci(position);
        assert_eq!(uci.to_string().parse(), Ok(uci));
        assert_eq!(uci.resolve(position), Ok(mv), "{} {uci}", position.fen());
        assert_eq!(Uci::from(mv.attempt()).resolve(position), Ok(mv));
    }
}

#[test]
fn a_position_and_a_move_are_small() {
    assert!(size_of::<Position>() <= 64);
    assert_eq!(size_of::<Move>(), 2);
}

/// More moves than any game can offer still fit on a list.
#[test]
fn a_crowd_of_queens() {
    let fen = "knQQQQQQ/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1";
    let setup = Fen::parse(fen).expect("FEN");
    let position = setup.playable(Mode::Standard).expect("playable");
    assert_eq!(position.legal_moves().len(), 263);
    check_generator_doors(&position, &HashSet::new());
    check_sets(&position);
}

#[test]
fn castling_may_be_the_only_legal_move() {
    let fen = "k3r3/8/8/8/8/6p1/6P1/5KRB w K - 0 1";
    let position = Position::from_fen(fen, Mode::Chess960).expect("playable");
    assert_eq!(position.legal_moves().len(), 1);
    assert!(position.has_legal_move() && !position.is_stalemate());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn legal_if_and_only_if_there_is_no_reason(seed: u64) {
        let mut rng = Rng(seed);
        let (start, most) = random_start(&mut rng);
        let plies = rng.below(most + 1);
        let mut last = start.clone();
        walk(&mut rng, start, plies, |position| last = position.clone());
        check_reasons(&last);
        check_play(&last);
        check_numbers(&last);
    }

    #[test]
    fn kept_state_equals_a_fresh_look(seed: u64) {
        let mut rng = Rng(seed);
        let (start, plies) = random_start(&mut rng);
        let mut seen = HashSet::new();
        walk(&mut rng, start, plies, |position| {
            check_kept_state(position);
            check_king_safety(position);
            check_sets(position);
            check_text_forms(position);
            check_generator_doors(position, &seen);
            seen.extend(position.legal_moves());
        });
    }

    #[test]
    fn undo_leads_back(seed: u64) {
        let mut rng = Rng(seed);
        let mut game = Game::new(random_start(&mut rng).0);
        let mut fens = vec![game.position().fen()];
        for _ in 0..40 {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(rng.pick(&moves)).expect("a legal move");
            fens.push(game.position().fen());
        }
        for ply in (0..game.ply()).rev() {
            prop_assert_eq!(game.position_at(ply).map(|position| position.fen()), fens.get(ply).cloned());
            prop_assert!(game.undo().is_some());
            prop_assert_eq!(&game.position().fen(), &fens[ply]);
        }
        prop_assert_eq!(game.undo(), None);
    }

    #[test]
    fn any_text_is_read_without_a_crash(text: String) {
        let _ = Fen::parse(&text);
        let _ = Fen::parse_lenient(&text).map(|setup| setup.cleared(Mode::Standard).position(Mode::Standard));
        let _ = text.parse::<Uci>();
        let _ = text.parse::<Square>();
    }

    /// Near misses of FEN get deeper into the reader than arbitrary text.
    #[test]
    fn anything_like_fen_is_read_without_a_crash(
        text in "[1-9KQRBNPkqrbnp/]{1,80} [wbx] [A-Ha-hKQkq-]{1,5} (-|[a-i][0-9]) [0-9]{1,12} [0-9]{1,4}"
    ) {
        for mode in [Mode::Standard, Mode::Chess960] {
            if let Ok(setup) = Fen::parse_lenient(&text) {
                let _ = setup.position(mode);
                let _ = setup.cleared(mode).playable(mode).map(|position| position.legal_moves());
                let _ = setup.to_string();
            }
        }
    }
}
