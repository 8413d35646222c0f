//! `tabiya levels learn`: what moves people are in the habit of playing, learned from moves that
//! they played.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tabiya_engine::levels::measure::{Example, learn};
use tabiya_rules::{Game, Pgn};

use super::puzzles;
use crate::output::{Ending, Output};
use crate::progress::Progress;

/// How often all examples are gone through.
const ROUNDS: u32 = 12;

/// Of the lines of an opening book one move in so many is taken: neighbours are alike.
const EACH: usize = 16;

/// Learns from the move that leads to each puzzle, which somebody played, and from the lines of a
/// book of openings. Each tenth example is kept back, and foretold at the end.
///
/// Example:
///   tabiya levels learn --puzzles lichess.csv.gz --book 8moves.pgn --write crates/engine/src/levels/habit_numbers.rs
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Options {
    /// Puzzles: id, FEN before the move that makes the puzzle, moves, rating
    #[arg(long)]
    puzzles: PathBuf,
    /// Games of the opening
    #[arg(long)]
    book: Option<PathBuf>,
    /// The file of Rust source to write
    #[arg(long)]
    write: Option<PathBuf>,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Ending> {
    let mut out = Output::new();
    let mut examples = Vec::new();
    for puzzle in puzzles::read(&options.puzzles)? {
        let first = puzzle.moves.first();
        let game = Game::new(puzzle.start.clone());
        examples.extend(first.and_then(|&mv| Example::new(&game, mv)));
    }
    if let Some(book) = &options.book {
        let text = fs::read(book)?;
        let mut count = 0_usize;
        for pgn in Pgn::read(&text) {
            let mut game = Game::new(pgn.start.clone());
            for mv in pgn.moves.iter().map_while(|played| played.mv) {
                count += 1;
                // A step that shares no factor with the length of the lines.
                if count.wrapping_mul(7).is_multiple_of(EACH + 1) {
                    examples.extend(Example::new(&game, mv));
                }
                if game.play(mv).is_err() {
                    break;
                }
            }
        }
    }
    shuffle(&mut examples);
    writeln!(out, "{} moves to learn from", examples.len())?;
    let mut progress = Progress::of_things(Some(u64::from(ROUNDS)), "rounds");
    let lesson = learn(&examples, ROUNDS, |_| progress.add(1));
    drop(progress);
    writeln!(
        out,
        "foretold {:.1} % of the moves kept back; mean logarithm of their chance {:.3}",
        100.0 * lesson.foretold,
        lesson.likelihood
    )?;
    if let Some(path) = &options.write {
        fs::write(path, source(&lesson.weights))?;
    }
    out.end(Ending::Accepted)
}

/// Always the same order, in which no two neighbours are alike.
fn shuffle(examples: &mut [Example]) {
    let mut draw = 0x1234_5678_u64;
    for place in (1..examples.len()).rev() {
        draw = draw
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let other = usize::try_from(draw >> 33).unwrap_or(0) % (place + 1);
        examples.swap(place, other);
    }
}

fn source(weights: &[i16]) -> String {
    let mut text = String::from(
        "//! The weights of the features in `habit`, in hundredths of a logit: learned, not written by hand\n\
         //! (`tabiya levels learn`). Not here: what the features are.\n\n\
         use super::habit::FEATURES;\n\n\
         /// One for each feature.\n\
         #[rustfmt::skip]\n\
         pub(super) static WEIGHTS: [i16; FEATURES] = [\n",
    );
    for row in weights.chunks(16) {
        let row: Vec<String> = row.iter().map(i16::to_string).collect();
        text.push_str(&format!("    {},\n", row.join(", ")));
    }
    text.push_str("];\n");
    text
}
