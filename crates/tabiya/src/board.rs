//! Drawing a position on the terminal: colored squares where colors are shown, men as figures or
//! letters, either side below.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use clap::ValueEnum;
use tabiya_rules::{Color, File, Piece, Position, Rank, Role, Square};

use crate::output::{DIM, Output};

/// Colors of squares and men in the palette of 256.
const LIGHT: u8 = 180;
const DARK: u8 = 137;
const MARKED: u8 = 143;
const CHECKED: u8 = 167;
const WHITE_MAN: u8 = 231;
const BLACK_MAN: u8 = 16;

/// How a board is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// Who sits below.
    pub(crate) below: Color,
    /// How the men are drawn.
    pub(crate) men: Men,
}

/// How men are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Men {
    /// As figures of Unicode
    Figures,
    /// As letters, capitals for White
    Letters,
}

impl Men {
    /// Figures on colored squares, if the terminal can show them; else letters, which tell White
    /// from Black without color.
    pub(crate) fn auto(has_colors: bool) -> Self {
        if has_colors && !speaks_no_unicode() {
            Self::Figures
        } else {
            Self::Letters
        }
    }

    const fn sign(self, man: Piece, has_colors: bool) -> char {
        match (self, man.color) {
            (Self::Letters, _) => man.letter(),
            // The ink tells whose man it is.
            (Self::Figures, _) if has_colors => filled(man.role),
            (Self::Figures, Color::Black) => filled(man.role),
            (Self::Figures, Color::White) => outlined(man.role),
        }
    }
}

/// Whether the environment names a character set, and not UTF-8.
fn speaks_no_unicode() -> bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    named.is_some_and(|value| {
        let value = value.to_ascii_lowercase();
        !value.contains("utf-8") && !value.contains("utf8")
    })
}

/// Draws the board, White below. The squares of the last move and a king in check are marked.
pub(crate) fn draw(out: &mut Output, position: &Position, marked: &[Square]) -> io::Result<()> {
    let look = Look {
        below: Color::White,
        men: Men::auto(out.has_colors()),
    };
    draw_as(out, position, marked, look)?;
    writeln!(out)
}

/// The same as somebody looks at it, and without the blank line behind it.
pub(crate) fn draw_as(
    out: &mut Output,
    position: &Position,
    marked: &[Square],
    look: Look,
) -> io::Result<()> {
    let has_colors = out.has_colors();
    let checked = position.is_check().then(|| position.king(position.turn()));
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match look.below {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    for rank in ranks {
        write!(out, "  {DIM}{rank}{DIM:#} ")?;
        for file in files {
            let square = Square::new(file, rank);
            let man = position.board().piece_at(square);
            let sign = |empty| man.map_or(empty, |man| look.men.sign(man, has_colors));
            if has_colors {
                let ground = if checked == Some(square) {
                    CHECKED
                } else if marked.contains(&square) {
                    MARKED
                } else {
                    ground(square)
                };
                colored(out, man, sign(' '), ground)?;
            } else {
                write!(out, " {}", sign('.'))?;
            }
        }
        writeln!(out)?;
    }
    write!(out, "    {DIM}")?;
    for file in files {
        let padding = if has_colors { " " } else { "" };
        write!(out, " {file}{padding}")?;
    }
    writeln!(out, "{DIM:#}")
}

fn ground(square: Square) -> u8 {
    if square.is_dark() { DARK } else { LIGHT }
}

fn colored(out: &mut Output, man: Option<Piece>, sign: char, ground: u8) -> io::Result<()> {
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
    write!(out, "{style} {sign} {style:#}")
}

const fn filled(role: Role) -> char {
    match role {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop => '♝',
        Role::Rook => '♜',
        Role::Queen => '♛',
        Role::King => '♚',
    }
}

const fn outlined(role: Role) -> char {
    match role {
        Role::Pawn => '♙',
        Role::Knight => '♘',
        Role::Bishop => '♗',
        Role::Rook => '♖',
        Role::Queen => '♕',
        Role::King => '♔',
    }
}
