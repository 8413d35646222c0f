//! The store's side of what the host decides: the rules of the house, invitations, who is banned.
//! Who may decide it is not known here.

use std::net::IpAddr;

use tabiya_arbiter::Timestamp;

use super::{Answer, PersonId};
use crate::ids::{TableId, TokenHash};

/// What the host decides.
pub trait House: Send + Sync + 'static {
    /// The rules of the house.
    fn rules(&self) -> Answer<'_, HouseRules>;

    /// Replaces the rules of the house.
    fn set_rules(&self, rules: HouseRules) -> Answer<'_, ()>;

    /// Keeps a new invitation.
    fn invite(&self, invitation: NewInvitation) -> Answer<'_, ()>;

    /// The invitations with which an account can still be made, newest first.
    fn invitations(&self, now: Timestamp) -> Answer<'_, Vec<Invitation>>;

    /// Whether an account can be made with this invitation.
    fn is_invited(&self, token: TokenHash, now: Timestamp) -> Answer<'_, bool>;

    /// Takes an invitation back; `false` if there is no such one.
    fn revoke_invitation(&self, id: TableId) -> Answer<'_, bool>;

    /// Bans somebody. The sessions of a person who is banned end.
    fn ban(&self, ban: NewBan) -> Answer<'_, ()>;

    /// Lifts a ban; `false` if there is no such one in force.
    fn lift_ban(&self, id: TableId, now: Timestamp) -> Answer<'_, bool>;

    /// The bans in force, newest first.
    fn bans(&self, now: Timestamp) -> Answer<'_, Vec<Ban>>;

    /// The bans in force that were made after the one with this number, and the number of the last
    /// ban of all. Bans are numbered as they are made.
    fn bans_after(&self, number: u64, now: Timestamp) -> Answer<'_, (u64, Vec<Ban>)>;

    /// The ban that keeps whoever this is out, if there is one: the one that lasts longest.
    fn ban_on(&self, who: Visitor, now: Timestamp) -> Answer<'_, Option<Ban>>;
}

/// How an account is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SignUp {
    /// By whoever wants one.
    #[default]
    Open,
    /// With an invitation of the host.
    Invitation,
    /// Not at all.
    Closed,
}

impl SignUp {
    /// All ways, most open first.
    pub const ALL: [Self; 3] = [Self::Open, Self::Invitation, Self::Closed];

    /// The name in the store, in the API and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Invitation => "invitation",
            Self::Closed => "closed",
        }
    }

    /// The way of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

/// The rules of the house.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HouseRules {
    /// How an account is made.
    pub sign_up: SignUp,
    /// Whether people say only what is on offer, as schools may want it.
    pub quiet: bool,
    /// Words that no name may hold, beside those that none may anywhere.
    pub refused_words: Vec<String>,
}

/// An invitation that is made.
#[derive(Clone, Debug)]
pub struct NewInvitation {
    /// The hash of the secret in its link.
    pub token: TokenHash,
    /// The name by which it is listed and taken back.
    pub id: TableId,
    /// For whom it is.
    pub note: String,
    /// When it is made.
    pub at: Timestamp,
    /// When it ends by itself.
    pub expires: Timestamp,
    /// Accounts that may be made with it.
    pub uses: u32,
}

/// An invitation with which an account can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The name by which it is taken back.
    pub id: TableId,
    /// For whom it is.
    pub note: String,
    /// When it was made.
    pub created: Timestamp,
    /// When it ends by itself.
    pub expires: Timestamp,
    /// Accounts that may still be made with it.
    pub uses_left: u32,
}

/// Whom a ban keeps out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Banned {
    /// A person.
    Person(PersonId),
    /// Whoever comes from a network address; of IPv6, from the same /64 network.
    Network(IpAddr),
    /// Whoever confirms a mail address, in lower case.
    Address(String),
}

/// A ban that is made.
#[derive(Clone, Debug)]
pub struct NewBan {
    /// The name by which it is listed and lifted.
    pub id: TableId,
    /// Whom it keeps out.
    pub whom: Banned,
    /// Why, as whoever is banned reads it.
    pub reason: String,
    /// When it is made.
    pub at: Timestamp,
    /// When it ends; `None`: when it is lifted.
    pub until: Option<Timestamp>,
}

/// A ban in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// The name by which it is lifted.
    pub id: TableId,
    /// Whom it keeps out.
    pub whom: Banned,
    /// What the banned person is called, where it is a person with a name.
    pub name: Option<String>,
    /// Why.
    pub reason: String,
    /// When it was made.
    pub made: Timestamp,
    /// When it ends; `None`: when it is lifted.
    pub until: Option<Timestamp>,
}

/// What is known of somebody who comes: as much as can be banned.
#[derive(Clone, Debug, Default)]
pub struct Visitor {
    /// The person, where somebody signs in.
    pub person: Option<PersonId>,
    /// The network address.
    pub network: Option<IpAddr>,
    /// The mail address.
    pub address: Option<String>,
}

impl Visitor {
    /// Somebody who comes from this network address.
    #[must_use]
    pub fn from(network: IpAddr) -> Self {
        Self {
            network: Some(network),
            ..Self::default()
        }
    }

    /// This person.
    #[must_use]
    pub fn person(person: PersonId) -> Self {
        Self {
            person: Some(person),
            ..Self::default()
        }
    }
}
