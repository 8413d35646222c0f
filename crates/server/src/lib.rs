//! The Tabiya service: live tables over HTTP and WebSocket, stored durably. What a bishop does is
//! not known here; the arbiter judges, and this crate keeps order around it: **decide → append →
//! apply → publish → answer**.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use tabiya_server::{Config, Service};
//!
//! let folder = std::env::temp_dir().join(format!("tabiya-doc-{}", std::process::id()));
//! let config = Config::new("127.0.0.1:0".parse()?, folder.clone());
//! tokio::runtime::Runtime::new()?.block_on(async {
//!     let service = Service::start(config).await?;
//!     println!("open http://{}", service.address());
//!     service.run(async { /* until someone wants it to stop */ }).await;
//!     Ok::<_, tabiya_server::StartError>(())
//! })?;
//! # std::fs::remove_dir_all(folder)?;
//! # Ok(())
//! # }
//! ```

mod access;
mod accounts;
mod clock;
mod computer;
mod config;
pub mod engine_process;
mod hosts;
mod http;
mod ids;
mod letters;
mod limits;
mod live;
mod lobby;
mod mail;
mod names;
mod office;
mod ratings;
mod secrets;
mod service;
mod socket;
mod store;

pub use accounts::PasswordCost;
pub use clock::{Clock, ManualClock, SystemClock};
pub use computer::ComputerConfig;
pub use config::{BadPublicUrl, Config, PublicUrl};
pub use hosts::lan_origin;
pub use ids::{NoRandomness, SeatToken, TableId, TokenHash};
pub use limits::{Rate, Rates};
pub use mail::{
    BadMailSetting, ImapUrl, Incoming, LinkPurpose, Mail, MailConfig, Mailbox, ReplyPattern,
    SmtpUrl, Transport,
};
pub use office::{
    BanShape, InvitationShape, Invited, Office, OfficeError, Page, ReportShape, RulesShape,
    RulesWish, UserShape, utc,
};
pub use ratings::{Change, FIRST_RATING, PROVISIONAL_GAMES, RatingClass, Standing, rate};
pub use secrets::Secret;
pub use service::{Ports, Service, StartError, listen};
pub use store::{
    Accounts, Answer, ApiToken, Append, ChatLine, CommandKey, DaysChallenge, DaysSeek, Ended,
    GameCard, Games, Grant, InvitationLimits, KeptGame, KnownPasskey, LetterInvitation,
    LetterState, Letters, Lobbies, LobbyWishes, Log, MailedLink, NewAccount, NewApiToken, NewLink,
    NewPasskey, NewPassword, NewSession, OpenError, OpenSession, Outage, PastGame, PastPlace,
    People, Person, PersonId, Plan, Puzzle, PuzzleWish, Puzzles, Rest, Role, SessionPlace,
    SqliteStore, Store, StoreError, Tables, Uses, Vacation, Waiting, WhoMayChallenge,
};
pub use store::{
    Ban, Banned, Copied, Counts, GameEntry, Hosting, House, HouseRules, Invitation, Known, NewBan,
    NewInvitation, NewReport, RatedGame, RatingPoint, Recount, Report, SignUp, Told, Visitor,
    WrongGame,
};
pub use store::{
    Fate, MailChoice, MailHealth, MailId, MailLink, MailReader, MailTo, Mails, NewMail, NotPosted,
    Outgoing, ReplyPlace, Sending,
};
