//! The door: options in, searches out.

use std::fmt;
use std::time::Duration;

use tabiya_rules::Game;

use crate::eval::Evaluator;
use crate::search::{self, Memories};
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
    /// One for each thread; those of the others are made when they first search, each by its own.
    memories: Memories,
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
    /// The stack, in bytes, of a thread that searches: the search calls itself for each half-move.
    pub const STACK: usize = 16 << 20;

    /// An engine that has seen nothing yet. Options out of range are brought into it. Where there is
    /// not so much memory for the table, it gets less; [`Engine::options`] says how much.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        Evaluator::prepare();
        let mut options = within_range(options);
        let table;
        (table, options.hash_mib) = table_of(options.hash_mib);
        Engine {
            table,
            memories: Memories::new(options.threads),
            options,
        }
    }

    /// What the engine uses.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Uses other options from now on. What has been searched is forgotten where the memory for it
    /// changes. Where there is not so much memory for the table, it stays as large as it was;
    /// [`Engine::options`] says how large.
    pub fn set_options(&mut self, options: Options) {
        let mut options = within_range(options);
        if options.hash_mib != self.options.hash_mib {
            // The old table goes before the new one comes.
            self.table = Table::none();
            (self.table, options.hash_mib) = match Table::new(options.hash_mib) {
                Some(table) => (table, options.hash_mib),
                None => table_of(self.options.hash_mib),
            };
        }
        self.memories.resize(options.threads);
        self.options = options;
    }

    /// Forgets what earlier searches have found: a new game begins.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.clear();
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
        let memory = (&self.table, self.memories.all());
        search::run(game, limits, stop, &self.options, memory, on_info)
    }

    /// The same with one thread, whatever the options say: it finds the same each time.
    pub(crate) fn search_alone(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> Report {
        self.table.grow_older();
        let memory = (&self.table, self.memories.leading());
        search::run(game, limits, stop, &self.options, memory, &mut |_| {})
    }
}

/// A table of that many mebibytes, or the half of it, and so on, and its size.
fn table_of(mebibytes: usize) -> (Table, usize) {
    let sizes = std::iter::successors(Some(mebibytes), |size| Some(size / 2));
    let mut tables = sizes
        .take_while(|&size| size > 0)
        .filter_map(|size| Some((Table::new(size)?, size)));
    tables.next().unwrap_or_else(|| (Table::none(), 0))
}

fn within_range(options: Options) -> Options {
    Options {
        hash_mib: options.hash_mib.clamp(1, Engine::MOST_HASH_MIB),
        threads: options.threads.clamp(1, Engine::MOST_THREADS),
        ..options
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Position;

    use super::*;

    /// What one move is worth is not taken for what the position is worth.
    #[test]
    fn a_search_of_some_moves_leaves_no_value_behind() {
        let game = Game::new(Position::standard());
        let mut engine = Engine::new(Options::default());
        let key = game.position().key().0;
        let some = Limits {
            only: game
                .position()
                .legal_moves()
                .iter()
                .copied()
                .take(2)
                .collect(),
            ..Limits::depth(4)
        };
        engine.search(&game, &some, &Stop::new(), &mut |_| {});
        assert_eq!(engine.table.probe(key), None);
        engine.search(&game, &Limits::depth(4), &Stop::new(), &mut |_| {});
        assert_eq!(engine.table.probe(key).map(|entry| entry.depth), Some(4));
    }

    /// A thread that has never searched takes no memory, and nobody waits for it.
    #[test]
    fn threads_take_memory_when_they_search() {
        let mut engine = Engine::new(Options::default());
        engine.set_options(Options {
            threads: Engine::MOST_THREADS,
            ..Options::default()
        });
        assert_eq!(engine.memories.made(), 1);
        let game = Game::new(Position::standard());
        engine.search_alone(&game, &Limits::depth(3), &Stop::new());
        assert_eq!(engine.memories.made(), 1);
        engine.set_options(Options {
            threads: 2,
            ..Options::default()
        });
        let report = engine.search(&game, &Limits::depth(9), &Stop::new(), &mut |_| {});
        assert!(report.best_move().is_some());
        assert!(engine.memories.made() <= 2);
    }

    #[test]
    fn one_thread_finds_the_same_whatever_the_options_say() {
        let game = Game::new(Position::standard());
        let nodes = |threads| {
            let mut engine = Engine::new(Options {
                threads,
                ..Options::default()
            });
            engine
                .search_alone(&game, &Limits::depth(7), &Stop::new())
                .nodes
        };
        assert_eq!(nodes(1), nodes(4));
    }
}
