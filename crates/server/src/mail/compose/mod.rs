//! Writing mails: what is true now becomes a text that people can read with or without pictures.
//! What is said stands in `words.rs`, how it looks in `sheet.rs`, the headers in `envelope.rs`,
//! what is known of a game in `scene.rs`.

mod digest;
mod envelope;
mod game;
mod scene;
mod sheet;
mod words;

use lettre::Message;
use lettre::message::Mailbox;
use tabiya_arbiter::Timestamp;

use self::envelope::Draft;
use self::sheet::Sheet;
use super::kinds::{LinkPurpose, Mail};
use crate::ids::{SeatToken, TableId};
use crate::service::App;
use crate::store::{MailLink, MailReader, MailTo, Outgoing};

/// What came of writing a mail.
pub(super) enum Writing<T = Box<Message>> {
    /// It can go.
    Written(T),
    /// It is not wanted before this time.
    NotYet(Timestamp),
    /// There is no reason for it any more.
    Needless(&'static str),
}

/// Writes a mail to this reader.
pub(super) async fn write(
    app: &App,
    outgoing: &Outgoing,
    reader: &MailReader,
    to: Mailbox,
) -> Result<Writing, String> {
    let writing = match (&outgoing.mail, &outgoing.to) {
        (Mail::Link { purpose, path }, _) => Writing::Written(link(app, purpose, path)),
        (Mail::Digest, _) => digest::write(app, reader).await?,
        (mail, MailTo::Seat(table, seat)) => game::write(app, mail, table, *seat).await?,
        _ => Writing::Needless("it is about a game, and for nobody who plays it"),
    };
    let mut draft = match writing {
        Writing::Written(draft) => draft,
        Writing::NotYet(at) => return Ok(Writing::NotYet(at)),
        Writing::Needless(why) => return Ok(Writing::Needless(why)),
    };
    let stop = stop_token(app, reader, draft.table.as_ref()).await?;
    let base = app.hosts.own_base();
    draft.sheet.foot(
        words::foot(draft.table.is_some()),
        words::FOOT_LINK,
        &format!("{base}/mail#stop={}", stop.secret()),
    );
    draft.stop = Some(format!("{base}/api/mail/stop/{}", stop.secret()));
    let from = &app.config.mail.from;
    let message = draft.message(&outgoing.id, from, to, app.clock.now())?;
    Ok(Writing::Written(Box::new(message)))
}

fn link(app: &App, purpose: &LinkPurpose, path: &str) -> Draft {
    let said = words::link(purpose);
    let mut sheet = Sheet::default();
    sheet.paragraph(&said.sentence);
    sheet.button(said.button, &format!("{}{path}", app.hosts.own_base()));
    sheet.small(said.reassurance);
    Draft::new(said.subject, sheet)
}

/// What stands in the link by which the reader ends mails like this one.
async fn stop_token(
    app: &App,
    reader: &MailReader,
    table: Option<&TableId>,
) -> Result<SeatToken, String> {
    let address = reader.address.to_lowercase();
    let about = table.map_or("", TableId::as_str);
    let token = app.secret.derive("stop", &[&address, about]);
    let link = MailLink {
        address,
        table: table.cloned(),
    };
    let added = app.store.add_mail_link(token.hash(), link, app.clock.now());
    added.await.map_err(|error| error.to_string())?;
    Ok(token)
}
