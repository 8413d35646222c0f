//! What the reader of PGN reports: the error that ends a main line, and oddities that it passed
//! over.

use alloc::string::String;
use core::fmt;

use super::{Marker, Place, limits};
use crate::MoveTextError;

/// Why a main line ends before its text does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The half-move that could not be read, from 1; 0 where the start of the game could not, or
    /// the whole text.
    pub ply: usize,
    /// The text in question, cut to [`super::limits::QUOTED_CHARS`] characters.
    pub token: String,
    /// Its line in the whole text, from 1.
    pub line: u32,
    /// Its column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: PgnErrorKind,
}

/// The kinds of [`PgnError`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorKind {
    /// The move is illegal, ambiguous, or no move at all.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// A null move in check: the king would stay there to be taken (article 1.4.1).
    #[error("A null move cannot answer a check.")]
    NullMove,
    /// The position in the tag `FEN` cannot be played.
    #[error("The start position cannot be used: {0}")]
    Start(String),
    /// The tag `Variant` names other rules.
    #[error("The variant is not known here.")]
    Variant,
    /// The text is in UTF-16, and none of it was read.
    #[error("The text is in UTF-16. Save it as UTF-8.")]
    Utf16,
    /// More half-moves than a game can have.
    #[error("The game is longer than any game can be.")]
    TooLong,
}

impl PgnError {
    /// A stable name of the error, in snake case.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match &self.kind {
            PgnErrorKind::Move(error) => error.code(),
            PgnErrorKind::NullMove => "null_move",
            PgnErrorKind::Start(_) => "start_position",
            PgnErrorKind::Variant => "unknown_variant",
            PgnErrorKind::Utf16 => "utf_16",
            PgnErrorKind::TooLong => "too_long",
        }
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            ply,
            token,
            line,
            column,
            kind,
        } = self;
        write!(f, "line {line}, column {column}: “{token}”")?;
        if *ply > 0 {
            write!(f, " (half-move {ply})")?;
        }
        write!(f, ": {kind}")
    }
}

impl core::error::Error for PgnError {}

/// An oddity that was passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The text in question, cut to [`super::limits::QUOTED_CHARS`] characters.
    pub token: String,
    /// Its line in the whole text, from 1.
    pub line: u32,
    /// Its column in characters, from 1.
    pub column: usize,
    /// What is odd.
    pub kind: DiagnosticKind,
}

/// The kinds of [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagnosticKind {
    /// The tag `Result` and the marker differ. Both are kept as they are.
    #[error("The tag Result does not agree with the marker {marker}.")]
    ResultMismatch {
        /// The marker at the end of the moves.
        marker: Marker,
    },
    /// The text of the game ends without a marker.
    #[error("The termination marker is missing.")]
    MissingMarker,
    /// A further marker stands behind the first one, which counts.
    #[error("The game has more than one termination marker.")]
    DoubleMarker,
    /// Something that is no PGN; it was skipped.
    #[error("This does not belong here and was skipped.")]
    StrayToken,
    /// A sign of judgment that is no PGN; it was read as a glyph.
    #[error("This was read as ${nag}.")]
    ReadAsNag {
        /// The numeric annotation glyph.
        nag: u8,
    },
    /// A tag with missing or stray quotes or brackets; its value is what stands between the
    /// outermost ones.
    #[error("The tag is badly written.")]
    BadTag,
    /// A second tag of the same name; the first one counts.
    #[error("The tag is there already.")]
    DoubleTag,
    /// A comment without an end; it was ended before the next game, or at the end of the text.
    #[error("The comment is never closed.")]
    UnclosedComment,
    /// A variation without an end.
    #[error("The variation is never closed.")]
    UnclosedVariation,
    /// The position in the tag `FEN` has impossible castling rights or an impossible en passant
    /// square; they were dropped.
    #[error("The start position claims castling or en passant that cannot be.")]
    StartMended,
    /// The text is in UTF-16, and none of it was read.
    #[error("The text is in UTF-16. Save it as UTF-8.")]
    Utf16,
    /// More than a game may have; see [`super::limits`]. It was dropped.
    #[error("This is more than is kept of a game.")]
    LimitReached,
}

impl Diagnostic {
    /// Something was dropped for which there is no room.
    pub(super) fn limit_reached(text: &str, place: Place) -> Self {
        Self {
            token: quote(text),
            line: place.line,
            column: place.column,
            kind: DiagnosticKind::LimitReached,
        }
    }

    /// The same as an error that nothing of the game survives.
    pub(super) fn into_error(self, kind: PgnErrorKind) -> PgnError {
        PgnError {
            ply: 0,
            token: self.token,
            line: self.line,
            column: self.column,
            kind,
        }
    }

    /// A stable name of the oddity, in snake case.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.kind {
            DiagnosticKind::ResultMismatch { .. } => "result_mismatch",
            DiagnosticKind::MissingMarker => "missing_marker",
            DiagnosticKind::DoubleMarker => "double_marker",
            DiagnosticKind::StrayToken => "stray_token",
            DiagnosticKind::ReadAsNag { .. } => "read_as_nag",
            DiagnosticKind::BadTag => "bad_tag",
            DiagnosticKind::DoubleTag => "double_tag",
            DiagnosticKind::UnclosedComment => "unclosed_comment",
            DiagnosticKind::UnclosedVariation => "unclosed_variation",
            DiagnosticKind::StartMended => "start_mended",
            DiagnosticKind::Utf16 => "utf_16",
            DiagnosticKind::LimitReached => "limit_reached",
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            token,
            line,
            column,
            kind,
        } = self;
        write!(f, "line {line}, column {column}: “{token}”: {kind}")
    }
}

/// As much of a text as a message quotes, without line breaks.
pub(super) fn quote(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(limits::QUOTED_CHARS).map(plain).collect()
}
