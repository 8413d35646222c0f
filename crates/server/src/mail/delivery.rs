//! The task that empties the outbox: it takes what is due, has it written, hands it over and notes
//! what became of it. No mail is lost by a crash, since each is in the store until the next server
//! has taken it; and one that was on its way when the service crashed goes once more under the same
//! `Message-ID`, by which the reader's side knows it again.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use lettre::message::Mailbox;
use tabiya_arbiter::Timestamp;
use tokio::sync::watch;
use tokio::time::Instant;

use super::compose::{self, Writing};
use super::config::BadMailSetting;
use super::transport::{Carrier, Trouble};
use crate::limits;
use crate::service::{App, stops};
use crate::store::{Fate, MailTo, Outgoing, StoreError};

/// How often it is looked whether something can be forgotten.
const FORGET_EVERY: Duration = Duration::from_secs(3600);

/// Whoever takes mails out of the house.
pub(crate) struct Postman {
    app: Arc<App>,
    carrier: Carrier,
    stopping: watch::Receiver<bool>,
}

impl Postman {
    pub(crate) fn new(app: Arc<App>) -> Result<Self, BadMailSetting> {
        let carrier = Carrier::new(&app.config.mail.transport, &app.config.data)?;
        let stopping = app.stopping.clone();
        Ok(Self {
            app,
            carrier,
            stopping,
        })
    }

    /// Empties the outbox again and again until the service stops; what is being handed over then
    /// is handed over.
    pub(crate) async fn run(self) {
        let mut stopping = self.stopping.clone();
        let mut forget_at = Instant::now();
        loop {
            tokio::select! {
                biased;
                () = stops(&mut stopping) => return,
                () = tokio::time::sleep(self.app.config.mail.look_every) => {}
            }
            match self.round().await {
                Ok(()) => {}
                Err(error) => tracing::error!(%error, "the outbox cannot be read"),
            }
            if Instant::now() >= forget_at {
                forget_at = Instant::now() + FORGET_EVERY;
                let before = self.app.clock.now().0;
                let before = Timestamp(before.saturating_sub(limits::MAIL_REMEMBERED_MS));
                if let Err(error) = self.app.store.forget_mails(before).await {
                    tracing::error!(%error, "old mails could not be forgotten");
                }
            }
        }
    }

    /// Everything that is due now.
    async fn round(&self) -> Result<(), StoreError> {
        loop {
            let now = self.app.clock.now();
            let due = self.app.store.due_mails(now, limits::MAILS_TAKEN).await?;
            let is_all = due.len() < usize::try_from(limits::MAILS_TAKEN).unwrap_or(usize::MAX);
            futures_util::stream::iter(due)
                .for_each_concurrent(limits::MAILS_TOGETHER, |mail| self.deliver(mail))
                .await;
            if is_all || *self.stopping.borrow() {
                return Ok(());
            }
        }
    }

    async fn deliver(&self, mail: Outgoing) {
        if *self.stopping.borrow() {
            return;
        }
        let fate = match self.try_deliver(&mail).await {
            Ok(fate) => fate,
            // The store or the table does not answer now.
            Err(why) => self.later(&mail, why),
        };
        match &fate {
            Fate::Sent | Fate::Dropped(_) => {}
            Fate::Later(..) => tracing::warn!(mail.id = %mail.id, "a mail could not be sent yet"),
            Fate::GivenUp(_) => tracing::error!(mail.id = %mail.id, "a mail was given up"),
        }
        let now = self.app.clock.now();
        if let Err(error) = self.app.store.mail_done(mail.id.clone(), fate, now).await {
            tracing::error!(mail.id = %mail.id, %error, "what became of a mail is not noted");
        }
    }

    async fn try_deliver(&self, mail: &Outgoing) -> Result<Fate, String> {
        let store = &self.app.store;
        let away = |error: StoreError| error.to_string();
        let Some(reader) = self.reader(&mail.to).await.map_err(away)? else {
            return Ok(Fate::Dropped("there is no address"));
        };
        if store
            .refuses_mails(reader.clone(), None)
            .await
            .map_err(away)?
        {
            return Ok(Fate::Dropped("the reader wants no mails"));
        }
        let Ok(to) = reader.parse::<lettre::Address>() else {
            return Ok(Fate::GivenUp("this is no mail address".to_owned()));
        };
        let writing = compose::write(&self.app, mail, Mailbox::new(None, to)).await?;
        let message = match writing {
            Writing::Written(message) => message,
            Writing::Needless(why) => return Ok(Fate::Dropped(why)),
        };
        let noted = store.mail_sending(mail.id.clone(), reader).await;
        if !noted.map_err(away)? {
            return Ok(Fate::Dropped("it was sent already"));
        }
        let (envelope, text) = (message.envelope(), message.formatted());
        let carried = self.carrier.carry(&mail.id, mail.due, envelope, &text);
        let carried = tokio::time::timeout(limits::MAIL_SEND_TIME, carried).await;
        Ok(match carried {
            Ok(Ok(())) => Fate::Sent,
            Ok(Err(Trouble::Lasting(why))) => Fate::GivenUp(why),
            Ok(Err(Trouble::Passing(why))) => self.later(mail, why),
            Err(_) => self.later(mail, "the mail server is too slow".to_owned()),
        })
    }

    /// The address that a mail goes to.
    async fn reader(&self, to: &MailTo) -> Result<Option<String>, StoreError> {
        let store = &self.app.store;
        let person = match to {
            MailTo::Address(address) => return Ok(Some(address.clone())),
            MailTo::Seat(table, seat) => {
                let people = store.people_at(table.clone()).await?;
                people.get(*seat).clone()
            }
            MailTo::Person(id) => store.person(id.clone()).await?,
        };
        let person = person.filter(|person| !person.closed);
        Ok(person.and_then(|person| person.address))
    }

    /// When to try again: each wait is twice as long as the one before, until it has been days.
    fn later(&self, mail: &Outgoing, why: String) -> Fate {
        let now = self.app.clock.now();
        if now.since_ms(mail.due) >= limits::MAIL_GIVE_UP_MS {
            return Fate::GivenUp(why);
        }
        let first = self.app.config.mail.retry_after.as_millis();
        let first = u64::try_from(first).unwrap_or(u64::MAX);
        let factor = 1_u64.checked_shl(mail.tries).unwrap_or(u64::MAX);
        let wait = first.saturating_mul(factor);
        let wait = wait.min(limits::MAIL_LONGEST_WAIT_MS);
        Fate::Later(now.plus_ms(wait), why)
    }
}
