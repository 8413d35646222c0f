//! The shapes in which people, bans, reports and the rest are told, in JSON or on a terminal.

use serde::Serialize;
use tabiya_arbiter::{Seat, Timestamp};

use crate::ratings::{Change, RatingClass, Standing};
use crate::store::{Ban, Banned, Invitation, Known, NewInvitation, Report, Role};

/// A part of a list.
#[derive(Clone, Debug, Serialize)]
pub struct Page<T> {
    /// What is in it.
    pub items: Vec<T>,
    /// What to ask for the next part with; none: this was the last.
    pub next: Option<u64>,
}

/// Where the next part of a list begins, if this one is full.
pub(super) fn next<T>(items: &[T], most: u32, key: impl Fn(&T) -> u64) -> Option<u64> {
    let is_full = u32::try_from(items.len()).is_ok_and(|count| count >= most);
    items.last().filter(|_| is_full).map(key)
}

/// A rating in one class.
#[derive(Clone, Debug, Serialize)]
pub struct RatingShape {
    /// The class.
    pub class: &'static str,
    /// The rating.
    pub rating: i32,
    /// Rated games.
    pub games: u32,
    /// Whether so few games were played that the rating says little.
    pub provisional: bool,
    /// The highest so far.
    pub peak: i32,
}

impl RatingShape {
    pub(crate) fn new(class: RatingClass, standing: &Standing) -> Self {
        Self {
            class: class.name(),
            rating: standing.rating,
            games: standing.games,
            provisional: standing.is_provisional(),
            peak: standing.peak,
        }
    }
}

/// What a game did to a rating.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ChangeShape {
    before: i32,
    after: i32,
}

impl From<Change> for ChangeShape {
    fn from(change: Change) -> Self {
        Self {
            before: change.before,
            after: change.after,
        }
    }
}

/// A person as a host sees him.
#[derive(Clone, Debug, Serialize)]
pub struct UserShape {
    /// The id.
    pub id: String,
    /// The name of the account, if it is one.
    pub name: Option<String>,
    /// The confirmed mail address.
    pub address: Option<String>,
    /// `member` or `admin`.
    pub role: &'static str,
    /// When the person was first known, in ms since the epoch.
    pub created: u64,
    /// When he was last here.
    pub seen: u64,
    /// Games that have ended.
    pub games: u64,
    /// Whether the account was closed.
    pub closed: bool,
    /// The ratings.
    pub ratings: Vec<RatingShape>,
    /// The ban in force.
    pub ban: Option<BanShape>,
}

impl UserShape {
    pub(super) fn new(
        known: Known,
        standings: Vec<(RatingClass, Standing)>,
        ban: Option<Ban>,
    ) -> Self {
        let person = known.person;
        let ratings = standings.iter();
        Self {
            id: person.id.to_string(),
            name: person.name,
            address: person.address,
            role: match person.role {
                Role::Member => "member",
                Role::Admin => "admin",
            },
            created: person.created.0,
            seen: known.seen.0,
            games: known.games,
            closed: person.closed,
            ratings: ratings
                .map(|(class, standing)| RatingShape::new(*class, standing))
                .collect(),
            ban: ban.map(BanShape::from),
        }
    }
}

/// A ban in force.
#[derive(Clone, Debug, Serialize)]
pub struct BanShape {
    /// The name by which it is lifted.
    pub id: String,
    /// `person`, `network` or `address`.
    pub kind: &'static str,
    /// Whom it keeps out: the name or id, the network address, the mail address.
    pub whom: String,
    /// Why.
    pub reason: String,
    /// When it was made, in ms since the epoch.
    pub made: u64,
    /// When it ends; none: when it is lifted.
    pub until: Option<u64>,
}

impl From<Ban> for BanShape {
    fn from(ban: Ban) -> Self {
        let (kind, whom) = match ban.whom {
            Banned::Person(id) => ("person", ban.name.unwrap_or_else(|| id.to_string())),
            Banned::Network(network) => ("network", network.to_string()),
            Banned::Address(address) => ("address", address),
        };
        Self {
            id: ban.id.to_string(),
            kind,
            whom,
            reason: ban.reason,
            made: ban.made.0,
            until: ban.until.map(|until| until.0),
        }
    }
}

/// The rules of the house.
#[derive(Clone, Debug, Serialize)]
pub struct RulesShape {
    /// `open`, `invitation` or `closed`.
    pub sign_up: &'static str,
    /// Whether people say only what is on offer.
    pub quiet: bool,
    /// Words that no name may hold.
    pub refused_words: Vec<String>,
}

/// An invitation.
#[derive(Clone, Debug, Serialize)]
pub struct InvitationShape {
    /// The name by which it is taken back.
    pub id: String,
    /// For whom it is.
    pub note: String,
    /// When it was made, in ms since the epoch.
    pub created: u64,
    /// When it ends by itself.
    pub expires: u64,
    /// Accounts that may still be made with it.
    pub uses_left: u32,
}

impl From<Invitation> for InvitationShape {
    fn from(invitation: Invitation) -> Self {
        Self {
            id: invitation.id.to_string(),
            note: invitation.note,
            created: invitation.created.0,
            expires: invitation.expires.0,
            uses_left: invitation.uses_left,
        }
    }
}

impl From<NewInvitation> for InvitationShape {
    fn from(invitation: NewInvitation) -> Self {
        Self {
            id: invitation.id.to_string(),
            note: invitation.note,
            created: invitation.at.0,
            expires: invitation.expires.0,
            uses_left: invitation.uses,
        }
    }
}

/// An invitation that was just made, with its secret.
#[derive(Clone, Debug, Serialize)]
pub struct Invited {
    /// Where it leads on this server.
    pub path: String,
    /// The invitation.
    #[serde(flatten)]
    pub invitation: InvitationShape,
}

/// A report as a host reads it.
#[derive(Clone, Debug, Serialize)]
pub struct ReportShape {
    /// The name by which it is closed.
    pub id: String,
    /// When it was made, in ms since the epoch.
    pub made: u64,
    /// Who complains: the name or id; none: a guest.
    pub reporter: Option<String>,
    /// About whom: the name or id; none: a guest.
    pub person: Option<String>,
    /// The table.
    pub table: Option<String>,
    /// The seat at it.
    pub seat: Option<Seat>,
    /// What it is about.
    pub reason: String,
    /// In the reporter's words.
    pub text: String,
    /// What was said at the table before.
    pub said: Vec<String>,
    /// When it was closed.
    pub closed: Option<u64>,
    /// What was noted then.
    pub note: Option<String>,
}

impl From<Report> for ReportShape {
    fn from(report: Report) -> Self {
        let called = |name: Option<String>, id: Option<crate::store::PersonId>| {
            name.or_else(|| id.map(|id| id.to_string()))
        };
        Self {
            id: report.id.to_string(),
            made: report.made.0,
            reporter: called(report.reporter_name, report.reporter),
            person: called(report.person_name, report.person),
            table: report.table.map(|table| table.to_string()),
            seat: report.seat,
            reason: report.reason,
            text: report.words,
            said: report.context,
            closed: report.closed.map(|Timestamp(at)| at),
            note: report.note,
        }
    }
}
