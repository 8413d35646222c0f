//! What a person can type at the board: orders, and moves. Not here: what becomes of them.

use std::path::PathBuf;

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Nothing: let the computer hurry, or show the board again.
    Nothing,
    Help,
    Hint,
    Takeback,
    Resign,
    /// Offer a draw, or accept one.
    Draw,
    /// Claim a draw, perhaps with a move that is announced.
    Claim(Option<String>),
    Flip,
    Board,
    Moves,
    Fen,
    Pgn,
    /// Write the game to this file.
    Save(Option<PathBuf>),
    Eval,
    Again,
    Quit,
    /// Anything else is meant as a move.
    Move(String),
}

/// The orders as `help` lists them, each with what it does.
pub(super) const ORDERS: [(&str, &str); 16] = [
    (
        "e4, Nf3, exd5, 0-0, e8=Q, g1f3",
        "play a move, in any notation",
    ),
    (
        "hint",
        "a hint: first the piece, then the square, then the move",
    ),
    ("eval", "who stands better, and the line that shows it"),
    ("takeback", "take your last move back (also: undo)"),
    ("moves", "all legal moves"),
    ("board", "draw the board again"),
    ("flip", "turn the board round"),
    ("fen", "the position in Forsyth-Edwards notation"),
    ("pgn", "the game so far"),
    ("save FILE", "write the game to a file of games (PGN)"),
    ("draw", "offer a draw, where the rules know offers"),
    ("claim [MOVE]", "claim a draw by repetition or by 50 moves"),
    ("resign", "give the game up"),
    ("Enter", "let the computer move at once"),
    ("again", "after the game: another one, colors swapped"),
    (
        "quit",
        "leave; the game is kept, and tabiya play --resume goes on with it",
    ),
];

impl Order {
    /// Reads a line. No word of an order is a move.
    pub(super) fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Self::Nothing,
            ("help" | "?", None) => Self::Help,
            ("hint", None) => Self::Hint,
            ("takeback" | "undo" | "back", None) => Self::Takeback,
            ("resign", None) => Self::Resign,
            ("draw", None) => Self::Draw,
            ("claim", rest) => Self::Claim(rest.map(str::to_owned)),
            ("flip", None) => Self::Flip,
            ("board", None) => Self::Board,
            ("moves", None) => Self::Moves,
            ("fen", None) => Self::Fen,
            ("pgn", None) => Self::Pgn,
            ("save", file) => Self::Save(file.map(PathBuf::from)),
            ("eval" | "analyse" | "analyze", None) => Self::Eval,
            ("again" | "rematch", None) => Self::Again,
            ("quit" | "exit" | "q", None) => Self::Quit,
            _ => Self::Move(line.to_owned()),
        }
    }
}

/// Whether a line says yes.
pub(super) fn is_yes(line: &str) -> bool {
    ["y", "yes"].contains(&line.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Position, read_move};

    use super::*;

    #[test]
    fn orders_are_words_and_everything_else_is_a_move() {
        assert_eq!(Order::read("  Hint "), Order::Hint);
        assert_eq!(Order::read(""), Order::Nothing);
        assert_eq!(
            Order::read("save my games.pgn"),
            Order::Save(Some(PathBuf::from("my games.pgn")))
        );
        assert_eq!(
            Order::read("claim Nf3"),
            Order::Claim(Some("Nf3".to_owned()))
        );
        assert_eq!(Order::read("1. e4"), Order::Move("1. e4".to_owned()));
        assert_eq!(Order::read("b"), Order::Move("b".to_owned()));
    }

    #[test]
    fn no_order_hides_a_move() {
        let words = ORDERS
            .iter()
            .filter_map(|(usage, _)| usage.split_whitespace().next());
        for word in words
            .skip(1)
            .chain(["undo", "back", "q", "exit", "rematch"])
        {
            assert!(read_move(&Position::standard(), word).is_err(), "{word}");
        }
    }
}
