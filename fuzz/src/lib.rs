//! What must hold for any bytes whatever: nothing panics, what is accepted can be written and read
//! again, and two ways to the same answer agree. A fuzzer drives these functions, and so does a
//! test that needs no fuzzer.

#![forbid(unsafe_code)]

mod legality;
mod mail;
mod pgn;
mod positions;
mod text;
mod winnable;

pub use legality::legality;
pub use mail::mail;
pub use pgn::pgn;
pub use text::{epd, fen, san, uci};
pub use winnable::winnable;

/// A function that panics if something does not hold for these bytes.
pub type Target = fn(&[u8]);

/// Everything there is to fuzz, by name.
pub const TARGETS: [(&str, Target); 8] = [
    ("fen", fen),
    ("epd", epd),
    ("san", san),
    ("uci", uci),
    ("pgn", pgn),
    ("legality", legality),
    ("winnable", winnable),
    ("mail", mail),
];
