//! The messages of the lobby's WebSocket as they are on the wire. When they are sent stands in
//! `room.rs` and `session.rs`; their meaning in docs/protocol.md.

use axum::extract::ws::Utf8Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use tabiya_arbiter::{ColorChoice, Refusal, TimeControl, Timestamp};

use super::challenges::ChallengeShown;
use super::games::GameShown;
use super::room::Notice;
use super::seek::{Party, RatingRange, Seek, Standing, Terms, Unfit};
use crate::ids::TableId;
use crate::live::Card;
use crate::socket::protocol::{NAME_OF_ACCOUNT, STORE_AWAY};
use crate::store::StoreError;

/// The version of the protocol.
pub(super) const VERSION: u32 = 1;

/// What a client may say.
#[derive(Debug)]
pub(super) enum Incoming {
    Follow(Vec<Topic>),
    Seek(Sought),
    Accept {
        id: TableId,
        name: Option<String>,
    },
    Cancel(TableId),
    /// The pairing has reached its person.
    Taken(TableId),
    Seen(u64),
    Ping(Number),
}

/// What a socket may follow besides what is for its own person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Topic {
    Seeks,
    Online,
    Games,
}

/// A seek as it is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sought {
    pub(super) clock: TimeControl,
    #[serde(default = "any_color")]
    pub(super) color: ColorChoice,
    #[serde(default)]
    pub(super) rated: bool,
    #[serde(default)]
    pub(super) range: Option<RatingRange>,
    #[serde(default)]
    pub(super) name: Option<String>,
}

const fn any_color() -> ColorChoice {
    ColorChoice::Toss
}

impl Sought {
    pub(super) fn terms(&self) -> Terms {
        Terms {
            clock: self.clock.clone(),
            rated: self.rated,
        }
    }
}

/// A game at once with whoever wants the same.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Quick {
    clock: TimeControl,
    #[serde(default)]
    rated: bool,
    #[serde(default)]
    name: Option<String>,
}

impl Incoming {
    /// Reads a message, or says what is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            follow: Option<Vec<Topic>>,
            seek: Option<Sought>,
            quick: Option<Quick>,
            accept: Option<String>,
            name: Option<String>,
            cancel: Option<String>,
            taken: Option<String>,
            seen: Option<u64>,
            ping: Option<Number>,
        }
        let fields: Fields = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let id = |text: String| TableId::parse(&text).ok_or(format!("{text:?} is no id."));
        let name = fields.name;
        let mut said: Vec<Self> = Vec::new();
        said.extend(fields.follow.map(Self::Follow));
        said.extend(fields.seek.map(Self::Seek));
        said.extend(fields.quick.map(|quick| {
            Self::Seek(Sought {
                clock: quick.clock,
                color: ColorChoice::Toss,
                rated: quick.rated,
                range: None,
                name: quick.name,
            })
        }));
        if let Some(text) = fields.accept {
            let id = id(text)?;
            said.push(Self::Accept {
                id,
                name: name.clone(),
            });
        }
        said.extend(fields.cancel.map(id).transpose()?.map(Self::Cancel));
        said.extend(fields.taken.map(id).transpose()?.map(Self::Taken));
        said.extend(fields.seen.map(Self::Seen));
        said.extend(fields.ping.map(Self::Ping));
        let is_named = name.is_some();
        match (said.pop(), said.is_empty()) {
            (Some(message), true) if !is_named || matches!(message, Self::Accept { .. }) => {
                Ok(message)
            }
            _ => Err(
                "A message has one of \"follow\", \"seek\", \"quick\", \"accept\", \"cancel\", \
                 \"taken\", \"seen\" and \"ping\"."
                    .to_owned(),
            ),
        }
    }
}

/// Why the lobby did not do what it was asked, as a code and one sentence.
#[derive(Debug)]
pub(super) enum Fault {
    Refused(Refusal),
    Unfit(Unfit),
    NeedsAccount,
    NoClock,
    BadRange,
    /// This person has been paired this very moment.
    Paired,
    /// So many seeks of one person, or of all, wait already.
    TooManySeeks,
    /// The name is that of an account, and whoever wants it is somebody else.
    NameOfAccount,
    Banned,
    Away,
}

impl From<Unfit> for Fault {
    fn from(unfit: Unfit) -> Self {
        Self::Unfit(unfit)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Away
    }
}

impl Fault {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.code(),
            Self::Unfit(Unfit::Gone) => "seek_gone",
            Self::Unfit(Unfit::Own) => "own_seek",
            Self::NeedsAccount | Self::Unfit(Unfit::NeedsAccount) => "needs_account",
            Self::Unfit(Unfit::OutsideRange) => "outside_range",
            Self::Unfit(Unfit::Unwanted) => "unwanted",
            Self::NoClock => "no_clock",
            Self::BadRange => "bad_range",
            Self::Paired => "paired_already",
            Self::TooManySeeks => "too_many_seeks",
            Self::NameOfAccount => "name_of_account",
            Self::Banned => "banned",
            Self::Away => "store_away",
        }
    }

    pub(super) fn message(&self) -> String {
        let text = match self {
            Self::Refused(refusal) => return refusal.to_string(),
            Self::Unfit(Unfit::Gone) => "Somebody was quicker, or that player has left.",
            Self::Unfit(Unfit::Own) => "That is your own seek.",
            Self::NeedsAccount | Self::Unfit(Unfit::NeedsAccount) => {
                "Rated games, and games by days, are for people with an account: sign in first."
            }
            Self::Unfit(Unfit::OutsideRange) => {
                "That player looks for somebody with another rating."
            }
            Self::Unfit(Unfit::Unwanted) => "The two of you are not paired with each other.",
            Self::NoClock => "A game with somebody from the lobby needs a clock.",
            Self::BadRange => {
                "A range of ratings goes from a lower one to a higher one, 4000 at most."
            }
            Self::Paired => "You have just been paired.",
            Self::TooManySeeks => "Too many seeks wait already; cancel one first.",
            Self::NameOfAccount => NAME_OF_ACCOUNT,
            Self::Banned => "You are banned here, and can only look on.",
            Self::Away => STORE_AWAY,
        };
        text.to_owned()
    }
}

/// What the server says.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outgoing<'a> {
    Hello(Hello<'a>),
    State(StateBody<'a>),
    Seeks {
        added: Vec<SeekShown<'a>>,
        gone: Vec<&'a str>,
    },
    Mine(Vec<&'a str>),
    Here(Here),
    Online {
        added: Vec<&'a str>,
        gone: Vec<&'a str>,
    },
    Paired(PairedBody<'a>),
    Games(GameNews<'a>),
    /// The table that is on television.
    Tv(Option<&'a str>),
    /// All challenges of the person.
    Challenges(Vec<ChallengeShown<'a>>),
    /// How a game by letter of the person stands now.
    Letter(LetterShown<'a>),
    Notice(NoticeShown<'a>),
    NoticeGone(u64),
    Error {
        code: &'a str,
        message: &'a str,
    },
}

#[derive(Serialize)]
pub(super) struct Hello<'a> {
    pub(super) v: u32,
    pub(super) now: Timestamp,
    /// The name of the account; null for a guest.
    pub(super) name: Option<&'a str>,
}

/// How many are here.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(super) struct Here {
    pub(super) people: usize,
    pub(super) guests: usize,
}

/// How things stand, as far as it is followed.
#[derive(Serialize)]
pub(super) struct StateBody<'a> {
    pub(super) here: Here,
    pub(super) mine: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seeks: Option<Vec<SeekShown<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) online: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) games: Option<Vec<GameShown<'a>>>,
    pub(super) tv: Option<&'a str>,
}

/// Games that have changed, and such as run no more.
#[derive(Serialize)]
pub(super) struct GameNews<'a> {
    pub(super) changed: Vec<GameShown<'a>>,
    pub(super) gone: Vec<&'a str>,
}

/// A game by letter as its player sees it in the list; without a card it is over.
#[derive(Serialize)]
pub(super) struct LetterShown<'a> {
    pub(super) table: &'a str,
    pub(super) seat: tabiya_arbiter::Seat,
    pub(super) card: Option<&'a Card>,
}

/// A notice under the number by which it is seen.
#[derive(Serialize)]
pub(super) struct NoticeShown<'a> {
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) notice: &'a Notice,
}

/// A seek as everybody sees it.
#[derive(Serialize)]
pub(super) struct SeekShown<'a> {
    id: &'a str,
    name: Option<&'a str>,
    guest: bool,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    standing: Option<Standing>,
    clock: &'a TimeControl,
    rated: bool,
    color: ColorChoice,
    range: Option<RatingRange>,
    made: Timestamp,
}

impl<'a> From<&'a Seek> for SeekShown<'a> {
    fn from(seek: &'a Seek) -> Self {
        Self {
            id: seek.id.as_str(),
            name: seek.seeker.name.as_deref(),
            guest: matches!(seek.seeker.party, Party::Visitor(_)),
            standing: seek.seeker.standing,
            clock: &seek.terms.clock,
            rated: seek.terms.rated,
            color: seek.color,
            range: seek.range,
            made: seek.made,
        }
    }
}

/// Where somebody plays now.
#[derive(Serialize)]
pub(super) struct PairedBody<'a> {
    pub(super) table: &'a str,
    pub(super) seat: tabiya_arbiter::Seat,
    /// The private link to the own seat.
    pub(super) seat_link: String,
    pub(super) opponent: Option<&'a str>,
}

impl Outgoing<'_> {
    /// The message as text; none if it cannot be written, which is a bug and is logged.
    pub(super) fn text(&self) -> Option<Utf8Bytes> {
        serde_json::to_string(self)
            .inspect_err(|error| tracing::error!(%error, "a message cannot be written"))
            .ok()
            .map(Utf8Bytes::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_faults_are_named() {
        for right in [
            r#"{"follow": ["seeks", "online"]}"#,
            r#"{"quick": {"clock": {"type": "fischer", "bank_ms": 180000, "increment_ms": 2000}}}"#,
            r#"{"seek": {"clock": {"type": "days", "days": 3}, "rated": true, "range": {"min": 1000, "max": 1400}}}"#,
            r#"{"accept": "abcdefghij", "name": "Bo"}"#,
            r#"{"cancel": "abcdefghij"}"#,
            r#"{"ping": 1}"#,
        ] {
            assert!(Incoming::parse(right).is_ok(), "{right}");
        }
        for (wrong, part) in [
            ("", "EOF"),
            ("{}", "A message has one of"),
            (r#"{"ping": 1, "follow": []}"#, "A message has one of"),
            (r#"{"ping": 1, "name": "Bo"}"#, "A message has one of"),
            (r#"{"accept": "../../etc"}"#, "is no id"),
            (r#"{"follow": ["all"]}"#, "unknown variant `all`"),
            (
                r#"{"seek": {"clock": {"type": "days", "days": 3}, "elo": 1}}"#,
                "unknown field `elo`",
            ),
        ] {
            let fault = Incoming::parse(wrong).expect_err(wrong);
            assert!(fault.contains(part), "{wrong}: {fault}");
        }
    }
}
