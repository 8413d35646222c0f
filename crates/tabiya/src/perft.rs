//! `tabiya perft`: a window on the move generator, to compare it with others.

use anyhow::anyhow;
use clap::Args;
use tabiya_rules::{Mode, Position, perft};

#[derive(Args)]
pub(crate) struct Options {
    /// Position in Forsyth-Edwards Notation, in quotes
    fen: String,
    /// Half-moves to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Castle by the rules of Chess960
    #[arg(long)]
    chess960: bool,
}

/// Prints each legal move with the number of positions behind it, and the sum.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let mode = if options.chess960 {
        Mode::Chess960
    } else {
        Mode::Standard
    };
    let position = Position::from_fen(&options.fen, mode)
        .map_err(|error| anyhow!("the position cannot be read: {error}"))?;
    let mut sum = 0_u64;
    for mv in position.legal_moves().iter() {
        let mut after = position.clone();
        after.play_unchecked(*mv);
        let count = perft(&after, options.depth - 1);
        println!("{}: {count}", mv.uci(&position));
        sum += count;
    }
    println!("\n{sum}");
    Ok(())
}
