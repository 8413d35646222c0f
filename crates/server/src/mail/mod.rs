//! Mail: what is written to people who are not at the table, and how it leaves the house. The
//! outbox itself is in the store; what replies do stands in `incoming/`.

mod compose;
mod config;
mod delivery;
mod incoming;
mod kinds;
mod transport;

pub use config::{BadMailSetting, ImapUrl, Incoming, MailConfig, ReplyPattern, SmtpUrl, Transport};
pub(crate) use delivery::Postman;
pub(crate) use incoming::MailReading;
pub use kinds::{LinkPurpose, Mail};
pub use lettre::message::Mailbox;
