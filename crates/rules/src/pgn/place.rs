//! Lines and columns. They are counted only where somebody asks, and each byte at most once.

use core::cell::Cell;

use memchr::{memchr, memchr_iter, memrchr2};

pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1. Lines end with LF, CR or both.
    pub line: u32,
    /// Column in characters, from 1. In text that is not UTF-8 it can be a little too low.
    pub column: usize,
}

/// The last place that was asked for. Questions must come in the order of the text.
#[derive(Clone, Debug)]
pub(super) struct Tracker {
    /// Index in the window.
    at: Cell<usize>,
    place: Cell<Place>,
}

impl Tracker {
    pub(super) const fn new() -> Self {
        Self {
            at: Cell::new(0),
            place: Cell::new(Place { line: 1, column: 1 }),
        }
    }

    /// The place of a byte of the window.
    pub(super) fn place(&self, window: &[u8], at: usize) -> Place {
        let from = self.at.get();
        let mut place = self.place.get();
        let Some(passed) = window.get(from..at).filter(|passed| !passed.is_empty()) else {
            return place;
        };
        let line_ends = line_ends(passed, window.get(at));
        place.line = place
            .line
            .saturating_add(u32::try_from(line_ends).unwrap_or(u32::MAX));
        let rest = match memrchr2(b'\n', b'\r', passed) {
            // Half of a line end that is counted with its other half.
            Some(end) if end + 1 == passed.len() && line_ends == 0 => passed,
            Some(end) => {
                place.column = 1;
                passed.get(end + 1..).unwrap_or_default()
            }
            None => passed,
        };
        let leads_line = place.column == 1;
        let rest = rest
            .strip_prefix(BOM)
            .filter(|_| leads_line)
            .unwrap_or(rest);
        // All but the bytes that continue a character of UTF-8.
        place.column += rest.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        self.at.set(at);
        self.place.set(place);
        place
    }

    /// The first bytes of the window are about to be dropped.
    pub(super) fn drop_front(&self, window: &[u8], count: usize) {
        self.place(window, count);
        self.at.set(self.at.get().saturating_sub(count));
    }
}

/// The line ends in a text; `next` is the byte behind it. CR and LF together are one, which ends
/// with the LF.
fn line_ends(text: &[u8], next: Option<&u8>) -> usize {
    let feeds = memchr_iter(b'\n', text).count();
    if memchr(b'\r', text).is_none() {
        return feeds;
    }
    let lone = |at: usize| text.get(at + 1).or(next) != Some(&b'\n');
    feeds + memchr_iter(b'\r', text).filter(|at| lone(*at)).count()
}
