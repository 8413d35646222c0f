//! How often a position has occurred, against a plain count of shakmaty's positions by their text:
//! the men, the side to move, the rights, and the en passant square where a capture is legal.

use std::collections::{BTreeSet, HashMap};
use std::env;

use shakmaty::fen::Epd;
use shakmaty::{Chess, EnPassantMode, Position as _};
use tabiya_oracle::{same_moves, to_shakmaty};
use tabiya_rules::{Game, Move};

use crate::aimed::aimed_setup;
use crate::support::Rng;

/// The text of what article 9.2.3 compares.
fn text(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

/// The move that takes back the mover's last one, where it is legal; else any.
fn idle_move(rng: &mut Rng, game: &Game, moves: &[(Move, shakmaty::Move)]) -> usize {
    let before = game.moves().iter().rev().nth(1);
    let back = before.and_then(|last| {
        moves
            .iter()
            .position(|(mv, _)| mv.from() == last.to() && mv.to() == last.from())
    });
    match back {
        Some(at) if !rng.one_in(5) => at,
        _ => rng.below(moves.len()),
    }
}

/// What the games have shown.
#[derive(Default)]
struct Seen {
    fivefold: u32,
    /// The same men and side to move, but other rights or captures en passant.
    only_alike: u32,
    looked_ahead: u32,
}

fn play(rng: &mut Rng, seen: &mut Seen) {
    let start = aimed_setup(rng);
    let mut theirs = to_shakmaty(&start).expect("both take it");
    let mut game = Game::new(start);
    let mut counts: HashMap<String, u32> = HashMap::from([(text(&theirs), 1)]);
    let mut boards: BTreeSet<String> = BTreeSet::new();
    for _ in 0..60 {
        let now = text(&theirs);
        assert_eq!(game.repetitions(), counts[&now], "{now}");
        seen.fivefold += u32::from(counts[&now] >= 5);
        let men = now.split(' ').take(2).collect::<Vec<_>>().join(" ");
        seen.only_alike += u32::from(!boards.insert(men) && counts[&now] == 1);
        let moves = same_moves(game.position(), &theirs);
        if moves.is_empty() {
            return;
        }
        let (ahead, same) = moves[rng.below(moves.len())];
        let mut next = theirs.clone();
        next.play_unchecked(same);
        let expected = counts.get(&text(&next)).copied().unwrap_or_default() + 1;
        assert_eq!(
            game.repetitions_after(ahead),
            Some(expected),
            "{now} {ahead:?}"
        );
        seen.looked_ahead += u32::from(expected > 1);
        let (mv, same) = moves[idle_move(rng, &game, &moves)];
        game.play(mv).expect("legal");
        theirs.play_unchecked(same);
        *counts.entry(text(&theirs)).or_default() += 1;
    }
}

#[test]
fn repetitions_are_counted_as_the_laws_define_the_same_position() {
    let games = if env::var_os("TABIYA_LONG").is_some() {
        20_000
    } else {
        400
    };
    let (mut rng, mut seen) = (Rng(0x5e7), Seen::default());
    for _ in 0..games {
        play(&mut rng, &mut seen);
    }
    assert!(seen.fivefold > games / 2, "only {} × five", seen.fivefold);
    assert!(
        seen.only_alike > games / 10,
        "only {} alike",
        seen.only_alike
    );
    assert!(seen.looked_ahead > games, "only {}", seen.looked_ahead);
}
