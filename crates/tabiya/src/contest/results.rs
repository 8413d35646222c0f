//! The results of a match as a file of JSON lines: what was agreed, then each whole game, written
//! as it ends. A match that was broken off goes on from there. Not here: what the results say
//! (`standings.rs`).

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use tabiya_rules::{ByColor, Color};
use tokio::task::{JoinHandle, spawn_blocking};

/// The first line: what cannot be another in the same file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Agreed {
    pub(super) engines: Vec<AgreedEngine>,
    pub(super) pace: String,
    pub(super) rules: String,
    pub(super) openings: String,
    pub(super) seed: u64,
    pub(super) resign: String,
    pub(super) draw: String,
}

/// An engine as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AgreedEngine {
    pub(super) name: String,
    pub(super) command: String,
    pub(super) options: Vec<(String, String)>,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Played {
    /// Its number in the match, from 0.
    pub(super) number: usize,
    pub(super) white: String,
    pub(super) black: String,
    /// As PGN writes it.
    pub(super) result: String,
    /// What ended it, in one word.
    pub(super) ending: String,
    /// The same as a sentence.
    pub(super) why: String,
    /// Who lost by a fault of his engine or by his flag.
    pub(super) fault: Option<Color>,
    pub(super) plies: usize,
    /// Time of the processor in microseconds.
    pub(super) cpu_us: ByColor<u64>,
    /// For how many moves.
    pub(super) thoughts: ByColor<u32>,
    /// The whole game.
    pub(super) pgn: String,
}

impl Played {
    /// Half points of a side; none where the result is no result.
    pub(super) fn half_points(&self, color: Color) -> u32 {
        match (self.result.as_str(), color) {
            ("1-0", Color::White) | ("0-1", Color::Black) => 2,
            ("1/2-1/2", _) => 1,
            _ => 0,
        }
    }
}

/// All games so far, and the file that they are in.
#[derive(Debug)]
pub(super) struct Results {
    file: Option<Arc<File>>,
    games: BTreeMap<usize, Played>,
}

impl Results {
    /// Results that are kept nowhere.
    pub(super) fn unkept() -> Self {
        Self {
            file: None,
            games: BTreeMap::new(),
        }
    }

    /// Begins a file, or goes on with one of the same match. A last line that was cut off is
    /// dropped.
    pub(super) fn open(path: &Path, agreed: &Agreed) -> anyhow::Result<Self> {
        let shown = path.display();
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("{shown} cannot be read")),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let whole = text.get(..whole).unwrap_or_default();
        let mut lines = whole.lines();
        let mut games = BTreeMap::new();
        if let Some(head) = lines.next() {
            let before: Agreed = serde_json::from_str(head)
                .with_context(|| format!("{shown} holds no results of a match"))?;
            if let Some(difference) = agreed.difference(&before) {
                bail!("{shown} holds another match: {difference}");
            }
            for (number, line) in (2..).zip(lines) {
                let game: Played = serde_json::from_str(line)
                    .with_context(|| format!("{shown}, line {number}"))?;
                games.insert(game.number, game);
            }
        }
        let mut file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("{shown} cannot be written"))?;
        file.set_len(u64::try_from(whole.len())?)?;
        std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0))?;
        if whole.is_empty() {
            write_line(&file, agreed)?;
        }
        Ok(Self {
            file: Some(Arc::new(file)),
            games,
        })
    }

    /// Writes one game more, one at a time. It is on the disk when this gives it back. Disks may
    /// take their time: meanwhile the clocks of other games are looked after.
    pub(super) fn keep(&self, game: Played) -> JoinHandle<anyhow::Result<Played>> {
        let file = self.file.clone();
        spawn_blocking(move || {
            if let Some(file) = file {
                write_line(&file, &game).context("the results cannot be written")?;
            }
            Ok(game)
        })
    }

    /// Counts a game that is kept.
    pub(super) fn add(&mut self, game: Played) {
        self.games.insert(game.number, game);
    }

    /// All games by their numbers.
    pub(super) fn games(&self) -> &BTreeMap<usize, Played> {
        &self.games
    }

    /// Writes all games as PGN, in their order; a file that is there is replaced whole.
    pub(super) fn write_pgn(&self, path: &Path) -> anyhow::Result<()> {
        let texts: String = self.games.values().map(|game| game.pgn.as_str()).collect();
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        let part = PathBuf::from(name);
        std::fs::write(&part, texts)
            .and_then(|()| std::fs::rename(&part, path))
            .with_context(|| format!("{} cannot be written", path.display()))
    }
}

impl Agreed {
    /// The first thing that is not as it was.
    fn difference(&self, before: &Self) -> Option<String> {
        let pairs = [
            ("the pace", &self.pace, &before.pace),
            ("the rules", &self.rules, &before.rules),
            ("the openings", &self.openings, &before.openings),
            ("resignation", &self.resign, &before.resign),
            ("adjudicating draws", &self.draw, &before.draw),
        ];
        let mut differences = pairs.iter().filter(|(_, now, then)| now != then);
        if let Some((what, now, then)) = differences.next() {
            return Some(format!("{what} was “{then}” and is “{now}”"));
        }
        if self.seed != before.seed {
            return Some(format!("the seed was {} and is {}", before.seed, self.seed));
        }
        (self.engines != before.engines).then(|| {
            let names = |agreed: &Self| {
                let names: Vec<&str> = agreed.engines.iter().map(|it| it.name.as_str()).collect();
                names.join(", ")
            };
            let (then, now) = (names(before), names(self));
            if then == now {
                format!("the commands or options of {then} are others")
            } else {
                format!("the engines were {then} and are {now}")
            }
        })
    }
}

fn write_line(mut file: &File, value: &impl Serialize) -> anyhow::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)?;
    file.sync_data()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agreed() -> Agreed {
        Agreed {
            engines: Vec::new(),
            pace: "depth 1".to_owned(),
            rules: "fide-online".to_owned(),
            openings: "none".to_owned(),
            seed: 1,
            resign: "never".to_owned(),
            draw: "never".to_owned(),
        }
    }

    fn game(number: usize) -> Played {
        Played {
            number,
            white: "A".to_owned(),
            black: "B".to_owned(),
            result: "1-0".to_owned(),
            ending: "checkmate".to_owned(),
            why: "Checkmate.".to_owned(),
            fault: None,
            plies: 4,
            cpu_us: ByColor::default(),
            thoughts: ByColor::default(),
            pgn: format!("game {number}\n\n"),
        }
    }

    async fn play(results: &mut Results, number: usize) {
        let kept = results.keep(game(number)).await.unwrap().unwrap();
        results.add(kept);
    }

    #[tokio::test]
    async fn a_file_goes_on_after_its_last_whole_line() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("match.jsonl");
        let mut results = Results::open(&path, &agreed()).unwrap();
        play(&mut results, 0).await;
        play(&mut results, 1).await;
        let text = std::fs::read_to_string(&path).unwrap();
        // The power went while the second game was written.
        std::fs::write(&path, &text[..text.len() - 10]).unwrap();
        let mut results = Results::open(&path, &agreed()).unwrap();
        assert_eq!(results.games().len(), 1);
        play(&mut results, 1).await;
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        let pgn = folder.path().join("match.pgn");
        results.write_pgn(&pgn).unwrap();
        assert_eq!(
            std::fs::read_to_string(pgn).unwrap(),
            "game 0\n\ngame 1\n\n"
        );
    }

    #[test]
    fn another_match_is_told_apart() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("match.jsonl");
        Results::open(&path, &agreed()).unwrap();
        let other = Agreed {
            pace: "depth 2".to_owned(),
            ..agreed()
        };
        let error = Results::open(&path, &other).unwrap_err().to_string();
        assert!(
            error.ends_with("the pace was “depth 1” and is “depth 2”"),
            "{error}"
        );
        let other = Agreed {
            seed: 2,
            ..agreed()
        };
        assert!(Results::open(&path, &other).is_err());
        std::fs::write(&path, "[Event \"?\"]\n").unwrap();
        assert!(Results::open(&path, &agreed()).is_err());
    }
}
