//! The door: options in, searches out.

use std::fmt;
use std::time::Duration;

use tabiya_rules::Game;

use crate::search::{self, Memory};
use crate::table::Table;
use crate::{Info, Limits, Report, Stop};

/// What an engine may use.
#[derive(Clone, Debug)]
pub struct Options {
    /// Memory for the transposition table in mebibytes, 1 to 65,536.
    pub hash_mib: usize,
    /// Threads that search together, 1 to 256. One thread is deterministic.
    pub threads: usize,
    /// Kept back from the clock at each move, for what lies between engine and clock.
    pub move_overhead: Duration,
    /// Endgame tables to ask.
    #[cfg(feature = "syzygy")]
    pub syzygy: Option<std::sync::Arc<tabiya_rules::syzygy::Tables>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_mib: 16,
            threads: 1,
            move_overhead: Duration::from_millis(10),
            #[cfg(feature = "syzygy")]
            syzygy: None,
        }
    }
}

/// A chess engine with its memory of what it has searched.
pub struct Engine {
    options: Options,
    table: Table,
    /// One for each thread.
    memories: Vec<Memory>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Engine").field(&self.options).finish()
    }
}

impl Engine {
    /// The most memory for the transposition table, in mebibytes.
    pub const MOST_HASH_MIB: usize = 65_536;
    /// The most threads.
    pub const MOST_THREADS: usize = 256;

    /// An engine that has seen nothing yet. Options out of range are brought into it.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        let options = within_range(options);
        Engine {
            table: Table::new(options.hash_mib),
            memories: memories(options.threads),
            options,
        }
    }

    /// What the engine uses.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Uses other options from now on. What has been searched is forgotten where the memory for it
    /// changes.
    pub fn set_options(&mut self, options: Options) {
        let options = within_range(options);
        if options.hash_mib != self.options.hash_mib {
            // The old table goes before the new one comes.
            self.table = Table::new(0);
            self.table = Table::new(options.hash_mib);
        }
        self.memories.resize_with(options.threads, Memory::new);
        self.options = options;
    }

    /// Forgets what earlier searches have found: a new game begins.
    pub fn new_game(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            memory.clear();
        }
    }

    /// Looks for the best lines of the side to move. Tells of its progress by `on_info`, ends by
    /// `limits` or by `stop`.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        self.table.grow_older();
        let memory = (&self.table, self.memories.as_mut_slice());
        search::run(game, limits, stop, &self.options, memory, on_info)
    }
}

fn within_range(options: Options) -> Options {
    Options {
        hash_mib: options.hash_mib.clamp(1, Engine::MOST_HASH_MIB),
        threads: options.threads.clamp(1, Engine::MOST_THREADS),
        ..options
    }
}

fn memories(count: usize) -> Vec<Memory> {
    std::iter::repeat_with(Memory::new).take(count).collect()
}
