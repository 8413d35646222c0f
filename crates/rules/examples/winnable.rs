//! Can a side still mate by any series of legal moves? Says how, or proves that it cannot.
//! `cargo run --example winnable -- "8/8/8/4k3/4p3/4N3/4K3/8 b - - 0 1" white`.

use std::error::Error;

use tabiya_rules::{Budget, Color, Mode, Position, San, Verdict, verify, winnable};

/// Material suffices, and still nobody can ever mate: no pawn will move again.
const WALL: &str = "7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().unwrap_or(WALL.to_owned());
    let color = match arguments.next().as_deref() {
        Some("black") => Color::Black,
        _ => Color::White,
    };
    let mut position = Position::from_fen(&fen, Mode::Standard)?;
    let verdict = winnable(&position, color, Budget::default());
    // The checker shares nothing with the search, so its word counts.
    assert!(verify(&position, color, &verdict));
    match verdict {
        Verdict::Yes { line } => {
            println!("Yes, for example:");
            for mv in line {
                println!("  {}", San::write(&position, mv));
                position.play(mv)?;
            }
        }
        Verdict::No { proof } => println!("{}", proof.sentence(color)),
        Verdict::Undecided => println!("Nobody knows; the Laws count that as winnable."),
    }
    Ok(())
}
