//! A game as a tree: the main line, variations at any depth, and what is written about the moves.
//! Here: the value and the ways through it. Changing it is in `edit`, reading in `build`; it is
//! written in `pgn::writer`.

mod build;
mod edit;

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::{Diagnostic, Marker, Pgn, PgnError, tags};
use crate::{Game, Move, Position, San};

pub use super::commands::{Arrow, Eval, MarkColor, MarkedSquare, Score};
pub use build::TreeReader;
pub use edit::TreeError;

/// A node of a [`PgnTree`]: its root, or a move in it. It means something only for that tree, and no
/// longer once it has been deleted: then it has no children, no move and no notes, and cannot be
/// changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game, before any move.
    pub const ROOT: Self = Self(0);

    fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

#[derive(Clone, Debug, Default)]
struct Node {
    mv: Option<Move>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    notes: Option<Box<Notes>>,
}

/// What is written about a move, or about the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Comments between the bracket that opens a variation and this move, its first.
    pub comments_before: Vec<String>,
    /// Comments behind it, without line breaks and without the commands below.
    pub comments: Vec<String>,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?` and so on.
    pub nags: Vec<u8>,
    /// The mover's clock after the move in milliseconds, from `[%clk …]`.
    pub clock_ms: Option<u64>,
    /// The time that the move took in milliseconds, from `[%emt …]`.
    pub elapsed_ms: Option<u64>,
    /// What an engine thinks of the position after the move, from `[%eval …]`.
    pub eval: Option<Eval>,
    /// Marked squares, from `[%csl …]`.
    pub squares: Vec<MarkedSquare>,
    /// Arrows, from `[%cal …]`.
    pub arrows: Vec<Arrow>,
}

static NO_NOTES: Notes = Notes {
    comments_before: Vec::new(),
    comments: Vec::new(),
    nags: Vec::new(),
    clock_ms: None,
    elapsed_ms: None,
    eval: None,
    squares: Vec::new(),
    arrows: Vec::new(),
};

/// Where a line of a tree ends early because the text could not be read on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The last move before it, or the root; the move that the variation stands beside, if none of
    /// the variation could be read.
    pub after: NodeId,
    /// It is a variation of which no move could be read.
    pub is_variation: bool,
    /// What could not be read.
    pub error: PgnError,
}

/// A game with its variations.
///
/// The first child of a node is the main continuation, the others are variations beside it. Two
/// trees are equal if they have the same tags, start, moves, notes and marker.
///
/// ```
/// use tabiya_rules::PgnTree;
///
/// let text = "1. d4 ({Better is} 1. e4 {[%eval 0.3]} e5) 1... d5 *";
/// let tree = PgnTree::read(text.as_bytes()).next().expect("there is one game");
/// let d4 = tree.mainline().next().expect("the line has moves");
/// let e4 = tree.children(tree.root()).nth(1).expect("there is a variation");
/// assert_eq!((tree.san(d4), tree.san(e4)), ("d4".into(), "e4".into()));
/// assert_eq!(tree.notes(e4).comments_before, ["Better is"]);
/// assert_eq!(tree.variations(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct PgnTree {
    /// Names and values in the order of the text, each name once. `FEN`, `SetUp` and `Variant` are
    /// among them when they were read; the writer makes its own from the start.
    pub tags: Vec<(String, String)>,
    /// The termination marker at the end; `None` where it is missing.
    pub marker: Option<Marker>,
    /// Lines that end early.
    pub cuts: Vec<Cut>,
    /// Oddities that were passed over, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Variations that were not read, since nothing says from which position they begin.
    pub skipped_variations: u32,
    start: Position,
    /// The root comes first. What is deleted keeps its place, so that no node gets another's.
    nodes: Vec<Node>,
}

impl PgnTree {
    /// A game without tags and moves, not decided.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            tags: Vec::new(),
            marker: Some(Marker::Unknown),
            cuts: Vec::new(),
            diagnostics: Vec::new(),
            skipped_variations: 0,
            start,
            nodes: vec![Node::default()],
        }
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        tags::get(&self.tags, name)
    }

    /// Sets a tag, in its place where it is there already, else as the last one.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        tags::set(&mut self.tags, name, value);
    }

    /// Where the game begins: the standard position, or that of the `FEN` tag.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The start as a node.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index())
    }

    /// Whether the node is a part of the tree.
    #[must_use]
    pub fn contains(&self, id: NodeId) -> bool {
        id == NodeId::ROOT || self.node(id).is_some_and(|node| node.parent.is_some())
    }

    /// The move that leads to a node. `None` for a null move, and for the root.
    #[must_use]
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id)?.mv
    }

    /// The node before.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.parent
    }

    /// The main continuation.
    #[must_use]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.first_child
    }

    /// The main continuation and then the variations beside it.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.next(id), |id| self.next_sibling(*id))
    }

    /// The next move that could be played instead.
    pub(super) fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.next_sibling
    }

    /// The moves of the main line.
    pub fn mainline(&self) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.next(NodeId::ROOT), |id| self.next(*id))
    }

    /// Whether a node is the main continuation of all before it.
    #[must_use]
    pub fn is_mainline(&self, id: NodeId) -> bool {
        let mut ups = core::iter::successors(Some(id), |id| self.parent(*id));
        self.contains(id)
            && ups.all(|id| {
                self.parent(id)
                    .is_none_or(|parent| self.next(parent) == Some(id))
            })
    }

    /// The moves from the start to a node, itself included.
    #[must_use]
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let ups = core::iter::successors(Some(id), |id| self.parent(*id));
        let mut line: Vec<NodeId> = ups.filter(|id| *id != NodeId::ROOT).collect();
        line.reverse();
        line
    }

    /// The position at a node.
    #[must_use]
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = self.start.clone();
        if self.contains(id) {
            for id in self.line_to(id) {
                self.play_on(id, &mut position);
            }
        }
        position
    }

    /// Plays the move that leads to a node on the position before it.
    pub(super) fn play_on(&self, id: NodeId, position: &mut Position) {
        match self.mv(id) {
            Some(mv) => position.play_unchecked(mv),
            None => position.pass_unchecked(),
        }
    }

    /// The exact notation of the move that leads to a node: `--` for a null move, nothing for the
    /// root.
    #[must_use]
    pub fn san(&self, id: NodeId) -> String {
        match self.parent(id) {
            Some(parent) => self.san_in(id, &self.position(parent)),
            None => String::new(),
        }
    }

    pub(super) fn san_in(&self, id: NodeId, before: &Position) -> String {
        match self.mv(id) {
            Some(mv) => San::write(before, mv),
            None => "--".to_string(),
        }
    }

    /// What is written about a move, or about the start.
    #[must_use]
    pub fn notes(&self, id: NodeId) -> &Notes {
        let notes = self.node(id).and_then(|node| node.notes.as_deref());
        notes.unwrap_or(&NO_NOTES)
    }

    /// How many variations there are, at any depth.
    #[must_use]
    pub fn variations(&self) -> usize {
        let is_variation =
            |id: &NodeId| self.parent(*id).and_then(|parent| self.next(parent)) != Some(*id);
        self.nodes().filter(is_variation).count()
    }

    /// All nodes but the root: each before what follows it, the main line before its variations.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut open: Vec<NodeId> = self.next(NodeId::ROOT).into_iter().collect();
        core::iter::from_fn(move || {
            let id = open.pop()?;
            open.extend(self.next_sibling(id));
            open.extend(self.next(id));
            Some(id)
        })
    }

    /// Whether two trees have the same start and the same moves, whatever is written about them.
    #[must_use]
    pub fn same_moves(&self, other: &Self) -> bool {
        self.start.fen() == other.start.fen() && self.shape().eq(other.shape())
    }

    /// The moves in order, and which parts of the tree end with them.
    fn shape(&self) -> impl Iterator<Item = (Option<Move>, bool, bool)> {
        self.nodes().map(|id| {
            let ends_line = self.next(id).is_none();
            (self.mv(id), ends_line, self.next_sibling(id).is_none())
        })
    }
}

impl PartialEq for PgnTree {
    fn eq(&self, other: &Self) -> bool {
        let notes = |tree: &Self| {
            let ids = core::iter::once(NodeId::ROOT).chain(tree.nodes());
            ids.map(|id| tree.notes(id).clone()).collect::<Vec<_>>()
        };
        (self.marker, &self.tags) == (other.marker, &other.tags)
            && self.same_moves(other)
            && notes(self) == notes(other)
    }
}

impl Eq for PgnTree {}

impl PgnTree {
    fn add_notes(
        &mut self,
        id: NodeId,
        (comments, nags, clock_ms): (&[String], &[u8], Option<u64>),
    ) {
        let is_plain = comments.is_empty() && nags.is_empty() && clock_ms.is_none();
        if let (false, Some(notes)) = (is_plain, self.notes_mut(id)) {
            notes.comments = comments.to_vec();
            notes.nags = nags.to_vec();
            notes.clock_ms = clock_ms;
        }
    }
}

impl From<&Pgn> for PgnTree {
    /// The main line as a tree. Its comments are taken as they are.
    fn from(pgn: &Pgn) -> Self {
        let mut tree = Self::new(pgn.start.clone());
        tree.tags.clone_from(&pgn.tags);
        tree.marker = pgn.marker;
        tree.skipped_variations = pgn.variations;
        tree.diagnostics.clone_from(&pgn.diagnostics);
        let mut last = NodeId::ROOT;
        tree.add_notes(last, (&pgn.comments, &[], None));
        for played in &pgn.moves {
            last = tree.append(last, played.mv);
            let notes = (&*played.comments, &*played.nags, played.clock_ms);
            tree.add_notes(last, notes);
        }
        let error = pgn.error.clone();
        tree.cuts.extend(error.map(|error| Cut {
            after: last,
            is_variation: false,
            error,
        }));
        tree
    }
}

impl From<&Game> for PgnTree {
    fn from(game: &Game) -> Self {
        Self::from(&Pgn::from(game))
    }
}
