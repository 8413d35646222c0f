//! The headers of a mail, and how its parts are put together.

use std::time::{Duration, UNIX_EPOCH};

use axum::body::Bytes;
use lettre::Message;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use tabiya_arbiter::Timestamp;

use super::sheet::{PICTURE_ID, Sheet};
use crate::ids::TableId;
use crate::store::MailId;

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
        id: &MailId,
        from: &Mailbox,
        to: Mailbox,
        now: Timestamp,
    ) -> Result<Message, String> {
        let subject = one_line(&self.subject);
        let (text, html) = self.sheet.finish(&subject);
        let date = UNIX_EPOCH + Duration::from_millis(now.0);
        let mut builder = Message::builder()
            .from(from.clone())
            .to(to)
            .date(date)
            .subject(subject)
            .message_id(Some(message_id(id.as_str(), from)));
        let thread = self.thread.map(|thread| message_id(&thread, from));
        // What is no name of a mail is left out.
        let is_name = |id: &String| !id.contains(|sign: char| sign.is_whitespace());
        let answers = self.answers.filter(is_name);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn written(subject: &str, said: &str) -> String {
        let mut sheet = Sheet::default();
        sheet.paragraph(said);
        let draft = Draft {
            thread: Some("game.x.1.w".to_owned()),
            answers: Some("<a@b>\r\nBcc: victim@example.org".to_owned()),
            stop: Some("https://c.example/stop".to_owned()),
            ..Draft::new(subject.to_owned(), sheet)
        };
        let from = "Tabiya <chess@example.org>".parse().unwrap();
        let to = "ana@example.org".parse().unwrap();
        let id = MailId::parse("abcdefghij").unwrap();
        let message = draft.message(&id, &from, to, Timestamp(1_790_000_000_000));
        String::from_utf8(message.unwrap().formatted()).unwrap()
    }

    #[test]
    fn no_name_gets_out_of_its_header() {
        for name in [
            "Ana\r\nBcc: victim@example.org",
            "Ana\nBcc: victim@example.org",
            "Ana\rBcc: victim@example.org",
            "Ana\u{2028}Bcc: victim@example.org",
            "Ana\r\n\r\n<b>body</b>",
            "=?utf-8?q?Ana=0D=0ABcc:_victim@example.org?=",
        ] {
            let mail = written(&format!("Chess: {name}"), name);
            let (head, _) = mail.split_once("\r\n\r\n").unwrap();
            for line in head.split("\r\n") {
                assert!(!line.to_ascii_lowercase().starts_with("bcc"), "{mail}");
            }
            assert!(head.contains("Auto-Submitted: auto-generated"), "{mail}");
            assert!(
                !head.contains("victim") || !head.contains("<a@b>"),
                "{mail}"
            );
        }
    }

    #[test]
    fn headers_say_what_programs_want_to_know() {
        let mail = written("Schach: Ängström – Żółć 棋", "Grüße");
        let (head, _) = mail.split_once("\r\n\r\n").unwrap();
        assert!(head.is_ascii(), "{head}");
        for line in [
            "Message-ID: <abcdefghij@example.org>",
            "List-Unsubscribe: <https://c.example/stop>",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            "Date: Mon, 21 Sep 2026 14:13:20 +0000",
            "To: ana@example.org",
        ] {
            assert!(head.contains(line), "{line} in\n{head}");
        }
        assert!(
            head.contains("References: <game.x.1.w@example.org>"),
            "{head}"
        );
        let read = mail_parser::MessageParser::default().parse(mail.as_bytes());
        assert_eq!(read.unwrap().subject(), Some("Schach: Ängström – Żółć 棋"));
    }
}
