//! Plays the moves of a text: the start by its tags, each word as a legal move, the positions from
//! which variations begin. It stands between the stream and a visitor that wants checked moves.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::diagnostic::{Diagnostic, DiagnosticKind, PgnError, PgnErrorKind, quote};
use super::place::Place;
use super::visit::{Played, Text, Visitor, Wanted, Word};
use super::words::{is_null_move, split_judgment};
use super::{Marker, limits};
use crate::read_move::{self, Source};
use crate::{Fen, Mode, Move, Position, San};

/// A line that is being read.
#[derive(Clone, Debug)]
struct Line {
    /// The position before the last move, from which variations to it begin.
    before: Position,
    /// The position after it.
    after: Position,
    plies: usize,
    /// The line has ended at a fault.
    is_cut: bool,
}

pub(super) struct Player<'v, V: ?Sized> {
    visitor: &'v mut V,
    line: Line,
    /// The lines around the variation that is being read.
    outer: Vec<Line>,
    fen: Option<(String, Place)>,
    variant: Option<(String, Place)>,
}

impl<'v, V: Visitor + ?Sized> Player<'v, V> {
    pub(super) fn new(visitor: &'v mut V) -> Self {
        let start = Position::standard();
        Self {
            visitor,
            line: Line {
                before: start.clone(),
                after: start,
                plies: 0,
                is_cut: false,
            },
            outer: Vec::new(),
            fen: None,
            variant: None,
        }
    }

    /// The start position by the tags. `FEN` alone decides: `SetUp` is often missing.
    fn start(&mut self) {
        let variant = self.variant.take();
        let name = variant
            .as_ref()
            .map(|(name, _)| name.trim().to_lowercase())
            .unwrap_or_default();
        let chess960 = ["960", "fischer", "freestyle"]
            .iter()
            .any(|word| name.contains(word));
        let known = ["", "?", "-", "standard", "normal", "chess", "from position"];
        if let (Some(variant), false) = (variant, chess960 || known.contains(&name.as_str())) {
            return self.no_start(variant, PgnErrorKind::Variant);
        }
        let mode = if chess960 {
            Mode::Chess960
        } else {
            Mode::Standard
        };
        let fen = self.fen.take();
        let fen = fen.filter(|(fen, _)| !matches!(fen.trim(), "" | "?" | "-"));
        let start = match &fen {
            None if chess960 => Position::chess960(518).ok_or_else(String::new),
            None => return self.visitor.start(&self.line.after),
            Some((fen, place)) => start_position(fen.trim(), mode).map(|(position, is_whole)| {
                if !is_whole {
                    let text = quote(fen);
                    self.report(*place, text, DiagnosticKind::StartMended);
                }
                position
            }),
        };
        match start {
            Ok(position) => {
                self.visitor.start(&position);
                self.line.before = position.clone();
                self.line.after = position;
            }
            Err(sentence) => {
                let at = (String::new(), Place { line: 1, column: 1 });
                self.no_start(fen.unwrap_or(at), PgnErrorKind::Start(sentence));
            }
        }
    }

    fn no_start(&mut self, (text, place): (String, Place), kind: PgnErrorKind) {
        self.visitor.start(&self.line.after);
        self.fail(0, &text, place, kind);
    }

    fn fail(&mut self, ply: usize, text: &str, place: Place, kind: PgnErrorKind) {
        self.line.is_cut = true;
        self.visitor.fault(PgnError {
            ply,
            token: quote(text),
            line: place.line,
            column: place.column,
            kind,
        });
    }

    fn report(&mut self, place: Place, token: String, kind: DiagnosticKind) {
        self.visitor.diagnostic(Diagnostic {
            token,
            line: place.line,
            column: place.column,
            kind,
        });
    }

    fn play(&mut self, mv: Option<Move>, word: Word<'_>) {
        let Line {
            before,
            after,
            plies,
            ..
        } = &mut self.line;
        let next = match mv {
            Some(mv) => after.after_unchecked(mv),
            None => {
                let mut next = after.clone();
                next.pass_unchecked();
                next
            }
        };
        *before = core::mem::replace(after, next);
        *plies += 1;
        self.visitor.mv(Played {
            mv,
            before,
            after,
            word,
        });
    }

    /// The words that are not exact notation of a legal move.
    #[cold]
    fn read_loosely(&mut self, word: Word<'_>) {
        let position = &self.line.after;
        let fault = if is_null_move(word.bytes()) {
            if !position.is_check() {
                return self.play(None, word);
            }
            PgnErrorKind::NullMove
        } else {
            let text = word.text();
            match read_move::read(position, &text, Source::File) {
                Ok(reading) => return self.play(Some(reading.mv), word),
                Err(fault) => {
                    let split = split_judgment(&text).and_then(|(text, nag)| {
                        let reading = read_move::read(position, text, Source::File).ok()?;
                        Some((reading.mv, nag))
                    });
                    if let Some((mv, nag)) = split {
                        self.play(Some(mv), word);
                        self.visitor.nag(nag);
                        let kind = DiagnosticKind::ReadAsNag { nag };
                        return self.report(word.place(), quote(&text), kind);
                    }
                    fault.into()
                }
            }
        };
        self.fail(self.line.plies + 1, &word.text(), word.place(), fault);
    }
}

impl<V: Visitor + ?Sized> Visitor for Player<'_, V> {
    fn begin_game(&mut self) -> Wanted {
        self.visitor.begin_game()
    }

    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        match name.bytes() {
            b"FEN" => self.fen = Some((value.read().into_owned(), name.place())),
            b"Variant" => self.variant = Some((value.read().into_owned(), name.place())),
            _ => {}
        }
        self.visitor.tag(name, value);
    }

    fn begin_moves(&mut self) -> Wanted {
        self.start();
        self.visitor.begin_moves()
    }

    #[inline]
    fn word(&mut self, word: Word<'_>) {
        if self.line.is_cut {
            return;
        }
        if self.line.plies >= limits::PLIES {
            let plies = self.line.plies + 1;
            return self.fail(plies, &word.text(), word.place(), PgnErrorKind::TooLong);
        }
        // Nearly every word of nearly every file is exact notation of a legal move.
        let san = San::from_bytes(word.bytes());
        match san.and_then(|san| san.resolve(&self.line.after).ok()) {
            Some(mv) => self.play(Some(mv), word),
            None => self.read_loosely(word),
        }
    }

    fn nag(&mut self, nag: u8) {
        if !self.line.is_cut {
            self.visitor.nag(nag);
        }
    }

    fn comment(&mut self, text: Text<'_>) {
        if !self.line.is_cut {
            self.visitor.comment(text);
        }
    }

    fn begin_variation(&mut self) -> Wanted {
        if self.line.is_cut {
            return Wanted::Skip;
        }
        let wanted = self.visitor.begin_variation();
        if wanted == Wanted::Read {
            let start = self.line.before.clone();
            let inner = Line {
                before: start.clone(),
                after: start,
                plies: self.line.plies.saturating_sub(1),
                is_cut: false,
            };
            self.outer.push(core::mem::replace(&mut self.line, inner));
        }
        wanted
    }

    fn end_variation(&mut self) {
        if let Some(line) = self.outer.pop() {
            self.line = line;
        }
        self.visitor.end_variation();
    }

    fn skipped_variations(&mut self, count: u32) {
        self.visitor.skipped_variations(count);
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.visitor.diagnostic(diagnostic);
    }

    fn end_game(&mut self, marker: Option<Marker>) {
        self.visitor.end_game(marker);
    }
}

/// The position of a `FEN` tag, and whether it could be used as it is.
fn start_position(fen: &str, mode: Mode) -> Result<(Position, bool), String> {
    let setup = Fen::parse_lenient(fen).map_err(|error| error.to_string())?;
    match (setup.playable(mode), setup.playable(Mode::Chess960)) {
        (Ok(position), _) => Ok((position, true)),
        // Castling rights that only Chess960 knows: the tag Variant is missing.
        (Err(_), Ok(position)) => Ok((position, true)),
        (Err(faults), Err(_)) => match setup.cleared(mode).playable(mode) {
            Ok(position) => Ok((position, false)),
            Err(_) => Err(faults.to_string()),
        },
    }
}
