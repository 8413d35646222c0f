//! The file that keeps a game from its first move to its end, so that it can go on another day or
//! after a crash: one line about the opponent, then the log of the table, one event a line. Not
//! here: the table itself.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use tabiya_arbiter::Recorded;

/// What the log of a table does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct About {
    /// The id of the opponent.
    pub(super) level: String,
    /// The opponent's dice.
    pub(super) seed: u64,
    /// Whether hints are given.
    pub(super) hints: bool,
}

/// A file that grows with the game.
pub(super) struct Kept {
    file: File,
    path: PathBuf,
}

impl Kept {
    /// Begins a new file with all that has happened so far.
    pub(super) fn begin(about: &About, log: &[Recorded]) -> io::Result<Self> {
        let folder = folder()?;
        fs::create_dir_all(&folder)?;
        let first = log.last().map_or(0, |recorded| recorded.at.0);
        // Two games that begin in the same millisecond do not share a file.
        let (file, path) = (0..100)
            .map(|more| folder.join(format!("{:016}.jsonl", first.saturating_add(more))))
            .find_map(|path| {
                let file = OpenOptions::new().write(true).create_new(true).open(&path);
                match file {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
                    file => Some(file.map(|file| (file, path))),
                }
            })
            .unwrap_or_else(|| Err(io::ErrorKind::AlreadyExists.into()))?;
        let mut kept = Self { file, path };
        kept.line(about)?;
        kept.add(log)?;
        Ok(kept)
    }

    /// Goes on with a file that was read.
    pub(super) fn go_on(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: OpenOptions::new().append(true).open(path)?,
            path: path.to_owned(),
        })
    }

    pub(super) fn add(&mut self, events: &[Recorded]) -> io::Result<()> {
        events.iter().try_for_each(|recorded| self.line(recorded))
    }

    /// One write for each line: whatever ends the process, no line is left half written but the
    /// last.
    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The game is over: nothing is left to go on with.
    pub(super) fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

/// Reads a kept game. A last line that was cut off while it was written is passed over.
pub(super) fn read(path: &Path) -> anyhow::Result<(About, Vec<Recorded>)> {
    let file = File::open(path).with_context(|| format!("{} cannot be opened", path.display()))?;
    let mut lines = BufReader::new(file).lines();
    let head = lines.next().transpose()?.unwrap_or_default();
    let no_game = || format!("{} is no game that tabiya play has kept", path.display());
    let about = serde_json::from_str(&head).with_context(no_game)?;
    let mut log = Vec::new();
    let mut is_cut_off = false;
    for line in lines {
        let line = line?;
        if is_cut_off {
            bail!(no_game());
        }
        match serde_json::from_str(&line) {
            Ok(recorded) => log.push(recorded),
            Err(_) => is_cut_off = true,
        }
    }
    Ok((about, log))
}

/// The game that was left last.
pub(super) fn latest() -> anyhow::Result<PathBuf> {
    let folder = folder()?;
    let files = fs::read_dir(&folder).into_iter().flatten().flatten();
    let kept = files
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    kept.max()
        .with_context(|| format!("no game is kept in {}", folder.display()))
}

/// Where games are kept.
fn folder() -> io::Result<PathBuf> {
    let set = |name: &str| {
        let folder = std::env::var_os(name).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    };
    let state = set("XDG_STATE_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/state")))
        .or_else(|| set("LOCALAPPDATA"));
    let state = state.ok_or_else(|| {
        let why = "no folder to keep games in: set XDG_STATE_HOME or HOME";
        io::Error::new(io::ErrorKind::NotFound, why)
    })?;
    Ok(state.join("tabiya").join("play"))
}
