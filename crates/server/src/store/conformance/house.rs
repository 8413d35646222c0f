//! What every store must do with what the host decides: rules, invitations, bans.

use std::sync::Arc;

use tabiya_arbiter::Timestamp;

use super::super::{Banned, HouseRules, NewBan, NewInvitation, SignUp, Store, StoreError, Visitor};
use super::people::{account, session};
use super::{AT, Place};
use crate::ids::{SeatToken, TableId};

const fn later(ms: u64) -> Timestamp {
    Timestamp(AT.0 + ms)
}

pub(super) async fn run<P: Place>(place: &impl Fn() -> P) {
    the_rules_of_the_house_are_kept(&place()).await;
    an_invitation_makes_as_many_accounts_as_it_says(&place().open()).await;
    bans_keep_out_whom_they_mean_for_as_long_as_they_last(&place().open()).await;
}

async fn the_rules_of_the_house_are_kept(place: &impl Place) {
    let store = place.open();
    assert_eq!(store.rules().await, Ok(HouseRules::default()));
    let rules = HouseRules {
        sign_up: SignUp::Invitation,
        quiet: true,
        refused_words: vec!["boss".to_owned(), "\"'".to_owned()],
    };
    store.set_rules(HouseRules::default()).await.unwrap();
    store.set_rules(rules.clone()).await.unwrap();
    drop(store);
    assert_eq!(place.open().rules().await, Ok(rules));
}

async fn an_invitation_makes_as_many_accounts_as_it_says(store: &Arc<dyn Store>) {
    let token = SeatToken::random().unwrap().hash();
    let id = TableId::random().unwrap();
    let invitation = NewInvitation {
        token,
        id: id.clone(),
        note: "the chess club".to_owned(),
        at: AT,
        expires: later(10),
        uses: 2,
    };
    assert_eq!(store.is_invited(token, AT).await, Ok(false));
    store.invite(invitation).await.unwrap();
    assert_eq!(store.is_invited(token, AT).await, Ok(true));
    assert_eq!(store.is_invited(token, later(10)).await, Ok(false));
    let other = SeatToken::random().unwrap().hash();
    let make = |name: &str, token, at| {
        let mut account = account(name);
        account.uses.invitation = Some(token);
        account.at = at;
        store.create_account(account)
    };
    let none = StoreError::SpentInvitation;
    assert_eq!(make("Ana", other, AT).await, Err(none.clone()));
    assert_eq!(make("Ana", token, later(10)).await, Err(none.clone()));
    make("Ana", token, AT).await.unwrap();
    let listed = store.invitations(AT).await.unwrap();
    assert_eq!((listed.len(), listed[0].uses_left), (1, 1));
    assert_eq!(listed[0].note, "the chess club");
    make("Bo", token, AT).await.unwrap();
    assert_eq!(make("Cy", token, AT).await, Err(none));
    assert!(store.invitations(AT).await.unwrap().is_empty());
    assert_eq!(
        store.revoke_invitation(id).await,
        Ok(false),
        "it is used up"
    );

    let second = NewInvitation {
        token: other,
        id: TableId::random().unwrap(),
        note: String::new(),
        at: AT,
        expires: later(10),
        uses: 1,
    };
    store.invite(second.clone()).await.unwrap();
    assert_eq!(store.revoke_invitation(second.id).await, Ok(true));
    assert_eq!(store.is_invited(other, AT).await, Ok(false));
}

async fn bans_keep_out_whom_they_mean_for_as_long_as_they_last(store: &Arc<dyn Store>) {
    let ban = |whom, until| NewBan {
        id: TableId::random().unwrap(),
        whom,
        reason: "insults".to_owned(),
        at: AT,
        until,
    };
    let network = |text: &str| Visitor::from(text.parse().unwrap());
    let first = ban(
        Banned::Network("2001:db8::7".parse().unwrap()),
        Some(later(10)),
    );
    store.ban(first.clone()).await.unwrap();
    let mail = Banned::Address("Eve@Example.org".to_owned());
    store.ban(ban(mail, None)).await.unwrap();
    let (last, bans) = store.bans_after(0, AT).await.unwrap();
    assert_eq!(bans.len(), 2);
    assert_eq!(bans.first().map(|ban| &ban.id), Some(&first.id), "in order");
    assert_eq!(store.bans_after(last, AT).await, Ok((last, Vec::new())));
    let (_, newer) = store.bans_after(last - 1, AT).await.unwrap();
    assert_eq!(newer.len(), 1);
    let on = |who: Visitor, at| async move { store.ban_on(who, at).await.unwrap() };

    assert!(
        on(network("2001:db8::1:2"), AT).await.is_some(),
        "the same network"
    );
    assert!(on(network("2001:db8:1::7"), AT).await.is_none());
    assert!(on(network("192.0.2.7"), AT).await.is_none());
    assert!(
        on(network("2001:db8::7"), later(10)).await.is_none(),
        "it has ended"
    );
    assert!(on(Visitor::default(), AT).await.is_none());
    let eve = Visitor {
        address: Some("eve@example.ORG".to_owned()),
        ..network("2001:db8::7")
    };
    let found = on(eve.clone(), AT).await.unwrap();
    assert_eq!(
        (found.until, found.reason.as_str()),
        (None, "insults"),
        "the longest"
    );
    assert_eq!(store.bans(AT).await.unwrap().len(), 2);

    assert_eq!(store.lift_ban(found.id.clone(), AT).await, Ok(true));
    assert_eq!(store.lift_ban(found.id, AT).await, Ok(false));
    let found = on(eve, AT).await.unwrap();
    assert_eq!((found.id, found.until), (first.id, Some(later(10))));

    let eve = store.create_account(account("Eve")).await.unwrap();
    let token = session(&**store, &eve.id, AT).await.hash();
    assert!(store.session(token, AT).await.unwrap().is_some());
    store
        .ban(ban(Banned::Person(eve.id.clone()), None))
        .await
        .unwrap();
    assert_eq!(store.session(token, AT).await, Ok(None), "sessions end");
    assert!(on(Visitor::person(eve.id), AT).await.is_some());
    let nobody = Banned::Person(TableId::random().unwrap());
    assert!(store.ban(ban(nobody, None)).await.is_err());
}
