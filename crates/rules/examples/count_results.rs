//! Counts the results of the games in PGN files, and tells of games that cannot be read to the end.
//! `cargo run --example count_results -- games.pgn`; without a file, of two games of its own.

use std::collections::BTreeMap;
use std::error::Error;

use tabiya_rules::Pgn;

const OWN: &str = "\
[White \"Scholar\"]
[Black \"Beginner\"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White \"Hasty\"]
[Black \"Patient\"]

1. f3 e5 2. g4 Qh4# 3. Kf2 0-1
";

fn main() -> Result<(), Box<dyn Error>> {
    let mut results: BTreeMap<String, u32> = BTreeMap::new();
    let mut count = |text: &[u8]| {
        for game in Pgn::read(text) {
            let result = game
                .marker
                .map_or("none".to_owned(), |marker| marker.to_string());
            *results.entry(result).or_default() += 1;
            if let Some(error) = &game.error {
                println!("{}: {error}", game.tag("White").unwrap_or("?"));
            }
        }
    };
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    for file in &files {
        count(&std::fs::read(file)?);
    }
    if files.is_empty() {
        count(OWN.as_bytes());
    }
    for (result, games) in results {
        println!("{result:8}{games}");
    }
    Ok(())
}
