//! What every store must do about people: accounts, addresses, sessions, the seats they hold.

use tabiya_arbiter::{Seat, Timestamp};

use super::super::{
    Append, NewAccount, NewInvitation, NewLink, NewPassword, NewSession, Person, PersonId, Plan,
    Rest, Role, Store, StoreError, Uses, Vacation,
};
use super::letters::{ended, played};
use super::{AT, Place, opening};
use crate::ids::{SeatToken, TableId};
use crate::limits;

pub(super) async fn run<P: Place>(place: &impl Fn() -> P) {
    names_that_look_alike_are_one_name(&*place().open()).await;
    the_first_account_is_the_hosts(&*place().open()).await;
    a_house_whose_people_have_left_is_nobodys(&*place().open()).await;
    an_address_is_one_person_and_may_become_an_account(&*place().open()).await;
    only_an_account_that_is_made_uses_anything_up(&*place().open()).await;
    sessions_end_where_they_must(&*place().open()).await;
    a_seat_is_found_by_its_person(&*place().open()).await;
    a_name_that_was_given_up_rests(&*place().open()).await;
    who_leaves_is_gone_in_one_write(&place()).await;
}

async fn a_name_that_was_given_up_rests(store: &dyn Store) {
    let ana = store.create_account(account("Ana")).await.unwrap();
    let bo = store.create_account(account("Bo")).await.unwrap();
    let rename = |person: &Person, name: &str, at: u64| {
        store.rename(person.id.clone(), name.to_owned(), Timestamp(at))
    };
    let taken = Err(StoreError::Taken("name"));
    // The name of who has left is nobody's for a while, by no way.
    store.close_account(bo.id, AT).await.unwrap().unwrap();
    assert_eq!(rename(&ana, "Bo", AT.0).await, taken);
    let rested = AT.0 + limits::NAME_RESTS_MS;
    assert_eq!(rename(&ana, "Bo", rested).await, Ok(()));
    // So is the name before another one; but who had it may have it back.
    let cy = store.create_account(account("Cy")).await.unwrap();
    assert_eq!(rename(&cy, "ANA", rested + 1).await, taken);
    let refused = NewAccount {
        at: Timestamp(rested + 1),
        ..account("Ana")
    };
    assert_eq!(store.create_account(refused).await.map(drop), taken);
    assert_eq!(rename(&ana, "Ana", rested + 2).await, Ok(()));
    assert_eq!(rename(&cy, "Bo", rested + 3).await, taken);
    let rested = rested + 2 + limits::NAME_RESTS_MS;
    assert_eq!(rename(&cy, "Bo", rested).await, Ok(()));
}

async fn who_leaves_is_gone_in_one_write(place: &impl Place) {
    let store = place.open();
    // The first one is an admin, who may not leave.
    store.create_account(account("Host")).await.unwrap();
    let ana = store.create_account(account("Ana")).await.unwrap();
    let bo = store.create_account(account("Bo")).await.unwrap();
    let table = played(&*store, [&ana, &bo], &[]).await;
    let append = Append {
        rest: Rest {
            wake: None,
            card: Some(r#"{"names":{"owner":"Ana","guest":"Bo"}}"#.to_owned()),
        },
        ..super::naming(&table, 1, &["Ana", "Anna"])
    };
    store.append(append).await.unwrap();
    let plan = Plan {
        number: 1,
        ply: 0,
        seq: 1,
        lines: Vec::new(),
    };
    let keep = store.keep_plan(table.clone(), Seat::Owner, Some(plan));
    keep.await.unwrap();
    let vacation = |until: u64| Vacation {
        from: Timestamp(AT.0 - 10),
        until: Timestamp(until),
    };
    let keep = store.keep_vacation(ana.id.clone(), vacation(AT.0 + 90), None);
    assert_eq!(keep.await, Ok(true));
    let left = store.close_account(ana.id, AT).await;
    assert_eq!(left, Ok(Some(vec![(table.clone(), Seat::Owner)])));
    // The process dies in this very moment.
    drop(store);
    let store = place.open();
    let log = store.load(table.clone()).await.unwrap().unwrap();
    let log = format!("{:?}", log.events);
    assert!(!log.contains("Ana") && !log.contains("Anna"), "{log}");
    let card = store.running_games(bo.id.clone()).await.unwrap().remove(0);
    assert_eq!(
        card.card.as_deref(),
        Some(r#"{"names":{"owner":"deleted","guest":"Bo"}}"#)
    );
    let plans = store.plans(table.clone()).await.unwrap();
    assert_eq!(plans.owner, None);
    // The vacation is over, and the table can still learn that.
    let known = store.vacations_at(table.clone()).await.unwrap();
    assert_eq!(known.owner, [vacation(AT.0)]);
    // A table that has the name in memory does not write it into the list of games.
    let append = Append {
        ended: Some(ended(1, AT.0)),
        ..super::naming(&table, 3, &[])
    };
    store.append(append).await.unwrap();
    let past = store.past_games(bo.id, None, 9).await.unwrap();
    assert_eq!(past[0].opponent.as_deref(), Some("deleted"));
}

pub(super) fn account(name: &str) -> NewAccount {
    NewAccount {
        id: TableId::random().unwrap(),
        name: name.to_owned(),
        password: Some(format!("hash of {name}")),
        address: None,
        uses: Uses::default(),
        at: AT,
    }
}

async fn names_that_look_alike_are_one_name(store: &dyn Store) {
    let paul = store.create_account(account("Paul")).await.unwrap();
    assert_eq!(paul.name.as_deref(), Some("Paul"));
    let refused = store.create_account(account("PAU1")).await;
    assert_eq!(refused, Err(StoreError::Taken("name")));
    let found = store.by_name("pauI".to_owned()).await.unwrap();
    assert_eq!(found, Some(paul.clone()));
    assert_eq!(store.person(paul.id.clone()).await, Ok(Some(paul.clone())));
    assert_eq!(store.by_name("Paula".to_owned()).await, Ok(None));
    let stored = store.password(paul.id).await.unwrap();
    assert_eq!(stored.as_deref(), Some("hash of Paul"));
}

async fn the_first_account_is_the_hosts(store: &dyn Store) {
    store
        .of_address("zoe@example.org".to_owned(), AT)
        .await
        .unwrap();
    for (name, role) in [
        ("Ana", Role::Admin),
        ("Bo", Role::Member),
        ("Cy", Role::Member),
    ] {
        let made = store.create_account(account(name)).await.unwrap();
        assert_eq!(made.role, role, "{name}");
    }
}

async fn a_house_whose_people_have_left_is_nobodys(store: &dyn Store) {
    let ana = store.create_account(account("Ana")).await.unwrap();
    assert_eq!(ana.role, Role::Admin);
    assert!(store.close_account(ana.id, AT).await.unwrap().is_some());
    let next = store.create_account(account("Bo")).await.unwrap();
    assert_eq!(next.role, Role::Member);
}

async fn an_address_is_one_person_and_may_become_an_account(store: &dyn Store) {
    let of = |address: &str| store.of_address(address.to_owned(), AT);
    let ana = of("Ana@example.org").await.unwrap();
    assert_eq!(
        (ana.name.as_deref(), ana.address.as_deref()),
        (None, Some("Ana@example.org"))
    );
    assert_eq!(of("ANA@EXAMPLE.ORG").await.unwrap().id, ana.id);
    assert_ne!(of("bo@example.org").await.unwrap().id, ana.id);
    let wanted = NewAccount {
        address: Some("ana@example.org".to_owned()),
        ..account("Ana")
    };
    let made = store.create_account(wanted.clone()).await.unwrap();
    assert_eq!(
        (made.id, made.name.as_deref()),
        (ana.id.clone(), Some("Ana"))
    );
    let again = NewAccount {
        name: "Other".to_owned(),
        ..wanted
    };
    assert_eq!(
        store.create_account(again).await,
        Err(StoreError::Taken("address"))
    );
    assert_eq!(store.by_name("Other".to_owned()).await, Ok(None));
    let found: Option<Person> = store
        .by_address("ana@EXAMPLE.org".to_owned())
        .await
        .unwrap();
    assert_eq!(found.map(|person| person.id), Some(ana.id));
}

async fn only_an_account_that_is_made_uses_anything_up(store: &dyn Store) {
    let (link, invitation) = (
        SeatToken::random().unwrap().hash(),
        SeatToken::random().unwrap().hash(),
    );
    let invited = NewInvitation {
        token: invitation,
        id: TableId::random().unwrap(),
        note: String::new(),
        at: AT,
        expires: Timestamp(AT.0 + 10),
        uses: 1,
    };
    store.invite(invited).await.unwrap();
    let mailed = NewLink {
        token: link,
        address: "ana@example.org".to_owned(),
        person: None,
        expires: Timestamp(AT.0 + 10),
    };
    store.add_link(mailed.clone(), AT).await.unwrap();
    let with = |name: &str| NewAccount {
        uses: Uses {
            link: Some(link),
            invitation: Some(invitation),
        },
        ..account(name)
    };
    let is_there = async || {
        let link = store.mailed_link(link, AT, false).await.unwrap();
        (
            link.is_some(),
            store.is_invited(invitation, AT).await.unwrap(),
        )
    };
    // A name that rests, and one that is taken.
    let gone = store.create_account(account("Gone")).await.unwrap().id;
    store.close_account(gone, AT).await.unwrap();
    store.create_account(account("Bo")).await.unwrap();
    for name in ["Gone", "Bo"] {
        let refused = store.create_account(with(name)).await;
        assert_eq!(refused, Err(StoreError::Taken("name")));
        assert_eq!(is_there().await, (true, true), "{name}");
    }
    store.create_account(with("Ana")).await.unwrap();
    assert_eq!(is_there().await, (false, false));
    let refused = store.create_account(with("Cy")).await;
    assert_eq!(refused, Err(StoreError::SpentLink));
    store.add_link(mailed, AT).await.unwrap();
    let refused = store.create_account(with("Cy")).await;
    assert_eq!(refused, Err(StoreError::SpentInvitation));
    assert_eq!(is_there().await, (true, false));
    assert_eq!(store.by_name("Cy".to_owned()).await, Ok(None));
}

pub(super) async fn session(store: &dyn Store, person: &PersonId, at: Timestamp) -> SeatToken {
    let token = SeatToken::random().unwrap();
    let session = NewSession {
        token: token.hash(),
        id: TableId::random().unwrap(),
        person: person.clone(),
        at,
        expires: Timestamp(at.0 + limits::SESSION_LIFE_MS),
        device: "Firefox on Linux".to_owned(),
        proved: false,
    };
    store.open_session(session).await.unwrap();
    token
}

async fn sessions_end_where_they_must(store: &dyn Store) {
    let ana = store.create_account(account("Ana")).await.unwrap().id;
    let first = session(store, &ana, AT).await;
    let open = |token: &SeatToken, at: u64| store.session(token.hash(), Timestamp(at));
    let month = 30 * 24 * 3_600_000;
    // A session that is used lives on.
    for used in 1..30 {
        let place = open(&first, AT.0 + used * month).await.unwrap();
        assert_eq!(place.unwrap().person.id, ana, "{used}");
    }
    let later = AT.0 + 29 * month + limits::SESSION_LIFE_MS + 1;
    assert_eq!(open(&first, later).await, Ok(None), "unused for a year");
    let (kept, other) = (
        session(store, &ana, AT).await,
        session(store, &ana, AT).await,
    );
    let password = NewPassword {
        hash: "another".to_owned(),
        keep_session: Some(kept.hash()),
        keep_api_tokens: true,
        keep_seats: Vec::new(),
        at: AT,
    };
    store.set_password(ana.clone(), password).await.unwrap();
    assert!(open(&kept, AT.0).await.unwrap().is_some());
    assert_eq!(open(&other, AT.0).await, Ok(None));
    assert_eq!(
        store.password(ana.clone()).await.unwrap().as_deref(),
        Some("another")
    );
    store.end_session(kept.hash()).await.unwrap();
    assert_eq!(open(&kept, AT.0).await, Ok(None));
    // Of too many the one that was longest unused ends.
    let oldest = session(store, &ana, AT).await;
    for number in 0..u64::from(limits::SESSIONS_PER_PERSON) {
        session(store, &ana, Timestamp(AT.0 + 1 + number)).await;
    }
    assert_eq!(open(&oldest, AT.0 + 1).await, Ok(None));
}

async fn a_seat_is_found_by_its_person(store: &dyn Store) {
    let ana = store.create_account(account("Ana")).await.unwrap().id;
    let bo = store.create_account(account("Bo")).await.unwrap().id;
    let table = TableId::random().unwrap();
    store.append(opening(&table)).await.unwrap();
    let seat_of = |person: &PersonId| store.seat_of_person(table.clone(), person.clone());
    assert_eq!(seat_of(&ana).await, Ok(None));
    let claim = |seat, person: &PersonId| store.claim_seat(table.clone(), seat, person.clone());
    assert_eq!(claim(Seat::Guest, &ana).await, Ok(true));
    assert_eq!(claim(Seat::Guest, &bo).await, Ok(false), "it is Ana's");
    assert_eq!(seat_of(&ana).await, Ok(Some(Seat::Guest)));
    assert_eq!(claim(Seat::Owner, &ana).await, Ok(true));
    assert_eq!(
        seat_of(&ana).await,
        Ok(Some(Seat::Owner)),
        "of both, the owner's"
    );
    assert_eq!(seat_of(&bo).await, Ok(None));
}
