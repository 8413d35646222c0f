//! Reads EPD. Not here: the fields of the position (`fen`), what operations mean.

use alloc::string::String;
use alloc::vec::Vec;
use core::str::Lines;

use crate::fen::{Strictness, read_number, read_position};
use crate::{FenError, FenFault, Setup};

use super::{Epd, EpdError, EpdOperand, EpdOperation};

/// Reads one line.
pub(super) fn epd(text: &str, strictness: Strictness) -> Result<Epd, EpdError> {
    let mut tokens = Tokens::new(text);
    let mut setup = position(&mut tokens, strictness)?;
    let mut operations = Vec::new();
    while let Some(operation) = operation(&mut tokens)? {
        let counter = match operation.opcode.as_str() {
            "hmvc" => &mut setup.halfmove_clock,
            "fmvn" => &mut setup.fullmove_number,
            _ => {
                operations.push(operation);
                continue;
            }
        };
        let text = operation.operands.first().map_or("", EpdOperand::as_str);
        *counter = read_number(text).ok_or_else(|| {
            FenError::one(match operation.opcode.as_str() {
                "hmvc" => FenFault::HalfmoveClock { text: text.into() },
                _ => FenFault::FullmoveNumber { text: text.into() },
            })
        })?;
    }
    Ok(Epd { setup, operations })
}

/// Reads four fields, and the two counters of FEN where they follow.
fn position(tokens: &mut Tokens<'_>, strictness: Strictness) -> Result<Setup, FenError> {
    let mut fields = Vec::with_capacity(6);
    while fields.len() < 6 {
        let wanted = |word: &&str| fields.len() < 4 || read_number(word).is_some();
        match tokens.field().filter(wanted) {
            Some(field) => {
                tokens.skip(field);
                fields.push(field);
            }
            None => break,
        }
    }
    let setup = read_position(&fields, strictness);
    if fields.len() >= 4 {
        return setup;
    }
    let missing = FenFault::FieldCount {
        count: fields.len(),
    };
    Err(setup.map_or_else(
        |error| error.and(missing.clone()),
        |_| FenError::one(missing.clone()),
    ))
}

/// Reads up to the next semicolon; nothing at the end.
fn operation(tokens: &mut Tokens<'_>) -> Result<Option<EpdOperation>, EpdError> {
    tokens.skip_while(|c| c == ';' || c.is_whitespace());
    let Some(first) = tokens.rest.chars().next() else {
        return Ok(None);
    };
    let opcode = tokens.field().filter(|word| is_opcode(word));
    let Some(opcode) = opcode else {
        let found = tokens.field().map_or_else(|| first.into(), String::from);
        return Err(EpdError::Opcode { found });
    };
    tokens.skip(opcode);
    let mut operands = Vec::new();
    while let Some(operand) = operand(tokens)? {
        operands.push(operand);
    }
    Ok(Some(EpdOperation {
        opcode: opcode.into(),
        operands,
    }))
}

fn operand(tokens: &mut Tokens<'_>) -> Result<Option<EpdOperand>, EpdError> {
    tokens.skip_while(char::is_whitespace);
    if !tokens.rest.starts_with('"') {
        let word = tokens.field();
        return Ok(word.map(|word| {
            tokens.skip(word);
            EpdOperand::Word(word.into())
        }));
    }
    let mut text = String::new();
    let mut escaped = false;
    for (at, c) in tokens.rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => {
                tokens.rest = tokens.rest.get(at + 1..).unwrap_or_default();
                return Ok(Some(EpdOperand::Text(text)));
            }
            '\\' if !escaped => escaped = true,
            _ => {
                // A backslash means something in front of a quote and of itself only.
                if escaped && !matches!(c, '"' | '\\') {
                    text.push('\\');
                }
                text.push(c);
                escaped = false;
            }
        }
    }
    Err(EpdError::OpenText {
        column: tokens.column(),
    })
}

fn is_opcode(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a text can stand without quotes.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || matches!(c, ';' | '"'))
}

/// What is still to be read of a line.
struct Tokens<'a> {
    whole: &'a str,
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Tokens<'a> {
        Tokens {
            whole: text,
            rest: text.trim_start_matches('\u{feff}'),
        }
    }

    /// The next word, up to white space, a quote or a semicolon; nothing where none is in between.
    fn field(&mut self) -> Option<&'a str> {
        self.skip_while(char::is_whitespace);
        let ends = |c: char| c.is_whitespace() || matches!(c, ';' | '"');
        let length = self.rest.find(ends).unwrap_or(self.rest.len());
        self.rest.get(..length).filter(|word| !word.is_empty())
    }

    fn skip(&mut self, word: &str) {
        self.rest = self.rest.get(word.len()..).unwrap_or_default();
    }

    fn skip_while(&mut self, skipped: impl Fn(char) -> bool) {
        self.rest = self.rest.trim_start_matches(skipped);
    }

    /// Where the rest begins, in characters from 1.
    fn column(&self) -> usize {
        let before = self.whole.len().saturating_sub(self.rest.len());
        self.whole
            .get(..before)
            .map_or(0, |text| text.chars().count())
            + 1
    }
}

/// The positions of a file, each with the number of its line: see [`Epd::lines`].
#[derive(Clone, Debug)]
pub struct EpdLines<'a> {
    lines: Lines<'a>,
    number: usize,
}

impl<'a> EpdLines<'a> {
    pub(super) fn new(text: &'a str) -> EpdLines<'a> {
        EpdLines {
            lines: text.lines(),
            number: 0,
        }
    }
}

impl Iterator for EpdLines<'_> {
    type Item = (usize, Result<Epd, EpdError>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = self.lines.next()?;
            self.number += 1;
            let shown = line.trim_start_matches('\u{feff}').trim_start();
            if !shown.is_empty() && !shown.starts_with('#') {
                return Some((self.number, Epd::parse(line)));
            }
        }
    }
}
