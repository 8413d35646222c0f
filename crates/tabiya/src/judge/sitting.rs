//! A table with both players at it, and the shell that a table needs: it carries commands there,
//! lets time come to deadlines, and looks for dead positions. It reads no clock: the script says
//! what time it is.

use serde_json::{Value, json};
use tabiya_arbiter::{
    Actor, ColorChoice, Command, CommandKind, Event, Phase, Recorded, Refusal, RuleSet, Seat,
    Settings, Speed, Table, Timestamp, nobody_can_mate,
};
use tabiya_rules::{Color, Fen, Hint, Mode, MoveTextError, Position, read_move};

use super::script::{Act, By, Head, Line};

/// All chance at the table of a script: what is tossed falls the same way every time.
const SEED: u64 = 1;

/// The table, and what time it is.
pub(super) struct Sitting {
    table: Table,
    at: Timestamp,
}

/// How a line was answered.
pub(super) struct Answer {
    pub(super) at: u64,
    /// Nothing, where it was refused.
    pub(super) events: Vec<Event>,
    pub(super) refused: Option<Value>,
    /// What a typed move was understood as, where that is worth saying.
    pub(super) hint: Option<String>,
}

impl Answer {
    fn of(at: Timestamp, answer: Result<Vec<Event>, Refusal>) -> Self {
        let (events, refused) = match answer {
            Ok(events) => (events, None),
            Err(refusal) => (Vec::new(), Some(json!(refusal))),
        };
        Self {
            at: at.0,
            events,
            refused,
            hint: None,
        }
    }

    /// The events as JSON.
    pub(super) fn shown(&self) -> Vec<Value> {
        let shown = self.events.iter().map(|event| json!(event.public()));
        shown.collect()
    }

    /// A text that is no move never comes to the table.
    fn no_move(at: Timestamp, error: &MoveTextError) -> Self {
        let squares = error.reason().map(tabiya_rules::Reason::squares);
        let squares: Vec<String> = squares
            .into_iter()
            .flatten()
            .map(|square| square.to_string())
            .collect();
        let refused = json!({
            "code": error.code(),
            "article": error.article(),
            "message": error.to_string(),
            "squares": squares,
            "params": {},
        });
        Self {
            at: at.0,
            events: Vec::new(),
            refused: Some(refused),
            hint: None,
        }
    }
}

impl Sitting {
    /// Opens the table, seats both players and does what the head of the script says.
    pub(super) fn open(head: &Head, rules: RuleSet) -> (Option<Self>, Answer) {
        let start = Timestamp(0);
        let settings = Settings {
            rules,
            clock: head
                .clock
                .clone()
                .unwrap_or_else(|| rules.preset.usual_clock()),
            owner_color: ColorChoice::White,
            start: head.start.clone(),
        };
        let opened = match Table::open(settings, None, SEED) {
            Ok(event) => event,
            Err(refusal) => return (None, Answer::of(start, Err(refusal))),
        };
        let log = [Recorded {
            seq: 1,
            at: start,
            event: opened,
        }];
        let Ok(table) = Table::replay(&log) else {
            unreachable!("a table replays its own opening");
        };
        let mut sitting = Self { table, at: start };
        let answer = sitting.begin(head);
        (Some(sitting), Answer::of(start, answer))
    }

    fn begin(&mut self, head: &Head) -> Result<Vec<Event>, Refusal> {
        let mut events = self.decide(Actor::Spectator, &Command::TakeSeat { name: None })?;
        for seat in Seat::ALL {
            let here = Command::NotePresence {
                seat,
                present: true,
            };
            events.extend(self.decide(Actor::System, &here)?);
        }
        if !head.started {
            return Ok(events);
        }
        let ready = Command::Ready { ready: true };
        events.extend(self.decide(Actor::Seat(Seat::Guest), &ready)?);
        events.extend(self.decide(Actor::Seat(Seat::Owner), &Command::Start)?);
        events.extend(self.examine());
        for uci in &head.moves {
            events.extend(self.play(uci)?);
        }
        events.extend(self.examine());
        Ok(events)
    }

    /// The side to move plays.
    fn play(&mut self, uci: &str) -> Result<Vec<Event>, Refusal> {
        let turn = self.position().map_or(Color::White, |board| board.turn());
        let mut events = self.decide(self.seat_of(turn), &Command::play(uci))?;
        let view = self.table.view(Actor::Spectator).game;
        if let Some(mover) = view.and_then(|game| game.to_press) {
            events.extend(self.decide(self.seat_of(mover), &Command::Press)?);
        }
        Ok(events)
    }

    /// Decides, and lets it happen.
    fn decide(&mut self, actor: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        let events = self.table.decide(self.at, actor, command)?;
        for event in &events {
            self.table.apply(self.table.stamp(self.at), event);
        }
        Ok(events)
    }

    /// What happens by itself before `at` or at this very moment: a flag falls, an offer lapses.
    pub(super) fn come_due(&mut self, at: u64) -> Option<Answer> {
        let due = self.table.deadline().filter(|due| due.0 <= at)?;
        self.at = self.table.stamp(due);
        let mut events = self
            .decide(Actor::System, &Command::Tick)
            .unwrap_or_default();
        if events.is_empty() {
            return None;
        }
        events.extend(self.examine());
        Some(Answer::of(self.at, Ok(events)))
    }

    /// Carries a line to the table.
    pub(super) fn act(&mut self, line: &Line) -> Answer {
        self.at = Timestamp(line.at);
        let actor = self.actor(line.by);
        let (command, hint) = match &line.act {
            Act::Wait => return Answer::of(self.at, Ok(Vec::new())),
            Act::Presence { color, present } => {
                let Actor::Seat(seat) = self.seat_of(*color) else {
                    unreachable!("every color has a seat");
                };
                let noted = Command::NotePresence {
                    seat,
                    present: *present,
                };
                let answer = self.decide(Actor::System, &noted);
                return Answer::of(self.at, answer);
            }
            // Whether it is the player's turn at all is the table's to say, not the reader's.
            Act::Typed { text } if !self.may_move(actor) => (Command::play(text), None),
            Act::Typed { text } => match self.typed(text) {
                Ok((uci, hint)) => (Command::play(&uci), hint),
                Err(error) => return Answer::no_move(self.at, &error),
            },
            Act::Command(command) => (command.clone(), None),
        };
        let command = command.after_lag(line.lag_ms);
        let mut answer = self.decide(actor, &command);
        if let Ok(events) = &mut answer {
            events.extend(self.examine());
        }
        // A pawn that stands there without a piece has become no queen.
        let stands = |event: &Event| matches!(event, Event::IllegalMade { .. });
        let is_true = !answer
            .as_ref()
            .is_ok_and(|events| events.iter().any(stands));
        Answer {
            hint: hint.filter(|_| is_true).map(|hint| hint.to_string()),
            ..Answer::of(self.at, answer)
        }
    }

    fn may_move(&self, actor: Actor) -> bool {
        self.table.view(actor).can.contains(&CommandKind::Move)
    }

    /// A typed move as the page sends it. A piece that the text does not name is not named to the
    /// table either: its rules say what comes of that.
    fn typed(&self, text: &str) -> Result<(String, Option<Hint>), MoveTextError> {
        let position = self.position().unwrap_or_else(Position::standard);
        let read = read_move(&position, text)?;
        let uci = read.mv.uci(&position).to_string();
        Ok(match read.hint {
            Some(Hint::QueenAssumed) => (uci.trim_end_matches('q').to_owned(), read.hint),
            hint => (uci, hint),
        })
    }

    /// The position on the board, once there is one.
    fn position(&self) -> Option<Position> {
        let game = self.table.view(Actor::Spectator).game?;
        let mode = if game.chess960 {
            Mode::Chess960
        } else {
            Mode::Standard
        };
        Fen::parse(&game.fen).ok()?.playable(mode).ok()
    }

    fn actor(&self, by: By) -> Actor {
        match by {
            By::White => self.seat_of(Color::White),
            By::Black => self.seat_of(Color::Black),
            By::Owner => Actor::Seat(Seat::Owner),
            By::Guest => Actor::Seat(Seat::Guest),
            By::Spectator => Actor::Spectator,
            By::Arbiter => Actor::Arbiter,
        }
    }

    /// Who has this color. Before the first game White is the owner's.
    fn seat_of(&self, color: Color) -> Actor {
        let game = self.table.view(Actor::Spectator).game;
        let white = game.map_or(Seat::Owner, |game| game.white);
        Actor::Seat(match color {
            Color::White => white,
            Color::Black => white.other(),
        })
    }

    /// Looks into the position as a server does behind the game: is it dead (5.2.2)?
    fn examine(&mut self) -> Vec<Event> {
        let Some((ply, position)) = self.table.to_examine() else {
            return Vec::new();
        };
        let Some(proofs) = nobody_can_mate(position) else {
            return Vec::new();
        };
        self.decide(Actor::System, &Command::DeclareDead { ply, proofs })
            .unwrap_or_default()
    }

    /// Everything about the table as it stands at `at`.
    pub(super) fn state(&self, at: u64) -> Value {
        let view = self.table.full_view(Actor::Spectator);
        let mut state = json!(view);
        let Some(fields) = state.as_object_mut() else {
            unreachable!("a view is an object");
        };
        // What is about the eyes that see it; here nobody's.
        fields.remove("you");
        fields.remove("can");
        let can = |color| json!(self.table.view(self.seat_of(color)).can);
        fields.insert("at".to_owned(), json!(at));
        fields.insert("result".to_owned(), json!(self.result()));
        fields.insert("speed".to_owned(), json!(Speed::of(&view.settings.clock)));
        fields.insert("legal".to_owned(), json!(self.legal()));
        fields.insert(
            "can".to_owned(),
            json!({"white": can(Color::White), "black": can(Color::Black)}),
        );
        state
    }

    /// As PGN writes it; where the arbiter gave both less, each side's points.
    fn result(&self) -> String {
        let game = self.table.view(Actor::Spectator).game;
        let Some(ending) = game.and_then(|game| game.ending) else {
            return "*".to_owned();
        };
        let points = |half_points: u32| match half_points {
            0 => "0",
            1 => "1/2",
            _ => "1",
        };
        match (ending.points, ending.outcome) {
            (Some(each), _) => format!("{}-{}", points(each.white), points(each.black)),
            (None, Some(outcome)) => outcome.to_string(),
            (None, None) => "*".to_owned(),
        }
    }

    /// The legal moves in UCI notation, in their order; none when no game runs.
    fn legal(&self) -> Vec<String> {
        let position = self
            .position()
            .filter(|_| self.table.phase() == Phase::Playing);
        let Some(position) = position else {
            return Vec::new();
        };
        let mut legal: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|mv| mv.uci(&position).to_string())
            .collect();
        legal.sort_unstable();
        legal
    }
}
