//! A position and moves from it: what is kept up to date move by move is what one finds afresh.

use tabiya_rules::{Attempt, Mode, Move, Position, Role, San, Square, perft};

use crate::positions::{Bytes, position};

/// Plays a game that the bytes choose and compares at every move.
///
/// # Panics
/// When two ways to the same answer differ.
pub fn legality(data: &[u8]) {
    let mut bytes = Bytes(data);
    let start = match bytes.next() {
        // A byte alone chooses one of the arrays.
        number @ 0..128 => Position::chess960(u16::from(number) * 7),
        _ => position(&mut bytes),
    };
    let Some(mut now) = start else { return };
    loop {
        let moves = now.legal_moves();
        compare(&now, &moves);
        try_anything(&now, &moves, &mut bytes);
        if bytes.is_empty() {
            return;
        }
        let Some(mv) = bytes.pick(&moves) else {
            return;
        };
        let san = San::of(&now, mv);
        let mut next = now.clone();
        assert_eq!(San::of_and_play(&mut next, mv), san);
        assert_eq!(now.play(mv), Ok(()));
        assert!(now == next && now.key() == next.key());
    }
}

/// The position as it is against the same set up afresh.
fn compare(now: &Position, moves: &[Move]) {
    let setup = now.to_setup();
    let fresh = match setup.playable(now.mode()) {
        Ok(fresh) => fresh,
        Err(faults) => panic!("{} is said to be unplayable: {faults}", now.fen()),
    };
    assert!(*now == fresh, "{}", now.fen());
    assert_eq!(now.key(), fresh.key(), "{}", now.fen());
    assert_eq!(now.checkers(), fresh.checkers(), "{}", now.fen());
    assert_eq!(now.pinned(), fresh.pinned(), "{}", now.fen());
    assert_eq!(now.ep_square(), fresh.ep_square(), "{}", now.fen());
    assert_eq!(setup, fresh.to_setup());
    assert_eq!(*moves, *fresh.legal_moves(), "{}", now.fen());
    assert_eq!(perft(now, 1), moves.len() as u64, "{}", now.fen());
    assert_eq!(now.has_legal_move(), !moves.is_empty());
    let (check, stuck) = (now.is_check(), moves.is_empty());
    assert_eq!(now.is_checkmate(), check && stuck);
    assert_eq!(now.is_stalemate(), !check && stuck);
}

/// A few attempts that the bytes choose: legal exactly if they are in the list.
fn try_anything(now: &Position, moves: &[Move], bytes: &mut Bytes<'_>) {
    let (from, to) = (bytes.next(), bytes.next());
    let (Some(from), Some(to)) = (Square::from_index(from & 63), Square::from_index(to & 63))
    else {
        return;
    };
    let roles = [
        None,
        Some(Role::Queen),
        Some(Role::Knight),
        Some(Role::Pawn),
    ];
    for promotion in roles {
        let attempt = Attempt {
            from,
            to,
            promotion,
        };
        let is_listed = moves.iter().any(|mv| {
            let goes_there = mv.attempt() == attempt;
            let to_its_goal = mv.castling_side().is_some()
                && promotion.is_none()
                && (mv.from(), mv.destination()) == (from, to);
            goes_there || to_its_goal
        });
        let reason = now.why_illegal(attempt);
        // In Chess960 the king's goal may mean a step of the king or the other castling.
        if now.mode() == Mode::Standard || !is_listed || reason.is_none() {
            assert_eq!(reason.is_none(), is_listed, "{attempt:?} in {}", now.fen());
        }
    }
}
