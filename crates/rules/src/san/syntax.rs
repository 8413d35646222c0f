//! Why a text is no move: reads it again, slowly, and says at which character it stops to be one.
//! Not here: reading good notation (`san`).

use super::error::SanSyntaxError;
use super::{CheckMark, San, SanKind, piece_letter};
use crate::{File, Rank, Role, Side, Square};

/// The longest text that is looked at as a move, in bytes. The longest real one is `Qa1xb2+` or
/// `exd8=Q+`.
const LONGEST: usize = 16;

/// What follows the `x` of a pawn (Laws 3.7.3).
pub(crate) const BESIDE: &str = "a file beside that of the pawn, which takes diagonally";

/// Reads characters from the left and knows where it stands.
struct Cursor<'a> {
    rest: &'a str,
    column: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) {
        let mut chars = self.rest.chars();
        if chars.next().is_some() {
            self.rest = chars.as_str();
            self.column += 1;
        }
    }

    /// Takes the next character if `read` knows it.
    fn take<T>(&mut self, read: impl Fn(char) -> Option<T>) -> Option<T> {
        let value = read(self.peek()?)?;
        self.bump();
        Some(value)
    }

    fn eat(&mut self, c: char) -> bool {
        self.take(|found| (found == c).then_some(())).is_some()
    }

    fn fault(&self, expected: &'static str) -> SanSyntaxError {
        let column = self.column;
        match self.peek() {
            Some(found) => SanSyntaxError::Unexpected {
                column,
                found,
                expected,
            },
            None => SanSyntaxError::Incomplete { column, expected },
        }
    }
}

/// Reads a move from left to right, character by character.
pub(super) fn read(text: &str) -> Result<San, SanSyntaxError> {
    if text.is_empty() {
        return Err(SanSyntaxError::Empty);
    }
    if text.len() > LONGEST {
        return Err(SanSyntaxError::TooLong { limit: LONGEST });
    }
    let mut cursor = Cursor {
        rest: text,
        column: 1,
    };
    let kind = if cursor.peek() == Some('O') {
        castle(&mut cursor)?
    } else {
        normal(&mut cursor)?
    };
    let mark = cursor.take(|c| match c {
        '+' => Some(CheckMark::Check),
        '#' => Some(CheckMark::Checkmate),
        _ => None,
    });
    if cursor.peek().is_some() {
        return Err(cursor.fault("the end of the move"));
    }
    Ok(San { kind, mark })
}

fn castle(cursor: &mut Cursor<'_>) -> Result<SanKind, SanSyntaxError> {
    cursor.bump();
    if !(cursor.eat('-') && cursor.eat('O')) {
        return Err(cursor.fault("castling, written O-O or O-O-O"));
    }
    if !cursor.eat('-') {
        return Ok(SanKind::Castle(Side::King));
    }
    if !cursor.eat('O') {
        return Err(cursor.fault("castling, written O-O-O"));
    }
    Ok(SanKind::Castle(Side::Queen))
}

fn normal(cursor: &mut Cursor<'_>) -> Result<SanKind, SanSyntaxError> {
    let named = cursor.take(piece_letter);
    let role = named.unwrap_or(Role::Pawn);
    let first_file = cursor.take(File::from_letter);
    let first_rank = cursor.take(Rank::from_digit);
    let capture = cursor.eat('x');
    let taken_at = cursor.column;
    let (file, rank, to) = match (cursor.take(File::from_letter), first_file, first_rank) {
        (Some(file), ..) => {
            let rank = cursor
                .take(Rank::from_digit)
                .ok_or_else(|| cursor.fault("a rank, 1 to 8"))?;
            (first_file, first_rank, Square::new(file, rank))
        }
        (None, Some(file), Some(rank)) if !capture => (None, None, Square::new(file, rank)),
        (None, Some(_), None) if !capture => return Err(cursor.fault("a rank, 1 to 8")),
        (None, None, None) if named.is_none() && !capture => {
            return Err(cursor.fault("a piece letter (K, Q, R, B, N), a file (a to h) or O-O"));
        }
        (None, ..) => return Err(cursor.fault("a file, a to h")),
    };
    if role == Role::Pawn && file.is_none() && (capture || rank.is_some()) {
        // Laws C.9.3: a pawn that takes is named by its file.
        return Err(SanSyntaxError::Unexpected {
            column: 1,
            found: rank.map_or('x', Rank::digit),
            expected: "the file from which the pawn takes",
        });
    }
    if role == Role::Pawn && capture && file == Some(to.file()) {
        // To read it as a step ahead would make another move of it.
        return Err(SanSyntaxError::Unexpected {
            column: taken_at,
            found: to.file().letter(),
            expected: BESIDE,
        });
    }
    let mut promotion = None;
    if role == Role::Pawn && cursor.eat('=') {
        promotion = cursor.take(piece_letter);
        if promotion.is_none() {
            return Err(cursor.fault("the new piece: Q, R, B or N"));
        }
    }
    Ok(SanKind::Normal {
        role,
        file,
        rank,
        capture,
        to,
        promotion,
    })
}
