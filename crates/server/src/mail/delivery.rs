//! The task that empties the outbox: it takes what is due, has it written, hands it over and notes
//! what became of it. No mail is lost by a crash, since each is in the store until the next server
//! has taken it; and one that was on its way when the service crashed goes once more under the same
//! `Message-ID`, by which the reader's side knows it again.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt as _;
use lettre::message::Mailbox;
use tabiya_arbiter::Timestamp;
use tokio::sync::watch;
use tokio::time::Instant;

use super::compose::{self, Writing};
use super::config::BadMailSetting;
use super::kinds::{Mail, Weight};
use super::transport::{Carrier, Trouble};
use crate::ids::TableId;
use crate::limits::{self, Bucket};
use crate::service::{App, stops};
use crate::store::{Fate, MailChoice, MailReader, MailTo, NewMail, Outgoing, Sending, StoreError};

/// How often it is looked whether something can be forgotten.
const FORGET_EVERY: Duration = Duration::from_secs(3600);

const HOUR_MS: u64 = 3_600_000;
const DAY_MS: u64 = 86_400_000;
/// When the daily mail is sent, in Coordinated Universal Time.
const DIGEST_HOUR_MS: u64 = 5 * 3_600_000;

/// Whoever takes mails out of the house.
pub(crate) struct Postman {
    app: Arc<App>,
    carrier: Carrier,
    stopping: watch::Receiver<bool>,
    /// How many mails may leave in all.
    rate: Mutex<Bucket>,
}

impl Postman {
    pub(crate) fn new(app: Arc<App>) -> Result<Self, BadMailSetting> {
        let carrier = Carrier::new(&app.config.mail.transport, &app.config.data)?;
        let stopping = app.stopping.clone();
        Ok(Self {
            app,
            carrier,
            stopping,
            rate: Mutex::new(Bucket::new(limits::mails(), std::time::Instant::now())),
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
                if let Err(error) = self.forget().await {
                    tracing::error!(%error, "what is old could not be forgotten");
                }
            }
        }
    }

    /// Lets go of what was done long ago and of what can serve no more.
    async fn forget(&self) -> Result<(), StoreError> {
        let now = self.app.clock.now();
        let before = Timestamp(now.0.saturating_sub(limits::MAIL_REMEMBERED_MS));
        self.app.store.forget_mails(before).await?;
        self.app.store.forget_stale(now).await
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
            if is_all || self.is_spent() || *self.stopping.borrow() {
                return Ok(());
            }
        }
    }

    /// Whether no mail may leave just now.
    fn is_spent(&self) -> bool {
        let mut rate = self.rate.lock().unwrap_or_else(PoisonError::into_inner);
        rate.is_empty(std::time::Instant::now())
    }

    /// Counts a mail that leaves; false: it may not yet.
    fn may_leave(&self) -> bool {
        let mut rate = self.rate.lock().unwrap_or_else(PoisonError::into_inner);
        rate.take(std::time::Instant::now()).is_ok()
    }

    async fn deliver(&self, mail: Outgoing) {
        if *self.stopping.borrow() {
            return;
        }
        let fate = match self.try_deliver(&mail).await {
            Ok(Some(fate)) => fate,
            // What may not leave now waits for the next round.
            Ok(None) => return,
            // The store or the table does not answer now.
            Err(why) => self.later(&mail, why),
        };
        match &fate {
            Fate::Sent | Fate::Dropped(_) | Fate::Postponed(_) => {}
            Fate::Later(..) => tracing::warn!(mail.id = %mail.id, "a mail could not be sent yet"),
            Fate::GivenUp(_) => tracing::error!(mail.id = %mail.id, "a mail was given up"),
        }
        let now = self.app.clock.now();
        if let Err(error) = self.app.store.mail_done(mail.id.clone(), fate, now).await {
            tracing::error!(mail.id = %mail.id, %error, "what became of a mail is not noted");
        }
    }

    /// What became of a mail; none: nothing, since too many have left just before.
    async fn try_deliver(&self, mail: &Outgoing) -> Result<Option<Fate>, String> {
        let store = &self.app.store;
        let away = |error: StoreError| error.to_string();
        let reader = store.mail_reader(mail.to.clone()).await;
        let Some(reader) = reader.map_err(away)? else {
            return Ok(Some(Fate::Dropped("there is no address")));
        };
        let refuses = store.refuses_mails(reader.address.clone(), table_of(&mail.to));
        let is_key = mail.mail.is_key() && reader.person.is_some();
        if !is_key && refuses.await.map_err(away)? {
            return Ok(Some(Fate::Dropped("the reader wants no mails")));
        }
        if let Some(why) = self.is_unwanted(mail, &reader).await? {
            return Ok(Some(Fate::Dropped(why)));
        }
        let Ok(to) = reader.address.parse::<lettre::Address>() else {
            return Ok(Some(Fate::GivenUp("this is no mail address".to_owned())));
        };
        let to = Mailbox::new(None, to);
        // A board that cannot leave is not drawn.
        if self.is_spent() {
            return Ok(None);
        }
        let message = match compose::write(&self.app, mail, &reader, to).await? {
            Writing::Written(message) => message,
            Writing::NotYet(at) => return Ok(Some(Fate::Postponed(at))),
            Writing::Needless(why) => return Ok(Some(Fate::Dropped(why))),
        };
        let now = self.app.clock.now();
        let sending = store.mail_sending(mail.id.clone(), reader.address, now);
        match sending.await.map_err(away)? {
            Sending::Now => {}
            Sending::Done => return Ok(Some(Fate::Dropped("it was sent already"))),
            // A link is of no use later, and can be asked for again.
            Sending::TooMany if matches!(mail.mail, Mail::Link { .. }) => {
                return Ok(Some(Fate::Dropped("the reader has had too many mails")));
            }
            Sending::TooMany => return Ok(Some(Fate::Postponed(now.plus_ms(HOUR_MS)))),
        }
        if !self.may_leave() {
            return Ok(None);
        }
        let (envelope, text) = (message.envelope(), message.formatted());
        let carried = self.carrier.carry(&mail.id, mail.due, envelope, &text);
        let carried = tokio::time::timeout(limits::MAIL_SEND_TIME, carried).await;
        Ok(Some(match carried {
            Ok(Ok(())) => Fate::Sent,
            Ok(Err(Trouble::Lasting(why))) => Fate::GivenUp(why),
            Ok(Err(Trouble::Passing(why))) => self.later(mail, why),
            Err(_) => self.later(mail, "the mail server is too slow".to_owned()),
        }))
    }

    /// Why this reader does not want this mail, if he has said so. What he wants once a day is kept
    /// for the digest.
    async fn is_unwanted(
        &self,
        mail: &Outgoing,
        reader: &MailReader,
    ) -> Result<Option<&'static str>, String> {
        match (reader.choice, mail.mail.weight()) {
            (_, Weight::Answer) | (MailChoice::Each, _) | (MailChoice::Daily, Weight::Urgent) => {
                Ok(None)
            }
            (MailChoice::None, _) => Ok(Some("the reader wants no mails about games")),
            (MailChoice::Daily, Weight::News) => {
                let Some(person) = reader.person.clone() else {
                    return Ok(None);
                };
                let today = self.app.clock.now().0 / DAY_MS;
                let digest = NewMail {
                    once: Some(format!("digest {person} {today}")),
                    to: MailTo::Person(person),
                    mail: Mail::Digest,
                    due: Timestamp((today + 1) * DAY_MS + DIGEST_HOUR_MS),
                };
                let posted = self.app.store.post(digest).await;
                let posted = posted.map_err(|error| error.to_string())?;
                posted.map_err(|why| why.to_string())?;
                Ok(Some("it is kept for the daily mail"))
            }
        }
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

fn table_of(to: &MailTo) -> Option<TableId> {
    match to {
        MailTo::Seat(table, _) => Some(table.clone()),
        MailTo::Address(_) | MailTo::Person(_) => None,
    }
}
