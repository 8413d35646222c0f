//! The file that keeps a game from its first move to its end, so that it can go on another day or
//! after a crash: one line about the opponent, then the log of the table, one event a line. Not
//! here: the table itself.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
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
        if let Err(error) = kept.line(about).and_then(|()| kept.add(log)) {
            // Half a beginning is nothing to go on with.
            let _ = kept.remove();
            return Err(error);
        }
        Ok(kept)
    }

    /// Goes on with a file that was read. A last line that was cut off is dropped, one that only
    /// lacks its end gets it.
    pub(super) fn go_on(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let last = lines(&bytes).last().unwrap_or_default();
        if serde_json::from_slice::<Recorded>(last).is_err() {
            let whole = bytes.len().saturating_sub(last.len());
            let whole = u64::try_from(whole).unwrap_or_default();
            file.set_len(whole)?;
            file.seek(SeekFrom::Start(whole))?;
        } else if !last.ends_with(b"\n") {
            file.write_all(b"\n")?;
        }
        Ok(Self {
            file,
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
    let bytes = fs::read(path).with_context(|| format!("{} cannot be opened", path.display()))?;
    let mut lines = lines(&bytes);
    let head = lines.next().unwrap_or_default();
    let no_game = || format!("{} is no game that tabiya play has kept", path.display());
    let about = serde_json::from_slice(head).with_context(no_game)?;
    let mut log = Vec::new();
    let mut is_cut_off = false;
    for line in lines {
        if is_cut_off {
            bail!(no_game());
        }
        match serde_json::from_slice(line) {
            Ok(recorded) => log.push(recorded),
            Err(_) => is_cut_off = true,
        }
    }
    Ok((about, log))
}

/// Each with its end, where it has one.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n')
}

/// The game that was left last.
pub(super) fn latest() -> anyhow::Result<PathBuf> {
    let folder = folder()?;
    latest_in(&folder).with_context(|| format!("no game is kept in {}", folder.display()))
}

fn latest_in(folder: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let kept = files
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    let changed = |path: &PathBuf| fs::metadata(path).and_then(|about| about.modified()).ok();
    // Of two that were left in the same moment, the one begun last.
    kept.max_by_key(|path| (changed(path), path.clone()))
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

#[cfg(test)]
impl Kept {
    /// A file that takes nothing more, like one on a full disk.
    pub(super) fn full(path: &Path) -> io::Result<Self> {
        fs::write(path, "")?;
        Ok(Self {
            file: File::open(path)?,
            path: path.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use tabiya_arbiter::{Event, Seat, Timestamp};

    use super::*;

    fn recorded(seq: u64) -> Recorded {
        Recorded {
            seq,
            at: Timestamp(seq),
            event: Event::ReadySet {
                seat: Seat::Owner,
                ready: true,
            },
        }
    }

    fn about() -> About {
        About {
            level: "pip".to_owned(),
            seed: 1,
            hints: true,
        }
    }

    /// Writes two events, cuts so many bytes off, and goes on twice: one event more each time.
    fn go_on_after_cutting(cut: usize) -> Vec<u64> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let file = File::create(&path).unwrap();
        let mut kept = Kept {
            file,
            path: path.clone(),
        };
        kept.line(&about()).unwrap();
        kept.add(&[recorded(1), recorded(2)]).unwrap();
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, bytes.get(..bytes.len() - cut).unwrap()).unwrap();
        for seq in [3, 4] {
            read(&path).unwrap();
            Kept::go_on(&path).unwrap().add(&[recorded(seq)]).unwrap();
        }
        let (head, log) = read(&path).unwrap();
        assert_eq!(head, about());
        log.iter().map(|recorded| recorded.seq).collect()
    }

    #[test]
    fn a_game_goes_on_again_and_again_after_its_last_line_was_cut_off() {
        assert_eq!(go_on_after_cutting(0), [1, 2, 3, 4]);
        assert_eq!(go_on_after_cutting(1), [1, 2, 3, 4]);
        assert_eq!(go_on_after_cutting(2), [1, 3, 4]);
    }

    #[test]
    fn the_latest_game_is_the_one_that_was_left_last() {
        let folder = tempfile::tempdir().unwrap();
        for (name, seconds) in [("1.jsonl", 9), ("2.jsonl", 5), ("3.pgn", 20)] {
            let file = File::create(folder.path().join(name)).unwrap();
            let left = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            file.set_modified(left).unwrap();
        }
        assert_eq!(
            latest_in(folder.path()),
            Some(folder.path().join("1.jsonl"))
        );
    }
}
