//! Writes a game in the export format of PGN: seven tags first, lines of fewer than 80 columns.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::tree::{Cut, Eval, NodeId, PgnTree};
use super::{Marker, Pgn, commands};
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
    /// To the millisecond, without zeros at the end: `0:09:58.48`.
    Exact,
}

impl fmt::Display for Pgn {
    /// As [`Pgn::write`] with the default style.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(PgnStyle::default()))
    }
}

impl fmt::Display for PgnTree {
    /// As [`PgnTree::write`], with the times as exact as they are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(PgnStyle {
            clock: ClockDigits::Exact,
        }))
    }
}

impl Pgn {
    /// Writes the game as [`PgnTree::write`] does: its main line and what is written about it.
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
        PgnTree::from(self).write(style)
    }
}

impl PgnTree {
    /// Writes the game: the seven roster tags (`?` where unknown; `Result` as the marker says where
    /// it is missing), then the others in their order, `Variant "Chess960"`, `SetUp` and `FEN`
    /// where the start needs them, the moves with glyphs, commands, comments and variations, the
    /// marker. An empty line ends it, so that games can be written one behind the other.
    ///
    /// A closing brace in a comment becomes a round bracket, since nothing can escape it. A line
    /// that was cut short says so in a last comment. Comments before a move that does not begin a
    /// variation are written there, and belong to the move before it when they are read again.
    #[must_use]
    pub fn write(&self, style: PgnStyle) -> String {
        let marker = self.marker.unwrap_or(Marker::Unknown);
        let mut writer = Writer {
            tree: self,
            style,
            cuts: self.cuts.iter().map(|cut| (cut.after, cut)).collect(),
            lines: Lines {
                text: self.tag_section(marker),
                width: 0,
                brackets: String::new(),
            },
            number_due: true,
        };
        writer.lines.text.push('\n');
        writer.notes(NodeId::ROOT);
        writer.moves();
        writer.lines.word(&marker.to_string());
        writer.lines.text.push_str("\n\n");
        writer.lines.text
    }

    fn tag_section(&self, marker: Marker) -> String {
        let mut tags = Tags::default();
        for name in ROSTER {
            let unknown = match name {
                "Date" => "????.??.??".to_string(),
                "Result" => marker.to_string(),
                _ => "?".to_string(),
            };
            tags.push(name, self.tag(name).unwrap_or(&unknown));
        }
        for (name, value) in &self.tags {
            let name = writable(name);
            if !OF_START.contains(&name.as_str()) {
                tags.push(&name, value);
            }
        }
        let start = self.start();
        if start.mode() == Mode::Chess960 {
            tags.push("Variant", "Chess960");
        }
        let fen = start.fen();
        if start.mode() == Mode::Chess960 || fen != Position::standard().fen() {
            tags.push("SetUp", "1");
            tags.push("FEN", &fen);
        }
        tags.text
    }
}

/// As much of a name as may stand in a tag.
fn writable(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect()
}

/// A section of tags, each name once.
#[derive(Default)]
struct Tags {
    text: String,
    names: BTreeSet<String>,
}

impl Tags {
    fn push(&mut self, name: &str, value: &str) {
        // Nothing of the name can be written, or it is there already.
        if name.is_empty() || !self.names.insert(name.to_string()) {
            return;
        }
        let value: String = value
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        self.text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
}

/// A move that has been written, while the variations beside it and what follows it have not.
struct Pending {
    id: NodeId,
    /// The next variation beside it.
    variation: Option<NodeId>,
    /// The position before it.
    before: Position,
}

/// The moves of a tree on their way to text.
struct Writer<'a> {
    tree: &'a PgnTree,
    style: PgnStyle,
    cuts: BTreeMap<NodeId, &'a Cut>,
    lines: Lines,
    /// The next move of Black must name its number.
    number_due: bool,
}

impl Writer<'_> {
    /// All moves. No recursion: lines can be nested as deeply as they are long.
    fn moves(&mut self) {
        let tree = self.tree;
        let mut pending: Vec<Pending> = Vec::new();
        let mut position = tree.start().clone();
        let mut next = tree.next(NodeId::ROOT);
        loop {
            if let Some(id) = next {
                self.mv(id, &position);
                let is_first = tree.parent(id).and_then(|parent| tree.next(parent)) == Some(id);
                let variation = tree.next_sibling(id).filter(|_| is_first);
                if variation.is_none() {
                    tree.play_on(id, &mut position);
                    next = tree.next(id);
                    continue;
                }
                let before = position.clone();
                pending.push(Pending {
                    id,
                    variation,
                    before,
                });
            } else if pending.is_empty() {
                return;
            } else {
                self.lines.close();
            }
            next = self.resume(&mut pending, &mut position);
        }
    }

    /// Begins the next variation beside the last move, or goes on behind that move. Answers what
    /// comes next.
    fn resume(&mut self, pending: &mut Vec<Pending>, position: &mut Position) -> Option<NodeId> {
        self.number_due = true;
        let last = pending.last_mut()?;
        position.clone_from(&last.before);
        if let Some(variation) = last.variation {
            last.variation = self.tree.next_sibling(variation);
            self.lines.open();
            return Some(variation);
        }
        let last = pending.pop()?;
        self.tree.play_on(last.id, position);
        self.tree.next(last.id)
    }

    fn mv(&mut self, id: NodeId, before: &Position) {
        let notes = self.tree.notes(id);
        for comment in &notes.comments_before {
            self.comment(comment);
        }
        let number = before.fullmove_number();
        match before.turn() {
            Color::White => self.lines.word(&format!("{number}.")),
            Color::Black if self.number_due => self.lines.word(&format!("{number}...")),
            Color::Black => {}
        }
        self.lines.word(&self.tree.san_in(id, before));
        for nag in &notes.nags {
            self.lines.word(&format!("${nag}"));
        }
        self.number_due = false;
        self.notes(id);
    }

    /// What stands behind a move, or before the first one.
    fn notes(&mut self, id: NodeId) {
        let notes = self.tree.notes(id);
        let mut commands: Vec<String> = notes.eval.iter().map(Eval::to_string).collect();
        for (name, time_ms) in [("clk", notes.clock_ms), ("emt", notes.elapsed_ms)] {
            let command = |time_ms| commands::write_ms(name, time_ms, self.style.clock);
            commands.extend(time_ms.map(command));
        }
        if !notes.squares.is_empty() {
            commands.push(commands::write_marks("csl", &notes.squares));
        }
        if !notes.arrows.is_empty() {
            commands.push(commands::write_marks("cal", &notes.arrows));
        }
        if !commands.is_empty() {
            self.comment(&commands.join(" "));
        }
        for comment in &notes.comments {
            self.comment(comment);
        }
        if let Some(Cut {
            error,
            is_variation,
            ..
        }) = self.cuts.get(&id)
        {
            let what = if *is_variation {
                "A variation"
            } else {
                "The rest"
            };
            self.comment(&format!("{what} could not be read: {error}"));
        }
    }

    fn comment(&mut self, comment: &str) {
        self.lines.comment(comment);
        self.number_due = true;
    }
}

/// Words in lines that are not too long.
struct Lines {
    text: String,
    /// Characters on the last line.
    width: usize,
    /// Brackets that open before the next word.
    brackets: String,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let brackets = core::mem::take(&mut self.brackets);
        let length = brackets.len() + word.chars().count();
        // A line must not begin with %, which would hide it.
        let fits = self.width + 1 + length <= WIDTH || word.starts_with('%');
        if self.width > 0 && fits {
            self.text.push(' ');
            self.width += 1;
        } else if self.width > 0 {
            self.text.push('\n');
            self.width = 0;
        }
        self.text.push_str(&brackets);
        self.text.push_str(word);
        self.width += length;
    }

    fn open(&mut self) {
        self.brackets.push('(');
    }

    fn close(&mut self) {
        if self.width >= WIDTH {
            self.text.push('\n');
            self.width = 0;
        }
        self.text.push(')');
        self.width += 1;
    }

    /// A comment may break at its blanks, since readers take a line break for a blank; but not
    /// where several stand together, which would come back as one, and not in a command.
    fn comment(&mut self, comment: &str) {
        let comment = comment.trim().replace('}', ")");
        let comment = format!("{{{}}}", comment.replace(['\n', '\r'], " "));
        let (mut before, mut in_command, mut start) = (' ', false, 0);
        let mut signs = comment.char_indices().peekable();
        while let Some((at, sign)) = signs.next() {
            in_command = (in_command && sign != ']') || (before == '[' && sign == '%');
            let is_alone = before != ' ' && signs.peek().is_none_or(|(_, next)| *next != ' ');
            if sign == ' ' && is_alone && !in_command {
                self.word(comment.get(start..at).unwrap_or_default());
                start = at.saturating_add(1);
            }
            before = sign;
        }
        self.word(comment.get(start..).unwrap_or_default());
    }
}
