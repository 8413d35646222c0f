//! The drawings of the men. They were made for this crate: nothing in them comes from elsewhere.

use core::fmt;

use crate::{Color, Piece, Role};

/// A man in a box of 100 by 100: what is filled, then the lines in it.
struct Drawing {
    body: &'static str,
    lines: &'static str,
}

/// What all men stand on.
const BASE: &str = "M21 88V83a7 7 0 0 1 7-7h44a7 7 0 0 1 7 7v5z";

const fn drawing(role: Role) -> Drawing {
    match role {
        Role::Pawn => Drawing {
            body: "M50 17a12.5 12.5 0 0 1 8.6 21.6a5.5 5.5 0 0 1-.6 6.9C58.5 58 66 64 68 76H32\
                C34 64 41.5 58 42 45.5a5.5 5.5 0 0 1-.6-6.9A12.5 12.5 0 0 1 50 17z",
            lines: "M43.5 45.5h13",
        },
        Role::Knight => Drawing {
            body: "M31 76C31 63 45 59 47 46C43 50 38 50 34 54C32 58 29 60 25.5 58.5\
                C21 57 18 53.5 20 49C23 43 27 38 29 33C30 29 32 26 35 24L35.5 14.5L43.5 20\
                C62 20 76 37 75 76z",
            lines: "M52 27C63 33 68 48 67.5 67M38.5 32a1 1 0 1 0 2 0a1 1 0 1 0-2 0M25.6 51.2v.1",
        },
        Role::Bishop => Drawing {
            body: "M37 76c4-3 6-6 6.5-12h13c.5 6 2.5 9 6.5 12z\
                M50 18c10 8 17 17 17 28c0 8-5 13-9 16H42c-4-3-9-8-9-16c0-11 7-20 17-28z\
                M50 8.5a5 5 0 1 1 0 10a5 5 0 0 1 0-10z",
            lines: "M50 35v16M43 42h14M43 63h14",
        },
        Role::Rook => Drawing {
            body: "M33 76L36.5 45h27L67 76zM28 20h10v7h7v-7h10v7h7v-7h10v18l-7 8H35l-7-8z",
            lines: "M36.5 46h27",
        },
        Role::Queen => Drawing {
            body: "M32 76C34 72 33 68 29 63L19.5 33.5L33.5 47L35.5 24.5L46 44.5L50 20.5L54 44.5\
                L64.5 24.5L66.5 47L80.5 33.5L71 63C67 68 66 72 68 76z\
                M14 29a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z\
                M30.5 20a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z\
                M45.5 16a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z\
                M60.5 20a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z\
                M77 29a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
            lines: "M30.5 63.5C42 60 58 60 69.5 63.5",
        },
        Role::King => Drawing {
            body: "M47 6.5h6v5h5.5v6H53v9h-6v-9h-5.5v-6H47z\
                M50 24.5c7 0 10 6 7.5 12C56.5 39 53 43 50 46.5C47 43 43.5 39 42.5 36.5\
                C40 30.5 43 24.5 50 24.5z\
                M33 76C34 72 33 69 29.5 64C25 57.5 20 51 20 44.5C20 35.5 30 32 37 35\
                C43.5 37.5 48 44 50 52C52 44 56.5 37.5 63 35C70 32 80 35.5 80 44.5\
                C80 51 75 57.5 70.5 64C67 69 66 72 67 76z",
            lines: "M30.5 64.5C42 60.5 58 60.5 69.5 64.5",
        },
    }
}

/// Draws a man on the square with this upper left corner.
pub(super) fn write(f: &mut fmt::Formatter<'_>, piece: Piece, x: i32, y: i32) -> fmt::Result {
    let Drawing { body, lines } = drawing(piece.role);
    // White is paper with ink; Black is ink, with lines that shine.
    let (fill, edge, line) = match piece.color {
        Color::White => ("#fffdf8", "#26221d", "#26221d"),
        Color::Black => ("#3a352f", "#14110e", "#f3ead8"),
    };
    let (x, y) = (x - 1, y - 3);
    write!(
        f,
        r#"<g transform="translate({x} {y})scale(1.02)"><path fill="{fill}" stroke="{edge}" "#
    )?;
    write!(f, r#"stroke-width="3.4" d="{body}{BASE}"/>"#)?;
    write!(
        f,
        r#"<path fill="none" stroke="{line}" stroke-width="3" d="{lines}M34 76.5h32"/></g>"#
    )
}
