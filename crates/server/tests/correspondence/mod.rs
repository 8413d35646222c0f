//! What the tests of mail share: a service whose mails go to a post office and whose replies come
//! into a folder, and games by letter. No test stands here.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_arbiter::{Seat, Timestamp};
use tabiya_server::{
    Config, Incoming, LinkPurpose, Mail, MailConfig, MailTo, Mails as _, ManualClock, NewMail,
    People as _, ReplyPattern, SmtpUrl, SqliteStore, TableId, Transport,
};
use tempfile::TempDir;

use crate::common::{Opened, Player};
use crate::post_office::{Got, PostOffice};
use crate::running::{Running, config};

pub(crate) const NOON: Timestamp = Timestamp(1_790_000_000_000);
pub(crate) const DAY: Duration = Duration::from_secs(86_400);
pub(crate) const ANA: &str = "ana@example.org";
pub(crate) const BO: &str = "bo@example.org";

/// A service whose mails go to a post office, and whose replies come into a folder.
pub(crate) struct House {
    _folder: TempDir,
    pub(crate) store: Arc<SqliteStore>,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) office: PostOffice,
    pub(crate) config: Config,
    pub(crate) inbox: PathBuf,
}

impl House {
    pub(crate) async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let inbox = folder.path().join("inbox");
        std::fs::create_dir_all(inbox.join("new")).unwrap();
        let office = PostOffice::open().await;
        Self {
            store: Arc::new(SqliteStore::open(folder.path()).unwrap()),
            clock: Arc::new(ManualClock::at(NOON)),
            config: Config {
                mail: mail_config(office.address, &inbox),
                ..config(folder.path())
            },
            office,
            inbox,
            _folder: folder,
        }
    }

    pub(crate) async fn run(&self) -> Running {
        Running::with_all(self.config.clone(), &self.store, &self.clock).await
    }

    pub(crate) async fn post(&self, address: &str) {
        let mail = NewMail {
            to: MailTo::Address(address.to_owned()),
            mail: Mail::Link {
                purpose: LinkPurpose::Test,
                path: "/#secret=1".to_owned(),
            },
            due: NOON,
            once: None,
        };
        self.store.post(mail).await.unwrap().unwrap();
    }

    /// A game by letter between Ana, who is White, and Bo.
    pub(crate) async fn letter(
        &self,
        server: &Running,
        switches: Value,
    ) -> (Opened, Player, Player) {
        self.letter_by(server, switches, 3).await
    }

    /// The same with so many days for each move.
    pub(crate) async fn letter_by(
        &self,
        server: &Running,
        switches: Value,
        days: u64,
    ) -> (Opened, Player, Player) {
        let rules = json!({"preset": "letter", "switches": switches});
        let clock = json!({"type": "days", "days": days});
        let game = Opened::new(server.address, clock, rules).await;
        let table = TableId::parse(&game.table).unwrap();
        for (seat, address) in [(Seat::Owner, ANA), (Seat::Guest, BO)] {
            let person = self
                .store
                .of_address(address.to_owned(), NOON)
                .await
                .unwrap();
            let claimed = self.store.claim_seat(table.clone(), seat, person.id).await;
            assert_eq!(claimed, Ok(true));
        }
        let (ana, bo) = game.started().await;
        (game, ana, bo)
    }

    /// A reply to this mail arrives.
    pub(crate) fn reply(&self, to: &Got, name: &str, headers: &str, text: &str) {
        let mail = written(to, name, headers, text);
        let part = self.inbox.join(format!("{name}.part"));
        std::fs::write(&part, mail).unwrap();
        std::fs::rename(part, self.inbox.join("new").join(name)).unwrap();
    }

    /// Waits until everything in the folder was read.
    pub(crate) async fn all_read(&self) {
        let is_empty = || {
            std::fs::read_dir(self.inbox.join("new"))
                .unwrap()
                .next()
                .is_none()
        };
        for _ in 0..2000 {
            if is_empty() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("mails were not read");
    }

    /// Waits until the outbox holds nothing that is due.
    pub(crate) async fn all_sent(&self) {
        for _ in 0..2000 {
            let now = tabiya_server::Clock::now(self.clock.as_ref());
            if self.store.due_mails(now, 1).await.unwrap().is_empty() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("mails were not sent");
    }
}

fn mail_config(office: SocketAddr, inbox: &Path) -> MailConfig {
    MailConfig {
        transport: Transport::Smtp(SmtpUrl::parse(&format!("smtp://{office}")).unwrap()),
        from: MailConfig::read_from("Tabiya <chess@example.org>").unwrap(),
        reply: Some(ReplyPattern::parse("chess+*@example.org").unwrap()),
        incoming: Some(Incoming::Maildir(inbox.to_owned())),
        look_every: Duration::from_millis(20),
        // The clock of these tests stands: the next try is at once.
        retry_after: Duration::ZERO,
    }
}

/// A reply to this mail.
pub(crate) fn written(to: &Got, name: &str, headers: &str, text: &str) -> String {
    let address = to.header("Reply-To").expect("a reply address");
    format!(
        "From: Somebody <somebody@example.org>\r\nTo: {address}\r\nSubject: Re: Chess\r\n\
         Message-ID: <{name}@example.org>\r\n{headers}\r\n{text}\r\n"
    )
}
