//! What a line says. Not here: what is done about it (`session`).

use std::time::Duration;

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    /// The rest of the line.
    Position(String),
    Go(Go),
    Stop,
    PonderHit,
    SetOption {
        name: String,
        value: String,
    },
    Quit,
}

/// How to search. Times that are not given are `None`; given ones are never negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) white_time: Option<Duration>,
    pub(super) black_time: Option<Duration>,
    pub(super) white_increment: Duration,
    pub(super) black_increment: Duration,
    pub(super) moves_to_go: Option<u32>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) move_time: Option<Duration>,
    pub(super) is_infinite: bool,
    pub(super) ponders: bool,
    pub(super) only: Vec<String>,
    /// Words that mean nothing here.
    pub(super) unknown: Vec<String>,
    /// Limits that came without a number that can be read.
    pub(super) missing: Vec<String>,
}

/// What can come after `go`, besides moves to search.
const GO_WORDS: [&str; 12] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
];

impl Go {
    /// Whether a limit was meant to be there, and none is.
    pub(super) fn has_lost_its_limit(&self) -> bool {
        let has_limit = self.white_time.is_some()
            || self.black_time.is_some()
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some();
        !self.missing.is_empty() && !has_limit && !self.is_infinite && !self.ponders
    }
}

/// Reads a line. What comes before a word that is known is skipped, as the interface demands;
/// `None` if there is none.
pub(super) fn read(line: &str) -> Option<Command> {
    // Some systems begin a stream of text with a byte order mark.
    let line = line.trim_start_matches('\u{feff}');
    let mut words = line.split_whitespace();
    loop {
        let command = match words.next()? {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(words.collect::<Vec<_>>().join(" ")),
            "go" => Command::Go(read_go(words)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "setoption" => read_option(words),
            "quit" => Command::Quit,
            _ => continue,
        };
        return Some(command);
    }
}

/// `name` and `value`, both of which may have blanks.
fn read_option<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let (mut name, mut value): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut is_value = false;
    for word in words {
        match word {
            "name" if name.is_empty() && !is_value => {}
            "value" if !is_value => is_value = true,
            word if is_value => value.push(word),
            word => name.push(word),
        }
    }
    Command::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    }
}

fn read_go<'a>(words: impl Iterator<Item = &'a str>) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let mut missing = false;
        let mut number = || -> Option<i64> {
            let number = words.peek().and_then(|word| whole_number(word));
            missing = number.is_none();
            number.inspect(|_| {
                words.next();
            })
        };
        let time = |number: Option<i64>| number.map(|ms| Duration::from_millis(not_negative(ms)));
        match word {
            "wtime" => go.white_time = time(number()),
            "btime" => go.black_time = time(number()),
            "winc" => go.white_increment = time(number()).unwrap_or_default(),
            "binc" => go.black_increment = time(number()).unwrap_or_default(),
            "movestogo" => go.moves_to_go = number().map(|moves| small(moves).max(1)),
            "depth" => go.depth = number().map(|depth| small(depth).max(1)),
            "nodes" => go.nodes = number().map(|nodes| not_negative(nodes).max(1)),
            "mate" => go.mate = number().map(small),
            "movetime" => go.move_time = time(number()),
            "infinite" => go.is_infinite = true,
            "ponder" => go.ponders = true,
            "searchmoves" => {
                while let Some(word) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.only.push(word.to_owned());
                }
            }
            other => go.unknown.push(other.to_owned()),
        }
        if missing {
            go.missing.push(word.to_owned());
        }
    }
    go
}

/// A number as drivers write it: what is behind a point counts for nothing, what is too large for a
/// number counts as the largest one.
fn whole_number(word: &str) -> Option<i64> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if digits.is_empty() || !is_number(digits) || !is_number(fraction) {
        return None;
    }
    let largest = if whole.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(whole.parse().unwrap_or(largest))
}

fn not_negative(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

fn small(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match read(line) {
            Some(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn words_before_a_command_are_skipped_and_nothing_else_is() {
        assert_eq!(read("joho isready"), Some(Command::IsReady));
        assert_eq!(read("   uci\t "), Some(Command::Uci));
        assert_eq!(read(""), None);
        assert_eq!(read("frobnicate 12"), None);
        assert_eq!(
            read("position startpos moves e2e4"),
            Some(Command::Position("startpos moves e2e4".to_owned()))
        );
    }

    #[test]
    fn names_and_values_may_have_blanks() {
        let option = |name: &str, value: &str| {
            Some(Command::SetOption {
                name: name.to_owned(),
                value: value.to_owned(),
            })
        };
        assert_eq!(
            read("setoption name Move Overhead value 30"),
            option("Move Overhead", "30")
        );
        assert_eq!(read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(
            read("setoption name SyzygyPath value /a folder/value name"),
            option("SyzygyPath", "/a folder/value name")
        );
    }

    #[test]
    fn numbers_out_of_range_are_brought_into_it() {
        let read = go("go wtime -50 btime 1000 winc 20 movestogo -5 depth 0 nodes -1");
        assert_eq!(read.white_time, Some(Duration::ZERO));
        assert_eq!(read.black_time, Some(Duration::from_secs(1)));
        assert_eq!(read.white_increment, Duration::from_millis(20));
        assert_eq!(read.moves_to_go, Some(1));
        assert_eq!((read.depth, read.nodes), (Some(1), Some(1)));
        assert_eq!(go("go depth 99999999999").depth, Some(u32::MAX));
        let read = go("go wtime 300.5 btime 99999999999999999999 nodes -99999999999999999999");
        assert_eq!(read.white_time, Some(Duration::from_millis(300)));
        assert_eq!(read.black_time, Some(Duration::from_millis(u64::MAX / 2)));
        assert_eq!(read.nodes, Some(1));
        assert_eq!(read.missing, [""; 0]);
    }

    #[test]
    fn what_makes_no_sense_stops_nothing() {
        let read = go("go depth deep movetime 5 joho searchmoves e2e4 d2d4 infinite");
        assert_eq!(read.depth, None);
        assert_eq!(read.move_time, Some(Duration::from_millis(5)));
        assert_eq!(read.only, ["e2e4", "d2d4"]);
        assert!(read.is_infinite);
        assert_eq!(read.unknown, ["deep", "joho"]);
        assert_eq!(read.missing, ["depth"]);
        assert_eq!(
            go("go searchmoves e2e4 foo D2D4 depth 3").only,
            ["e2e4", "foo", "D2D4"]
        );
    }

    #[test]
    fn a_limit_without_its_number_is_missed() {
        for line in ["go depth", "go wtime", "go movetime soon", "go mate -"] {
            assert!(go(line).has_lost_its_limit(), "{line}");
        }
        for line in [
            "go",
            "go infinite depth",
            "go depth nodes 5",
            "go ponder wtime",
        ] {
            assert!(!go(line).has_lost_its_limit(), "{line}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_word() {
        assert_eq!(read("\u{feff}uci"), Some(Command::Uci));
    }
}
