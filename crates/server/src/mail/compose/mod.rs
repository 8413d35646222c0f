//! Writing mails: what is true now becomes a text that people can read with or without pictures.
//! What is said stands in `words.rs`, how it looks in `sheet.rs`, the headers in `envelope.rs`.

mod envelope;
mod sheet;
mod words;

use lettre::Message;
use lettre::message::Mailbox;

use self::envelope::Draft;
use self::sheet::Sheet;
use super::kinds::Mail;
use crate::service::App;
use crate::store::Outgoing;

/// What came of writing a mail.
pub(super) enum Writing {
    /// It can go.
    Written(Box<Message>),
    /// There is no reason for it any more.
    Needless(&'static str),
}

/// Writes a mail to this reader.
pub(super) async fn write(app: &App, outgoing: &Outgoing, to: Mailbox) -> Result<Writing, String> {
    let draft = match &outgoing.mail {
        Mail::Link { purpose, path } => {
            let said = words::link(purpose);
            let mut sheet = Sheet::default();
            sheet.paragraph(&said.sentence);
            sheet.button(said.button, &format!("{}{path}", app.hosts.own_base()));
            sheet.small(said.reassurance);
            Draft::new(said.subject, sheet)
        }
        _ => return Ok(Writing::Needless("nobody writes such mails")),
    };
    let message = draft.message(app, outgoing, to)?;
    Ok(Writing::Written(Box::new(message)))
}
