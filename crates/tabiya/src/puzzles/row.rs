//! A puzzle as a line of a file. Not here: what makes it one (`tabiya_engine::puzzles`).

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use tabiya_engine::puzzles::{Find, Goal, Puzzle, Theme, rating, themes};
use tabiya_engine::{Engine, Options as EngineOptions};

/// A puzzle as files hold it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) id: String,
    /// Before the first move, which is the other side's.
    pub(crate) fen: String,
    /// In UCI.
    pub(crate) moves: Vec<String>,
    pub(crate) rating: u32,
    pub(crate) themes: Vec<String>,
    /// The game that it was found in, and how many half-moves of it come before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ply: Option<usize>,
    /// Where its game is on the web, if it was taken over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    /// What its proof found; left out where puzzles are shipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) proof: Option<Proof>,
}

/// What the proof of a puzzle found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Proof {
    pub(crate) goal: Aim,
    /// The points that the solver could expect before the mistake …
    pub(crate) before: f64,
    /// … and the most by any other move than those of the line.
    pub(crate) second: f64,
    /// What the line wins, in hundredths of a pawn.
    pub(crate) gain: i32,
}

/// What a puzzle is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Aim {
    Mate,
    Win,
    Draw,
}

impl Row {
    /// A puzzle that was found in a game. Its themes and rating are still missing.
    pub(crate) fn found(find: &Find, game: &str) -> Self {
        let puzzle = &find.proved.puzzle;
        let short = |value: f64| (value * 1000.0).round() / 1000.0;
        Self {
            id: puzzle.id(0),
            fen: puzzle.start().fen(),
            moves: puzzle.uci(),
            rating: 0,
            themes: Vec::new(),
            game: Some(game.to_owned()),
            ply: Some(find.ply),
            url: None,
            proof: Some(Proof {
                goal: match find.proved.goal {
                    Goal::Mate(_) => Aim::Mate,
                    Goal::Win => Aim::Win,
                    Goal::Draw => Aim::Draw,
                },
                before: short(find.before),
                second: short(find.proved.second),
                gain: find.proved.gain,
            }),
        }
    }

    /// The puzzle itself.
    pub(crate) fn puzzle(&self) -> Result<Puzzle> {
        let puzzle = Puzzle::read(&self.fen, &self.moves);
        puzzle.with_context(|| format!("puzzle {}", self.id))
    }

    /// What it is for: as its proof says, or else its themes.
    pub(crate) fn goal(&self, puzzle: &Puzzle) -> Goal {
        let is_draw = match self.proof {
            Some(proof) => proof.goal == Aim::Draw,
            None => self.has(Theme::Equality),
        };
        if puzzle.end().is_checkmate() {
            Goal::Mate(u32::try_from(puzzle.length()).unwrap_or(u32::MAX))
        } else if is_draw {
            Goal::Draw
        } else {
            Goal::Win
        }
    }

    pub(crate) fn has(&self, theme: Theme) -> bool {
        self.themes.iter().any(|key| key == theme.key())
    }

    /// Finds out what it is about and how hard it is.
    pub(crate) fn tag(&mut self, engine: &mut Engine) -> Result<()> {
        let puzzle = self.puzzle()?;
        let goal = self.goal(&puzzle);
        let gain = self.proof.map_or(0, |proof| proof.gain);
        let found = themes(&puzzle, goal, gain);
        self.rating = rating(engine, &puzzle, goal, &found);
        self.themes = found.iter().map(|theme| theme.key().to_owned()).collect();
        Ok(())
    }

    /// The line of a file, with its end.
    pub(crate) fn line(&self) -> Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

/// An engine that finds out how hard puzzles are: always with the same small memory, on which what it
/// finds depends.
pub(crate) fn taster() -> Engine {
    Engine::new(EngineOptions {
        hash_mib: 1,
        ..EngineOptions::default()
    })
}

/// Reads one line of a file of puzzles: a row and its puzzle, whose every move has been checked.
pub(crate) fn read_row(line: &str) -> Result<(Row, Puzzle)> {
    let row: Row = serde_json::from_str(line)?;
    let puzzle = row.puzzle()?;
    Ok((row, puzzle))
}

/// All puzzles of a file.
pub(crate) fn read_rows(path: &Path) -> Result<Vec<Row>> {
    let place = || path.display().to_string();
    let file = File::open(path).with_context(place)?;
    let mut rows = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(file).lines()) {
        let line = line.with_context(place)?;
        let row = read_row(&line);
        let (row, _) = row.with_context(|| format!("{}, line {number}", path.display()))?;
        rows.push(row);
    }
    Ok(rows)
}

/// Writes a whole file of puzzles, or nothing: a file that is cut off would be worse than none.
pub(crate) fn write_rows(path: &Path, rows: &[Row]) -> Result<()> {
    let place = || path.display().to_string();
    let beside = path.with_extension("part");
    let mut file = File::create(&beside).with_context(place)?;
    for row in rows {
        file.write_all(row.line()?.as_bytes())?;
    }
    file.sync_all()?;
    std::fs::rename(&beside, path).with_context(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_and_written() {
        let line = r#"{"id":"abcde","fen":"6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1","moves":["a2a7","b1b8"],"rating":700,"themes":["mateIn1"],"game":"g0001","ply":40}"#;
        let (row, puzzle) = read_row(line).unwrap();
        assert_eq!(row.line().unwrap().trim_end(), line);
        assert_eq!(row.goal(&puzzle), Goal::Mate(1));
        let fault = read_row(&line.replace("b1b8", "b1b9")).unwrap_err();
        assert!(
            format!("{fault:#}").contains("puzzle abcde: move 2"),
            "{fault:#}"
        );
    }
}
