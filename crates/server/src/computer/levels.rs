//! The strengths at which an engine can play: those that it names itself (`Level`), steps of a
//! rating (`UCI_Elo`), or just its full strength. They are asked from the engine, not known here.

use std::time::Duration;

use serde::Serialize;

use crate::engine_process::{EngineCommand, EngineError, EngineProcess, OptionKind};
use crate::limits;

/// The option by which our own engine offers opponents by name.
const LEVEL: &str = "Level";
/// The word for no limit at all, here and in that option.
const FULL: &str = "Full";
/// Ratings are offered in such steps.
const RATING_STEP: i64 = 200;
/// The most levels that are offered.
const MOST_LEVELS: usize = 40;

/// Which engine plays, as the host has set it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComputerConfig {
    /// The program.
    pub command: EngineCommand,
    /// Options that are set before it plays, in this order.
    pub options: Vec<(String, String)>,
    /// How many think at once, at least 1.
    pub at_once: usize,
    /// How long a computer that could not play counts as away before it tries again.
    pub retry_after: Duration,
}

impl ComputerConfig {
    /// What `retry_after` usually is.
    pub const RETRY_AFTER: Duration = limits::COMPUTER_RETRY;

    /// Starts an engine and sets what the host has chosen.
    pub(super) async fn start(&self) -> Result<EngineProcess, EngineError> {
        let mut engine = EngineProcess::start(&self.command).await?;
        for (name, value) in &self.options {
            engine.set_option(name, value).await?;
        }
        engine.ping().await?;
        Ok(engine)
    }
}

/// What an engine offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Offer {
    /// What the engine calls itself.
    pub(crate) engine: String,
    /// Whether it plays Chess960.
    pub(crate) chess960: bool,
    /// The levels, the weakest first.
    pub(crate) levels: Vec<Strength>,
}

/// How strong a computer plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Strength {
    /// The word for it in requests and in the log.
    pub(crate) level: String,
    /// What the seat is called.
    pub(crate) name: String,
}

impl Offer {
    pub(super) fn of(engine: &EngineProcess) -> Self {
        let own_name = short(engine.name());
        let mut levels = levels(engine);
        levels.truncate(MOST_LEVELS);
        // An opponent that bears the engine's own name is its full strength.
        let first_word = own_name.split(' ').next().unwrap_or_default();
        let strongest = levels.last();
        if !strongest.is_some_and(|level| level.eq_ignore_ascii_case(first_word)) {
            levels.push(FULL.to_lowercase());
        }
        let levels = levels.into_iter().map(|level| Strength {
            name: match level.parse::<u32>() {
                Ok(rating) => short(&format!("{own_name} {rating}")),
                Err(_) if level.eq_ignore_ascii_case(FULL) => own_name.clone(),
                Err(_) => short(&format!("{} (computer)", capitalized(&level))),
            },
            level,
        });
        Self {
            engine: engine.name().to_owned(),
            chess960: engine.option("UCI_Chess960").is_some(),
            levels: levels.collect(),
        }
    }

    pub(crate) fn strength(&self, level: &str) -> Option<&Strength> {
        self.levels.iter().find(|strength| strength.level == level)
    }
}

fn levels(engine: &EngineProcess) -> Vec<String> {
    let kind = |name| engine.option(name).map(|option| &option.kind);
    if let Some(OptionKind::Combo { values, .. }) = kind(LEVEL) {
        let weaker = values.iter().filter(|value| *value != FULL);
        return weaker.cloned().collect();
    }
    match (kind("UCI_LimitStrength"), kind("UCI_Elo")) {
        (Some(OptionKind::Check { .. }), Some(&OptionKind::Spin { min, max, .. })) => {
            let first = min.max(0).div_euclid(RATING_STEP) * RATING_STEP;
            let steps = (0..).map(|step| first.saturating_add(step * RATING_STEP));
            steps
                .skip_while(|rating| *rating < min)
                .take_while(|rating| *rating <= max)
                .take(MOST_LEVELS)
                .map(|rating| rating.to_string())
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Has an engine play at a level from now on.
pub(super) async fn set(engine: &mut EngineProcess, level: &str) -> Result<(), EngineError> {
    if engine.option(LEVEL).is_some() {
        let is_full = level.eq_ignore_ascii_case(FULL);
        return engine
            .set_option(LEVEL, if is_full { FULL } else { level })
            .await;
    }
    if engine.option("UCI_LimitStrength").is_none() {
        return Ok(());
    }
    let is_limited = level.parse::<u32>().is_ok();
    let limits = if is_limited { "true" } else { "false" };
    engine.set_option("UCI_LimitStrength", limits).await?;
    if is_limited {
        engine.set_option("UCI_Elo", level).await?;
    }
    Ok(())
}

/// A name as a table takes it: not longer than that of a person.
fn short(name: &str) -> String {
    let kept = name.chars().filter(|c| !c.is_control());
    let name: String = kept.take(tabiya_arbiter::MAX_NAME_CHARS).collect();
    let name = name.trim();
    if name.is_empty() { "Computer" } else { name }.to_owned()
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
