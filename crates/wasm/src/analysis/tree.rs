//! Games with variations: PGN to JSON and back, both at the speed of the text, however long a line is.

use std::collections::BTreeMap;

use tabiya_rules::pgn::tree::{Cut, NodeId};
use tabiya_rules::pgn::{Stream, Visitor, Wanted};
use tabiya_rules::{Diagnostic, Marker, Mode, PgnError, PgnTree, Position, San, Uci};

use super::mode;
use super::shapes::{self, Fault, Tree, TreeNode, Written, json};
use crate::line::LineError;

/// Passes a game by.
struct Pass;

impl Visitor for Pass {
    fn begin_game(&mut self) -> Wanted {
        Wanted::Skip
    }
}

/// One game of a text, by its number from 0, as JSON (`shapes::Tree`).
///
/// # Errors
/// When the text has no such game.
pub fn game(bytes: &[u8], number: usize) -> Result<String, LineError> {
    let mut stream = Stream::new(bytes);
    for _ in 0..number {
        let Ok(_) = stream.visit_game(&mut Pass);
    }
    let Ok(tree) = stream.next_tree();
    let tree = tree.ok_or_else(|| LineError::new("There is no game in this text."))?;
    json(&shape(&tree))
}

fn shape(tree: &PgnTree) -> Tree {
    let start = tree.start();
    let mut nodes = vec![TreeNode {
        parent: None,
        uci: None,
        san: String::new(),
        fen: start.fen(),
        notes: notes(tree, tree.root()),
    }];
    let mut places = BTreeMap::from([(tree.root(), 0)]);
    let mut walk = Walk::from(tree);
    for id in tree.nodes() {
        let Some(parent) = tree.parent(id) else {
            continue;
        };
        let before = walk.at(parent);
        let mut after = before.clone();
        let (uci, san) = match tree.mv(id) {
            Some(mv) => {
                let written = (mv.uci(&before).to_string(), San::write(&before, mv));
                after.play_unchecked(mv);
                (Some(written.0), written.1)
            }
            None => {
                after = before.after_pass_unchecked();
                (None, "--".to_owned())
            }
        };
        places.insert(id, nodes.len());
        nodes.push(TreeNode {
            parent: places.get(&parent).copied(),
            uci,
            san,
            fen: after.fen(),
            notes: notes(tree, id),
        });
        walk.went(id, after);
    }
    Tree {
        tags: tree.tags.clone(),
        start_fen: start.fen(),
        chess960: start.mode() == Mode::Chess960,
        marker: tree.marker.map(|marker| marker.to_string()),
        nodes,
        cuts: tree.cuts.iter().map(|cut| shape_of(cut, &places)).collect(),
        oddities: tree.diagnostics.iter().map(Fault::from).collect(),
        skipped_variations: tree.skipped_variations,
    }
}

fn notes(tree: &PgnTree, id: NodeId) -> Option<Written> {
    let written = Written::of(tree.notes(id));
    (written != Written::default()).then_some(written)
}

fn shape_of(cut: &Cut, places: &BTreeMap<NodeId, usize>) -> shapes::Cut {
    shapes::Cut {
        after: places.get(&cut.after).copied().unwrap_or_default(),
        fault: Fault::from(&cut.error),
    }
}

impl From<&PgnError> for Fault {
    fn from(error: &PgnError) -> Self {
        Self {
            line: error.line,
            column: error.column,
            token: error.token.clone(),
            code: error.code(),
            sentence: error.kind.to_string(),
        }
    }
}

impl From<&Diagnostic> for Fault {
    fn from(oddity: &Diagnostic) -> Self {
        Self {
            line: oddity.line,
            column: oddity.column,
            token: oddity.token.clone(),
            code: oddity.code(),
            sentence: oddity.kind.to_string(),
        }
    }
}

/// The positions of a tree on the way through it, each move coming behind its parent: that of the last move, and those
/// that variations will ask for again.
struct Walk<'a> {
    tree: &'a PgnTree,
    last: (NodeId, Position),
    /// Of moves that are followed by more than one.
    forks: BTreeMap<NodeId, Position>,
}

impl<'a> Walk<'a> {
    fn from(tree: &'a PgnTree) -> Self {
        let mut walk = Self {
            tree,
            last: (tree.root(), tree.start().clone()),
            forks: BTreeMap::new(),
        };
        walk.went(tree.root(), tree.start().clone());
        walk
    }

    fn at(&self, id: NodeId) -> Position {
        if self.last.0 == id {
            return self.last.1.clone();
        }
        let known = self.forks.get(&id).cloned();
        known.unwrap_or_else(|| self.tree.position(id))
    }

    fn went(&mut self, id: NodeId, position: Position) {
        if self.tree.children(id).nth(1).is_some() {
            self.forks.insert(id, position.clone());
        }
        self.last = (id, position);
    }
}

/// A game as PGN, from the JSON that [`game`] makes.
///
/// # Errors
/// When it has another shape, or a move is not legal where it stands.
pub fn write(text: &str) -> Result<String, LineError> {
    let told: Tree = shapes::read(text)?;
    Ok(tree(told)?.to_string())
}

fn tree(told: Tree) -> Result<PgnTree, LineError> {
    let start = Position::from_fen(&told.start_fen, mode(told.chess960));
    let start = start.map_err(LineError::new)?;
    let mut tree = PgnTree::new(start.clone());
    tree.tags = told.tags;
    tree.marker = told.marker.as_deref().and_then(Marker::from_text);
    // A node of the tree and its position, by its place in the list. A position is dropped behind the last child.
    let mut children = vec![0_usize; told.nodes.len()];
    for parent in told.nodes.iter().filter_map(|node| node.parent) {
        let counted = children.get_mut(parent);
        *counted.ok_or_else(misplaced)? += 1;
    }
    let mut placed: Vec<(NodeId, Option<Position>)> = Vec::with_capacity(told.nodes.len());
    for node in told.nodes {
        let (id, position) = match node.parent {
            None if placed.is_empty() => (tree.root(), start.clone()),
            None => return Err(misplaced()),
            Some(parent) => {
                let left = children.get_mut(parent).ok_or_else(misplaced)?;
                *left = left.saturating_sub(1);
                let (id, kept) = placed.get_mut(parent).ok_or_else(misplaced)?;
                let before = if *left == 0 {
                    kept.take()
                } else {
                    kept.clone()
                };
                add(
                    &mut tree,
                    *id,
                    before.ok_or_else(misplaced)?,
                    node.uci.as_deref(),
                )?
            }
        };
        if let (Some(written), Some(notes)) = (node.notes, tree.notes_mut(id)) {
            written.into_notes(notes)?;
        }
        placed.push((id, Some(position)));
    }
    Ok(tree)
}

fn misplaced() -> LineError {
    LineError::new("A move of the tree stands before the one that it follows.")
}

/// Adds a move and says what comes of it.
fn add(
    tree: &mut PgnTree,
    at: NodeId,
    mut position: Position,
    uci: Option<&str>,
) -> Result<(NodeId, Position), LineError> {
    let mv = match uci {
        Some(text) => {
            let uci: Uci = text.parse().map_err(LineError::new)?;
            let mv = uci.resolve(&position).map_err(LineError::new)?;
            position.play_unchecked(mv);
            Some(mv)
        }
        None if position.is_check() => {
            return Err(LineError::new("A null move cannot answer a check."));
        }
        None => {
            position = position.after_pass_unchecked();
            None
        }
    };
    let id = tree.add_unchecked(at, mv).ok_or_else(misplaced)?;
    Ok((id, position))
}
