//! What a typed text says about a move, apart from any position: letters, squares, marks. Not here:
//! which legal move is meant.

use alloc::vec::Vec;

use crate::san::{BESIDE, CheckMark, SanSyntaxError};
use crate::{File, Rank, Role, Side, Square};

use super::{MOVE_TEXT_LIMIT, Source};

const START: &str = "a piece letter (K, Q, R, B, N), a file (a to h) or O-O";

/// A text taken apart.
#[derive(Debug)]
pub(super) struct Scan {
    pub(super) body: Body,
    /// `x` or `:` is written.
    pub(super) capture: bool,
    /// `e.p.` is written.
    pub(super) en_passant: bool,
    /// `(=)` is written.
    pub(super) draw_offer: bool,
    /// `+` or `#` is written.
    pub(super) mark: Option<CheckMark>,
}

impl Scan {
    /// A move without any mark.
    pub(super) const fn bare(body: Body) -> Scan {
        Scan {
            body,
            capture: false,
            en_passant: false,
            draw_offer: false,
            mark: None,
        }
    }
}

/// The move itself, without marks at its end.
#[derive(Debug)]
pub(super) enum Body {
    Castle(Side),
    /// Square to square, without a letter.
    Coordinates {
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    Normal(Normal),
}

/// Algebraic notation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal {
    pub(super) letter: Letter,
    pub(super) file: Option<File>,
    pub(super) rank: Option<Rank>,
    pub(super) capture: bool,
    pub(super) to: Square,
    pub(super) promotion: Option<Role>,
}

/// The first letter of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    /// None: a pawn.
    None,
    /// A capital or a figurine.
    Piece(Role),
    /// A small letter that is no file.
    Small(Role),
    /// A small `b`: the pawn's file, or the bishop.
    SmallB,
}

/// A character and its place in the text, from 1.
#[derive(Clone, Copy)]
struct Glyph {
    c: char,
    column: usize,
}

pub(super) fn scan(text: &str, source: Source) -> Result<Scan, SanSyntaxError> {
    if text.len() > MOVE_TEXT_LIMIT {
        return Err(SanSyntaxError::TooLong {
            limit: MOVE_TEXT_LIMIT,
        });
    }
    let glyphs: Vec<Glyph> = text
        .chars()
        .enumerate()
        .filter(|(_, c)| !is_invisible(*c))
        .map(|(i, c)| Glyph {
            c: plain(c),
            column: i + 1,
        })
        .collect();
    let (all, _) = strip_marks(&glyphs, source);
    // A zero in front is no number of a move where it begins a castling.
    let numbered = if castle(all).is_some() {
        &glyphs
    } else {
        strip_number(&glyphs)
    };
    let (mut rest, marks) = strip_marks(numbered, source);
    if rest.is_empty() {
        return Err(SanSyntaxError::Empty);
    }
    let end = rest.last().map_or(1, |glyph| glyph.column + 1);
    let (body, capture) = match castle(rest) {
        Some(side) => (Body::Castle(side), false),
        None => {
            let mut cursor = Cursor {
                rest: &mut rest,
                end,
            };
            cursor.body()?
        }
    };
    let Marks {
        capture: captured,
        en_passant,
        draw_offer,
        mark,
    } = marks;
    Ok(Scan {
        body,
        capture: capture || captured,
        en_passant,
        draw_offer,
        mark,
    })
}

/// What comes along when text is copied and shows nothing: selectors of a figurine's looks, soft
/// hyphens, byte order marks, spaces without width, marks of the direction of writing.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{fe0e}'
            | '\u{fe0f}'
            | '\u{ad}'
            | '\u{feff}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
    )
}

/// Figurines, long dashes and look-alikes by their plain characters.
fn plain(c: char) -> char {
    match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '‐' | '‑' | '‒' | '–' | '—' | '−' | '→' | '>' => '-',
        '×' | 'X' | ':' => 'x',
        '†' => '+',
        '‡' | '≠' => '#',
        '‼' | '⁇' | '⁈' | '⁉' => '!',
        '…' => '.',
        // Cyrillic, as castling is written on a Russian keyboard.
        'О' | 'о' => 'O',
        _ => c,
    }
}

/// Without blanks and a move number in front: `12.`, `12...`, `12`, `...`, also without a blank.
fn strip_number(glyphs: &[Glyph]) -> &[Glyph] {
    let glyphs = skip_while(glyphs, char::is_whitespace);
    let after = skip_while(glyphs, |c| c.is_ascii_digit());
    let numbered = after.len() < glyphs.len();
    match after.first() {
        Some(glyph) if glyph.c == '.' || (numbered && is_behind_number(glyph.c)) => {
            skip_while(after, |c| c == '.' || is_behind_number(c))
        }
        Some(glyph) if numbered && glyph.c.is_alphabetic() => after,
        // No number, or castling with zeros.
        _ => glyphs,
    }
}

fn is_behind_number(c: char) -> bool {
    c == ')' || c.is_whitespace()
}

fn skip_while(glyphs: &[Glyph], skip: impl Fn(char) -> bool) -> &[Glyph] {
    let count = glyphs.iter().take_while(|glyph| skip(glyph.c)).count();
    glyphs.get(count..).unwrap_or_default()
}

#[derive(Default)]
struct Marks {
    capture: bool,
    en_passant: bool,
    draw_offer: bool,
    mark: Option<CheckMark>,
}

/// What may stand behind a move, longer ones before those that end like them.
const NOTES: [(&str, Note); 33] = [
    ("(e.p.)", Note::EnPassant),
    ("(ep)", Note::EnPassant),
    ("e.p", Note::EnPassant),
    ("en passant", Note::EnPassant),
    ("ep", Note::EnPassant),
    ("(=)", Note::DrawOffer),
    ("dis ch", Note::Mark(CheckMark::Check)),
    ("dis.ch", Note::Mark(CheckMark::Check)),
    ("dbl ch", Note::Mark(CheckMark::Check)),
    ("dbl.ch", Note::Mark(CheckMark::Check)),
    ("ch", Note::Mark(CheckMark::Check)),
    ("checkmate", Note::Mark(CheckMark::Checkmate)),
    ("mate", Note::Mark(CheckMark::Checkmate)),
    ("check", Note::Mark(CheckMark::Check)),
    ("+/-", Note::Standing),
    ("-/+", Note::Standing),
    ("+/=", Note::Standing),
    ("=/+", Note::Standing),
    ("+-", Note::Standing),
    ("-+", Note::Standing),
    ("+=", Note::Standing),
    ("=+", Note::Standing),
    ("±", Note::Standing),
    ("∓", Note::Standing),
    ("⩲", Note::Standing),
    ("⩱", Note::Standing),
    ("∞", Note::Standing),
    ("!", Note::Judgment),
    ("?", Note::Judgment),
    ("+", Note::Mark(CheckMark::Check)),
    ("#", Note::Mark(CheckMark::Checkmate)),
    ("x", Note::Capture),
    ("=", Note::Equal),
];

/// What a mark behind a move says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Note {
    EnPassant,
    DrawOffer,
    Capture,
    Mark(CheckMark),
    /// How good the move is.
    Judgment,
    /// Who stands better. In a file that is a note of its own, and not a part of the move.
    Standing,
    /// An even position or an offer, but on the last rank a promotion without its piece.
    Equal,
}

/// Takes what may stand behind a move: `+ # ! ? ch mate e.p. (=) ±`, a colon (`ed4:`), stops,
/// blanks.
fn strip_marks(mut glyphs: &[Glyph], source: Source) -> (&[Glyph], Marks) {
    let mut marks = Marks::default();
    loop {
        while let [rest @ .., last] = glyphs
            && (last.c.is_whitespace() || matches!(last.c, '.' | ',' | ';'))
        {
            glyphs = rest;
        }
        let found = NOTES.iter().find(|(text, note)| {
            let is_own = matches!(note, Note::Standing | Note::Equal);
            (source == Source::Typed || !is_own) && ends_with(glyphs, text)
        });
        let Some((text, note)) = found else {
            return (glyphs, marks);
        };
        let length = glyphs.len().saturating_sub(text.chars().count());
        let before = glyphs.get(..length).unwrap_or_default();
        match note {
            Note::EnPassant => marks.en_passant = true,
            Note::Equal if ends_on_last_rank(before) => return (glyphs, marks),
            Note::Equal | Note::DrawOffer => marks.draw_offer = true,
            Note::Capture => marks.capture = true,
            Note::Mark(CheckMark::Checkmate) => marks.mark = Some(CheckMark::Checkmate),
            Note::Mark(mark) => _ = marks.mark.get_or_insert(*mark),
            Note::Judgment | Note::Standing => {}
        }
        glyphs = before;
    }
}

fn ends_with(glyphs: &[Glyph], text: &str) -> bool {
    let mut glyphs = glyphs.iter().rev();
    let mut same = |c: char| {
        glyphs
            .next()
            .is_some_and(|glyph| glyph.c.eq_ignore_ascii_case(&c))
    };
    text.chars().rev().all(&mut same)
}

fn ends_on_last_rank(glyphs: &[Glyph]) -> bool {
    let mut shown = glyphs.iter().rev().filter(|glyph| !glyph.c.is_whitespace());
    shown
        .next()
        .is_some_and(|glyph| matches!(glyph.c, '1' | '8'))
}

/// `O-O`, `0-0-0`, `oo`, `000`, `O - O`: two or three of the same kind, with or without dashes.
fn castle(glyphs: &[Glyph]) -> Option<Side> {
    let is_dashed = glyphs.iter().any(|glyph| glyph.c == '-');
    let mut wanted = 0_usize;
    let mut dashed = true;
    for glyph in glyphs {
        match glyph.c {
            'O' | 'o' | '0' => {
                wanted += 1;
                dashed = false;
            }
            '-' if !dashed => dashed = true,
            c if is_dashed && c.is_whitespace() => {}
            _ => return None,
        }
    }
    match (wanted, dashed) {
        (2, false) => Some(Side::King),
        (3, false) => Some(Side::Queen),
        _ => None,
    }
}

/// Two squares with nothing but blanks between them, as people type coordinates too.
pub(super) fn squares_apart(text: &str) -> Option<(Square, Square)> {
    let mut words = text.split_whitespace();
    let mut square = || words.next()?.to_ascii_lowercase().parse::<Square>().ok();
    let squares = (square()?, square()?);
    words.next().is_none().then_some(squares)
}

/// Reads glyphs from the left.
struct Cursor<'a, 'b> {
    rest: &'b mut &'a [Glyph],
    /// Column after the last glyph.
    end: usize,
}

impl Cursor<'_, '_> {
    fn nth(&self, n: usize) -> Option<char> {
        self.rest.get(n).map(|glyph| glyph.c)
    }

    fn take<T>(&mut self, read: impl Fn(char) -> Option<T>) -> Option<T> {
        let (first, rest) = self.rest.split_first()?;
        let value = read(first.c)?;
        *self.rest = rest;
        Some(value)
    }

    fn eat(&mut self, c: char) -> bool {
        self.take(|found| (found == c).then_some(())).is_some()
    }

    fn fault(&self, expected: &'static str) -> SanSyntaxError {
        match self.rest.first() {
            Some(&Glyph { c: found, column }) => SanSyntaxError::Unexpected {
                column,
                found,
                expected,
            },
            None => SanSyntaxError::Incomplete {
                column: self.end,
                expected,
            },
        }
    }

    /// The whole move, and whether `x` is written.
    fn body(&mut self) -> Result<(Body, bool), SanSyntaxError> {
        let letter = self.letter()?;
        let first_file = self.take(any_file);
        let first_rank = self.take(Rank::from_digit);
        let capture = self.eat('x');
        let dash = !capture && self.eat('-');
        let taken_at = self.rest.first().map_or(self.end, |glyph| glyph.column);
        let promotes = first_file.is_some() && first_rank.is_some() && self.ends_with_bishop();
        let last_file = if promotes { None } else { self.take(any_file) };
        let (file, rank, to) = match (last_file, first_file, first_rank) {
            (Some(file), ..) => {
                let rank = self.take(Rank::from_digit);
                let rank = rank.ok_or_else(|| self.fault("a rank, 1 to 8"))?;
                (first_file, first_rank, Square::new(file, rank))
            }
            (None, Some(file), Some(rank)) if !capture && !dash => {
                (None, None, Square::new(file, rank))
            }
            (None, Some(_), None) if !capture && !dash => {
                return Err(self.fault("a rank, 1 to 8"));
            }
            (None, ..) => return Err(self.fault("a file, a to h")),
        };
        let is_pawn = matches!(letter, Letter::None | Letter::Piece(Role::Pawn));
        if capture && is_pawn && file == Some(to.file()) {
            // To read it as a step ahead would make another move of it.
            return Err(SanSyntaxError::Unexpected {
                column: taken_at,
                found: to.file().letter(),
                expected: BESIDE,
            });
        }
        let promotion = self.promotion(to)?;
        if !self.rest.is_empty() {
            return Err(self.fault("the end of the move"));
        }
        let body = match (letter, file, rank) {
            (Letter::None, Some(file), Some(rank)) => Body::Coordinates {
                from: Square::new(file, rank),
                to,
                promotion,
            },
            _ => Body::Normal(Normal {
                letter,
                file,
                rank,
                capture,
                to,
                promotion,
            }),
        };
        Ok((body, capture))
    }

    fn letter(&mut self) -> Result<Letter, SanSyntaxError> {
        let Some(first) = self.nth(0) else {
            return Err(self.fault(START));
        };
        let letter = match first {
            'b' | 'B' if self.is_file_b() => return Ok(Letter::None),
            'b' => Letter::SmallB,
            'p' => Letter::Piece(Role::Pawn),
            'k' | 'q' | 'r' | 'n' => Letter::Small(Role::from_letter(first).unwrap_or(Role::King)),
            _ if any_file(first).is_some() && first != 'B' => return Ok(Letter::None),
            'x' => return Err(self.fault("the file from which the pawn takes")),
            _ => match Role::from_letter(first) {
                Some(role) => Letter::Piece(role),
                None => return Err(self.fault(foreign_letter(first).unwrap_or(START))),
            },
        };
        self.eat(first);
        if matches!(letter, Letter::Piece(_)) {
            self.skip_blanks();
        }
        Ok(letter)
    }

    /// Whether a first `b` or `B` can only be a file: a small one with its rank (`b4`, `b2b4`), a
    /// capital one where nothing follows the rank that a bishop could go to (`B4`).
    fn is_file_b(&self) -> bool {
        let ranked = self.nth(1).is_some_and(|c| Rank::from_digit(c).is_some());
        let goes_on = self
            .nth(2)
            .is_some_and(|c| matches!(c, 'x' | '-') || any_file(c).is_some());
        ranked && (self.nth(0) == Some('b') || !goes_on)
    }

    fn skip_blanks(&mut self) {
        while self.take(|c| c.is_whitespace().then_some(())).is_some() {}
    }

    /// Whether only a `b` is left: the new piece of `c8B`, not the file of a further square.
    fn ends_with_bishop(&self) -> bool {
        matches!(self.rest, [Glyph { c: 'b' | 'B', .. }])
    }

    /// `=Q`, `Q`, `/Q`, `(Q)`, `(=Q)`, in either case, with blanks or without. Kings and pawns are
    /// read too, so that the refusal can name the Law.
    fn promotion(&mut self, to: Square) -> Result<Option<Role>, SanSyntaxError> {
        const PIECE: &str = "the new piece: Q, R, B or N";
        let bare = matches!(to.rank(), Rank::One | Rank::Eight);
        if bare {
            self.skip_blanks();
        }
        let mut open = self.eat('(');
        let sign = self.eat('=') || self.eat('/') || open;
        open = open || (sign && self.eat('('));
        if !sign && (!bare || self.rest.is_empty()) {
            return Ok(None);
        }
        self.skip_blanks();
        let Some(role) = self.take(Role::from_letter) else {
            return Err(self.fault(PIECE));
        };
        if open && !self.eat(')') {
            return Err(self.fault("a closing bracket"));
        }
        Ok(Some(role))
    }
}

/// What to write instead of a piece letter of another language. Such letters are never read: most
/// mean one man here and another one there, or are the names of files.
fn foreign_letter(c: char) -> Option<&'static str> {
    match c {
        'S' => Some(
            "an English letter, N or B: S is the knight in some languages, the bishop in others",
        ),
        'L' => Some(
            "an English letter, B or Q: L is the bishop in some languages, the queen in others",
        ),
        'V' => {
            Some("an English letter, R or Q: V is the rook in some languages, the queen in others")
        }
        'T' | 'W' => Some("an English letter: the rook is R"),
        'J' => Some("an English letter: the knight is N"),
        _ => None,
    }
}

fn any_file(c: char) -> Option<File> {
    File::from_letter(c.to_ascii_lowercase())
}
