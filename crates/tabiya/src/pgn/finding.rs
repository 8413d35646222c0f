//! What is told about a file of games: errors, by which moves are lost, and oddities, by which
//! nothing is.

use serde::Serialize;
use tabiya_rules::{Diagnostic, DiagnosticKind, PgnError, PgnErrorKind};

/// A fault and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    pub(super) line: u32,
    pub(super) column: usize,
    /// One sentence.
    pub(super) message: String,
    /// A stable name in snake case.
    pub(super) code: &'static str,
    pub(super) severity: Severity,
    /// The text in question.
    pub(super) token: String,
    /// The half-move, from 1, where a move is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ply: Option<usize>,
    /// The article of the Laws that forbids the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) law: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Severity {
    /// Moves were lost.
    Error,
    /// Something was odd, and nothing was lost.
    Oddity,
}

impl From<&PgnError> for Finding {
    fn from(error: &PgnError) -> Self {
        let law = match &error.kind {
            PgnErrorKind::Move(fault) => Some(fault.article()),
            PgnErrorKind::NullMove => Some("1.4.1"),
            _ => None,
        };
        Self {
            line: error.line,
            column: error.column,
            message: error.kind.to_string(),
            code: error.code(),
            severity: Severity::Error,
            token: error.token.clone(),
            ply: (error.ply > 0).then_some(error.ply),
            law,
        }
    }
}

impl From<&Diagnostic> for Finding {
    fn from(diagnostic: &Diagnostic) -> Self {
        Self {
            line: diagnostic.line,
            column: diagnostic.column,
            message: diagnostic.kind.to_string(),
            code: diagnostic.code(),
            // Of such a text nothing at all was read.
            severity: if diagnostic.kind == DiagnosticKind::Utf16 {
                Severity::Error
            } else {
                Severity::Oddity
            },
            token: diagnostic.token.clone(),
            ply: None,
            law: None,
        }
    }
}

impl Finding {
    /// What follows the place: “Qh8” (half-move 7): The queen … (Laws, 3.4)
    pub(super) fn sentence(&self) -> String {
        let Self { token, message, .. } = self;
        let ply = self.ply.map(|ply| format!(" (half-move {ply})"));
        let law = self.law.map(|law| format!(" (Laws, {law})"));
        let (ply, law) = (ply.unwrap_or_default(), law.unwrap_or_default());
        if token.is_empty() {
            format!("{message}{law}")
        } else {
            format!("“{token}”{ply}: {message}{law}")
        }
    }
}
