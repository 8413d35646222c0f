//! Scripts of `tabiya judge` as they are written: a head and one command a line. Everything that
//! can be wrong with the text is found here, before anything is judged.

use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value};
use tabiya_arbiter::{Command, RuleSet, StartPosition, TimeControl};
use tabiya_rules::Color;

use super::expect::Expected;

/// A whole script.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) head: Head,
    pub(super) lines: Vec<Line>,
}

/// The first line: what the table is like when the script begins.
#[derive(Debug)]
pub(super) struct Head {
    /// Where it stands in the file, from 1.
    pub(super) number: usize,
    /// The script is judged once under each of these.
    pub(super) rules: Vec<RuleSet>,
    /// `None`: the clock that these rules are usually played with.
    pub(super) clock: Option<TimeControl>,
    pub(super) start: StartPosition,
    /// Moves in UCI notation that were played before, in no time.
    pub(super) moves: Vec<String>,
    /// Whether the game runs when the script begins; otherwise both players sit at the table, and
    /// the guest has not said that he is ready.
    pub(super) started: bool,
    pub(super) expected: Option<Expected>,
}

/// A line: who wants what, and when.
#[derive(Debug)]
pub(super) struct Line {
    /// Where it stands in the file, from 1.
    pub(super) number: usize,
    /// Milliseconds from the start.
    pub(super) at: u64,
    pub(super) by: By,
    pub(super) act: Act,
    /// What the connection cost, as a server has measured it.
    pub(super) lag_ms: u64,
    pub(super) expected: Option<Expected>,
}

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum By {
    /// Who has White in the running or last game; before the first, the owner.
    White,
    Black,
    Owner,
    Guest,
    Spectator,
    Arbiter,
}

impl By {
    /// As scripts write it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Owner => "owner",
            Self::Guest => "guest",
            Self::Spectator => "spectator",
            Self::Arbiter => "arbiter",
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
            Self::Owner => "the owner",
            Self::Guest => "the guest",
            Self::Spectator => "a spectator",
            Self::Arbiter => "the arbiter",
        })
    }
}

/// What is done.
#[derive(Debug)]
pub(super) enum Act {
    /// Nothing, but time passes.
    Wait,
    /// A player came or went.
    Presence { color: Color, present: bool },
    /// A move as people type it.
    Typed { text: String },
    /// What the arbiter judges.
    Command(Command),
}

/// What is wrong with a script, and where.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: usize,
    /// In characters from 1, where it is known.
    pub(super) column: Option<usize>,
    /// One sentence without its stop.
    pub(super) reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

const HEAD: &str = r#"a first line such as {"rules":"fide-rapid","start":"startpos"}"#;
const ACT: &str = r#"a command such as {"type":"move","uci":"e2e4"}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHead {
    /// A remark.
    #[serde(default)]
    #[expect(dead_code, reason = "for those who read the script")]
    about: Option<String>,
    rules: Value,
    #[serde(default)]
    clock: Option<TimeControl>,
    #[serde(default)]
    start: Option<Value>,
    #[serde(default)]
    moves: String,
    #[serde(default = "yes")]
    started: bool,
    #[serde(default)]
    expect: Option<Expected>,
}

const fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLine {
    at: u64,
    #[serde(default)]
    by: Option<By>,
    #[serde(rename = "do")]
    act: Value,
    #[serde(default)]
    lag_ms: u64,
    #[serde(default)]
    expect: Option<Expected>,
    /// A remark.
    #[serde(default)]
    #[expect(dead_code, reason = "for those who read the script")]
    about: Option<String>,
}

impl Script {
    /// Reads a script. Blank lines are passed over.
    pub(super) fn read(text: &[u8]) -> Result<Self, Fault> {
        let mut texts = Vec::new();
        for (index, bytes) in text.split(|byte| *byte == b'\n').enumerate() {
            let number = index + 1;
            let line = str::from_utf8(bytes).map_err(|error| Fault {
                line: number,
                column: Some(error.valid_up_to() + 1),
                reason: "the text is not in UTF-8".to_owned(),
            })?;
            let line = line.strip_prefix('\u{feff}').unwrap_or(line);
            if !line.trim().is_empty() {
                texts.push((number, line));
            }
        }
        let Some(((number, first), rest)) = texts.split_first() else {
            return Err(Fault {
                line: 1,
                column: None,
                reason: format!("there is no script; expected {HEAD}"),
            });
        };
        let head = Head::read(*number, first)?;
        let mut lines: Vec<Line> = Vec::new();
        for (number, text) in rest {
            let line = Line::read(*number, text)?;
            if let Some(before) = lines.last().filter(|before| before.at > line.at) {
                return Err(Fault {
                    line: *number,
                    column: None,
                    reason: format!(
                        "time does not go backward: \"at\" is {}, and was {} in line {}",
                        line.at, before.at, before.number
                    ),
                });
            }
            lines.push(line);
        }
        Ok(Self { head, lines })
    }
}

impl Head {
    fn read(number: usize, text: &str) -> Result<Self, Fault> {
        let raw: RawHead = parse(number, text, HEAD)?;
        let RawHead {
            about: _, rules, ..
        } = &raw;
        let fault = |reason| Fault {
            line: number,
            column: None,
            reason,
        };
        let rules = match rules {
            Value::Array(each) if each.is_empty() => Err("no rule set is given".to_owned()),
            Value::Array(each) => each.iter().map(rule_set).collect(),
            one => rule_set(one).map(|rules| vec![rules]),
        };
        let rules = rules.map_err(|why| fault(format!("\"rules\": {why}")))?;
        let start = start(raw.start.as_ref()).map_err(|why| fault(format!("\"start\": {why}")))?;
        if !raw.started && !raw.moves.is_empty() {
            return Err(fault(
                "\"moves\" are of a game that has started, and \"started\" is false".to_owned(),
            ));
        }
        Ok(Self {
            number,
            rules,
            clock: raw.clock,
            start,
            moves: raw.moves.split_whitespace().map(str::to_owned).collect(),
            started: raw.started,
            expected: raw.expect,
        })
    }
}

/// A rule set as text or as an object, as everywhere.
fn rule_set(value: &Value) -> Result<RuleSet, String> {
    match value {
        Value::String(text) => text.parse().map_err(|error| plain(&error)),
        Value::Object(_) => RuleSet::deserialize(value).map_err(|error| plain(&error)),
        _ => Err(r#"expected a text such as "fide-rapid touch_move=false", an object with preset and switches, or a list of these"#.to_owned()),
    }
}

fn start(value: Option<&Value>) -> Result<StartPosition, String> {
    match value {
        None => Ok(StartPosition::Standard),
        Some(Value::String(text)) if text == crate::position::START => Ok(StartPosition::Standard),
        Some(Value::String(fen)) => Ok(StartPosition::Position { fen: fen.clone() }),
        Some(value @ Value::Object(_)) => {
            StartPosition::deserialize(value).map_err(|error| plain(&error))
        }
        Some(_) => Err("expected \"startpos\", a FEN, or an object with a type".to_owned()),
    }
}

/// A sentence of an error as it stands within one of ours.
fn plain(error: &impl fmt::Display) -> String {
    let text = error.to_string();
    text.strip_suffix('.').unwrap_or(&text).to_owned()
}

impl Line {
    fn read(number: usize, text: &str) -> Result<Self, Fault> {
        const SHAPE: &str = r#"a line such as {"at":1000,"by":"white","do":{"type":"resign"}}"#;
        let RawLine {
            at,
            by,
            act,
            lag_ms,
            expect,
            ..
        } = parse(number, text, SHAPE)?;
        let fault = |reason: String| Fault {
            line: number,
            column: None,
            reason,
        };
        let act = Act::read(&act).map_err(|why| fault(format!("\"do\": {why}")))?;
        let by = match (by, &act) {
            (Some(by), Act::Wait | Act::Presence { .. }) if by != By::Arbiter => {
                return Err(fault(format!("only the arbiter says that, not {by}")));
            }
            (None, Act::Wait | Act::Presence { .. }) => By::Arbiter,
            (Some(by), _) => by,
            (None, _) => {
                return Err(fault(
                    "\"by\" is missing: white, black, arbiter, owner, guest or spectator"
                        .to_owned(),
                ));
            }
        };
        Ok(Self {
            number,
            at,
            by,
            act,
            lag_ms,
            expected: expect,
        })
    }
}

/// What only scripts can say: the words of the shell around a table.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Word {
    Wait {},
    Presence { color: Color, present: bool },
    Typed { text: String },
}

impl Act {
    fn read(value: &Value) -> Result<Self, String> {
        let kind = value.get("type").and_then(Value::as_str);
        let kind = kind.ok_or_else(|| format!("expected {ACT}"))?;
        if let "wait" | "presence" | "typed" = kind {
            return Ok(match Word::deserialize(value).map_err(|why| plain(&why))? {
                Word::Wait {} => Self::Wait,
                Word::Presence { color, present } => Self::Presence { color, present },
                Word::Typed { text } => Self::Typed { text },
            });
        }
        Command::deserialize(value)
            .map(Self::Command)
            .map_err(|why| plain(&why))
    }
}

/// One line of JSON. `shape` says what was expected.
fn parse<T: for<'de> Deserialize<'de>>(number: usize, text: &str, shape: &str) -> Result<T, Fault> {
    // First any JSON, then the shape: so a misspelled name and a missing bracket are told apart.
    let any: Result<Map<String, Value>, _> = serde_json::from_str(text);
    let error = match any {
        Err(error) if error.is_data() => {
            return Err(Fault {
                line: number,
                column: None,
                reason: format!("expected {shape}"),
            });
        }
        Err(error) => error,
        Ok(_) => match serde_json::from_str(text) {
            Ok(read) => return Ok(read),
            Err(error) => error,
        },
    };
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let bytes = error.column();
    let column = text
        .get(..bytes.min(text.len()))
        .map_or(bytes, |before| before.chars().count());
    Err(Fault {
        line: number,
        column: (column > 0).then_some(column),
        reason: plain(&message.strip_suffix(&place).unwrap_or(&message)),
    })
}
