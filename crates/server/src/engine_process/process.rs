//! The child process: handshake, commands, answers, and an end in every case. Not here: how lines
//! are cut (`lines.rs`) and what they say (`info.rs`, `options.rs`).

use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tabiya_rules::{Game, Mode, Move, Position, Uci};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout, timeout_at};

use super::command::{EngineCommand, Patience};
use super::cpu::cpu_time;
use super::error::{Doing, EngineError};
use super::info::Info;
use super::limits::GoLimits;
use super::lines::{LINE_BYTES, Lines};
use super::options::{EngineOption, OptionKind};

/// More options than any engine has.
const MOST_OPTIONS: usize = 1_000;

/// The move that an engine has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move; it is legal.
    pub mv: Move,
    /// The reply that it expects, if it named one that is legal.
    pub expected: Option<Move>,
}

/// What an engine says during a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// How the search goes.
    Info(Info),
    /// The search is over.
    BestMove(Chosen),
}

/// An engine that runs. When it is dropped, its process is killed, and waited for in the background.
pub struct EngineProcess {
    /// There until it is dropped.
    child: Option<Child>,
    stdin: ChildStdin,
    lines: Lines<ChildStdout>,
    /// Reads what it writes to standard error; its result is the last line.
    words: Option<JoinHandle<String>>,
    patience: Patience,
    name: String,
    author: String,
    options: Vec<EngineOption>,
    position: Position,
    plays_chess960: bool,
    is_searching: bool,
}

impl EngineProcess {
    /// Starts the program and lets it say what it is and what it offers.
    ///
    /// # Errors
    ///
    /// It cannot be started, does not speak UCI, ends or does not answer in time.
    pub async fn start(command: &EngineCommand) -> Result<Self, EngineError> {
        let mut child = spawn(command).map_err(|source| EngineError::NotStarted {
            path: command.path.clone(),
            source,
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            unreachable!("all three were asked for");
        };
        let words = Some(tokio::spawn(last_line(stderr)));
        let path = command.path.file_name().unwrap_or(command.path.as_os_str());
        let mut engine = Self {
            child: Some(child),
            stdin,
            lines: Lines::new(stdout),
            words,
            patience: command.patience,
            name: path.to_string_lossy().into_owned(),
            author: String::new(),
            options: Vec::new(),
            position: Position::standard(),
            plays_chess960: false,
            is_searching: false,
        };
        engine.shake_hands().await?;
        Ok(engine)
    }

    async fn shake_hands(&mut self) -> Result<(), EngineError> {
        let doing = Doing::Starting;
        let patience = self.patience.start;
        let until = Instant::now() + patience;
        self.say("uci", doing).await?;
        loop {
            let Ok(line) = timeout_at(until, self.line(doing)).await else {
                return Err(EngineError::Stalled {
                    doing,
                    waited: patience,
                });
            };
            let line = line?;
            match line.split_once(' ') {
                _ if line == "uciok" => return Ok(()),
                Some(("id", rest)) => match rest.trim().split_once(' ') {
                    Some(("name", name)) => self.name = name.trim().to_owned(),
                    Some(("author", author)) => self.author = author.trim().to_owned(),
                    _ => {}
                },
                Some(("option", rest)) if self.options.len() < MOST_OPTIONS => {
                    self.options.extend(EngineOption::read(rest));
                }
                Some(("Error" | "Illegal", _)) if line.ends_with("uci") => {
                    return Err(EngineError::NotUci { said: line });
                }
                _ => {}
            }
        }
    }

    /// What it calls itself; the name of the program where it does not say.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who made it; empty where it does not say.
    #[must_use]
    pub fn author(&self) -> &str {
        &self.author
    }

    /// What it offers, in its order.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// The option of this name, large and small letters being the same.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        let mut options = self.options.iter();
        options.find(|option| option.name.eq_ignore_ascii_case(name.trim()))
    }

    /// The number of the process; `None` once it has ended.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.child.as_ref()?.id()
    }

    /// The time of the processor that the process has used so far, with all its threads. `None`
    /// where the system does not say (it does on Linux), or where the process has ended.
    #[must_use]
    pub fn cpu_time(&self) -> Option<Duration> {
        cpu_time(self.id()?)
    }

    /// Whether a search runs, as far as is known.
    #[must_use]
    pub const fn is_searching(&self) -> bool {
        self.is_searching
    }

    /// Sets an option that the engine offers to a value that it can have; the value of a button is
    /// empty. A search that runs is ended first.
    ///
    /// # Errors
    ///
    /// There is no such option, or it cannot have this value: nothing is said to the engine then.
    /// Also what [`EngineProcess::ping`] answers.
    pub async fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let Some(option) = self.option(name) else {
            return Err(EngineError::UnknownOption {
                engine: self.name.clone(),
                name: name.trim().to_owned(),
            });
        };
        let value = option.check(value)?;
        let command = match option.kind {
            OptionKind::Button => format!("setoption name {}", option.name),
            _ => format!("setoption name {} value {value}", option.name),
        };
        self.halt().await?;
        self.say(&command, Doing::GettingReady).await
    }

    /// Says that a new game begins, and waits until the engine is ready for it. A search that runs
    /// is ended first.
    ///
    /// # Errors
    ///
    /// What [`EngineProcess::ping`] answers.
    pub async fn new_game(&mut self) -> Result<(), EngineError> {
        self.halt().await?;
        self.say("ucinewgame", Doing::GettingReady).await?;
        self.ping().await
    }

    /// Shows the game so far, and waits until the engine has taken it in. A search that runs is
    /// ended first.
    ///
    /// # Errors
    ///
    /// The game is Chess960 and the engine does not play it. Also what [`EngineProcess::ping`]
    /// answers.
    pub async fn position(&mut self, game: &Game) -> Result<(), EngineError> {
        self.halt().await?;
        let wants_chess960 = game.start().mode() == Mode::Chess960;
        if wants_chess960 != self.plays_chess960 {
            let is_known = self.option("UCI_Chess960").is_some();
            if wants_chess960 && !is_known {
                return Err(EngineError::NoChess960 {
                    engine: self.name.clone(),
                });
            }
            self.set_option(
                "UCI_Chess960",
                if wants_chess960 { "true" } else { "false" },
            )
            .await?;
            self.plays_chess960 = wants_chess960;
        }
        self.position = game.position().clone();
        self.say(&position_command(game), Doing::GettingReady)
            .await?;
        self.ping().await
    }

    /// Begins a search from the position that was shown last. Its news come by
    /// [`EngineProcess::news`] or [`EngineProcess::best_move`]. A search that runs is ended first.
    ///
    /// # Errors
    ///
    /// The process has ended, or takes no commands.
    pub async fn go(&mut self, limits: &GoLimits) -> Result<(), EngineError> {
        self.halt().await?;
        self.say(&limits.to_string(), Doing::Searching).await?;
        self.is_searching = true;
        Ok(())
    }

    /// Waits for the next thing that a running search has to say, as long as it takes. Giving up
    /// in between loses nothing.
    ///
    /// # Errors
    ///
    /// The process has ended, writes too much, or names a move that is none or is illegal.
    pub async fn news(&mut self) -> Result<News, EngineError> {
        loop {
            let line = self.line(Doing::Searching).await?;
            match first_word(&line) {
                ("info", rest) => return Ok(News::Info(Info::read(rest))),
                ("bestmove", _) if !self.is_searching => {
                    return Err(EngineError::Unasked { line });
                }
                ("bestmove", rest) => {
                    self.is_searching = false;
                    return Ok(News::BestMove(self.chosen(&line, rest)?));
                }
                _ => {}
            }
        }
    }

    /// Waits until the search is over, at most `within`, and tells how it goes on in between.
    ///
    /// # Errors
    ///
    /// What [`EngineProcess::news`] answers, or the time is over.
    pub async fn best_move(
        &mut self,
        within: Duration,
        mut on_info: impl FnMut(&Info),
    ) -> Result<Chosen, EngineError> {
        let until = Instant::now() + within;
        loop {
            match timeout_at(until, self.news()).await {
                Ok(Ok(News::Info(info))) => on_info(&info),
                Ok(Ok(News::BestMove(chosen))) => return Ok(chosen),
                Ok(Err(error)) => return Err(error),
                Err(_) => {
                    return Err(EngineError::Stalled {
                        doing: Doing::Searching,
                        waited: within,
                    });
                }
            }
        }
    }

    /// Asks a running search for its best move so far, which comes as its last news. Without a
    /// search nothing happens.
    ///
    /// # Errors
    ///
    /// The process has ended, or takes no commands.
    pub async fn stop(&mut self) -> Result<(), EngineError> {
        if self.is_searching {
            self.say("stop", Doing::Searching).await?;
        }
        Ok(())
    }

    /// Ends a search that nobody waits for any more. What it answers does not matter.
    async fn halt(&mut self) -> Result<(), EngineError> {
        if !self.is_searching {
            return Ok(());
        }
        self.stop().await?;
        match self.best_move(self.patience.answer, |_| {}).await {
            Err(EngineError::Malformed { .. } | EngineError::Illegal { .. }) => Ok(()),
            answer => answer.map(|_| ()),
        }
    }

    /// Waits until the engine says that it is ready for more. A search that runs is ended first.
    ///
    /// # Errors
    ///
    /// It does not answer in time, has ended, writes too much, or names a best move that nobody
    /// asked for.
    pub async fn ping(&mut self) -> Result<(), EngineError> {
        self.halt().await?;
        let doing = Doing::GettingReady;
        let until = Instant::now() + self.patience.answer;
        self.say("isready", doing).await?;
        loop {
            let Ok(line) = timeout_at(until, self.line(doing)).await else {
                return Err(EngineError::Stalled {
                    doing,
                    waited: self.patience.answer,
                });
            };
            let line = line?;
            match first_word(&line) {
                ("readyok", _) => return Ok(()),
                ("bestmove", _) => return Err(EngineError::Unasked { line }),
                _ => {}
            }
        }
    }

    /// Lets the engine end by itself, and kills it where that takes too long.
    pub async fn quit(mut self) {
        // Whether it hears that or not, it ends.
        let _ = self.say("stop", Doing::GettingReady).await;
        let _ = self.say("quit", Doing::GettingReady).await;
        let patience = self.patience.quit;
        if timeout(patience, self.wait()).await.is_err() {
            self.kill();
            let _ = timeout(patience, self.wait()).await;
        }
    }

    /// The move that a `bestmove` names.
    fn chosen(&self, line: &str, rest: &str) -> Result<Chosen, EngineError> {
        let mut words = rest.split_whitespace();
        let malformed = || EngineError::Malformed {
            line: line.chars().take(100).collect(),
        };
        let uci: Uci = words
            .next()
            .and_then(|word| word.parse().ok())
            .ok_or_else(malformed)?;
        let mv = uci
            .resolve(&self.position)
            .map_err(|reason| EngineError::Illegal {
                uci: uci.to_string(),
                reason: Box::new(reason),
            })?;
        let expected = words.next().filter(|word| *word == "ponder");
        let expected = expected.and_then(|_| words.next()?.parse::<Uci>().ok());
        let after = self.position.after_unchecked(mv);
        Ok(Chosen {
            mv,
            expected: expected.and_then(|uci| uci.resolve(&after).ok()),
        })
    }

    /// Writes a command. An engine that reads nothing is not waited for without end.
    async fn say(&mut self, command: &str, doing: Doing) -> Result<(), EngineError> {
        let line = format!("{command}\n");
        let write = async {
            self.stdin.write_all(line.as_bytes()).await?;
            self.stdin.flush().await
        };
        match timeout(self.patience.answer, write).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                Err(self.ended(doing).await)
            }
            Ok(Err(error)) => Err(error.into()),
            Err(_) => Err(EngineError::Stalled {
                doing,
                waited: self.patience.answer,
            }),
        }
    }

    /// The next line of its output.
    async fn line(&mut self, doing: Doing) -> Result<String, EngineError> {
        match self.lines.next().await? {
            Some(line) => Ok(line),
            None => Err(self.ended(doing).await),
        }
    }

    /// How it has ended, now that its pipes are closed.
    async fn ended(&mut self, doing: Doing) -> EngineError {
        const MOMENT: Duration = Duration::from_millis(500);
        let waited = timeout(MOMENT, self.wait()).await;
        // They are told once. Whoever gives up waiting in between does not lose them.
        let words = match &mut self.words {
            Some(words) => timeout(MOMENT, words).await.ok().and_then(Result::ok),
            None => None,
        };
        self.words = None;
        EngineError::Exited {
            doing,
            status: waited.ok().flatten(),
            words: words.unwrap_or_default(),
        }
    }

    /// Waits for its end.
    async fn wait(&mut self) -> Option<ExitStatus> {
        self.child.as_mut()?.wait().await.ok()
    }

    /// Kills the process and what it has started.
    fn kill(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // The number of a process that was waited for may be another's by now.
            let id = self.id().and_then(|id| i32::try_from(id).ok());
            if let Some(group) = id.and_then(Pid::from_raw) {
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
        // It may have ended already.
        let _ = self.child.as_mut().map(Child::start_kill);
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.kill();
        // It is waited for, so that no zombie stays behind; but not here, where tasks run.
        if let (Some(mut child), Ok(runtime)) = (self.child.take(), Handle::try_current()) {
            runtime.spawn(async move { drop(child.wait().await) });
        }
    }
}

impl std::fmt::Debug for EngineProcess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EngineProcess")
            .field("name", &self.name)
            .field("id", &self.id())
            .field("is_searching", &self.is_searching)
            .finish_non_exhaustive()
    }
}

/// Starts the program with pipes. It is the first of a group of its own: Ctrl-C on the terminal is
/// ours to handle, and what it starts ends with it.
fn spawn(command: &EngineCommand) -> std::io::Result<Child> {
    let mut spawned = Command::new(&command.path);
    spawned
        .args(&command.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    if let Some(folder) = &command.folder {
        spawned.current_dir(folder);
    }
    #[cfg(unix)]
    spawned.process_group(0);
    spawned.spawn()
}

/// Reads standard error to its end, for the last line: what a crash says.
async fn last_line(stderr: ChildStderr) -> String {
    const MOST_CHARS: usize = 300;
    let mut stderr = BufReader::with_capacity(LINE_BYTES, stderr);
    let mut last = String::new();
    loop {
        let bytes = match stderr.fill_buf().await {
            Ok(bytes) if !bytes.is_empty() => bytes,
            _ => return last,
        };
        let text = String::from_utf8_lossy(bytes);
        let line = text.lines().map(str::trim).rfind(|line| !line.is_empty());
        if let Some(line) = line {
            last = line.chars().take(MOST_CHARS).collect();
        }
        let read = bytes.len();
        stderr.consume(read);
    }
}

/// The first word of a line, and what stands behind it.
fn first_word(line: &str) -> (&str, &str) {
    line.split_once(char::is_whitespace).unwrap_or((line, ""))
}

/// The game as `position` tells it.
fn position_command(game: &Game) -> String {
    let start = game.start();
    let mut command = if *start == Position::standard() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", start.fen())
    };
    if game.ply() > 0 {
        command.push_str(" moves");
    }
    for (ply, mv) in game.moves().iter().enumerate() {
        if let Some(position) = game.position_at(ply) {
            command.push(' ');
            command.push_str(&mv.uci(&position).to_string());
        }
    }
    command
}
