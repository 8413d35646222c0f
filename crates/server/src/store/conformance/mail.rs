//! What every store must do with mails.

use std::sync::Arc;

use tabiya_arbiter::{Seat, Timestamp};

use super::super::{
    Append, Fate, LetterState, MailLink, MailTo, NewMail, NotPosted, Outgoing, ReplyPlace, Sending,
    Store,
};
use super::letters::{MANY, invitation, played};
use super::people::account;
use super::{AT, Place, naming, opening};
use crate::ids::{TableId, TokenHash};
use crate::limits;
use crate::mail::{LinkPurpose, Mail};

const DAY_MS: u64 = 86_400_000;
const GUEST: &str = "bo@example.org";

pub(super) async fn run<P: Place>(place: impl Fn() -> P) {
    the_secret_stays_the_same(&place()).await;
    a_mail_waits_until_it_is_due_and_outlives_a_crash(&place()).await;
    what_is_done_is_done_once(&place().open()).await;
    a_mail_that_is_posted_once_is_there_once(&place().open()).await;
    mails_and_events_are_one_write(&place().open()).await;
    a_seat_that_nobody_reads_for_gets_no_mails(&place().open()).await;
    of_reminders_to_a_seat_the_latest_waits(&place().open()).await;
    links_and_mails_about_games_are_counted_apart(&place().open()).await;
    an_unknown_address_gets_few_mails_a_day(&place().open()).await;
    whoever_wants_none_gets_none(&place().open()).await;
    what_can_serve_no_more_is_forgotten(&place().open()).await;
}

fn mail(address: &str, due: u64) -> NewMail {
    NewMail {
        to: MailTo::Address(address.to_owned()),
        mail: Mail::Link {
            purpose: LinkPurpose::Test,
            path: "/".to_owned(),
        },
        due: Timestamp(due),
        once: None,
    }
}

async fn due(store: &Arc<dyn Store>, now: u64) -> Vec<Outgoing> {
    store.due_mails(Timestamp(now), 10).await.unwrap()
}

async fn the_secret_stays_the_same(place: &impl Place) {
    let store = place.open();
    let first = store.secret().await.unwrap();
    drop(store);
    let again = place.open().secret().await.unwrap();
    assert_eq!(first.as_stored(), again.as_stored());
}

async fn a_mail_waits_until_it_is_due_and_outlives_a_crash(place: &impl Place) {
    let store = place.open();
    let new = mail("Ana@example.org", AT.0);
    store.post(new.clone()).await.unwrap().unwrap();
    assert!(due(&store, AT.0 - 1).await.is_empty());
    let found = due(&store, AT.0).await;
    let [first] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(
        (&first.to, &first.mail, first.tries),
        (&new.to, &new.mail, 0)
    );
    let id = first.id.clone();
    assert_eq!(
        store
            .mail_sending(id.clone(), "ana@example.org".to_owned(), AT)
            .await,
        Ok(Sending::Now)
    );
    // A crash while it is being sent.
    drop(store);
    let store = place.open();
    assert_eq!(
        due(&store, AT.0).await[0].id,
        id,
        "again, under the same id"
    );
    let later = Fate::Later(Timestamp(AT.0 + 60), "busy".to_owned());
    store.mail_done(id.clone(), later, AT).await.unwrap();
    assert!(due(&store, AT.0 + 59).await.is_empty());
    assert_eq!(due(&store, AT.0 + 60).await[0].tries, 1);
    let health = store.mail_health().await.unwrap();
    assert_eq!((health.waiting, health.stuck_since), (1, Some(AT)));
    assert_eq!(health.last_fault.as_deref(), Some("busy"));
}

async fn what_is_done_is_done_once(store: &Arc<dyn Store>) {
    store
        .post(mail("a@example.org", AT.0))
        .await
        .unwrap()
        .unwrap();
    let id = due(store, AT.0).await[0].id.clone();
    store.mail_done(id.clone(), Fate::Sent, AT).await.unwrap();
    assert!(due(store, u64::MAX).await.is_empty());
    assert_eq!(
        store
            .mail_sending(id.clone(), "a@example.org".to_owned(), AT)
            .await,
        Ok(Sending::Done)
    );
    let given_up = Fate::GivenUp("no such reader".to_owned());
    store.mail_done(id, given_up.clone(), AT).await.unwrap();
    assert_eq!(
        store.mail_health().await.unwrap().given_up,
        0,
        "it was sent"
    );
    store
        .post(mail("b@example.org", AT.0))
        .await
        .unwrap()
        .unwrap();
    let id = due(store, AT.0).await[0].id.clone();
    store.mail_done(id, given_up, AT).await.unwrap();
    let health = store.mail_health().await.unwrap();
    assert_eq!((health.waiting, health.given_up), (0, 1));
    store.forget_mails(Timestamp(AT.0 + 1)).await.unwrap();
    assert_eq!(store.mail_health().await.unwrap().given_up, 0);
}

async fn what_can_serve_no_more_is_forgotten(store: &Arc<dyn Store>) {
    let ana = store.create_account(account("Ana")).await.unwrap();
    // One game has ended, the other goes on.
    let over = played(&**store, [&ana, &ana], &[AT.0]).await;
    let goes_on = played(&**store, [&ana, &ana], &[]).await;
    let place = |table: &TableId| ReplyPlace {
        table: table.clone(),
        seat: Seat::Owner,
        game: 1,
        ply: 0,
    };
    let (over_hash, on_hash, link_hash) =
        (TokenHash([1; 32]), TokenHash([2; 32]), TokenHash([3; 32]));
    for (hash, table) in [(over_hash, &over), (on_hash, &goes_on)] {
        store.add_reply_place(hash, place(table), AT).await.unwrap();
    }
    let link = MailLink {
        address: GUEST.to_owned(),
        table: None,
    };
    store
        .add_mail_link(link_hash, link.clone(), AT)
        .await
        .unwrap();
    let (settled, open) = (invitation(AT.0), invitation(AT.0));
    for sent in [&settled, &open] {
        let sent = store.invite_by_letter(sent.clone(), MANY).await;
        assert_eq!(sent, Ok(true));
    }
    let closed = store.close_letter(settled.id.clone(), LetterState::Declined);
    assert_eq!(closed.await, Ok(true));
    let known = async |now: u64| {
        store.forget_stale(Timestamp(now)).await.unwrap();
        let is_known = |found: bool| if found { 'x' } else { '-' };
        let invited = async |id: &TableId| {
            let found = store.letter_invitation(id.clone()).await.unwrap();
            is_known(found.is_some())
        };
        String::from_iter([
            is_known(store.reply_place(over_hash).await.unwrap().is_some()),
            is_known(store.reply_place(on_hash).await.unwrap().is_some()),
            is_known(store.mail_link(link_hash).await.unwrap().is_some()),
            invited(&settled.id).await,
            invited(&open.id).await,
        ])
    };
    assert_eq!(known(AT.0 + 1).await, "xxxxx");
    let month = settled.expires.0 + limits::MAIL_REMEMBERED_MS;
    assert_eq!(known(month).await, "xxxxx");
    assert_eq!(known(month + 1).await, "xxx-x");
    assert_eq!(known(AT.0 + limits::REPLIES_ANSWERED_MS).await, "xxx-x");
    assert_eq!(known(AT.0 + limits::REPLIES_ANSWERED_MS + 1).await, "-xx-x");
    // A link works for a year after the last mail that holds it.
    let later = Timestamp(AT.0 + DAY_MS);
    store.add_mail_link(link_hash, link, later).await.unwrap();
    assert_eq!(known(AT.0 + limits::MAIL_LINK_LIFE_MS + 1).await, "-xx-x");
    assert_eq!(
        known(later.0 + limits::MAIL_LINK_LIFE_MS + 1).await,
        "-x--x"
    );
}

async fn a_mail_that_is_posted_once_is_there_once(store: &Arc<dyn Store>) {
    let once = NewMail {
        once: Some("turn 1".to_owned()),
        ..mail("a@example.org", AT.0)
    };
    for _ in 0..2 {
        store.post(once.clone()).await.unwrap().unwrap();
    }
    let found = due(store, AT.0).await;
    assert_eq!(found.len(), 1);
    store
        .mail_done(found[0].id.clone(), Fate::Sent, AT)
        .await
        .unwrap();
    store.post(once).await.unwrap().unwrap();
    assert!(due(store, AT.0).await.is_empty());
}

/// A table whose guest has confirmed an address.
async fn table_with_guest(store: &Arc<dyn Store>) -> TableId {
    let table = TableId::random().unwrap();
    store.append(opening(&table)).await.unwrap();
    let guest = store.of_address(GUEST.to_owned(), AT).await.unwrap();
    let claimed = store.claim_seat(table.clone(), Seat::Guest, guest.id).await;
    assert_eq!(claimed, Ok(true));
    table
}

fn reminder(table: &TableId, seat: Seat, ply: u32) -> NewMail {
    NewMail {
        to: MailTo::Seat(table.clone(), seat),
        mail: Mail::Reminder { game: 1, ply },
        due: Timestamp(AT.0 + DAY_MS),
        once: None,
    }
}

async fn a_seat_that_nobody_reads_for_gets_no_mails(store: &Arc<dyn Store>) {
    let table = table_with_guest(store).await;
    let mails = Seat::ALL.map(|seat| reminder(&table, seat, 0));
    let append = Append {
        mails: mails.to_vec(),
        ..naming(&table, 1, &["Ana"])
    };
    store.append(append).await.unwrap();
    let found = due(store, u64::MAX).await;
    let to: Vec<&MailTo> = found.iter().map(|mail| &mail.to).collect();
    assert_eq!(to, [&MailTo::Seat(table, Seat::Guest)]);
}

async fn of_reminders_to_a_seat_the_latest_waits(store: &Arc<dyn Store>) {
    let table = table_with_guest(store).await;
    let turn = NewMail {
        mail: Mail::Turn { game: 1, ply: 1 },
        ..reminder(&table, Seat::Guest, 1)
    };
    let other = reminder(&table, Seat::Owner, 0);
    let first = reminder(&table, Seat::Guest, 1);
    let latest = reminder(&table, Seat::Guest, 3);
    for new in [&turn, &other, &first, &latest] {
        store.post(new.clone()).await.unwrap().unwrap();
    }
    let found = due(store, u64::MAX).await;
    let waiting: Vec<&Mail> = found.iter().map(|mail| &mail.mail).collect();
    assert_eq!(waiting, [&turn.mail, &other.mail, &latest.mail]);
}

async fn links_and_mails_about_games_are_counted_apart(store: &Arc<dyn Store>) {
    let table = table_with_guest(store).await;
    for _ in 0..limits::MAILS_A_DAY {
        assert_eq!(store.post(mail(GUEST, AT.0)).await, Ok(Ok(())));
    }
    let full = store.post(mail(GUEST, AT.0)).await;
    assert_eq!(full, Ok(Err(NotPosted::TooMany)));
    let about = reminder(&table, Seat::Guest, 1);
    store.post(about.clone()).await.unwrap().unwrap();
    let all = store.due_mails(Timestamp(u64::MAX), 1000).await.unwrap();
    let about = all.iter().find(|mail| mail.to == about.to).unwrap();
    let sending = store.mail_sending(about.id.clone(), GUEST.to_owned(), AT);
    assert_eq!(sending.await, Ok(Sending::Now));
}

async fn mails_and_events_are_one_write(store: &Arc<dyn Store>) {
    let table = table_with_guest(store).await;
    let to_guest = NewMail {
        to: MailTo::Seat(table.clone(), Seat::Guest),
        ..mail("unused", AT.0)
    };
    let append = |expected| Append {
        mails: vec![to_guest.clone()],
        ..naming(&table, expected, &["Ana"])
    };
    assert!(store.append(append(7)).await.is_err());
    assert!(due(store, AT.0).await.is_empty());
    store.append(append(1)).await.unwrap();
    assert_eq!(due(store, AT.0).await[0].to, to_guest.to);
}

async fn an_unknown_address_gets_few_mails_a_day(store: &Arc<dyn Store>) {
    let post = async |address: &str, due: u64| store.post(mail(address, due)).await.unwrap();
    for number in 0..u64::from(limits::MAILS_A_DAY_UNCONFIRMED) {
        assert_eq!(post("victim@example.org", AT.0 + number).await, Ok(()));
    }
    assert_eq!(
        post("Victim@Example.org", AT.0 + 9).await,
        Err(NotPosted::TooMany)
    );
    // What was sent counts as much as what waits.
    for sent in due(store, AT.0 + 9).await {
        store.mail_done(sent.id, Fate::Sent, AT).await.unwrap();
    }
    assert_eq!(
        post("victim@example.org", AT.0 + 9).await,
        Err(NotPosted::TooMany)
    );
    assert_eq!(post("other@example.org", AT.0 + 9).await, Ok(()));
    assert_eq!(post("victim@example.org", AT.0 + DAY_MS).await, Ok(()));
}

async fn whoever_wants_none_gets_none(store: &Arc<dyn Store>) {
    let table = TableId::random().unwrap();
    let address = || "Ana@example.org".to_owned();
    let refuses = async |table: Option<&TableId>| {
        store
            .refuses_mails(address(), table.cloned())
            .await
            .unwrap()
    };
    store
        .refuse_mails(address(), Some(table.clone()), AT)
        .await
        .unwrap();
    assert!(refuses(Some(&table)).await && !refuses(None).await);
    assert_eq!(store.post(mail("ana@example.org", AT.0)).await, Ok(Ok(())));
    store.refuse_mails(address(), None, AT).await.unwrap();
    assert!(refuses(None).await && refuses(Some(&TableId::random().unwrap())).await);
    assert_eq!(
        store.post(mail("ANA@example.org", AT.0)).await,
        Ok(Err(NotPosted::Refused))
    );
    // Whoever has confirmed the address can still ask for the link to his account.
    let key = NewMail {
        mail: Mail::Link {
            purpose: LinkPurpose::SignIn,
            path: "/".to_owned(),
        },
        ..mail("ana@example.org", AT.0)
    };
    let unconfirmed = store.post(key.clone()).await;
    assert_eq!(unconfirmed, Ok(Err(NotPosted::Refused)));
    store.of_address(address(), AT).await.unwrap();
    assert_eq!(store.post(key).await, Ok(Ok(())));
    store.allow_mails(address()).await.unwrap();
    assert_eq!(store.post(mail("ana@example.org", AT.0)).await, Ok(Ok(())));
}
