//! Writes a game in the export format of PGN: seven tags first, lines of fewer than 80 columns.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::{Marker, Pgn, PgnMove, clock};
use crate::{Color, Mode, Position};

/// Longest line of moves, in characters.
const WIDTH: usize = 79;

/// The tags that stand first in every game, in this order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tags that the writer makes from the start position.
const OF_START: [&str; 3] = ["Variant", "SetUp", "FEN"];

/// Choices of the writer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PgnStyle {
    /// How finely clocks are written.
    pub clock: ClockDigits,
}

/// How finely clocks are written; the rest is cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockDigits {
    /// `0:09:58`, as the standard has it.
    #[default]
    Seconds,
    /// `0:09:58.4`, as large sites write it.
    Tenths,
}

impl fmt::Display for Pgn {
    /// As [`Pgn::write`] with the default style.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(PgnStyle::default()))
    }
}

impl Pgn {
    /// Writes the game: the seven roster tags (`?` where unknown; `Result` as the marker says where
    /// it is missing), then the others in their order, `Variant "Chess960"`, `SetUp` and `FEN`
    /// where the start needs them, the moves with glyphs, comments and clocks, the marker. An empty
    /// line ends it, so that games can be written one behind the other.
    ///
    /// A closing brace in a comment becomes a round bracket, since nothing can escape it. A game
    /// whose main line was cut short says so in a last comment.
    ///
    /// ```
    /// use tabiya_rules::{Pgn, Position};
    ///
    /// let mut pgn = Pgn::new(Position::standard());
    /// pgn.set_tag("White", "Ada");
    /// assert!(pgn.to_string().contains("[White \"Ada\"]\n[Black \"?\"]\n[Result \"*\"]\n\n*\n"));
    /// ```
    #[must_use]
    pub fn write(&self, style: PgnStyle) -> String {
        let marker = self.marker.unwrap_or(Marker::Unknown);
        let mut text = self.tag_section(marker);
        text.push('\n');
        let mut lines = Lines::default();
        for comment in &self.comments {
            lines.comment(comment);
        }
        let mut position = self.start.clone();
        let mut number_due = true;
        for mv in &self.moves {
            number_due = write_move(&mut lines, &mut position, mv, number_due, style);
        }
        if let Some(error) = &self.error {
            lines.comment(&format!("The rest could not be read: {error}"));
        }
        lines.word(&marker.to_string());
        text.push_str(&lines.text);
        text.push_str("\n\n");
        text
    }

    fn tag_section(&self, marker: Marker) -> String {
        let mut text = String::new();
        for name in ROSTER {
            let unknown = match name {
                "Date" => "????.??.??".to_string(),
                "Result" => marker.to_string(),
                _ => "?".to_string(),
            };
            push_tag(&mut text, name, self.tag(name).unwrap_or(&unknown));
        }
        let is_of_start = |name: &str| OF_START.contains(&name);
        for (name, value) in &self.tags {
            if !ROSTER.contains(&name.as_str()) && !is_of_start(name) {
                push_tag(&mut text, name, value);
            }
        }
        if self.start.mode() == Mode::Chess960 {
            push_tag(&mut text, "Variant", "Chess960");
        }
        let fen = self.start.fen();
        if self.start.mode() == Mode::Chess960 || fen != Position::standard().fen() {
            push_tag(&mut text, "SetUp", "1");
            push_tag(&mut text, "FEN", &fen);
        }
        text
    }
}

/// Writes one move; answers whether the next one must name its number.
fn write_move(
    lines: &mut Lines,
    position: &mut Position,
    mv: &PgnMove,
    number_due: bool,
    style: PgnStyle,
) -> bool {
    let number = position.fullmove_number();
    match position.turn() {
        Color::White => lines.word(&format!("{number}.")),
        Color::Black if number_due => lines.word(&format!("{number}...")),
        Color::Black => {}
    }
    lines.word(&mv.san(position));
    mv.play_on(position);
    for nag in &mv.nags {
        lines.word(&format!("${nag}"));
    }
    if let Some(clock_ms) = mv.clock_ms {
        lines.comment(&clock::write(clock_ms, style.clock));
    }
    for comment in &mv.comments {
        lines.comment(comment);
    }
    mv.clock_ms.is_some() || !mv.comments.is_empty()
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    let name: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect();
    // Nothing of the name can be written.
    if name.is_empty() {
        return;
    }
    let value: String = value
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    text.push_str(&format!("[{name} \"{value}\"]\n"));
}

/// Words in lines that are not too long.
#[derive(Default)]
struct Lines {
    text: String,
    /// Characters on the last line.
    width: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        // A line must not begin with %, which would hide it.
        let fits = self.width + 1 + length <= WIDTH || word.starts_with('%');
        if !self.text.is_empty() && fits {
            self.text.push(' ');
            self.width += 1;
        } else if !self.text.is_empty() {
            self.text.push('\n');
            self.width = 0;
        }
        self.text.push_str(word);
        self.width += length;
    }

    /// A comment may break at its blanks, since readers take a line break for a blank; but not in
    /// a command such as `[%clk 0:01:00]`, where many of them do not.
    fn comment(&mut self, comment: &str) {
        let comment = comment.trim().replace('}', ")");
        let comment = format!("{{{}}}", comment.replace(['\n', '\r'], " "));
        let (mut before, mut in_command) = (' ', false);
        let breaks = |c: char| {
            in_command = (in_command && c != ']') || (before == '[' && c == '%');
            before = c;
            c == ' ' && !in_command
        };
        for word in comment.split(breaks) {
            self.word(word);
        }
    }
}
