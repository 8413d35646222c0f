//! What has been measured so far, one line each, so that a long measurement goes on where it was
//! stopped. Not here: what the numbers mean.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::Context;

/// Results by name. Each is written to the file as soon as it is there.
pub(super) struct State {
    known: HashMap<String, Vec<f64>>,
    file: File,
}

impl State {
    /// Reads what a file holds, and writes to its end from now on. A line that was cut off counts
    /// for nothing.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let text = fs::read_to_string(path).unwrap_or_default();
        let known = text
            .lines()
            .filter_map(|line| serde_json::from_str::<(String, Vec<f64>)>(line).ok())
            .collect();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("{} cannot be written", path.display()))?;
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file)?;
        }
        Ok(Self { known, file })
    }

    /// The result of that name, found now if it is not known.
    pub(super) fn get_or(
        &mut self,
        name: &str,
        find: impl FnOnce() -> anyhow::Result<Vec<f64>>,
    ) -> anyhow::Result<Vec<f64>> {
        if let Some(known) = self.known.get(name) {
            return Ok(known.clone());
        }
        let found = find()?;
        let line = serde_json::to_string(&(name, &found))?;
        // One call, so that two that write to the same file do not mix their lines.
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.known.insert(name.to_owned(), found.clone());
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_not_looked_for_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/state.jsonl");
        let mut state = State::open(&path).unwrap();
        assert_eq!(
            state.get_or("a", || Ok(vec![1.0, 0.5])).unwrap(),
            [1.0, 0.5]
        );
        drop(state);
        // The machine went down in the middle of a line.
        fs::write(&path, fs::read_to_string(&path).unwrap() + "[\"b\",[0.").unwrap();
        let mut state = State::open(&path).unwrap();
        let unasked = || anyhow::bail!("it is known");
        assert_eq!(state.get_or("a", unasked).unwrap(), [1.0, 0.5]);
        assert_eq!(state.get_or("b", || Ok(vec![0.25])).unwrap(), [0.25]);
        drop(state);
        let mut state = State::open(&path).unwrap();
        let unasked = || anyhow::bail!("it is known");
        assert_eq!(state.get_or("b", unasked).unwrap(), [0.25]);
    }
}
