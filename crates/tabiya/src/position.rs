//! Positions as arguments of commands: what is read strictly, what is forgiven, and which chess is
//! meant. Not here: what makes a position possible, which is a matter of the rules.

use clap::Args;
use serde::Serialize;
use tabiya_rules::{
    Fen, FenError, FenFault, Mode, Position, PositionFault, Setup, SetupFault, SetupFaults,
};

use crate::output::remark;

/// The word that stands for the position from which a game begins.
pub(crate) const START: &str = "startpos";

/// Which chess a position belongs to.
#[derive(Args)]
pub(crate) struct Chess {
    /// Castle by the rules of Chess960. Without it, that is done where the position itself names
    /// castling rooks by files on which standard chess has none (Shredder-FEN)
    #[arg(long)]
    pub(crate) chess960: bool,
}

/// A fault of a position, or one that was mended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Fault {
    /// The field of FEN.
    pub(crate) field: &'static str,
    /// A stable name in snake case.
    pub(crate) code: &'static str,
    /// One sentence without its capital and stop.
    pub(crate) message: String,
}

/// A position with what had to be mended in its text.
pub(crate) struct Read {
    pub(crate) position: Position,
    pub(crate) mended: Vec<Fault>,
}

impl From<&FenFault> for Fault {
    fn from(fault: &FenFault) -> Self {
        Self {
            field: fault.field().name(),
            code: fault.code(),
            message: fault.to_string(),
        }
    }
}

impl From<&PositionFault> for Fault {
    fn from(fault: &PositionFault) -> Self {
        Self {
            field: fault.field().name(),
            code: fault.code(),
            message: fault.to_string(),
        }
    }
}

impl From<&SetupFault> for Fault {
    fn from(fault: &SetupFault) -> Self {
        Self {
            field: fault.field().name(),
            code: fault.code(),
            message: fault.to_string(),
        }
    }
}

fn of_text(error: &FenError) -> Vec<Fault> {
    error.iter().map(Fault::from).collect()
}

fn of_setup(faults: &SetupFaults) -> Vec<Fault> {
    faults.iter().map(Fault::from).collect()
}

impl Chess {
    /// Chess960 where it is asked for, and where the text is Shredder-FEN of a position that
    /// standard chess cannot have.
    fn mode(&self, text: &str, setup: &Setup) -> Mode {
        if self.chess960 {
            return Mode::Chess960;
        }
        let castling = text.split_whitespace().nth(2).unwrap_or_default();
        let names_files = castling
            .chars()
            .any(|letter| matches!(letter.to_ascii_lowercase(), 'a'..='h'));
        let refuses = |mode| {
            let faults = setup.faults(mode);
            faults
                .iter()
                .any(|fault| matches!(fault, SetupFault::Castling { .. }))
        };
        if names_files && refuses(Mode::Standard) && !refuses(Mode::Chess960) {
            Mode::Chess960
        } else {
            Mode::Standard
        }
    }

    /// Exactly as the notation demands.
    pub(crate) fn strict(&self, text: &str) -> Result<Read, Vec<Fault>> {
        if text == START {
            return self.playable(text);
        }
        let setup = Fen::parse(text).ok();
        let mode = setup
            .as_ref()
            .map_or_else(|| self.asked_for(), |setup| self.mode(text, setup));
        let position = setup.and_then(|setup| setup.position(mode).ok());
        let read = position.map(|position| Read {
            position,
            mended: Vec::new(),
        });
        read.ok_or_else(|| Fen::faults(text, mode).iter().map(Fault::from).collect())
    }

    const fn asked_for(&self) -> Mode {
        if self.chess960 {
            Mode::Chess960
        } else {
            Mode::Standard
        }
    }

    /// As people and programs write it. Castling rights and en passant squares that cannot be are
    /// dropped.
    pub(crate) fn lenient(&self, text: &str) -> Result<Read, Vec<Fault>> {
        if text == START {
            return self.playable(text);
        }
        self.mended(text, Setup::position)
    }

    /// Like [`Chess::lenient`], and what can be played is taken although no game reaches it: for
    /// commands that are about moves, not about the position.
    pub(crate) fn playable(&self, text: &str) -> Result<Read, Vec<Fault>> {
        if text == START {
            let setup = Setup::standard();
            let position = setup.playable(self.mode(text, &setup));
            return Ok(Read {
                position: position.map_err(|faults| of_setup(&faults))?,
                mended: Vec::new(),
            });
        }
        self.mended(text, Setup::playable)
    }

    /// Like [`Chess::playable`]; what was mended is said on standard error.
    pub(crate) fn playable_with_remarks(&self, text: &str) -> Result<Position, Vec<Fault>> {
        let read = self.playable(text)?;
        for fault in &read.mended {
            remark(&format!(
                "{}: {}; that was dropped",
                fault.field, fault.message
            ));
        }
        Ok(read.position)
    }

    fn mended(
        &self,
        text: &str,
        finish: impl Fn(&Setup, Mode) -> Result<Position, SetupFaults>,
    ) -> Result<Read, Vec<Fault>> {
        let setup = Fen::parse_lenient(text).map_err(|error| of_text(&error))?;
        let mode = self.mode(text, &setup);
        let cleared = setup.cleared(mode);
        let position = finish(&cleared, mode).map_err(|faults| of_setup(&faults))?;
        let remaining = cleared.faults(mode);
        let dropped = setup.faults(mode);
        let dropped = dropped.iter().filter(|fault| !remaining.contains(fault));
        Ok(Read {
            position,
            mended: dropped.map(Fault::from).collect(),
        })
    }
}

/// All faults as one sentence that names the fields.
pub(crate) fn sentence(faults: &[Fault]) -> String {
    let faults: Vec<String> = faults
        .iter()
        .map(|fault| format!("{}: {}", fault.field, fault.message))
        .collect();
    format!("the position cannot be used: {}", faults.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: Chess = Chess { chess960: true };
    const NOT_ASKED: Chess = Chess { chess960: false };

    fn mode(chess: &Chess, text: &str) -> Result<Mode, &'static str> {
        let read = chess.strict(text).map_err(|faults| faults[0].code)?;
        Ok(read.position.mode())
    }

    #[test]
    fn chess960_is_seen_where_the_files_of_the_rooks_leave_no_other_reading() {
        let standard = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
        assert_eq!(mode(&NOT_ASKED, standard), Ok(Mode::Standard));
        assert_eq!(mode(&ASKED, standard), Ok(Mode::Chess960));
        let shredder = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
        assert_eq!(mode(&NOT_ASKED, shredder), Ok(Mode::Chess960));
        // The letters KQkq claim standard places, so nothing is guessed.
        let x_fen = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1";
        assert_eq!(mode(&NOT_ASKED, x_fen), Err("castling_rights"));
        assert_eq!(mode(&ASKED, x_fen), Ok(Mode::Chess960));
        // No rook there in any chess.
        let nobody = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w Hb - 0 1";
        assert_eq!(mode(&NOT_ASKED, nobody), Err("castling_rights"));
    }

    #[test]
    fn what_is_dropped_is_told() {
        let text = "4k3/8/8/8/8/8/8/4KR2 w K e6 0 1";
        let read = NOT_ASKED.lenient(text).ok().unwrap();
        assert_eq!(read.position.fen(), "4k3/8/8/8/8/8/8/4KR2 w - - 0 1");
        let codes: Vec<_> = read.mended.iter().map(|fault| fault.code).collect();
        assert_eq!(codes, ["castling_rights", "ep_square"]);
    }
}
