//! The options that can be set, and what they are set to. Not here: what they do (`session`).

use std::time::Duration;

use crate::levels::Level;
use crate::{Engine, Options};

/// What has been set.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) engine: Options,
    /// How many best lines to tell.
    pub(super) lines: usize,
    /// Whether castling is written, and positions are read, as in Chess960.
    pub(super) is_chess960: bool,
    /// The opponent that was asked for by name.
    level: Option<&'static Level>,
    /// Whether an opponent of that rating plays where none is named.
    limits_strength: bool,
    elo: usize,
    /// What makes the games of an opponent differ; 0: something new for each game.
    pub(super) seed: usize,
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
const MOST_SEED: usize = 1_000_000_000;
const USUAL_ELO: usize = 1400;

/// The ratings of the weakest and of the strongest opponent.
fn elo_bounds() -> (usize, usize) {
    let [weakest, .., strongest] = Level::all();
    let bound = |level: &Level| usize::try_from(level.rating).unwrap_or(0);
    (bound(weakest), bound(strongest))
}

impl Settings {
    pub(super) fn new(engine: Options) -> Settings {
        Settings {
            engine,
            lines: 1,
            is_chess960: false,
            level: None,
            limits_strength: false,
            elo: USUAL_ELO,
            seed: 0,
        }
    }

    /// Who chooses the moves; `None`: the engine with all its strength.
    pub(super) fn opponent(&self) -> Option<&'static Level> {
        let [.., strongest] = Level::all();
        let rating = u32::try_from(self.elo).unwrap_or(u32::MAX);
        let by_rating = self.limits_strength.then(|| Level::nearest(rating));
        self.level
            .or(by_rating)
            .filter(|level| level.id != strongest.id)
    }

    fn name_level(&mut self, value: &str) -> Result<(), String> {
        let wanted = value.to_lowercase();
        let is_wanted = |level: &&Level| level.id == wanted || level.name.to_lowercase() == wanted;
        let level = Level::all().iter().find(is_wanted);
        if level.is_none() && wanted != "full" {
            let ids = Level::all().map(|level| level.id).join(", ");
            return Err(format!("Level is Full or one of {ids}, not {value:?}"));
        }
        self.level = level;
        Ok(())
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
        let (least, most) = elo_bounds();
        lines.push("option name UCI_LimitStrength type check default false".to_owned());
        lines.push(spin("UCI_Elo", USUAL_ELO, most, least));
        let ids = Level::all().map(|level| format!(" var {}", level.id));
        lines.push(format!(
            "option name Level type combo default Full var Full{}",
            ids.concat()
        ));
        lines.push(spin("Seed", 0, MOST_SEED, 0));
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
            "level" => self.name_level(value),
            "uci_limitstrength" => check(name, value).map(|is_on| self.limits_strength = is_on),
            "uci_elo" => {
                let (least, highest) = elo_bounds();
                most(highest, least).map(|elo| self.elo = elo)
            }
            "seed" => most(MOST_SEED, 0).map(|seed| self.seed = seed),
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
    fn an_opponent_is_named_or_rated() {
        let mut settings = Settings::new(Options::default());
        let id = |settings: &Settings| settings.opponent().map(|level| level.id);
        assert_eq!(id(&settings), None);
        settings.set("UCI_Elo", "1210");
        assert_eq!(id(&settings), None);
        settings.set("UCI_LimitStrength", "true");
        assert_eq!(id(&settings), Some("bruno"));
        assert_eq!(settings.set("Level", "Karin"), Outcome::Set);
        assert_eq!(id(&settings), Some("karin"));
        assert!(matches!(
            settings.set("Level", "nobody"),
            Outcome::Refused(_)
        ));
        settings.set("Level", "tabiya");
        assert_eq!(id(&settings), None);
        settings.set("Level", "Full");
        assert_eq!(id(&settings), Some("bruno"));
    }

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
            // A button has none.
            let value = kind.split_once(" default ").map_or("", |(_, rest)| rest);
            let value = value.split(' ').next().unwrap();
            let outcome = settings.set(name, value);
            assert!(
                !matches!(outcome, Outcome::Refused(_)),
                "{name}: {outcome:?}"
            );
        }
    }
}
