//! The computer across the board: a thread that chooses moves, and looks at positions for the
//! person who asks. It knows no table and prints nothing.

use std::sync::mpsc;
use std::thread;

use tabiya_engine::levels::{Choice, Level, Opponent};
use tabiya_engine::review::{Hint, hint};
use tabiya_engine::{ClockLeft, Engine, Options, Stop};
use tabiya_rules::Game;
use tokio::sync::oneshot;

enum Job {
    NewGame {
        seed: u64,
    },
    Choose {
        game: Game,
        clock: Option<ClockLeft>,
        stop: Stop,
        reply: oneshot::Sender<Option<Choice>>,
    },
    Advise {
        game: Game,
        stop: Stop,
        reply: oneshot::Sender<Option<Hint>>,
    },
}

/// Reaches the thread; when it is dropped, the thread ends.
pub(super) struct Computer {
    jobs: mpsc::Sender<Job>,
}

/// Something that is being thought about. Whoever drops it stops the thought.
pub(super) struct Thought<T> {
    stop: Stop,
    answer: oneshot::Receiver<T>,
}

impl Computer {
    pub(super) fn start(level: &'static Level, seed: u64) -> Self {
        let (jobs, waiting) = mpsc::channel();
        // It ends by itself when the sender is gone; where it cannot be had, no thought is answered.
        let thread = thread::Builder::new().stack_size(Engine::STACK);
        drop(thread.spawn(move || work(&waiting, level, seed)));
        Self { jobs }
    }

    /// The next game, with other dice.
    pub(super) fn new_game(&self, seed: u64) {
        let _ = self.jobs.send(Job::NewGame { seed });
    }

    pub(super) fn choose(&self, game: Game, clock: Option<ClockLeft>) -> Thought<Option<Choice>> {
        self.think(|stop, reply| Job::Choose {
            game,
            clock,
            stop,
            reply,
        })
    }

    /// The best move at full strength; none if there is no move.
    pub(super) fn advise(&self, game: Game) -> Thought<Option<Hint>> {
        self.think(|stop, reply| Job::Advise { game, stop, reply })
    }

    fn think<T>(&self, job: impl FnOnce(Stop, oneshot::Sender<T>) -> Job) -> Thought<T> {
        let stop = Stop::new();
        let (reply, answer) = oneshot::channel();
        // Where the thread is gone, so is the reply, and the thought ends at once.
        let _ = self.jobs.send(job(stop.clone(), reply));
        Thought { stop, answer }
    }
}

impl<T> Thought<T> {
    /// Ends the search; it still answers.
    pub(super) fn hurry(&self) {
        self.stop.stop();
    }

    /// The answer; none if the thread has broken off.
    pub(super) async fn done(&mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl<T> Drop for Thought<T> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

fn work(jobs: &mpsc::Receiver<Job>, level: &'static Level, seed: u64) {
    let mut engine = Engine::new(Options::default());
    let mut opponent = Opponent::new(level, seed);
    // The adviser has a memory of its own, and only if somebody asks.
    let mut adviser: Option<Engine> = None;
    while let Ok(job) = jobs.recv() {
        match job {
            Job::NewGame { seed } => {
                engine.new_game();
                opponent = Opponent::new(level, seed);
            }
            Job::Choose {
                game,
                clock,
                stop,
                reply,
            } => {
                let choice = opponent.choose(&mut engine, &game, clock, &stop);
                // Whoever does not wait any more needs no answer.
                let _ = reply.send(choice);
            }
            Job::Advise { game, stop, reply } => {
                let adviser = adviser.get_or_insert_with(|| Engine::new(Options::default()));
                let _ = reply.send(hint(adviser, &game, &stop));
            }
        }
    }
}
