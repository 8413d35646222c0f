//! The options that can be set, and what they are set to. Not here: what they do (`session`).

use std::time::Duration;

use crate::{Engine, Options};

/// What has been set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) engine: Options,
    /// How many best lines to tell.
    pub(super) lines: usize,
    /// Whether castling is written, and positions are read, as in Chess960.
    pub(super) is_chess960: bool,
}

/// What comes of setting an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The settings hold it.
    Set,
    /// The engine shall forget what it has searched.
    Forget,
    /// A sentence for people.
    Refused(String),
}

const MOST_LINES: usize = 256;
const MOST_OVERHEAD_MS: usize = 5000;

impl Settings {
    pub(super) fn new(engine: Options) -> Settings {
        Settings {
            engine,
            lines: 1,
            is_chess960: false,
        }
    }

    /// The lines that list the options.
    pub(super) fn list(&self) -> Vec<String> {
        let spin = |name: &str, default: usize, most: usize, least: usize| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        let defaults = Options::default();
        let overhead = usize::try_from(defaults.move_overhead.as_millis()).unwrap_or(0);
        let mut lines = vec![
            spin("Hash", defaults.hash_mib, Engine::MOST_HASH_MIB, 1),
            spin("Threads", defaults.threads, Engine::MOST_THREADS, 1),
            "option name Clear Hash type button".to_owned(),
            "option name Ponder type check default false".to_owned(),
            spin("MultiPV", 1, MOST_LINES, 1),
            "option name UCI_Chess960 type check default false".to_owned(),
            spin("Move Overhead", overhead, MOST_OVERHEAD_MS, 0),
        ];
        if cfg!(feature = "syzygy") {
            lines.push("option name SyzygyPath type string default <empty>".to_owned());
        }
        lines
    }

    /// Sets an option. Names are read without regard to capitals.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Outcome {
        let most = |most: usize, least: usize| number(name, value, least, most);
        let result = match name.to_ascii_lowercase().as_str() {
            "hash" => most(Engine::MOST_HASH_MIB, 1).map(|mib| self.engine.hash_mib = mib),
            "threads" => most(Engine::MOST_THREADS, 1).map(|count| self.engine.threads = count),
            "multipv" => most(MOST_LINES, 1).map(|lines| self.lines = lines),
            "move overhead" => most(MOST_OVERHEAD_MS, 0).map(|ms| {
                let ms = u64::try_from(ms).unwrap_or(0);
                self.engine.move_overhead = Duration::from_millis(ms);
            }),
            "uci_chess960" => check(name, value).map(|is_on| self.is_chess960 = is_on),
            // Whether the opponent's time is used is said with each search.
            "ponder" => check(name, value).map(|_| ()),
            "clear hash" => return Outcome::Forget,
            #[cfg(feature = "syzygy")]
            "syzygypath" => self.open_tables(value),
            _ => Err(format!("there is no option {name}")),
        };
        match result {
            Ok(()) => Outcome::Set,
            Err(sentence) => Outcome::Refused(sentence),
        }
    }

    #[cfg(feature = "syzygy")]
    fn open_tables(&mut self, folder: &str) -> Result<(), String> {
        self.engine.syzygy = None;
        if folder.is_empty() || folder == "<empty>" {
            return Ok(());
        }
        let tables = tabiya_rules::syzygy::Tables::open(folder);
        let tables = tables.map_err(|error| error.to_string())?;
        self.engine.syzygy = Some(std::sync::Arc::new(tables));
        Ok(())
    }
}

fn number(name: &str, value: &str, least: usize, most: usize) -> Result<usize, String> {
    match value.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!(
            "{name} is a number from {least} to {most}, not {value:?}"
        )),
    }
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{name} is true or false, not {value:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_kept_and_what_makes_no_sense_is_said() {
        let mut settings = Settings::new(Options::default());
        assert_eq!(settings.set("hash", "64"), Outcome::Set);
        assert_eq!(settings.set("Move Overhead", "0"), Outcome::Set);
        assert_eq!(settings.set("UCI_Chess960", "true"), Outcome::Set);
        assert_eq!(settings.set("Clear Hash", ""), Outcome::Forget);
        assert_eq!(settings.engine.hash_mib, 64);
        assert_eq!(settings.engine.move_overhead, Duration::ZERO);
        assert!(settings.is_chess960);
        for (name, value) in [("Hash", "0"), ("Threads", "many"), ("OwnBook", "false")] {
            assert!(
                matches!(settings.set(name, value), Outcome::Refused(_)),
                "{name}"
            );
        }
        assert_eq!(settings.engine.hash_mib, 64);
    }

    #[test]
    fn every_option_that_is_listed_can_be_set() {
        let mut settings = Settings::new(Options::default());
        for line in settings.list() {
            let name = line.trim_start_matches("option name ");
            let (name, kind) = name.split_once(" type ").unwrap();
            let value = match kind.split(' ').next().unwrap() {
                "spin" => "1",
                "check" => "true",
                _ => "",
            };
            let outcome = settings.set(name, value);
            assert!(
                !matches!(outcome, Outcome::Refused(_)),
                "{name}: {outcome:?}"
            );
        }
    }
}
