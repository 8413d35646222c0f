//! A picture of a position as SVG. Here: what can be put into a picture and the order in which it
//! is drawn. Beside this: the men (`men`), letters and digits (`signs`), colors (`theme`), the
//! position in words (`words`).
//!
//! The text needs nothing else: no font, no style sheet, no picture from elsewhere. Letters are
//! drawn as lines, so a coordinate looks the same in a browser, in a mail and in a printed book,
//! and nothing in it has a name that could clash with another picture on the same page. Whoever
//! cannot see it hears `<title>` and `<desc>`.
//!
//! The drawings of the men were made for this crate and stand under its licence.
//!
//! ```
//! use tabiya_rules::svg::{Brush, Coordinates, Picture, Theme};
//! use tabiya_rules::{Color, Position, Square, Uci};
//!
//! let mut position = Position::standard();
//! let e4 = "e2e4".parse::<Uci>()?.resolve(&position)?;
//! position.play(e4)?;
//! let svg = Picture::of(&position)
//!     .last_move(e4)
//!     .arrow(Square::G8, Square::F6, Brush::Green)
//!     .circle(Square::E4, Brush::Red)
//!     .orientation(Color::Black)
//!     .coordinates(Coordinates::Outside)
//!     .theme(Theme::DARK)
//!     .size_px(480)
//!     .to_string();
//! assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
//! assert!(svg.contains("<title>Chess position, Black to move</title>"));
//! assert!(svg.contains("Last move: e2 to e4."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod men;
mod signs;
mod theme;
mod words;

use alloc::vec::Vec;
use core::fmt;

use crate::{Bitboard, Board, Color, Move, Position, Setup, Square};

pub use theme::{Rgb, Theme};

/// The side of a square, in units of the picture.
const SQUARE: i32 = 100;
/// The side of the board.
const BOARD: i32 = 8 * SQUARE;
/// The width of the frame that holds coordinates outside the board.
const FRAME: i32 = 46;

/// Where the names of files and ranks stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// Nowhere.
    None,
    /// In the corners of the squares at two edges of the board.
    #[default]
    Inside,
    /// On a frame around the board.
    Outside,
}

/// What arrows, circles and marked squares are drawn with: the four colors of the PGN commands
/// `%cal` and `%csl`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Brush {
    /// `G`.
    #[default]
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl Brush {
    /// The letter in `%cal` and `%csl`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }

    /// Reads the letter in `%cal` and `%csl`.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Brush> {
        match letter {
            'G' => Some(Self::Green),
            'R' => Some(Self::Red),
            'Y' => Some(Self::Yellow),
            'B' => Some(Self::Blue),
            _ => None,
        }
    }
}

/// A picture that is still to be written: [`Display`](fmt::Display) writes the SVG.
///
/// The example of the [module](self) shows it.
#[derive(Clone, Debug)]
pub struct Picture {
    board: Board,
    turn: Color,
    /// The king that is in check.
    check: Option<Square>,
    last_move: Option<(Square, Square)>,
    squares: Vec<(Square, Brush)>,
    circles: Vec<(Square, Brush)>,
    arrows: Vec<(Square, Square, Brush)>,
    orientation: Color,
    coordinates: Coordinates,
    theme: Theme,
    size_px: Option<u32>,
}

impl Picture {
    /// A picture of a position, White below, a king in check marked.
    #[must_use]
    pub fn of(position: &Position) -> Picture {
        let check = position.is_check().then(|| position.king(position.turn()));
        Picture {
            check,
            ..Picture::of_setup(&position.to_setup())
        }
    }

    /// A picture of any arrangement, a playable one or not, White below.
    #[must_use]
    pub fn of_setup(setup: &Setup) -> Picture {
        Picture {
            board: setup.board,
            turn: setup.turn,
            check: None,
            last_move: None,
            squares: Vec::new(),
            circles: Vec::new(),
            arrows: Vec::new(),
            orientation: Color::White,
            coordinates: Coordinates::default(),
            theme: Theme::LIGHT,
            size_px: None,
        }
    }

    /// Marks the move that led here: its origin by corners, its goal by a frame. Of castling that
    /// is where the king came from and where it went.
    #[must_use]
    pub const fn last_move(mut self, mv: Move) -> Picture {
        self.last_move = Some((mv.from(), mv.destination()));
        self
    }

    /// Fills a square.
    #[must_use]
    pub fn mark(mut self, square: Square, brush: Brush) -> Picture {
        self.squares.push((square, brush));
        self
    }

    /// Draws a circle in a square.
    #[must_use]
    pub fn circle(mut self, square: Square, brush: Brush) -> Picture {
        self.circles.push((square, brush));
        self
    }

    /// Draws an arrow; on one square it is a circle.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square, brush: Brush) -> Picture {
        if from == to {
            return self.circle(from, brush);
        }
        self.arrows.push((from, to, brush));
        self
    }

    /// Whose side of the board is below.
    #[must_use]
    pub const fn orientation(mut self, below: Color) -> Picture {
        self.orientation = below;
        self
    }

    /// Where coordinates stand; inside the board if nothing is said.
    #[must_use]
    pub const fn coordinates(mut self, coordinates: Coordinates) -> Picture {
        self.coordinates = coordinates;
        self
    }

    /// Which colors are used; [`Theme::LIGHT`] if nothing is said.
    #[must_use]
    pub const fn theme(mut self, theme: Theme) -> Picture {
        self.theme = theme;
        self
    }

    /// Width and height in CSS pixels. If nothing is said, the picture fills the place it is given.
    #[must_use]
    pub const fn size_px(mut self, size_px: u32) -> Picture {
        self.size_px = Some(size_px);
        self
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        match self.orientation {
            Color::White => (file * SQUARE, (7 - rank) * SQUARE),
            Color::Black => ((7 - file) * SQUARE, rank * SQUARE),
        }
    }

    /// The middle of a square.
    fn middle(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2, y + SQUARE / 2)
    }

    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let theme = &self.theme;
        let light = theme.light_squares;
        write!(f, r#"<path fill="{light}" d="M0 0h{BOARD}v{BOARD}H0z"/>"#)?;
        write!(f, r#"<path fill="{}" d=""#, theme.dark_squares)?;
        for square in Bitboard::DARK {
            let (x, y) = self.corner(square);
            write!(f, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
        }
        f.write_str(r#""/>"#)
    }

    fn write_marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let theme = &self.theme;
        for &(square, brush) in &self.squares {
            let ((x, y), color) = (self.corner(square), theme.brush(brush));
            write!(
                f,
                r#"<path fill="{color}" fill-opacity=".55" d="M{x} {y}h100v100h-100z"/>"#
            )?;
        }
        if let Some((from, to)) = self.last_move {
            let color = theme.last_move;
            let (x, y) = self.corner(from);
            write!(f, r#"<path fill="{color}" d=""#)?;
            for (dx, dy, h, v) in [
                (0, 0, 1, 1),
                (100, 0, -1, 1),
                (0, 100, 1, -1),
                (100, 100, -1, -1),
            ] {
                let (x, y, long, thin) = (x + dx, y + dy, 28, 5);
                let (long_h, thin_h, long_v, thin_v) = (long * h, thin * h, long * v, thin * v);
                write!(
                    f,
                    "M{x} {y}h{long_h}v{thin_v}h{}v{}",
                    thin_h - long_h,
                    long_v - thin_v
                )?;
                write!(f, "h{}z", -thin_h)?;
            }
            let (x, y) = self.corner(to);
            write!(
                f,
                r#""/><path fill="{color}" fill-opacity=".24" d="M{x} {y}h100v100h-100z"/>"#
            )?;
            let (x, y) = (x + 3, y + 3);
            write!(
                f,
                r#"<path fill="none" stroke="{color}" stroke-width="6" d="M{x} {y}h94v94h-94z"/>"#
            )?;
        }
        if let Some(king) = self.check {
            let ((x, y), color) = (self.middle(king), theme.check);
            write!(
                f,
                r#"<circle cx="{x}" cy="{y}" r="44" stroke="{color}" stroke-width="7" "#
            )?;
            write!(f, r#"fill="{color}" fill-opacity=".4"/>"#)?;
        }
        Ok(())
    }

    fn write_men(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(r#"<g stroke-linejoin="round" stroke-linecap="round">"#)?;
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece_at(square) {
                let (x, y) = self.corner(square);
                men::write(f, piece, x, y)?;
            }
        }
        f.write_str("</g>")
    }

    fn write_shapes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &(square, brush) in &self.circles {
            let ((x, y), color) = (self.middle(square), self.theme.brush(brush));
            write!(
                f,
                r#"<circle cx="{x}" cy="{y}" r="45" stroke="{color}" stroke-width="8" "#
            )?;
            f.write_str(r#"fill="none" stroke-opacity=".85"/>"#)?;
        }
        for &(from, to, brush) in &self.arrows {
            let color = self.theme.brush(brush);
            write!(f, r#"<path fill="{color}" fill-opacity=".8" d=""#)?;
            write_arrow(f, self.middle(from), self.middle(to))?;
            f.write_str(r#""/>"#)?;
        }
        Ok(())
    }

    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let theme = &self.theme;
        for index in 0..8u8 {
            let (file, rank) = match self.orientation {
                Color::White => (index, 7 - index),
                Color::Black => (7 - index, index),
            };
            let at = i32::from(index) * SQUARE;
            let (letter, digit) = (signs::file(file), signs::rank(rank));
            match self.coordinates {
                Coordinates::None => {}
                Coordinates::Inside => {
                    // Both corner squares of an edge differ in color, and so do the signs on them.
                    let [on_letter, on_digit] = if index % 2 == 0 {
                        [theme.on_dark, theme.on_light]
                    } else {
                        [theme.on_light, theme.on_dark]
                    };
                    signs::write(f, letter, (at + 83, BOARD - 24), on_letter)?;
                    signs::write(f, digit, (6, at + 7), on_digit)?;
                }
                Coordinates::Outside => {
                    let (low, high) = (BOARD + 13, at + 42);
                    signs::write(f, letter, (at + 44, low), theme.on_frame)?;
                    signs::write(f, digit, (-30, high), theme.on_frame)?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Picture {
    /// The picture as a complete SVG document, also good inside HTML.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, side) = match self.coordinates {
            Coordinates::Outside => (-FRAME, BOARD + 2 * FRAME),
            Coordinates::None | Coordinates::Inside => (0, BOARD),
        };
        write!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{start} {start} {side} {side}""#
        )?;
        if let Some(size) = self.size_px {
            write!(f, r#" width="{size}" height="{size}""#)?;
        }
        f.write_str(r#" role="img"><title>"#)?;
        self.write_title(f)?;
        f.write_str("</title><desc>")?;
        self.write_description(f)?;
        f.write_str("</desc>")?;
        if self.coordinates == Coordinates::Outside {
            let frame = self.theme.frame;
            write!(
                f,
                r#"<path fill="{frame}" d="M{start} {start}h{side}v{side}h-{side}z"/>"#
            )?;
        }
        self.write_board(f)?;
        self.write_marks(f)?;
        self.write_coordinates(f)?;
        self.write_men(f)?;
        self.write_shapes(f)?;
        f.write_str("</svg>")
    }
}

/// The outline of an arrow. All in whole tenths of a unit, so that no root is needed but one of
/// a whole number, and the text is the same on every machine.
fn write_arrow(f: &mut fmt::Formatter<'_>, from: (i32, i32), to: (i32, i32)) -> fmt::Result {
    const SHAFT: i32 = 75;
    const HEAD: i32 = 190;
    const HEAD_LENGTH: i32 = 330;
    const GAP_BEHIND: i32 = 280;
    let (x, y) = (from.0 * 10, from.1 * 10);
    let (dx, dy) = ((to.0 - from.0) * 10, (to.1 - from.1) * 10);
    let length = (dx * dx + dy * dy).isqrt().max(1);
    let neck = length - HEAD_LENGTH;
    let outline = [
        (GAP_BEHIND, SHAFT),
        (neck, SHAFT),
        (neck, HEAD),
        (length, 0),
        (neck, -HEAD),
        (neck, -SHAFT),
        (GAP_BEHIND, -SHAFT),
    ];
    for (index, (along, aside)) in outline.into_iter().enumerate() {
        f.write_str(if index == 0 { "M" } else { "L" })?;
        write_tenths(f, x + (dx * along - dy * aside) / length)?;
        f.write_str(" ")?;
        write_tenths(f, y + (dy * along + dx * aside) / length)?;
    }
    f.write_str("z")
}

fn write_tenths(f: &mut fmt::Formatter<'_>, tenths: i32) -> fmt::Result {
    write!(f, "{}", tenths / 10)?;
    match tenths % 10 {
        0 => Ok(()),
        rest => write!(f, ".{rest}"),
    }
}
