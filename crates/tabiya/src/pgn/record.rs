//! A game as JSON: what `tabiya pgn read --json` writes on a line.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};
use tabiya_rules::pgn::tree::NodeId;
use tabiya_rules::{Marker, PgnMove, PgnTree, Position};

use super::finding::{Finding, Severity};

/// Everything that is written about a game.
#[derive(Serialize)]
pub(super) struct Record<'a> {
    /// Names and values in the order of the text.
    tags: Tags<'a>,
    /// The moves in exact notation; `--` is a null move.
    mainline: Vec<String>,
    /// The termination marker; `*` where there is none.
    result: String,
    /// How many variations there are, at any depth.
    variations: usize,
    /// Numeric annotation glyphs by half-move, from 1.
    nags: BTreeMap<usize, &'a [u8]>,
    /// The mover's clock after each half-move, in seconds; empty where there are none.
    clocks: Vec<Option<f64>>,
    /// Comments by half-move; 0 is before the first one.
    comments: BTreeMap<usize, &'a [String]>,
    /// Each variation by itself.
    sidelines: Vec<Sideline<'a>>,
    /// Where the game begins.
    start_fen: String,
    /// Why the main line ends before its text does.
    error: Option<Finding>,
    pub(super) diagnostics: Vec<Finding>,
    /// The file and the number of the game in it, from 1.
    file: &'a str,
    game: u64,
}

/// A variation without those inside it.
#[derive(Serialize)]
struct Sideline<'a> {
    /// The half-move that it stands beside, from 1.
    ply: usize,
    moves: Vec<String>,
    comments: Vec<&'a str>,
}

struct Tags<'a>(&'a [(String, String)]);

impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// All that was found in a game, in the order of the text.
pub(super) fn findings(tree: &PgnTree) -> Vec<Finding> {
    let cuts = tree.cuts.iter().map(|cut| Finding::from(&cut.error));
    let oddities = tree.diagnostics.iter().map(Finding::from);
    let mut all: Vec<Finding> = cuts.chain(oddities).collect();
    all.sort_by_key(|finding| (finding.line, finding.column));
    all
}

/// Why the main line ends early, if it does.
pub(super) fn main_error(tree: &PgnTree) -> Option<Finding> {
    let cut = tree
        .cuts
        .iter()
        .find(|cut| !cut.is_variation && tree.is_mainline(cut.after));
    cut.map(|cut| Finding::from(&cut.error))
}

/// Whether moves were lost.
pub(super) fn has_errors(findings: &[Finding]) -> bool {
    findings
        .iter()
        .any(|finding| finding.severity == Severity::Error)
}

pub(super) fn marker(tree: &PgnTree) -> String {
    tree.marker.unwrap_or(Marker::Unknown).to_string()
}

/// Writes a line of moves and plays them.
fn write_line(
    tree: &PgnTree,
    position: &mut Position,
    line: impl Iterator<Item = NodeId>,
) -> Vec<String> {
    line.map(|id| {
        let step = tree.mv(id).map_or_else(PgnMove::null, PgnMove::from);
        let san = step.san(position);
        step.play_on(position);
        san
    })
    .collect()
}

impl<'a> Record<'a> {
    pub(super) fn new(tree: &'a PgnTree, file: &'a str, game: u64) -> Self {
        let line: Vec<NodeId> = tree.mainline().collect();
        let notes = || line.iter().map(|id| tree.notes(*id)).zip(1..);
        let mut clocks: Vec<Option<f64>> = notes()
            .map(|(notes, _)| notes.clock_ms.map(seconds))
            .collect();
        if clocks.iter().all(Option::is_none) {
            clocks.clear();
        }
        let mut comments: BTreeMap<usize, &[String]> = notes()
            .filter(|(notes, _)| !notes.comments.is_empty())
            .map(|(notes, ply)| (ply, &*notes.comments))
            .collect();
        let before = &tree.notes(tree.root()).comments;
        if !before.is_empty() {
            comments.insert(0, before);
        }
        let nags = notes()
            .filter(|(notes, _)| !notes.nags.is_empty())
            .map(|(notes, ply)| (ply, &*notes.nags))
            .collect();
        Self {
            tags: Tags(&tree.tags),
            mainline: write_line(tree, &mut tree.start().clone(), line.iter().copied()),
            result: marker(tree),
            variations: tree.variations() + tree.skipped_variations as usize,
            nags,
            clocks,
            comments,
            sidelines: sidelines(tree),
            start_fen: tree.start().fen(),
            error: main_error(tree),
            diagnostics: findings(tree),
            file,
            game,
        }
    }
}

/// The variations in the order in which they stand in a file.
fn sidelines(tree: &PgnTree) -> Vec<Sideline<'_>> {
    let begins = |id: &NodeId| {
        let parent = tree.parent(*id);
        parent.and_then(|parent| tree.next(parent)) != Some(*id)
    };
    // Nodes are numbered as they are read.
    let mut firsts: Vec<NodeId> = tree.nodes().filter(begins).collect();
    firsts.sort_unstable();
    let sidelines = firsts.into_iter().map(|first| {
        let mut position = tree
            .parent(first)
            .map_or_else(|| tree.start().clone(), |parent| tree.position(parent));
        let line = || std::iter::successors(Some(first), |id| tree.next(*id));
        let comments = line().flat_map(|id| {
            let notes = tree.notes(id);
            notes.comments_before.iter().chain(&notes.comments)
        });
        Sideline {
            ply: tree.line_to(first).len(),
            comments: comments.map(String::as_str).collect(),
            moves: write_line(tree, &mut position, line()),
        }
    });
    sidelines.collect()
}

#[expect(clippy::cast_precision_loss, reason = "clocks have few digits")]
fn seconds(ms: u64) -> f64 {
    ms as f64 / 1000.0
}
