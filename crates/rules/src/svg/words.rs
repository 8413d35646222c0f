//! A position in words, for whoever cannot see the picture.

use core::fmt;

use super::Picture;
use crate::{Color, Role};

/// The order in which men are told.
const ORDER: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

impl Picture {
    /// One line.
    pub(super) fn write_title(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chess position, {} to move", name(self.turn))?;
        f.write_str(if self.check.is_some() {
            ", in check"
        } else {
            ""
        })
    }

    /// Every man by its square, and the last move.
    pub(super) fn write_description(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            if color == Color::Black {
                f.write_str(" ")?;
            }
            self.write_men_of(f, color)?;
        }
        if let Some((from, to)) = self.last_move {
            write!(f, " Last move: {from} to {to}.")?;
        }
        Ok(())
    }

    fn write_men_of(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        write!(f, "{}:", name(color))?;
        let mut separator = " ";
        for role in ORDER {
            let squares = self.board.by_piece(color, role);
            if squares.is_empty() {
                continue;
            }
            let plural = if squares.more_than_one() { "s" } else { "" };
            write!(f, "{separator}{role}{plural}")?;
            for square in squares {
                write!(f, " {square}")?;
            }
            separator = ", ";
        }
        f.write_str(if separator == " " { " no men." } else { "." })
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
