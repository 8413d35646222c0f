//! The letters and digits of coordinates, drawn as lines: a font could be missing.

use core::fmt;

use super::theme::Rgb;

/// Each letter stands in a box 6 wide and 10 high, what hangs below the line apart.
const LETTERS: [&str; 8] = [
    "M5.4 4.6V10M5.4 7.3a2.6 2.7 0 1 1-5.2 0a2.6 2.7 0 1 1 5.2 0",
    "M.6 .2V10M.6 7.3a2.6 2.7 0 1 1 5.2 0a2.6 2.7 0 1 1-5.2 0",
    "M5.2 5.6a2.6 2.7 0 1 0 0 3.4",
    "M5.4 .2V10M5.4 7.3a2.6 2.7 0 1 1-5.2 0a2.6 2.7 0 1 1 5.2 0",
    "M.5 7.1h5a2.5 2.6 0 1 0-.9 2.1",
    "M4.8 .6C3-.1 2.1 .9 2.1 2.6V10M.4 4.6h4",
    "M5.4 4.6v5.7c0 2.5-3.3 2.6-4.7 1.5M5.4 7.3a2.6 2.7 0 1 1-5.2 0a2.6 2.7 0 1 1 5.2 0",
    "M.6 .2V10M.6 7.4c0-3.6 4.8-4 4.8-.2V10",
];
/// The digits 1 to 8, in the same box.
const DIGITS: [&str; 8] = [
    "M1.2 2.2L3.6 .4V10",
    "M.6 2.8C.6-.5 5.4-.5 5.4 2.6C5.4 5.2 1.8 7 .7 9.7h4.9",
    "M.8 1.4C2.2-.4 5.2 .1 5.2 2.5C5.2 4 4 4.8 2.4 4.8\
        C4.4 4.8 5.6 5.7 5.6 7.3C5.6 10.3 1.9 10.6 .4 8.5",
    "M4.4 10V.4L.4 7.1h5.4",
    "M5 .4H1.3L.9 4.6C3 3.4 5.6 4.3 5.6 6.9C5.6 10.1 1.9 10.6 .4 8.5",
    "M4.7 .3C2.2 1.2 .4 4 .4 7.1a2.6 2.7 0 1 0 5.2 0a2.6 2.7 0 1 0-5.2 0",
    "M.4 .4h5.2L2.2 10",
    "M5.2 2.4a2.2 2.2 0 1 1-4.4 0a2.2 2.2 0 1 1 4.4 0\
        M5.6 7.2a2.6 2.6 0 1 1-5.2 0a2.6 2.6 0 1 1 5.2 0",
];

/// The letter of a file, counted from the a-file.
pub(super) fn file(index: u8) -> &'static str {
    LETTERS.get(usize::from(index)).copied().unwrap_or_default()
}

/// The digit of a rank, counted from the first.
pub(super) fn rank(index: u8) -> &'static str {
    DIGITS.get(usize::from(index)).copied().unwrap_or_default()
}

/// Draws a sign with its upper left corner at a place.
pub(super) fn write(
    f: &mut fmt::Formatter<'_>,
    sign: &str,
    (x, y): (i32, i32),
    color: Rgb,
) -> fmt::Result {
    write!(
        f,
        r#"<path transform="translate({x} {y})scale(1.7)" fill="none" stroke="{color}" "#
    )?;
    f.write_str(r#"stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" "#)?;
    write!(f, r#"d="{sign}"/>"#)
}
