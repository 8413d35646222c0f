//! Changes to a tree: what an analysis board does.

use alloc::vec::Vec;

use super::{Node, NodeId, Notes, PgnTree};
use crate::{Move, Reason};

/// Why a move could not be added to a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// The node has been deleted, or is one of another tree.
    #[error("There is no such place in the tree.")]
    NoSuchNode,
    /// The move is illegal there.
    #[error(transparent)]
    Illegal(#[from] Reason),
    /// A null move in check: the king would stay there to be taken (article 1.4.1).
    #[error("A null move cannot answer a check.")]
    NullMove,
}

impl PgnTree {
    /// What is written about a move, or about the start, to be changed. `None`: there is no such
    /// node.
    pub fn notes_mut(&mut self, id: NodeId) -> Option<&mut Notes> {
        if !self.contains(id) {
            return None;
        }
        let node = self.node_mut(id)?;
        Some(node.notes.get_or_insert_default())
    }

    fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.index())
    }

    /// Adds a move behind a node: the first one as the main continuation, each further one as the
    /// last variation. A move that is there already is not added again.
    ///
    /// # Errors
    /// [`TreeError`]; the tree is then unchanged.
    pub fn add_move(&mut self, at: NodeId, mv: Move) -> Result<NodeId, TreeError> {
        if !self.contains(at) {
            return Err(TreeError::NoSuchNode);
        }
        self.position(at).play(mv)?;
        Ok(self.find_or_append(at, Some(mv)))
    }

    /// Adds a null move: the side to move passes. See [`PgnTree::add_move`].
    ///
    /// # Errors
    /// [`TreeError`]; the tree is then unchanged.
    pub fn add_null_move(&mut self, at: NodeId) -> Result<NodeId, TreeError> {
        if !self.contains(at) {
            return Err(TreeError::NoSuchNode);
        }
        if self.position(at).is_check() {
            return Err(TreeError::NullMove);
        }
        Ok(self.find_or_append(at, None))
    }

    /// Adds a move, or with `None` a null move, behind a node as its last child, without looking at the
    /// position and whether the move is there already: for whoever walks along a tree and has the positions.
    /// `None`: there is no such node.
    ///
    /// A move that is not legal there makes a tree whose positions mean nothing.
    pub fn add_unchecked(&mut self, at: NodeId, mv: Option<Move>) -> Option<NodeId> {
        self.contains(at).then(|| self.append(at, mv))
    }

    fn find_or_append(&mut self, at: NodeId, mv: Option<Move>) -> NodeId {
        let known = self.children(at).find(|id| self.mv(*id) == mv);
        known.unwrap_or_else(|| self.append(at, mv))
    }

    /// Adds a node that must not be illegal, as the last child.
    pub(super) fn append(&mut self, parent: NodeId, mv: Option<Move>) -> NodeId {
        // A tree of four thousand million nodes does not fit into memory.
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node {
            mv,
            parent: Some(parent),
            ..Node::default()
        });
        let Some(above) = self.node_mut(parent) else {
            return id;
        };
        let elder = above.last_child.replace(id);
        match elder {
            None => above.first_child = Some(id),
            Some(elder) => {
                if let Some(elder) = self.node_mut(elder) {
                    elder.next_sibling = Some(id);
                }
            }
        }
        id
    }

    /// Deletes a move with all that follows it. The first variation beside it takes its place.
    /// False: there is no such move.
    pub fn delete(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else {
            return false;
        };
        self.reorder(parent, |children| children.retain(|child| *child != id));
        let mut open = alloc::vec![id];
        while let Some(gone) = open.pop() {
            open.extend(self.children(gone));
            if let Some(node) = self.node_mut(gone) {
                *node = Node::default();
            }
        }
        let cuts = core::mem::take(&mut self.cuts);
        self.cuts = cuts
            .into_iter()
            .filter(|cut| self.contains(cut.after))
            .collect();
        true
    }

    /// Moves a variation up by one among the moves beside it; what comes first is the main
    /// continuation. False: it comes first already, or there is no such move.
    pub fn promote(&mut self, id: NodeId) -> bool {
        self.shift(id, |place| place.checked_sub(1))
    }

    /// Moves a continuation down by one. False: it comes last already, or there is no such move.
    pub fn demote(&mut self, id: NodeId) -> bool {
        self.shift(id, |place| place.checked_add(1))
    }

    /// Makes the line to a node the main line. False: it is so already, or there is no such move.
    pub fn promote_to_mainline(&mut self, id: NodeId) -> bool {
        if !self.contains(id) || self.is_mainline(id) {
            return false;
        }
        for id in self.line_to(id) {
            self.shift(id, |_| Some(0));
        }
        true
    }

    /// Moves a node to another place among its siblings, the others keeping their order.
    fn shift(&mut self, id: NodeId, place: impl FnOnce(usize) -> Option<usize>) -> bool {
        let Some(parent) = self.parent(id) else {
            return false;
        };
        let mut moved = false;
        self.reorder(parent, |children| {
            let from = children.iter().position(|child| *child == id);
            let to = from.and_then(place);
            if let (Some(from), Some(to)) = (from, to)
                && to < children.len()
                && from != to
            {
                children.remove(from);
                children.insert(to, id);
                moved = true;
            }
        });
        moved
    }

    fn reorder(&mut self, parent: NodeId, change: impl FnOnce(&mut Vec<NodeId>)) {
        let mut children: Vec<NodeId> = self.children(parent).collect();
        change(&mut children);
        if let Some(parent) = self.node_mut(parent) {
            parent.first_child = children.first().copied();
            parent.last_child = children.last().copied();
        }
        let next = children.iter().skip(1).copied().map(Some).chain([None]);
        for (id, next) in children.iter().zip(next) {
            if let Some(node) = self.node_mut(*id) {
                node.next_sibling = next;
            }
        }
    }
}
