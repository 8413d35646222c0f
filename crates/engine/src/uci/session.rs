//! A conversation: what has been set up, and what is going on. Not here: how lines are read
//! (`command`), the thread that searches (`thinking`).

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tabiya_rules::{Color, Fen, Game, Mode, Move, Position, Uci};

use super::command::{self, Command, Go};
use super::options::{Outcome, Settings};
use super::thinking::{Say, Task, Thinking, lock};
use crate::levels::Opponent;
use crate::{ClockLeft, Engine, Limits, Options, TimeLimit};

/// A conversation of the Universal Chess Interface. Lines go in, one at a time, each without delay;
/// what the engine says comes out by the function that the session was made with, also from the
/// thread that searches.
///
/// ```
/// use std::sync::mpsc;
/// use tabiya_engine::uci::Session;
///
/// let (told, lines) = mpsc::channel();
/// let mut session = Session::new(move |line: &str| told.send(line.to_owned()).unwrap_or(()));
/// for line in ["uci", "position startpos moves e2e4", "go depth 3"] {
///     session.line(line);
/// }
/// let answer = lines.iter().find(|line| line.starts_with("bestmove")).unwrap();
/// assert!(answer.starts_with("bestmove "));
/// ```
pub struct Session {
    say: Say,
    settings: Settings,
    game: Game,
    /// How the game was put up, as it was said: an option may change how it is read.
    put_up: Option<String>,
    engine: Arc<Mutex<Engine>>,
    thinking: Option<Thinking>,
    /// What was said while a search was on and holds from its end, in order.
    deferred: Vec<Command>,
    /// Of the game that is on: what an opponent does in it.
    seed: u64,
}

/// What is searched where a limit was meant and none can be read.
const WITHOUT_A_LIMIT: Duration = Duration::from_secs(1);
/// More is not remembered while a search is on.
const MOST_DEFERRED: usize = 256;

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Continue,
    /// It was told to end.
    Quit,
}

impl Session {
    /// A conversation that has not begun. `say` is called with each line to tell, without its end.
    pub fn new(say: impl Fn(&str) + Send + Sync + 'static) -> Session {
        let options = Options::default();
        Session {
            say: Arc::new(say),
            settings: Settings::new(options.clone()),
            game: Game::new(Position::standard()),
            put_up: None,
            engine: Arc::new(Mutex::new(Engine::new(options))),
            thinking: None,
            deferred: Vec::new(),
            seed: drawn(),
        }
    }

    /// Takes one line. What cannot be understood is skipped; what makes no sense is answered by
    /// `info string` and a sentence.
    pub fn line(&mut self, line: &str) -> Flow {
        let Some(command) = command::read(line) else {
            return Flow::Continue;
        };
        let is_searching = self.thinking.as_ref().is_some_and(Thinking::goes_on);
        let changes = matches!(
            command,
            Command::NewGame | Command::SetOption { .. } | Command::Position(_)
        );
        if !is_searching {
            self.catch_up();
        } else if changes {
            self.defer(command);
            return Flow::Continue;
        }
        self.obey(command)
    }

    /// A search that is on is not disturbed: whatever changes its ground waits for its end.
    fn defer(&mut self, command: Command) {
        if self.deferred.len() < MOST_DEFERRED {
            self.deferred.push(command);
        } else {
            self.complain("so much has been said while the search is on that the rest is ignored");
        }
    }

    fn catch_up(&mut self) {
        for command in std::mem::take(&mut self.deferred) {
            self.obey(command);
        }
    }

    fn obey(&mut self, command: Command) -> Flow {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.say("readyok"),
            Command::NewGame => {
                self.end_search();
                lock(&self.engine).new_game();
                self.seed = drawn();
            }
            Command::Position(text) => {
                self.set_position(&text);
                self.put_up = Some(text);
            }
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                if let Some(thinking) = &self.thinking {
                    thinking.stop();
                }
            }
            Command::PonderHit => {
                if let Some(thinking) = &self.thinking {
                    thinking.ponder_hit();
                }
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Quit => {
                self.end_search();
                return Flow::Quit;
            }
        }
        Flow::Continue
    }

    fn say(&self, line: &str) {
        (self.say)(line);
    }

    fn complain(&self, sentence: &str) {
        // One line, whatever is in it.
        self.say(&format!(
            "info string {}",
            sentence.replace(['\n', '\r'], " ")
        ));
    }

    fn introduce(&self) {
        self.say(concat!("id name Tabiya ", env!("CARGO_PKG_VERSION")));
        self.say("id author the Tabiya authors");
        for line in self.settings.list() {
            self.say(&line);
        }
        self.say("uciok");
    }

    /// A search that is still on answers now.
    fn end_search(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.end();
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let was_chess960 = self.settings.is_chess960;
        let outcome = self.settings.set(name, value);
        if self.settings.is_chess960 != was_chess960 {
            self.read_again();
        }
        match outcome {
            Outcome::Refused(sentence) => self.complain(&sentence),
            Outcome::Forget => {
                self.end_search();
                lock(&self.engine).new_game();
            }
            Outcome::Set => {
                self.end_search();
                let wanted = self.settings.engine.hash_mib;
                let found = {
                    let mut engine = lock(&self.engine);
                    engine.set_options(self.settings.engine.clone());
                    engine.options().hash_mib
                };
                if found != wanted {
                    self.settings.engine.hash_mib = found;
                    self.complain(&format!(
                        "there is no memory for {wanted} MiB of Hash; it has {found} MiB"
                    ));
                }
            }
        }
    }

    /// Some say which chess it is only when the position stands already: castling is read anew then.
    fn read_again(&mut self) {
        if let Some(text) = self.put_up.take() {
            self.end_search();
            self.set_position(&text);
            self.put_up = Some(text);
        }
    }

    /// `startpos` or `fen` and the text of a position, then perhaps `moves`. Where the position
    /// cannot be read, the old one stays; where a move cannot be, those before it are played.
    fn set_position(&mut self, text: &str) {
        let (start, moves) = match text.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (text.trim(), ""),
        };
        let mode = if self.settings.is_chess960 {
            Mode::Chess960
        } else {
            Mode::Standard
        };
        let start = match start.strip_prefix("fen") {
            Some(fen) => read_position(fen.trim(), mode),
            None if start == "startpos" => read_position(STANDARD, mode),
            None => Err("a position is startpos or fen and a text".to_owned()),
        };
        let start = match start {
            Ok(start) => start,
            Err(sentence) => {
                self.complain(&format!("{sentence}; the position stays as it was"));
                return;
            }
        };
        let mut game = Game::new(start);
        for text in moves.split_whitespace() {
            let played = read_move(game.position(), text)
                .and_then(|mv| game.play(mv).map_err(|reason| reason.to_string()));
            if let Err(sentence) = played {
                self.complain(&format!(
                    "{text} cannot be played here: {sentence} The moves before it are."
                ));
                break;
            }
        }
        self.game = game;
    }

    fn go(&mut self, go: &Go) {
        self.end_search();
        self.catch_up();
        for word in &go.unknown {
            self.complain(&format!("go does not know {word}"));
        }
        for word in &go.missing {
            self.complain(&format!("{word} needs a number"));
        }
        let mut limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            time: self.time_limit(go),
            lines: self.settings.lines,
            only: Vec::new(),
        };
        for text in &go.only {
            match read_move(self.game.position(), text) {
                Ok(mv) => limits.only.push(mv),
                Err(sentence) => self.complain(&format!("{text} cannot be searched: {sentence}")),
            }
        }
        if limits.only.is_empty() && !go.only.is_empty() {
            self.complain("none of the moves of searchmoves can be searched; all legal ones are");
        }
        let waits = (go.is_infinite, go.ponders);
        let (engine, say) = (Arc::clone(&self.engine), Arc::clone(&self.say));
        let seed = match u64::try_from(self.settings.seed) {
            Ok(0) | Err(_) => self.seed,
            Ok(seed) => seed,
        };
        // Who asks for everything that there is to see, or for some moves only, wants the engine.
        let is_play = !go.is_infinite && go.only.is_empty();
        let level = self.settings.opponent().filter(|_| is_play);
        let task = Task {
            game: self.game.clone(),
            limits,
            opponent: level.map(|level| Opponent::new(level, seed)),
        };
        let fallback = task.fallback();
        match Thinking::begin(engine, task, waits, say) {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(error) => {
                self.complain(&format!(
                    "no thread can be started: {error}; any move is played"
                ));
                self.say(&fallback);
            }
        }
    }

    /// Without a time for the side to move there is no limit of time: the search ends by another
    /// limit or when it is told to.
    fn time_limit(&self, go: &Go) -> TimeLimit {
        if go.is_infinite {
            return TimeLimit::Unlimited;
        }
        if go.has_lost_its_limit() {
            return TimeLimit::Move(WITHOUT_A_LIMIT);
        }
        if let Some(time) = go.move_time {
            return TimeLimit::Move(time);
        }
        let (remaining, increment) = match self.game.position().turn() {
            Color::White => (go.white_time, go.white_increment),
            Color::Black => (go.black_time, go.black_increment),
        };
        match remaining {
            None => TimeLimit::Unlimited,
            Some(remaining) => TimeLimit::Clock(ClockLeft {
                remaining,
                increment,
                moves_to_go: go.moves_to_go,
            }),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.end_search();
    }
}

/// Something new each time.
fn drawn() -> u64 {
    let since = web_time::SystemTime::now().duration_since(web_time::SystemTime::UNIX_EPOCH);
    since.map_or(1, |since| {
        since.as_secs().rotate_left(32) ^ u64::from(since.subsec_nanos())
    })
}

const STANDARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Reads FEN leniently, as interfaces write it.
fn read_position(fen: &str, mode: Mode) -> Result<Position, String> {
    let setup = Fen::parse_lenient(fen).map_err(|error| error.to_string())?;
    let position = setup.cleared(mode).playable(mode);
    position.map_err(|faults| faults.to_string())
}

fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    let uci: Uci = text
        .to_ascii_lowercase()
        .parse()
        .map_err(|error: tabiya_rules::UciError| format!("{error}."))?;
    uci.resolve(position).map_err(|reason| reason.to_string())
}
