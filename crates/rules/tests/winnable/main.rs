//! Winnability: positions of our own, sets of verdicts, exhaustive truth on random positions, and
//! certificates that were tampered with. Every answer is judged by the checker.
//!
//! `TABIYA_LONG=1` takes all rows of the sets and runs the random tests for 20 minutes, or as many
//! as `TABIYA_FUZZ_MINUTES` says.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a broken test may panic"
)]

mod cases;
mod certificates;
mod fuzz;
mod generate;
mod rows;
mod tables;
mod truth;

use tabiya_rules::{Color, Mode, Position, Verdict, verify};

fn position(fen: &str) -> Position {
    let fields = fen.split(' ').count();
    let fen = if fields == 4 {
        format!("{fen} 0 1")
    } else {
        fen.to_owned()
    };
    Position::from_fen(&fen, Mode::Standard).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The name of the answer, after the checker has confirmed it.
fn confirmed(position: &Position, color: Color, verdict: &Verdict) -> &'static str {
    assert!(
        verify(position, color, verdict),
        "the checker refuses: {color} in {}: {}",
        position.fen(),
        brief(verdict)
    );
    match verdict {
        Verdict::Yes { .. } => "yes",
        Verdict::No { .. } => "no",
        Verdict::Undecided => "undecided",
    }
}

/// The verdict without pages of certificate.
fn brief(verdict: &Verdict) -> String {
    match verdict {
        Verdict::No { proof } => proof.sentence(Color::White),
        other => format!("{other:?}"),
    }
}

fn is_long() -> bool {
    std::env::var_os("TABIYA_LONG").is_some_and(|value| value == "1")
}
