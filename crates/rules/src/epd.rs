//! EPD, Extended Position Description: a position with operations, as test suites write it. Here
//! are the values and how they are printed. Reading the text is in `epd/read`.

mod read;
#[cfg(test)]
mod tests;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::read_move::{self, Source};
use crate::{Fen, FenError, FenStyle, Move, MoveTextError, Position, Setup};

pub use read::EpdLines;

/// A position and what is said about it: four fields of FEN, then operations, each ended by a
/// semicolon.
///
/// The operations are kept as they are written, in their order, known or not, and without a look at
/// the position; [`Epd::moves`] and its like read them. Only `hmvc` and `fmvn` are none here: they
/// are the counters of [`Epd::setup`], and are written where the counters are not 0 and 1.
///
/// ```
/// use tabiya_rules::{Epd, Mode, San};
///
/// let text = r#"4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O Ra8+; acd 12; id "castle; or check"; hmvc 3;"#;
/// let epd = Epd::parse(text)?;
/// assert_eq!(epd.text("id"), Some("castle; or check"));
/// assert_eq!(epd.number("acd"), Some(12));
/// assert_eq!(epd.setup.halfmove_clock, 3);
///
/// let position = epd.setup.position(Mode::Standard)?;
/// let best = epd.moves("bm", &position)?.expect("there is a bm");
/// assert_eq!(San::write(&position, best[1]), "Ra8+");
/// assert_eq!(epd.to_string(), text);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Epd {
    /// The position; its counters are the operations `hmvc` and `fmvn`.
    pub setup: Setup,
    /// All other operations in their order.
    pub operations: Vec<EpdOperation>,
}

/// One operation: what is told, and how it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdOperation {
    /// Its name: `bm`, `am`, `id`, `acd`, `c0`, `pv`, `D1` …: a letter, then letters, digits and
    /// underscores.
    pub opcode: String,
    /// What it says.
    pub operands: Vec<EpdOperand>,
}

/// A part of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EpdOperand {
    /// A bare word: a move, a number, a name. It has neither blanks, quotes nor semicolons; what
    /// has is written as [`EpdOperand::Text`].
    Word(String),
    /// Text in quotes. A line break in it is written as a blank, since EPD is one line.
    Text(String),
}

/// A text is not EPD.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// The four fields of the position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A quote is opened and not closed.
    #[error("the text that begins at character {column} has no quote at its end")]
    OpenText {
        /// Place of the opening quote, in characters from 1.
        column: usize,
    },
    /// An operation does not begin with its name.
    #[error("an operation begins with its name, like bm or c0, not with \"{found}\"")]
    Opcode {
        /// What stands there.
        found: String,
    },
}

impl Epd {
    /// Reads one line of EPD: four fields as strict FEN has them, white space between them, then
    /// the operations. Also taken are the six fields of FEN, a last operation without a semicolon,
    /// and semicolons without an operation, as lists of perft counts have them
    /// (`… 0 1 ;D1 20 ;D2 400`).
    ///
    /// # Errors
    ///
    /// Every fault of the fields; or else the first fault of the operations.
    pub fn parse(text: &str) -> Result<Epd, EpdError> {
        read::epd(text, crate::fen::Strictness::Strict)
    }

    /// Reads the fields like [`Fen::parse_lenient`]: castling letters in any order, digits that add
    /// up, large and small letters mixed up.
    ///
    /// # Errors
    ///
    /// As [`Epd::parse`].
    pub fn parse_lenient(text: &str) -> Result<Epd, EpdError> {
        read::epd(text, crate::fen::Strictness::Lenient)
    }

    /// Reads a file of EPD, one position a line. Empty lines and lines that begin with `#` are
    /// skipped; each other line comes with its number, from 1.
    ///
    /// ```
    /// use tabiya_rules::Epd;
    ///
    /// let file = "# counts\n\n8/8/8/8/8/8/8/k1K5 w - - 0 1 ;D1 4 ;D2 4\n";
    /// for (line, epd) in Epd::lines(file) {
    ///     let counts: Vec<(u32, u64)> = epd?.perft().collect();
    ///     assert_eq!((line, counts), (3, vec![(1, 4), (2, 4)]));
    /// }
    /// # Ok::<(), tabiya_rules::EpdError>(())
    /// ```
    #[must_use]
    pub fn lines(text: &str) -> EpdLines<'_> {
        EpdLines::new(text)
    }

    /// The operands of the first operation of that name.
    #[must_use]
    pub fn operands(&self, opcode: &str) -> Option<&[EpdOperand]> {
        let found = self.operations.iter().find(|one| one.opcode == opcode)?;
        Some(&found.operands)
    }

    /// The first operand of an operation, in quotes or not: `id`, `c0`, `sm` …
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(EpdOperand::as_str)
    }

    /// The first operand of an operation as a whole number: `acd`, `acn`, `ce`, `dm` …
    #[must_use]
    pub fn number(&self, opcode: &str) -> Option<i64> {
        self.text(opcode)?.parse().ok()
    }

    /// The operations `D1`, `D2` …: a depth and how many legal paths of that length there are.
    pub fn perft(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.operations.iter().filter_map(|operation| {
            let depth = operation.opcode.strip_prefix('D')?.parse().ok()?;
            let count = operation.operands.first()?.as_str().parse().ok()?;
            Some((depth, count))
        })
    }

    /// The moves of an operation, each of them played from the position: `bm`, `am`, `sm` … `None`
    /// without such an operation. They are read as moves in files are: exact notation, coordinates,
    /// marks that are missing or wrong.
    ///
    /// # Errors
    ///
    /// The first move that is none in this position.
    pub fn moves(
        &self,
        opcode: &str,
        position: &Position,
    ) -> Result<Option<Vec<Move>>, MoveTextError> {
        let read = |operand: &EpdOperand| read_file_move(position, operand);
        let operands = self.operands(opcode);
        operands
            .map(|operands| operands.iter().map(read).collect())
            .transpose()
    }

    /// The moves of an operation, one after the other from the position: `pv`. `None` without such
    /// an operation.
    ///
    /// # Errors
    ///
    /// The first move that is none where it is to be played.
    pub fn line(
        &self,
        opcode: &str,
        position: &Position,
    ) -> Result<Option<Vec<Move>>, MoveTextError> {
        let Some(operands) = self.operands(opcode) else {
            return Ok(None);
        };
        let mut here = position.clone();
        let mut line = Vec::with_capacity(operands.len());
        for operand in operands {
            let mv = read_file_move(&here, operand)?;
            here.play_unchecked(mv);
            line.push(mv);
        }
        Ok(Some(line))
    }

    /// The same in a style of FEN; [`Epd`] alone prints in the default style.
    #[must_use]
    pub fn write(&self, style: FenStyle) -> String {
        let mut text = fields(&self.setup, style);
        for operation in &self.operations {
            text.push(' ');
            text.push_str(&operation.to_string());
        }
        for (opcode, count, usual) in [
            ("hmvc", self.setup.halfmove_clock, 0),
            ("fmvn", self.setup.fullmove_number, 1),
        ] {
            if count != usual {
                text.push_str(&alloc::format!(" {opcode} {count};"));
            }
        }
        text
    }
}

fn read_file_move(position: &Position, operand: &EpdOperand) -> Result<Move, MoveTextError> {
    read_move::read(position, operand.as_str(), Source::File).map(|reading| reading.mv)
}

/// The first four fields of FEN.
fn fields(setup: &Setup, style: FenStyle) -> String {
    let fen = Fen::text(setup, style);
    let counters = fen.rsplitn(3, ' ').last();
    String::from(counters.unwrap_or_default())
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Epd, EpdError> {
        Epd::parse(text)
    }
}

impl fmt::Display for Epd {
    /// One line, the position as [`FenStyle::default`] has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.write(FenStyle::default()))
    }
}

impl EpdOperation {
    /// An operation with its operands.
    #[must_use]
    pub fn new(opcode: &str, operands: Vec<EpdOperand>) -> EpdOperation {
        EpdOperation {
            opcode: opcode.into(),
            operands,
        }
    }
}

impl fmt::Display for EpdOperation {
    /// With the semicolon that ends it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        let mut operands = self.operands.iter();
        operands.try_for_each(|operand| write!(f, " {operand}"))?;
        f.write_str(";")
    }
}

impl EpdOperand {
    /// What it says, without quotes.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            EpdOperand::Word(text) | EpdOperand::Text(text) => text,
        }
    }
}

impl fmt::Display for EpdOperand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        match self {
            EpdOperand::Word(text) if read::is_word(text) => f.write_str(text),
            EpdOperand::Word(text) | EpdOperand::Text(text) => {
                f.write_char('"')?;
                for c in text.chars() {
                    match c {
                        '"' | '\\' => write!(f, "\\{c}")?,
                        '\n' | '\r' => f.write_char(' ')?,
                        _ => f.write_char(c)?,
                    }
                }
                f.write_char('"')
            }
        }
    }
}
