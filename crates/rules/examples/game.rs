//! A whole game: moves as people write them, how often a position has been there, how it is over.
//! `cargo run --example game -- Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8`.

use std::error::Error;

use tabiya_rules::{Game, Position, San, read_move};

/// The knights go out and home twice: the start position is there for the third time.
const KNIGHTS: [&str; 8] = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut moves: Vec<String> = std::env::args().skip(1).collect();
    if moves.is_empty() {
        moves = KNIGHTS.map(str::to_owned).to_vec();
    }
    let mut game = Game::new(Position::standard());
    for text in moves {
        let mv = read_move(game.position(), &text)?.mv;
        let san = San::write(game.position(), mv);
        game.play(mv)?;
        println!("{san:8}this position {} times", game.repetitions());
    }
    let position = game.position();
    if let Some(end) = game.automatic_end() {
        println!(
            "{}: {end:?} (article {})",
            end.outcome(position),
            end.article()
        );
    }
    for claim in game.claims() {
        println!(
            "{} may claim a draw (article {}).",
            position.turn(),
            claim.article()
        );
    }
    println!("{}", position.fen());
    Ok(())
}
