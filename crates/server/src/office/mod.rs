//! What a host does, for the admin page and for `tabiya admin` alike: what is asked for is checked,
//! done in the store, and told in a shape that both show. Who may ask is not known here.

mod disk;
mod shapes;
mod when;

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabiya_arbiter::Timestamp;

use crate::access::mailed_seats;
use crate::accounts::{Address, Name, PasswordCost, Passwords};
use crate::clock::{Clock, SystemClock};
use crate::ids::{NoRandomness, SeatToken, TableId};
use crate::limits;
use crate::mail::{LinkPurpose, Mail};
use crate::store::{
    Banned, Copied, HouseRules, MailTo, NewBan, NewInvitation, NewMail, NewPassword, OpenError,
    Person, Puzzle, Recount, Role, SignUp, SqliteStore, Store, StoreError, Told,
};

pub(crate) use disk::disk_free;
pub use shapes::{BanShape, InvitationShape, Invited, Page, ReportShape, RulesShape, UserShape};
pub(crate) use shapes::{ChangeShape, RatingShape};
pub use when::utc;

/// Where an invitation leads; the secret stands behind the `#`, which no server sees.
const INVITATION_PATH: &str = "/account#invitation=";

/// The host's desk.
pub struct Office {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
}

/// Why a host's wish was not done, each in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OfficeError {
    /// There is no such thing.
    #[error("There is no such {0}.")]
    Missing(&'static str),
    /// It cannot be so.
    #[error("{1}")]
    Unfit(&'static str, String),
    /// The store says no, or does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No secret can be made.
    #[error("the operating system gave no random numbers")]
    NoRandomness,
}

impl From<NoRandomness> for OfficeError {
    fn from(_: NoRandomness) -> Self {
        Self::NoRandomness
    }
}

type Done<T> = Result<T, OfficeError>;

/// What of the rules of the house is to change.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesWish {
    /// How accounts are made: open, invitation, closed.
    pub sign_up: Option<String>,
    /// Whether people say only what is on offer.
    pub quiet: Option<bool>,
    /// The words that no name may hold.
    pub refused_words: Option<Vec<String>>,
}

impl Office {
    /// The desk of a service that runs in this process.
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// A desk of its own on a data folder, whether a service runs on it or not.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let store = Arc::new(SqliteStore::open_beside(folder)?);
        Ok(Self::new(store, Arc::new(SystemClock::start(Timestamp(0)))))
    }

    /// People whose name, address or id holds these letters, newest first.
    pub async fn users(&self, letters: &str, before: Option<u64>) -> Done<Page<UserShape>> {
        let most = limits::LIST_ENTRIES;
        let letters: String = letters
            .trim()
            .chars()
            .take(limits::ADDRESS_LETTERS)
            .collect();
        let known = self.store.people(letters, before, most).await?;
        let next = shapes::next(&known, most, |known| known.key);
        let mut users = Vec::new();
        for known in known {
            let standings = self.store.standings(known.person.id.clone()).await?;
            let who = crate::store::Visitor {
                person: Some(known.person.id.clone()),
                address: known.person.address.clone(),
                network: None,
            };
            let ban = self.store.ban_on(who, self.clock.now()).await?;
            users.push(UserShape::new(known, standings, ban));
        }
        Ok(Page { items: users, next })
    }

    /// The person with exactly this name, mail address or id.
    pub async fn person(&self, who: &str) -> Done<Person> {
        let who = who.trim();
        let mut found = self.store.by_name(who.to_owned()).await?;
        if found.is_none() && who.contains('@') {
            found = self.store.by_address(who.to_owned()).await?;
        }
        if let (None, Some(id)) = (&found, TableId::parse(who)) {
            found = self.store.person(id).await?;
        }
        found.ok_or(OfficeError::Missing("person"))
    }

    /// The same, as it is listed.
    pub async fn user(&self, who: &str) -> Done<UserShape> {
        let person = self.person(who).await?;
        let users = self.users(person.id.as_str(), None).await?;
        let found = users
            .items
            .into_iter()
            .find(|user| user.id == person.id.as_str());
        found.ok_or(OfficeError::Missing("person"))
    }

    /// Makes a person an admin, or takes that away.
    pub async fn set_role(&self, who: &str, role: &str) -> Done<()> {
        let role = match role {
            "admin" => Role::Admin,
            "member" => Role::Member,
            _ => return Err(unfit("bad_role", "A role is admin or member.")),
        };
        let person = self.person(who).await?;
        if person.name.is_none() || person.closed {
            return Err(unfit("no_account", "Only an account can have a role."));
        }
        if self.store.set_role(person.id, role).await? {
            Ok(())
        } else {
            let why = "This is the last admin; make somebody else one before.";
            Err(unfit("last_admin", why))
        }
    }

    /// Gives an account a new password, which is shown this once. Its sessions, its API tokens and the
    /// private links to its seats end.
    pub async fn new_password(&self, who: &str) -> Done<String> {
        let person = self.person(who).await?;
        if person.name.is_none() || person.closed {
            return Err(unfit("no_account", "Only an account has a password."));
        }
        let password = SeatToken::random()?.secret().to_owned();
        let passwords = Passwords::new(PasswordCost::default());
        let hash = passwords.hash(password.clone()).await.map_err(|why| {
            tracing::error!(?why, "a password could not be hashed");
            unfit("not_hashed", "The password could not be kept.")
        })?;
        let now = self.clock.now();
        let secret = self.store.secret().await?;
        let keep_seats = mailed_seats(&*self.store, &secret, &person.id).await?;
        let new = NewPassword {
            hash,
            keep_session: None,
            keep_api_tokens: false,
            keep_seats,
            at: now,
        };
        self.store.set_password(person.id, new).await?;
        Ok(password)
    }

    /// Gives an account another name.
    pub async fn rename(&self, who: &str, name: &str) -> Done<()> {
        let name = Name::parse(name).map_err(|bad| unfit("bad_name", &bad.to_string()))?;
        let person = self.person(who).await?;
        if person.name.is_none() || person.closed {
            return Err(unfit("no_account", "Only an account has a name."));
        }
        self.store
            .rename(person.id, name.as_str().to_owned(), self.clock.now())
            .await?;
        Ok(())
    }

    /// Bans a person (by name or id), a network address, or a mail address that nobody has confirmed.
    pub async fn ban(&self, whom: &str, reason: &str, days: Option<u32>) -> Done<BanShape> {
        let reason = reason.trim();
        let letters = reason.chars().count();
        if letters == 0 || letters > limits::REASON_LETTERS {
            let why =
                "A ban has a reason of at most 200 characters, which the banned person reads.";
            return Err(unfit("bad_reason", why));
        }
        if days.is_some_and(|days| days == 0 || days > limits::BAN_DAYS) {
            return Err(unfit(
                "bad_days",
                "A ban lasts from 1 to 3650 days, or for good.",
            ));
        }
        let at = self.clock.now();
        let ban = NewBan {
            id: TableId::random()?,
            whom: self.banned(whom).await?,
            reason: reason.to_owned(),
            at,
            until: days.map(|days| later(at, days)),
        };
        let id = ban.id.clone();
        self.store.ban(ban).await?;
        let made = self
            .store
            .bans(at)
            .await?
            .into_iter()
            .find(|ban| ban.id == id);
        made.map(BanShape::from).ok_or(OfficeError::Missing("ban"))
    }

    async fn banned(&self, whom: &str) -> Done<Banned> {
        let whom = whom.trim();
        if let Ok(network) = whom.parse::<IpAddr>() {
            return Ok(Banned::Network(network));
        }
        match self.person(whom).await {
            Ok(person) if person.role == Role::Admin => Err(unfit(
                "is_admin",
                "An admin cannot be banned; take the role away before.",
            )),
            Ok(person) => Ok(Banned::Person(person.id)),
            Err(OfficeError::Missing(_)) => match Address::parse(whom) {
                Some(address) => Ok(Banned::Address(address.key())),
                None => Err(OfficeError::Missing("person")),
            },
            Err(error) => Err(error),
        }
    }

    /// Lifts a ban by its id, or all of whoever is banned under this name or address.
    pub async fn unban(&self, whom: &str) -> Done<u64> {
        let whom = whom.trim();
        let at = self.clock.now();
        let bans = self.store.bans(at).await?;
        let banned = self.banned(whom).await.ok();
        let mut lifted = 0;
        for ban in bans {
            if (ban.id.as_str() == whom || Some(&ban.whom) == banned.as_ref())
                && self.store.lift_ban(ban.id, at).await?
            {
                lifted += 1;
            }
        }
        if lifted > 0 {
            Ok(lifted)
        } else {
            Err(OfficeError::Missing("ban"))
        }
    }

    /// The bans in force, newest first.
    pub async fn bans(&self) -> Done<Vec<BanShape>> {
        let bans = self.store.bans(self.clock.now()).await?;
        Ok(bans.into_iter().map(BanShape::from).collect())
    }

    /// The rules of the house.
    pub async fn rules(&self) -> Done<RulesShape> {
        Ok(self.store.rules().await?.into())
    }

    /// Changes the rules of the house.
    pub async fn set_rules(&self, wish: RulesWish) -> Done<RulesShape> {
        let mut rules = self.store.rules().await?;
        if let Some(name) = wish.sign_up {
            let why = "Accounts are made in one of these ways: open, invitation, closed.";
            rules.sign_up = SignUp::by_name(&name).ok_or_else(|| unfit("bad_sign_up", why))?;
        }
        if let Some(quiet) = wish.quiet {
            rules.quiet = quiet;
        }
        if let Some(words) = wish.refused_words {
            rules.refused_words = refused_words(&words)?;
        }
        self.store.set_rules(rules.clone()).await?;
        Ok(rules.into())
    }

    /// Makes an invitation. Its secret is shown this once.
    pub async fn invite(&self, note: &str, days: u32, uses: u32) -> Done<Invited> {
        let note = note.trim();
        if note.chars().count() > limits::REASON_LETTERS {
            return Err(unfit("bad_note", "A note has at most 200 characters."));
        }
        if days == 0 || days > limits::INVITATION_DAYS {
            return Err(unfit("bad_days", "An invitation lasts from 1 to 365 days."));
        }
        if uses == 0 || uses > limits::INVITATION_USES {
            return Err(unfit(
                "bad_uses",
                "An invitation makes from 1 to 1000 accounts.",
            ));
        }
        let at = self.clock.now();
        if self.store.invitations(at).await?.len() >= limits::INVITATIONS {
            return Err(unfit(
                "too_many_invitations",
                "There are 200 invitations; revoke some before.",
            ));
        }
        let token = SeatToken::random()?;
        let invitation = NewInvitation {
            token: token.hash(),
            id: TableId::random()?,
            note: note.to_owned(),
            at,
            expires: later(at, days),
            uses,
        };
        self.store.invite(invitation.clone()).await?;
        Ok(Invited {
            path: format!("{INVITATION_PATH}{}", token.secret()),
            invitation: invitation.into(),
        })
    }

    /// The invitations with which an account can still be made, newest first.
    pub async fn invitations(&self) -> Done<Vec<InvitationShape>> {
        let invitations = self.store.invitations(self.clock.now()).await?;
        Ok(invitations.into_iter().map(InvitationShape::from).collect())
    }

    /// Takes an invitation back.
    pub async fn revoke_invitation(&self, id: &str) -> Done<()> {
        let missing = OfficeError::Missing("invitation");
        let Some(id) = TableId::parse(id) else {
            return Err(missing);
        };
        if self.store.revoke_invitation(id).await? {
            Ok(())
        } else {
            Err(missing)
        }
    }

    /// Reports, newest first.
    pub async fn reports(&self, open: bool, before: Option<u64>) -> Done<Page<ReportShape>> {
        let most = limits::LIST_ENTRIES;
        let reports = self.store.reports(open, before, most).await?;
        let next = shapes::next(&reports, most, |report| report.key);
        let items = reports.into_iter().map(ReportShape::from).collect();
        Ok(Page { items, next })
    }

    /// Closes a report with a note.
    pub async fn close_report(&self, id: &str, note: &str) -> Done<()> {
        let note = note.trim();
        if note.chars().count() > limits::REPORT_LETTERS {
            return Err(unfit("bad_note", "A note has at most 1000 characters."));
        }
        let missing = OfficeError::Missing("open report");
        let Some(id) = TableId::parse(id) else {
            return Err(missing);
        };
        let at = self.clock.now();
        if self.store.close_report(id, note.to_owned(), at).await? {
            Ok(())
        } else {
            Err(missing)
        }
    }

    /// How things stand, as far as the store knows.
    pub async fn health(&self) -> Done<serde_json::Value> {
        let counts = self.store.counts().await?;
        let mail = self.store.mail_health().await?;
        Ok(serde_json::json!({
            "store": "ok",
            "version": env!("CARGO_PKG_VERSION"),
            "accounts": counts.accounts,
            "tables": counts.tables,
            "running": counts.running,
            "games": counts.games,
            "reports": counts.reports,
            "bytes": counts.bytes,
            "mail": {
                "waiting": mail.waiting,
                "stuck_since": mail.stuck_since.map(|at| at.0),
                "given_up": mail.given_up,
                "last_fault": mail.last_fault,
            },
        }))
    }

    /// Puts a mail into the outbox that says that mail works.
    pub async fn test_mail(&self, address: &str) -> Done<()> {
        let why = "A mail address looks like ana@example.org.";
        let address = Address::parse(address).ok_or_else(|| unfit("bad_address", why))?;
        let mail = NewMail {
            to: MailTo::Address(address.as_str().to_owned()),
            mail: Mail::Link {
                purpose: LinkPurpose::Test,
                path: "/".to_owned(),
            },
            due: self.clock.now(),
            once: None,
        };
        let posted = self.store.post(mail).await?;
        posted.map_err(|why| unfit("not_mailed", &why.to_string()))
    }

    /// Adds puzzles to the library, all of them or none; one that is there already is replaced.
    /// Some thousands at a time hold nobody up.
    pub async fn add_puzzles(&self, puzzles: Vec<Puzzle>) -> Done<()> {
        Ok(self.store.add_puzzles(puzzles).await?)
    }

    /// Copies the store into a new file, as it is at one moment, and checks the copy.
    pub async fn backup(&self, file: PathBuf, told: Told) -> Done<Copied> {
        Ok(self.store.backup(file, told).await?)
    }

    /// Works ratings out again from the next games in the list.
    pub async fn recount(&self, recount: Recount) -> Done<Recount> {
        Ok(self.store.recount(recount, limits::GAMES_RECOUNTED).await?)
    }

    /// The standings that are not as a finished recount says: the person's name or id, the class,
    /// what is stored, what must be.
    pub async fn wrong_standings(
        &self,
        recount: &Recount,
    ) -> Done<Vec<(String, &'static str, Option<i32>, Option<i32>)>> {
        let stored = self.store.all_standings().await?;
        let mut wrong = Vec::new();
        let mut right = recount.standings.clone();
        for (person, class, standing) in stored {
            let must = right.remove(&(person.clone(), class));
            if must != Some(standing) {
                wrong.push((person, class, Some(standing.rating), must));
            }
        }
        let missing = right.into_iter();
        wrong.extend(missing.map(|((person, class), must)| (person, class, None, Some(must))));
        let mut told = Vec::new();
        for (id, class, stored, must) in wrong {
            let person = self.store.person(id.clone()).await?;
            let name = person.and_then(|person| person.name);
            let name = name.unwrap_or_else(|| id.to_string());
            told.push((name, class.name(), stored, must.map(|must| must.rating)));
        }
        Ok(told)
    }

    /// Puts right what a finished recount has found wrong.
    pub async fn put_right(&self, recount: Recount) -> Done<u64> {
        Ok(self.store.put_right(recount).await?)
    }
}

fn unfit(code: &'static str, why: &str) -> OfficeError {
    OfficeError::Unfit(code, why.to_owned())
}

fn later(at: Timestamp, days: u32) -> Timestamp {
    Timestamp(at.0.saturating_add(u64::from(days) * limits::DAY_MS))
}

/// Words as they are kept: small, each once, in order.
fn refused_words(words: &[String]) -> Done<Vec<String>> {
    let words = words.iter().map(|word| word.trim().to_lowercase());
    let mut words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.sort();
    words.dedup();
    let is_long = |word: &String| {
        let letters = word.chars().count();
        !(2..=limits::NAME_MOST_LETTERS).contains(&letters)
    };
    if words.len() > limits::REFUSED_WORDS || words.iter().any(is_long) {
        let why = "At most 500 words are refused in names, each of 2 to 20 letters.";
        return Err(unfit("bad_words", why));
    }
    Ok(words)
}

impl From<HouseRules> for RulesShape {
    fn from(rules: HouseRules) -> Self {
        Self {
            sign_up: rules.sign_up.name(),
            quiet: rules.quiet,
            refused_words: rules.refused_words,
        }
    }
}
