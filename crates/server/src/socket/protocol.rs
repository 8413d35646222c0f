//! The messages of a table's WebSocket as they are on the wire, and the view as it is sent
//! everywhere. When they are sent stands in `session.rs`; their meaning in docs/protocol.md.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Number;
use serde_json::value::RawValue;
use tabiya_arbiter::{Actor, Command, Refusal, Timestamp, View};

use crate::ids::TableId;
use crate::limits;
use crate::live::{Answer, Frame, Happening, Hello, Refused};
use crate::lobby::Said;
use crate::store::ChatLine;

/// The version of the protocol.
pub(crate) const VERSION: u32 = 1;

/// A view together with where the table is found.
#[derive(Serialize)]
pub(crate) struct Addressed<'a> {
    pub(crate) table: &'a str,
    pub(crate) link: &'a str,
    #[serde(flatten)]
    pub(crate) view: &'a View,
}

/// Where a table is found by whoever a message is for.
pub(crate) struct Address {
    pub(crate) table: TableId,
    pub(crate) link: String,
}

impl Address {
    pub(crate) fn of<'a>(&'a self, view: &'a View) -> Addressed<'a> {
        Addressed {
            table: self.table.as_str(),
            link: &self.link,
            view,
        }
    }
}

/// What a client may say.
pub(crate) enum Incoming {
    Do { id: String, command: Command },
    Ping(Number),
    Token(String),
    Say(Said),
}

/// Why a message of a client was not understood.
#[derive(Debug)]
pub(crate) struct NotUnderstood {
    /// The id of the command, if that much could be read.
    pub(crate) id: Option<String>,
    pub(crate) message: String,
}

impl Incoming {
    pub(crate) fn parse(text: &str) -> Result<Self, NotUnderstood> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields<'a> {
            id: Option<String>,
            #[serde(borrow, rename = "do")]
            command: Option<&'a RawValue>,
            ping: Option<Number>,
            token: Option<String>,
            say: Option<Said>,
        }
        let unclear = |message: String| NotUnderstood { id: None, message };
        let fields: Fields<'_> =
            serde_json::from_str(text).map_err(|error| unclear(error.to_string()))?;
        if let Some(said) = fields.say {
            let is_alone = fields.id.is_none() && fields.command.is_none();
            return if is_alone && fields.ping.is_none() && fields.token.is_none() {
                Ok(Self::Say(said))
            } else {
                Err(unclear(
                    "What is said comes in a message of its own.".to_owned(),
                ))
            };
        }
        match (fields.id, fields.command, fields.ping, fields.token) {
            (Some(id), Some(command), None, None) => {
                let (id, command) = parse_command(id, command)?;
                Ok(Self::Do { id, command })
            }
            (None, None, Some(ping), None) => Ok(Self::Ping(ping)),
            (None, None, None, Some(token)) => Ok(Self::Token(token)),
            _ => Err(unclear(
                "A message has \"id\" and \"do\", or \"ping\", or \"token\", or \"say\"."
                    .to_owned(),
            )),
        }
    }
}

/// A command as it comes over HTTP: the same, in a body of its own.
pub(crate) fn parse_command_body(text: &[u8]) -> Result<(String, Command), NotUnderstood> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body<'a> {
        id: String,
        #[serde(borrow, rename = "do")]
        command: &'a RawValue,
    }
    let body: Body<'_> = serde_json::from_slice(text).map_err(|error| NotUnderstood {
        id: None,
        message: error.to_string(),
    })?;
    parse_command(body.id, body.command)
}

fn parse_command(id: String, command: &RawValue) -> Result<(String, Command), NotUnderstood> {
    let letters = id.chars().count();
    if !(1..=limits::COMMAND_ID_LETTERS).contains(&letters) {
        let message = format!("An id has 1 to {} characters.", limits::COMMAND_ID_LETTERS);
        return Err(NotUnderstood { id: None, message });
    }
    match serde_json::from_str(command.get()) {
        Ok(command) => Ok((id, command)),
        Err(error) => Err(NotUnderstood {
            id: Some(id),
            message: error.to_string(),
        }),
    }
}

/// What the server says.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Outgoing<'a> {
    Hello {
        hello: HelloBody<'a>,
    },
    Events {
        events: &'a RawValue,
        view: Addressed<'a>,
        now: Timestamp,
    },
    Answer {
        answer: AnswerBody<'a>,
    },
    /// What a player has said.
    Chat {
        chat: &'a ChatLine,
    },
    Pong {
        pong: &'a Number,
        now: Timestamp,
    },
    Error {
        error: ErrorBody<'a>,
    },
}

#[derive(Serialize)]
pub(crate) struct HelloBody<'a> {
    v: u32,
    now: Timestamp,
    view: Addressed<'a>,
}

/// The answer to a command, on the socket and over HTTP.
#[derive(Serialize)]
pub(crate) struct AnswerBody<'a> {
    pub(crate) id: &'a str,
    #[serde(flatten)]
    pub(crate) outcome: AnswerOutcome<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum AnswerOutcome<'a> {
    Done { seq: u64 },
    Refused { refusal: &'a Refused },
}

impl<'a> AnswerBody<'a> {
    pub(crate) fn new(id: &'a str, answer: &'a Answer) -> Self {
        let outcome = match answer {
            Ok(seq) => AnswerOutcome::Done { seq: *seq },
            Err(refusal) => AnswerOutcome::Refused { refusal },
        };
        Self { id, outcome }
    }
}

#[derive(Serialize)]
pub(crate) struct ErrorBody<'a> {
    pub(crate) code: &'a str,
    pub(crate) message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<&'a str>,
}

impl Outgoing<'_> {
    /// The message as text; none if it cannot be written, which is a bug and is logged.
    pub(crate) fn text(&self) -> Option<String> {
        serde_json::to_string(self)
            .inspect_err(|error| tracing::error!(%error, "a message cannot be written"))
            .ok()
    }
}

/// A frame from a table as the text for one follower.
pub(crate) fn frame_text(frame: &Frame, actor: Actor, address: &Address) -> Option<String> {
    match frame {
        Frame::Hello(hello) => {
            let Hello { view, now } = &**hello;
            let view = address.of(view);
            Outgoing::Hello {
                hello: HelloBody {
                    v: VERSION,
                    now: *now,
                    view,
                },
            }
            .text()
        }
        Frame::Happened(happening) => {
            let Happening { events, views, now } = &**happening;
            let view = address.of(views.of(actor)?);
            Outgoing::Events {
                events,
                view,
                now: *now,
            }
            .text()
        }
        Frame::Said(line) => Outgoing::Chat { chat: line }.text(),
        Frame::Answer { id, answer } => Outgoing::Answer {
            answer: AnswerBody::new(id, answer),
        }
        .text(),
    }
}

/// Refusals look alike, whether the arbiter says no or the service does.
impl Serialize for Refused {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct ByService<'a> {
            code: &'a str,
            article: Option<&'a str>,
            message: &'a str,
            squares: [&'a str; 0],
            params: BTreeMap<&'a str, &'a str>,
        }
        let (code, message) = match self {
            Self::ByArbiter(refusal) => return Refusal::serialize(refusal, serializer),
            Self::TooManyEvents => (
                "table_worn_out",
                "So much has happened at this table that it takes no more; open a new one.",
            ),
            Self::StoreAway => ("store_away", STORE_AWAY),
            Self::NameOfAccount => ("name_of_account", NAME_OF_ACCOUNT),
            Self::NoComputer => (
                "no_computer",
                "There is no computer to play against on this server.",
            ),
            Self::NoSuchLevel => ("no_such_level", "The computer has no such level."),
            Self::NoChess960 => (
                "no_chess960",
                "The computer of this server does not play Chess960.",
            ),
            Self::ComputersBusy => (
                "computers_busy",
                "All computers of this server are playing; try again in a while.",
            ),
        };
        let (article, squares, params) = (None, [], BTreeMap::new());
        ByService {
            code,
            article,
            message,
            squares,
            params,
        }
        .serialize(serializer)
    }
}

pub(crate) const NAME_OF_ACCOUNT: &str =
    "That is the name of an account here, or looks like it; sign in, or take another name.";
pub(crate) const STORE_AWAY: &str =
    "The server cannot write to its store at the moment; nothing was changed. Try again.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_faults_are_named() {
        let read = Incoming::parse(r#"{"id": "c1", "do": {"type": "ready", "ready": true}}"#);
        assert!(matches!(read, Ok(Incoming::Do { id, .. }) if id == "c1"));
        assert!(matches!(
            Incoming::parse(r#"{"ping": 17}"#),
            Ok(Incoming::Ping(_))
        ));
        assert!(matches!(
            Incoming::parse(r#"{"token": "abc"}"#),
            Ok(Incoming::Token(_))
        ));
        for (wrong, part) in [
            ("", "EOF"),
            ("[]", "length"),
            ("{}", "A message has"),
            (r#"{"ping": 1, "id": "x"}"#, "A message has"),
            (r#"{"pong": 1}"#, "unknown field `pong`"),
            (r#"{"id": "", "do": {"type": "start"}}"#, "1 to 64"),
            (r#"{"id": "c1", "do": {"type": "fly"}}"#, "fly"),
            (
                r#"{"id": "c1", "do": {"type": "start", "now": 1}}"#,
                "unknown field `now`",
            ),
            (
                r#"{"id": "c1", "do": {"type": "tick"}}"#,
                "unknown variant `tick`",
            ),
            (
                r#"{"id": "c1", "do": {"type": "take_seat", "name": "x"}}"#,
                "take_seat",
            ),
        ] {
            let fault = Incoming::parse(wrong).err().expect(wrong);
            assert!(fault.message.contains(part), "{wrong}: {}", fault.message);
        }
    }
}
