//! The rules of chess: positions, legal moves, notation, repetition, material, and **why** a move
//! is illegal. Standard chess and Chess960, by the FIDE Laws of Chess of 2023; no `unsafe`, no
//! standard library.
//!
//! ```
//! use tabiya_rules::{Attempt, Color, Game, Position, Square, Uci};
//!
//! // A game from the first move to mate.
//! let mut game = Game::new(Position::standard());
//! for text in ["f2f3", "e7e5", "g2g4"] {
//!     let mv = text.parse::<Uci>()?.resolve(game.position())?;
//!     game.play(mv)?;
//! }
//!
//! // An illegal attempt is answered with its Law, the squares that matter and a sentence.
//! let attempt = Attempt { from: Square::F8, to: Square::B3, promotion: None };
//! let reason = game.position().why_illegal(attempt).unwrap();
//! assert_eq!(reason.article(), "3.2");
//! assert_eq!(
//!     reason.to_string(),
//!     "The bishop on f8 may not go to b3: a bishop moves along diagonals."
//! );
//!
//! let mate = "d8h4".parse::<Uci>()?.resolve(game.position())?;
//! game.play(mate)?;
//! assert!(game.position().is_checkmate());
//! assert_eq!(game.position().turn(), Color::White);
//! assert_eq!(
//!     game.position().fen(),
//!     "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Setup`] is any arrangement, [`Position`] a playable one, [`Game`] a line of play. Text forms are values of
//! their own: they are read without a position and resolved with one. The [`tutorial`] goes through
//! everything in ten minutes.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod chess960;
mod code;
mod color;
mod en_passant;
mod epd;
mod fault;
mod fen;
mod fen_error;
mod game;
mod insufficient;
mod judgement;
mod key;
mod key_numbers;
mod material;
mod move_list;
mod move_set;
mod movegen;
mod moves;
#[cfg(feature = "openings")]
pub mod openings;
mod outcome;
mod perft;
pub mod pgn;
mod piece;
mod polyglot;
mod position;
mod read_move;
mod reason;
mod reason_text;
mod role;
mod san;
mod setup;
mod square;
#[cfg(feature = "svg")]
pub mod svg;
#[cfg(feature = "syzygy")]
pub mod syzygy;
pub mod tutorial;
mod uci;
mod why_illegal;
mod winnable;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingRights, Mode, Side, home_rank};
pub use color::{ByColor, Color};
pub use epd::{Epd, EpdError, EpdLines, EpdOperand, EpdOperation};
pub use fault::{EnPassantFault, FenField, SetupFault, SetupFaults};
pub use fen::{CastlingStyle, EnPassantStyle, Fen, FenStyle, FenText};
pub use fen_error::{FenError, FenFault, PositionFault};
pub use game::Game;
pub use insufficient::{InsufficientMaterial, InsufficientMaterialError};
pub use judgement::{AutomaticEnd, Claim};
pub use key::Key;
pub use material::{cannot_mate_by_material, is_dead_by_material};
pub use move_list::{MoveList, Moves};
pub use move_set::{MoveSet, SetMoves};
pub use moves::{Attempt, Move, MoveKind};
pub use outcome::Outcome;
pub use perft::{perft, perft_by_play};
pub use pgn::{
    ClockDigits, Diagnostic, DiagnosticKind, Marker, Pgn, PgnError, PgnErrorKind, PgnMove,
    PgnReader, PgnStyle, PgnTree,
};
pub use piece::{Piece, PieceAt};
pub use polyglot::{BookMove, PolyglotBook, PolyglotBookError};
pub use position::{FromFenError, Position};
pub use read_move::{Hint, MOVE_TEXT_LIMIT, MoveReading, MoveTextError, read_move};
pub use reason::{Reason, ReasonParam};
pub use role::Role;
pub use san::{Candidate, CheckMark, San, SanError, SanKind, SanSyntaxError, SanText};
pub use setup::Setup;
pub use square::{File, Rank, Square, SquareError};
pub use uci::{Uci, UciError};
pub use winnable::{
    Budget, CertificateError, ClosedSet, Invariant, ManRange, MaterialClass, PackedPosition, Phase,
    Proof, Settlement, Verdict, verify, winnable,
};

/// The examples of the README run, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
