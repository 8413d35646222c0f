//! A picture of a position as SVG, with the last move and an arrow:
//! `cargo run --features svg --example picture > picture.svg`.

use std::error::Error;

use tabiya_rules::svg::{Brush, Picture};
use tabiya_rules::{Position, Square, read_move};

fn main() -> Result<(), Box<dyn Error>> {
    let mut position = Position::standard();
    let mut last = None;
    for text in ["e4", "e5", "Nf3"] {
        let mv = read_move(&position, text)?.mv;
        position.play(mv)?;
        last = Some(mv);
    }
    let mut picture = Picture::of(&position).arrow(Square::B8, Square::C6, Brush::Green);
    if let Some(mv) = last {
        picture = picture.last_move(mv);
    }
    println!("{picture}");
    Ok(())
}
