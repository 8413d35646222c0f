//! Mail: what is written to people who are not at the table, and how it leaves the house. The
//! outbox itself is in the store; what replies do stands in `incoming/`.

mod compose;
mod config;
mod delivery;
mod kinds;
mod transport;

pub use config::{BadMailSetting, MailConfig, SmtpUrl, Transport};
pub(crate) use delivery::Postman;
pub use kinds::{LinkPurpose, Mail};
pub use lettre::message::Mailbox;
