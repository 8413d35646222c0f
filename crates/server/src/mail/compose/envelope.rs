//! The headers of a mail, and how its parts are put together.

use std::time::{Duration, UNIX_EPOCH};

use axum::body::Bytes;
use lettre::Message;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};

use super::sheet::{PICTURE_ID, Sheet};
use crate::ids::TableId;
use crate::service::App;
use crate::store::Outgoing;

/// A mail before it has its headers.
pub(super) struct Draft {
    pub(super) subject: String,
    pub(super) sheet: Sheet,
    /// The board, as PNG.
    pub(super) picture: Option<Bytes>,
    /// The name of the game, under which its mails stand together.
    pub(super) thread: Option<String>,
    /// Where an answer goes.
    pub(super) reply_to: Option<String>,
    /// The `Message-ID` of the mail that this one answers.
    pub(super) answers: Option<String>,
    /// The table that it is about.
    pub(super) table: Option<TableId>,
    /// Where a program ends mails like this one.
    pub(super) stop: Option<String>,
}

impl Draft {
    pub(super) fn new(subject: String, sheet: Sheet) -> Self {
        Self {
            subject,
            sheet,
            picture: None,
            thread: None,
            reply_to: None,
            answers: None,
            table: None,
            stop: None,
        }
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
        let mut builder = Message::builder()
            .from(from.clone())
            .to(to)
            .date(date)
            .subject(subject)
            .message_id(Some(message_id(outgoing.id.as_str(), from)));
        let thread = self.thread.map(|thread| message_id(&thread, from));
        let answers = self.answers.map(|id| one_line(&id));
        let parents = [thread.clone(), answers.clone()];
        let parents: Vec<String> = parents.into_iter().flatten().collect();
        if let Some(parent) = answers.or(thread) {
            builder = builder.in_reply_to(parent).references(parents.join(" "));
        }
        if let Some(address) = self.reply_to {
            let address = address.parse().map_err(|_| "the reply address is none")?;
            builder = builder.reply_to(Mailbox::new(from.name.clone(), address));
        }
        let page = SinglePart::html(html);
        let body = MultiPart::alternative().singlepart(SinglePart::plain(text));
        let body = match self.picture {
            None => body.singlepart(page),
            Some(png) => {
                let kind = ContentType::parse("image/png").map_err(|error| error.to_string())?;
                let name = format!("{PICTURE_ID}.png");
                let picture = Attachment::new_inline_with_name(PICTURE_ID.to_owned(), name);
                let picture = picture.body(png.to_vec(), kind);
                body.multipart(MultiPart::related().singlepart(page).singlepart(picture))
            }
        };
        let message = builder.multipart(body).map_err(|error| error.to_string());
        let mut message = message?;
        // Whoever answers by a machine must not answer a machine.
        put(&mut message, "Auto-Submitted", "auto-generated");
        if let Some(stop) = self.stop {
            put(&mut message, "List-Unsubscribe", &format!("<{stop}>"));
            let click = "List-Unsubscribe=One-Click";
            put(&mut message, "List-Unsubscribe-Post", click);
        }
        Ok(message)
    }
}

/// A header that lettre has no name for.
fn put(message: &mut Message, name: &'static str, value: &str) {
    let name = HeaderName::new_from_ascii_str(name);
    let header = HeaderValue::new(name, one_line(value));
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
