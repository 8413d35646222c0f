//! The colors of a picture. Not here: what is drawn with them.

use core::fmt;

use super::Brush;

/// A color by its parts of red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    /// As CSS writes it: `#fdf9ef`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colors of a picture. Start from one of the two that are here and change what you like.
///
/// ```
/// use tabiya_rules::svg::{Rgb, Theme};
/// let green = Theme { dark_squares: Rgb(0x76, 0x96, 0x56), ..Theme::LIGHT };
/// assert_eq!(green.dark_squares.to_string(), "#769656");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Theme {
    /// The light squares.
    pub light_squares: Rgb,
    /// The dark squares.
    pub dark_squares: Rgb,
    /// Coordinates on light squares.
    pub on_light: Rgb,
    /// Coordinates on dark squares.
    pub on_dark: Rgb,
    /// The frame around the board, where there is one.
    pub frame: Rgb,
    /// Coordinates on the frame.
    pub on_frame: Rgb,
    /// The last move.
    pub last_move: Rgb,
    /// The king in check.
    pub check: Rgb,
    /// [`Brush::Green`].
    pub green: Rgb,
    /// [`Brush::Red`].
    pub red: Rgb,
    /// [`Brush::Yellow`].
    pub yellow: Rgb,
    /// [`Brush::Blue`].
    pub blue: Rgb,
}

impl Theme {
    /// Paper: the board of the web application by day.
    pub const LIGHT: Theme = Theme {
        light_squares: Rgb(0xfd, 0xf9, 0xef),
        dark_squares: Rgb(0x8f, 0x9b, 0x96),
        on_light: Rgb(0x67, 0x5c, 0x4d),
        on_dark: Rgb(0x1d, 0x23, 0x21),
        frame: Rgb(0xe8, 0xe2, 0xd6),
        on_frame: Rgb(0x5a, 0x51, 0x45),
        last_move: Rgb(0x16, 0x30, 0x6e),
        check: Rgb(0xb2, 0x22, 0x12),
        green: Rgb(0x1f, 0x7a, 0x46),
        red: Rgb(0xb3, 0x2a, 0x1b),
        yellow: Rgb(0xd9, 0x8e, 0x04),
        blue: Rgb(0x1f, 0x55, 0xb5),
    };

    /// Night.
    pub const DARK: Theme = Theme {
        light_squares: Rgb(0xc9, 0xc2, 0xb3),
        dark_squares: Rgb(0x66, 0x70, 0x6c),
        on_light: Rgb(0x4a, 0x43, 0x38),
        on_dark: Rgb(0x10, 0x14, 0x13),
        frame: Rgb(0x16, 0x15, 0x13),
        on_frame: Rgb(0xab, 0xa2, 0x95),
        last_move: Rgb(0x0d, 0x22, 0x57),
        check: Rgb(0x96, 0x12, 0x06),
        green: Rgb(0x14, 0x66, 0x38),
        red: Rgb(0x9c, 0x20, 0x12),
        yellow: Rgb(0xe0, 0x9d, 0x1c),
        blue: Rgb(0x17, 0x47, 0x9c),
    };

    pub(super) const fn brush(&self, brush: Brush) -> Rgb {
        match brush {
            Brush::Green => self.green,
            Brush::Red => self.red,
            Brush::Yellow => self.yellow,
            Brush::Blue => self.blue,
        }
    }
}
