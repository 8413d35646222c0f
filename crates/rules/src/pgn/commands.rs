//! Commands in comments, such as `[%clk 0:09:58]`: taken out of the text, read as values, written.
//! What is no command that can be read stays in the text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::ClockDigits;
use crate::Square;

/// Takes commands out of a comment. `accept` is asked for each by its name and its value; what it
/// accepts is not in the text that is left.
pub(super) fn take(text: &str, mut accept: impl FnMut(&str, &str) -> bool) -> String {
    let mut kept = String::new();
    let mut rest = text.trim();
    while let Some((before, command)) = rest.find("[%").map(|start| rest.split_at(start)) {
        let Some((inside, behind)) = command.split_once(']') else {
            break;
        };
        let inside = inside.get(2..).unwrap_or_default();
        let name_end = inside
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(inside.len());
        let (name, value) = inside.split_at(name_end);
        if accept(name, value.trim()) {
            kept.push_str(before.trim_end());
            rest = behind.trim_start();
            if !kept.is_empty() && !rest.is_empty() && !kept.ends_with(' ') {
                kept.push(' ');
            }
        } else {
            let end = rest.len() - behind.len();
            kept.push_str(rest.get(..end).unwrap_or_default());
            rest = behind;
        }
    }
    kept.push_str(rest);
    kept.truncate(kept.trim_end().len());
    kept
}

/// A time in milliseconds: `h:mm:ss`, with a fraction of seconds or without; `h:mm`; seconds alone.
pub(super) fn parse_ms(text: &str) -> Option<u64> {
    let mut fields = text.split(':');
    let (first, second, third) = (fields.next()?, fields.next(), fields.next());
    if fields.next().is_some() {
        return None;
    }
    let whole = |field: &str| field.parse::<u32>().ok().map(u64::from);
    Some(match (second, third) {
        (None, _) => seconds_ms(first)?,
        (Some(minutes), None) => whole(first)? * 3_600_000 + whole(minutes)? * 60_000,
        (Some(minutes), Some(seconds)) => {
            whole(first)? * 3_600_000 + whole(minutes)? * 60_000 + seconds_ms(seconds)?
        }
    })
}

fn seconds_ms(text: &str) -> Option<u64> {
    let (seconds, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let whole = u64::from(seconds.parse::<u32>().ok()?) * 1000;
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some(whole + digits.parse::<u64>().ok()?)
}

/// `[%clk 0:09:58]`. What is smaller than the last digit is cut, as clocks do.
pub(super) fn write_ms(name: &str, time_ms: u64, digits: ClockDigits) -> String {
    let seconds = time_ms / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let thousandths = time_ms % 1000;
    let fraction = match digits {
        ClockDigits::Seconds => String::new(),
        ClockDigits::Tenths => format!(".{}", thousandths / 100),
        ClockDigits::Exact if thousandths == 0 => String::new(),
        ClockDigits::Exact => format!(".{thousandths:03}")
            .trim_end_matches('0')
            .to_string(),
    };
    format!(
        "[%{name} {hours}:{minutes:02}:{:02}{fraction}]",
        seconds % 60
    )
}

/// What an engine thinks of a position, from `[%eval 0.17]`, `[%eval #-3]` or `[%eval 0.17,20]`.
/// It is seen from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Eval {
    /// The judgment.
    pub score: Score,
    /// The depth of the search, where it is given.
    pub depth: Option<u32>,
}

/// The judgment of an [`Eval`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// In hundredths of a pawn; more is better for White.
    Centipawns(i32),
    /// Mate in that many moves; a negative number means that Black mates.
    Mate(i32),
}

impl Eval {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score.trim(), Some(depth.trim().parse().ok()?)),
            None => (text, None),
        };
        let score = match score.strip_prefix('#') {
            Some(moves) => Score::Mate(moves.parse().ok()?),
            None => Score::Centipawns(parse_centipawns(score)?),
        };
        Some(Self { score, depth })
    }
}

/// `-0.05`, `+3`, `12.345`; further digits than two are cut.
fn parse_centipawns(text: &str) -> Option<i32> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (pawns, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(pawns) || !all_digits(fraction) {
        return None;
    }
    let hundredths: String = fraction.chars().chain("00".chars()).take(2).collect();
    let value = pawns
        .parse::<i32>()
        .ok()?
        .checked_mul(100)?
        .checked_add(hundredths.parse().ok()?)?;
    Some(if is_negative { -value } else { value })
}

impl fmt::Display for Eval {
    /// The command, as it stands in a comment.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Score::Mate(moves) => write!(f, "[%eval #{moves}")?,
            Score::Centipawns(value) => {
                let (sign, value) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
                write!(f, "[%eval {sign}{}.{:02}", value / 100, value % 100)?;
            }
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}]"),
            None => f.write_str("]"),
        }
    }
}

/// The color of an arrow or of a marked square, by its letter in PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

impl MarkColor {
    const ALL: [(Self, char); 4] = [
        (Self::Green, 'G'),
        (Self::Red, 'R'),
        (Self::Yellow, 'Y'),
        (Self::Blue, 'B'),
    ];

    /// The letter that stands for the color.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }

    fn from_letter(letter: char) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|(_, known)| *known == letter)
            .map(|(color, _)| color)
    }
}

/// An arrow on the board, from `[%cal Gd2d4]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Its color.
    pub color: MarkColor,
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

/// A marked square, from `[%csl Rd4]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MarkedSquare {
    /// Its color.
    pub color: MarkColor,
    /// The square.
    pub square: Square,
}

impl Arrow {
    fn parse(text: &str) -> Option<Self> {
        let (start, to) = text.split_at_checked(3)?;
        let MarkedSquare { color, square } = MarkedSquare::parse(start)?;
        Some(Self {
            color,
            from: square,
            to: to.parse().ok()?,
        })
    }
}

impl MarkedSquare {
    fn parse(text: &str) -> Option<Self> {
        let (letter, square) = text.split_at_checked(1)?;
        Some(Self {
            color: MarkColor::from_letter(letter.chars().next()?)?,
            square: square.parse().ok()?,
        })
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.color.letter(), self.from, self.to)
    }
}

impl fmt::Display for MarkedSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.letter(), self.square)
    }
}

pub(super) fn parse_arrows(text: &str) -> Option<Vec<Arrow>> {
    text.split(',')
        .map(|arrow| Arrow::parse(arrow.trim()))
        .collect()
}

pub(super) fn parse_squares(text: &str) -> Option<Vec<MarkedSquare>> {
    text.split(',')
        .map(|square| MarkedSquare::parse(square.trim()))
        .collect()
}

/// `[%cal Ga1a2,Rb1b2]`.
pub(super) fn write_marks<T: fmt::Display>(name: &str, marks: &[T]) -> String {
    let marks: Vec<String> = marks.iter().map(T::to_string).collect();
    format!("[%{name} {}]", marks.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> (Option<u64>, String) {
        let mut time_ms = None;
        let kept = take(text, |name, value| {
            let found = (name == "clk").then(|| parse_ms(value)).flatten();
            time_ms = found.or(time_ms);
            found.is_some()
        });
        (time_ms, kept)
    }

    #[test]
    fn clocks_in_their_forms() {
        let check = |text: &str, clock_ms, kept: &str| {
            assert_eq!(clock(text), (clock_ms, String::from(kept)), "{text}");
        };
        check("[%clk 0:01:01]", Some(61_000), "");
        check(" [%clk 0:00:59.85] good", Some(59_850), "good");
        check(
            "a [%eval 0.3] [%clk 01:59:53] b",
            Some(7_193_000),
            "a [%eval 0.3] b",
        );
        check("a[%clk 1:00:00]b", Some(3_600_000), "a b");
        check("[%clk 1:58]", Some(7_080_000), "");
        check("[%clk 58.6]", Some(58_600), "");
        check("[%clk soon]", None, "[%clk soon]");
        check("[%clk 1:2:3:4] [%clk", None, "[%clk 1:2:3:4] [%clk");
        check("[%clk -1:00:00]", None, "[%clk -1:00:00]");
        // Nothing that is left becomes a command by what was taken out of it.
        check("[%c[%clk 1]lk 2]", None, "[%c[%clk 1]lk 2]");
        check("[[%clk 1]%clk 2]", Some(1_000), "[ %clk 2]");
    }

    #[test]
    fn clocks_are_written_as_finely_as_is_wanted() {
        let write = |time_ms, digits| write_ms("clk", time_ms, digits);
        assert_eq!(write(7_193_480, ClockDigits::Seconds), "[%clk 1:59:53]");
        assert_eq!(write(7_193_480, ClockDigits::Tenths), "[%clk 1:59:53.4]");
        assert_eq!(write(7_193_480, ClockDigits::Exact), "[%clk 1:59:53.48]");
        assert_eq!(write(7_193_000, ClockDigits::Exact), "[%clk 1:59:53]");
    }

    #[test]
    fn evaluations_in_their_forms() {
        let check = |text: &str, score, depth, written: &str| {
            let eval = Eval::parse(text).unwrap();
            assert_eq!((eval.score, eval.depth), (score, depth), "{text}");
            assert_eq!(eval.to_string(), written);
        };
        check("0.17", Score::Centipawns(17), None, "[%eval 0.17]");
        check(
            "-0.05,21",
            Score::Centipawns(-5),
            Some(21),
            "[%eval -0.05,21]",
        );
        check("+3", Score::Centipawns(300), None, "[%eval 3.00]");
        check("12.3456", Score::Centipawns(1234), None, "[%eval 12.34]");
        check("#3", Score::Mate(3), None, "[%eval #3]");
        check("#-12", Score::Mate(-12), None, "[%eval #-12]");
        for text in [
            "", "-", ".5", "0.", "#", "1e3", "99999999", "0.1,", "0.1,x", "é",
        ] {
            assert_eq!(Eval::parse(text), None, "{text}");
        }
    }

    #[test]
    fn arrows_and_squares() {
        let arrows = parse_arrows("Ga1b2, Rc3d4").unwrap();
        assert_eq!(write_marks("cal", &arrows), "[%cal Ga1b2,Rc3d4]");
        let squares = parse_squares("Yh8,Be4").unwrap();
        assert_eq!(write_marks("csl", &squares), "[%csl Yh8,Be4]");
        for text in ["", "a1b2", "Ga1", "Ga1b2,", "Xa1b2", "Gi1b2", "Gé1b2"] {
            assert_eq!(parse_arrows(text), None, "{text}");
        }
        assert_eq!(parse_squares("Ga9"), None);
    }
}
