//! Why a move is not allowed: the Law, the squares to look at, and a sentence.
//! `cargo run --example why_illegal -- "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1" Nc3`.

use std::error::Error;

use tabiya_rules::{Mode, Position, Reason, San, read_move};

const PINNED: &str = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().unwrap_or(PINNED.to_owned());
    let text = arguments.next().unwrap_or("Nc3".to_owned());
    let position = Position::from_fen(&fen, Mode::Standard)?;
    match read_move(&position, &text) {
        Ok(reading) => println!("{} is legal.", San::write(&position, reading.mv)),
        Err(error) => {
            println!("{error} (article {})", error.article());
            let squares = error.reason().map(Reason::squares).unwrap_or_default();
            println!("Squares to mark on the board: {squares:?}");
        }
    }
    Ok(())
}
