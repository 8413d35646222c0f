//! The headers of a mail, and how its parts are put together.

use std::time::{Duration, UNIX_EPOCH};

use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};

use super::sheet::Sheet;
use crate::service::App;
use crate::store::Outgoing;

/// A mail before it has its headers.
pub(super) struct Draft {
    subject: String,
    sheet: Sheet,
}

impl Draft {
    pub(super) fn new(subject: String, sheet: Sheet) -> Self {
        Self { subject, sheet }
    }

    pub(super) fn message(
        self,
        app: &App,
        outgoing: &Outgoing,
        to: Mailbox,
    ) -> Result<Message, String> {
        let from = &app.config.mail.from;
        let subject = one_line(&self.subject);
        let (text, html) = self.sheet.finish(&subject);
        let date = UNIX_EPOCH + Duration::from_millis(app.clock.now().0);
        let builder = Message::builder()
            .from(from.clone())
            .to(to)
            .date(date)
            .subject(subject)
            .message_id(Some(message_id(outgoing.id.as_str(), from)));
        let body = MultiPart::alternative()
            .singlepart(SinglePart::plain(text))
            .singlepart(SinglePart::html(html));
        let message = builder.multipart(body).map_err(|error| error.to_string());
        let mut message = message?;
        // Whoever answers by a machine must not answer a machine.
        put(&mut message, "Auto-Submitted", "auto-generated".to_owned());
        Ok(message)
    }
}

/// A header that lettre has no name for.
fn put(message: &mut Message, name: &'static str, value: String) {
    let name = HeaderName::new_from_ascii_str(name);
    let header = HeaderValue::new(name, one_line(&value));
    message.headers_mut().insert_raw(header);
}

/// `<id@host>`.
fn message_id(id: &str, from: &Mailbox) -> String {
    format!("<{id}@{}>", from.email.domain())
}

/// A header is one line, whatever somebody has put into a name.
fn one_line(text: &str) -> String {
    let blank = |sign: char| if sign.is_control() { ' ' } else { sign };
    let line: String = text.chars().map(blank).collect();
    line.trim().to_owned()
}
