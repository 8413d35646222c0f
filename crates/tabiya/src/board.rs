//! Drawing a position on the terminal: colored squares where colors are shown, letters elsewhere.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use tabiya_rules::{Color, File, Piece, Position, Rank, Role, Square};

use crate::output::{DIM, Output};

/// Colors of squares and men in the palette of 256.
const LIGHT: u8 = 180;
const DARK: u8 = 137;
const MARKED: u8 = 143;
const CHECKED: u8 = 167;
const WHITE_MAN: u8 = 231;
const BLACK_MAN: u8 = 16;

/// Draws the board, White below. The squares of the last move and a king in check are marked.
pub(crate) fn draw(out: &mut Output, position: &Position, marked: &[Square]) -> io::Result<()> {
    let has_colors = out.has_colors();
    let checked = position.is_check().then(|| position.king(position.turn()));
    for rank in Rank::ALL.into_iter().rev() {
        write!(out, "  {DIM}{rank}{DIM:#} ")?;
        for file in File::ALL {
            let square = Square::new(file, rank);
            let man = position.board().piece_at(square);
            if has_colors {
                let ground = if checked == Some(square) {
                    CHECKED
                } else if marked.contains(&square) {
                    MARKED
                } else {
                    ground(square)
                };
                colored(out, man, ground)?;
            } else {
                write!(out, " {}", man.map_or('.', Piece::letter))?;
            }
        }
        writeln!(out)?;
    }
    write!(out, "    {DIM}")?;
    for file in File::ALL {
        let padding = if has_colors { " " } else { "" };
        write!(out, " {file}{padding}")?;
    }
    writeln!(out, "{DIM:#}\n")
}

fn ground(square: Square) -> u8 {
    if square.is_dark() { DARK } else { LIGHT }
}

fn colored(out: &mut Output, man: Option<Piece>, ground: u8) -> io::Result<()> {
    let ink = match man {
        Some(Piece {
            color: Color::White,
            ..
        }) => WHITE_MAN,
        _ => BLACK_MAN,
    };
    let style = Style::new()
        .bg_color(Some(Ansi256Color(ground).into()))
        .fg_color(Some(Ansi256Color(ink).into()));
    write!(out, "{style} {} {style:#}", man.map_or(' ', figure))
}

/// The filled figure: the ink tells whose man it is.
const fn figure(man: Piece) -> char {
    match man.role {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop => '♝',
        Role::Rook => '♜',
        Role::Queen => '♛',
        Role::King => '♚',
    }
}
