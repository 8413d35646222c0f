//! Replies that are read from a mailbox on an IMAP server.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod common;
mod correspondence;
mod imap_office;
mod post_office;
mod running;

use common::{Opened, Player};
use correspondence::{ANA, BO, House, written};
use imap_office::{Breaks, ImapOffice};
use post_office::Got;
use running::Running;
use serde_json::json;
use tabiya_server::Incoming;

/// A house that reads a mailbox, a game by letter in it, and the mail with which that begins.
struct Reading {
    house: House,
    imap: ImapOffice,
    server: Running,
    game: Opened,
    ana: Player,
    _bo: Player,
    begins: Got,
}

impl Reading {
    async fn new(settings: &str) -> Self {
        let imap = ImapOffice::open().await;
        let mut house = House::new().await;
        let url = format!("imap://chess:se%20cret@{}/INBOX?{settings}", imap.address);
        house.config.mail.incoming = Some(Incoming::parse(&url).unwrap());
        let server = house.run().await;
        let (game, ana, bo) = house.letter(&server, json!({})).await;
        let begins = house.office.mail_to(ANA, 1).await;
        Self {
            house,
            imap,
            server,
            game,
            ana,
            _bo: bo,
            begins,
        }
    }

    fn put(&self, name: &str, text: &str) -> u32 {
        self.imap.put(&written(&self.begins, name, "", text))
    }

    /// How many moves have been played.
    async fn plies(&self) -> u64 {
        let view = self.game.view(&self.game.owner).await;
        view["game"]["ply"].as_u64().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_in_a_mailbox_plays_its_move_and_is_put_away() {
    let mut reading = Reading::new("move=Done&every=1").await;
    let foreign = reading
        .imap
        .put("To: chess@example.org\r\n\r\nWill you come to dinner?\r\n");
    let played = reading.put("one", "e4");
    reading.ana.wait_for("move_played").await;
    let turn = reading.house.office.mail_to(BO, 1).await;
    assert!(turn.line().contains("Ana played 1. e4."));
    let away = |mail: &imap_office::Kept| mail.folder == "Done";
    reading
        .imap
        .wait(played, "the reply is put away", away)
        .await;
    assert!(reading.imap.mail(played).is_seen());
    // The same reply once more, and one that cannot be followed: that is mailed back with its reason.
    let again = reading.put("one", "e4");
    reading.imap.wait(again, "the copy is put away", away).await;
    let bad = reading.put("two", "d4");
    let refused = reading.house.office.mail_to(ANA, 2).await;
    assert!(refused.line().contains("the game has moved on since"));
    assert_eq!(refused.header("In-Reply-To").unwrap(), "<two@example.org>");
    reading
        .imap
        .wait(bad, "the bad one is put away", away)
        .await;
    assert_eq!(reading.plies().await, 1);
    // What is for somebody else stays as it is.
    let foreign = reading.imap.mail(foreign);
    assert!(
        !foreign.is_seen() && foreign.folder == "INBOX",
        "{foreign:?}"
    );
    reading.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_break_lose_no_move_and_double_none() {
    let reading = Reading::new("move=Done&every=1").await;
    reading.imap.breaks(&[
        Breaks::InAMail,
        Breaks::BeforeTheMark,
        Breaks::BeforeTheMove,
    ]);
    let played = reading.put("one", "e4");
    // It is seen at the third try, and then the server is gone once more.
    reading
        .imap
        .wait(played, "the reply is seen", imap_office::Kept::is_seen)
        .await;
    assert_eq!(reading.plies().await, 1);
    let mails = reading.house.office.mails_to(ANA, 1).await;
    assert_eq!(mails.len(), 1, "nothing was refused: {mails:#?}");
    reading.house.office.mails_to(BO, 1).await;
    assert!(reading.imap.logins() >= 3, "{}", reading.imap.logins());
    reading.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_is_not_handed_out_keeps_no_other_waiting() {
    let reading = Reading::new("every=1").await;
    let stuck = reading.imap.put_unreadable();
    let played = reading.put("one", "e4");
    reading
        .imap
        .wait(played, "the reply is seen", imap_office::Kept::is_seen)
        .await;
    assert_eq!(reading.plies().await, 1);
    assert!(!reading.imap.mail(stuck).is_seen());
    // Without a folder for them mails stay where they are.
    assert_eq!(reading.imap.folders(played), ["INBOX"]);
    reading.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_move_copies() {
    let reading = Reading::new("move=Done&every=1").await;
    reading.imap.cannot_move();
    let played = reading.put("one", "e4");
    let is_deleted = |mail: &imap_office::Kept| mail.flags.iter().any(|flag| flag == "\\Deleted");
    reading
        .imap
        .wait(played, "the original is marked", is_deleted)
        .await;
    assert_eq!(reading.imap.folders(played), ["INBOX", "Done"]);
    // And where there is no such folder the next mail is read all the same.
    reading.imap.has_no_folder();
    let (bad, worse) = (reading.put("two", "Ke3"), reading.put("three", "Ke4"));
    for uid in [bad, worse] {
        reading
            .imap
            .wait(uid, "it is seen", imap_office::Kept::is_seen)
            .await;
    }
    assert_eq!(reading.plies().await, 1);
    reading.server.stop().await;
}
