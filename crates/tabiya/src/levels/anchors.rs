//! Other engines, placed beside the opponents by games against them.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tabiya_engine::levels::Opponent;
use tabiya_engine::{Engine, Options, Stop};
use tabiya_rules::{Color, Game, Move, Outcome};
use tabiya_server::engine_process::{EngineCommand, EngineProcess, GoLimits};
use tokio::runtime::Runtime;

use super::calibrate::Measured;
use super::ladder::start;
use super::state::State;
use crate::progress::Progress;

/// Where Debian puts it.
const STOCKFISH: &str = "/usr/games/stockfish";

/// So long an engine that does not answer is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// Longer games are drawn.
const LONGEST: usize = 400;

/// An engine to compare with: `NAME=COMMAND` or `NAME=COMMAND|Option=Value|Option=Value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    pub(super) name: String,
    command: Vec<String>,
    options: Vec<(String, String)>,
}

impl FromStr for Anchor {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, rest) = text.split_once('=').context("write NAME=COMMAND")?;
        let mut parts = rest.split('|');
        let command: Vec<String> = parts
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        if command.is_empty() {
            bail!("{name} has no command");
        }
        let option = |part: &str| {
            let (name, value) = part.split_once('=').context("write Option=Value")?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        };
        Ok(Self {
            name: name.trim().to_owned(),
            command,
            options: parts.map(option).collect::<Result<_>>()?,
        })
    }
}

/// The limited Stockfish of the scale, where it is installed.
pub(super) fn usual() -> Vec<Anchor> {
    if !Path::new(STOCKFISH).is_file() {
        return Vec::new();
    }
    let limited = |elo: u32| Anchor {
        name: format!("Stockfish UCI_Elo {elo}"),
        command: vec![STOCKFISH.to_owned()],
        options: vec![
            ("UCI_LimitStrength".to_owned(), "true".to_owned()),
            ("UCI_Elo".to_owned(), elo.to_string()),
        ],
    };
    [1350, 1700, 2000].map(limited).to_vec()
}

/// An engine that runs and is asked one thing after the other.
pub(super) struct Asked {
    runtime: Runtime,
    process: EngineProcess,
}

impl Asked {
    pub(super) fn start(anchor: &Anchor) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let (program, arguments) = anchor.command.split_first().context("no command")?;
        let command = arguments
            .iter()
            .fold(EngineCommand::new(program), |command, argument| {
                command.arg(argument)
            });
        let process = runtime.block_on(async {
            let mut process = EngineProcess::start(&command).await?;
            for (name, value) in &anchor.options {
                process.set_option(name, value).await?;
            }
            Ok::<_, anyhow::Error>(process)
        })?;
        Ok(Self { runtime, process })
    }

    /// Sets an option if the engine has it.
    pub(super) fn try_option(&mut self, name: &str, value: &str) -> Result<()> {
        if self.process.option(name).is_some() {
            self.runtime
                .block_on(self.process.set_option(name, value))?;
        }
        Ok(())
    }

    pub(super) fn new_game(&mut self) -> Result<()> {
        Ok(self.runtime.block_on(self.process.new_game())?)
    }

    /// Its move, its last score, and the words that it said.
    pub(super) fn ask(&mut self, game: &Game, limits: &GoLimits) -> Result<Answer> {
        let process = &mut self.process;
        let mut answer = Answer::default();
        self.runtime.block_on(async {
            process.position(game).await?;
            process.go(limits).await?;
            let chosen = process.best_move(PATIENCE, |info| {
                answer.words.extend(info.words.clone());
                if info.rank == 1 && info.score.is_some() {
                    answer.score = info.score;
                }
            });
            answer.mv = Some(chosen.await?.mv);
            Ok(answer)
        })
    }
}

/// What an engine answers.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) mv: Option<Move>,
    pub(super) score: Option<tabiya_server::engine_process::Score>,
    pub(super) words: Vec<String>,
}

/// Games of an anchor against one level: the level's points.
pub(super) struct Placed {
    pub(super) anchor: usize,
    pub(super) level: usize,
    pub(super) points: f64,
    pub(super) games: u64,
}

/// Plays each anchor against so many levels, spread from the second on.
pub(super) fn measure(
    levels: &[Measured],
    anchors: &[Anchor],
    games: u64,
    state: &mut State,
) -> Result<Vec<Placed>> {
    let places: Vec<usize> = (2..levels.len()).step_by(3).collect();
    let total = anchors.len() * places.len();
    let total = u64::try_from(total).unwrap_or(0) * games;
    let mut progress = Progress::of_things(Some(total), "games against other engines");
    let mut placed = Vec::new();
    for (number, anchor) in anchors.iter().enumerate() {
        let mut asked: Option<Asked> = None;
        for &place in &places {
            let Some(one) = levels.get(place) else {
                continue;
            };
            let mut points = 0.0;
            for game in 0..games {
                let name = format!("anchor {} {} {game}", anchor.name, one.print);
                let result = state.get_or(&name, || {
                    let asked = match &mut asked {
                        Some(asked) => asked,
                        none => none.insert(Asked::start(anchor)?),
                    };
                    asked.try_option("Seed", &(game + 1).to_string())?;
                    Ok(vec![against(one, asked, game)?])
                });
                points += match result {
                    Ok(result) => result.first().copied().unwrap_or(0.5),
                    Err(error) => return Err(error.context(anchor.name.clone())),
                };
                progress.add(1);
            }
            placed.push(Placed {
                anchor: number,
                level: place,
                points,
                games,
            });
        }
    }
    Ok(placed)
}

/// The points of a level in one game.
fn against(one: &Measured, asked: &mut Asked, number: u64) -> Result<f64> {
    let mut engine = Engine::new(Options::default());
    let mut opponent = Opponent::made_of(one.level, number);
    let side = if number.is_multiple_of(2) {
        Color::White
    } else {
        Color::Black
    };
    let mut game = Game::new(start(number / 2));
    asked.new_game()?;
    while game.outcome().is_none() && game.ply() < LONGEST && game.claims().next().is_none() {
        let mv = if game.position().turn() == side {
            let choice = opponent.choose(&mut engine, &game, None, &Stop::new());
            choice.map(|choice| choice.mv)
        } else {
            let limits = GoLimits::move_time(Duration::from_millis(60));
            asked.ask(&game, &limits)?.mv
        };
        let mv = mv.context("no move in a game that goes on")?;
        game.play(mv)
            .map_err(|reason| anyhow::anyhow!("{reason}"))?;
    }
    Ok(match game.outcome() {
        Some(Outcome::Win(winner)) => f64::from(u8::from(winner == side)),
        _ => 0.5,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_is_read() {
        let anchor: Anchor = "A 1=prog --x|UCI_Elo=1350|Own Book=false".parse().unwrap();
        assert_eq!(anchor.name, "A 1");
        assert_eq!(anchor.command, ["prog", "--x"]);
        assert_eq!(
            anchor.options[1],
            ("Own Book".to_owned(), "false".to_owned())
        );
        assert!("nothing".parse::<Anchor>().is_err());
        assert!("a=".parse::<Anchor>().is_err());
        assert!("a=b|c".parse::<Anchor>().is_err());
    }
}
