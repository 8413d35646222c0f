//! Cuts PGN bytes into tokens, without copying and without a position: tags, comments, numbers,
//! brackets, markers, words. Here: the way through the text, and the short way for nearly every
//! token of nearly every file. What a word means, and where games begin and end, is the stream's.

mod comment;
mod kind;
mod marker;
mod quick;
mod tag;

use memchr::memchr2;

use super::Marker;
use super::limits;
use super::place::{BOM, Tracker};
use super::source::Source;
use super::visit::Here;

use comment::Extent;
pub(super) use marker::marker;
pub(super) use quick::Quick;

/// A token and the place where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    /// Line ends between it and the token before it; at the beginning of the text at least 1.
    pub(super) gap: u32,
    /// A comment that was too long to be shown whole.
    pub(super) is_cut: bool,
    pub(super) here: Here<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    /// `[Name "value"]`; the value still has its escapes.
    Tag {
        name: &'a [u8],
        value: &'a [u8],
        form: TagForm,
    },
    /// `{…}` or `; …` to the end of the line.
    Comment { text: &'a [u8], closed: bool },
    /// `12.`, `12...`, `..`.
    MoveNumber {
        /// It is White's first move: `1` or `1.`.
        is_first: bool,
    },
    /// `$14`, `!?`.
    Nag(u8),
    /// `∓`, which is no PGN, with the number of the glyph.
    Sign(&'a [u8], u8),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `1-0`, `*` and so on.
    Marker(Marker),
    /// Anything else, hopefully a move.
    Word(&'a [u8]),
}

/// How well a tag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagForm {
    Good,
    /// A quote or bracket is missing or superfluous; the value is what stands between the outermost
    /// ones.
    Mended,
}

/// A place to which the lexer can go back, as long as nothing has been read since.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    at: usize,
    gap: u32,
}

/// Reads tokens from a source, one after the other. What they are does not depend on the portions
/// in which the source comes: each token but a comment is judged by the same number of bytes.
#[derive(Clone, Debug)]
pub(super) struct Lexer<S> {
    source: S,
    /// Index of the next byte in the window.
    at: usize,
    /// Line ends since the last token.
    gap: u32,
    /// Bytes that are no longer in the window.
    dropped: u64,
    /// A comment of which only the beginning was shown, by its first byte.
    cut_comment: Option<u8>,
    tracker: Tracker,
}

impl<S> Lexer<S> {
    pub(super) const fn new(source: S) -> Self {
        Self {
            source,
            at: 0,
            gap: 1,
            dropped: 0,
            cut_comment: None,
            tracker: Tracker::new(),
        }
    }
}

impl<S: Source> Lexer<S> {
    /// How many bytes have been read.
    pub(super) fn bytes_read(&self) -> u64 {
        self.dropped + u64::try_from(self.at).unwrap_or(u64::MAX)
    }

    /// The first bytes of what comes next.
    pub(super) fn look_ahead(&mut self) -> Result<&[u8], S::Error> {
        self.fetch(limits::TOKEN_BYTES)?;
        Ok(self.rest())
    }

    /// Passes over everything.
    pub(super) fn exhaust(&mut self) -> Result<(), S::Error> {
        loop {
            self.at = self.source.window().len();
            if self.source.is_last() {
                return Ok(());
            }
            self.fetch(limits::TOKEN_BYTES)?;
        }
    }

    /// The place behind the last token.
    pub(super) const fn mark(&self) -> Mark {
        Mark {
            at: self.at,
            gap: self.gap,
        }
    }

    /// Goes back before the token that has just been read.
    pub(super) fn back_to(&mut self, token: &Mark) {
        (self.at, self.gap) = (token.at, token.gap);
    }

    /// Where the lexer is.
    pub(super) fn here(&self) -> Here<'_> {
        Here {
            window: self.source.window(),
            at: self.at,
            tracker: &self.tracker,
        }
    }

    fn rest(&self) -> &[u8] {
        self.source.window().get(self.at..).unwrap_or_default()
    }

    /// Makes that many bytes visible, where there are so many.
    fn fetch(&mut self, count: usize) -> Result<(), S::Error> {
        if !self.source.is_last() && self.rest().len() < count {
            let keep = self.at.saturating_sub(1);
            self.tracker.drop_front(self.source.window(), keep);
            let dropped = self.source.fetch(self.at, count)?;
            debug_assert!(dropped == keep, "the tracker must know what is dropped");
            self.at -= dropped;
            self.dropped += u64::try_from(dropped).unwrap_or_default();
        }
        Ok(())
    }

    /// Skips blanks and `%` lines, and leaves enough in the window for a token.
    #[inline]
    fn skip_blanks(&mut self) -> Result<(), S::Error> {
        loop {
            let window = self.source.window();
            let (mut at, mut gap) = (self.at, self.gap);
            while let Some(byte) = window.get(at) {
                match byte {
                    b' ' | b'\t' => at += 1,
                    b'\n' => {
                        // The two halves of CRLF are one line end.
                        let is_half = at > 0 && window.get(at - 1) == Some(&b'\r');
                        gap = gap.saturating_add(u32::from(!is_half));
                        at += 1;
                    }
                    b'\r' => {
                        gap = gap.saturating_add(1);
                        at += 1;
                    }
                    b'!'..=b'~' if *byte != b'%' => break,
                    b'%' if is_line_start(window, at, self.dropped) => break,
                    _ => match kind::blank(window.get(at..).unwrap_or_default()) {
                        0 => break,
                        length => at += length,
                    },
                }
            }
            (self.at, self.gap) = (at, gap);
            let rest = window.get(at..).unwrap_or_default();
            if rest.len() < limits::TOKEN_BYTES && !self.source.is_last() {
                self.fetch(limits::TOKEN_BYTES)?;
            } else if rest.starts_with(b"%") && is_line_start(window, at, self.dropped) {
                self.skip_line()?;
            } else {
                return Ok(());
            }
        }
    }

    /// The standard's escape: a line that begins with % is hidden.
    fn skip_line(&mut self) -> Result<(), S::Error> {
        loop {
            let rest = self.rest();
            match memchr2(b'\n', b'\r', rest) {
                Some(end) => {
                    self.at += end;
                    return Ok(());
                }
                None => self.at += rest.len(),
            }
            if self.source.is_last() {
                return Ok(());
            }
            self.fetch(limits::TOKEN_BYTES)?;
        }
    }

    /// The next move or comment, if it is plainly written and only numbers stand before it. There,
    /// [`Lexer::next`] would say the same, only later.
    #[inline(always)]
    pub(super) fn quick(&mut self) -> Option<(Quick<'_>, Here<'_>)> {
        let window = self.source.window();
        let is_short = window.len() < self.at + limits::TOKEN_BYTES;
        if self.cut_comment.is_some() || (is_short && !self.source.is_last()) {
            return None;
        }
        let found = quick::find(window, &mut self.at, &mut self.gap)?;
        self.at = found.end;
        self.gap = 0;
        let here = Here {
            window,
            at: found.at,
            tracker: &self.tracker,
        };
        Some((found.quick, here))
    }

    /// The next token, if there is one, and the place before it.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<(Token<'_>, Mark)>, S::Error> {
        if let Some(opener) = self.cut_comment {
            self.skip_comment(opener)?;
        }
        self.skip_blanks()?;
        if let Some(opener @ (b'{' | b';')) = self.rest().first().copied() {
            return self.comment(opener).map(Some);
        }
        let window = self.source.window();
        let rest = window.get(self.at..).unwrap_or_default();
        let rest = rest.get(..limits::TOKEN_BYTES).unwrap_or(rest);
        let Some((kind, length)) = kind::kind(rest, self.gap > 0) else {
            return Ok(None);
        };
        let mark = Mark {
            at: self.at,
            gap: self.gap,
        };
        self.at += length;
        self.gap = 0;
        let here = Here {
            window,
            at: mark.at,
            tracker: &self.tracker,
        };
        let token = Token {
            kind,
            gap: mark.gap,
            is_cut: false,
            here,
        };
        Ok(Some((token, mark)))
    }

    /// A comment. Of one that is too long only the beginning is shown.
    fn comment(&mut self, opener: u8) -> Result<(Token<'_>, Mark), S::Error> {
        let mut known = limits::TOKEN_BYTES;
        let extent = loop {
            match self.known_extent(opener, known)? {
                Some(extent) => break Some(extent),
                None if known >= limits::COMMENT_BYTES => break None,
                None => known = (known * 2).min(limits::COMMENT_BYTES),
            }
        };
        let mark = self.mark();
        let window = self.source.window();
        let (text_end, length, closed) = match extent {
            Some(extent) => (extent.text_end, extent.length, extent.closed),
            None => (known, known, true),
        };
        let text = window.get(self.at + 1..self.at + text_end);
        if extent.is_none() {
            self.cut_comment = Some(opener);
        }
        self.at += length;
        self.gap = 0;
        let token = Token {
            kind: TokenKind::Comment {
                text: text.unwrap_or_default(),
                closed,
            },
            gap: mark.gap,
            is_cut: extent.is_none(),
            here: Here {
                window,
                at: mark.at,
                tracker: &self.tracker,
            },
        };
        Ok((token, mark))
    }

    /// How far a comment goes, if that can be told from so many bytes.
    fn known_extent(&mut self, opener: u8, known: usize) -> Result<Option<Extent>, S::Error> {
        self.fetch(known)?;
        let rest = self.rest();
        let is_last = rest.len() <= known && self.source.is_last();
        Ok(comment::extent(
            opener,
            rest.get(..known).unwrap_or(rest),
            is_last,
        ))
    }

    /// The rest of a comment of which the beginning was shown.
    fn skip_comment(&mut self, opener: u8) -> Result<(), S::Error> {
        self.cut_comment = None;
        loop {
            let extent = self.known_extent(opener, limits::TOKEN_BYTES)?;
            let rest = self.rest().len().min(limits::TOKEN_BYTES);
            self.at += extent.map_or(rest, |extent| extent.length);
            if extent.is_some() {
                return Ok(());
            }
        }
    }
}

/// Whether a line begins here, apart from byte order marks.
fn is_line_start(window: &[u8], at: usize, dropped: u64) -> bool {
    let mut before = window.get(..at).unwrap_or_default();
    while let Some(shorter) = before.strip_suffix(BOM) {
        before = shorter;
    }
    match before.last() {
        Some(byte) => matches!(byte, b'\n' | b'\r'),
        None => dropped == 0,
    }
}

#[cfg(test)]
mod tests;
