//! Syzygy tables: for positions with few men, who wins and how far it is to the next capture or
//! pawn move. Here: the tables in a folder, and what they leave to whoever asks: captures, en
//! passant, the side that is not stored. Beside this: a file (`table`), places (`index`), packing
//! (`pairs`), bytes (`source`).
//!
//! The tables are not part of this crate. Whoever has a folder of `.rtbw` and `.rtbz` files, as
//! Ronald de Man's generator makes them and several sites offer them, opens it and asks:
//!
//! ```no_run
//! use tabiya_rules::syzygy::{Tables, Wdl};
//! use tabiya_rules::{Mode, Position};
//!
//! let tables = Tables::open("/srv/syzygy")?;
//! let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
//! let position = Position::from_fen(fen, Mode::Standard)?;
//! assert_eq!(tables.probe_wdl(&position)?, Wdl::Win);
//! let best = tables.best_move(&position)?.unwrap();
//! println!("{:?} in {} half-moves", best.mv, best.dtz);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A file is opened when it is first needed. Small ones are kept in memory; of large ones only the
//! bytes are read that a position needs. A file that is damaged or hostile is refused or gives a
//! wrong value, and does no other harm.

mod index;
mod pairs;
mod source;
mod table;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::string::{String, ToString as _};
use std::sync::OnceLock;

use thiserror::Error;

use crate::{Move, Position, Role};
use table::{Distance, Kind, Material, Table};

/// The most men that tables exist for.
const MOST_MEN: usize = 7;

/// Who wins, seen by the side to move, if both play as well as can be. "Cursed" and "blessed" is
/// what would be decided, were it not for the 50 moves of article 9.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// It would lose, but the opponent cannot do so in 50 moves: a draw if it is claimed.
    BlessedLoss,
    /// A draw.
    Draw,
    /// It would win, but not in 50 moves: a draw if it is claimed.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// −2 for a loss to 2 for a win, the numbers that other programs use.
    #[must_use]
    pub const fn value(self) -> i8 {
        match self {
            Wdl::Loss => -2,
            Wdl::BlessedLoss => -1,
            Wdl::Draw => 0,
            Wdl::CursedWin => 1,
            Wdl::Win => 2,
        }
    }

    const fn from_stored(value: u16) -> Option<Wdl> {
        Some(match value {
            0 => Wdl::Loss,
            1 => Wdl::BlessedLoss,
            2 => Wdl::Draw,
            3 => Wdl::CursedWin,
            4 => Wdl::Win,
            _ => return None,
        })
    }

    /// The distance before a capture or pawn move that leads to this value.
    const fn before_zeroing(self) -> i32 {
        match self {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -101,
            Wdl::Draw => 0,
            Wdl::CursedWin => 101,
            Wdl::Win => 1,
        }
    }
}

impl core::ops::Neg for Wdl {
    type Output = Wdl;

    /// The same for the other side.
    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// Why tables do not answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SyzygyError {
    /// The folder cannot be read.
    #[error("The folder {} of tables cannot be read: {cause}.", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        cause: String,
    },
    /// There are too many men on the board.
    #[error("There are no tables for {men} men, only for up to seven.")]
    TooManyMen {
        /// How many.
        men: usize,
    },
    /// Somebody may still castle, which tables leave out.
    #[error("Tables know no castling, and here somebody may still castle.")]
    Castling,
    /// The folder lacks a file that is needed.
    #[error("The table {table} is missing.")]
    Missing {
        /// The name of the file.
        table: String,
    },
    /// A file is not what its name says.
    #[error("The table {table} is damaged: {fault}.")]
    Damaged {
        /// The name of the file.
        table: String,
        /// What is wrong.
        fault: String,
    },
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    /// What its head says about this makes no sense.
    Header(&'static str),
    /// It ends too early.
    Short,
    /// A value leads nowhere.
    Data,
    Unreadable(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Header(what) => write!(f, "it contradicts itself about {what}"),
            Fault::Short => f.write_str("it ends too early"),
            Fault::Data => f.write_str("a value in it leads nowhere"),
            Fault::Unreadable(cause) => f.write_str(cause),
        }
    }
}

/// A folder of tables. It can be shared between threads.
pub struct Tables {
    files: HashMap<(Material, bool), File>,
    most_men: usize,
}

/// A file that may have been opened already.
struct File {
    path: PathBuf,
    table: OnceLock<Result<Table, Fault>>,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tables({} files)", self.files.len())
    }
}

/// A move and how it stands with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move.
    pub mv: Move,
    /// [`Tables::probe_dtz`], as far as this move is played.
    pub dtz: i32,
}

impl Tables {
    /// Looks which tables a folder has. None is opened yet.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn open(folder: impl AsRef<Path>) -> Result<Tables, SyzygyError> {
        let folder = folder.as_ref();
        let fault = |cause: std::io::Error| SyzygyError::Folder {
            folder: folder.to_path_buf(),
            cause: cause.to_string(),
        };
        let mut tables = Tables {
            files: HashMap::new(),
            most_men: 2,
        };
        for entry in std::fs::read_dir(folder).map_err(fault)? {
            tables.note(entry.map_err(fault)?.path());
        }
        Ok(tables)
    }

    /// Takes note of a file if it is named as tables are.
    fn note(&mut self, path: PathBuf) {
        let kind = match path.extension().and_then(|ending| ending.to_str()) {
            Some("rtbw") => Kind::Wdl,
            Some("rtbz") => Kind::Dtz,
            _ => return,
        };
        let name = path.file_stem().and_then(|name| name.to_str());
        let Some(material) = name.and_then(Material::from_name) else {
            return;
        };
        if material.men() <= MOST_MEN {
            self.most_men = self.most_men.max(material.men());
            let file = File {
                path,
                table: OnceLock::new(),
            };
            self.files.insert((material, kind == Kind::Dtz), file);
        }
    }

    /// The most men that any of these tables is for; 2 if there is none, since two kings need
    /// none.
    #[must_use]
    pub const fn most_men(&self) -> usize {
        self.most_men
    }

    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is no file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Who wins, by the WDL tables: those of this material and of all that captures lead to. How
    /// many half-moves have passed since the last capture or pawn move is not asked.
    ///
    /// # Errors
    ///
    /// Too many men, castling, or a file that is missing or damaged.
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, SyzygyError> {
        check(position)?;
        Ok(self.search(position, false)?.0)
    }

    /// How many half-moves the side that wins needs to the next capture or pawn move that keeps
    /// the win, if it plays for that and the other side against it: positive if the side to move
    /// wins, negative if it loses, 0 for a draw. Mate counts as such a move. 100 is added where the
    /// win is cursed (from 101 on, or below −100).
    ///
    /// Some tables hold full moves only. There the number may be one half-move less than the truth,
    /// so a position with 100 in sum (the half-moves that have passed already included) may be won
    /// or not; with 99 it is.
    ///
    /// # Errors
    ///
    /// As for [`Tables::probe_wdl`]; the DTZ tables of this material are needed too, and where they
    /// hold only the other side to move, those that a move leads to.
    pub fn probe_dtz(&self, position: &Position) -> Result<i32, SyzygyError> {
        check(position)?;
        self.distance(position, true)
    }

    /// The move that wins the fastest to the next capture or pawn move, or else holds the draw, or
    /// else loses the slowest. Moves that would come after the 50 moves of article 9.3 count as
    /// cursed. `None` if there is no legal move.
    ///
    /// # Errors
    ///
    /// As for [`Tables::probe_dtz`].
    pub fn best_move(&self, position: &Position) -> Result<Option<BestMove>, SyzygyError> {
        check(position)?;
        let passed = i32::try_from(position.halfmove_clock()).unwrap_or(i32::MAX);
        let mut best: Option<(i32, BestMove)> = None;
        for &mv in position.legal_moves().iter() {
            let dtz = self.distance_by(position, mv, true)?;
            let waits = if is_zeroing(position, mv) { 0 } else { passed };
            let is_cursed = dtz.abs().saturating_add(waits) > 100;
            let weight = if is_cursed { 10_000 } else { 20_000 };
            // Soon is good for whoever wins, late for whoever loses.
            let rank = dtz.signum() * weight - dtz;
            if best.is_none_or(|(known, _)| rank > known) {
                best = Some((rank, BestMove { mv, dtz }));
            }
        }
        Ok(best.map(|(_, best)| best))
    }

    /// The value, found by captures (with `pawn_moves`, also by pawn moves) where those are at
    /// least as good as what the table says; and whether such a move is best. Tables may hold
    /// anything where a capture is best.
    fn search(&self, position: &Position, pawn_moves: bool) -> Result<(Wdl, bool), SyzygyError> {
        let moves = position.legal_moves();
        let (mut best, mut tried) = (Wdl::Loss, 0);
        for &mv in moves.iter() {
            let is_pawn = position.board().role_at(mv.from()) == Some(Role::Pawn);
            if !(mv.is_capture(position) || pawn_moves && is_pawn) {
                continue;
            }
            tried += 1;
            let value = -self.search(&after(position, mv), false)?.0;
            best = best.max(value);
            if value == Wdl::Win {
                return Ok((value, true));
            }
        }
        // En passant may be the only move, which tables do not know.
        let is_all = tried > 0 && tried == moves.len();
        let value = if is_all {
            best
        } else {
            self.stored_wdl(position)?
        };
        if tried > 0 && best >= value {
            return Ok((best, is_all || best > Wdl::Draw));
        }
        Ok((value, false))
    }

    /// A table that holds only the other side to move answers after a move; it cannot do so twice in
    /// a row, and with `may_look_ahead` off a damaged one is told.
    fn distance(&self, position: &Position, may_look_ahead: bool) -> Result<i32, SyzygyError> {
        let (wdl, is_by_zeroing) = self.search(position, true)?;
        if wdl == Wdl::Draw {
            return Ok(0);
        }
        if is_by_zeroing {
            return Ok(wdl.before_zeroing());
        }
        if let Some(stored) = self.stored_dtz(position, wdl)? {
            let plies = i32::try_from(stored).unwrap_or(i32::MAX - 101);
            let first = wdl.before_zeroing();
            return Ok(first + plies * first.signum());
        }
        if !may_look_ahead {
            let table = std::format!("{}.rtbz", Material::of(position.board()).max_first());
            let fault = String::from("it holds neither side to move");
            return Err(SyzygyError::Damaged { table, fault });
        }
        // The table holds the other side to move: look one move ahead.
        let mut best: Option<i32> = None;
        for &mv in position.legal_moves().iter() {
            let dtz = self.distance_by(position, mv, false)?;
            let is_better = dtz.signum() == i32::from(wdl.value()).signum()
                && best.is_none_or(|best| dtz < best);
            if is_better {
                best = Some(dtz);
            }
        }
        // Without a legal move it is mate.
        Ok(best.unwrap_or(-1))
    }

    /// The distance if this move is played.
    fn distance_by(
        &self,
        position: &Position,
        mv: Move,
        may_look_ahead: bool,
    ) -> Result<i32, SyzygyError> {
        let next = after(position, mv);
        if is_zeroing(position, mv) {
            return Ok((-self.search(&next, false)?.0).before_zeroing());
        }
        if next.is_checkmate() {
            return Ok(1);
        }
        let dtz = -self.distance(&next, may_look_ahead)?;
        Ok(dtz + dtz.signum())
    }

    fn stored_wdl(&self, position: &Position) -> Result<Wdl, SyzygyError> {
        if position.board().occupied().count() == 2 {
            return Ok(Wdl::Draw);
        }
        self.ask(position, Kind::Wdl, |table| table.wdl(position))
    }

    /// The stored distance, less one; `None` if the table holds the other side to move.
    fn stored_dtz(&self, position: &Position, wdl: Wdl) -> Result<Option<u32>, SyzygyError> {
        let found = self.ask(position, Kind::Dtz, |table| table.dtz(position, wdl))?;
        Ok(match found {
            Distance::Plies(plies) => Some(plies),
            Distance::OtherSide => None,
        })
    }

    /// Asks the table of a position's material, which is opened if it was not yet.
    fn ask<T>(
        &self,
        position: &Position,
        kind: Kind,
        question: impl FnOnce(&Table) -> Result<T, Fault>,
    ) -> Result<T, SyzygyError> {
        let white_first = Material::of(position.board());
        let find = |material| {
            let file = self.files.get(&(material, kind == Kind::Dtz))?;
            Some((material, file))
        };
        let named = |material: Material| match kind {
            Kind::Wdl => std::format!("{material}.rtbw"),
            Kind::Dtz => std::format!("{material}.rtbz"),
        };
        let found = find(white_first).or_else(|| find(white_first.swapped()));
        let (material, file) = found.ok_or_else(|| SyzygyError::Missing {
            table: named(white_first.max_first()),
        })?;
        let table = file
            .table
            .get_or_init(|| Table::open(&file.path, kind, material));
        let answer = table.as_ref().map_err(Clone::clone).and_then(question);
        answer.map_err(|fault| SyzygyError::Damaged {
            table: named(material),
            fault: fault.to_string(),
        })
    }
}

fn check(position: &Position) -> Result<(), SyzygyError> {
    let men = position.board().occupied().count();
    let men = usize::try_from(men).unwrap_or(usize::MAX);
    if men > MOST_MEN {
        return Err(SyzygyError::TooManyMen { men });
    }
    if position.castling_rights().is_empty() {
        Ok(())
    } else {
        Err(SyzygyError::Castling)
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play_unchecked(mv);
    next
}

/// Whether a move sets the count of article 9.3 back.
fn is_zeroing(position: &Position, mv: Move) -> bool {
    mv.is_capture(position) || position.board().role_at(mv.from()) == Some(Role::Pawn)
}
