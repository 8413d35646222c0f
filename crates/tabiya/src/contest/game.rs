//! One game of a match at a table of the arbiter: it judges every move, keeps the clock and ends
//! the game. Here are the table and what it is told; how an engine finds its move stands in
//! `entrant.rs`.

use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use tabiya_arbiter::{
    Actor, ColorChoice, Command, EndingView, Preset, Recorded, Refusal, RuleSet, Seat, Settings,
    StartPosition, StartRule, Table, Termination, Timestamp, nobody_can_mate,
};
use tabiya_rules::{ByColor, Color, Game, Outcome, Pgn};
use tabiya_server::engine_process::{ClockTimes, EngineError, Score};

use super::adjudication::{Early, Watch};
use super::entrant::{NoMove, Player, Thought};
use super::openings::Opening;
use super::pace::{Pace, Used, ms};
use super::results::Played;
use super::schedule::Fixture;

/// The seats in the colors that they have here.
const WHITE: Actor = Actor::Seat(Seat::Owner);
const BLACK: Actor = Actor::Seat(Seat::Guest);

/// The rules of all games: draws by the third repetition and by fifty moves at once, dead positions
/// end the game, a fallen flag draws where the opponent could never mate.
pub(super) fn rules() -> RuleSet {
    RuleSet {
        start: StartRule::OnStartCommand,
        offers: false,
        ..RuleSet::preset(Preset::FideOnline)
    }
}

/// What the match, not the position, has ended a game by.
struct Verdict {
    /// One sentence.
    why: String,
    /// What it is called in the results.
    ending: &'static str,
    /// What PGN calls that.
    termination: &'static str,
    /// Whose fault it was.
    fault: Option<Color>,
}

/// A game that runs.
struct Sitting {
    table: Table,
    /// The game as engines are shown it.
    game: Game,
    /// When it began, by the calendar.
    began: Timestamp,
    /// What the players have used of the time on the wall; nothing else makes the clock go on.
    thought: Duration,
    /// What ended the game where the position did not.
    verdict: Option<Verdict>,
    /// A remark for each half-move that an engine made.
    remarks: Vec<String>,
}

/// Plays a game to its end.
///
/// # Errors
///
/// An engine could not be started, or passes over its limit: the match cannot go on.
pub(super) async fn play(
    fixture: Fixture,
    opening: &Opening,
    mut players: ByColor<&mut Player<'_>>,
    pace: Pace,
    mut watch: Watch,
) -> anyhow::Result<Played> {
    for color in Color::ALL {
        players.get_mut(color).new_game().await?;
    }
    let names = ByColor::from_fn(|color| players.get(color).entrant.name.clone());
    let mut sitting = Sitting::open(opening, pace).await?;
    while !sitting.is_over() {
        let turn = sitting.game.position().turn();
        let (clocks, left) = sitting.clocks(pace);
        let player = players.get_mut(turn);
        match player.think(&sitting.game, pace, clocks, left).await? {
            Ok(thought) => {
                let number = sitting.game.position().fullmove_number();
                let tells_time = !matches!(pace, Pace::Nodes(_) | Pace::Depth(_));
                sitting.make(&thought, tells_time).await?;
                let early = watch.hear(turn, thought.score, number);
                if let Some(early) = early.filter(|_| !sitting.is_over()) {
                    sitting.end_early(early)?;
                }
            }
            Err(NoMove::OutOfTime) => sitting.let_flag_fall(left.unwrap_or_default())?,
            Err(NoMove::Fault(error)) => sitting.forfeit(turn, &error)?,
        }
    }
    let used = ByColor::from_fn(|color| players.get(color).used);
    sitting.played(fixture, &names, used)
}

impl Sitting {
    /// Both sit down, and the opening is played in no time.
    async fn open(opening: &Opening, pace: Pace) -> anyhow::Result<Self> {
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let began = Timestamp(ms(since_1970.unwrap_or_default()));
        let start = if opening.start == tabiya_rules::Position::standard() {
            StartPosition::Standard
        } else {
            StartPosition::Position {
                fen: opening.start.fen().to_string(),
            }
        };
        let settings = Settings {
            rules: rules(),
            clock: pace.time_control(),
            owner_color: ColorChoice::White,
            start,
        };
        let opened = Table::open(settings, None, 0)?;
        let log = [Recorded {
            seq: 1,
            at: began,
            event: opened,
        }];
        let table = Table::replay(&log).context("a table replays its own opening")?;
        let mut sitting = Self {
            table,
            game: Game::new(opening.start.clone()),
            began,
            thought: Duration::ZERO,
            verdict: None,
            remarks: Vec::new(),
        };
        for (actor, command) in [
            (Actor::Spectator, Command::TakeSeat { name: None }),
            (BLACK, Command::Ready { ready: true }),
            (WHITE, Command::Start),
        ] {
            sitting.decide(actor, &command)?;
        }
        for mv in &opening.moves {
            if sitting.is_over() {
                break;
            }
            sitting.play(*mv).await?;
        }
        if let Pace::Clock { bank, .. } = pace
            && !sitting.is_over()
        {
            // The moves of the opening bring no increments.
            let (white_ms, black_ms) = (ms(bank), ms(bank));
            sitting.decide(Actor::Arbiter, &Command::SetClock { white_ms, black_ms })?;
        }
        Ok(sitting)
    }

    /// The moment at the table.
    fn now(&self) -> Timestamp {
        self.began.plus_ms(ms(self.thought))
    }

    fn decide(&mut self, actor: Actor, command: &Command) -> Result<(), Refusal> {
        let at = self.now();
        for event in self.table.decide(at, actor, command)? {
            self.table.apply(self.table.stamp(at), &event);
        }
        Ok(())
    }

    fn ending(&self) -> Option<EndingView> {
        self.table.view(Actor::Spectator).game?.ending
    }

    fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// The side to move plays, and the arbiter looks whether anybody can still mate.
    async fn play(&mut self, mv: tabiya_rules::Move) -> anyhow::Result<()> {
        let position = self.game.position();
        let actor = seat(position.turn());
        let uci = mv.uci(position).to_string();
        match self.decide(actor, &Command::play(&uci)) {
            Ok(()) => {}
            // The flag fell while the move was on its way.
            Err(_) if self.tick()? => return Ok(()),
            Err(refusal) => anyhow::bail!("the arbiter refused {uci}: {refusal}"),
        }
        if self.game.play(mv).is_err() {
            anyhow::bail!("the arbiter took {uci}, which is illegal");
        }
        let Some((ply, position)) = self.table.to_examine() else {
            return Ok(());
        };
        // That may take its time, and other games go on meanwhile.
        let position = position.clone();
        let proofs = tokio::task::spawn_blocking(move || nobody_can_mate(&position)).await?;
        if let Some(proofs) = proofs {
            self.decide(Actor::System, &Command::DeclareDead { ply, proofs })?;
        }
        Ok(())
    }

    /// Lets time come to where it is; says whether that has ended the game.
    fn tick(&mut self) -> anyhow::Result<bool> {
        self.decide(Actor::System, &Command::Tick)?;
        Ok(self.is_over())
    }

    async fn make(&mut self, thought: &Thought, tells_time: bool) -> anyhow::Result<()> {
        self.thought += thought.time;
        let plies = self.game.ply();
        self.play(thought.mv).await?;
        if self.game.ply() > plies {
            self.remarks.push(remark(thought, tells_time));
        }
        Ok(())
    }

    fn let_flag_fall(&mut self, left: Duration) -> anyhow::Result<()> {
        self.thought += left;
        if !self.tick()? {
            anyhow::bail!("the flag did not fall when the time was over");
        }
        Ok(())
    }

    /// A fault of an engine loses its game.
    fn forfeit(&mut self, loser: Color, error: &EngineError) -> anyhow::Result<()> {
        let (ending, termination) = match error {
            EngineError::Illegal { .. } | EngineError::Malformed { .. } => {
                ("illegal_move", "rules infraction")
            }
            EngineError::Stalled { .. } => ("stall", "abandoned"),
            _ => ("crash", "abandoned"),
        };
        let (white, black) = match loser {
            Color::White => ("0", "1"),
            Color::Black => ("1", "0"),
        };
        self.rule(white, black)?;
        let side = crate::output::name(loser);
        self.verdict = Some(Verdict {
            why: format!("{side} lost: {}.", error.to_string().trim_end_matches('.')),
            ending,
            termination,
            fault: Some(loser),
        });
        Ok(())
    }

    fn end_early(&mut self, early: Early) -> anyhow::Result<()> {
        match early {
            Early::Resigns(color) => self.decide(seat(color), &Command::Resign)?,
            Early::Draw => {
                self.rule("1/2", "1/2")?;
                self.verdict = Some(Verdict {
                    why: "Draw: both engines saw nothing to play for.".to_owned(),
                    ending: "adjudication",
                    termination: "adjudication",
                    fault: None,
                });
            }
        }
        Ok(())
    }

    fn rule(&mut self, white: &str, black: &str) -> Result<(), Refusal> {
        let ruling = Command::Rule {
            white: white.to_owned(),
            black: black.to_owned(),
        };
        self.decide(Actor::Arbiter, &ruling)
    }

    /// The clocks as an engine is told them, and what the side to move has until its flag falls.
    fn clocks(&self, pace: Pace) -> (Option<ClockTimes>, Option<Duration>) {
        let Pace::Clock { increment, .. } = pace else {
            return (None, None);
        };
        let view = self.table.view(Actor::Spectator).game;
        let Some(clock) = view.and_then(|game| game.clock) else {
            return (None, None);
        };
        let clocks = ClockTimes {
            white: Duration::from_millis(clock.white_ms),
            black: Duration::from_millis(clock.black_ms),
            white_increment: increment,
            black_increment: increment,
            moves_to_go: None,
        };
        let deadline = self.table.deadline();
        // The flag falls when nothing is left.
        let left = deadline.map(|at| Duration::from_millis(at.since_ms(self.now())));
        (Some(clocks), left)
    }

    /// The record of the game.
    fn played(
        self,
        fixture: Fixture,
        names: &ByColor<String>,
        used: ByColor<Used>,
    ) -> anyhow::Result<Played> {
        let ending = self.ending().context("the game goes on")?;
        let outcome = ending.outcome.unwrap_or(Outcome::Draw);
        let record = self.table.record(1).context("there is no record")?;
        let written = record.pgn("?");
        let mut pgn = Pgn::read(written.as_bytes())
            .next()
            .context("the record is empty")?;
        let verdict = self.verdict.unwrap_or_else(|| Verdict {
            why: ending.message,
            ending: "",
            termination: "",
            fault: ending
                .by
                .filter(|_| ending.termination == Termination::TimeForfeit),
        });
        for (tag, value) in [
            ("Event", "Engine match"),
            (
                "Round",
                &format!("{}.{}", fixture.pair + 1, fixture.number % 2 + 1),
            ),
            ("White", &names.white),
            ("Black", &names.black),
        ] {
            pgn.set_tag(tag, value);
        }
        if !verdict.termination.is_empty() {
            pgn.set_tag("Termination", verdict.termination);
        }
        // The hour says nothing, and a match that was broken off would differ by it.
        pgn.tags
            .retain(|(tag, _)| !["UTCDate", "UTCTime"].contains(&tag.as_str()));
        let from_book = pgn.moves.len().saturating_sub(self.remarks.len());
        for (place, written) in pgn.moves.iter_mut().enumerate() {
            written.comments.clear();
            let remark = place.checked_sub(from_book);
            let remark = remark.and_then(|place| self.remarks.get(place));
            written.comments.extend(remark.cloned());
        }
        let last = pgn.moves.last_mut().map(|last| &mut last.comments);
        last.unwrap_or(&mut pgn.comments).push(verdict.why.clone());
        Ok(Played {
            number: fixture.number,
            white: names.white.clone(),
            black: names.black.clone(),
            result: outcome.to_string(),
            ending: match verdict.ending {
                "" => name_of(ending.termination)?,
                name => name.to_owned(),
            },
            why: verdict.why,
            fault: verdict.fault,
            plies: pgn.moves.len(),
            cpu_us: ByColor {
                white: us(used.white.time),
                black: us(used.black.time),
            },
            thoughts: ByColor {
                white: used.white.moves,
                black: used.black.moves,
            },
            pgn: pgn.to_string(),
        })
    }
}

const fn seat(color: Color) -> Actor {
    match color {
        Color::White => WHITE,
        Color::Black => BLACK,
    }
}

fn us(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// How the results call the end of a game.
fn name_of(termination: Termination) -> anyhow::Result<String> {
    let value = serde_json::to_value(termination)?;
    let name = value.as_str().context("an ending has a name")?;
    Ok(name.to_owned())
}

/// What an engine thought of its move: its score in pawns, the depth and the time. Where the time
/// is no limit it says nothing, and the same match would be written in another way each time.
fn remark(thought: &Thought, tells_time: bool) -> String {
    let mut remark = match thought.score {
        Some(Score::Centipawns(worth)) => format!("{:+.2}", f64::from(worth) / 100.0),
        Some(Score::Mate(moves)) if moves > 0 => format!("+M{moves}"),
        Some(Score::Mate(moves)) => format!("-M{}", moves.unsigned_abs()),
        None => "?".to_owned(),
    };
    if let Some(depth) = thought.depth {
        remark.push_str(&format!("/{depth}"));
    }
    if tells_time {
        remark.push_str(&format!(" {:.3}s", thought.time.as_secs_f64()));
    }
    remark
}
