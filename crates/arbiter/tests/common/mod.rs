//! A table with a log and a clock of its own, for the tests of this crate: what a shell does, in a
//! few lines.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "each test uses a part of it"
)]

use tabiya_arbiter::{
    Actor, ColorChoice, Command, Event, GameView, Preset, Recorded, Refusal, RuleSet, Seat,
    Settings, StartPosition, Table, TimeControl, Timestamp,
};
use tabiya_rules::Color;

pub const OWNER: Actor = Actor::Seat(Seat::Owner);
pub const GUEST: Actor = Actor::Seat(Seat::Guest);

/// The owner plays White unless the settings say otherwise.
pub struct Scene {
    pub table: Table,
    pub log: Vec<Recorded>,
    pub at: Timestamp,
}

/// White for the owner, the preset's rules, ten minutes.
pub fn settings(preset: Preset) -> Settings {
    Settings {
        rules: RuleSet::preset(preset),
        clock: TimeControl::SuddenDeath { bank_ms: 600_000 },
        owner_color: ColorChoice::White,
        start: StartPosition::Standard,
    }
}

pub fn from_fen(settings: Settings, fen: &str) -> Settings {
    Settings {
        start: StartPosition::Position {
            fen: fen.to_owned(),
        },
        ..settings
    }
}

impl Scene {
    pub fn open(settings: Settings) -> Result<Self, Refusal> {
        let at = Timestamp(1_790_000_000_000);
        let event = Table::open(settings, Some("Ana"), 7)?;
        let log = vec![Recorded { seq: 1, at, event }];
        let table = Table::replay(&log).expect("a log of one event");
        Ok(Self { table, log, at })
    }

    /// Both seated and present, the game started.
    pub fn start(settings: Settings) -> Result<Self, Refusal> {
        let mut scene = Self::open(settings)?;
        scene.seat_guest()?;
        scene.act(GUEST, Command::Ready { ready: true })?;
        scene.act(OWNER, Command::Start)?;
        Ok(scene)
    }

    pub fn seat_guest(&mut self) -> Result<(), Refusal> {
        self.act(
            Actor::Spectator,
            Command::TakeSeat {
                name: Some("Bo".to_owned()),
            },
        )?;
        for seat in Seat::ALL {
            self.act(
                Actor::System,
                Command::NotePresence {
                    seat,
                    present: true,
                },
            )?;
        }
        Ok(())
    }

    /// Decides, records and applies, as a shell does; nothing is recorded of a refusal.
    pub fn act(&mut self, actor: Actor, command: Command) -> Result<Vec<Event>, Refusal> {
        let events = self.table.decide(self.at, actor, &command)?;
        for event in &events {
            let at = self.table.stamp(self.at);
            self.log.push(Recorded {
                seq: self.table.sequence() + 1,
                at,
                event: event.clone(),
            });
            self.table.apply(at, event);
        }
        Ok(events)
    }

    pub fn by(&mut self, color: Color, command: Command) -> Result<Vec<Event>, Refusal> {
        let actor = self.actor(color);
        self.act(actor, command)
    }

    pub fn tick(&mut self) -> Vec<Event> {
        self.act(Actor::System, Command::Tick)
            .expect("the system may tick")
    }

    pub fn wait(&mut self, ms: u64) {
        self.at = self.at.plus_ms(ms);
    }

    pub fn play(&mut self, uci: &str) -> Result<Vec<Event>, Refusal> {
        let turn = self.game().turn;
        self.by(turn, Command::play(uci))
    }

    pub fn play_all(&mut self, line: &str) {
        for uci in line.split_whitespace() {
            self.play(uci)
                .unwrap_or_else(|refusal| panic!("{uci}: {refusal}"));
        }
    }

    /// Commands of one player, `;` between them: all but the last must be granted.
    pub fn hands(&mut self, color: Color, script: &str) -> Result<Vec<Event>, Refusal> {
        let mut answer = Ok(Vec::new());
        for step in script.split(';').map(str::trim) {
            answer.unwrap_or_else(|refusal| panic!("before {step}: {refusal}"));
            let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
            let square = || rest.parse().expect("a square");
            answer = self.by(
                color,
                match verb {
                    "move" => Command::Move {
                        uci: rest.to_owned(),
                        ply: None,
                        lag_ms: 0,
                    },
                    "press" => Command::Press,
                    "touch" => Command::Touch { square: square() },
                    "release" => Command::Release {
                        square: square(),
                        lag_ms: 0,
                    },
                    "adjust" => Command::Adjust,
                    "end_adjust" => Command::EndAdjust,
                    "claim_fault" => Command::ClaimFault,
                    "promote" => Command::Promote {
                        role: tabiya_rules::Role::ALL
                            .into_iter()
                            .find(|role| role.name() == rest)
                            .expect("a role"),
                    },
                    _ => panic!("no step is called {verb}"),
                },
            );
        }
        answer
    }

    pub fn game(&self) -> GameView {
        self.table
            .view(Actor::Spectator)
            .game
            .expect("a game was started")
    }

    pub fn actor(&self, color: Color) -> Actor {
        let white = self.game().white;
        Actor::Seat(if color == Color::White {
            white
        } else {
            white.other()
        })
    }

    /// `1-0 checkmate`, or `live`.
    pub fn result(&self) -> String {
        match self.game().ending {
            None => "live".to_owned(),
            Some(end) => {
                let outcome = end
                    .outcome
                    .map_or("*".to_owned(), |outcome| outcome.to_string());
                format!("{outcome} {:?}", end.termination)
            }
        }
    }
}
