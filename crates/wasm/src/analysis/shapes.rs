//! The shapes in which trees, lists and faults come and go as JSON. The application knows them as
//! web/src/lib/analysis/pgn.ts.

use serde::{Deserialize, Serialize};
use tabiya_rules::pgn::tree::{Arrow, Eval, MarkColor, MarkedSquare, Notes, Score};
use tabiya_rules::svg::Brush;

use crate::line::LineError;

pub(super) fn json(value: &impl Serialize) -> Result<String, LineError> {
    serde_json::to_string(value).map_err(LineError::new)
}

pub(super) fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, LineError> {
    serde_json::from_str(text).map_err(LineError::new)
}

#[derive(Debug, Serialize)]
pub(super) struct Opening {
    pub(super) eco: &'static str,
    pub(super) name: &'static str,
}

/// A game of a file that may have many.
#[derive(Debug, Default, Serialize)]
pub(super) struct Listed {
    pub(super) tags: Vec<(String, String)>,
}

/// A game. The first node is the start.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tree {
    pub(super) tags: Vec<(String, String)>,
    pub(super) start_fen: String,
    pub(super) chess960: bool,
    /// `1-0` and so on; `None` where it is missing.
    pub(super) marker: Option<String>,
    pub(super) nodes: Vec<TreeNode>,
    /// Lines that end early, since they could not be read on.
    #[serde(default, skip_deserializing)]
    pub(super) cuts: Vec<Cut>,
    /// What was passed over.
    #[serde(default, skip_deserializing)]
    pub(super) oddities: Vec<Fault>,
    #[serde(default, skip_deserializing)]
    pub(super) skipped_variations: u32,
}

/// The start, or a move. It comes behind its parent, and siblings come in their order.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TreeNode {
    /// Its place in the list; `None` for the start.
    pub(super) parent: Option<usize>,
    /// `None` for a null move, and for the start.
    pub(super) uci: Option<String>,
    #[serde(default, skip_deserializing)]
    pub(super) san: String,
    /// The position after it.
    #[serde(default, skip_deserializing)]
    pub(super) fen: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) notes: Option<Written>,
}

/// What is written about a move.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Written {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) before: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) comments: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) nags: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) elapsed_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) eval: Option<Judgment>,
    /// Arrows, and marked squares, which have no `to`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) marks: Vec<Mark>,
}

/// What an engine thought, seen from White: `{"cp": 17}` or `{"mate": -3}`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Judgment {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    depth: Option<u32>,
}

/// An arrow or a marked square.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    /// `G`, `R`, `Y` or `B`.
    pub(super) color: char,
    pub(super) from: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) to: Option<String>,
}

/// A place in a text and what is wrong there.
#[derive(Debug, Serialize)]
pub(super) struct Fault {
    pub(super) line: u32,
    pub(super) column: usize,
    /// What stands there.
    pub(super) token: String,
    pub(super) code: &'static str,
    pub(super) sentence: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Cut {
    /// The node behind which the line ends.
    pub(super) after: usize,
    pub(super) fault: Fault,
}

/// One thing that is wrong with a position.
#[derive(Debug, Serialize)]
pub(super) struct PositionFault {
    /// The field of FEN that it is about.
    pub(super) field: &'static str,
    pub(super) code: &'static str,
    pub(super) sentence: String,
}

impl Mark {
    pub(super) fn brush(&self) -> Result<Brush, LineError> {
        Ok(match self.mark_color()? {
            MarkColor::Green => Brush::Green,
            MarkColor::Red => Brush::Red,
            MarkColor::Yellow => Brush::Yellow,
            MarkColor::Blue => Brush::Blue,
        })
    }

    fn mark_color(&self) -> Result<MarkColor, LineError> {
        match self.color {
            'G' => Ok(MarkColor::Green),
            'R' => Ok(MarkColor::Red),
            'Y' => Ok(MarkColor::Yellow),
            'B' => Ok(MarkColor::Blue),
            other => Err(LineError::new(format!(
                "A mark is G, R, Y or B, not \"{other}\"."
            ))),
        }
    }
}

impl From<Eval> for Judgment {
    fn from(eval: Eval) -> Self {
        let (cp, mate) = match eval.score {
            Score::Centipawns(cp) => (Some(cp), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        Self {
            cp,
            mate,
            depth: eval.depth,
        }
    }
}

impl Judgment {
    fn eval(&self) -> Option<Eval> {
        let score = match (self.cp, self.mate) {
            (Some(cp), _) => Score::Centipawns(cp),
            (None, Some(moves)) => Score::Mate(moves),
            (None, None) => return None,
        };
        Some(Eval {
            score,
            depth: self.depth,
        })
    }
}

impl Written {
    pub(super) fn of(notes: &Notes) -> Self {
        let squares = notes.squares.iter().map(|marked| Mark {
            color: marked.color.letter(),
            from: marked.square.to_string(),
            to: None,
        });
        let arrows = notes.arrows.iter().map(|arrow| Mark {
            color: arrow.color.letter(),
            from: arrow.from.to_string(),
            to: Some(arrow.to.to_string()),
        });
        Self {
            before: notes.comments_before.clone(),
            comments: notes.comments.clone(),
            nags: notes.nags.clone(),
            clock_ms: notes.clock_ms,
            elapsed_ms: notes.elapsed_ms,
            eval: notes.eval.map(Judgment::from),
            marks: squares.chain(arrows).collect(),
        }
    }

    /// Writes it into the notes of a tree.
    pub(super) fn into_notes(self, notes: &mut Notes) -> Result<(), LineError> {
        for mark in &self.marks {
            let color = mark.mark_color()?;
            let from = mark.from.parse().map_err(LineError::new)?;
            match &mark.to {
                None => notes.squares.push(MarkedSquare {
                    color,
                    square: from,
                }),
                Some(to) => notes.arrows.push(Arrow {
                    color,
                    from,
                    to: to.parse().map_err(LineError::new)?,
                }),
            }
        }
        notes.comments_before = self.before;
        notes.comments = self.comments;
        notes.nags = self.nags;
        notes.clock_ms = self.clock_ms;
        notes.elapsed_ms = self.elapsed_ms;
        notes.eval = self.eval.as_ref().and_then(Judgment::eval);
        Ok(())
    }
}
