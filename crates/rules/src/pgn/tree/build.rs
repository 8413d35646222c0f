//! Reads trees: a visitor of checked moves that keeps all it sees.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use super::{Cut, Eval, NodeId, Notes, PgnTree};
use crate::Position;
use crate::pgn::main_line::Room;
use crate::pgn::source::Source;
use crate::pgn::visit::{Played, Text, Visitor, Wanted};
use crate::pgn::{Diagnostic, Marker, PgnError, Stream, commands, limits};

/// The trees of a text, one after the other. At any time it holds one game.
///
/// See [`PgnTree::read`].
#[derive(Clone, Debug)]
pub struct TreeReader<'a> {
    stream: Stream<&'a [u8]>,
}

impl Iterator for TreeReader<'_> {
    type Item = PgnTree;

    fn next(&mut self) -> Option<PgnTree> {
        let Ok(tree) = self.stream.next_tree();
        tree
    }
}

impl PgnTree {
    /// Reads games from text, one after the other. The encoding is guessed; [`Stream`] lets it be
    /// chosen, and reads files that are larger than the memory.
    ///
    /// Nothing makes the reader fail as a whole. What cannot be read ends its line
    /// ([`PgnTree::cuts`]) or is passed over ([`PgnTree::diagnostics`]), and the next game is read.
    #[must_use]
    pub const fn read(bytes: &[u8]) -> TreeReader<'_> {
        TreeReader {
            stream: Stream::new(bytes),
        }
    }
}

impl<S: Source> Stream<S> {
    /// The next game with its variations; `None`: there is no further game.
    ///
    /// # Errors
    /// What the reader says. A slice has no errors.
    pub fn next_tree(&mut self) -> Result<Option<PgnTree>, S::Error> {
        let mut builder = Builder {
            tree: PgnTree::new(Position::standard()),
            at: NodeId::ROOT,
            outer: Vec::new(),
            begins_variation: false,
            before: Vec::new(),
            room: Room::default(),
            is_full: false,
        };
        let found = self.play_game(&mut builder)?;
        Ok(found.then_some(builder.tree))
    }
}

struct Builder {
    tree: PgnTree,
    /// The last move of the line that is being read.
    at: NodeId,
    /// The last moves of the lines around it.
    outer: Vec<NodeId>,
    /// No move has come since the bracket.
    begins_variation: bool,
    /// Comments since the bracket.
    before: Vec<String>,
    room: Room,
    /// There is no room for further moves.
    is_full: bool,
}

impl Builder {
    /// A comment about the last move of the line.
    fn note(&mut self, comment: &str) {
        let mut found = Notes::default();
        let kept = commands::take(comment, |name, value| found.command(name, value));
        if !kept.is_empty() {
            found.comments.push(kept);
        }
        if !found.is_empty()
            && let Some(notes) = self.notes(self.at)
        {
            notes.add(found);
        }
    }

    fn notes(&mut self, id: NodeId) -> Option<&mut Notes> {
        self.tree.notes_mut(id)
    }
}

impl Visitor for Builder {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        let tag = (name.read().into_owned(), value.read().into_owned());
        self.tree.tags.push(tag);
    }

    fn start(&mut self, position: &Position) {
        self.tree.start = position.clone();
    }

    fn mv(&mut self, played: Played<'_>) {
        if self.is_full {
            return;
        }
        if self.tree.nodes.len() > limits::NODES {
            self.is_full = true;
            let (text, place) = (played.word.text(), played.word.place());
            return self.diagnostic(Diagnostic::limit_reached(&text, place));
        }
        self.at = self.tree.append(self.at, played.mv);
        self.begins_variation = false;
        let before = take(&mut self.before);
        if !before.is_empty()
            && let Some(notes) = self.notes(self.at)
        {
            notes.comments_before = before;
        }
    }

    fn fault(&mut self, error: PgnError) {
        if self.tree.cuts.len() < limits::CUTS {
            let is_variation = self.begins_variation;
            let beside = self.outer.last().filter(|_| is_variation);
            self.tree.cuts.push(Cut {
                after: *beside.unwrap_or(&self.at),
                is_variation,
                error,
            });
        }
    }

    fn nag(&mut self, nag: u8) {
        if self.at == NodeId::ROOT || self.begins_variation || self.is_full {
            return;
        }
        if let Some(notes) = self.notes(self.at)
            && notes.nags.len() < limits::NAGS
        {
            notes.nags.push(nag);
        }
    }

    fn comment(&mut self, text: Text<'_>) {
        if self.is_full {
            return;
        }
        let comment = text.read();
        if !self.room.take(&comment) {
            let place = text.place();
            return self.diagnostic(Diagnostic::limit_reached(&comment, place));
        }
        // What stands before the first move of a variation is about no position of its own.
        if self.begins_variation {
            let comment = comment.trim();
            if !comment.is_empty() {
                self.before.push(String::from(comment));
            }
            return;
        }
        self.note(&comment);
    }

    fn begin_variation(&mut self) -> Wanted {
        let Some(parent) = self.tree.parent(self.at) else {
            return Wanted::Skip;
        };
        if self.is_full {
            return Wanted::Skip;
        }
        self.outer.push(self.at);
        self.at = parent;
        self.begins_variation = true;
        Wanted::Read
    }

    fn end_variation(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.at = outer;
        }
        self.begins_variation = false;
        // A variation without moves: what it says is said of the move that it stands beside.
        for comment in take(&mut self.before) {
            self.note(&comment);
        }
    }

    fn skipped_variations(&mut self, count: u32) {
        let skipped = &mut self.tree.skipped_variations;
        *skipped = skipped.saturating_add(count);
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        if self.tree.diagnostics.len() < limits::DIAGNOSTICS {
            self.tree.diagnostics.push(diagnostic);
        }
    }

    fn end_game(&mut self, marker: Option<Marker>) {
        self.tree.marker = marker;
    }
}

impl Notes {
    fn is_empty(&self) -> bool {
        *self == super::NO_NOTES
    }

    /// Adds what one more comment says.
    fn add(&mut self, more: Self) {
        self.comments.extend(more.comments);
        self.clock_ms = more.clock_ms.or(self.clock_ms);
        self.elapsed_ms = more.elapsed_ms.or(self.elapsed_ms);
        self.eval = more.eval.or(self.eval);
        self.squares.extend(more.squares);
        self.arrows.extend(more.arrows);
    }

    /// Takes over a command of a comment. False: it is none that can be read.
    fn command(&mut self, name: &str, value: &str) -> bool {
        match name {
            "clk" => set(&mut self.clock_ms, commands::parse_ms(value)),
            "emt" => set(&mut self.elapsed_ms, commands::parse_ms(value)),
            "eval" => set(&mut self.eval, Eval::parse(value)),
            "csl" => extend(&mut self.squares, commands::parse_squares(value)),
            "cal" => extend(&mut self.arrows, commands::parse_arrows(value)),
            _ => false,
        }
    }
}

fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let is_read = value.is_some();
    if is_read {
        *place = value;
    }
    is_read
}

fn extend<T>(list: &mut Vec<T>, values: Option<Vec<T>>) -> bool {
    let is_read = values.is_some();
    list.extend(values.unwrap_or_default());
    is_read
}
