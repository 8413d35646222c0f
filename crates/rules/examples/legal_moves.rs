//! The legal moves of a position:
//! `cargo run --example legal_moves -- "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"`.

use std::error::Error;

use tabiya_rules::{Mode, Position, San};

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1).unwrap_or(CASTLING.to_owned());
    let position = Position::from_fen(&fen, Mode::Standard)?;
    let moves = position.legal_moves();
    println!("{} legal moves for {}:", moves.len(), position.turn());
    for &mv in &moves {
        let (uci, san) = (mv.uci(&position).to_string(), San::write(&position, mv));
        println!("  {uci:6}{san}");
    }
    Ok(())
}
